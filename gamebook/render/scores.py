"""Points and how likely each number of them is: text and data."""

from __future__ import annotations

from math import isfinite
from typing import Any

from rich.text import Text

from gamebook.analysis.scores import Scores, ScoreTable
from gamebook.dice.percent import percent
from gamebook.render.amounts import number
from gamebook.render.tables import table

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that are told."""
FEW = 24
"""So many different numbers of points are told one by one."""
LEAST = 1e-9
"""What is not followed to the end with less than this chance goes without saying."""


def scores_text(found: ScoreTable, player: str, *, width: int | None = None) -> Text:
    """A section on points.

    Args:
        found: the points.
        player: whose play comes first: `best play`, `the strategy bold`.
        width: cells of the page; None: as wide as it takes.
    """
    both = [found.best] if found.uniform is None else [found.best, found.uniform]
    heads = [player] if found.uniform is None else [player, "uniform"]
    some = any(each.rest > LEAST for each in both)
    rows = [("mean of the plays that end" if some else "mean", *(number(each.mean, 6) for each in both))]
    rows.append(("standard deviation", *(number(each.deviation, 6) for each in both)))
    rows += [(f"{share:.0%} end with at most", *(_quantile(each, share) for each in both)) for share in SHARES]
    amounts = sorted({amount for each in both for amount in each.amounts})
    if len(amounts) <= FEW:
        rows += [
            (f"{amount} points" if amount != 1 else "1 point", *(_chance_of(each, amount) for each in both))
            for amount in amounts
        ]
    else:
        rows.append(("different numbers", *(f"{len(each.amounts):,}" for each in both)))
    if some:
        rows.append(("not followed to the end", *(percent(each.rest) for each in both)))
    text = Text("\n").append("Points at the end", "bold").append("\n")
    return text.append_text(table(("", *heads), rows, "l" + "r" * len(both), width, gives=0))


def _quantile(scores: Scores, share: float) -> str:
    low, high = scores.quantile(share)
    if isfinite(low) and isfinite(high):
        return f"{low:g}" if low == high else f"{low:g} to {high:g}"
    return f"{low:g} or more" if isfinite(low) else f"up to {high:g}" if isfinite(high) else "?"


def _chance_of(scores: Scores, amount: int) -> str:
    known = dict(zip(scores.amounts, scores.chances.tolist(), strict=True))
    return percent(known.get(amount, 0.0))


def short_quantiles(scores: Scores) -> tuple[str, ...]:
    """The quantiles as cells of a table."""
    return tuple(_quantile(scores, share) for share in SHARES)


def scores_json(scores: Scores) -> dict[str, Any]:
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
