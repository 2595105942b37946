// The language server in the page: the same that other editors use, over the websocket `/lsp`.
import {
  EditorView, LSPClient, LSPPlugin, Workspace, findReferences, findReferencesKeymap, formatKeymap, hoverTooltips, jumpToDefinitionKeymap,
  keymap, serverCompletion, setDiagnostics,
} from "./vendor/editor.js";
import { actionsHere, withActions } from "./actions.js";
import { askHints, hints } from "./hints.js";
import { fits, later } from "./dom.js";
import { rename } from "./rename.js";

const SEVERITIES = ["error", "error", "warning", "info", "hint"];
const PATIENCE = 20_000;

/** The files of the page, as the language server's client sees them: each has an editor of its own. */
class Files extends Workspace {
  files = [];
  #versions = new Map();
  #show;

  constructor(client, show) {
    super(client);
    this.#show = show;
  }

  syncFiles() {
    const changed = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      changed.push({ changes: plugin.unsyncedChanges, file, prevDoc: file.doc });
      file.doc = file.view.state.doc;
      file.version = this.#next(file.uri);
      plugin.clear();
    }
    return changed;
  }

  openFile(uri, languageId, view) {
    const file = { uri, languageId, version: this.#next(uri), doc: view.state.doc, view, getView: () => view };
    this.files.push(file);
    if (this.client.connected) this.client.didOpen(file);
  }

  closeFile(uri) {
    this.files = this.files.filter((each) => each.uri !== uri);
    if (this.client.connected) this.client.didClose(uri);
  }

  async requestFile(uri) {
    return this.getFile(uri) ?? ((await this.#show(uri, false)) ? this.getFile(uri) : null);
  }

  displayFile(uri) {
    return this.#show(uri, true);
  }

  #next(uri) {
    const version = (this.#versions.get(uri) ?? -1) + 1;
    this.#versions.set(uri, version);
    return version;
  }
}

/** The client. `show(uri, visible)` opens a file and gives its editor; `found(uri, diagnostics)` hears of findings; `looking(state)` whether they are still looked for: yes, no, part, failed; `say(words)` tells the writer something about a change that was asked for, null takes it back; `isUp()`: the studio answers; `most`: bytes that a message may have. */
export class LanguageServer {
  #isUp;
  #most;
  #say;
  #marked = new WeakMap();  // by editor: the text, and what is marked in it

  constructor({ rootUri, show, found, looking, say, isUp, most, settings }) {
    this.settings = settings;
    this.#isUp = isUp;
    this.#most = most;
    this.#say = say;
    this.client = new LSPClient({
      rootUri,
      timeout: PATIENCE,
      initializationOptions: { gamebook: settings },
      sanitizeHTML: harmless,
      workspace: (client) => new Files(client, show),
      notificationHandlers: {
        "textDocument/publishDiagnostics": (client, given) => { this.#mark(client, given, found); return true; },
        "gamebook/looking": (_, { state }) => { looking(state); return true; },
        "window/logMessage": (_, given) => { console.info(given.message); return true; },
      },
      extensions: [
        { clientCapabilities: {
          textDocument: {
            publishDiagnostics: { versionSupport: true, relatedInformation: true },
            codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
          },
          workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create"] } },
        } },
        serverCompletion(),
        hoverTooltips(),
        hints,
        EditorView.updateListener.of((update) => { if (update.docChanged) this.#sync(); }),
        keymap.of([{ key: "Mod-.", run: (view) => actionsHere(view, say) }, { key: "Shift-F12", run: (view) => { uses(view); return true; }, preventDefault: true }, { key: "F2", run: (view) => { rename(view, say); return true; }, preventDefault: true }]),
        keymap.of([...formatKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
      ],
    });
    this.#connect();
  }

  /** For each editor, how its chances are asked for: findings of several files come at once, and none may take the turn of another. */
  #hints = new WeakMap();

  #sync = later(100, () => {
    this.client.sync();
    this.#hintAll();  // other files of the book: their chances are as old as those of the text that was changed
  });

  #hint(view) {
    if (!this.#hints.has(view)) this.#hints.set(view, later(50, () => askHints(view)));
    this.#hints.get(view)();
  }

  #hintAll() {
    for (const { view } of this.client.workspace.files) this.#hint(view);
  }

  /** Which chances stand in the text: `off`, `chapters` or `all`; and whose. */
  configure(settings) {
    this.settings = { ...this.settings, ...settings };
    this.client.notification("workspace/didChangeConfiguration", { settings: { gamebook: this.settings } });
    this.#hintAll();
  }

  /** A file that has no editor was changed, made or removed by somebody else. */
  changed(uri) {
    if (this.client.connected) this.client.notification("workspace/didChangeWatchedFiles", { changes: [{ uri, type: 2 }] });
  }

  /** For an editor of this file. */
  plugin(uri) {
    return this.client.plugin(uri, "gamebook");
  }

  #connect() {
    if (!this.#isUp()) return this.#again();
    const heard = new Set(), socket = new WebSocket(`ws://${location.host}/lsp`);
    socket.onmessage = (event) => heard.forEach((hear) => hear(event.data));
    socket.onopen = () => this.client.connect({
      send: (text) => { if (socket.readyState === WebSocket.OPEN && fits(text, this.#most)) socket.send(text); },
      subscribe: (hear) => heard.add(hear),
      unsubscribe: (hear) => heard.delete(hear),
    });
    socket.onclose = () => {
      if (this.client.connected) this.client.disconnect();
      this.#again();
    };
  }

  #again() {
    setTimeout(() => this.#connect(), 1000);
  }

  #mark(client, { uri, version, diagnostics }, found) {
    const file = client.workspace.getFile(uri), view = file?.getView(), plugin = view && LSPPlugin.get(view);
    if (view && !view.state.doc.toString().trim()) diagnostics = [];  // nothing is written yet, so nothing is wrong
    found(uri, diagnostics);
    if (!plugin || (version !== undefined && version !== null && version !== file.version)) return;
    const place = (position) =>
      plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
    const marks = diagnostics.map((each) => ({
      from: place(each.range.start),
      to: Math.max(place(each.range.start), place(each.range.end)),
      severity: SEVERITIES[each.severity ?? 1],
      source: each.code,
      message: each.message,
    })).sort((a, b) => a.from - b.from || a.to - b.to);
    const { doc } = view.state, words = JSON.stringify(marks), before = this.#marked.get(view);
    if (before?.doc !== doc || before.words !== words) {  // to mark the same again would close the finding that is read
      this.#marked.set(view, { doc, words });
      view.dispatch(setDiagnostics(view.state, marks.map((mark) => withActions(mark, this.#say))));
    }
    this.#hint(view);
  }
}

/** Shift+F12: where the name at the cursor is used. The list can only show files that are open before it is asked for. */
async function uses(view) {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  plugin.client.sync();
  const found = await plugin.client.request("textDocument/references", {
    textDocument: { uri: plugin.uri }, position: plugin.toPosition(view.state.selection.main.head), context: { includeDeclaration: true },
  }).catch(() => null);
  for (const uri of new Set((found ?? []).map((each) => each.uri))) await plugin.client.workspace.requestFile(uri);
  if (found?.length) findReferences(view);
}

const KEPT = new Set([
  "P", "PRE", "CODE", "SPAN", "BR", "HR", "STRONG", "EM", "B", "I", "UL", "OL", "LI", "BLOCKQUOTE", "H1", "H2", "H3", "H4",
]);

/** Markup that only shows words: elements of other kinds become their text, and attributes other than classes go. */
export function harmless(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...page.body.querySelectorAll("*")]) {
    if (!KEPT.has(element.tagName)) { element.replaceWith(page.createTextNode(element.textContent)); continue; }
    for (const { name } of [...element.attributes]) if (name !== "class") element.removeAttribute(name);
  }
  return page.body.innerHTML;
}
