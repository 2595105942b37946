// The scopes of the letters at the places of places.json, innermost last, into told.json: as Visual Studio Code has them.
const { readFileSync, writeFileSync } = require("fs");
const [book, extension] = process.argv.slice(2);
const textmate = require(`${extension}/node_modules/vscode-textmate`);
const oniguruma = require(`${extension}/node_modules/vscode-oniguruma`);
const path = `${extension}/syntaxes/gamebook.tmLanguage.json`;

async function main() {
  await oniguruma.loadWASM(readFileSync(`${extension}/node_modules/vscode-oniguruma/release/onig.wasm`).buffer);
  const registry = new textmate.Registry({
    onigLib: {
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    },
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, "utf8"), path),
  });
  const grammar = await registry.loadGrammar("source.gamebook");
  const lines = [];
  let state = textmate.INITIAL;
  for (const line of readFileSync(book, "utf8").split("\n")) {
    const read = grammar.tokenizeLine(line, state);
    lines.push(read.tokens);
    state = read.ruleStack;
  }
  const scopes = ([line, column]) =>
    lines[line - 1].find((token) => token.startIndex < column && column <= token.endIndex).scopes.at(-1);
  writeFileSync("told.json", JSON.stringify(JSON.parse(readFileSync("places.json", "utf8")).map(scopes)));
}
main();
