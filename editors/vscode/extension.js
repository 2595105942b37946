// Starts `gamebook lsp`, and plays a book in a terminal.

const { dirname } = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  const found = vscode.workspace.getConfiguration("gamebook");
  const names = ["hero", "hints", "lenses", "solve", "seconds"];
  return { gamebook: { ...Object.fromEntries(names.map((name) => [name, found.get(name)])), playable: true } };
}

// The main file of the book that is being edited: a part cannot be played by itself.
async function mainFile() {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && client.sendRequest("gamebook/main", { uri: client.code2ProtocolConverter.asUri(uri) });
}

// As a task: its terminal stays open when the command ends, so that one can read why a book cannot be played.
let plays = 0;

function play(command, words) {
  const { Global, Workspace } = vscode.TaskScope;
  const scope = vscode.workspace.workspaceFolders ? Workspace : Global;
  const run = new vscode.ProcessExecution(command, ["play", ...words], { cwd: dirname(words[0]) });
  const task = new vscode.Task({ type: "gamebook", play: ++plays }, scope, "play", "gamebook", run, []);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, panel: vscode.TaskPanelKind.Shared, focus: true, clear: true, showReuseMessage: false };
  return vscode.tasks.executeTask(task);
}

async function activate(context) {
  const command = vscode.workspace.getConfiguration("gamebook").get("command");
  client = new LanguageClient(
    "gamebook",
    "Gamebook",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "gamebook" }],
      initializationOptions: settings(),
    },
  );
  context.subscriptions.push(
    vscode.commands.registerCommand("gamebook.play", async (book, chapter) => {
      const path = book ?? (await mainFile());
      if (path) await play(command, [path, ...(chapter ? ["--from", chapter] : [])]);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("gamebook")) {
        client.sendNotification("workspace/didChangeConfiguration", { settings: settings() });
      }
    }),
  );
  await client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
