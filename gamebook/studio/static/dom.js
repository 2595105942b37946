// Making elements: whatever a book says becomes text, never markup.

/** An element of the page: `h("button", {type: "button", onclick: go}, "Go")`. */
export const h = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

/** An element of a picture. */
export const s = (name, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((each) => each !== undefined && each !== null && each !== false));
  return element;
}

/** Calls a function once nothing was asked of it for some milliseconds; at the latest `most` after the first wish. */
export function later(milliseconds, call, most = Infinity) {
  let timer = 0, since = 0;
  const wait = (...given) => {
    if (timer) clearTimeout(timer);
    else since = performance.now();
    timer = setTimeout(() => { timer = 0; call(...given); }, Math.max(0, Math.min(milliseconds, since + most - performance.now())));
  };
  wait.now = (...given) => { clearTimeout(timer); timer = 0; return call(...given); };
  return wait;
}

/** How many bytes a text has; and whether it has at most so many, for which most texts need not be counted. */
export const bytes = (text) => new Blob([text]).size;
export const fits = (text, most) => 3 * text.length <= most || bytes(text) <= most;

/** Give the writer a text as a file. */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Things that may happen, and who wants to hear of them. */
export class Events {
  #heard = new Map();
  on(name, call) {
    if (!this.#heard.has(name)) this.#heard.set(name, new Set());
    this.#heard.get(name).add(call);
    return () => this.#heard.get(name).delete(call);
  }
  tell(name, what) {
    for (const call of this.#heard.get(name) ?? []) call(what);
  }
}

/** Moves the focus among tabs with the arrow keys, as screen readers expect. */
export function arrows(list) {
  list.addEventListener("keydown", (event) => {
    const all = [...list.querySelectorAll("[role=tab]")], now = all.indexOf(document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (now < 0 || !step) return;
    event.preventDefault();
    const next = all[(now + step + all.length) % all.length];
    next.focus();
    next.click();
  });
}

/** A few actions at a place of the page, as [words, call]. */
export class Menu {
  constructor(x, y, actions) {
    const before = document.activeElement;
    const close = () => { menu.remove(); document.removeEventListener("pointerdown", outside, true); };
    const outside = (event) => { if (!menu.contains(event.target)) close(); };
    const menu = h("div", { class: "menu", role: "menu" }, actions.map(([label, call]) =>
      h("button", { type: "button", role: "menuitem", onclick: () => { close(); call(); } }, label)));
    menu.addEventListener("keydown", (event) => {
      const all = [...menu.children], now = all.indexOf(document.activeElement);
      if (event.key === "Escape") { close(); before?.focus(); }
      if (event.key === "ArrowDown") all[(now + 1) % all.length].focus();
      if (event.key === "ArrowUp") all[(now - 1 + all.length) % all.length].focus();
    });
    document.body.append(menu);
    menu.style.left = `${Math.min(x, innerWidth - menu.offsetWidth - 8)}px`;
    menu.style.top = `${Math.min(y, innerHeight - menu.offsetHeight - 8)}px`;
    menu.firstChild.focus();
    document.addEventListener("pointerdown", outside, true);
  }
}
