// F2: a name is changed wherever it stands in the book.
import { LSPPlugin } from "./vendor/editor.js";
import { STALE, change, texts } from "./actions.js";
import { form } from "./form.js";

const NOTHING = "Here stands no name that can be changed. Put the cursor on the number of a chapter, or on a name: of an item, a codeword, a stat.";

/** Ask for a new name for what the cursor is on; `say` tells the writer why there is nothing to ask, and with null takes that back. */
export async function rename(view, say) {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  plugin.client.sync();
  const { doc } = view.state;
  const at = { textDocument: { uri: plugin.uri }, position: plugin.toPosition(view.state.selection.main.head) };
  let range = null;
  try {
    range = await plugin.client.request("textDocument/prepareRename", at);
  } catch (failure) {
    return say(failure.message); // why the name must stay
  }
  if (!range) return say(NOTHING);
  say(null);
  const old = view.state.sliceDoc(plugin.fromPosition(range.start), plugin.fromPosition(range.end));
  let edit = null, name = "", asked = null;
  await form(`Change the name ${old} everywhere`, [{ label: "New name", value: old }], "Change it", async ([newName]) => {
    if (!newName) return "Write the new name.";
    if (view.state.doc !== doc) return "The text has changed meanwhile. Close this window and press F2 again.";
    plugin.client.sync();
    asked = texts(plugin.client);
    try {
      edit = await plugin.client.request("textDocument/rename", { ...at, newName });
      name = newName;
      return "";
    } catch (failure) {
      return failure.message;
    }
  });
  const left = edit ? await change(view, edit, "rename", asked) : [];
  if (left === null) say(STALE);
  else if (left.length) {
    const files = left.map((uri) => decodeURIComponent(uri.split("/").pop())).join(", ");
    say(`The studio cannot open ${files}: write ${name} there in place of ${old}, too, so that the chapter keeps its number in print.`);
  }
  view.focus();
}
