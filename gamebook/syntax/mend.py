"""Lines of rules with marks of a word processor, mended throughout a file."""

from __future__ import annotations

from collections.abc import Sequence

from gamebook.codes import syntax
from gamebook.diagnostics import Edit, Severity
from gamebook.edits import edited, sure_edits
from gamebook.source import Source
from gamebook.syntax.arrows import sure_turns
from gamebook.syntax.parse import Parsed, parse

MOST_MENDED = 200
"""How often a file is read again to mend it."""


def mended(source: Source) -> tuple[Source, Parsed]:
    """The file with such marks replaced wherever the line can be read afterwards, and what it says.

    Comments stay. Where nothing is an error (`check` reports each mark that is replaced), nothing is changed.
    """
    mending = _Mending(source)
    while mending.turns() or mending.marks():
        pass
    return mending.source, mending.parsed


class _Mending:
    """A file while its marks are replaced."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.parsed = parse(source)
        self.left = MOST_MENDED

    def turns(self) -> bool:
        """Replace the arrows that read as words; whether there were any that could be."""
        return self._replaced([*sure_turns(self.parsed.page)])

    def marks(self) -> bool:
        """Replace the marks that cannot be read; whether there were any that could be."""
        marks = (each for each in self.parsed.findings if each.code == syntax.FOREIGN_MARK)
        return self._replaced(sure_edits(marks, self.source.path))

    def _replaced(self, edits: Sequence[Edit]) -> bool:
        """Make as many of the edits as bring no error: all at once, or else the halves, down to one edit.

        The last come first, so that the places of the others stay right.
        """
        done = False
        waiting = [sorted(edits, key=lambda each: each.span)]
        while waiting and self.left > 0:
            some = waiting.pop()
            if not some:
                continue
            self.left -= 1
            tried = Source(self.source.path, edited(self.source.text, some))
            again = parse(tried)
            if _errors(again) <= _errors(self.parsed):
                self.source, self.parsed, done = tried, again, True
            elif len(some) > 1:
                half = len(some) // 2
                waiting += [some[:half], some[half:]]
        return done


def _errors(parsed: Parsed) -> int:
    return sum(each.severity is Severity.ERROR for each in parsed.findings)
