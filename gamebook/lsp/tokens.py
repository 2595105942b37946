"""Names by what they mean, for editors that colour them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp
from msgspec import Struct
from msgspec.structs import replace

from gamebook.lsp.page import Page

TYPES = ("namespace", "property", "variable", "enumMember", "function", "class", "type", "parameter", "event")
"""Kinds of tokens, by number."""
OF_KIND = {
    "chapter": "namespace",
    "stat": "property",
    "number": "property",
    "stat of foes": "property",
    "item": "variable",
    "codeword": "enumMember",
    "value of a one-of": "enumMember",
    "one-of": "type",
    "limit": "type",
    "table": "type",
    "rule": "function",
    "test": "function",
    "combat": "class",
    "strategy": "class",
    "foe": "class",
    "param": "parameter",
    "parameter": "parameter",
    "derived value": "parameter",
    "ending": "event",
}
"""What people call a thing → the kind of its token; others are variables."""
LEGEND = lsp.SemanticTokensLegend(list(TYPES), [lsp.SemanticTokenModifiers.Declaration.value])


class _Name(Struct, frozen=True):
    """A name, or a piece of one: between two places on a line, each a line and a column."""

    start: tuple[int, int]
    end: tuple[int, int]
    kind: int
    declared: int


def tokens(page: Page) -> list[int]:
    """The names of the file, each as five numbers relative to the one before: line, column, width, kind, declared."""
    found: list[int] = []
    line = column = 0
    for each in _apart(sorted(_names(page), key=lambda each: (each.start, -each.end[1]))):
        beyond = each.start[1] - column if each.start[0] == line else each.start[1]
        found += [each.start[0] - line, beyond, each.end[1] - each.start[1], each.kind, each.declared]
        line, column = each.start
    return found


def _names(page: Page) -> Iterator[_Name]:
    for thing in page.edition.references.things:
        kind = TYPES.index(OF_KIND.get(thing.kind, "variable"))
        for span in thing.spans:
            text = page.source.text[span.start : span.end]
            if span.path == page.path and text and "\n" not in text:
                place = page.range(span)
                start, end = ((each.line, each.character) for each in (place.start, place.end))
                yield _Name(start, end, kind, int(span in thing.definitions))


def _apart(names: Iterable[_Name]) -> Iterator[_Name]:
    """The names, without letters in common, for most editors take no others: `-> victory "With {gold} left"`.

    A name is cut into pieces where another one stands in it.

    Args:
        names: by their places, of those that begin together the longest first.
    """
    around: list[_Name] = []
    done = (0, 0)
    """Up to where everything has a name."""
    for name in names:
        while around and around[-1].end <= name.start:
            last = around.pop()
            yield from _between(last, done, last.end)
            done = max(done, last.end)
        if around:
            yield from _between(around[-1], done, name.start)
        done = max(done, name.start)
        around.append(name)
    for last in reversed(around):
        yield from _between(last, done, last.end)
        done = max(done, last.end)


def _between(name: _Name, start: tuple[int, int], end: tuple[int, int]) -> Iterator[_Name]:
    """What there is of a name between two places."""
    if start < end:
        yield replace(name, start=start, end=end)
