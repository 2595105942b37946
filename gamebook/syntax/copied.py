"""What a page has that is no part of the book, because the text was copied from somewhere else.

A mail puts `> ` before every line, a comparison of versions `+`, a listing its numbers, and a page of Markdown has the
book in a block of code. One cause is one finding: what can be left out is left out, and else nothing is read.
"""

from __future__ import annotations

import re
from html import unescape
from html.entities import html5
from itertools import pairwise

from msgspec import Struct

from gamebook.codes import finding, syntax
from gamebook.diagnostics import Diagnostic, Edit, Related
from gamebook.patterns import pattern
from gamebook.source import Source

FEWEST = 4
"""Lines that a page has at the least, before anything is said of all its lines."""
_MOST_OTHERS = 10
"""Of so many lines one may lack the mark that stands before the others: the head of a comparison does."""
_BOOK = pattern(r"^(?:=== |book[ \t]+\"|system[ \t])", re.MULTILINE)
"""A line that shows where the text of the book begins: at the margin."""
_LINE = pattern(r"^.*\S.*$", re.MULTILINE)
_MARKED = pattern(r"(?P<mark>[>+|#])(?P<words>.*)")
_OF_A_COMPARISON = pattern(r"(?:diff |index |new file |--- |\+\+\+ |@@ ).*")
"""What a comparison of versions says before the lines themselves."""
_NUMBERED = pattern(r"(?P<blanks>[ \t]*)(?P<number>\d+)(?P<mark>(?:[ \t]*[:.)|])?)(?P<gap>\t| *)(?P<words>.*)")
_UNMARKED = pattern(r"(?P<blanks>[ \t]*)(?P<number>\d+)(?P<mark>)(?P<gap>\t| *)(?P<words>.*)")
"""The same where no mark stands behind the numbers: then a bar belongs to the text, such as that of a table."""
_HEAD = pattern(r"^===[ \t]", re.MULTILINE)
_FENCE = pattern(r"^(?:```+)[ \t]*[\w.+-]*[ \t]*$", re.MULTILINE)
_FRONT = pattern(r"\s*^---[ \t]*\n(?P<lines>(?:[ \t]*(?:[\w-]+:.*|-[ \t].*)?\n)+?)(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
"""What Markdown has at the top of a page: `title: The Well` between two lines `---`."""
_FIELD = pattern(r"^(?P<key>title|author)[ \t]*:[ \t]*[\"']?(?P<words>[^\"\n]*?)[\"']?[ \t]*$", re.MULTILINE)
_ESCAPED = pattern(r"^book[ \t]+&quot;", re.MULTILINE)
_ESCAPED_ARROW = pattern(r"-&gt;[ \t]*\w")
_SIGN = pattern(r"&(?:(?P<name>[A-Za-z]\w*;)|#\d{1,7};|#[xX][0-9A-Fa-f]{1,6};)")
"""How a web page writes a sign, if it has the name."""
MOST_ARROWS = 3
"""So many arrows that are written as a web page writes them show that the whole text was taken from its source."""
_TITLE = pattern(r"^book[ \t]+\".*", re.MULTILINE)


class Copied(Struct, frozen=True):
    """The text of a page that is left to read, and the findings about the rest."""

    text: str
    """As long as the page, or shorter where its end is not read."""
    findings: tuple[Diagnostic, ...] = ()


def without_copied(source: Source, text: str) -> Copied:
    """The page without what was copied along.

    Args:
        source: the page.
        text: its text without comments and odd characters.
    """
    if (signs := _signs(source, text)) is not None:
        return Copied("", (signs,))
    if not _BOOK.search(text):
        everywhere = _before_every_line(source, text)
        return Copied(text) if everywhere is None else Copied("", (everywhere,))
    found: list[Diagnostic] = []
    for look in (_front_matter, _fence, _second_copy):
        left = look(source, text)
        text = left.text
        found.extend(left.findings)
    return Copied(text, tuple(found))


def _signs(source: Source, text: str) -> Diagnostic | None:
    """`book &quot;The Well&quot;`, `-&gt; 12`: the signs of the source of a web page."""
    if "&gt;" not in text and "&quot;" not in text:
        return None
    if _ESCAPED.search(text) is None and len(_ESCAPED_ARROW.findall(text)) < MOST_ARROWS:
        return None
    # in the comments, too
    found = [each for each in _SIGN.finditer(source.text) if each["name"] is None or each["name"] in html5]
    edits = tuple(Edit(source.span(*each.span()), unescape(each[0])) for each in found)
    message = "the signs of this file are written as in the source of a web page, so it cannot be read"
    hint = 'write " for &quot;, > for &gt; and < for &lt;; gamebook check --fix does so'
    return finding(syntax.COPIED, source.span(*found[0].span()), message, hint, fix=edits)


# ---- before every line -----------------------------------------------------------------------------------


def _before_every_line(source: Source, text: str) -> Diagnostic | None:
    """A mark, a number or an indent before every line, without which the text would be a book."""
    lines = [(match.start(), match[0]) for match in _LINE.finditer(text)]
    if len(lines) < FEWEST:
        return None
    for cuts, what in (_indents(lines), _marks(lines), _numbers(lines)):
        left = "\n".join(line[cuts.get(start, 0) :] for start, line in lines)
        if cuts and _BOOK.search(left):
            edits = tuple(Edit(source.span(start, start + length), "") for start, length in cuts.items())
            place = next(start for start, line in lines if 0 < cuts.get(start, 0) < len(line))
            span = source.span(place, place + cuts[place])
            message = f"{what}, so none can be read"
            hint = "delete them at the beginning of every line; gamebook check --fix does so"
            return finding(syntax.COPIED, span, message, hint, fix=edits)
    return None


Lines = list[tuple[int, str]]
"""The lines of a page that are not blank, with the place where each begins."""
Cuts = tuple[dict[int, int], str]
"""How much is cut off at the beginning of the lines, by place; and what that is, in words."""


def _indents(lines: Lines) -> Cuts:
    """The blanks that all lines have before them."""
    indents = [line[: len(line) - len(line.lstrip(" \t"))] for _, line in lines]
    first, last = min(indents), max(indents)
    length = next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return {start: length for start, _ in lines if length}, "all lines of this file have blanks before them"


def _marks(lines: Lines) -> Cuts:
    """A mark that nearly all lines begin with, and the blank behind it where all of them have that."""
    marked = {start: match for start, line in lines if (match := _MARKED.match(line))}
    marks = {match["mark"] for match in marked.values()}
    if len(marks) != 1 or not _are_all(len(marked), len(lines)):
        return {}, ""
    blank = all(not match["words"] or match["words"][0] in " \t" for match in marked.values())
    cuts = {start: 1 + (blank and bool(match["words"])) for start, match in marked.items()}
    if "+" in marks:
        cuts |= {start: len(line) for start, line in lines if _OF_A_COMPARISON.match(line)}
    return dict(sorted(cuts.items())), f"the lines of this file have the mark {marks.pop()} before them"


def _numbers(lines: Lines) -> Cuts:
    """Numbers that count the lines, up to where the text begins."""
    numbered = [(start, match) for start, line in lines if (match := _NUMBERED.match(line))]
    if len({match["mark"].strip() for _, match in numbered}) > 1:
        numbered = [(start, match) for start, line in lines if (match := _UNMARKED.match(line))]
    numbers = [int(match["number"]) for _, match in numbered]
    if not _are_all(len(numbered), len(lines)) or any(after <= before for before, after in pairwise(numbers)):
        return {}, ""
    filled = [match for _, match in numbered if match["words"]]
    if any(not match["mark"] + match["gap"] for match in filled):
        return {}, ""
    gap = min((len(match["gap"]) for match in filled), default=0)
    if filled and len(filled[0]["gap"]) > gap:
        ends = {start: filled[0].start("words") for start, _ in numbered}  # the text stands in a column
    else:
        ends = {start: match.start("gap") + gap for start, match in numbered}
    cuts = {start: min(ends[start], match.end("gap")) for start, match in numbered}
    return cuts, "the lines of this file have numbers before them"


def _are_all(some: int, lines: int) -> bool:
    """Whether some lines are nearly all lines."""
    return some >= FEWEST and (lines - some) * _MOST_OTHERS <= lines


# ---- around the book -------------------------------------------------------------------------------------


def _front_matter(source: Source, text: str) -> Copied:
    """`---`, `title: The Well` and `---` at the top."""
    front = _FRONT.match(text)
    if front is None:
        return Copied(text)
    fields = {field["key"]: field["words"] for field in _FIELD.finditer(front["lines"])}
    start = front.start() + len(front[0]) - len(front[0].lstrip())
    hint = "delete it; what the reader should see of it stands under “book”"
    if not _TITLE.search(text, front.end()) and fields.get("title"):
        author = f', and under it, with four blanks: author "{fields["author"]}"' if fields.get("author") else ""
        hint = f'write in its place: book "{fields["title"]}"{author}'
    span = source.span(start, text.index("\n", start))
    message = "the lines from here to the next --- are the front matter of another program"
    return Copied(_blanked(text, start, front.end()), (finding(syntax.COPIED, span, message, hint),))


def _fence(source: Source, text: str) -> Copied:
    """Three grave accents before the book, as Markdown begins a block of code, and what stands outside that block."""
    head = _HEAD.search(text)
    first = _FENCE.search(text, 0, head.start() if head else len(text))
    if first is None:
        return Copied(text)
    fences = [*_FENCE.finditer(text, first.start())]
    ends = fences[-1] if len(fences) % 2 == 0 else None
    before = text[: first.start()].strip()
    after = text[ends.end() :].strip() if ends else ""
    is_book = _TITLE.search(text, 0, first.start()) is not None
    edits = tuple(Edit(source.span(each.start(), min(each.end() + 1, len(text))), "") for each in fences)
    related = tuple(Related(source.span(*each.span()), "and here") for each in fences[1:4])
    message = "this line is a mark of Markdown and no part of the book"
    hint = "delete it; gamebook check --fix does so"
    if (before and not is_book) or after:
        message = "the book stands between marks of Markdown, which are no part of it; what is outside them is not read"
        hint = "delete these lines, and all that is outside them"
        edits = ()
    elif len(fences) > 2:  # a map in the prose may stand between such marks, too
        hint = "delete those of these lines that are no part of the prose: mostly the first and the last one"
        edits = ()
    for each in fences:
        text = _blanked(text, *each.span())
    if not is_book:
        text = _blanked(text, 0, first.start())
    if ends:
        text = _blanked(text, ends.end(), len(text))
    found = finding(syntax.COPIED, source.span(*first.span()), message, hint, related, fix=edits)
    return Copied(text, (found,))


def _second_copy(source: Source, text: str) -> Copied:
    """The whole book a second time, behind its last chapter."""
    head = _HEAD.search(text)
    first = _TITLE.search(text, 0, head.start()) if head else None
    begun = text.find("\nbook", head.start()) if head and first else -1  # the pattern alone takes long for a long page
    second = _TITLE.search(text, begun) if begun >= 0 else None
    if first is None or second is None or not _HEAD.search(text, second.end()):
        return Copied(text)
    heads = [{line.rstrip() for line in _heads_of(part)} for part in (text[: second.start()], text[second.start() :])]
    if heads[0].isdisjoint(heads[1]):
        return Copied(text)
    written = source.text  # with its comments, which may be all that is new in one of them
    same = _lines(written[first.start() : second.start()]) == _lines(written[second.start() :])
    edits = (Edit(source.span(second.start(), len(source.text)), ""),) if same else ()
    message = "here the book begins a second time; from here on nothing is read"
    hint = "delete all from here to the end; gamebook check --fix does so" if same else "delete one of the two"
    related = (Related(source.span(*first.span()), "first begun here"),)
    found = finding(syntax.COPIED, source.span(*second.span()), message, hint, related, fix=edits)
    return Copied(text[: second.start()], (found,))


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def _heads_of(text: str) -> list[str]:
    return re.findall(r"^===[ \t].*", text, re.MULTILINE)


def _blanked(text: str, start: int, end: int) -> str:
    """The text with a part of it blanked out, line by line."""
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
