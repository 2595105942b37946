// Starts `gamebook lsp`, and plays a book in a terminal.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  const found = vscode.workspace.getConfiguration("gamebook");
  const names = ["hero", "hints", "lenses", "solve", "seconds"];
  return { gamebook: { ...Object.fromEntries(names.map((name) => [name, found.get(name)])), playable: true } };
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
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.gbk") },
    },
  );
  context.subscriptions.push(
    vscode.commands.registerCommand("gamebook.play", (book, chapter) => {
      const path = book ?? vscode.window.activeTextEditor?.document.uri.fsPath;
      if (path) {
        const from = chapter ? ["--from", chapter] : [];
        vscode.window.createTerminal({ name: "Gamebook", shellPath: command, shellArgs: ["play", path, ...from] }).show();
      }
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
