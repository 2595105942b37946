"""The report on many plays, beside what was worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from gamebook.model.book import ENDLESS
from gamebook.plain import as_data
from gamebook.report import means
from gamebook.report.cells import Cell, Chance, Number, Points, between
from gamebook.report.section import Lines, Section, Table
from gamebook.report.words import sure
from gamebook.sentences import counted
from gamebook.solver.estimate import Estimate, Mean
from gamebook.solver.simulate import Simulation

ROUNDING = 1e-9
"""What was worked out may be off by so much of itself: it is a sum of floats."""
INSIDE, OUTSIDE = "inside", "OUTSIDE"
"""Of an interval that holds what was worked out, and of one that does not."""


def sections(found: Simulation, exact: Mapping[str, float], points: float | None, policy: str) -> Iterator[Section]:
    """A line for each ending and, where they count, for points; a chance that misses its interval is pointed out.

    Points outside of their interval are not, because it is approximate.
    """
    rows: list[tuple[Cell, ...]] = []
    notes: list[str] = []
    for name, exactly in _worked_out(found, exact).items():
        share = found.endings[name]
        if share.value > 0 or exactly > 0:
            interval = between(Chance(share.low), Chance(share.high))
            verdict = INSIDE if _holds(share, exactly) else OUTSIDE
            rows.append((Chance(share.value), interval, Chance(exactly), verdict, name))
    if found.points is not None and points is not None:
        mean = found.points
        verdict = INSIDE if _holds(mean, points) else ""
        rows.append((Number(mean.value, ".6g"), means.interval(mean), Points(points, 6), verdict, "points"))
        notes.append(means.note(mean))
    head = ("played", f"{sure(found.confidence)} interval", "exact", "", "ending")
    title = f"{counted(found.plays, 'play')} with {policy}, seed {found.seed}"
    yield Section(title, [Table(head, rows, "rrrll"), Lines(notes)])


def _worked_out(found: Simulation, exact: Mapping[str, float]) -> dict[str, float]:
    exactly = dict(exact)
    if ENDLESS in found.endings:
        exactly[ENDLESS] = max(0.0, 1.0 - sum(exactly.values()))
    return exactly


def _holds(found: Estimate | Mean, exactly: float) -> bool:
    """Whether the interval holds what was worked out."""
    if found.low is None or found.high is None or not isfinite(exactly):
        return False
    rounding = ROUNDING * max(1.0, abs(exactly))
    return found.low - rounding <= exactly <= found.high + rounding


def data(found: Simulation, exact: Mapping[str, float], points: float | None, policy: str) -> dict[str, Any]:
    """The same as data."""
    exactly = _worked_out(found, exact)
    return {
        "plays": found.plays,
        "policy": policy,
        "seed": found.seed,
        "confidence": found.confidence,
        "endings": [
            {"ending": name, **as_data(share), "exactly": exactly[name]} for name, share in found.endings.items()
        ],
        "points": {**as_data(found.points), "exactly": points} if found.points else None,
    }
