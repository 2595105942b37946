// All findings of the book, as a list: a click leads to the place.
import { h } from "../dom.js";
import { explain } from "../explain.js";

export const panel = {
  name: "findings",
  title: "Findings",

  open(studio, place) {
    const list = h("ul", { class: "findings", "aria-label": "Findings" });
    place.append(list);
    const draw = () => {
      const found = studio.findings();
      list.replaceChildren(...found.map((each) => row(studio, each)));
      const last = {
        yes: "Still looking: some things are only found when the book is solved.",
        part: "The book is too large to check all of it in this time: there may be more findings. The finding GB406 says what is left open.",
        failed: "The book could not be solved, so not all could be looked for.",
        no: found.length ? "" : "Nothing is wrong with this book, as far as can be seen.",
      }[studio.looking];
      if (studio.book && last) list.append(h("li", { class: "empty" }, last));
    };
    studio.on("findings", draw);
    draw();
  },
};

function row(studio, { file, line, severity, code, message, related }) {
  const [first, ...rest] = message.split("\n");
  return h("li", { class: severity },
    h("button", { type: "button", onclick: () => studio.goToLine(file, line) },
      h("span", { class: "where" }, `${file}:${line}`), h("b", {}, `${severity} ${code}`), h("span", {}, first),
      rest.length ? h("small", {}, rest.join("\n")) : null),
    h("p", { class: "more" },
      related.map((each) => h("button", { type: "button", class: "quiet", onclick: () => studio.goToLine(each.file, each.line) }, `${each.file}:${each.line} ${each.words}`)),
      h("button", { type: "button", class: "quiet", "aria-label": `What it means: ${code}`, onclick: () => explain(studio, code) }, "What it means")),
  );
}
