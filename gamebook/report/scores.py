"""The report on points: how likely each number of them is."""

from __future__ import annotations

from math import isfinite
from typing import Any

from gamebook.analysis.scores import Scores, ScoreTable
from gamebook.model.points import in_points
from gamebook.report.cells import Cell, Chance, Count, Number, Points, between
from gamebook.report.section import Section, Table

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that are told."""
FEW = 24
"""So many different numbers of points are told one by one."""
LEAST = 1e-9
"""What is not followed to the end with less than this chance goes without saying."""


def section(found: ScoreTable, player: str) -> Section:
    """A section on points.

    Args:
        found: the points.
        player: whose play comes first: `best play`, `the strategy bold`.
    """
    both = [found.best] if found.uniform is None else [found.best, found.uniform]
    heads = [player] if found.uniform is None else [player, "random"]
    some = any(each.rest > LEAST for each in both)
    rows: list[tuple[Cell, ...]] = [
        ("mean of the plays that end" if some else "mean", *(Points(each.mean, 6) for each in both)),
        ("standard deviation", *(Points(each.deviation, 6) for each in both)),
    ]
    rows += [(f"{share:.0%} end with at most", *(_quantile(each, share) for each in both)) for share in SHARES]
    amounts = sorted({amount for each in both for amount in each.amounts})
    if len(amounts) <= FEW:
        rows += [(in_points(str(amount)), *(_chance_of(each, amount) for each in both)) for amount in amounts]
    else:
        rows.append(("different numbers", *(Count(len(each.amounts)) for each in both)))
    if some:
        rows.append(("not followed to the end", *(Chance(each.rest) for each in both)))
    return Section("Points at the end", [Table(("", *heads), rows, "l" + "r" * len(both), gives=0)])


def _quantile(scores: Scores, share: float) -> Cell:
    low, high = scores.quantile(share)
    if isfinite(low) and isfinite(high):
        return Number(low, "g") if low == high else between(Number(low, "g"), Number(high, "g"))
    return f"{low:g} or more" if isfinite(low) else f"up to {high:g}" if isfinite(high) else "?"


def _chance_of(scores: Scores, amount: int) -> Chance:
    known = dict(zip(scores.amounts, scores.chances.tolist(), strict=True))
    return Chance(known.get(amount, 0.0))


def quantiles(scores: Scores) -> tuple[Cell, ...]:
    """The quantiles as cells of a table."""
    return tuple(_quantile(scores, share) for share in SHARES)


def data(scores: Scores) -> dict[str, Any]:
    """The whole distribution as data."""
    return {
        "mean": scores.mean,
        "deviation": scores.deviation,
        "quantiles": [
            {"share": share, "low": low, "high": high} for share in SHARES for low, high in [scores.quantile(share)]
        ],
        "points": list(scores.amounts),
        "chances": scores.chances.tolist(),
        "rest": scores.rest,
    }
