"""The report on the strategies of a book, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import nan
from typing import Any

from gamebook.analysis.by_chance import has_shares
from gamebook.analysis.strategies import StrategyRow
from gamebook.model.book import Book
from gamebook.plain import as_data
from gamebook.report import scores
from gamebook.report.about import about
from gamebook.report.amounts import Amounts
from gamebook.report.cells import Cell
from gamebook.report.section import Lines, Section, Table
from gamebook.report.solution import sampled_words
from gamebook.solver.sample import Sample


def sections(book: Book, rows: Sequence[StrategyRow]) -> Iterator[Section]:
    """A line for each way of playing."""
    amounts = Amounts(book.aim == "win")
    best = "best play" if has_shares(book) else "best"  # which is also the name of a reader, who then knows less
    lines: list[tuple[Cell, ...]] = [
        (
            row.policy.words if row.policy.words != "best" else best,
            amounts.known(row.value, complete=row.complete),
            amounts.cell(row.gap if row.complete else nan),
            *((Amounts(wins=False).known(row.points, complete=row.complete),) if row.points else ()),
            *(scores.quantiles(row.scores) if row.scores else ()),
        )
        for row in rows
    ]
    head: tuple[str, ...] = ("strategy", "wins with chance" if amounts.wins else "earns", "below best play")
    if any(row.points for row in rows):
        head = (*head, "and earns")
    notes = [
        f"{row.policy.words}: not solved; in plays, it {sampled_words(row.sample, amounts)}"
        for row in rows
        if row.sample is not None
    ]
    if any(row.scores for row in rows):
        head = (*head, *(f"{share:.0%}" for share in scores.SHARES))
        notes.append("Columns with %: this share of plays ends with at most so many points.")
    yield Section(parts=(Table(head, lines, "ll" + "r" * (len(head) - 2), gives=1), Lines(notes)))


def has_bounds(book: Book, rows: Sequence[StrategyRow]) -> bool:
    """Whether bounds are shown of a value that is not known."""
    return any(Amounts(book.aim == "win").bounds(row.value) for row in rows)


def data(book: Book, rows: Sequence[StrategyRow]) -> dict[str, Any]:
    """The same as data."""
    return {
        "book": about(book),
        "strategies": [
            {
                "name": row.policy.strategy.name,
                "parameters": dict(row.policy.values),
                "value": as_data(row.value),
                "gap": row.gap,
                "complete": row.complete,
                "points": as_data(row.points) if row.points else None,
                "scores": scores.data(row.scores) if row.scores else None,
                "simulated": _simulated(row.sample, wins=book.aim == "win") if row.sample else None,
            }
            for row in rows
        ],
    }


def _simulated(found: Sample, *, wins: bool) -> dict[str, Any]:
    """What came of plays by a strategy that was not solved."""
    estimate = found.win if wins else found.points
    return {
        "value": as_data(estimate) if estimate else None,
        "plays": found.plays,
        "confidence": found.confidence,
        "seed": found.seed,
    }
