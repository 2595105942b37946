"""The depth curve: what the book is worth as one kind of reader gets better, from random to almost best play."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Literal

from gamebook.analysis.alike import alike
from gamebook.analysis.readers import ReaderRow
from gamebook.model.book import Book
from gamebook.plain import as_data
from gamebook.report.amounts import Amounts
from gamebook.report.best import best_reader
from gamebook.report.cells import Cell, Chance
from gamebook.report.section import Lines, Section, Table

Kind = Literal["soft", "lookahead", "careless"]
AMOUNTS: dict[Kind, tuple[str, ...]] = {
    "soft": ("0", "1", "2", "3", "5", "10", "20", "30", "50", "100"),
    "lookahead": ("0", "1", "2", "3", "4", "5", "6", "8"),
    "careless": ("100%", "80%", "60%", "50%", "40%", "30%", "20%", "10%", "5%", "2%", "1%", "0%"),
}
"""The points of each curve, from the worst reader to the best."""
ACROSS: dict[Kind, str] = {
    "soft": "soft: how strongly the reader prefers what looks better",
    "lookahead": "lookahead: how many choices the reader sees ahead",
    "careless": "careless: how often the reader picks at random",
}


def asked(kind: Kind) -> list[str]:
    """The readers of a curve, as `gamebook.readers` takes them; the last two are the random reader and best play."""
    return [*(f"{kind}({amount})" for amount in AMOUNTS[kind]), "random", "best"]


def section(book: Book, kind: Kind, rows: Sequence[ReaderRow]) -> Section:
    """The curve as a table.

    Args:
        book: the book.
        kind: the kind of reader.
        rows: what the readers of `asked` get.
    """
    amounts = Amounts(book.aim == "win")
    *curve, random, best = rows
    lines: list[list[Cell]] = [
        [amount, amounts.between(row.value), _part(row, random, best, wins=amounts.wins)]
        for amount, row in zip(AMOUNTS[kind], curve, strict=True)
    ]
    head = (kind, "wins with chance" if amounts.wins else "earns", f"of the way to {best_reader(book)}")
    said = f"The random reader {_gets(amounts)} {amounts.between(random.value)}, "
    if isfinite(random.value.middle) and isfinite(best.value.middle):
        said += f"{best_reader(book)} {amounts.between(best.value)}; the last column is the share of this difference."
    else:
        said += f"{best_reader(book)} {amounts.bracket(best.value)}."
    return Section(f"What skill brings: {kind}", (Table(head, lines, "rrr"), Lines((said,))))


def _gets(amounts: Amounts) -> str:
    return "wins" if amounts.wins else "earns"


def _part(row: ReaderRow, random: ReaderRow, best: ReaderRow, *, wins: bool) -> Cell:
    """How far a reader comes on the way from the random reader to best play.

    Who sometimes errs comes near to the end of the way, and never to it.
    """
    start, end = random.value.middle, best.value.middle
    if not (end > start and isfinite(end) and isfinite(row.value.middle)) or alike(start, end, wins=wins):
        return None
    part = (row.value.middle - start) / (end - start)
    if row.reader.kind == "soft" or (row.reader.kind == "careless" and row.reader.amount > 0.0):
        return Chance(part, 1, low=0.0)
    if row.value.low <= best.value.high and row.value.high >= best.value.low:
        return Chance(1.0, 1)
    return Chance(part, 1)


def data(kind: Kind, rows: Sequence[ReaderRow]) -> dict[str, Any]:
    """The curve as data."""
    *curve, random, best = (as_data(row.value) for row in rows)
    points = [
        {"amount": amount, "reader": str(row.reader), "value": value}
        for amount, row, value in zip(AMOUNTS[kind], rows, curve, strict=False)
    ]
    return {"kind": kind, "points": points, "random": random, "best": best}
