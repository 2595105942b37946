"""Prose of the model as markup, with the places of values left open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec import structs

from gamebook.model.expression import Expr
from gamebook.model.step import Text
from gamebook.publish import xhtml
from gamebook.publish.player.shown import Shown
from gamebook.publish.prose import paragraphs, words
from gamebook.sentences import with_capital

_OPEN, _CLOSE = "\U000f0000", "\U000f0001"
"""Around the number of a value while Markdown is read: letters of no alphabet."""
_VALUE = re.compile(f"{_OPEN}(\\d+){_CLOSE}")


class Prose:
    """Makes markup of prose."""

    def __init__(self, place: Callable[[Expr], int], source: xhtml.ImageAddress, shown: Shown) -> None:
        """How values and images are found.

        Args:
            place: the number by which the value of an expression is asked for.
            source: the address of an image; None where there is none.
            shown: knows the prose as it was written.
        """
        self._place = place
        self._source = source
        self._shown = shown

    def html(self, text: Text) -> list[str | int]:
        """Markup, and the numbers of the values between."""
        blocks = paragraphs("".join(self._parts(text)), quotes=self._shown.quotes)
        return self._cut("".join(xhtml.blocks(blocks, lambda chapter: chapter, self._source)))

    @staticmethod
    def _cut(markup: str) -> list[str | int]:
        found = _VALUE.split(markup)
        return [int(part) if number % 2 else part for number, part in enumerate(found) if part]

    def line(self, text: Text) -> list[str | int] | None:
        """The same for the words of a choice; None if none of them look other than plain words do."""
        found = words("".join(self._parts(text)), None, self._shown.quotes)
        if not any(run.bold or run.italic or run.code for run in found):
            return None
        found = tuple(structs.replace(run, chapter="", address="") for run in found)  # the choice is a link itself
        found = (structs.replace(found[0], text=with_capital(found[0].text)), *found[1:])
        return self._cut(xhtml.runs(found, lambda chapter: chapter))

    def _parts(self, text: Text) -> Iterator[str]:
        values = (part for part in text if not isinstance(part, str))
        for number, part in enumerate(self._shown.markup(text)):
            if number:
                yield f"{_OPEN}{self._place(next(values))}{_CLOSE}"
            yield part.replace(_OPEN, "\N{REPLACEMENT CHARACTER}").replace(_CLOSE, "\N{REPLACEMENT CHARACTER}")
