"""The endings of a book, and a name for each that no other has."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from itertools import chain, count

from gamebook.model.book import OWN_NAMES, UNWRITTEN, Ending, Kind
from gamebook.model.expression import Const, Expr
from gamebook.model.points import in_points

EndingKey = tuple[Kind, str, Expr | None]
"""Kind, words and points of an ending."""
Written = Mapping[str, Mapping[str, Collection[str]]]
"""Words of endings → the kinds they are written with → the points that are written with both; empty for none."""


class Endings(dict[EndingKey, Ending]):
    """The endings found so far, by what is written of each, in the order found. They are only ever added."""

    def __init__(self, written: Written) -> None:
        """No ending has been found; it is known what is written anywhere."""
        super().__init__()
        self._written = written
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}
        """Words → a number; with these words and any lower number, from 2 on, the name is taken."""

    def add(self, key: EndingKey, points: str) -> None:
        """A new ending, with the name that `name` gives it."""
        kind, text, score = key
        name, words = self.name(key, points), text or kind
        self[key] = Ending(name=name, kind=kind, score=score, text=None if name == words else words)
        self._taken.add(name)

    def name(self, key: EndingKey, points: str, also_taken: Container[str] = ()) -> str:
        """The name that a new ending would have where some other names are taken, too.

        It is what is written. Where the same words are written with another kind or other points, or are one of
        `OWN_NAMES`, the name says which. What is not written yet has the name that is kept for it.

        Args:
            key: the ending.
            points: its points as they are written; empty for none.
            also_taken: the other names.
        """
        kind, text, score = key
        if kind == UNWRITTEN:
            return UNWRITTEN
        plain, taken = text or kind, self._taken
        kinds = self._written.get(plain, {})
        earned = _earned(score, points)
        told = [kind] * (len(kinds) > 1 or plain in OWN_NAMES) + [earned] * (len(kinds.get(kind, ())) > 1)
        name = f"{plain} ({', '.join(told)})" if told else plain
        number = self._numbers.get(name, 2)
        while f"{name} {number}" in taken:
            number += 1
        self._numbers[name] = number
        names = chain((name, f"{plain} ({kind}, {earned})"), (f"{name} {each}" for each in count(number)))
        return next(each for each in names if each not in taken and each not in also_taken)


def _earned(score: Expr | None, points: str) -> str:
    """`no points`, `1 point`, `2 * gold points`."""
    return in_points(str(score.value) if isinstance(score, Const) else points if score is not None else "no")
