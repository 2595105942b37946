// A number before and now, side by side.
import { h } from "./dom.js";

/** What the number of a reader is who has none: the answers of the desk have `null` for a number that is infinite or unknown. */
export const UNKNOWN = "not known";

/** What something is worth: a chance, or points. `…` while it is not told yet; `none` where there is no number: play never comes there. */
export function worth(value, wins, none = "never") {
  if (value === undefined) return "…";
  if (value === null) return none;
  if (!wins) return String(Number(value.toPrecision(4)));
  return percent(value);
}

/** A chance in words: `12.3%`, and never 0% or 100% for what only comes near. `digits`: how many stand after the point. */
export function percent(chance, digits = 1) {
  const least = 10 ** -digits, shown = chance * 100;
  if (shown > 0 && shown < least) return `<${least.toFixed(digits)}%`;
  if (chance < 1 && shown > 100 - least) return `>${(100 - least).toFixed(digits)}%`;
  return `${shown.toFixed(digits)}%`;
}

/** How a value changed: `+12.3%`, `−3.5`; no sign stands before `<` or `>`, for both would be an arrow: `down >99.9%`. */
export function difference(by, wins) {
  if (isRounding(by)) return wins ? "0%" : "0";
  const size = Math.abs(by), words = wins ? percent(size) : String(Number(size.toPrecision(3)));
  return /^[<>]/.test(words) ? `${by > 0 ? "up" : "down"} ${words}` : `${by > 0 ? "+" : "−"}${words}`;
}

const isRounding = (by) => Math.abs(by) < 1e-9;

/** Rows of [name, before, now]; `wins`: the numbers are chances; `none`: as for `worth`. */
export function columns(title, rows, wins, { kind = null, none = "never" } = {}) {
  return h("table", { class: kind }, h("thead", {}, h("tr", {}, [title, "before", "now", "change"].map((each) => h("th", { scope: "col" }, each)))),
    h("tbody", {}, rows.map(([name, was, is]) => h("tr", {},
      h("th", { scope: "row" }, name), h("td", {}, worth(was, wins, none)), h("td", { class: "now" }, worth(is, wins, none)), change(was, is, wins)))));
}

function change(was, is, wins) {
  if (typeof was !== "number" || typeof is !== "number") return h("td", {}, "");
  const by = is - was;
  return isRounding(by) ? h("td", {}, "=") : h("td", { class: by > 0 ? "up" : "down" }, difference(by, wins));
}
