// What a finding's code means, in a window over the page: as `gamebook explain` says it.
import { h } from "./dom.js";

/** Show the explanation of a code, such as GB101; `studio` asks for it. */
export async function explain(studio, code) {
  let found;
  try {
    found = await studio.ask("explain", { code });
  } catch (failure) {
    return studio.complain(failure);
  }
  const before = document.activeElement, close = () => { dialog.close(); dialog.remove(); before?.focus(); };
  const example = (title, text) => (text ? [h("h3", {}, title), h("pre", {}, text.trim())] : []);
  const dialog = h("dialog", { class: "explain", "aria-label": `What ${code} means` },
    h("h2", {}, `${code} ${found.title}`), h("p", {}, found.cause), h("p", {}, found.advice),
    example("Reported", found.wrong), example("Mended", found.right),
    h("p", { class: "buttons" }, h("button", { type: "button", onclick: close }, "Close")));
  dialog.addEventListener("cancel", close);
  document.body.append(dialog);
  dialog.showModal();
}
