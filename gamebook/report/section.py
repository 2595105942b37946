"""A report is a row of sections; a section has a title, tables, facts and lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamebook.report.cells import Cell


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a head."""

    head: Sequence[str]
    """A title for each column."""
    rows: Sequence[Sequence[Cell]]
    """As many cells in each row as there are titles."""
    sides: str = ""
    """`r` for each column whose cells are aligned to the right, `l` for others; missing letters are `l`."""
    gives: int = -1
    """The column that is cut short where the page is narrow; by default the last."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Names, each with what is known of it; a row without a name goes on with the one above."""

    rows: Sequence[tuple[str, Cell]]
    width: int | None = None
    """In text, the width of the names; None: a colon follows each."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Plain text."""

    lines: Sequence[str]


Part = Table | Facts | Lines


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of a report."""

    title: str = ""
    parts: Sequence[Part] = ()
    aside: str = ""
    """Words that follow the title on its line."""
