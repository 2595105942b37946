"""The endings of a book, and a name for each that no other has."""

from __future__ import annotations

from collections.abc import Container
from itertools import chain, count

from gamebook.model.book import Ending, Kind
from gamebook.model.expression import Expr

EndingKey = tuple[Kind, str, Expr | None]
"""Kind, words and points of an ending."""


class Endings(dict[EndingKey, Ending]):
    """The endings found so far, by what is written of each, in the order found. They are only ever added."""

    def __init__(self) -> None:
        """No ending has been found."""
        super().__init__()
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}
        """Words → a number; with these words and any lower number, from 2 on, the name is taken."""

    def add(self, key: EndingKey) -> None:
        """A new ending, with the name that `name` gives it."""
        kind, _, score = key
        name = self.name(key)
        self[key] = Ending(name=name, kind=kind, score=score)
        self._taken.add(name)

    def name(self, key: EndingKey, also_taken: Container[str] = ()) -> str:
        """The name that a new ending would have where some other names are taken, too."""
        kind, text, _ = key
        plain, taken = text or kind, self._taken
        number = self._numbers.get(plain, 2)
        while f"{plain} {number}" in taken:
            number += 1
        self._numbers[plain] = number
        names = chain((plain, f"{plain} ({kind})"), (f"{plain} {each}" for each in count(number)))
        return next(each for each in names if each not in taken and each not in also_taken)
