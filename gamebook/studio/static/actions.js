// What can be done about a finding: what the language server offers, beside the finding or as a list at the cursor.
import { LSPPlugin, isolateHistory } from "./vendor/editor.js";
import { Menu, h } from "./dom.js";
import { together } from "./together.js";

/** What is said where nothing was done, for letters may stand elsewhere by now. */
export const STALE = "The text has changed since this was offered, so nothing was done. Try again.";

/** The texts of all editors as they are now: what the language server is asked is answered for these. */
export const texts = (client) => new Map(client.workspace.files.map(({ uri, view }) => [uri, view.state.doc]));

async function actions(view, from, to) {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return [];
  plugin.client.sync();
  const asked = texts(plugin.client);
  const found = await plugin.client.request("textDocument/codeAction", {
    textDocument: { uri: plugin.uri }, range: { start: plugin.toPosition(from), end: plugin.toPosition(to) }, context: { diagnostics: [] },
  }).catch(() => null);
  return (found ?? []).map((each) => ({ ...each, asked }));
}

/**
 * Make changes that the language server has named, in whatever files they are; a new file is only begun here, and written when it is
 * saved. `asked`: the texts that it was asked about. Gives the files that cannot be opened here; null if a text is another by now,
 * and nothing was done.
 */
export async function change(view, edit, userEvent, asked) {
  const { client } = LSPPlugin.get(view), targets = [], left = [];
  for (const { textDocument, edits } of edit?.documentChanges ?? []) {
    if (!edits) continue;
    const { uri } = textDocument;
    const target = (await client.workspace.requestFile(uri).catch(() => null))?.getView();
    if (target) targets.push({ uri, edits, target });
    else left.push(uri);
  }
  if (targets.some(({ uri, target }) => asked.has(uri) && asked.get(uri) !== target.state.doc)) return null;
  const several = targets.length > 1, which = { uris: targets.map(({ uri }) => uri) };
  for (const { edits, target } of targets) {
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

async function take(view, { edit, asked }, say) {
  if ((await change(view, edit, "input.fix", asked)) === null) return say(STALE);
  say(null);
  const begun = (edit.documentChanges ?? []).find(({ kind }) => kind === "create");
  const shown = begun ? await LSPPlugin.get(view).client.workspace.displayFile(begun.uri) : view;
  shown?.focus();
}

/** A finding as it is shown under the pointer and in the list, with a button for each thing that can be done. `say` as in `LanguageServer`. */
export function withActions(mark, say) {
  return {
    ...mark,
    renderMessage(view) {
      const buttons = h("span", { class: "actions" }), node = h("span", { class: "finding" }, mark.message, buttons);
      actions(view, mark.from, mark.to).then((found) => {
        const own = found.filter(({ diagnostics }) => diagnostics?.some(({ code, message }) => code === mark.source && message === mark.message));
        buttons.append(...own.map((each) => h("button", { type: "button", onclick: () => take(view, each, say) }, each.title)));
      });
      return node;
    },
  };
}

/** Ctrl+.: what can be done about what is wrong at the cursor. */
export function actionsHere(view, say) {
  const { from, to, head } = view.state.selection.main, line = view.state.doc.lineAt(head);
  const [start, end] = from === to ? [line.from, line.to] : [from, to];
  actions(view, start, end).then((found) => {
    if (!found.length) return;
    const place = view.coordsAtPos(head) ?? { left: 100, bottom: 100 };
    new Menu(place.left, place.bottom, found.map((each) => [each.title, () => take(view, each, say)]));
  });
  return true;
}
