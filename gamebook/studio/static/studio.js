// The page. It makes one `studio`, which panels work with:
//
//   studio.ask(name, {…}, progress)   a question about the book; the promise has a `cancel()`; fails with a `Failure`
//   studio.book                       the book's main file, such as "moat.gbk"; "" before one is open
//   studio.again                      the command that starts the studio again at the same address
//   studio.work(words, promise)       shows that something is being worked out, with a Stop button; the promise that it gives fails as
//                                     cancelled if another book is shown by then
//   studio.progress(words)            a `progress` for `ask` that shows how far it is
//   studio.broken(words)              the words for a book with errors; others for an empty one
//   studio.complain(failure)          tells the writer what went wrong
//   studio.on(event, call)            edited {file, book} (the desk has the text; file is null: of one that is not open), book (another book is shown),
//                                     cursor (it moved), chapter (it is in another chapter: its name), saved, findings,
//                                     typed (a text changed), chances (the answer of chances.solve), unsolved {words, broken} (there are no
//                                     chances of the text as it is: words why; or it is broken), compared, theme, hero; gives a function that stops listening
//   studio.goTo(chapter)              shows a chapter in the text;  studio.goToLine(file, line) a line
//   studio.chapter                    the chapter that the cursor is in
//   studio.chapters()                 a promise of [name, title, file, line, words, part] of all chapters, in order
//   studio.findings()                 [{file, line, severity, code, message, related: [{file, line, words}]}]
//   studio.looking                    whether findings are still looked for: yes, no, part or failed
//   studio.edit(file, {line, text})   puts lines into a text before a line (undo takes them out again)
//   studio.compared                   what the book is compared with: {given} for the desk, {called} in words
//   studio.hero                       whose chances are shown: average, weak, lucky, or "" for all
//   studio.changes                    how often a text or the hero has changed: an answer is of an older one if this is another number by then
//   studio.show(panel)                shows a panel by its name; a panel's `start(studio)` is called before any is shown
//   studio.tell("play from", chapter) plays from there
//   studio.files                      the texts (files.js);  studio.server  the language server (lsp.js)
import { Asking, Failure } from "./ask.js";
import { percent } from "./columns.js";
import { Events, arrows, h, later } from "./dom.js";
import { Files } from "./files.js";
import { LanguageServer } from "./lsp.js";
import { Outline } from "./outline.js";
import { PANELS } from "./panels.js";

const byId = (id) => document.getElementById(id);
const PAUSE = 500;
/** Where the outline lies over the text, so that it is there only when it is wanted. */
const NARROW = "(max-width: 1000px)";
const SILENT = "The studio does not answer: the chances of this text are not known.";
const SEVERITIES = ["error", "error", "warning", "info", "info"];

class Studio extends Events {
  book = "";
  extensions = [];
  hero = "average";
  looking = "yes";
  changes = 0;
  compared = { given: {}, called: "on disk" };
  #asking = new Asking(this);
  #findings = new Map();
  #working = new Map();
  #chapter = null;
  #opened = new Map();
  #listed = null;
  /** The files of the book: findings of other books are not told. */
  #parts = new Set();

