// Writing from the map: a new chapter, a new choice. Both are changes of the text, which undo takes back.
import { form } from "../form.js";
import { plainName } from "../language.js";

const HEAD = /^===[ \t]+(\S+)/;
const END = /^(->|~[ \t]+(victory|defeat|ending)\b)/;
const STUB = /^-> ending "Chapter \S+"$/;

/** The next number that no chapter has. */
function next(chapters) {
  const numbers = chapters.map(([name]) => Number(name)).filter(Number.isInteger);
  return String(numbers.length ? Math.max(...numbers) + 1 : 1);
}

/** How chapters may be called. */
const NAME = /^(?:\d+[A-Za-z]?|[\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}_][\p{L}\p{N}_]*)*)$/u;
/** What a choice may lead to that is no chapter. */
const ENDS = ["victory", "defeat", "back"];

/** Why a chapter cannot be called so; "" if it can. */
function misnamed(name) {
  if (!name) return "Write the number or the name of the chapter.";
  if (NAME.test(name)) return "";
  const better = name.replace(/[^\p{L}\p{N}_]+/gu, "-").replace(/^-|-$/g, "");
  return `“${name}” cannot be the name of a chapter: that is a number, or words with - between them${NAME.test(better) ? `, such as ${better}` : ""}.`;
}

/** The words of a choice as they stand in a book: what would begin a comment or a turn there is marked as ordinary. */
const ordinary = (words) => words.replace(/(^|\s)(\/\/|->)/g, "$1\\$2");

const stub = (name, title) => `=== ${name}${title ? ` ${title}` : ""}\nTo be written.\n\n-> ending "Chapter ${name}"\n`;

/** Ask for a chapter and write it at the end of the file that is shown. */
export async function addChapter(studio, name = null) {
  const chapters = await studio.chapters();
  const given = await form("A new chapter", [{ label: "Number or name", value: name ?? next(chapters) }, { label: "Title", value: "" }], "Write it", ([called, title]) => {
    const there = chapters.find(([each]) => each === plainName(called));
    if (there) return `There is a chapter ${there[0]} already${there[1] ? `: ${there[1]}` : ""}. The next free number is ${next(chapters)}.`;
    if (/(^|\s)\/\//.test(title)) return "In a title, // would begin a comment: write it another way.";
    return [...ENDS, "ending"].includes(called) ? `“${called}” has a meaning of its own after ->, so it is no good name for a chapter.` : misnamed(called);
  });
  if (!given) return;
  append(studio.files.shown, stub(given[0], given[1]));
  studio.goTo(plainName(given[0]));
}

/** Ask for a choice and write it as the last of a chapter; the chapter that it leads to is made if there is none. */
export async function addChoice(studio, from) {
  const chapters = await studio.chapters();
  if (!from) return;
  const list = chapters.map(([name, title]) => [name, title]);
  const given = await form(`A new choice in chapter ${from}`, [
    { label: "Words", value: "" }, { label: "Leads to chapter", value: next(chapters), list },
  ], "Write it", ([, to]) => (to === "ending" ? "Write a chapter, victory or defeat; an ending of another kind needs a name, which you can write into the text." : misnamed(to)));
  if (!given) return;
  const to = given[1];
  await studio.goTo(from, { focus: false });
  const found = studio.files.find(from);
  if (!found) return studio.files.note("asked", `The head of chapter ${from} is not in the text any more.`);
  const change = withChoice(found.file.view.state.doc, found.line, `* ${ordinary(given[0]) || "Go on"} -> ${to}`);
  found.file.view.dispatch({ changes: change, userEvent: "input" });
  if (!ENDS.includes(to) && !chapters.some(([name]) => name === plainName(to))) append(found.file, stub(to, ""));
}

/** Where a choice is written as the last of the chapter whose head stands on a line, so that readers are offered it. */
function withChoice(doc, head, choice) {
  let last = head, before = head, menu = false;
  for (let number = head.number + 1; number <= doc.lines; number++) {
    const line = doc.line(number);
    if (HEAD.test(line.text) || /^\/\/[ \t]*---/.test(line.text)) break;
    if (/^[ \t]*($|\/\/)/.test(line.text)) continue;
    menu ||= line.text.startsWith("*");
    [before, last] = [last, line];
  }
  if (STUB.test(last.text)) return { from: last.from, to: last.to, insert: choice };
  if (END.test(last.text)) {  // nobody reads on behind it
    const turn = last.text.startsWith("->") ? "* Go on " : "* Go on\n    ";
    if (!menu) return [{ from: last.from, insert: turn }, { from: last.to, insert: `\n${choice}` }];
    last = before;
  }
  return { from: last.to, insert: `${/^[ \t]*[*~]|^[ \t]/.test(last.text) ? "\n" : "\n\n"}${choice}` };
}

function append(file, text) {
  const { doc } = file.view.state, old = doc.toString();
  const gap = !old.trim() ? "" : old.endsWith("\n\n") ? "" : old.endsWith("\n") ? "\n" : "\n\n";
  file.view.dispatch({ changes: { from: doc.length, insert: gap + text }, userEvent: "input" });
}
