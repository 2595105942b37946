"""The strategies of a book side by side: a table, and data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from gamebook.analysis.strategies import StrategyRow
from gamebook.model.book import Book
from gamebook.render.amounts import Amounts
from gamebook.render.scores import SHARES, scores_json, short_quantiles
from gamebook.render.tables import table


def strategies_text(book: Book, rows: Sequence[StrategyRow], *, width: int | None = None) -> Text:
    """A line for each way of playing."""
    amounts = Amounts(book.aim == "win")
    lines = [
        (
            row.policy.words,
            amounts.bracket(row.value),
            amounts.short(row.gap) if row.complete else "?",
            *((Amounts(wins=False).bracket(row.points),) if row.points else ()),
            *(short_quantiles(row.scores) if row.scores else ()),
        )
        for row in rows
    ]
    head: tuple[str, ...] = ("strategy", "wins with chance" if amounts.wins else "earns", "below best play")
    if any(row.points for row in rows):
        head = (*head, "and earns")
    text = Text()
    if any(row.scores for row in rows):
        head = (*head, *(f"{share:.0%}" for share in SHARES))
        text.append("Columns with %: this share of plays ends with at most so many points.\n")
    return table(head, lines, "ll" + "r" * (len(head) - 2), width, gives=1).append_text(text)


def strategies_json(book: Book, rows: Sequence[StrategyRow]) -> dict[str, Any]:
    """The same as data."""
    return {
        "book": {"title": book.title, "aim": book.aim},
        "strategies": [
            {
                "name": row.policy.strategy.name,
                "parameters": dict(row.policy.values),
                "value": {"low": row.value.low, "high": row.value.high},
                "gap": row.gap,
                "complete": row.complete,
                "points": {"low": row.points.low, "high": row.points.high} if row.points else None,
                "scores": scores_json(row.scores) if row.scores else None,
            }
            for row in rows
        ],
    }
