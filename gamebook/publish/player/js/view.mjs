// The page around a play: it shows events as they come and asks for choices. Everything that comes from a book is put
// in as text, but for prose, whose markup was made safe when the page was published.

import { Advice } from "./advice.mjs";
import { nearest } from "./numbers.mjs";
import { Play } from "./play.mjs";

const MOST_SEED = 1_000_000;
/** What a roll can bring in any book. */
const OUTCOMES = new Set(["passed", "failed", "lucky", "unlucky", "higher", "lower", "equal"]);
const $ = (id) => document.getElementById(id);

/** An element with classes and children; a child that is text stays text. */
function made(tag, classes, ...children) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  element.append(...children);
  return element;
}

class Page {
  constructor(book, words) {
    this.book = book;
    this.words = words;
    this.advice = book.advice ? new Advice(book.advice) : null;
    this.kept = `gamebook ${book.fingerprint} ${JSON.stringify([book.settings, book.mode, book.given])}`;
    this.play = null;
    this.round = { number: 0, due: false, rolled: false };
    this.fighting = false;
    this.foes = [];
    this.making = true; // the hero, before the first chapter
    this.#listen();
    this.#title();
  }

  /** A phrase, its holes filled in. */
  say(key, holes = {}) {
    return this.words[key].replace(/\{(\w+)\}/g, (_, name) => holes[name] ?? "");
  }

  /** A number as the language writes it: `57,14 %`. */
  figure(number) {
    return String(number).replace(".", this.words.decimal).replace("%", this.words.percent);
  }

  /** What a name is called in words. */
  called(name, count = 1) {
    const forms = this.book.shown.called[name];
    return forms ? forms[count === 1 ? 0 : 1] : name;
  }

  /** The words of a choice; of one that has none, where it leads. */
  choice(label) {
    const { numbers, turn } = this.book.shown;
    const chapter = label.replace(/^-> /, "");
    let words = this.called(label);
    if (chapter !== label && chapter in numbers) words = turn.replace("{n}", numbers[chapter]);
    return words.charAt(0).toUpperCase() + words.slice(1);
  }

  /** What an ending is called; the words of a rule system for it begin small in print. */
  ended(name) {
    const words = this.called(name);
    return words === name ? name : words.charAt(0).toUpperCase() + words.slice(1);
  }

  /** The outcome of a roll, in the language of the page where it is one that every book has. */
  outcome(row) {
    const key = { pass: "passed", fail: "failed" }[row] ?? row;
    return OUTCOMES.has(key) ? this.say(key) : this.called(row);
  }

  // ---- doors ------------------------------------------------------------------------------------------------

