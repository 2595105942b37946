"""Turns written with an arrow that is not the arrow of the language: `* Go north → 7`, `--> 7`.

The page reads them as words. `check` reports them, and `gamebook fmt` mends them; here is said once what is one.
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
from gamebook.syntax.heads import NAME, NUMBER, without_zeros
from gamebook.syntax.marks import ODD_ARROW
from gamebook.syntax.text import lines_of, span_of
from gamebook.syntax.walk import find

_ARROW_AT_END = pattern(rf"(?<![\\-])(?P<arrow>{ODD_ARROW})[ \t]*(?P<to>{NAME})(?P<after>[ \t.]*)$")
_NUMBER_BEFORE = pattern(r"\d[ \t]*$")


class Arrow(Struct, frozen=True):
    """Such an arrow, and the name after it, at the end of a line."""

    mark: str
    to: str
    """A chapter, as the book knows it; or another word, and then it may be no turn."""
    words: str
    """What stands before the arrow on its line."""
    span: Span
    """The arrow and the name."""
    whole: Span
    """The same with the words before it."""
    edit: Edit | None
    """What makes a turn of it; None where the turn must stand elsewhere, cannot be read there, or would end a block
    early, and after a number."""

    @property
    def after_number(self) -> bool:
        """Whether a number stands before the arrow, too, as in `Gold 7 → 8`: that may say how something changes."""
        return _ends_with_number(self.words)

    @property
    def to_number(self) -> bool:
        """Whether a number stands after the arrow: then nothing else than a turn can be meant."""
        return re.fullmatch(NUMBER, self.to) is not None


def in_label(option: ast.Option) -> Arrow | None:
    """The arrow at the end of a choice's words; None if the choice has a turn on its line."""
    match = _ARROW_AT_END.search(option.label) if option.target is None else None
    if match is None:
        return None
    place = option.label_span or option.span
    whole = Span(place.path, place.start, place.start + match.end("to"))
    last = option.condition is None and option.knows == HUNDRED_PERCENT  # else the turn belongs after that
    words = option.label[: match.start()]
    named = bool(words.strip()) and not _ends_with_number(words)  # a choice without words is an error
    return _arrow(option.label, match, whole, sure=last and named and not turns_somewhere(option.body))


def _ends_with_number(words: str) -> bool:
    return _NUMBER_BEFORE.search(words) is not None


def in_prose(prose: ast.Prose) -> Iterator[Arrow]:
    """The arrows at the ends of lines.

    Where words stand before one, it may be no turn, and there is no edit. Nor is there one where it or the line under
    it has blanks of its own: only prose may have them, and only under prose.
    """
    lines = list(lines_of(prose))
    for number, (start, line) in enumerate(lines):
        match = _ARROW_AT_END.search(line)
        if match is not None:
            first = len(line) - len(line.lstrip())
            whole = span_of(prose, start + first, start + match.end("to"))
            below = next((words for _, words in lines[number + 1 :] if words), "")
            yield _arrow(line, match, whole, sure=not line[: match.start()] and not below.startswith(" "))


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


def _arrow(line: str, match: re.Match[str], whole: Span, *, sure: bool) -> Arrow:
    before = line[: match.start()]
    to = without_zeros(match["to"])
    span = Span(whole.path, whole.end - (match.end("to") - match.start("arrow")), whole.end)
    blank = "" if before[-1:] in ("", " ", "\t") else " "
    edit = Edit(Span(span.path, span.start, span.end + len(match["after"])), f"{blank}-> {to}") if sure else None
    return Arrow(match["arrow"], to, before.strip(), span, whole, edit)
