// How a play looks: what happened, what is due, the sheet, and what luck and mistakes did. All words of the book are text.
import { difference, percent, worth } from "../columns.js";
import { h, s } from "../dom.js";

/** What happened, as elements. Dice and what they change stand on one line until something else comes. */
export function told(entries, { variables, goTo }) {
  const made = [];
  let line = null, making = true;
  const add = (...parts) => {
    if (!line) made.push(line = h("p", { class: "dice" }));
    line.append(...(line.childNodes.length ? ["; "] : []), ...parts);
  };
  for (const entry of entries) {
    switch (entry.event) {
      case "roll": add(rolled(entry)); break;
      case "change": for (const part of changed(entry.changes, variables, making)) add(part); break;
      case "ledger": add(`${entry.account}: ${entry.entry}`); break;
      case "points": add(`${signed(entry.earned)} ${Math.abs(entry.earned) === 1 ? "point" : "points"}, ${entry.total} in all`); break;
      default:
        line = null;
        if (entry.event === "chapter") making = false;
        made.push(...other(entry, goTo));
    }
  }
  return made;
}

function other(entry, goTo) {
  switch (entry.event) {
    case "chapter": return [h("h2", {}, h("button", { type: "button", class: "quiet", title: "Show the text", onclick: () => goTo(entry.chapter) }, h("b", {}, entry.chapter), ` ${entry.title}`))];
    case "prose": return entry.text.split(/\n{2,}/).filter((each) => each.trim()).map((each) => h("p", {}, each));
    case "fight": return [h("p", { class: "fight" }, `Fight: ${entry.title}`)];
    case "choose": return [h("p", { class: "chosen" }, entry.by === "rival" ? `The rival: ${entry.label}` : `› ${entry.label}`)];
    case "note": return [h("p", { class: "faint" }, entry.text)];
  }
  return [];
}

function rolled({ what, label, value, row }) {
  if (what === "test") return `${label}: ${row || (value ? "success" : "failure")}`;
  if (what === "compare") return `${label}: ${row || "equal"}${value ? ` by ${Math.abs(value)}` : ""}`;
  if (what === "chance") return [label, row].filter(Boolean).join(": ") || "by chance";
  return `${label}: ${value}${row ? ` (${row})` : ""}`;
}

/** While the hero is made a sheet is filled in; later it changes. */
function changed(changes, variables, making) {
  return Object.entries(changes).map(([name, [before, after]]) => {
    const known = variables.get(name);
    if (known?.values.length) return `${name} ${known.values[after]}`;
    if (known && known.high === 1 && known.kind !== "number" && known.kind !== "stat") return after ? `+ ${name}` : `− ${name}`;
    return making ? `${name} ${after}` : `${name} ${before} → ${after}`;
  });
}

const signed = (value) => (value < 0 ? `−${-value}` : `+${value}`);

/** What is due: buttons and fields; `act` is called with what the reader does. */
export function options(moment, act) {
  if (moment.kind === "over") return [h("p", { class: `over ${moment.ends}` }, ended(moment))];
  if (moment.kind === "choice") {
    const list = h("ol", { class: moment.fight ? "options fight" : "options" }, moment.options.map((label, number) =>
      h("li", {}, h("button", { type: "button", class: "option", onclick: () => act({ choose: number }) },
        number < 9 && moment.amount === undefined ? h("kbd", { "aria-hidden": "true" }, number + 1) : null, h("span", { class: "label" }, label)))));
    const amount = moment.amount ? [h("p", { class: "faint" }, `${moment.amount}:`)] : [];
    return [...(moment.owner === "rival" ? [h("p", { class: "faint" }, "The rival chooses:")] : []), ...amount, list];
  }
  return dice(moment, act);
}

function ended({ ending, ends, stuck }) {
  if (ends === "endless") return "From here play repeats for ever. The book is not won.";
  if (stuck) return "No choice is open, and there is no way on: a defeat.";
  if (ends === "not written yet") return "This chapter is not written yet.";
  return ends === ending || ends === "ending" ? ending : `${ends[0].toUpperCase()}${ends.slice(1)}: ${ending}`;
}