  #listen() {
    $("undo").onclick = () => this.#undo();
    $("menu-open").onclick = () => $("menu").showModal();
    $("menu-close").onclick = () => $("menu").close();
    $("new").onclick = () => {
      if (this.play && !this.play.isOver && !window.confirm(this.say("new-sure"))) return;
      $("menu").close();
      this.#title(true);
    };
    $("save").onclick = () => this.#download("play.json", JSON.stringify(this.play.saved(), null, 1));
    $("log").onclick = () => {
      const lines = this.play.log().map((event) => `${JSON.stringify(event)}\n`);
      this.#download("log.jsonl", lines.join(""));
    };
    $("file").onchange = (event) => this.#open(event.target);
    $("sheet-toggle").onclick = () => {
      const open = $("sheet").classList.toggle("open");
      $("sheet-toggle").setAttribute("aria-expanded", String(open));
    };
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || $("menu").open || event.target.matches("input")) return;
    if (event.key === "u") this.#undo();
    const choice = /^[0-9]$/.test(event.key) && document.querySelector(`.choices button[data-key="${event.key}"]`);
    if (choice) choice.click();
  }

  /** The title, from where a play begins or goes on; `fresh` if a play was given up. */
  #title(fresh = false) {
    if (fresh) this.#forget();
    this.play = null;
    const seed = made("input");
    seed.type = "number";
    seed.min = "0";
    seed.id = "seed";
    seed.value = /^#seed=(\d{1,15})$/.exec(location.hash)?.[1] ?? Math.floor(Math.random() * MOST_SEED);
    const label = made("label", "", this.say("seed"), seed);
    const more = made("details", "seed", made("summary", "", this.say("seed")), label, made("p", "", this.say("seed-help")));
    const buttons = made("div", "begin");
    const saved = this.#remembered();
    if (saved) buttons.append(this.#button("continue", () => this.#resume(saved), "first"));
    buttons.append(this.#button("begin", () => this.#begin(Number(seed.value)), saved ? "" : "first"));
    buttons.append(this.#button("open", () => $("file").click()));
    const { title, author } = this.book;
    const heading = made("h2", "", this.called(title) || this.say("story"));
    const by = author ? [made("p", "author", this.say("by", { author: this.called(author) }))] : [];
    $("page").replaceChildren(made("section", "title", heading, ...by, buttons, ...this.#front(), more));
    this.#stand();
  }

  /** The pages before the story, each to be opened. */
  #front() {
    return (this.book.front ?? []).map(({ title, html }) => {
      const text = made("div", "text");
      text.innerHTML = html; // made safe by `gamebook publish`
      return made("details", "front", made("summary", "", title), text);
    });
  }

  #button(key, act, classes = "") {
    const button = made("button", classes, this.say(key));
    button.type = "button";
    button.onclick = act;
    return button;
  }

  #begin(seed) {
    this.play = new Play(this.book, Number.isSafeInteger(seed) && seed >= 0 ? seed : 0);
    this.#show(this.play.begin(), true);
  }

  #resume(saved) {
    this.play = new Play(this.book, saved.seed, saved.hero);
    const events = this.play.follow(saved.moves);
    const whole = saved.book === this.book.fingerprint && this.play.session.moves.length === saved.moves.length;
    this.#show(whole ? events : [{ event: "note", text: this.say("changed") }, ...events], true);
  }

  #undo() {
    const events = this.play?.back() ?? [];
    if (events.length) this.#show(events, true);
  }

  // ---- what is kept -----------------------------------------------------------------------------------------
  // A browser may keep nothing, for example in a private window: the play goes on all the same.

  #remember() {
    try {
      localStorage.setItem(this.kept, JSON.stringify(this.play.saved()));
    } catch {
      // nothing is kept
    }
  }

  #remembered() {
    try {
      const saved = JSON.parse(localStorage.getItem(this.kept));
      return saved && isSaved(saved) ? saved : null;
    } catch {
      return null;
    }
  }

  #forget() {
    try {
      localStorage.removeItem(this.kept);
    } catch {
      // nothing was kept
    }
  }

  #download(name, text) {
    const link = made("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = `${this.book.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "book"}-${name}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  async #open(input) {
    const file = input.files[0];
    input.value = "";
    if (!file) return;
    let saved = null;
    try {
      saved = JSON.parse(await file.text());
    } catch {
      // no JSON: told below
    }
    const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
    $("menu").close();
    if (!saved || !isSaved(saved) || saved.title !== this.book.title) return window.alert(this.say("bad-file"));
    const elsewhere =
      saved.chapter ||
      Object.keys(saved.sheet ?? {}).length ||
      !same(saved.settings, this.book.settings) ||
      (saved.mode ?? null) !== this.book.mode ||
      saved.moves.some(([kind]) => kind === "reply"); // a rival who played to win: here he moves by lot
    if (elsewhere) return window.alert(this.say("elsewhere"));
    try {
      this.#resume(saved);
    } catch {
      this.#title();
      window.alert(this.say("bad-file"));
    }
  }

  // ---- events -----------------------------------------------------------------------------------------------

  #choose(number) {
    const events = this.play.choose(number);
    this.#show(events, events.some(({ event }) => event === "chapter"));
  }

  /** Show what happened, on a new page or below what stands there. */
  #show(events, fresh) {
    const page = $("page");
    document.querySelectorAll(".choices, .foes, .hint").forEach((each) => each.remove());
    this.part = made("section", "part");
    this.part.tabIndex = -1;
    this.line = null;
    this.making = !this.play.session.chapter || events[0].event === "book";
    this.headed = !fresh && page.querySelector(CHAPTER) !== null;
    events.forEach((event) => this.#event(event));
    if (fresh) page.replaceChildren(this.part);
    else page.append(this.part);
    this.#remember();
    this.#stand();
    const chapters = this.part.querySelectorAll(CHAPTER);
    if (fresh) window.scrollTo(0, 0);
    (fresh && chapters.length === 1 ? chapters[0] : this.part).focus({ preventScroll: fresh });
  }

  #event(event) {
    if (event.fought === "over") {
      this.fighting = false;
      this.line = null;
    } else if (event.fought > 0) {
      this.fighting = true;
      this.round = { number: event.fought, due: true, rolled: false };
    }
    const show = SHOWN[event.event];
    if (show) show(this, event);
  }

  /** A short line about dice or the sheet; in a fight a line for each round. */
  note(...children) {
    if (this.fighting && this.round.due) this.#nextLine();
    const goesOn = this.line && this.fighting && this.part.lastElementChild === this.line.parentElement;
    if (goesOn) {
      this.line.append(made("span", "then", ...children));
      return;
    }
    this.line = made("li", "", made("span", "", ...children));
    const last = this.part.lastElementChild;
    if (last?.classList.contains("notes")) last.append(this.line);
    else this.part.append(made("ul", "notes", this.line));
  }

  put(element) {
    this.line = null;
    this.part.append(element);
  }

  /** A roll of the dice: the first one of a round has the round's number, also after a menu. */
  roll(event) {
    if (this.fighting && this.round.number && !this.round.rolled) {
      this.round.rolled = true;
      if (this.line !== this.round.line || !this.line) this.#nextLine();
    }
    const { value } = event;
    const label = this.called(event.label);
    const row = event.row === String(value) ? "" : this.outcome(event.row);
    const passed = this.say(value ? "passed" : "failed");
    switch (event.what) {
      case "test":
        return this.note(this.say("test", { label, row: row || passed }));
      case "compare":
        return this.note(this.say("compare", { label, row: row || String(value) }));
      case "chance":
        return row && this.note(row);
    }
    const words = this.say(row ? "roll-row" : "roll", { label, value: "\0", row }).split("\0");
    return this.note(words[0], made("span", "die", String(value)), words[1]);
  }

  /** A new line with the number of the round. */
  #nextLine() {
    this.round.due = false;
    this.line = null;
    this.note(made("b", "", this.say("round", { n: this.round.number })));
    this.round.line = this.line;
  }

  change(changed, before, after) {
    const foe = this.foes.find((each) => changed.startsWith(`${each} `));
    const kind = this.book.variables.find((variable) => variable.name === changed);
    const n = Math.abs(after - before);
    const count = kind?.kind === "item" ? n : kind?.kind === "number" ? 2 : 1;
    let name = this.called(changed, count);
    if (foe && !kind) name = `${this.called(foe)} ${this.called(changed.slice(foe.length + 1))}`;
    if (kind?.kind === "initial") {
      const stat = this.book.variables.find(({ cap }) => this.book.variables[cap] === kind);
      name = this.say("initial-name", { name: this.called(stat.name) });
    }
    switch (kind?.kind) {
      case "item": {
        const key = `${after > before ? "gain" : "lose"}${kind.high > 1 ? "-n" : ""}`; // of one there is only “the”
        const now = Math.max(after, before) > 1 ? ` ${this.say("now", { n: after })}` : "";
        return this.note(this.say(key, { n, name }) + now);
      }
      case "codeword":
        return this.note(this.say(after > before ? "note" : "erase", { name }));
      case "one-of":
        return this.note(this.say("becomes", { name, after: this.called(kind.values[after]) }));
    }
    return this.note(this.say(this.making ? "becomes" : "change", { name, before, after }));
  }

  /** A choice; where an amount is chosen, words say what it is, and the key for each is its own digit. */
  menu({ name, options, fight, html }) {
    const amounts = this.play.moment.step.amount && options.every((label) => /^\d+$/.test(label));
    const keys = options.map((label, n) => (amounts ? label : String(n + 1)));
    const typed = keys.every((key) => key.length === 1) || !amounts; // else the key for 1 could not be the one for 12
    const asked = amounts ? this.#amount(name, options) : this.say("choices");
    const buttons = options.map((label, n) => {
      const text = made("span", "label", this.choice(label));
      if (html?.[n]) text.innerHTML = html[n]; // made safe by `gamebook publish`
      text.dir = "auto";
      const button = made("button", "", ...(amounts ? [] : [made("span", "number", keys[n])]), text);
      if (typed) button.dataset.key = keys[n];
      button.type = "button";
      button.onclick = () => this.#choose(n);
      return made("li", "", button);
    });
    const list = made("ul", fight ? "choices fight" : "choices", ...buttons);
    list.setAttribute("aria-label", asked);
    if (fight) this.put(made("div", "foes", ...this.#foes()));
    if (amounts) this.put(made("p", "amount", asked));
    this.put(list);
    if (this.advice) this.part.append(made("p", "hint", this.#button("hint", () => this.#hint())));
  }

  /** `stake: a number from 5 to 7` */
  #amount(name, options) {
    const [low, high] = [options[0], options.at(-1)];
    const row = options.length > 1 ? this.say("amount", { low, high }) : low;
    return this.say("compare", { label: this.called(name), row });
  }

  async #hint() {
    const hint = document.querySelector(".hint");
    const found = await this.advice.look(this.play.session).catch(() => null); // an old browser cannot unpack it
    if (!hint.isConnected) return null; // the reader has chosen meanwhile
    if (!found) return hint.replaceChildren(this.say("hint-none"));
    document.querySelectorAll(".choices li").forEach((item, n) => {
      const best = n === found.best ? `, ${this.say("hint-best")}` : "";
      item.firstChild.append(made("span", "worth", `${this.figure(found.options[n])}${best}`));
    });
    return hint.replaceChildren(this.say(this.book.advice.wins ? "hint-win" : "hint-points", { now: this.figure(found.now) }));
  }

  over({ ending, kind, points }) {
    const name = ending === kind ? this.say(kind === "ending" ? "ending" : kind) : ending;
    const said = { "soft lock": this.say("stuck"), endless: this.say("endless") }[this.play.session.moment.kind]; // an author's words may be the same
    const above = said || ending === kind ? [] : [made("p", "kind", this.say(kind))];
    const score = this.book.counts_points ? [made("p", "", this.say("score", { total: this.figure(points) }))] : [];
    const buttons = made("p", "begin", this.#button("undo", () => this.#undo()), this.#button("new", () => this.#title(true), "first"));
    this.put(made("div", `end ${kind}`, ...above, made("p", "name", said ?? this.ended(name)), ...score, buttons));
  }

  /** The foes of the fight that goes on, and their numbers. */
  #foes() {
    const { fight, sheet } = this.play.session;
    return (fight?.foes ?? []).map(({ name, stats }) => {
      const values = stats.map(([stat, place]) => `${this.called(stat)} ${sheet[place]}`);
      return made("p", "foe", made("b", "", this.called(name)), ` ${values.join(", ")}`);
    });
  }

  // ---- the sheet --------------------------------------------------------------------------------------------

  /** What the reader has written down, beside the story. */
  #stand() {
    const { play } = this;
    for (const id of ["save", "log"]) $(id).disabled = !play;
    $("undo").disabled = !play || !play.session.moves.some(([kind]) => kind === "choose");
    $("sheet").hidden = !play;
    if (!play) return;
    const { sheet } = play.session;
    const rows = [];
    const lists = { item: [], codeword: [] };
    this.book.variables.forEach(({ name, kind, sheet: shown, values, cap, high }, place) => {
      const value = sheet[place];
      if (!shown) return;
      if (kind in lists) {
        if (value) lists[kind].push(high === 1 ? this.called(name) : `${this.called(name, value)} × ${value}`);
        return;
      }
      const first = cap !== undefined && sheet[cap] !== value ? ` ${this.say("initial", { n: sheet[cap] })}` : "";
      rows.push([this.called(name, kind === "number" ? 2 : 1), values ? this.called(values[value]) : String(value), first]);
    });
    const { points } = play.session;
    if (this.book.counts_points || points.top) rows.push([this.say("score-so-far"), this.figure(nearest(points)), ""]);
    const list = made("dl", "stats");
    for (const [name, value, first] of rows) {
      list.append(made("div", "", made("dt", "", name), made("dd", "", made("b", "", value), made("small", "", first))));
    }
    const parts = rows.length ? [list] : [];
    for (const [kind, key] of [["item", "carry"], ["codeword", "codewords"]]) {
      if (lists[kind].length) parts.push(made("h3", "", this.say(key)), made("p", "", lists[kind].join(", ")));
    }
    const foes = this.#foes();
    if (foes.length) parts.push(made("h3", "", this.say("foes")), ...foes);
    $("sheet-full").replaceChildren(...(parts.length ? parts : [made("p", "", this.say("nothing"))]));
    const short = rows.slice(0, 4).map(([name, value]) => made("span", "", `${name} `, made("b", "", value)));
    $("sheet-short").replaceChildren(...(short.length ? short : [this.say("sheet")]));
  }
}

