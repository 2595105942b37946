// The texts that are open: an editor for each, saving, and what happens when a file changes on disk.
import {
  Compartment, EditorState, EditorView, Transaction, autocompletion, completionKeymap, defaultKeymap, drawSelection, foldGutter,
  foldKeymap, highlightActiveLine, highlightActiveLineGutter, highlightSelectionMatches, highlightSpecialChars, history,
  historyKeymap, indentUnit, indentWithTab, isolateHistory, keymap, lineNumbers, lintGutter, lintKeymap, redo, search, searchKeymap, undo,
} from "./vendor/editor.js";
import { bytes, download, fits, h, later } from "./dom.js";
import { chapterAt, colours, folding, headOf, language } from "./language.js";
import { compare } from "./compare.js";
import { Together } from "./together.js";

/** Milliseconds without a key after which the desk learns the text, and the longest that it waits while somebody types on. */
const PAUSE = 200, MOST = 1000;
const nonce = document.querySelector("meta[name=nonce]").content;

/** One open text. */
class File {
  constructor(name, found) {
    this.name = name;
    this.uri = found.uri;
    /** What the text on disk was when it was loaded or saved, and its digest. */
    this.disk = found.text;
    this.digest = found.digest;
    this.isNew = found.new;
    /** Where the desk keeps what is not saved; null if nowhere yet. */
    this.side = null;
    /** The text that the desk keeps there. */
    this.kept = null;
    /** The save that is under way, or the last one; and whether one is. */
    this.saving = Promise.resolve();
    this.isBeingSaved = false;
    /** Why the desk cannot keep it; null if it can. */
    this.unkept = null;
    this.view = null;
    /** The changes that were made in several files at once. */
    this.together = new Together();
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Nothing is written yet. */
  get isBlank() {
    return !this.text.trim();
  }

  get isSaved() {
    return !this.isNew && this.text === this.disk;
  }

  /** Nothing is lost if the page goes now. */
  get isSafe() {
    return (this.isSaved && !this.isBeingSaved) || this.kept === this.view.state.doc || (this.isNew && !this.text);
  }
}

export class Files {
  #studio;
  #server = null;
  #open = new Map();
  #opening = new Map();
  #words;
  #most;
  #place = document.getElementById("editors");
  #tabs = document.getElementById("files");
  #notes = document.getElementById("notes");
  #mode = new Compartment();
  shown = null;