function dice({ label, throws, ways }, act) {
  const roll = h("button", { type: "button", onclick: () => act({ roll: 1 }) }, "Roll it here");
  if (!throws.length) {
    return [h("p", {}, "Chance decides:"), h("ol", { class: "options" }, ways.map(([words, chance], number) =>
      h("li", {}, h("button", { type: "button", class: "option", onclick: () => act({ fall: number }) },
        h("span", { class: "label" }, words || `way ${number + 1}`), h("span", { class: "worth" }, percent(chance)))))), roll];
  }
  const inputs = throws.map(([words, low, high, about], number) => {
    const id = `thrown-${number}`;
    return h("span", { class: "entry" }, h("label", { for: id }, about ? `${words} for ${about}` : words),
      h("input", { id, type: "number", min: low, max: high, required: true, inputmode: "numeric" }));
  });
  const submit = (event) => { event.preventDefault(); act({ thrown: [...event.target.querySelectorAll("input")].map((input) => Number(input.value)) }); };
  const rows = new Map();
  for (const [words, chance] of ways) rows.set(words, (rows.get(words) ?? 0) + chance);
  const chances = rows.size > 1 && rows.size < ways.length ? [...rows].map(([words, chance]) => `${words} ${percent(chance, 0)}`).join(", ") : "";
  return [h("form", { class: "thrown", onsubmit: submit }, h("p", {}, `Throw ${throws.map(([words]) => words).join(" and ")}${label && label !== throws[0][0] ? ` (${label})` : ""}. `, h("small", {}, chances)),
    inputs, h("button", { type: "submit", class: "main" }, "That is what they show"), roll)];
}

/** The sheet, as a reader would write it. */
export function sheet({ sheet: rows, ledgers, points }) {
  const numbers = rows.filter(([kind]) => !["item", "codeword"].includes(kind));
  const having = (wanted) => rows.filter(([kind]) => kind === wanted).map(([, name, value]) => (value === "1" ? name : `${name} × ${value}`));
  const list = (title, names) => (names.length ? [h("h3", {}, title), h("ul", {}, names.map((each) => h("li", {}, each)))] : []);
  return [
    h("h2", {}, "Sheet"),
    numbers.length ? h("dl", {}, numbers.map(([, name, value, initial]) => [h("dt", {}, name),
      h("dd", {}, h("b", {}, value), initial !== null && String(initial) !== value ? h("small", {}, ` of ${initial}`) : null)]).flat()) : null,
    points !== null ? h("p", {}, `Points: ${points}`) : null,
    ...list("Carried", having("item")), ...list("Codewords", having("codeword")), ...list("On paper", ledgers),
    rows.length || ledgers.length ? null : h("p", { class: "faint" }, "Nothing is written down."),
  ].filter(Boolean);
}

/** What luck and what mistakes did. */
export function reviewed(found, goTo) {
  const { begin, now, luck, mistakes, rivals, unclear, wins, choices } = found;
  const short = (value) => difference(value, wins);
  const lost = choices.filter((each) => each.owner === "reader" && each.before - each.after > 1e-9);
  const rows = [["With this hero, best play", worth(begin, wins)], ["Luck", short(luck)], ["Mistakes", short(mistakes)],
    ...(choices.some((each) => each.owner === "rival") ? [["The rivals", short(rivals)]] : []), ["Now", worth(now, wins)]];
  return [
    h("h2", {}, "Luck and mistakes"),
    h("table", {}, h("tbody", {}, rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value))))),
    wins && choices.length ? line([begin, ...choices.flatMap(({ before, after }) => [before, after]), now]) : null,
    unclear ? h("p", { class: "faint" }, `${unclear} choices could not be valued; they count as luck.`) : null,
    lost.length ? h("ul", { class: "lost" }, lost.map(({ chapter, label, best, before, after }) => h("li", {},
      h("button", { type: "button", class: "quiet", onclick: () => goTo(chapter) }, h("b", {}, chapter || "hero")),
      ` “${label}” instead of “${best}”: `, short(after - before)))) : h("p", { class: "faint" }, choices.length ? "Every choice was as good as best play." : "Nothing was chosen yet."),
  ].filter(Boolean);
}

/** The chance to win in the course of the play. */
function line(values) {
  const [width, height] = [220, 60], step = width / Math.max(1, values.length - 1);
  const points = values.map((value, number) => `${(number * step).toFixed(1)},${(height - 2 - value * (height - 4)).toFixed(1)}`).join(" ");
  const words = `The chance to win, from ${percent(values[0], 0)} to ${percent(values.at(-1), 0)}`;
  return s("svg", { class: "course", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words }, s("title", {}, words),
    s("line", { x1: 0, y1: height / 2, x2: width, y2: height / 2 }), s("polyline", { points }));
}
