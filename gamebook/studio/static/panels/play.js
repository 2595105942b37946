// Play: the page holds a play, how it was begun and its moves; the desk says what comes of each.
import { worth } from "../columns.js";
import { download, h, later } from "../dom.js";
import { Beginning } from "./play-begin.js";
import { options, told, reviewed, sheet } from "./play-told.js";

export const panel = {
  name: "play",
  title: "Play",
  /** Called before anything is shown. */
  start(studio) {
    studio.on("play from", (chapter) => {
      studio.show("play");
      studio.play.from(chapter ?? studio.chapter ?? "");
    });
    document.addEventListener("keydown", (event) => {
      if (event.code !== "KeyP" || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      studio.tell("play from", studio.chapter);
    });
  },
  open(studio, place) { studio.play = new PlayPanel(studio, place); },
};

const seed = () => String(Math.floor(Math.random() * 1e6));

class PlayPanel {
  #studio;
  #begin;
  #play = null;
  #now = null;
  #entries = [];
  /** The play and the moment whose buttons and fields are shown. */
  #drawn = "";
  /** The book that is played, and the plays of other books, which wait until it is shown again. */
  #book = "";
  #waiting = new Map();
  #queue = Promise.resolve();
  #opened;

  constructor(studio, place) {
    this.#studio = studio;
    place.classList.add("play-panel");
    this.#begin = new Beginning(studio, () => this.#start());
    this.#opened = this.#begin.load();
    const box = (words, title, onchange, checked = false) => {
      const input = h("input", { type: "checkbox", onchange, checked });
      return [input, h("label", { title }, input, words)];
    };
    [this.own, this.ownLabel] = box("My own dice", "Type in what real dice show; or roll each of them here", () => this.#act());
    [this.chances, this.chancesLabel] = box("Worth", "What each choice is worth", () => this.#showChances());
    [this.follow, this.followLabel] = box("Follow", "The text and the map show the chapter that is played", () => this.#goThere(), true);
    this.undo = h("button", { type: "button", title: "Take back the last choice (Backspace)", onclick: () => this.#undo() }, "Undo");
    this.look = h("button", { type: "button", title: "What luck did in this play, and what mistakes did", onclick: () => this.#review() }, "Luck and mistakes");
    this.keep = h("button", { type: "button", title: "Save this play as a file", onclick: () => this.#save() }, "Save");
    this.file = h("input", { type: "file", accept: ".json,.play", "aria-label": "A saved play", hidden: true, onchange: () => this.#resume() });
    this.take = h("button", { type: "button", title: "Continue a play that was saved", onclick: () => this.file.click() }, "Continue…");
    this.again = h("button", { type: "button", title: "Begin this play again, with other dice", onclick: () => this.#restart() }, "Again");
    this.log = h("div", { class: "told", role: "log", "aria-label": "What happened", tabindex: 0 });
    this.due = h("div", { class: "due", role: "group", "aria-label": "What to do" });
    this.paper = h("section", { class: "paper", "aria-label": "Sheet" });
    this.review = h("section", { class: "review", "aria-label": "Luck and mistakes", hidden: true });
    this.note = h("p", { class: "play-note", role: "status", hidden: true });
    this.table = h("div", { class: "table", hidden: true },
      h("div", { class: "story" }, this.log, this.due), h("div", { class: "beside" }, this.paper, this.review));
    place.append(
      h("div", { class: "toolbar", role: "toolbar", "aria-label": "Play" }, this.undo, this.again, this.keep, this.take, this.file, this.look, this.chancesLabel, this.ownLabel, this.followLabel),
      this.note, this.#begin.place, this.table);
    place.addEventListener("keydown", (event) => this.#key(event));
    this.#book = studio.book;
    studio.on("book", (book) => this.#change(book));
    studio.on("edited", later(700, () => { if (this.#play && studio.panel === "play") this.#act(); }));
    studio.on("panel", (name) => { if (name === "play" && !this.#play) this.#begin.load(); });
    this.#tools();
  }

  /** Begin in a chapter, with the sheet that was set last. */
  async from(chapter) {
    await this.#opened;
    this.#begin.chapter = chapter;
    this.#start();
  }

  /** Another book is shown: its play is taken up again, if there is one, and this one waits. */
  #change(book) {
    if (this.#now) this.#waiting.set(this.#book, [this.#play, this.#now, this.#entries]);
    this.#book = book;
    [this.#play, this.#now, this.#entries] = this.#waiting.get(book) ?? [null, null, []];
    this.#waiting.delete(book);
    this.#say("");
    this.#draw();
    this.#opened = this.#begin.load();
    if (this.#play) this.#act();
  }

  async #start() {
    let begun;
    try {
      begun = this.#begin.wishes();
    } catch (error) {
      return this.#say(error.message);
    }
    await this.#takeUp({ seed: seed(), ...begun, moves: [] });
  }

  #restart() {
    this.#takeUp({ ...this.#play, seed: seed(), moves: [] });
  }

  /** Show a play, from its beginning; if it cannot be played, the one before goes on. Gives whether it can. */
  async #takeUp(play) {
    await this.#queue;
    const before = [this.#play, this.#now, this.#entries], book = this.#book;
    [this.#play, this.#now, this.#entries] = [play, null, []];
    this.#begin.place.open = false;
    await this.#act();
    if (book !== this.#book) return false;
    if (this.#now) return true;
    [this.#play, this.#now, this.#entries] = before;
    this.#begin.place.open = !this.#play;
    this.#draw();
    return false;
  }

  async #save() {
    try {
      const text = await this.#studio.ask("play.save", { play: this.#play });
      download(`${this.#studio.book.replace(/\.gbk$/, "").replaceAll("/", "-")}.play.json`, text, "application/json");
    } catch (failure) {
      this.#fail(failure);
    }
  }

  async #resume() {
    const [file] = this.file.files;
    this.file.value = "";
    if (!file) return;
    try {
      const { play, same } = await this.#studio.ask("play.resume", { text: await file.text() });
      const taken = await this.#takeUp({ ...play, rivals: this.#begin.rivalsChoose });
      if (taken && !same) this.#say("The book has changed since this play was saved; it was taken up as far as it goes.");
    } catch (failure) {
      this.#fail(failure);
    }
  }

  /** Do one thing, or nothing, and show where that leads; one after another, however fast the keys are. */
  #act(todo = {}, left = () => Infinity) {
    this.#queue = this.#queue.then(() => this.#do(todo, left()));
    return this.#queue;
  }

  async #do(todo, left) {
    if (!this.#play || left === null) return;
    const acts = Object.keys(todo).length > 0 || left !== Infinity;
    if (acts) this.#play = { ...this.#play, moves: this.#play.moves.slice(0, left) };
    const wanted = acts ? this.#play.moves : this.#now?.wanted ?? this.#play.moves;
    const studio = this.#studio, book = this.#book;
    try {
      const found = await studio.work("Playing", studio.ask("play.at", {
        play: { ...this.#play, moves: wanted }, do: todo, alone: !this.own.checked, table: this.#now?.table ?? "", told: this.#entries.length,
      }));
      if (book !== this.#book) return;  // its play waits by now
      this.#say(found.wholly ? "" : "The text has changed; the play was taken up as far as it goes.");
      this.#take(found, acts || found.wholly ? found.moves : wanted);
    } catch (failure) {
      this.#fail(failure);
    }
  }

  /** Show what was found. `wanted`: the reader's moves, also those that the text has no place for now; it may have again. */
  #take(found, wanted) {
    const focused = this.due.contains(document.activeElement) || !this.#now;  // now, for the reader may have gone elsewhere meanwhile
    const moved = this.#now?.chapter !== found.chapter;
    this.#play = { ...this.#play, moves: found.moves };
    this.#now = { ...found, wanted };
    this.#entries.splice(found.from, Infinity, ...found.entries);
    this.#draw();
    // at the end there is nothing to do but to take a move back, for which the keys must be heard in the panel
    if (focused && !this.due.contains(document.activeElement)) (this.due.querySelector("input, button") ?? this.log).focus();
    if (moved) this.#goThere();
    if (this.chances.checked) this.#showChances();
  }

  /** Show where the play stands, or that there is none. */
  #draw() {
    const now = this.#now;
    this.table.hidden = !now;
    this.log.replaceChildren(...told(this.#entries, { variables: this.#begin.variables, goTo: (name) => this.#studio.goTo(name) }));
    this.log.scrollTop = this.log.scrollHeight;
    this.#drawDue();
    this.paper.replaceChildren(...(now ? sheet(now) : []));
    this.review.hidden = true;
    this.#tools();
  }

  /** What is due; as long as it is the same, its fields stay, for the reader may be typing in one. */
  #drawDue() {
    const drawn = this.#now ? JSON.stringify([this.#book, this.#play, this.#now.moment]) : "";
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.due.replaceChildren(...(this.#now ? options(this.#now.moment, (todo) => this.#act(todo)) : []));
  }

  #fail(failure) {
    if (failure.kind === "book") this.#say(this.#studio.broken("The book has errors; the play goes on when they are gone."));
    else if (failure.kind === "usage" || failure.kind === "limit") this.#say(failure.message);
    else if (failure.kind === "ended") this.#say("The process that played has ended; do it once more.");
    else this.#studio.complain(failure);
  }

  #say(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }

  #tools() {
    const none = !this.#play;
    this.undo.disabled = none || this.#last() === null;
    this.look.disabled = this.again.disabled = this.keep.disabled = none;
  }

  #goThere() {
    if (this.#now?.chapter && this.follow.checked) this.#studio.goTo(this.#now.chapter, { focus: false });
  }

  /** How many moves are left when the last thing that the reader did is taken back; null if there is none. */
  #last() {
    const moves = this.#play.moves;
    if (this.own.checked) return moves.length ? moves.length - 1 : null;
    const last = moves.findLastIndex(([kind]) => kind === "choose");
    return last < 0 ? null : last;
  }

  #undo() {
    this.#act({}, () => this.#play && this.#last());
  }

  async #showChances() {
    const studio = this.#studio, moment = this.#now?.moment;
    if (moment?.kind !== "choice") return;
    const clear = () => { for (const each of this.due.querySelectorAll(".worth")) each.remove(); };
    clear();
    if (!this.chances.checked) return;
    try {
      const found = await studio.work("Chances", studio.ask("play.advice", { play: this.#play }, studio.progress("Chances")));
      if (moment !== this.#now?.moment || !this.chances.checked) return;
      clear();
      const buttons = this.due.querySelectorAll("button.option");
      found.options.forEach((value, number) => buttons[number].append(h("span", { class: number === found.best ? "worth best" : "worth" },
        value === null ? "not known" : worth(value, found.wins), number === found.best ? " · best play" : found.good[number] ? " · as good" : "")));
    } catch (failure) {
      this.#fail(failure);
    }
  }

  async #review() {
    const studio = this.#studio;
    if (!this.#play) return;
    try {
      const found = await studio.work("Looking back", studio.ask("play.review", { play: this.#play }, studio.progress("Looking back")));
      this.review.replaceChildren(...reviewed(found, (chapter) => studio.goTo(chapter)));
      this.review.hidden = false;
      this.review.scrollIntoView({ block: "nearest" });
    } catch (failure) {
      this.#fail(failure);
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=checkbox]), select")) return;
    if (event.key === "Backspace") { event.preventDefault(); this.#undo(); }
    if (!/^[0-9]$/.test(event.key)) return;
    const buttons = [...this.due.querySelectorAll("button.option")];
    const button = this.#now?.moment.amount === undefined ? buttons[Number(event.key) - 1]
      : buttons.find((each) => each.querySelector(".label").textContent === event.key);
    if (!button) return;
    event.preventDefault();
    button.focus();
    button.click();
  }
}
