// The map. It is laid out once for each structure; what solving finds only changes colours, widths and words.
import { Menu, h, later, s } from "../dom.js";
import { addChapter, addChoice } from "./map-edit.js";

const COLOURS = { value: "Chance to win", deaths: "Deaths", traffic: "Traffic", luck: "Luck", difference: "Difference", structure: "No colours" };
const LEADS = { none: "All chapters", to: "What leads here", from: "What it leads to" };
const PARTS = { open: "All parts", framed: "Parts framed", closed: "Parts closed" }, ONLY = "only ";
const GLIDING = 400;
/** The name of the map as long as nothing is drawn on it. */
const EMPTY = "Map of the book";
/** The widest view, against the whole map, and the narrowest, in points. */
const LARGEST = 3, LEAST = 40;
/** Pixels for a point below which words could not be read: then there are none, and boxes are spots of colour. */
const FAR = 0.3;

export const panel = {
  name: "map",
  title: "Map",
  open(studio, place) { studio.map = new MapPanel(studio, place); },
};

class MapPanel {
  #studio;
  #svg;
  #world;
  #lines;
  #spots;
  #frames;
  #layout = null;
  #values = null;
  #byName = new Map();
  #edges = new Map();
  #view = null;
  /** The next frame, if something is to be drawn in it. */
  #frame = 0;
  #what = "value";
  #leads = "none";
  #part = "";
  #parts = "open";
  /** Parts that are one box each. */
  #closed = new Set();
  #difference = null;
  /** What the studio's `changes` were when the colours that are shown were asked for, and those of *Difference*; null: they are old. */
  #asOf = { values: null, difference: null };
  #here = null;
  #dirty = true;
  /** The whole map is shown, and stays so when the panel changes its size. */
  #isWhole = true;

