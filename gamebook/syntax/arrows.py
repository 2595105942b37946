"""Turns written with an arrow that is not the arrow of the language: `* Go north → 7`, `--> 7`.

The page reads them as words. `check` reports them, and `gamebook fmt` corrects them. This module says what such an
arrow is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from gamebook.diagnostics import Edit
from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.patterns import pattern
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.grammar import reads_as_step
from gamebook.syntax.heads import COUNTED, NAME, NUMBER, without_zeros
from gamebook.syntax.marks import ARROWS, ODD_ARROW, mend
from gamebook.syntax.text import lines_of, span_of
from gamebook.syntax.walk import find

LONGEST = 300
"""Letters behind an arrow that are looked at."""
_ARROW = pattern(rf"(?<![\\-])(?P<open>[(\[][ \t]*)?(?P<arrow>{ODD_ARROW})[ \t]*")
_TARGET = pattern(
    rf"(?:(?i:{COUNTED})[ \t]+)?\(?(?P<number>{NUMBER})\)?(?P<more>[ \t]*[,;:!?–—(].*)?"
    rf"|(?P<read>(?:victory|defeat|ending)[ \t]*[\"“„«].*|\(.*\))|{NAME}"
)
"""What stands after an arrow that is meant as a turn.

`more`: words that go on after a number; `read`: what is a turn only if the language can read it.
"""
_LEADS = pattern(rf"(?:(?i:{COUNTED})[ \t]+)?\(?(?P<to>{NAME})")
"""The same where other words, and other arrows, may follow."""
_NUMBER_BEFORE = pattern(r"\d[ \t]*$")
_AMONG = pattern(rf"(?<!^)(?<!\\)(?:{ARROWS}|(?<![=–—])[=–—]+>)")
"""An arrow behind words, less those that are other signs as well."""
_QUOTE = pattern(rf"(?P<words>[^«»‹›]*[^\s\\«»‹›][ \t]*)(?P<mark>»»?|››?)[ \t]*{NUMBER}[ \t.]*")
"""A quotation mark that closes nothing, with a number behind it."""


class Arrow(Struct, frozen=True):
    """Such an arrow, and where it leads, at the end of a line."""

    mark: str
    to: str
    """What would stand after the arrow of the language: a chapter, as the book knows it, `victory "Home"`, `back` or
    `(100 + key)`; or another word, and then it may be no turn."""
    words: str
    """What stands before the arrow on its line."""
    more: str
    """What stands after a number: `, quickly` in `→ 7, quickly`."""
    span: Span
    """The arrow, and where it leads."""
    whole: Span
    """The same with the words before it."""
    edit: Edit | None
    """What makes a turn of it; None where the turn must stand elsewhere, cannot be read there, or would end a block
    early, after a number, where words go on, and where the line has several arrows."""
    first: str = ""
    """What stands before the first of several arrows on its line."""
    ways: tuple[str, ...] = ()
    """Where several arrows on its line lead, in their order: `→ 2 or → 3`."""

    @property
    def after_number(self) -> bool:
        """Whether a number stands before the arrow, too, as in `Gold 7 → 8`: that may say how something changes."""
        return _ends_with_number(self.words)

    @property
    def to_number(self) -> bool:
        """Whether a number stands after the arrow: then nothing else than a turn can be meant."""
        return re.fullmatch(NUMBER, self.to) is not None


class Among(Struct, frozen=True):
    """An arrow among the words of a choice."""

    mark: str
    words: str
    """What stands before it."""
    after: str
    """What stands behind it."""
    span: Span


class _Found(Struct, frozen=True):
    """Where a line has such an arrow, with the bracket around it."""

    start: int
    mark: str
    to: str
    more: str
    end: int
    is_alone: bool
    """Whether the line has no other arrow."""


def in_label(option: ast.Option) -> Arrow | None:
    """The arrow at the end of a choice's words; None if the choice has a turn on its line."""
    found = _found(option.label) if option.target is None else None
    if found is None:
        return None
    place = option.label_span or option.span
    whole = Span(place.path, place.start, place.start + found.end)
    last = option.condition is None and option.knows == HUNDRED_PERCENT  # else the turn belongs after that
    words = option.label[: found.start]
    named = bool(words.strip()) and not _ends_with_number(words)  # a choice without words is an error
    return _arrow(option.label, found, whole, sure=last and named and not turns_somewhere(option.body))


