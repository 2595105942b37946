"""What names of a book can mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tests.support.naive.accounts import Method
from tests.support.naive.fights import Fight, Foe
from tests.support.naive.play import (
    Variable,
)
from tests.support.naive.values import (
    Sheet,
    Value,
)

DIGIT = 7
"""A pool is kept as one number: so many bits for how often each face shows."""


@dataclass(frozen=True, eq=False)
class Limit:
    """So many places for certain items."""

    places: Value
    items: list[Variable]


@dataclass(frozen=True, eq=False)
class OneOf:
    """A variable and the names of its values."""

    variable: Variable
    values: list[str]


@dataclass(frozen=True, eq=False)
class Pool:
    """Dice on the table."""

    slot: int


@dataclass(frozen=True, eq=False)
class Table:
    """Numbers by column and row; outside, the nearest edge."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    numbers: list[list[int]]

    def at(self, column: int, row: int) -> int:
        """The number there."""
        (left, right), (top, bottom) = self.columns, self.rows
        return self.numbers[min(max(row, top), bottom) - top][min(max(column, left), right) - left]


@dataclass(frozen=True, eq=False)
class Later:
    """A `let`: worked out when it is first asked for."""

    text: str


@dataclass(frozen=True)
class Scope:
    """What names mean at a place of the text."""

    names: dict[str, Any]
    foe: Foe | None = None
    fight: Fight | None = None
    menus_have_anytime: bool = False
    chapter: int | None = None  # what is said stands in this chapter
    method: Method | None = None  # how results are decided here, where they do not say

    def named(self, **names: Any) -> Scope:
        """With more names."""
        return replace(self, names=self.names | names)


def faces(code: int) -> Iterable[tuple[int, int]]:
    """The faces of a pool, and how often each shows."""
    face = 1
    while code:
        yield face, code & (1 << DIGIT) - 1
        code >>= DIGIT
        face += 1


def places_taken(limit: Limit, sheet: Sheet) -> int:
    """How many copies of its items the reader has."""
    return sum(sheet[item.slot] for item in limit.items)