  async start() {
    this.#look();
    this.on("connected", (hello) => this.#connected(hello));
    for (const event of ["ended", "unwatched"]) this.on(event, ({ message }) => this.files?.note(event, message));
    this.#asking.connect();
  }

  async #connected(hello) {
    this.again = `gamebook studio --port ${location.port} ${hello.again}`;
    if (this.files) return this.files.resend();
    this.names = hello.files;
    this.files = new Files(this, hello.words, hello.most.text);
    this.server = new LanguageServer({
      rootUri: hello.rootUri,
      show: (uri, visible) => this.#showUri(uri, visible),
      found: (uri, diagnostics) => this.#found(uri, diagnostics),
      looking: (state) => { this.looking = state; this.#count(); },
      say: (words) => (words ? this.files.note("asked", words) : this.files.drop("asked")),
      isUp: () => this.#asking.connected,
      most: hello.most.message,
      settings: { hero: this.hero, hints: remembered("hints") ?? "all", lenses: false },
    });
    this.files.server = this.server;
    this.rootUri = hello.rootUri;
    this.outline = new Outline(this, byId("outline"));
    this.#tabs();
    this.on("shown", (file) => this.#shown(file));
    this.on("edited", ({ file, book }) => {
      this.#listed = null;
      if (file === this.files.shown) this.#setBook(book);  // the writer may look at another book by now
      else this.#lookForBook();
      this.#learnParts();
      this.#solve();
    });
    this.on("typed", () => { this.changes++; this.#stale(true); if (!this.#asking.connected) this.#unsolved(SILENT); });
    this.on("unopened", ({ uri }) => {
      this.server.changed(uri);
      this.changes++;
      this.#stale(true);
      this.tell("edited", { file: null, book: this.book });
    });
    this.on("cursor", () => this.#moved());
    const first = hello.first || hello.files[0];
    if (first) (await this.openFile(first))?.view.focus();
    else this.outline.draw();
    document.body.dataset.ready = "yes";
  }

  // ---- questions ------------------------------------------------------------------------------------------

  ask(name, given = {}, progress = null) {
    return this.#asking.ask(name, { book: this.book, ...given }, progress);
  }

  work(words, promise) {
    const book = this.book;
    this.#working.set(promise, words);
    this.#state();
    const over = () => {
      this.#working.delete(promise);
      this.#state();
      if (book !== this.book) throw new Failure({ kind: "cancelled", message: "another book is shown" });
    };
    return promise.then((found) => { over(); return found; }, (failure) => { over(); throw failure; });
  }

  progress(words) {
    return ({ phase, done, total }) => {
      const count = done ? ` ${done.toLocaleString("en")}${total ? ` of ${total.toLocaleString("en")}` : ""}` : "";
      this.#state(`${words}: ${phase}${count}`);
    };
  }

  #state(words = [...this.#working.values()].at(-1)) {
    byId("state").textContent = this.#working.size ? `${words}…` : "";
    byId("stop").hidden = !this.#working.size;
  }

  complain(failure) {
    if (["cancelled", "stopped", "gone"].includes(failure.kind)) return;
    if (failure.kind === "book") return;  // the findings tell it better
    this.files.note(`failure ${failure.kind}`, failure.message);
  }

  // ---- the book -------------------------------------------------------------------------------------------

  async openFile(name) {
    try {
      const file = await this.files.open(name);
      if (!this.names.includes(name)) { this.names = [...this.names, name].sort(); this.outline.draw(); }
      return file;
    } catch (failure) {
      if (this.files) this.complain(failure);
      return null;
    }
  }

  async #shown(file) {
    const found = await this.files.keep(file), book = found && await this.files.book(file);
    if (!book || file !== this.files.shown) return;
    this.#setBook(book);
    this.#solve();
    this.#moved();
  }

  /** The shown file may belong to another book now: another file includes it, or no longer does. */
  async #lookForBook() {
    const file = this.files.shown, book = file && await this.files.book(file);
    if (!book || file !== this.files.shown || book === this.book) return;
    this.#setBook(book);
    this.#solve();
  }

  #setBook(book) {
    if (book === this.book) return;
    this.book = book;
    this.chances = null;
    byId("chances").textContent = "";
    this.#listed = null;
    this.#parts = new Set([book]);
    this.#learnParts();
    byId("title").textContent = book.replace(/\.gbk$/, "");
    this.tell("book", book);
    this.tell("findings");
  }

  async #learnParts() {
    const book = this.book, found = await this.ask("parts").catch(() => null);
    if (!found || book !== this.book) return;
    this.#parts = new Set(found);
    this.#count();
  }

  /** Why something is not shown of a book with errors: these words, but of an empty text that it is empty. */
  broken(words) {
    return this.files.shown?.isBlank ? "Nothing is written yet." : words;
  }

  chapters() {
    this.#listed ??= this.ask("chapters").catch(() => { this.#listed = null; return []; });
    return this.#listed;
  }

  get chapter() {
    return this.#chapter;
  }

  #moved() {
    const chapter = this.files.chapter;
    if (chapter === this.#chapter) return;
    this.#chapter = chapter;
    this.tell("chapter", chapter);
  }

  async goTo(chapter, options) {
    const open = this.files.find(chapter);
    if (open) return this.files.goTo(open.file.name, open.line.number, options);
    const row = (await this.chapters()).find(([name]) => name === chapter);
    if (row) return this.files.goTo(row[2], row[3], options);
  }

  goToLine(file, line) {
    return this.files.goTo(file, line);
  }

  async edit(name, { line, text }) {
    const file = await this.files.open(name), { doc } = file.view.state;
    const end = line > doc.lines, at = end ? doc.length : doc.line(line).from;
    const before = end && doc.length && !doc.toString().endsWith("\n") ? "\n" : "";
    file.view.dispatch({ changes: { from: at, insert: before + text }, userEvent: "input" });
  }