  /** `words` of the language, and how many bytes a text may have. */
  constructor(studio, words, most) {
    this.#studio = studio;
    this.#words = words;
    this.#most = most;
    studio.on("changed", (what) => this.#changed(what));
    studio.on("left", ({ file, left }) => this.#offer(file, left));
    studio.on("book", () => this.#find());
    studio.on("unreadable", ({ file, message }) => this.#unreadable(file, message));
    studio.on("gone", () => this.#gone());
    studio.on("elsewhere", ({ root }) => this.#gone(`The studio that answers here now shows another folder, ${root}.`));
    window.addEventListener("beforeunload", (event) => this.#leave(event));
  }

  /** The language server that the editors talk to. */
  set server(server) {
    this.#server = server;
  }

  get all() {
    return [...this.#open.values()];
  }

  /** The editor of the text that is shown. */
  get view() {
    return this.shown?.view ?? null;
  }

  /** Open a file, or find it open; gives it. */
  open(name, visible = true) {
    if (this.#open.has(name)) {
      if (visible) this.show(name);
      return Promise.resolve(this.#open.get(name));
    }
    if (!this.#opening.has(name)) {
      const opening = this.#load(name).finally(() => this.#opening.delete(name));
      this.#opening.set(name, opening);
    }
    return this.#opening.get(name).then((file) => { if (visible) this.show(name); return file; });
  }

  async #load(name) {
    const found = await this.#studio.ask("open", { file: name });
    const file = new File(name, found);
    file.send = later(PAUSE, () => this.#send(file), MOST);
    file.view = new EditorView({ parent: this.#place, state: this.#state(file, found.text) });
    file.view.dom.hidden = true;
    this.#open.set(name, file);
    this.#drawTabs();
    this.#offer(name, found.left);
    if (file.isBlank && this.all.every((each) => each.isBlank)) this.#begin(file);  // beside a book that is written it is a part of it, more likely
    return file;
  }

  show(name) {
    const file = this.#open.get(name);
    if (!file) return;
    for (const each of this.#open.values()) each.view.dom.hidden = each !== file;
    const other = this.shown !== file;
    this.shown = file;
    this.#drawTabs();
    file.view.requestMeasure();
    if (other) this.#studio.tell("shown", file);
  }

  async close(name) {
    const file = this.#open.get(name);
    if (!file) return;
    if (!file.isSaved && !confirm(`${name} is not saved. Close it and give up what is not saved?`)) return;
    await this.#studio.ask("close", { file: name });
    file.view.destroy();
    this.#open.delete(name);
    for (const what of ["blank", "changed", "save", "together", "unkept"]) this.drop(`${what} ${name}`);
    this.#studio.tell("closed", file);
    if (this.shown === file) {
      this.shown = null;
      const next = this.#open.keys().next().value;
      if (next) this.show(next);
    }
    this.#drawTabs();
  }

  /**
   * Save the text that is shown, or another one; with it all in which one of its changes was made, or taken back, and that are not
   * saved yet; and so on with those, for each is saved with all its changes.
   */
  async save(file = this.shown) {
    if (!file) return;
    const due = new Set([file]);
    for (const each of due) {  // what is added on the way comes, too
      const which = each.together.which();
      for (const other of this.all) if (!other.isSaved && other.together.which(true).some((its) => which.includes(its))) due.add(other);
    }
    for (const each of due) await this.#save(each);
  }

  /** One save of a file after another: each has to know what the one before has left on disk. */
  #save(file) {
    return file.saving = file.saving.then(() => this.#write(file));
  }

  async #write(file) {
    const text = file.text;
    if (!fits(text, this.#most)) return this.#tooLong(file, true);
    file.isBeingSaved = true;
    const isOnDisk = file.together.write();
    try {
      await file.send.now();
      const found = await this.#studio.ask("save", { file: file.name, text, digest: file.digest });
      Object.assign(file, { disk: text, digest: found.digest, isNew: false, side: found.side });
      if (found.side === null) file.kept = null;
      this.#unkept(file, found.unkept);
      isOnDisk();
      this.drop(`changed ${file.name}`);
      this.drop(`save ${file.name}`);
      this.#studio.tell("saved", file);
    } catch (failure) {
      if (failure.kind === "gone") return this.#gone();
      if (failure.kind === "cancelled") return;
      if (failure.kind !== "changed") return this.note(`save ${file.name}`, failure.message, this.#takeAway());
      this.#changed({ file: file.name, text: failure.text, digest: failure.digest, here: failure.here });
    } finally {
      file.isBeingSaved = false;
    }
    this.#drawTabs();
  }

  /** Put the cursor at the head of a chapter, or at a line of a file. */
  async goTo(name, line, { focus = true } = {}) {
    const file = await this.open(name);
    const { doc } = file.view.state, at = doc.line(Math.min(Math.max(line, 1), doc.lines)).from;
    file.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "start", yMargin: 40 }) });
    if (focus) file.view.focus();
  }

  /** Where a chapter begins in the texts that are open: a file and a line; null if nowhere. */
  find(chapter) {
    for (const file of [this.shown, ...this.#open.values()]) {
      const line = file && headOf(file.view.state.doc, chapter);
      if (line) return { file, line };
    }
    return null;
  }

  /** The chapter that the cursor is in. */
  get chapter() {
    const state = this.view?.state;
    return state ? chapterAt(state.doc, state.selection.main.head) : null;
  }

  // ---- what stands above the text -----------------------------------------------------------------------

  /** A line above the text, with buttons; a line with the same key is replaced. */
  note(key, words, buttons = {}) {
    this.drop(key);
    const line = h("div", { class: "note", role: "alert", "data-key": key }, h("span", {}, words));
    for (const [label, call] of Object.entries(buttons)) {
      line.append(h("button", { type: "button", onclick: () => { if (call() !== false) { line.remove(); this.view?.focus(); } } }, label));
    }
    line.append(h("button", { type: "button", class: "quiet", "aria-label": "Hide this", onclick: () => line.remove() }, "×"));
    this.#notes.append(line);
  }

  /** Take a line away again. */
  drop(key) {
    for (const each of [...this.#notes.children]) if (each.dataset.key === key) each.remove();
  }

  #begin(file) {
    for (const each of this.all) this.drop(`blank ${each.name}`);
    this.note(`blank ${file.name}`, `${file.name} is empty: write, or begin with a small book to write over.`, {
      "Begin with the starter": () => { this.#studio.ask("starter").then((text) => this.#replace(file, text), (failure) => this.#studio.complain(failure)); },
    });
  }

  /** What pages that are gone have not saved of other files of this book. */
  async #find() {
    const found = await this.#studio.ask("left").catch(() => ({}));
    for (const [name, left] of Object.entries(found)) if (!this.#open.has(name)) this.#offer(name, left);
  }

  /** What pages that are gone have not saved stays on disk until it is taken or dropped; × only hides the note. */
  #offer(name, left) {
    for (const { side, text, time } of left) {
      const key = `left ${name} ${side}`;
      const drop = () => this.#studio.ask("drop", { file: name, side }).catch((failure) => this.#studio.complain(failure));
      const opened = () => this.#studio.openFile(name);
      const take = async () => {
        const file = await opened();
        if (!file) return;
        this.drop(key);  // opening it offers its text again
        this.#replace(file, text);
        const found = await file.send.now();
        if (found?.unkept === null) drop();  // else what lies there is the only copy on disk
      };
      const show = async () => {
        const file = await opened();
        if (file) compare(file.isSaved ? `${name} on disk` : `${name} as it is here`, file.text, "not saved", text);
      };
      const when = new Date(time * 1000).toLocaleString("en", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hour12: false });
      this.note(key, `${name}: text was found that was not saved, written ${when}.`, {
        "Take it": () => { take(); },
        "Drop it": () => { drop(); },
        Compare: () => { show(); return false; },
      });
    }
  }

  #gone(why = "The studio does not answer.") {
    const words = `${why} What you write now is only in this page: do not close it. Start the studio again with “${this.#studio.again}” and open the address that it prints in this browser; then this page can save again. Or take the text with you.`;
    const told = [...this.#notes.children].find((each) => each.dataset.key === "gone");
    if (told?.firstChild.textContent !== words) this.note("gone", words, this.#takeAway());
  }

  #takeAway() {
    return { "Download the text": () => { this.#download(); return false; } };
  }

  /** What is not saved, as files; all texts if there is nothing else. */
  #download() {
    const waiting = this.all.filter((file) => !file.isSaved);
    for (const file of waiting.length ? waiting : this.all) download(file.name.replaceAll("/", "-"), file.text, "text/plain");
  }

  #changed({ file: name, text, digest, here }) {
    const file = this.#open.get(name);
    if (!file || digest === file.digest) return;
    if (digest && text === file.text) {
      Object.assign(file, { disk: text, digest, isNew: false });
      this.drop(`changed ${name}`);
    } else if (digest && file.text === file.disk) {
      this.#loadText(file, text, digest);
    } else if (digest) {
      this.#conflict(file, text, digest, here);
    } else {  // removed: what stands here is the only copy; its text on disk is remembered, for the file may come back with another
      Object.assign(file, { digest, isNew: true });
      file.send();
      this.#removed(file);
    }
    this.#drawTabs();
  }

  #unreadable(name, why) {
    if (why) return this.note(`unreadable ${name}`, `Another program has changed ${name}. ${why}. Your text here is as it was.`, this.#takeAway());
    for (const key of ["unreadable", "save"]) this.drop(`${key} ${name}`);
  }

  /** `here`: whether another window of this studio saved the file. */
  #conflict(file, text, digest, here) {
    const who = here ? "saved in another window of the studio" : "changed by another program";
    this.note(`changed ${file.name}`, `${file.name} was ${who}, and you have changed it here.`, {
      "Keep mine": () => { Object.assign(file, { disk: text, digest, isNew: false }); this.save(file); },
      "Load theirs": () => this.#loadText(file, text, digest),
      Compare: () => { compare("on disk", text, "here", file.text); return false; },
    });
  }

  #removed(file) {
    this.note(`changed ${file.name}`, `${file.name} was removed by another program. Its text is still here, and is not saved.`, {
      "Save it again": () => { this.save(file); },
    });
  }

  #loadText(file, text, digest) {
    this.drop(`changed ${file.name}`);
    Object.assign(file, { disk: text, digest, isNew: false });
    this.#replace(file, text);
  }

  /** Another text; the cursor stays where it is. One step of undo brings the old one back, whatever was typed just before. */
  #replace(file, text) {
    const old = file.text;
    let start = 0, end = 0;
    while (start < Math.min(old.length, text.length) && old[start] === text[start]) start++;
    while (end < Math.min(old.length, text.length) - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    file.view.dispatch({
      changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) },
      annotations: isolateHistory.of("full"),
    });
  }

  /** The page is to go: the browser asks first if something is on no disk yet, and meanwhile the desk learns it. */
  #leave(event) {
    const waiting = this.all.filter((file) => !file.isSafe);
    for (const file of waiting) file.send.now();
    if (waiting.length) event.preventDefault();
  }

  // ---- editors --------------------------------------------------------------------------------------------

  /** The desk learns the text, and keeps it if it is not saved; gives its answer, or null. */
  async keep(file) {
    const { doc } = file.view.state, text = file.text;
    if (!fits(text, this.#most)) return this.#tooLong(file);
    try {
      const found = await this.#studio.ask("edit", { file: file.name, text, saved: file.isSaved ? file.digest : null, digest: file.digest, side: file.side });
      Object.assign(file, { side: found.side, kept: found.unkept === null ? doc : null });
      this.#unkept(file, found.unkept);
      return found;
    } catch (failure) {
      this.#studio.complain(failure);
      return null;
    }
  }

  /** Say once why a text cannot be kept, until it can. */
  #unkept(file, why) {
    const key = `unkept ${file.name}`, told = file.unkept === why;
    file.unkept = why;
    if (why === null) return this.drop(key);
    if (!told) this.note(key, `${file.name}: until you save it, what you write is only in this page. It cannot be kept in a file beside the book: ${why}.`, this.#takeAway());
  }

  /** Say that a text is too long to be kept or saved: once, or `again`; gives null. */
  #tooLong(file, again = false) {
    const megabytes = (number) => `${Math.ceil((number / 2 ** 20) * 10) / 10} MB`;
    const words = `${file.name} has ${megabytes(bytes(file.text))}, and the studio takes no more than ${megabytes(this.#most)}. Until it is shorter, it cannot be saved, and what you write is only in this page.`;
    if (again || file.unkept !== words) this.note(`unkept ${file.name}`, words, this.#takeAway());
    Object.assign(file, { kept: null, unkept: words });
    return null;
  }

  /** The same; later, when the desk has read the text, all panels hear of it. */
  async #send(file) {
    const found = await this.keep(file);
    if (found) this.book(file).then((book) => { if (book !== null) this.#studio.tell("edited", { file, book }); });
    return found;
  }

  /** The book that a file belongs to; null if that cannot be told. */
  book(file) {
    return this.#studio.ask("book", { file: file.name }).catch((failure) => { this.#studio.complain(failure); return null; });
  }

  /** After a new connection: the desk learns what is open, and tells what was changed on disk meanwhile, or cannot be read any more. */
  async resend() {
    this.drop("gone");
    for (const file of this.#open.values()) {
      this.drop(`unreadable ${file.name}`);
      await this.#send(file);
    }
  }

  #state(file, text) {
    return EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(), foldGutter(), lintGutter(), highlightSpecialChars(), history(), drawSelection(), highlightActiveLine(),
        highlightActiveLineGutter(), highlightSelectionMatches(), search({ top: true }), autocompletion(),
        EditorView.lineWrapping, EditorState.tabSize.of(4), indentUnit.of("    "),
        language(this.#words), colours, folding, theme,
        EditorView.contentAttributes.of({ "aria-label": `Text of ${file.name}`, spellcheck: "false" }),
        keymap.of([
          { key: "Mod-s", run: () => { this.save(file); return true; }, preventDefault: true },
          { key: "Mod-z", run: () => this.#everywhere(file, undo) },
          ...[{ key: "Mod-y", mac: "Mod-Shift-z" }, { linux: "Ctrl-Shift-z" }].map((keys) => ({ ...keys, run: () => this.#everywhere(file, redo) })),
          ...completionKeymap, ...lintKeymap, ...searchKeymap, ...foldKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab,
        ]),
        this.#server.plugin(file.uri),
        this.#studio.extensions,
        EditorView.updateListener.of((update) => this.#updated(file, update)),
      ],
    });
  }

  /** Undo or redo a change that was made in several files in all of them; false if that is not what comes next in this one. */
  #everywhere(file, step) {
    const which = file.together.next(file.view, step);
    if (!which) return false;
    const ready = this.all.filter((each) => each.together.next(each.view, step) === which), others = which.uris.filter((uri) => !ready.some((each) => each.uri === uri));
    if (others.length) {
      const names = others.map((uri) => decodeURIComponent(uri.split("/").pop())).join(", ");
      this.note(`together ${file.name}`, `The same change was made in ${names}. Since then that text has changed again, or was closed. Undo that first: if you undo only here, the files no longer fit together.`, {
        "Only here": () => { step(file.view); },
      });
      return true;
    }
    for (const each of ready) step(each.view);
    return true;
  }

  #updated(file, update) {
    for (const each of update.transactions) file.together.hear(each);
    if (update.docChanged) {
      file.send();
      if (!file.isBlank) this.drop(`blank ${file.name}`);
      this.drop(`together ${file.name}`);
      this.#drawTabs();
      this.#studio.tell("typed", file);
    }
    if ((update.docChanged || update.selectionSet) && file === this.shown) this.#studio.tell("cursor", file);
  }

  #drawTabs() {
    const names = [...this.#open.keys()];
    const now = names.map((name) => `${name}${this.#open.get(name).isSaved ? "" : "*"}`).join("\n") + `\n${this.shown?.name}`;
    if (now === this.drawn) return;
    this.drawn = now;
    const focused = this.#tabs.contains(document.activeElement);
    this.#tabs.replaceChildren(...names.map((name) => this.#tab(this.#open.get(name))));
    const shown = this.#tabs.querySelector("[aria-current]");
    shown?.parentNode.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (focused) shown?.focus();
    document.title = `${this.shown && !this.shown.isSaved ? "● " : ""}${this.shown?.name ?? "gamebook studio"}`;
  }

  #tab(file) {
    const shown = file === this.shown, saved = file.isSaved;
    return h("span", { class: "tab" },
      h("button", {
        type: "button", class: "name", "aria-current": shown ? "true" : null, "data-file": file.name,
        title: saved ? file.name : `${file.name} is not saved (Ctrl+S)`,
        onclick: () => { this.show(file.name); },
      }, file.name, saved ? null : h("span", { class: "unsaved", "aria-label": "not saved" }, " ●")),
      h("button", { type: "button", class: "quiet", "aria-label": `Close ${file.name}`,
        onclick: () => this.close(file.name) }, "×"),
    );
  }
}

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "var(--text-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--ink)", paddingBottom: "40vh" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--active)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--select)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--match)" },
  ".cm-searchMatch": { backgroundColor: "var(--match)", outline: "1px solid var(--faint)" },
  ".cm-panels": { backgroundColor: "var(--soft)", color: "var(--ink)" },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-tooltip": { backgroundColor: "var(--soft)", color: "var(--ink)", border: "1px solid var(--line)", maxWidth: "36rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-textfield": { backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--paper)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--soft)", border: "none", color: "var(--faint)", padding: "0 .5em" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", color: "var(--ink)" },
  ".cm-diagnosticSource": { opacity: "1", color: "var(--faint)", fontSize: "85%" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", borderRadius: "3px", padding: ".15em .5em" },
});
