// Compare: the book as it is on the page beside what it was, or beside another one.
import { UNKNOWN, columns } from "../columns.js";
import { sideBySide } from "../compare.js";
import { h, later } from "../dom.js";

const MOST_ROWS = 40;
const HOW = { disk: "the file on disk", revision: "a git revision", file: "another file" };

export const panel = {
  name: "compare",
  title: "Compare",
  open(studio, place) { new Compare(studio, place); },
};

class Compare {
  #studio;
  #view = null;
  #texts = [];
  #dirty = true;

  constructor(studio, place) {
    this.#studio = studio;
    place.classList.add("compare-panel");
    this.how = h("select", { "aria-label": "Compare with", onchange: () => this.#choose() }, Object.entries(HOW).map(([value, words]) => h("option", { value }, words)));
    this.revision = h("input", { "aria-label": "Git revision", list: "compare-revisions", placeholder: "HEAD~1, a tag, a commit", hidden: true, onchange: () => this.#compare() });
    this.revisions = h("datalist", { id: "compare-revisions" });
    this.file = h("select", { "aria-label": "Other file", hidden: true, onchange: () => this.#compare() });
    this.part = h("select", { "aria-label": "File that is shown", hidden: true, onchange: () => this.#showText() });
    this.note = h("p", { class: "play-note", role: "status", hidden: true });
    this.chances = h("section", { class: "found", "aria-label": "What changed in the chances", tabindex: 0 });
    this.texts = h("section", { class: "texts", "aria-label": "Texts side by side", tabindex: 0 });
    place.append(
      h("div", { class: "toolbar", role: "toolbar", "aria-label": "Compare" }, h("label", {}, "With ", this.how), this.revision, this.revisions, this.file, this.part,
        h("button", { type: "button", onclick: () => this.#compare() }, "Compare again")),
      this.note, this.chances, this.texts);
    studio.on("book", () => { this.#clear(); this.#choose(); });
    studio.on("hero", () => this.#later());
    studio.on("saved", () => this.#later());
    studio.on("edited", () => this.#later());
    studio.on("panel", (name) => { if (name === "compare" && this.#dirty) this.#compare(); });
    this.#compare();
  }

  #later = later(900, () => this.#compare());

  async #choose() {
    const studio = this.#studio, how = this.how.value;
    this.revision.hidden = how !== "revision";
    this.file.hidden = how !== "file";
    if (how === "revision") {
      const rows = await studio.ask("compare.revisions").catch(() => []);
      this.revisions.replaceChildren(...rows.map(([name, day, words]) => h("option", { value: name }, `${day} ${words}`)));
      this.revision.value ||= rows[0]?.[0] ?? "";
      if (!rows.length) this.#say("This book lies in no git repository, or was never committed.");
    }
    const own = how === "file" ? await studio.ask("parts").catch(() => []) : [];
    if (how === "file") this.file.replaceChildren(...studio.names.filter((name) => name !== studio.book && !own.includes(name)).map((name) => h("option", { value: name }, name)));
    this.#compare();
  }

  /** What to compare with; null if that is not chosen yet. */
  #with() {
    const wanted = { disk: {}, revision: { revision: this.revision.value.trim() }, file: { file: this.file.value } }[this.how.value];
    return Object.values(wanted).every(Boolean) ? wanted : null;
  }

  async #compare() {
    const studio = this.#studio, wanted = this.#with();
    this.#dirty = true;
    if (!studio.book || (studio.panel && studio.panel !== "compare")) return;
    this.#dirty = false;
    this.chances.classList.add("stale");
    if (!wanted) return this.#clear();
    studio.compared = { given: wanted, called: this.#called() };
    studio.tell("compared");
    let texts = false;
    try {
      this.#texts = await studio.ask("compare.texts", wanted);
      texts = true;
      this.#say("");
      this.#parts();
      this.#showText();
      const asked = studio.ask("compare.chances", { ...wanted, hero: studio.hero }, studio.progress("Comparing"));
      this.#showChances(await studio.work("Comparing", asked));
      this.chances.classList.remove("stale");
    } catch (failure) {
      if (failure.kind === "cancelled") this.#dirty = studio.panel !== "compare";
      else if (failure.kind === "ended") this.#later();
      else if (failure.kind !== "gone") {
        if (!texts) this.#clear();
        else if (failure.kind !== "stopped") this.chances.replaceChildren();
        this.#say(failure.message);
      }
    }
  }

  /** There is nothing to compare with: what was shown of something else goes. */
  #clear() {
    this.#view?.destroy();
    this.#view = null;
    this.#texts = [];
    this.part.hidden = true;
    this.chances.replaceChildren();
    this.texts.replaceChildren();
  }

  #say(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }

  // ---- texts ------------------------------------------------------------------------------------------------

  #parts() {
    const chosen = this.part.value, differs = ([, before, now]) => before !== now;
    this.part.hidden = this.#texts.length < 2;
    this.part.replaceChildren(...this.#texts.map((each) => h("option", { value: each[0] }, `${each[0]}${differs(each) ? " (changed)" : ""}`)));
    const kept = this.#texts.find(([name]) => name === chosen) ?? this.#texts.find(differs) ?? this.#texts[0];
    if (kept) this.part.value = kept[0];
  }

  #showText() {
    const [, before, now] = this.#texts.find(([name]) => name === this.part.value) ?? [];
    const names = [this.#called(), "as it is here"];
    this.#view?.destroy();
    this.#view = null;
    this.texts.replaceChildren();
    if (before === now) return this.texts.append(h("p", { class: "faint" }, "The text is the same."));
    this.texts.append(h("div", { class: "heads" }, names.map((each) => h("b", {}, each))));
    this.#view = sideBySide(this.texts, before, now, names);
  }

  #called() {
    return { disk: "on disk", revision: this.revision.value, file: this.file.value }[this.how.value];
  }

  // ---- chances -------------------------------------------------------------------------------------------------

  #showChances({ readers, chapters, new: added, gone, appeared, disappeared, wins, broken }) {
    if (broken) return this.chances.replaceChildren(h("p", { class: "faint" }, `The ${broken === "now" ? "text here" : "other version"} has errors, so only the texts are compared.`));
    const names = { best: "Best play", random: "At random" };
    const link = (name) => h("button", { type: "button", class: "quiet", onclick: () => this.#studio.goTo(name, { focus: false }) }, name);
    const list = (title, items) => (items.length ? [h("p", {}, h("b", {}, `${title}: `), items.flatMap((each, number) => [number ? ", " : "", each]))] : []);
    const findings = (title, found) => (found.length ? [h("p", {}, h("b", {}, `${title}: `)), h("ul", {}, found.slice(0, 10).map(({ code, message }) => h("li", {}, `${code} ${message}`)))] : []);
    this.chances.replaceChildren(
      columns(wins ? "Chance to win" : "Points", readers.map(([name, was, is]) => [names[name] ?? name, was, is]), wins, { none: UNKNOWN }),
      ...(chapters.length ? [columns("On arrival in chapter", chapters.slice(0, MOST_ROWS).map(([name, old, was, is]) => [h("span", {}, link(name), name === old ? "" : ` (was ${old})`), was, is]), wins)]
        : [h("p", { class: "faint" }, "No chapter is worth more or less than before.")]),
      ...(chapters.length > MOST_ROWS ? [h("p", { class: "faint" }, `and ${chapters.length - MOST_ROWS} more with smaller changes`)] : []),
      ...list("New chapters", added.map(link)), ...list("Chapters that are gone", gone),
      ...findings("New findings", appeared), ...findings("Findings that are gone", disappeared));
  }
}
