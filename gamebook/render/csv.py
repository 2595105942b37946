"""Sections as CSV: the tables and facts of a report with plain values, for spreadsheets and programs."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from math import isnan

from gamebook.report.cells import Cell, Worded, plain, words
from gamebook.report.section import Facts, Lines, Section, Table


def csv_text(sections: Iterable[Section]) -> str:
    """A line for each row; an empty line and a title come before each table, unless there is only one.

    Chances are numbers from 0 to 1. A column in which a cell has several values becomes as many: of values that are
    known within bounds two. After the words of a
    fact come its numbers. Text that is neither in a table nor a fact is left out.
    """
    found = [(each.title, part) for each in sections for part in each.in_words if not isinstance(part, Lines)]
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    before = ""
    for number, (title, part) in enumerate(found):
        if len(found) > 1:
            writer.writerows([[]] * bool(number))
            writer.writerows([[title]] * (title not in ("", before)))
            before = title
        writer.writerows(_rows(part))
    return out.getvalue()


def _rows(part: Table | Facts) -> list[list[object]]:
    if isinstance(part, Facts):
        return [[name, words(cell), *_values(cell)] for name, cell in part.rows]
    names = [max((_names(row[i]) for row in part.rows), key=len, default=("",)) for i in range(len(part.head))]
    head = [
        ", ".join(filter(None, (title, each))) for title, some in zip(part.head, names, strict=True) for each in some
    ]
    return [list[object](head), *(_row(row, [*map(len, names)]) for row in part.rows)]


def _row(row: Sequence[Cell], sizes: Sequence[int]) -> list[object]:
    return [value for cell, size in zip(row, sizes, strict=True) for value in _plain(cell, size)]


def _names(cell: Cell) -> tuple[str, ...]:
    """What each value of a cell is; one alone needs no name."""
    return cell.names if isinstance(cell, Worded) and isinstance(cell.plain, tuple) else ("",)


def _values(cell: Cell) -> Sequence[object]:
    """The numbers of a cell, if it is not just words."""
    return () if isinstance(plain(cell), str) else _plain(cell, 1)


def _plain(cell: Cell, size: int) -> Sequence[object]:
    """A cell as so many values; what does not exist or is not known is empty."""
    value = plain(cell)
    values = value if isinstance(value, tuple) else (value,) * size
    return [None if isinstance(each, float) and isnan(each) else each for each in values]
