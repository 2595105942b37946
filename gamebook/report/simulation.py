"""The report on many plays, beside what was worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from gamebook.model.book import ENDLESS
from gamebook.plain import as_data
from gamebook.report.cells import Cell, Chance, Number, Points, between
from gamebook.report.section import Section, Table
from gamebook.report.words import counted, sure
from gamebook.solver.estimate import Estimate
from gamebook.solver.simulate import Simulation

ROUNDING = 1e-9
"""What was worked out may be off by so much of itself: it is a sum of floats."""


def sections(found: Simulation, exact: Mapping[str, float], points: float | None, policy: str) -> Iterator[Section]:
    """A line for each ending and, where they count, for points; an interval that misses what was worked out says so."""
    rows: list[tuple[Cell, ...]] = []
    for name, exactly in _worked_out(found, exact).items():
        share = found.endings[name]
        if share.value > 0 or exactly > 0:
            interval = between(Chance(share.low), Chance(share.high))
            rows.append((Chance(share.value), interval, Chance(exactly), _verdict(share, exactly), name))
    if found.points is not None and points is not None:
        mean = found.points
        interval = between(Number(mean.low, ".6g"), Number(mean.high, ".6g"))
        verdict = _verdict(mean, points)
        rows.append((Number(mean.value, ".6g"), interval, Points(points, 6), verdict, "points"))
    head = ("played", f"{sure(found.confidence)} interval", "exact", "", "ending")
    yield Section(f"{counted(found.plays, 'play')} with {policy}, seed {found.seed}", [Table(head, rows, "rrrll")])


def _worked_out(found: Simulation, exact: Mapping[str, float]) -> dict[str, float]:
    exactly = dict(exact)
    if ENDLESS in found.endings:
        exactly[ENDLESS] = max(0.0, 1.0 - sum(exactly.values()))
    return exactly


def _verdict(found: Estimate, exactly: float) -> str:
    if not isfinite(exactly):
        return ""
    rounding = ROUNDING * max(1.0, abs(exactly))
    return "inside" if found.low - rounding <= exactly <= found.high + rounding else "OUTSIDE"


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
