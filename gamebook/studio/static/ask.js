// Questions to the desk, over one websocket. Docstring of gamebook.studio: what the messages look like.
import { fits } from "./dom.js";

/** What went wrong with a question; `kind` is book, limit, usage, changed, ended, gone, bug, cancelled (for a newer question) or stopped (by the writer). */
export class Failure extends Error {
  constructor({ kind, message, ...more }) {
    super(message);
    this.kind = kind;
    Object.assign(this, more);
  }
}

const STOPPED = "Stopped: what is shown is of an older text.";
/** Milliseconds before the page tries again to connect: at first, and at most. */
const SOON = 1000, SELDOM = 10_000;

export class Asking {
  #socket = null;
  /** Whether the studio at the other end shows the folder that this page is about, and is up. */
  #up = false;
  /** That folder. */
  #home = null;
  /** Bytes that a message may have: the studio closes the connection at a longer one. */
  #most = Infinity;
  #pause = SOON;
  #timer = 0;
  #open = new Map();
  #number = 0;
  #events;

  /** `events` hears of `connected` (with the answer to `hello`), `gone`, `elsewhere` (a studio answers that shows another folder), and of what the desk says without being asked. */
  constructor(events) {
    this.#events = events;
    window.addEventListener("focus", () => { if (this.#timer) this.connect(); });
  }

  /** Connect, and again whenever the connection breaks: ever more seldom, and at once when the writer comes back to the page. */
  connect() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const socket = new WebSocket(`ws://${location.host}/ask`);
    socket.onopen = () => { this.#socket = socket; this.#ask("hello").then((hello) => this.#greet(hello), () => {}); };
    socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    socket.onclose = () => {
      const was = this.#up;
      this.#socket = null;
      this.#up = false;
      for (const { fail } of this.#open.values()) fail(new Failure({ kind: "gone", message: "the studio does not answer" }));
      this.#open.clear();
      if (was) this.#events.tell("gone");
      this.#timer = setTimeout(() => this.connect(), this.#pause);
      this.#pause = Math.min(2 * this.#pause, SELDOM);
    };
  }

  /** A page that comes back may find another studio at its address, where its files are not: nothing is asked of that one. */
  #greet(hello) {
    if (hello.rootUri !== (this.#home ?? hello.rootUri)) {
      this.#events.tell("elsewhere", hello);
      return this.#socket?.close();
    }
    this.#home = hello.rootUri;
    this.#most = hello.most.message;
    this.#pause = SOON;
    this.#up = true;
    this.#events.tell("connected", hello);
  }

  get connected() {
    return this.#up;
  }

  /** The answer to a question; the promise has a `cancel()`. `progress` is called with {phase, done, total}. */
  ask(name, given = {}, progress = null) {
    return this.#ask(name, given, progress, this.#up);
  }

  #ask(name, given = {}, progress = null, may = true) {
    const id = ++this.#number;
    const promise = new Promise((give, fail) => {
      if (!may || !this.#socket) return fail(new Failure({ kind: "gone", message: "the studio does not answer" }));
      const message = JSON.stringify({ id, ask: name, with: given });
      if (!fits(message, this.#most)) return fail(new Failure({ kind: "usage", message: "this is too long for the studio" }));
      this.#open.set(id, { give, fail, progress });
      this.#socket.send(message);
    });
    promise.cancel = () => {
      const open = this.#open.get(id);
      if (!this.#socket || !open) return;
      open.stopped = true;
      this.#socket.send(JSON.stringify({ cancel: id }));
    };
    return promise;
  }

  #take(message) {
    if ("event" in message) return this.#events.tell(message.event, message.with);
    const open = this.#open.get(message.id);
    if (!open) return;
    if ("progress" in message) return open.progress?.(message.progress);
    this.#open.delete(message.id);
    if (open.stopped && message.failure?.kind === "cancelled") open.fail(new Failure({ kind: "stopped", message: STOPPED }));
    else if ("failure" in message) open.fail(new Failure(message.failure));
    else open.give(message.answer);
  }
}