def among_words(option: ast.Option) -> Among | None:
    """The last arrow in the words of a choice that does nothing and has no turn, or what may be one: `» 7`."""
    if option.target is not None or option.body:
        return None
    place, label = option.label_span or option.span, option.label
    found = [each.span() for each in _AMONG.finditer(label, max(0, len(label) - LONGEST))]
    quote = _QUOTE.fullmatch(label) if not found and len(label) <= LONGEST else None
    if quote is not None:
        found = [quote.span("mark")]
    if not found:
        return None
    start, end = found[-1]
    span = Span(place.path, place.start + start, place.start + len(label))
    return Among(label[start:end], label[:start].strip(), label[end:].strip(" \t."), span)


def _ends_with_number(words: str) -> bool:
    return _NUMBER_BEFORE.search(words) is not None


def in_prose(prose: ast.Prose) -> Iterator[Arrow]:
    """The arrows at the ends of lines.

    Where words stand before one, it may be no turn, and there is no edit. Nor is there one where it or the line under
    it has blanks of its own: only prose may have them, and only under prose.
    """
    lines = list(lines_of(prose))
    for number, (start, line) in enumerate(lines):
        found = _found(line)
        if found is not None:
            first = len(line) - len(line.lstrip())
            whole = span_of(prose, start + first, start + found.end)
            below = next((words for _, words in lines[number + 1 :] if words), "")
            yield _arrow(line, found, whole, sure=not line[: found.start] and not below.startswith(" "))


def sure_turns(page: ast.Page) -> Iterator[Edit]:
    """What makes turns of all arrows of a page that can be nothing else."""
    for node in find(page, ast.Node):
        found: Iterator[Arrow | None] = iter(())
        if isinstance(node, ast.Option):
            found = iter([in_label(node)])
        elif isinstance(node, ast.Prose):
            found = in_prose(node)
        yield from (each.edit for each in found if each is not None and each.edit is not None and each.to_number)


def turns_somewhere(block: ast.Block) -> bool:
    """Whether a block has a turn or an end in it."""
    return any(isinstance(node, ast.Turn | ast.End) for node in find(block, ast.Step))


def _found(line: str) -> _Found | None:
    """The first arrow of a line behind which nothing stands but where it leads; else one where words go on."""
    going_on = None
    matches = [*_ARROW.finditer(line)]
    for match in matches:
        if len(line) - match.end() > LONGEST:
            continue
        rest = line[match.end() :].rstrip(" \t.")
        if match["open"]:
            rest, closes, behind = rest.rpartition(")" if match["open"][0] == "(" else "]")
            if not closes or behind:
                continue
        target = _TARGET.fullmatch(rest)
        if target is None:
            continue
        end = match.end() + len(rest) + bool(match["open"])
        to = without_zeros(target["number"] or mend(rest))
        if target["read"] and not reads_as_step(f"-> {to}"):
            continue
        more = (target["more"] or "").strip()
        found = _Found(match.start(), match["arrow"], to, more, end, len(matches) == 1)
        if not found.more:
            return found
        going_on = going_on or found
    return going_on


def _arrow(line: str, found: _Found, whole: Span, *, sure: bool) -> Arrow:
    before = line[: found.start]
    span = Span(whole.path, whole.end - (found.end - found.start), whole.end)
    blank = "" if before[-1:] in ("", " ", "\t") else " "
    edit = None
    first, ways = ("", ()) if found.is_alone else _several(line)
    if sure and found.is_alone and not found.more:
        edit = Edit(Span(span.path, span.start, span.end + len(line) - found.end), f"{blank}-> {found.to}")
    return Arrow(found.mark, found.to, before.strip(), found.more, span, whole, edit, first, ways)


def _several(line: str) -> tuple[str, tuple[str, ...]]:
    """What stands before the first of the arrows at the end of a line, and where they lead."""
    first = ""
    ways: list[str] = []
    for match in _ARROW.finditer(line, max(0, len(line) - LONGEST)):
        target = _LEADS.match(line, match.end())
        first = first if ways else line[: match.start()].strip()
        ways += [without_zeros(target["to"])] if target is not None else []
    return first, tuple(ways)
