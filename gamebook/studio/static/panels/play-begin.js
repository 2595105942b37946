// How a play begins: the chapter, the hero, the sheet.
import { h } from "../dom.js";

export class Beginning {
  variables = new Map();
  #studio;
  #chapters = h("select", { id: "play-chapter" });
  #hero = h("div", { class: "entries" });
  #rest = h("div", { class: "entries" });
  #named = h("select", { id: "play-hero", onchange: () => this.#fill() });
  #rivals = h("select", { id: "play-rivals" }, h("option", { value: "lot" }, "by lot"), h("option", { value: "best" }, "as best play would"), h("option", { value: "ask" }, "as I say"));
  #heroes = {};
  #loaded = "";

  /** `begin` is called when the reader wants to. */
  constructor(studio, begin) {
    this.#studio = studio;
    const submit = (event) => { event.preventDefault(); begin(); };
    this.heroes = h("fieldset", {}, h("legend", {}, "Hero (what is left empty is rolled)"), h("label", { for: "play-hero" }, "Like"), this.#named, this.#hero);
    this.rivals = h("p", { hidden: true }, h("label", { for: "play-rivals" }, "Rivals choose "), this.#rivals);
    this.sheet = h("details", {}, h("summary", {}, "Sheet (what is left empty is as the book begins)"), this.#rest);
    this.place = h("details", { class: "beginning", open: true }, h("summary", {}, "Begin"),
      h("form", { onsubmit: submit }, h("p", {}, h("label", { for: "play-chapter" }, "In chapter "), this.#chapters), this.heroes, this.sheet, this.rivals,
        h("button", { type: "submit", class: "main" }, "Play")));
  }

  /** Ask what the book's sheet is; what was filled in stays. */
  async load() {
    const studio = this.#studio;
    if (!studio.book) return;
    const chapters = await studio.chapters(), chosen = this.#chapters.value;
    this.#chapters.replaceChildren(h("option", { value: "" }, "the start"), ...chapters.map(([name, title]) => h("option", { value: name }, `${name} ${title}`)));
    this.#chapters.value = chapters.some(([name]) => name === chosen) ? chosen : "";
    try {
      this.#show(await studio.ask("play.sheet"));
    } catch { /* the findings tell why */ }
  }

  #show({ variables, heroes, rivals }) {
    this.variables = new Map(variables.map((each) => [each.name, each]));
    const kind = JSON.stringify([variables, heroes]);
    this.rivals.hidden = !rivals;
    if (kind === this.#loaded) return;
    this.#loaded = kind;
    this.#heroes = heroes;
    this.#named.replaceChildren(h("option", { value: "" }, "—"), ...Object.keys(heroes).map((name) => h("option", { value: name }, name)));
    const fields = (rolled) => variables.filter((each) => each.rolled === rolled).map(field);
    this.#hero.replaceChildren(...fields(true));
    this.#rest.replaceChildren(...fields(false));
    this.heroes.hidden = !this.#hero.childElementCount;
    this.sheet.hidden = !this.#rest.childElementCount;
  }

  #fill() {
    const hero = this.#heroes[this.#named.value] ?? {};
    for (const input of this.#hero.querySelectorAll("[data-name]")) input.value = hero[input.dataset.name] ?? "";
  }

  set chapter(name) {
    this.#chapters.value = name;
    if (this.#chapters.value !== name) this.#chapters.value = "";
  }

  /** `lot`, `best` or `ask`: who chooses for rivals. */
  get rivalsChoose() {
    return this.#rivals.value;
  }

  /** `chapter`, `hero`, `sheet`, `rivals`. */
  wishes() {
    const values = (place) => Object.fromEntries([...place.querySelectorAll("[data-name]")]
      .filter((input) => input.value !== "").map((input) => [input.dataset.name, input.value]));
    const hero = Object.fromEntries(Object.entries(values(this.#hero)).map(([name, value]) => [name, Number(value)]));
    return { chapter: this.#chapters.value, hero, sheet: values(this.#rest), rivals: this.rivalsChoose };
  }
}

/** A field for something on the sheet; empty means: as the book has it. */
function field({ name, kind, low, high, values }) {
  const id = `play-of-${name}`;
  const choices = values.length ? values.map((each) => [each, each]) : high === 1 && (kind === "item" || kind === "codeword") ? [["1", "yes"], ["0", "no"]] : null;
  const input = choices
    ? h("select", { id, "data-name": name }, h("option", { value: "" }, ""), choices.map(([value, words]) => h("option", { value }, words)))
    : h("input", { id, "data-name": name, type: "number", min: low, max: high, placeholder: `${low}–${high}` });
  return h("span", { class: "entry" }, h("label", { for: id }, name), input);
}