  constructor(studio, place) {
    this.#studio = studio;
    place.classList.add("map-panel");
    this.#svg = s("svg", { class: "map", tabindex: 0, role: "application", "aria-label": EMPTY },
      s("defs", {}, Object.entries({ faint: 8, route: 14 }).map(([name, size]) =>
        s("marker", { id: `arrow-${name}`, class: name, viewBox: "0 0 8 6", markerWidth: size, markerHeight: size, refX: 7, refY: 3, orient: "auto",
          markerUnits: "userSpaceOnUse" }, s("path", { d: "M0,0 8,3 0,6z" })))),
      this.#world = s("g", { class: "world" }, this.#frames = s("g"), this.#lines = s("g"), this.#spots = s("g")));
    this.legend = h("div", { class: "legend", "aria-live": "polite" });
    this.note = h("p", { class: "map-note", role: "status", hidden: true });
    const button = (label, title, call) => h("button", { type: "button", title, "aria-label": title, onclick: call }, label);
    const zoom = h("div", { class: "zoom" }, button("+", "Larger (+)", () => this.#zoom(0.8)), button("−", "Smaller (−)", () => this.#zoom(1.25)),
      button("⤢", "Whole map (0)", () => this.#fit()));
    place.append(this.#toolbar(), this.note, this.#svg, zoom, this.legend);
    this.#move();
    const again = later(150, () => this.#draw());
    studio.on("edited", () => { this.#dirty = true; this.#age(); if (studio.panel === "map") again(); });
    studio.on("hero", () => this.#age());
    for (const event of ["compared", "saved"]) studio.on(event, () => { this.#age(["difference"]); this.#compare(); });
    studio.on("book", () => { this.#clear(); again(); });
    studio.on("panel", (name) => { if (name === "map") { if (this.#dirty) again(); this.#compare(); } });
    studio.on("chapter", (chapter) => this.#follow(chapter));
    studio.on("chances", (chances) => this.#solve(chances));
    studio.on("unsolved", ({ words, broken }) => { this.#age(); if (!broken) this.#bare(words); });
    again();
  }

  // ---- above the map --------------------------------------------------------------------------------------

  #toolbar() {
    const choice = (label, options, call) => h("label", { class: "quiet-label" }, h("span", { class: "unseen" }, label),
      h("select", { "aria-label": label, onchange: (event) => call(event.target.value) },
        Object.entries(options).map(([value, words]) => h("option", { value }, words))));
    const check = (label, call, checked = false) => h("label", {}, h("input", { type: "checkbox", checked,
      onchange: (event) => call(event.target.checked) }), ` ${label}`);
    const button = (label, title, call) => h("button", { type: "button", title, "aria-label": title, onclick: call }, label);
    this.find = h("input", { type: "search", placeholder: "Find", "aria-label": "Find on the map", size: 8,
      oninput: () => this.#search(), onkeydown: (event) => { if (event.key === "Enter") this.#found(); } });
    this.parts = h("select", { "aria-label": "Parts", hidden: true, onchange: (event) => this.#setParts(event.target.value) });
    return h("div", { class: "toolbar", role: "toolbar", "aria-label": "Map" },
      choice("Colour", COLOURS, (what) => { this.#what = what; this.#paint(); this.#pale(); this.#compare(); }),
      choice("Show", LEADS, (leads) => { this.#leads = leads; this.#dim(); }),
      this.parts,
      check("Best route", (shown) => this.#svg.classList.toggle("no-route", !shown), true),
      this.find,
      h("span", { class: "grow" }),
      button("+ Chapter", "Add a chapter (A)", () => this.#add()),
      button("+ Choice", "Add a choice to the chapter at hand (C)", () => this.#join()));
  }

  #search() {
    const wanted = this.find.value.trim().toLowerCase();
    for (const { spot, group, tip } of this.#byName.values()) {
      const text = `${spot.name} ${tip.textContent}`.toLowerCase();
      group.classList.toggle("found", wanted !== "" && text.includes(wanted));
    }
  }

  #found() {
    const all = [...this.#byName.values()].filter(({ group }) => group.classList.contains("found"));
    const exact = all.find(({ spot }) => spot.name === this.find.value.trim()) ?? all[0];
    if (exact) { this.#center(exact.spot); this.#studio.goTo(exact.spot.name, { focus: false }); }
  }

  // ---- what is drawn --------------------------------------------------------------------------------------

  /** Another book is shown: nothing of the one before stays. */
  #clear() {
    this.#layout = this.#values = this.#difference = this.#view = this.#here = null;
    this.#byName.clear();
    this.#edges.clear();
    this.#closed.clear();
    [this.#parts, this.#part, this.parts.hidden] = ["open", "", true];
    for (const each of [this.#frames, this.#lines, this.#spots]) each.replaceChildren();
    this.#svg.setAttribute("aria-label", EMPTY);
    this.limit = null;
    this.#dirty = true;
    this.#isWhole = true;
    this.#age();
    this.#tell("");
    this.#paint();
  }

  async #draw() {
    const studio = this.#studio;
    if (!studio.book) return;
    if (this.#dirty && studio.chances && !this.#layout) this.#solve();
    this.#dirty = false;
    try {
      const asked = studio.ask("map.layout", { parts: this.#parts === "framed", closed: [...this.#closed], known: this.#layout?.key ?? "" }, studio.progress("Drawing"));
      const found = await studio.work("Drawing", asked);
      if (found.spots) this.#place(found);
      this.#say(found.says);
      this.#tell(this.limit ?? "");
    } catch (failure) {
      if (failure.kind === "cancelled") return;
      this.#dirty = failure.kind === "stopped";
      if (failure.kind === "ended") { this.#dirty = true; setTimeout(() => this.#draw(), 500); return; }
      if (failure.kind === "book") this.#tell(studio.broken(this.#layout ? "The book has errors: this is the map from before." : "The book has errors; the map is drawn when they are gone."));
      else if (failure.kind !== "gone") this.#tell(failure.message);
    }
  }

  /** Ask for the colours, once the book is solved: the process that did it still knows all. */
  async #solve(chances = this.#studio.chances) {
    const studio = this.#studio;
    const { changes } = studio;
    this.limit = null;
    if (!chances?.complete) return this.#bare(chances ? "The book is too large to be solved in time: the map has no colours." : null);
    try {
      const asked = studio.ask("map.values", { hero: studio.hero }, studio.progress("Solving"));
      const found = await studio.work("Solving", asked);
      if (changes !== studio.changes) return;  // of an older text; the colours of the new one are asked for when it is solved
      this.#values = found;
      this.#asOf.values = changes;
      this.#pale();
      this.#paint();
      this.#compare();
    } catch (failure) {
      if (failure.kind !== "cancelled") this.#bare(failure.kind === "stopped" ? "Stopped: the map has no colours." : null);
    }
  }

  /** No colours and no numbers, and why. */
  #bare(words) {
    this.limit = words;
    this.#values = null;
    this.#paint();
    this.#tell(words ?? "");
  }

  /** Ask how far chapters have moved, against what the book is compared with. */
  async #compare() {
    const studio = this.#studio, { changes } = studio;
    if (this.#what !== "difference" || studio.panel !== "map" || !studio.chances?.complete || this.#asOf.difference === changes) return;
    try {
      const asked = studio.ask("map.difference", { ...studio.compared.given, hero: studio.hero }, studio.progress("Comparing"));
      const found = await studio.work("Comparing", asked);
      if (changes !== studio.changes) return;
      this.#difference = found;
      this.#asOf.difference = changes;
      this.#pale();
      this.#tell("");
    } catch (failure) {
      if (failure.kind === "cancelled") return;
      this.#difference = null;
      if (failure.kind !== "ended" && failure.kind !== "gone") this.#tell(failure.message);
    }
    this.#paint();
  }

  /** All parts of the book, in order. */
  async #allParts() {
    return [...new Set((await this.#studio.chapters()).map((row) => row[5]))];
  }

  async #setParts(wanted) {
    this.#part = wanted.startsWith(ONLY) ? wanted.slice(ONLY.length) : "";
    if (this.#part) { this.#dim(); return this.#fitPart(); }
    this.#parts = wanted;
    this.#closed = new Set(wanted === "closed" ? await this.#allParts() : []);
    this.#isWhole = true;
    this.#draw();
  }

  #setPart(part, closed) {
    this.#closed[closed ? "add" : "delete"](part);
    this.#draw();
  }

  #tell(words) {
    this.note.textContent = words;
    this.note.hidden = !words;
  }

  /** The colours are those of an older text, or of another hero. */
  #age(which = Object.keys(this.#asOf)) {
    for (const each of which) this.#asOf[each] = null;
    this.#pale();
  }

  #pale() {
    this.#svg.classList.toggle("stale", this.#asOf[this.#what === "difference" ? "difference" : "values"] === null);
  }

  /** What a pointer tells that rests on a chapter or a line. */
  #say({ chapters, turns }) {
    for (const { spot, tip } of this.#byName.values()) tip.textContent = chapters[spot.name] ?? spot.name;
    for (const [from, to, words] of turns) {
      for (const { tip } of this.#edges.get(`${from}\n${to}`) ?? []) tip.textContent = words;
    }
  }

  /** A new layout: chapters that were there before glide to their new places. */
  #place(layout) {
    const old = this.#byName, first = !this.#layout;
    const glide = !first && layout.spots.length <= GLIDING;
    this.#layout = layout;
    this.#byName = new Map();
    this.#edges = new Map();
    const chapters = layout.spots.filter(({ kind }) => kind === "chapter").length;
    this.#svg.setAttribute("aria-label", `Map of the book: ${chapters} ${chapters === 1 ? "chapter" : "chapters"}`);
    this.#frames.replaceChildren(...layout.frames.map(([name, x, y, width, height]) =>
      s("g", { class: "frame" }, s("rect", { x, y, width, height, rx: 8 }), s("text", { x: x + 8, y: y + 15 }, name))));
    this.#lines.replaceChildren(...layout.lines.filter(({ path }) => path).map((line) => this.#line(line)));
    this.#lines.classList.toggle("fresh", glide);
    this.#spots.replaceChildren(...layout.spots.map((spot) => this.#spot(spot, old.get(spot.id)?.spot, glide)));
    this.#svg.classList.toggle("compact", layout.compact);
    const parts = [...new Set(layout.spots.map(({ part }) => part).filter(Boolean))];
    this.parts.hidden = parts.length < 2;
    this.parts.replaceChildren(...Object.entries(PARTS).map(([value, words]) => h("option", { value }, words)),
      h("optgroup", { label: "Only" }, parts.map((part) => h("option", { value: ONLY + part }, part))));
    if (!parts.includes(this.#part)) this.#part = "";
    this.parts.value = this.#part ? ONLY + this.#part : this.#parts;
    this.#paint();
    this.#dim();
    if (first || !this.#view || this.#isWhole) this.#fit();
    this.#here = null;
    this.#follow(this.#studio.chapter, first);
    if (this.#view) this.#show(this.#view);
  }

  #spot(spot, before, glide) {
    const { x, y, width, height, kind } = spot, compact = this.#layout.compact;
    const shape = outline(spot), words = [];
    let top = -((spot.lines.length + (spot.signs ? 1 : 0)) * 12) / 2;
    if (kind === "part") spot.lines.forEach((line, row, all) => words.push(s("text", { class: row < all.length - 1 ? "name" : "title", y: (row - (all.length - 1) / 2) * 17 + 5 }, line)));
    else if (kind === "ending") spot.lines.forEach((line, row) => words.push(s("text", { class: "title", y: (row - (spot.lines.length - 1) / 2) * 11 + 3 }, line)));
    else {
      const name = s("tspan", { class: "name" }, kind === "missing" ? `${spot.name}?` : spot.name), number = s("tspan", { class: "number", dx: 6 });
      words.push(s("text", { y: top + 5, class: "head" }, name, number));
      for (const line of spot.lines) words.push(s("text", { class: "title", y: (top += 13) + 4 }, line));
      if (spot.signs) words.push(s("text", { class: "signs", y: (top += 12) + 3 }, spot.signs));
    }
    if (compact && kind === "ending") words.push(s("text", { class: "title", y: 3 }, spot.ends));
    const tip = s("title");
    const group = s("g", { class: `spot ${kind} ${spot.ends && `ends-${spot.ends}`} ${spot.start ? "start" : ""}`, "data-chapter": kind === "ending" || kind === "part" ? null : spot.name, "data-part": kind === "part" ? spot.name : null }, tip, shape, words);
    group.style.transform = `translate(${x}px, ${y}px)`;
    if (glide && before) {
      group.animate([{ transform: `translate(${before.x}px, ${before.y}px)` }, { transform: `translate(${x}px, ${y}px)` }], { duration: 400, easing: "ease-out" });
    }
    this.#byName.set(spot.id, { spot, group, shape, tip, number: group.querySelector(".number") });
    return group;
  }

  #line(line) {
    const tip = s("title"), path = s("path", { d: line.path, class: line.kind }, tip);
    if (line.across) path.classList.add("across");
    const key = `${line.source}\n${line.target}`;
    if (!this.#edges.has(key)) this.#edges.set(key, []);
    this.#edges.get(key).push({ line, path, tip });
    return path;
  }

  /** Colours, borders, widths and numbers, in place. */
  #paint() {
    const values = this.#what === "structure" ? null : this.#values;
    const looks = this.#what === "difference" ? this.#difference?.chapters : values?.chapters[this.#what];
    for (const { spot, shape, number } of this.#byName.values()) {
      const [fill, ink, words] = looks?.[spot.name] ?? ["", "", ""], solved = spot.kind === "chapter" && fill;
      const [colour, width] = (spot.kind === "chapter" && values?.borders[spot.name]) || ["", ""];
      shape.style.fill = solved ? fill : "";
      shape.parentNode.classList.toggle("solved", Boolean(solved));
      shape.parentNode.style.setProperty("--on", solved ? ink : "");
      shape.style.stroke = colour;
      shape.style.strokeWidth = width;
      if (number) number.textContent = solved ? words : "";
    }
    const inside = this.#layout?.inside ?? {}, drawn = (name) => (inside[name] ? this.#byName.get(inside[name]).spot.name : name);
    const often = new Map(), route = new Set();
    for (const [from, to, times] of values?.lines ?? []) {
      const key = `${drawn(from)}\n${drawn(to)}`;
      often.set(key, (often.get(key) ?? 0) + times);
    }
    for (const [from, to] of values?.route ?? []) route.add(`${drawn(from)}\n${drawn(to)}`);
    for (const [key, all] of this.#edges) {
      const times = often.get(key) ?? 0;
      for (const { path } of all) {
        path.style.strokeWidth = values ? String(0.7 + 3 * Math.min(1, times)) : "";
        path.classList.toggle("pale", Boolean(values) && times < 0.005);
        path.classList.toggle("route", route.has(key));
      }
    }
    this.#explain(values);
  }

  #explain(values) {
    const scale = this.#what === "difference" ? this.#difference?.scale : values?.scales[this.#what];
    this.legend.replaceChildren(...(scale ? [
      h("span", {}, scale[0]), h("i", { class: `scale ${this.#what}`, "aria-hidden": "true" }), h("span", {}, scale[2]), h("span", {}, ` ${scale[1]}${this.#what === "difference" ? ` (${this.#studio.compared.called})` : ""}`),
      h("span", { class: "route-mark" }, values?.route_words ?? "the likeliest winning route"),
    ] : [h("span", {}, "double border: victory · octagon: defeat · dashed: dice decide")]));
  }

  // ---- which chapters stand out ---------------------------------------------------------------------------

  #dim() {
    const kept = this.#kept();
    for (const [id, { group, spot }] of this.#byName) {
      group.classList.toggle("dim", (kept !== null && !kept.has(id)) || (this.#part !== "" && spot.part !== this.#part));
    }
    for (const all of this.#edges.values()) {
      for (const { line, path } of all) {
        const shown = [line.start, line.end].every((id) => !this.#byName.get(id)?.group.classList.contains("dim"));
        path.classList.toggle("dim", !shown);
      }
    }
  }

  /** The ids of the spots that lead to the chapter at hand, or that it leads to; null for all. */
  #kept() {
    const here = this.#spotOf(this.#studio.chapter);
    if (this.#leads === "none" || !here) return null;
    const next = new Map();
    for (const { start, end } of this.#layout.lines) {
      const [from, to] = this.#leads === "from" ? [start, end] : [end, start];
      if (!next.has(from)) next.set(from, []);
      next.get(from).push(to);
    }
    const kept = new Set([here]), waiting = [here];
    while (waiting.length) for (const each of next.get(waiting.pop()) ?? []) if (!kept.has(each)) { kept.add(each); waiting.push(each); }
    return kept;
  }

  /** The id of the spot that shows a chapter: its own, or that of its part; null if there is none. */
  #spotOf(chapter) {
    return this.#layout?.inside[chapter] ?? (this.#byName.has(chapter) ? chapter : null);
  }

  #follow(chapter, force = false) {
    if (chapter === this.#here && !force) return;
    this.#byName.get(this.#spotOf(this.#here))?.group.classList.remove("here");
    this.#here = chapter;
    const found = this.#byName.get(this.#spotOf(chapter));
    if (!found) return;
    found.group.classList.add("here");
    if (this.#leads !== "none") this.#dim();
    if (!this.#isWhole && !this.#sees(found.spot)) this.#center(found.spot);
  }

  // ---- moving ---------------------------------------------------------------------------------------------

  #show(view) {
    this.#view = view;
    this.#frame ||= requestAnimationFrame(() => this.#look());
  }

  /** Once a frame, however often the view moves. A group is moved, not the `viewBox`: at that, a browser lays out all words anew. */
  #look() {
    const view = this.#view, scale = this.#svg.getBoundingClientRect().width / view.width;
    this.#frame = 0;
    if (!scale) return;
    this.#world.setAttribute("transform", `translate(${-view.x * scale} ${-view.y * scale}) scale(${scale})`);
    this.#svg.classList.toggle("far", scale < FAR);
    this.#takeOut(view);
  }

  /** What lies outside of the view is not drawn. */
  #takeOut(view) {
    const [left, right] = [view.x - view.width / 4, view.x + view.width * 1.25], [top, bottom] = [view.y - view.height / 4, view.y + view.height * 1.25];
    const show = (element, seen) => { if ((element.style.display !== "none") !== seen) element.style.display = seen ? "" : "none"; };
    for (const { spot, group } of this.#byName.values()) {
      show(group, spot.x + spot.width > left && spot.x - spot.width < right && spot.y + spot.height > top && spot.y - spot.height < bottom);
    }
    for (const all of this.#edges.values()) {
      for (const { line, path } of all) {
        const { spot: from } = this.#byName.get(line.start), { spot: to } = this.#byName.get(line.end);
        const near = Math.max(from.x, to.x) > left && Math.min(from.x, to.x) < right && Math.max(from.y, to.y) > top && Math.min(from.y, to.y) < bottom;
        show(path, near && (!this.#layout.compact || passes(from, to, left, top, right, bottom)));
      }
    }
  }

  #fit(box = { x: 0, y: 0, width: this.#layout?.width ?? 1, height: this.#layout?.height ?? 1 }) {
    if (!this.#layout) return;
    const { width, height } = this.#svg.getBoundingClientRect(), margin = 12;
    this.#isWhole = box.width === this.#layout.width;
    if (!width || !height) return;
    let [wide, high] = [box.width + 2 * margin, box.height + 2 * margin];
    if (wide / high < width / height) wide = (high * width) / height; else high = (wide * height) / width;
    if (wide < width / 1.5) { high *= width / 1.5 / wide; wide = width / 1.5; }
    this.#show({ x: box.x + box.width / 2 - wide / 2, y: Math.min(box.y - margin, box.y + box.height / 2 - high / 2), width: wide, height: high });
  }

  #fitPart() {
    const spots = [...this.#byName.values()].map(({ spot }) => spot).filter(({ part }) => part === this.#part);
    if (!this.#part || !spots.length) return this.#fit();
    const left = Math.min(...spots.map(({ x, width }) => x - width / 2)), right = Math.max(...spots.map(({ x, width }) => x + width / 2));
    const top = Math.min(...spots.map(({ y, height }) => y - height / 2)), bottom = Math.max(...spots.map(({ y, height }) => y + height / 2));
    this.#fit({ x: left, y: top, width: right - left, height: bottom - top });
  }

  #zoom(by, x = 0.5, y = 0.5) {
    if (!this.#view) return;
    this.#isWhole = false;
    const { x: left, y: top, width, height } = this.#view, now = width * by, most = Math.max(this.#layout.width, this.#layout.height, 600) * LARGEST;
    if (now > most || now < LEAST) return;
    this.#show({ x: left + width * x * (1 - by), y: top + height * y * (1 - by), width: width * by, height: height * by });
  }

  #pan(right, down) {
    this.#isWhole = false;
    if (this.#view) this.#show({ ...this.#view, x: this.#view.x + right * this.#view.width, y: this.#view.y + down * this.#view.height });
  }

  #sees({ x, y, width, height }) {
    const view = this.#view;
    return view && x - width / 2 >= view.x && x + width / 2 <= view.x + view.width && y - height / 2 >= view.y && y + height / 2 <= view.y + view.height;
  }

  #center({ x, y }) {
    this.#isWhole = false;
    if (this.#view) this.#show({ ...this.#view, x: x - this.#view.width / 2, y: y - this.#view.height / 2 });
  }

  #move() {
    const svg = this.#svg, pointers = new Map();
    let moved = false, gap = 0;
    new ResizeObserver(() => {
      const { width, height } = svg.getBoundingClientRect();
      if (!width || !this.#layout) return;
      if (!this.#view || this.#isWhole) this.#fit();
      else this.#show({ ...this.#view, height: (this.#view.width * height) / width });
    }).observe(svg);
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = svg.getBoundingClientRect();
      this.#zoom(Math.exp(Math.max(-100, Math.min(100, event.deltaY)) * 0.002), (event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height);
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, event);
      moved = false;
      gap = 0;
    });
    window.addEventListener("pointermove", (event) => {
      const last = pointers.get(event.pointerId);
      if (!last || !this.#view) return;
      const box = svg.getBoundingClientRect();
      if (pointers.size === 2) {
        pointers.set(event.pointerId, event);
        const [a, b] = [...pointers.values()], now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        if (gap) this.#zoom(gap / now, ((a.clientX + b.clientX) / 2 - box.x) / box.width, ((a.clientY + b.clientY) / 2 - box.y) / box.height);
        gap = now;
        moved = true;
        return;
      }
      const right = last.clientX - event.clientX, down = last.clientY - event.clientY;
      if (!moved && Math.hypot(right, down) < 4) return;
      moved = true;
      pointers.set(event.pointerId, event);
      this.#pan(right / box.width, down / box.height);
    });
    const up = (event) => pointers.delete(event.pointerId);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    const chapterOf = (event) => event.target.closest?.(".spot")?.dataset.chapter;
    svg.addEventListener("click", (event) => {
      const chapter = chapterOf(event);
      const part = event.target.closest?.(".spot")?.dataset.part;
      if (moved) return;
      if (chapter) this.#go(chapter);
      else if (part !== undefined) this.#setPart(part, false);
    });
    svg.addEventListener("dblclick", (event) => { if (!chapterOf(event)) this.#fit(); });
    svg.addEventListener("contextmenu", (event) => {
      const chapter = chapterOf(event);
      if (!chapter) return;
      event.preventDefault();
      new Menu(event.clientX, event.clientY, Object.entries(this.#actions(chapter)));
    });
    svg.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const keys = {
        "+": () => this.#zoom(0.8), "=": () => this.#zoom(0.8), "-": () => this.#zoom(1.25), 0: () => this.#fit(),
        ArrowLeft: () => this.#pan(-0.1, 0), ArrowRight: () => this.#pan(0.1, 0), ArrowUp: () => this.#pan(0, -0.1), ArrowDown: () => this.#pan(0, 0.1),
        a: () => this.#add(), c: () => this.#join(), Enter: () => this.#studio.files.view?.focus(),
      };
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
  }

  // ---- writing --------------------------------------------------------------------------------------------

  async #go(chapter) {
    if (this.#byName.get(chapter)?.spot.kind === "missing") return this.#add(chapter);
    await this.#studio.goTo(chapter, { focus: false });
  }

  #actions(chapter) {
    const studio = this.#studio, missing = this.#byName.get(chapter)?.spot.kind === "missing";
    if (missing) return { [`Write chapter ${chapter}`]: () => this.#add(chapter) };
    const part = this.#byName.get(chapter)?.spot.part;
    return {
      "Show the text": () => studio.goTo(chapter),
      "Add a choice": () => this.#join(chapter),
      "Play from here": () => studio.tell("play from", chapter),
      "What leads here": () => { studio.goTo(chapter, { focus: false }); this.#leads = "to"; this.#dim(); },
      "What it leads to": () => { studio.goTo(chapter, { focus: false }); this.#leads = "from"; this.#dim(); },
      ...(part && !this.parts.hidden && { [`Close the part ${part}`]: () => this.#setPart(part, true) }),
    };
  }

  #add(name = null) {
    return addChapter(this.#studio, name);
  }

  #join(from = this.#studio.chapter) {
    return addChoice(this.#studio, from);
  }
}

/** Whether a straight line comes through a box: then not all of its corners lie on one side. */
function passes(from, to, left, top, right, bottom) {
  const side = (x, y) => Math.sign((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x));
  return Math.abs(side(left, top) + side(right, top) + side(left, bottom) + side(right, bottom)) < 4;
}

/** The shape of a spot around (0, 0). */
function outline({ width, height, kind, ends }) {
  const x = width / 2, y = height / 2, cut = Math.min(x, y) * 0.45;
  if (ends) {
    const points = ends === "ending"
      ? [[-x, 0], [-x + y * 0.6, -y], [x - y * 0.6, -y], [x, 0], [x - y * 0.6, y], [-x + y * 0.6, y]]
      : [[-x, -y + cut], [-x + cut, -y], [x - cut, -y], [x, -y + cut], [x, y - cut], [x - cut, y], [-x + cut, y], [-x, y - cut]];
    return s("polygon", { class: "shape", points: points.map((each) => each.join(",")).join(" ") });
  }
  return s("rect", { class: "shape", x: -x, y: -y, width, height, rx: kind === "ending" ? 0 : 8 });
}