/** The head of a chapter; below it a fight has one of the next level, and where there is none, of its level. */
const CHAPTER = "h2:not(.fight)";

/** How each event is shown; the rest is not. */
const SHOWN = {
  chapter(page, { chapter, title }) {
    page.fighting = page.making = false;
    page.headed = true;
    const { numbers, titles } = page.book.shown;
    const number = String(numbers[chapter] ?? chapter);
    const heading = made("h2", "", titles && title ? `${number} · ${page.called(title)}` : number);
    heading.tabIndex = -1;
    heading.dir = "auto";
    page.put(heading);
  },
  prose(page, { html }) {
    const prose = made("div", "text");
    prose.innerHTML = html; // made safe by `gamebook publish`
    page.put(prose);
  },
  fight(page, { title }) {
    page.fighting = true;
    page.round = { number: 0, due: false, rolled: false };
    page.foes = title.split(", ");
    const foes = page.foes.map((foe) => page.called(foe)).join(", ");
    page.put(made(page.headed ? "h3" : "h2", "fight", page.say("fight", { foes })));
  },
  roll: (page, event) => page.roll(event),
  change(page, { changes }) {
    for (const [name, [before, after]] of Object.entries(changes)) page.change(name, before, after);
  },
  points(page, { earned, total }) {
    const signed = page.figure(earned > 0 ? `+${earned}` : earned);
    page.note(page.say(Math.abs(earned) === 1 ? "point" : "points", { earned: signed, total: page.figure(total) }));
  },
  ledger(page, { columns: { hidden, shown } }) {
    page.note(`[${hidden ? page.say("hidden", { columns: shown }) : shown}]`);
  },
  note: (page, { text }) => page.note(page.play.moment.kind === "chance" ? page.say("stopped") : text),
  choose(page, { label, by, html }) {
    if (by === "nobody") return; // the only option in a fight is a part of the round
    page.line = null;
    const taken = made("p", "taken", by === "rival" ? page.say("rival", { label: page.choice(label) }) : page.choice(label));
    if (html && by !== "rival") taken.innerHTML = html; // made safe by `gamebook publish`
    taken.dir = "auto";
    page.put(taken);
  },
  menu(page, event) {
    page.fighting &&= event.fight;
    page.round.due = false; // what the reader does before the roll stands below the menu
    page.menu(event);
  },
  end: (page, event) => page.over(event),
};

function isSaved(saved) {
  const moves = Array.isArray(saved.moves) && saved.moves.every((move) => Array.isArray(move) && move.length === 3);
  return saved.format === "gamebook play 1" && Number.isSafeInteger(saved.seed) && saved.seed >= 0 && moves;
}

/** Open the page: the book and the words stand in it as data. */
export function open() {
  const data = (id) => JSON.parse($(id).textContent);
  new Page(data("book"), data("words"));
}
