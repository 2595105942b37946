// Two texts side by side.
import { EditorState, EditorView, MergeView, lineNumbers } from "./vendor/editor.js";
import { h } from "./dom.js";

const nonce = document.querySelector("meta[name=nonce]").content;

/** The two texts in an element, as a `MergeView`; nothing can be changed in it. */
export function sideBySide(place, left, right, names) {
  const extensions = (name) => [
    EditorView.contentAttributes.of({ "aria-label": name }),
    EditorView.cspNonce.of(nonce), EditorState.readOnly.of(true), lineNumbers(), EditorView.lineWrapping,
    EditorView.theme({ "&": { color: "var(--ink)", backgroundColor: "var(--paper)" }, ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faint)", border: "none" } }),
  ];
  return new MergeView({
    parent: place, a: { doc: left, extensions: extensions(names[0]) }, b: { doc: right, extensions: extensions(names[1]) },
    collapseUnchanged: { margin: 3, minSize: 6 }, gutter: true,
  });
}

/** A window over the page with both texts. */
export function compare(leftName, left, rightName, right) {
  const place = h("div", { class: "texts" });
  const close = () => { view.destroy(); dialog.close(); dialog.remove(); };
  const dialog = h("dialog", { class: "compare", "aria-label": `${leftName} and ${rightName}` },
    h("header", {}, h("b", {}, leftName), h("b", {}, rightName), h("button", { type: "button", onclick: close }, "Close")),
    place,
  );
  dialog.addEventListener("cancel", close);
  document.body.append(dialog);
  dialog.showModal();
  const view = sideBySide(place, left, right, [leftName, rightName]);
}
