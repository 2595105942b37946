// Writing from the map: a new chapter, a new choice. Both are changes of the text, which undo takes back.
import { form } from "../form.js";

const HEAD = /^===[ \t]+(\S+)/;
const STUB = /^-> ending "Chapter \S+"$/;

/** The next number that no chapter has. */
function next(chapters) {
  const numbers = chapters.map(([name]) => Number(name)).filter(Number.isInteger);
  return String(numbers.length ? Math.max(...numbers) + 1 : 1);
}

const stub = (name, title) => `=== ${name}${title ? ` ${title}` : ""}\nTo be written.\n\n-> ending "Chapter ${name}"\n`;

/** Ask for a chapter and write it at the end of the file that is shown. */
export async function addChapter(studio, name = null) {
  const chapters = await studio.chapters();
  const given = await form("A new chapter", [{ label: "Number or name", value: name ?? next(chapters) }, { label: "Title", value: "" }], "Write it");
  if (!given?.[0]) return;
  const known = chapters.some(([each]) => each === given[0]);
  if (!known) append(studio.files.shown, stub(given[0].replace(/\s+/g, "-"), given[1]));
  studio.goTo(given[0].replace(/\s+/g, "-"));
}

/** Ask for a choice and write it as the last of a chapter; the chapter that it leads to is made if there is none. */
export async function addChoice(studio, from) {
  const chapters = await studio.chapters();
  if (!from) return;
  const list = chapters.map(([name, title]) => [name, title]);
  const given = await form(`A new choice in chapter ${from}`, [
    { label: "Words", value: "" }, { label: "Leads to chapter", value: next(chapters), list },
  ], "Write it");
  const to = given?.[1].split(/\s+/)[0];
  if (!to) return;
  await studio.goTo(from, { focus: false });
  const found = studio.files.find(from);
  if (!found) return;
  const { doc } = found.file.view.state;
  let last = found.line;
  for (let number = found.line.number + 1; number <= doc.lines; number++) {
    const line = doc.line(number);
    if (HEAD.test(line.text) || /^\/\/[ \t]*---/.test(line.text)) break;
    if (line.text.trim()) last = line;
  }
  const choice = `* ${given[0] || "Go on"} -> ${to}`;
  const change = STUB.test(last.text)
    ? { from: last.from, to: last.to, insert: choice }
    : { from: last.to, insert: `${/^[ \t]*[*~]/.test(last.text) || /^[ \t]/.test(last.text) ? "\n" : "\n\n"}${choice}` };
  found.file.view.dispatch({ changes: change, userEvent: "input" });
  if (!chapters.some(([name]) => name === to)) append(found.file, stub(to, ""));
}

function append(file, text) {
  const { doc } = file.view.state, old = doc.toString();
  const gap = !old.trim() ? "" : old.endsWith("\n\n") ? "" : old.endsWith("\n") ? "\n" : "\n\n";
  file.view.dispatch({ changes: { from: doc.length, insert: gap + text }, userEvent: "input" });
}
