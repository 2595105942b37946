// How a book looks in the editor: colours by the mark that begins a line, and folding by chapter.
import { HighlightStyle, StreamLanguage, foldService, syntaxHighlighting, tags } from "./vendor/editor.js";

/** The language; `words` are its keywords, as the grammar has them. */
export function language(words) {
  const keyword = new Set(words);
  const inCode = (stream) => {
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\/.*/)) return "comment";
    if (stream.match(/^"[^"\n]*"?/)) return "string";
    if (stream.match(/^\d*d\d+\b|^\d+%?/)) return "number";
    if (stream.match("->")) return "link";
    const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}_][\p{L}\p{N}_]*)*/u);
    if (word) return keyword.has(word[0]) ? "keyword" : "variableName";
    stream.next();
    return "punctuation";
  };
  return StreamLanguage.define({
    name: "gamebook",
    languageData: { commentTokens: { line: "//" } },
    startState: () => ({ mode: "prose", header: true, back: "prose" }),
    token(stream, state) {
      if (stream.sol()) {
        if (stream.match(/^===(?=[ \t])/)) { state.header = false; state.mode = "head"; return "heading"; }
        state.mode = "prose";
        stream.eatSpace();
        if (stream.eol()) return null;
        if (stream.match(/^\/\/.*/)) return "comment";
        if (stream.match("~")) { state.mode = "code"; return "operator"; }
        if (stream.match("->")) { state.mode = "code"; return "link"; }
        if (stream.match(/^\*(?=[ \t])/)) { state.mode = "choice"; return "operator"; }
        if (state.header || /^[\d\s,|.-]+->/.test(stream.string)) state.mode = "code";
      }
      switch (state.mode) {
        case "head":
          if (stream.match(/^[ \t]+\S+/)) return "labelName";
          if (stream.match(/^[ \t]\/\/.*/)) return "comment";
          stream.next();
          return "heading";
        case "code":
          return inCode(stream);
        case "condition":
        case "value":
          if (stream.match(state.mode === "value" ? "}" : "]")) { state.mode = state.back; return "bracket"; }
          return inCode(stream);
        default:
          if (stream.match(/^[ \t]\/\/.*/)) return "comment";
          if (stream.match(/^->(?=[ \t])/)) { state.mode = "code"; return "link"; }
          if (stream.match("{")) { state.back = state.mode; state.mode = "value"; return "bracket"; }
          if (state.mode === "choice") {
            if (stream.match(/^\[(?=[ \t]*(?:if|knows)\b)/)) { state.back = "choice"; state.mode = "condition"; return "bracket"; }
            stream.next();
            return "content";
          }
          stream.next();
          return null;
      }
    },
  });
}

const style = HighlightStyle.define([
  { tag: tags.heading, color: "var(--t-head)", fontWeight: "bold" },
  { tag: tags.labelName, color: "var(--t-head)", fontWeight: "bold" },
  { tag: tags.keyword, color: "var(--t-word)" },
  { tag: tags.operator, color: "var(--t-mark)", fontWeight: "bold" },
  { tag: tags.link, color: "var(--t-link)", fontWeight: "bold" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--t-text)" },
  { tag: tags.number, color: "var(--t-number)" },
  { tag: tags.variableName, color: "var(--t-name)" },
  { tag: [tags.bracket, tags.punctuation], color: "var(--faint)" },
]);
export const colours = syntaxHighlighting(style);

/** A chapter is folded under its head. */
export const folding = foldService.of((state, from) => {
  const line = state.doc.lineAt(from);
  if (!isHead(line.text)) return null;
  let end = line.to;
  for (let number = line.number + 1; number <= state.doc.lines; number++) {
    const below = state.doc.line(number);
    if (isHead(below.text)) break;
    if (below.text.trim()) end = below.to;
  }
  return end > line.to ? { from: line.to, to: end } : null;
});

const isHead = (text) => /^===[ \t]+\S/.test(text);

/** A chapter's name as the book has it: zeros in front of a number mean nothing. */
export const plainName = (written) => written.replace(/^0+(?=\d)/, "");

/** The name of the chapter that a line begins; undefined if it begins none. */
function headed(text) {
  const found = /^===[ \t]+(\S+)/.exec(text);
  return found ? plainName(found[1]) : undefined;
}

/** The name of the chapter that a position lies in; null above the first. */
export function chapterAt(doc, position) {
  for (let number = doc.lineAt(position).number; number >= 1; number--) {
    const found = headed(doc.line(number).text);
    if (found) return found;
  }
  return null;
}

/** The line on which a chapter begins; null if it is not in this text. */
export function headOf(doc, chapter) {
  for (let number = 1; number <= doc.lines; number++) {
    const line = doc.line(number);
    if (headed(line.text) === chapter) return line;
  }
  return null;
}
