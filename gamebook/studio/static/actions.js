// What can be done about a finding: what the language server offers, beside the finding or as a list at the cursor.
import { LSPPlugin, StateEffect, isolateHistory } from "./vendor/editor.js";
import { Menu, h } from "./dom.js";

async function actions(view, from, to) {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return [];
  plugin.client.sync();
  const found = await plugin.client.request("textDocument/codeAction", {
    textDocument: { uri: plugin.uri }, range: { start: plugin.toPosition(from), end: plugin.toPosition(to) }, context: { diagnostics: [] },
  }).catch(() => null);
  return found ?? [];
}

/** Marks the changes of several files that belong together: half of a new name is a broken book. Its value is the same for all of them. */
export const together = StateEffect.define();

/** Make changes that the language server has named, in whatever files they are; a new file is only begun here, and written when it is saved. Gives the files that cannot be opened here. */
export async function change(view, edit, userEvent) {
  const { client } = LSPPlugin.get(view), which = {};
  const changed = (edit?.documentChanges ?? []).filter(({ edits }) => edits), several = changed.length > 1, left = [];
  for (const { textDocument: { uri }, edits } of changed) {
    const file = await client.workspace.requestFile(uri).catch(() => null), target = file?.getView();
    if (!target) {
      left.push(uri);
      continue;
    }
    const plugin = LSPPlugin.get(target);
    target.dispatch({
      changes: edits.map(({ range, newText }) => ({ from: plugin.fromPosition(range.start), to: plugin.fromPosition(range.end), insert: newText })),
      effects: several ? together.of(which) : [],
      annotations: several ? isolateHistory.of("full") : [],
      userEvent,
    });
  }
  return left;
}

async function take(view, { edit }) {
  await change(view, edit, "input.fix");
  const begun = (edit.documentChanges ?? []).find(({ kind }) => kind === "create");
  const shown = begun ? await LSPPlugin.get(view).client.workspace.displayFile(begun.uri) : view;
  shown?.focus();
}

/** A finding as it is shown under the pointer and in the list, with a button for each thing that can be done. */
export function withActions(mark) {
  return {
    ...mark,
    renderMessage(view) {
      const buttons = h("span", { class: "actions" }), node = h("span", { class: "finding" }, mark.message, buttons);
      actions(view, mark.from, mark.to).then((found) => {
        const own = found.filter(({ diagnostics }) => diagnostics?.some(({ code, message }) => code === mark.source && message === mark.message));
        buttons.append(...own.map((each) => h("button", { type: "button", onclick: () => take(view, each) }, each.title)));
      });
      return node;
    },
  };
}

/** Ctrl+.: what can be done about what is wrong at the cursor. */
export function actionsHere(view) {
  const { from, to, head } = view.state.selection.main, line = view.state.doc.lineAt(head);
  const [start, end] = from === to ? [line.from, line.to] : [from, to];
  actions(view, start, end).then((found) => {
    if (!found.length) return;
    const place = view.coordsAtPos(head) ?? { left: 100, bottom: 100 };
    new Menu(place.left, place.bottom, found.map((each) => [each.title, () => take(view, each)]));
  });
  return true;
}
