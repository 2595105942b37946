"""Sections as CSV: the tables and facts of a report with plain values, for spreadsheets and programs."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from math import isnan

from gamebook.report.cells import Cell, plain, words
from gamebook.report.section import Facts, Lines, Section, Table


def csv_text(sections: Iterable[Section]) -> str:
    """A line for each row; an empty line and a title come before each table, unless there is only one.

    Chances are numbers from 0 to 1. A column of values that are known within bounds becomes two. After the words of a
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
    sizes = [max((_size(row[i]) for row in part.rows), default=1) for i in range(len(part.head))]
    head: list[object] = []
    for name, size in zip(part.head, sizes, strict=True):
        head += [name] if size == 1 else [f"{name}, at least".lstrip(", "), f"{name}, at most".lstrip(", ")]
    return [head, *(_row(row, sizes) for row in part.rows)]


def _row(row: Sequence[Cell], sizes: Sequence[int]) -> list[object]:
    return [value for cell, size in zip(row, sizes, strict=True) for value in _plain(cell, size)]


def _size(cell: Cell) -> int:
    return 2 if isinstance(plain(cell), tuple) else 1


def _values(cell: Cell) -> Sequence[object]:
    """The numbers of a cell, if it is not just words."""
    return () if isinstance(plain(cell), str) else _plain(cell, 1)


def _plain(cell: Cell, size: int) -> Sequence[object]:
    """A cell as so many values; what does not exist or is not known is empty."""
    value = plain(cell)
    values = value if isinstance(value, tuple) else (value,) * size
    return [None if isinstance(each, float) and isnan(each) else each for each in values]
