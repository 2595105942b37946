// What if: sliders and boxes change the book for a moment; what it is then worth stands beside what it was before.
import { UNKNOWN, columns } from "../columns.js";
import { h, later } from "../dom.js";

const SOON = 60, DETAILS = 500, MOST_ROWS = 40;
const KINDS = { item: "items", codeword: "codewords", value: "values", option: "what fights and rules offer" };

export const panel = {
  name: "whatif",
  title: "What if",
  open(studio, place) { new WhatIf(studio, place); },
};

class WhatIf {
  #studio;
  #known = "";
  #things = null;
  #stats = {};
  #settings = {};
  #without = new Map();
  #before = null;
  #now = null;
  #dirty = true;

  constructor(studio, place) {
    this.#studio = studio;
    place.classList.add("whatif-panel");
    this.wishes = h("form", { class: "wishes", "aria-label": "What if", onsubmit: (event) => event.preventDefault() });
    this.note = h("p", { class: "play-note", role: "status", hidden: true });
    this.results = h("section", { class: "results", "aria-label": "What it is worth", "aria-live": "polite" });
    this.rows = h("section", { class: "rows", "aria-label": "Chapters that change" });
    place.append(
      h("div", { class: "toolbar", role: "toolbar", "aria-label": "What if" },
        h("button", { type: "button", title: "All as in the book", onclick: () => this.#reset() }, "Reset"),
        h("button", { type: "button", title: "What it is now becomes the column before", onclick: () => this.#pin() }, "Take as before")),
      this.note, h("div", { class: "both" }, this.wishes, h("div", { class: "found" }, this.results, this.rows)));
    studio.on("book", () => { this.#clear(); this.#load(); });
    studio.on("hero", () => { this.#stats = {}; this.#known = ""; this.#before = null; this.#load(); });
    studio.on("edited", later(600, () => this.#load()));
    studio.on("panel", (name) => { if (name === "whatif" && this.#dirty) this.#load(); });
    this.#load();
  }

  /** Another book is shown: nothing of the one before stays, neither its numbers nor what was wished for it. */
  #clear() {
    this.#known = "";
    this.#things = this.#before = this.#now = null;
    this.#stats = {};
    this.#settings = {};
    this.#without.clear();
    for (const each of [this.wishes, this.results, this.rows]) each.replaceChildren();
    this.#say("");
  }

  /** Ask what can be changed, and for both columns. */
  async #load() {
    const studio = this.#studio, { book } = studio;
    this.#dirty = true;
    if (studio.panel && studio.panel !== "whatif") return;
    if (!studio.book) return;
    this.#dirty = false;
    try {
      const found = await studio.ask("whatif.things"), kind = JSON.stringify(found);
      if (book !== studio.book) return;  // what can be changed in this one is asked for by now
      this.#things = found;
      this.#drop();
      if (kind !== this.#known) this.#draw();
      this.#known = kind;
      this.#say("");
    } catch (failure) {
      if (book !== studio.book) return;
      return this.#fail(failure);
    }
    if (!this.#before) this.#askBefore();
    this.#ask.now();
  }

  /** What was wished for something that the text no longer has is no wish; a stat stays in its range. */
  #drop() {
    const { stats, parameters, without } = this.#things;
    const ranges = new Map(stats.map(([name, low, high]) => [name, [low, high]]));
    for (const [name, value] of Object.entries(this.#stats)) {
      const range = ranges.get(name);
      if (range) this.#stats[name] = Math.min(Math.max(value, range[0]), range[1]);
      else delete this.#stats[name];
    }
    const names = new Set(parameters.map(([name]) => name));
    for (const name of Object.keys(this.#settings)) if (!names.has(name)) delete this.#settings[name];
    const there = new Set(without.map(([kind, name]) => `${kind} ${name}`));
    for (const key of this.#without.keys()) if (!there.has(key)) this.#without.delete(key);
  }

  #given() {
    return { hero: this.#studio.hero, stats: this.#stats, settings: this.#settings, without: [...this.#without.values()] };
  }

  async #askBefore() {
    const studio = this.#studio;
    try {
      const given = { hero: studio.hero, stats: {}, settings: {}, without: [] };
      this.#before = await studio.work("Before", studio.ask("whatif.before", given, studio.progress("Before")));
      this.#show();
    } catch (failure) {
      this.#fail(failure);
    }
  }

  #ask = later(SOON, async () => {
    const studio = this.#studio;
    this.results.classList.add("stale");
    this.#rowsAreOld();
    this.#more();
    try {
      const found = await studio.work("What if", studio.ask("whatif.value", this.#given(), studio.progress("What if")));
      this.#now = { ...found, part: true };
      this.results.classList.remove("stale");
      this.#say("");
      this.#show();
    } catch (failure) {
      this.#fail(failure);
    }
  });

  #more = later(DETAILS, async () => {
    const studio = this.#studio;
    try {
      this.#now = await studio.work("Details", studio.ask("whatif.details", this.#given(), studio.progress("Details")));
      this.results.classList.remove("stale");
      this.#show();
    } catch (failure) {
      this.#fail(failure);
    }
  });

  #fail(failure) {
    if (failure.kind === "cancelled" || failure.kind === "gone") return;
    if (failure.kind === "ended") { this.#dirty = true; return this.#say("A process has ended; move a slider once more."); }
    this.#say(failure.kind === "book" ? this.#studio.broken(`The book has errors; ${this.#now ? "these are the numbers from before" : "there are no numbers yet"}.`) : failure.message);
  }

  #say(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }

  #reset() {
    this.#stats = {};
    this.#settings = {};
    this.#without.clear();
    this.#before = null;
    if (this.#things) this.#draw();
    this.#load();
  }

  #pin() {
    if (!this.#now || this.#now.part) return;
    this.#before = this.#now;
    this.#show();
  }

  // ---- wishes -----------------------------------------------------------------------------------------------

  #draw() {
    const { stats, heroes, parameters, without } = this.#things;
    const hero = heroes[this.#studio.hero] ?? {};
    const sliders = [
      ...stats.map(([name, low, high, average]) => this.#slider(name, low, high, hero[name] ?? average, this.#stats, !(name in hero))),
      ...parameters.map(([name, value]) => this.#slider(name, Math.min(0, 2 * value), Math.max(10, 2 * value), value, this.#settings, false)),
    ];
    const groups = Object.entries(KINDS).map(([kind, title]) => [title, without.filter(([each]) => each === kind)]).filter(([, found]) => found.length);
    this.wishes.replaceChildren(
      ...(sliders.length ? [h("fieldset", {}, h("legend", {}, "Hero and parameters"), sliders)] : []),
      ...groups.map(([title, found]) => h("fieldset", {}, h("legend", {}, `Without: ${title}`), found.map((each) => this.#box(each)))),
      ...(sliders.length || groups.length ? [] : [h("p", { class: "faint" }, "This book rolls no hero and has no parameters and no items.")]));
  }

  /** A slider with a field; `rolled`: until it is moved, the dice decide. */
  #slider(name, low, high, value, wishes, rolled) {
    const id = `whatif-${name}`, now = wishes[name] ?? value;
    const told = h("output", { for: id }, name in wishes || !rolled ? now : "rolled");
    const range = h("input", { id, type: "range", min: Math.min(low, now), max: Math.max(high, now), value: now, oninput: () => {
      wishes[name] = Number(range.value);
      told.textContent = range.value;
      this.#ask();
    } });
    return h("div", { class: "slider" }, h("label", { for: id }, name), range, told);
  }

  #box([kind, name]) {
    const key = `${kind} ${name}`;
    const input = h("input", { type: "checkbox", checked: this.#without.has(key), onchange: () => {
      if (input.checked) this.#without.set(key, [kind, name]);
      else this.#without.delete(key);
      this.#ask.now();
    } });
    return h("label", { class: "box" }, input, name);
  }

  // ---- answers ----------------------------------------------------------------------------------------------

  /** The chapters that change are not known yet: those from before are pale, and that none changes is not said. */
  #rowsAreOld() {
    this.rows.classList.add("stale");
    if (!this.rows.querySelector("table")) this.rows.replaceChildren();
  }

  #show() {
    const now = this.#now, before = this.#before;
    if (!now) return;
    const wins = this.#things.wins;
    const rows = [["Best play", before?.value, now.value], ["At random", before?.random, now.part ? undefined : now.random]];
    const endings = now.part || !before ? [] : now.endings.map(([name, best]) => [name, before.endings.find(([each]) => each === name)?.[1], best]);
    this.results.replaceChildren(columns(wins ? "Chance to win" : "Points", rows, wins, { none: UNKNOWN }), ...(endings.length ? [columns("Ending", endings, true, { kind: "endings" })] : []));
    if (now.part || !before) return this.#rowsAreOld();
    this.rows.classList.remove("stale");
    const changed = Object.entries(now.chapters).map(([name, [is]]) => [name, before.chapters[name]?.[0] ?? null, is])
      .filter(([, was, is]) => was !== is && (was === null || is === null || Math.abs(is - was) > 1e-9))
      .sort((a, b) => Math.abs((b[2] ?? 0) - (b[1] ?? 0)) - Math.abs((a[2] ?? 0) - (a[1] ?? 0)));
    this.rows.replaceChildren(...(changed.length ? [
      h("h2", {}, "On arrival in a chapter"),
      columns("Chapter", changed.slice(0, MOST_ROWS).map(([name, was, is]) => [h("button", { type: "button", class: "quiet", onclick: () => this.#studio.goTo(name, { focus: false }) }, name), was, is]), wins),
      changed.length > MOST_ROWS ? h("p", { class: "faint" }, `and ${changed.length - MOST_ROWS} more with smaller changes`) : "",
    ] : [h("p", { class: "faint" }, "No chapter is worth more or less than before.")]));
  }
}
