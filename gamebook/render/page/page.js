"use strict";
// Tables are sorted by a click on a head, and long ones are filtered by a word. The page says the same without this.
const number = (text) => {
  const found = /^[<>≥≤~(]?\s*([-+]?[\d,]*\.?\d+(?:e[-+]?\d+)?)/.exec(text.trim());
  return found ? parseFloat(found[1].replaceAll(",", "")) + (text[0] === "<" ? -1e-9 : text[0] === ">" ? 1e-9 : 0) : null;
};
const compare = (a, b) => {
  const x = number(a), y = number(b);
  if (x !== null && y !== null) return x - y;
  return (x === null) - (y === null) || a.localeCompare(b);
};
const sortable = (root) => {
  for (const table of root.querySelectorAll("main table")) {
    const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
    if (rows.length < 3) continue;
    heads.forEach((head, column) => {
      if (!head.textContent) return;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") === "descending" || (!head.hasAttribute("aria-sort") && !head.classList.contains("r"));
        heads.forEach((each) => each.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const words = (row) => row.cells[column].textContent;
        body.append(...rows.slice().sort((a, b) => (up ? 1 : -1) * compare(words(a), words(b))));
      });
    });
    if (rows.length > 20) {
      const filter = document.createElement("input");
      filter.type = "search";
      filter.placeholder = "Filter";
      filter.setAttribute("aria-label", "Show only lines with these words");
      table.parentElement.before(filter);
      filter.addEventListener("input", () => {
        const wanted = filter.value.toLowerCase();
        for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
      });
    }
  }
};
sortable(document);
// The map is moved by dragging or by the arrow keys, and made larger or smaller by buttons, keys, or the wheel with Ctrl.
for (const map of document.querySelectorAll("svg.map")) {
  const view = map.viewBox.baseVal, whole = [view.x, view.y, view.width, view.height];
  const show = (x, y, width, height) => map.setAttribute("viewBox", [x, y, width, height].join(" "));
  const move = (right, down) => show(view.x + right * view.width, view.y + down * view.height, view.width, view.height);
  const zoom = (by, x = 0.5, y = 0.5) => {
    const width = Math.min(view.width * by, whole[2] * 1.5), height = (width / view.width) * view.height;
    show(view.x + (view.width - width) * x, view.y + (view.height - height) * y, width, height);
  };
  const keys = {
    "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25), "0": () => show(...whole),
    ArrowLeft: () => move(-0.1, 0), ArrowRight: () => move(0.1, 0), ArrowUp: () => move(0, -0.1), ArrowDown: () => move(0, 0.1),
  };
  const bar = document.createElement("p");
  bar.className = "keys how";
  for (const [key, name] of [["+", "Larger"], ["-", "Smaller"], ["0", "Whole map"]]) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = key === "0" ? "⤢" : key;
    button.title = name;
    button.setAttribute("aria-label", name);
    button.addEventListener("click", keys[key]);
    bar.append(button, " ");
  }
  bar.append("Drag to move; Ctrl and the wheel, or + and −, for the size; 0 for the whole map.");
  map.before(bar);
  map.setAttribute("tabindex", "0");
  map.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  map.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = map.getBoundingClientRect();
    zoom(event.deltaY > 0 ? 1.15 : 0.87, (event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height);
  }, { passive: false });
  let last = null, dragged = false;
  map.addEventListener("pointerdown", (event) => { last = [event.clientX, event.clientY]; dragged = false; });
  map.addEventListener("pointermove", (event) => {
    if (!last || !event.buttons) return;
    const box = map.getBoundingClientRect(), scale = Math.max(view.width / box.width, view.height / box.height);
    const right = last[0] - event.clientX, down = last[1] - event.clientY;
    if (Math.abs(right) + Math.abs(down) < 4 && !dragged) return;
    dragged = true;
    show(view.x + right * scale, view.y + down * scale, view.width, view.height);
    last = [event.clientX, event.clientY];
  });
  window.addEventListener("pointerup", () => { last = null; });
  map.addEventListener("click", (event) => { if (dragged) event.preventDefault(); }, true);
  map.addEventListener("dragstart", (event) => event.preventDefault());
}
