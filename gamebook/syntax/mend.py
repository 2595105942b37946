"""Lines of rules with marks of a word processor, mended throughout a file."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.codes import syntax
from gamebook.diagnostics import Severity
from gamebook.edits import edited, sure_edits
from gamebook.source import Source
from gamebook.syntax.arrows import sure_turns
from gamebook.syntax.parse import Parsed, parse

MOST_MENDED = 200
"""Lines of one file that are mended."""


def mended(source: Source) -> tuple[Source, Parsed]:
    """The file with such marks replaced wherever the line can be read afterwards, and what it says.

    Comments stay. Where nothing is an error (`check` reports each mark that is replaced), nothing is changed.
    """
    best, parsed = source, parse(source)
    for _ in range(MOST_MENDED):
        better = next(_better(best, parsed), None)
        if better is None:
            break
        best, parsed = better
    return best, parsed


def _better(source: Source, parsed: Parsed) -> Iterator[tuple[Source, Parsed]]:
    """The file with some marks replaced, if it has no more errors then: first what reads as words, then the rest."""
    marks = (each for each in parsed.findings if each.code == syntax.FOREIGN_MARK)
    for edits in ([*sure_turns(parsed.page)], sure_edits(marks, source.path)):
        if edits:
            tried = Source(source.path, edited(source.text, edits))
            again = parse(tried)
            if _errors(again) <= _errors(parsed):
                yield tried, again


def _errors(parsed: Parsed) -> int:
    return sum(each.severity is Severity.ERROR for each in parsed.findings)
