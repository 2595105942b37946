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

/** A chance in words: `12.3%`, and never 0% or 100% for what only comes near. */
export function percent(chance) {
  if (chance > 0 && chance < 0.001) return "<0.1%";
  if (chance < 1 && chance > 0.999) return ">99.9%";
  return `${(chance * 100).toFixed(1)}%`;
}

/** Rows of [name, before, now]; `wins`: the numbers are chances; `none`: as for `worth`. */
export function columns(title, rows, wins, { kind = null, none = "never" } = {}) {
  return h("table", { class: kind }, h("thead", {}, h("tr", {}, [title, "before", "now", "change"].map((each) => h("th", { scope: "col" }, each)))),
    h("tbody", {}, rows.map(([name, was, is]) => h("tr", {},
      h("th", { scope: "row" }, name), h("td", {}, worth(was, wins, none)), h("td", { class: "now" }, worth(is, wins, none)), change(was, is, wins)))));
}

function change(was, is, wins) {
  if (typeof was !== "number" || typeof is !== "number") return h("td", {}, "");
  const by = is - was, words = wins ? `${Math.abs(by * 100).toFixed(1)}%` : String(Number(Math.abs(by).toPrecision(3)));
  if (Math.abs(by) < 1e-9) return h("td", {}, "=");
  return h("td", { class: by > 0 ? "up" : "down" }, `${by > 0 ? "+" : "−"}${words}`);
}