  #solve = later(PAUSE, async () => {
    if (!this.book) return;
    this.#stale(true);
    const asked = this.ask("chances.solve", { hero: this.hero }, this.progress("Solving")), changes = this.changes;
    try {
      const found = await this.work("Solving", asked);
      if (changes !== this.changes) return;  // of an older text; the new one is asked for in a moment
      this.chances = found;
      byId("chances").textContent = told(found);
      this.#stale(false);
      this.tell("chances", found);
    } catch (failure) {
      if (failure.kind === "cancelled") return;
      if (failure.kind === "ended") return this.#solve();
      const words = { book: "", gone: SILENT, stopped: "Stopped: the chances of this text are not known." }[failure.kind];
      this.#unsolved(words ?? "The chances of this text are not known.", failure.kind === "book");
      if (failure.kind === "stopped") byId("chances").append(" ", h("button", { type: "button", onclick: () => this.#solve.now() }, "Solve"));
      this.complain(failure);
    }
  });

  /** There are no chances of the text as it is: those of an older one are no longer shown. */
  #unsolved(words, broken = false) {
    this.chances = null;
    byId("chances").textContent = words;
    this.#stale(false);
    this.tell("unsolved", { words, broken });
  }

  #stale(stale) {
    for (const id of ["chances", "outline"]) byId(id).classList.toggle("stale", stale);
  }

  // ---- findings -------------------------------------------------------------------------------------------

  async #showUri(uri, visible) {
    const name = this.#name(uri);
    if (name === null) return null;
    const file = await this.files.open(name, visible);
    return file.view;
  }

  #name(uri) {
    const root = `${this.rootUri}/`;
    return uri.startsWith(root) ? decodeURIComponent(uri.slice(root.length)) : null;
  }

  #found(uri, diagnostics) {
    this.#findings.set(uri, diagnostics);
    this.#count();
  }

  #count() {
    this.tell("findings");
    const all = this.findings(), count = (severity) => all.filter((each) => each.severity === severity).length;
    const parts = [["error", "errors"], ["warning", "warnings"], ["info", "infos"]]
      .map(([one, many]) => [count(one), one, many]).filter(([number]) => number)
      .map(([number, one, many]) => `${number} ${number === 1 ? one : many}`);
    byId("findings").replaceChildren(
      h("button", { type: "button", class: "quiet", onclick: () => this.show("findings") }, `${parts.join(", ") || "No findings"}${{ yes: " so far, still looking…", part: ", but not all could be looked for", failed: ", but not all could be looked for" }[this.looking] ?? ""}`));
  }

  findings() {
    const found = [];
    for (const [uri, diagnostics] of this.#findings) {
      const file = this.#name(uri);
      if (file !== this.book && !this.#parts.has(file)) continue;
      for (const { range, severity, code, message, relatedInformation } of diagnostics) {
        const related = (relatedInformation ?? []).map(({ location, message: words }) => ({ file: this.#name(location.uri), line: location.range.start.line + 1, words }));
        found.push({ file, line: range.start.line + 1, severity: SEVERITIES[severity ?? 1], code, message, related: related.filter((each) => each.file !== null) });
      }
    }
    const order = ["error", "warning", "info"];
    return found.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || a.file.localeCompare(b.file) || a.line - b.line);
  }

  // ---- the page -------------------------------------------------------------------------------------------

  #tabs() {
    arrows(byId("tabs"));
    for (const { name, title, start } of PANELS) {
      start?.(this);
      byId("tabs").append(h("button", {
        type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, "aria-selected": "false", tabindex: -1,
        onclick: () => this.show(name),
      }, title));
      byId("panels").append(h("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, hidden: true }));
    }
    const last = remembered("panel");
    this.show(PANELS.some(({ name }) => name === last) ? last : PANELS[0].name);
  }

  show(wanted) {
    for (const panel of PANELS) {
      const shown = panel.name === wanted, tab = byId(`tab-${panel.name}`), place = byId(`panel-${panel.name}`);
      tab.setAttribute("aria-selected", shown);
      tab.tabIndex = shown ? 0 : -1;
      place.hidden = !shown;
      if (shown && !this.#opened.has(panel.name)) {
        this.#opened.set(panel.name, true);
        panel.open(this, place);
      }
    }
    this.panel = wanted;
    remember("panel", wanted);
    this.tell("panel", wanted);
  }

  #look() {
    const media = matchMedia("(prefers-color-scheme: dark)");
    const apply = () => {
      const wanted = remembered("theme") ?? (media.matches ? "dark" : "light");
      document.documentElement.dataset.theme = wanted;
      this.tell("theme", wanted);
    };
    media.addEventListener("change", apply);
    byId("theme").onclick = () => {
      remember("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
      apply();
    };
    apply();
    byId("stop").onclick = () => { for (const promise of this.#working.keys()) promise.cancel?.(); };
    byId("hero").onchange = (event) => this.#setHero(event.target.value);
    byId("hints").value = remembered("hints") ?? "all";
    byId("hints").onchange = (event) => { remember("hints", event.target.value); this.server?.configure({ hints: event.target.value }); };
    byId("help").onclick = () => keys();
    byId("outline-toggle").onclick = () => this.#toggleOutline();
    if (matchMedia(NARROW).matches) this.#toggleOutline();
    byId("outline").addEventListener("click", (event) => {
      if (matchMedia(NARROW).matches && event.target.closest("[data-chapter], [data-name]")) this.#toggleOutline();
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#divide();
  }

  #setHero(hero) {
    this.hero = hero;
    this.changes++;
    this.#stale(true);
    this.server?.configure({ hero });
    this.tell("hero", hero);
    this.#solve();
  }

  #toggleOutline() {
    const hidden = document.body.classList.toggle("no-outline");
    byId("outline-toggle").setAttribute("aria-pressed", !hidden);
  }

  #key(event) {
    if (event.key === "F1") { event.preventDefault(); keys(); }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") { event.preventDefault(); if (!event.defaultPrevented || !event.target.closest?.(".cm-editor")) this.files?.save(); }
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.code === "KeyO") { event.preventDefault(); this.#toggleOutline(); }
    if (event.code === "KeyT") { event.preventDefault(); this.files?.view?.focus(); }
    const number = /^Digit(\d)$/.exec(event.code)?.[1];
    if (number && PANELS[number - 1]) {
      event.preventDefault();
      this.show(PANELS[number - 1].name);
      byId(`tab-${PANELS[number - 1].name}`).focus();
    }
  }

  #divide() {
    const divider = byId("divider"), main = document.querySelector("main");
    const set = (share) => {
      const kept = Math.min(80, Math.max(20, share));
      main.style.setProperty("--text-share", `${kept}fr`);
      main.style.setProperty("--panel-share", `${100 - kept}fr`);
      divider.setAttribute("aria-valuenow", Math.round(kept));
      remember("divider", kept);
    };
    set(Number(remembered("divider") ?? 50));
    divider.addEventListener("pointerdown", (event) => divider.setPointerCapture(event.pointerId));
    divider.addEventListener("pointermove", (event) => {
      if (!divider.hasPointerCapture(event.pointerId)) return;
      const left = byId("writing").getBoundingClientRect().left, right = byId("seeing").getBoundingClientRect().right;
      set(((event.clientX - left) / (right - left)) * 100);
    });
    divider.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -5, ArrowRight: 5 }[event.key];
      if (step) { event.preventDefault(); set(Number(divider.getAttribute("aria-valuenow")) + step); }
    });
  }
}

