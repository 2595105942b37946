"""Prose of the model as markup, with the places of values left open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gamebook.model.expression import Expr
from gamebook.model.step import Text
from gamebook.publish import xhtml
from gamebook.publish.player.shown import Shown
from gamebook.publish.prose import paragraphs

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
        found = _VALUE.split("".join(xhtml.blocks(blocks, lambda chapter: chapter, self._source)))
        return [int(part) if number % 2 else part for number, part in enumerate(found) if part]

    def _parts(self, text: Text) -> Iterator[str]:
        values = (part for part in text if not isinstance(part, str))
        for number, words in enumerate(self._shown.markup(text)):
            if number:
                yield f"{_OPEN}{self._place(next(values))}{_CLOSE}"
            yield words.replace(_OPEN, "\N{REPLACEMENT CHARACTER}").replace(_CLOSE, "\N{REPLACEMENT CHARACTER}")
