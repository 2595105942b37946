"""Names by what they mean, for editors that colour them."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

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


def tokens(page: Page) -> list[int]:
    """The names of the file, each as five numbers relative to the one before: line, column, width, kind, declared."""
    found: list[int] = []
    line = column = 0
    for here, width, kind, declared in sorted(_names(page)):
        beyond = here[1] - column if here[0] == line else here[1]
        found += [here[0] - line, beyond, width, kind, declared]
        line, column = here
    return found


def _names(page: Page) -> Iterator[tuple[tuple[int, int], int, int, int]]:
    for thing in page.edition.references.things:
        kind = TYPES.index(OF_KIND.get(thing.kind, "variable"))
        for span in thing.spans:
            text = page.source.text[span.start : span.end]
            if span.path == page.path and text and "\n" not in text:
                place = page.ruler.position(page.source, span.start)
                declared = int(span in thing.definitions)
                yield (place.line, place.character), page.ruler.width(text), kind, declared
