"""When a piece of the page cannot be read: all its mistakes, not only the first.

The line at fault is blanked out, with what belongs to it, and the piece is read again; what was blanked out is read
on its own, as far as it can stand alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lark import Token, Tree
from lark.exceptions import LarkError
from msgspec import Struct, field, structs

from gamebook.codes import finding, syntax
from gamebook.diagnostics import Diagnostic, Edit, Hint, Suggestion
from gamebook.patterns import pattern
from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.build import Builder
from gamebook.syntax.forgotten import ForgottenMark, forgotten_mark
from gamebook.syntax.grammar import parser
from gamebook.syntax.heads import NAME, WORD, without_zeros
from gamebook.syntax.layout import width
from gamebook.syntax.marks import mend

if TYPE_CHECKING:
    from gamebook.syntax.scene import Mistake

MAX_TRIES = 50
"""Mistakes looked for in one piece: if it has more, that is one finding more."""
MAX_EFFORT = 300_000
"""Letters read again in search of them; two tries are always made."""

_BLOCK_HEAD = pattern(rf"(?P<kind>{WORD})[^\w\n\"]+(?P<name>{WORD})")
"""The first line of a block in the header: `rule march(n)`."""
_HEAD = pattern(rf"===[ \t]+({NAME})(?P<title>.*)")
_LINE = pattern(r"^[ \t]*(\S(?:.*[^ \t\n])?)", re.MULTILINE)
"""A line without the blanks around it. A short match and then blanks, `.*?[ \t]*$`, would try each of many blanks."""
_WORD = pattern(WORD)
_MARKED = pattern(r"[ \t]*(?:~|\*[ \t]|->)")
_ELSE = pattern(r"[ \t]*~[ \t]*else\b")
_ASK = pattern(r"[ \t]*~[ \t]*ask\b")
_OTHER_ROW = pattern(r"[ \t]*else\b")
_CAUSED = frozenset({syntax.PART_MISSING, syntax.NO_ROWS, syntax.NO_FOE})
"""Findings that blanking out a line can bring about."""
_WITH_NAMES = ast.RuleDecl | ast.CheckDecl | ast.CombatDecl
_BY_INDENT = frozenset({syntax.ODD_INDENT, syntax.NO_BLOCK_HERE})
"""Findings that a line between two levels brings about under it."""


class Diagnosis(Struct):
    """What is wrong with a piece of the page, and what can be read all the same."""

    findings: list[Diagnostic] = field(default_factory=list)
    declarations: tuple[ast.Declaration, ...] = ()
    """Of the header: what stands on its sound lines."""
    lost: tuple[ast.Id, ...] = ()
    """The name of a block of the header whose first line could not be read."""
    chapter: ast.Chapter | None = None
    """Its head and its sound lines, as far as they can stand alone; None where it has no name."""
    unread: tuple[Span, ...] = ()
    """The lines that could not be read, from the first letter to the last."""


def too_many(source: Source, place: int, part: str = "file") -> Diagnostic:
    """Reading of a file, or of a part of it, stops here."""
    message = f"there are too many findings in this {part}; the rest of it was not read"
    return finding(syntax.TOO_MANY, source.span(place, place), message, "correct the first ones and check again")


def diagnose(source: Source, text: str, offset: int, kind: str, error: LarkError | ForgottenMark) -> Diagnosis:
    """The mistakes of a piece that did not parse, and what can be built of the rest."""
    from gamebook.syntax.mistakes import explain  # noqa: PLC0415 - most pages have no mistakes, and the words for them are many

    found = Diagnosis(chapter=_head(source, text, offset) if kind == "chapter" else None)
    findings = found.findings
    body: ast.Block = ()
    read: set[int] = set()
    """Where the lines begin that could be read."""
    tries = min(MAX_TRIES, max(2, MAX_EFFORT // len(text)))
    waiting = [(text, offset, kind, False)]
    outcome: Tree[Token] | LarkError | ForgottenMark = error
    stopped = False
    while waiting and not stopped:
        piece, start, rule, shaken = waiting.pop(0)
        whole = _Lines(piece)
        if start != offset:
            outcome = attempt(piece, rule)
        while not isinstance(outcome, Tree):
            mistake = explain(piece, outcome, rule)
            stopped = tries == 0
            if stopped:
                place = min(start + mistake.start, len(source.text))
                findings.append(too_many(source, place, "chapter" if kind == "chapter" else "block"))
                break
            tries -= 1
            lines = _Lines(piece)
            first = lines.number(mistake.line)
            after = lines.end_of_run(first) if mistake.run else lines.end_of_block(first)
            blanked = mistake.code == syntax.BLOCK_MISSING and whole.has_block(first)
            caused = blanked or whole.is_after(first, lines) or (shaken and mistake.code in _BY_INDENT)
            if not caused:
                end = min(start + mistake.end, len(source.text))
                where = source.span(min(start + mistake.start, end), end)
                edits = _with_plain_marks(source, piece, start, rule, mistake)
                findings.append(finding(mistake.code, where, mistake.message, mistake.hint, fix=edits))
            if first == 0 and rule != "passage":  # a head that cannot be read: what follows it has no frame
                if rule == "chapter":
                    waiting.extend((part, start + at, "passage", shaken) for part, at in lines.passages(1, lines.count))
                else:
                    _name(found, source, text, offset)
                break
            inside = first if mistake.run else first + 1
            odd = shaken or mistake.code == syntax.ODD_INDENT
            waiting.extend((part, start + at, "passage", odd) for part, at in lines.passages(inside, after))
            piece = lines.without(lines.emptied(first, after) if mistake.code == syntax.TOO_DEEP else first, after)
            outcome = attempt(piece, rule)
        if isinstance(outcome, Tree):
            builder = Builder(source, start)
            built = builder.build(outcome)
            if kind == "declaration":
                found.declarations = _without(text, piece, built) if start == offset else found.declarations
            else:
                body = (*body, *(built.body if rule == "chapter" else built))
            read.update(start + line.start() for line in _LINE.finditer(piece))
            findings.extend(each for each in builder.findings if not _is_caused(each, whole, start))
    if found.chapter is not None:
        in_order = tuple(sorted(body, key=lambda step: step.span.start))
        found.chapter = structs.replace(found.chapter, body=in_order)
    lines_left = (each for each in _LINE.finditer(text) if offset + each.start() not in read)
    found.unread = tuple(source.span(offset + each.start(1), offset + each.end(1)) for each in lines_left)
    return found


def _is_caused(found: Diagnostic, whole: _Lines, start: int) -> bool:
    """Whether a finding is there only because something was blanked out; `start`: where the piece begins."""
    if found.code == syntax.BLOCK_MISSING:
        return whole.has_block(whole.number(found.span.start - start))
    return found.code in _CAUSED


def _head(source: Source, text: str, offset: int) -> ast.Chapter | None:
    """A chapter of which nothing but the head is known; None if it has no name."""
    match = _HEAD.match(text)
    if match is None:
        return None
    name = ast.Id(without_zeros(match[1]), source.span(offset + match.start(1), offset + match.end(1)))
    whole = source.span(max(0, offset), offset + len(text) - 1)
    return ast.Chapter(name, match["title"].strip(), (), span=whole)


def _name(found: Diagnosis, source: Source, text: str, offset: int) -> None:
    """Note a block of the header of which nothing but its first line is known, or not even that, if it has a name."""
    match = _BLOCK_HEAD.match(text)
    if match is None:
        return
    head = text.partition("\n")[0].rstrip()
    tree = attempt(f"{head}\n    -> 1\n", "declaration") if match["kind"] == "rule" else None
    if isinstance(tree, Tree):
        (rule,) = Builder(source, offset).build(tree)
        whole = source.span(offset, offset + len(head))
        found.declarations = _without(text, head, (structs.replace(rule, body=(), span=whole),))
    else:
        place = source.span(offset + match.start("name"), offset + match.end("name"))
        found.lost = (ast.Id(match["name"], place),)


def _without(text: str, read: str, built: tuple[ast.Declaration, ...]) -> tuple[ast.Declaration, ...]:
    """Declarations that were built of the lines of a block that could be read, with the words of the others."""
    kept = read.split("\n")
    lines = [line for number, line in enumerate(text.split("\n")) if number >= len(kept) or not kept[number].strip()]
    words, parts = tuple(_WORD.findall("\n".join(lines))), tuple("\n".join(lines).split())

    def with_unread(each: ast.Declaration) -> ast.Declaration:
        if isinstance(each, ast.TableDecl):
            return structs.replace(each, unread=parts)
        return structs.replace(each, unread=words) if isinstance(each, _WITH_NAMES) else each

    return tuple(map(with_unread, built))


def _with_plain_marks(source: Source, piece: str, start: int, rule: str, mistake: Mistake) -> tuple[Edit, ...]:
    """The line with plain marks, where that is the suggestion and the line can be read then: no word is changed."""
    from gamebook.syntax.mistakes import explain  # noqa: PLC0415 - as in `diagnose`

    line = piece[mistake.line :].split("\n", 1)[0].rstrip()
    words, plain = line.lstrip(), mend(line).strip()
    suggestions = mistake.hint.suggestions if isinstance(mistake.hint, Hint) else ()
    if words == plain or Suggestion(plain, "line") not in suggestions:
        return ()
    end = mistake.line + len(line)
    mended = f"{piece[: end - len(words)]}{plain}{piece[end:]}"
    outcome = attempt(mended, rule)
    if not isinstance(outcome, Tree) and explain(mended, outcome, rule).line == mistake.line:
        return ()
    return (Edit(source.span(start + end - len(words), start + end), plain),)


def attempt(piece: str, rule: str) -> Tree[Token] | LarkError | ForgottenMark:
    """The tree of a piece, or why there is none."""
    forgotten = forgotten_mark(piece) if rule in ("chapter", "passage") else None
    if forgotten is not None:
        return forgotten
    try:
        return parser().parse(piece, start=rule)
    except LarkError as error:
        return error


class _Lines:
    """A piece of the page as lines, to cut parts out of it and keep every place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.count = len(self.lines)

    def number(self, place: int) -> int:
        """Which line begins at a place."""
        return self.text.count("\n", 0, place)

    def indent(self, number: int) -> int | None:
        """How far a line is indented; None for a blank one."""
        line = self.lines[number]
        words = line.lstrip()
        return width(line[: len(line) - len(words)]) if words else None

    def is_after(self, number: int, left: _Lines) -> bool:
        """Whether a line is the `else` of an `ask` whose other rows all are blanked out in what is left."""
        if not _OTHER_ROW.match(self.lines[number]):
            return False
        margin = self.indent(number) or 0
        above = [line for line in range(number) if self.indent(line) is not None]
        opener = max((line for line in above if (self.indent(line) or 0) < margin), default=0)
        rows = [line for line in above if line > opener and self.indent(line) == margin]
        asks = _ASK.match(self.lines[opener]) is not None
        return asks and bool(rows) and all(left.indent(line) is None for line in rows)

    def has_block(self, number: int) -> bool:
        """Whether something is indented under a line."""
        return any(self.indent(line) is not None for line in range(number + 1, self._end(number, number + 1)))

    def end_of_block(self, number: int) -> int:
        """The line after a line and all that is indented under it; an `else` after it belongs to it."""
        end = self._end(number, number + 1)
        while end < self.count and _ELSE.match(self.lines[end]) and self.indent(end) == self.indent(number):
            end = self._end(end, end + 1)
        return end

    def end_of_run(self, number: int) -> int:
        """The line after all that is indented as far as a line, or farther."""
        return self._end(number, number + 1, same=True)

    def _end(self, number: int, line: int, *, same: bool = False) -> int:
        margin = (self.indent(number) or 0) - (1 if same else 0)
        while line < self.count:
            indent = self.indent(line)
            if indent is not None and indent <= margin:
                break
            line += 1
        return line

    def without(self, first: int, after: int) -> str:
        """The text with some lines blanked out."""
        start, end = self.starts[first], self.starts[after] - 1
        return self.text[:start] + re.sub(r"[^\n]", " ", self.text[start:end]) + self.text[end:]

    def emptied(self, first: int, after: int) -> int:
        """The outermost line under which nothing stands but some lines, so that nothing is left of it without them."""
        while (margin := self.indent(first)) and not (after < self.count and _ELSE.match(self.lines[after])):
            above = range(first - 1, -1, -1)
            around = next((line for line in above if (each := self.indent(line)) is not None and each < margin), None)
            if around is None or any(self.indent(line) is not None for line in range(around + 1, first)):
                break
            if any(self.indent(line) is not None for line in range(after, self._end(around, around + 1))):
                break
            first = around
        return first

    def passages(self, first: int, after: int) -> list[tuple[str, int]]:
        """The blocks of steps among some lines, each with a newline before it, and where that newline stands."""
        found: list[tuple[str, int]] = []
        line = first
        while line < after:
            if self.indent(line) is None:
                line += 1
                continue
            if _ELSE.match(self.lines[line]):  # its `if` was at fault: only what stands under it is read
                line += 1
                continue
            end = min(after, self.end_of_run(line))
            level = [number for number in range(line, end) if self.indent(number) == self.indent(line)]
            if any(_MARKED.match(self.lines[number]) for number in level):
                body = self.text[self.starts[line] : self.starts[end] - 1].rstrip()
                blanks = re.match(r"\s*", body)
                assert blanks is not None
                found.append((f"\n{body}\n{blanks[0]}", self.starts[line] - 1))
            else:
                for number in level:
                    block = min(end, self.end_of_block(number))
                    if block > number + 1:
                        found.extend(self.passages(number + 1, block))
            line = end
        return found