/** What the line at the top says of a solved book. */
function told({ wins, low, high, random, complete }) {
  const shown = (value) => (wins ? percent(value) : value.toPrecision(3));
  const best = () => {
    if (low === null && high === null) return "an unknown total";
    if (low === null || high === null) return low === null ? `at most ${shown(high)}` : `at least ${shown(low)}`;
    const same = shown(low) === shown(high) || (complete && high - low < 1e-6);
    return same ? shown(low) : `between ${shown(low)} and ${shown(high)}`;
  };
  return `best play ${wins ? "wins" : "earns"} ${best()}${random === null ? "" : ` · at random ${shown(random)}`}`;
}

function remembered(key) {
  try { return localStorage.getItem(`gamebook ${key}`); } catch { return null; }
}

function remember(key, value) {
  try { localStorage.setItem(`gamebook ${key}`, value); } catch { /* a browser that keeps nothing */ }
}

const KEYS = [
  ["Ctrl+S", "save"], ["Ctrl+Z, Ctrl+Y", "undo, redo"], ["Ctrl+F", "find and replace"], ["Ctrl+Space", "complete"],
  ["F2", "rename everywhere"], ["F12", "go to where it is defined"], ["Shift+F12", "where it is used"], ["Shift+Alt+F", "tidy the layout"],
  ["Ctrl+.", "what can be done about a finding here"], ["F8", "next finding"], ["Alt+O", "outline"], ["Alt+T", "text"], ["Alt+1 … 9", "panels"],
  ["Alt+P", "play from this chapter"], ["1 … 9, Backspace", "while playing: choose; take back"],
  ["Arrows, + − 0", "move the map; larger, smaller, all of it"], ["Escape, then Tab", "leave the text (Tab alone indents)"],
  ["F1", "this help"],
];

function keys() {
  const close = () => { dialog.close(); dialog.remove(); };
  const dialog = h("dialog", { "aria-label": "Keys" },
    h("h2", {}, "Keys"),
    h("dl", { class: "keys" }, KEYS.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
    h("button", { type: "button", onclick: close, autofocus: true }, "Close"));
  dialog.addEventListener("cancel", close);
  document.body.append(dialog);
  dialog.showModal();
}

new Studio().start();
