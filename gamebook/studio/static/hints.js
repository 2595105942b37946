// The chances at the ends of lines: what best play is worth at a chapter, and what a choice costs. Nothing while they are stale.
import { Decoration, EditorView, LSPPlugin, StateEffect, StateField, WidgetType } from "./vendor/editor.js";
import { h } from "./dom.js";

const known = StateEffect.define();

class Words extends WidgetType {
  constructor(words, tip) {
    super();
    this.words = words;
    this.tip = tip;
  }
  eq(other) {
    return other.words === this.words && other.tip === this.tip;
  }
  toDOM() {
    return h("span", { class: "cm-chances", title: this.tip }, this.words);
  }
}

const shown = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(known)) return effect.value;
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const hints = [
  shown,
  EditorView.baseTheme({ ".cm-chances": { color: "var(--faint)", fontSize: "85%", paddingLeft: "1.2em", fontStyle: "italic" } }),
];

/** Ask the language server for the chances of the text in an editor. */
export async function askHints(view) {
  const plugin = LSPPlugin.get(view);
  if (!plugin?.client.serverCapabilities) return;
  const { doc } = view.state;
  plugin.client.sync();
  const found = await plugin.client.request("textDocument/inlayHint", {
    textDocument: { uri: plugin.uri }, range: { start: { line: 0, character: 0 }, end: { line: doc.lines, character: 0 } },
  }).catch(() => null);
  if (!found || view.state.doc !== doc) return;
  const marks = found.filter(({ position }) => position.line < doc.lines).map(({ position, label, tooltip }) =>
    Decoration.widget({ widget: new Words(label, tooltip), side: 1 }).range(doc.line(position.line + 1).to));
  view.dispatch({ effects: known.of(Decoration.set(marks, true)) });
}
