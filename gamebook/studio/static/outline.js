// The chapters of the book, by part: with their words, chances and findings.
import { percent } from "./columns.js";
import { Menu, h, later } from "./dom.js";
import { form } from "./form.js";

export class Outline {
  #studio;
  #place;
  #wanted = "";

  constructor(studio, place) {
    this.#studio = studio;
    this.#place = place;
    this.#filter = h("input", { type: "search", placeholder: "Find a chapter", "aria-label": "Find a chapter",
      onkeydown: (event) => { if (event.key === "Enter" && this.#wanted) this.#list.querySelector("[data-chapter]")?.click(); },
      oninput: () => { this.#wanted = this.#filter.value.toLowerCase(); this.draw(); } });
    this.#list = h("div", { class: "chapters" });
    this.#books = h("details", { class: "books", open: true }, h("summary", {}, "Files"), h("ul"));
    place.append(this.#filter, this.#list, this.#books);
    const draw = later(100, () => this.draw());
    for (const event of ["edited", "book", "chances", "unsolved", "findings"]) studio.on(event, draw);
    studio.on("chapter", (chapter) => this.#mark(chapter));
    this.draw();
  }

  #closed = new Set();
  #filter;
  #list;
  #books;

  async draw() {
    const studio = this.#studio;
    this.#drawFiles();
    const chapters = studio.book ? await studio.chapters() : [];
    const marks = studio.findings(), byPart = new Map();
    for (const row of chapters) {
      if (!byPart.has(row[5])) byPart.set(row[5], []);
      byPart.get(row[5]).push(row);
    }
    const top = this.#list.scrollTop, parts = [];
    for (const [part, rows] of byPart) {
      const shown = rows.filter(([name, title]) => `${name} ${title}`.toLowerCase().includes(this.#wanted));
      const words = rows.reduce((sum, row) => sum + row[4], 0);
      const list = h("ul", {}, shown.map((row) => this.#row(row, count(marks, row, chapters))));
      const open = !this.#closed.has(part) || this.#wanted !== "";
      const toggle = (event) => this.#closed[event.target.open ? "delete" : "add"](part);
      parts.push(byPart.size === 1 ? list : h("details", { open, ontoggle: toggle },
        h("summary", { title: `${rows.length} chapters, ${words.toLocaleString("en")} words` }, part || "no part", h("small", {}, ` ${rows.length}`)), list));
    }
    this.#list.replaceChildren(...parts);
    this.#list.scrollTop = top;
    this.#mark(studio.chapter, false);
  }

  #row([name, title, , , words], found) {
    const [arriving = null, , , strayed = null] = this.#studio.chances?.chapters?.[name] ?? [], wins = this.#studio.chances?.wins;
    const value = arriving ?? strayed, never = arriving === null;
    const worth = wins ? "chance to win on arrival" : "points to come on arrival";
    const chance = value === null ? null : h("span", { class: `chance${never ? " never" : ""}`,
      title: never ? `best play never comes here; ${worth} of a reader who gets here by mistake` : `${worth}, with best play` }, wins ? percent(value, 0) : value.toPrecision(3));
    const what = found ? h("span", { class: `dot ${found.severity}`, title: findings(found.count), "aria-label": findings(found.count) }, found.count) : null;
    return h("li", {}, h("button", { type: "button", "data-chapter": name, title: `${words} words`, onclick: () => this.#studio.goTo(name),
      oncontextmenu: (event) => this.#menu(event, name) },
      h("b", {}, name), h("span", { class: "name" }, title), what,
      chance));
  }

  #menu(event, name) {
    event.preventDefault();
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    new Menu(event.clientX || left, event.clientY || bottom, [
      ["Show the text", () => this.#studio.goTo(name)], ["Play from here", () => this.#studio.tell("play from", name)]]);
  }

  #mark(chapter, scroll = true) {
    for (const each of this.#list.querySelectorAll("[data-chapter]")) {
      const here = each.dataset.chapter === chapter;
      if (here) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
      if (here && scroll) each.scrollIntoView({ block: "nearest" });
    }
  }

  #drawFiles() {
    const list = this.#books.querySelector("ul"), studio = this.#studio;
    list.replaceChildren(
      ...studio.names.map((name) => h("li", {}, h("button", { type: "button", "data-name": name, onclick: () => studio.openFile(name) }, name))),
      h("li", {}, h("button", { type: "button", class: "new", onclick: () => this.#new() }, "+ New file")));
  }

  async #new() {
    const given = await form("New file", [{ label: "Name", value: "my-book.gbk" }], "Open it", ([name]) => (name ? "" : "Write a name."));
    if (!given) return;
    const [name] = given, file = await this.#studio.openFile(name.endsWith(".gbk") ? name : `${name}.gbk`);
    file?.view.focus();
  }
}

/** How many findings lie in a chapter, and the worst of them. */
function count(marks, [, , file, line], rows) {
  const next = Math.min(...rows.filter((row) => row[2] === file && row[3] > line).map((row) => row[3]), Infinity);
  const own = marks.filter((each) => each.file === file && each.line >= line && each.line < next);
  return own.length ? { count: own.length, severity: own[0].severity } : null;
}

const findings = (number) => `${number} ${number === 1 ? "finding" : "findings"}`;
