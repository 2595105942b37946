"""A report is a row of sections; a section has a title, tables, facts, lines and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from gamebook.lazy import LazyStruct
from gamebook.report.cells import Cell

if TYPE_CHECKING:  # a report without a map does without the solver
    from gamebook.analysis.map_numbers import MapNumbers
    from gamebook.model.book import Book


class Table(Struct, frozen=True):
    """Rows of cells under a head."""

    head: Sequence[str]
    """A title for each column."""
    rows: Sequence[Sequence[Cell]]
    """As many cells in each row as there are titles."""
    sides: str = ""
    """`r` for each column whose cells are aligned to the right, `l` for others; missing letters are `l`."""
    gives: int = -1
    """The column that gives way where the page is narrow; by default the last. It is cut short; but if it is the first,
    which names the rows, a name that is too long stands on a line of its own."""
    of_chapters: bool = False
    """Each row is about the chapter in its first cell, and each chapter has one row: names of chapters lead here."""


class Facts(Struct, frozen=True):
    """Names, each with what is known of it; a row without a name goes on with the one above."""

    rows: Sequence[tuple[str, Cell]]
    width: int | None = None
    """In text, the width of the names; None: a colon follows each."""
    large: bool = False
    """On a page, in large figures."""


class Lines(Struct, frozen=True):
    """Plain text."""

    lines: Sequence[str]


class Chart(Struct, frozen=True):
    """A picture of a table; where there are no pictures, the table."""

    kind: Literal["bars", "heat", "curve", "waterfall"]
    """
    `bars`: a row of bars for each row of the table.
    `heat`: a field for each cell behind the first column.
    `curve`: a line for each column that is shown, along the numbers of the first column; around a value that is known
    within bounds lies a band.
    `waterfall`: the way from the first row to the last; each row between them is a step.
    """
    table: Table
    says: str
    """What there is to see, for those who do not see it."""
    shows: Sequence[int] = (1,)
    """The columns that are drawn; `heat` draws all but the first."""
    labels: int = 0
    """The column with the names of the rows, or of a curve's numbers from left to right."""


class Map(LazyStruct, frozen=True):
    """The map of a book; where there are no pictures, nothing."""

    book: Book
    numbers: MapNumbers | None = None


InWords = Table | Facts | Lines
Part = InWords | Chart | Map


class Section(Struct, frozen=True):
    """A piece of a report."""

    title: str = ""
    parts: Sequence[Part] = ()
    aside: str = ""
    """Words that follow the title on its line."""
    how: str = ""
    """How the figures are computed, in a sentence."""

    @property
    def is_picture(self) -> bool:
        """Whether there is nothing in it but a map: without it, its words say nothing."""
        return bool(self.parts) and all(isinstance(part, Map) for part in self.parts)

    @property
    def in_words(self) -> Iterator[InWords]:
        """The parts without pictures."""
        for part in self.parts:
            match part:
                case Chart(table=table):
                    yield table
                case Map():
                    pass
                case _:
                    yield part
