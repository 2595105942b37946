"""Many plays, beside what was worked out: a table, and data."""

from __future__ import annotations

from dataclasses import asdict
from math import isfinite
from typing import Any

from rich.text import Text

from gamebook.dice.percent import percent
from gamebook.model.book import ENDLESS
from gamebook.render.amounts import number
from gamebook.render.solution_text import HEADING
from gamebook.render.tables import table
from gamebook.solver.estimate import Estimate
from gamebook.solver.simulate import Simulation
from gamebook.solver.solution import Played


def simulation_text(found: Simulation, played: Played, policy: str, *, width: int | None = None) -> Text:
    """A line for each ending; an interval that misses what was worked out says so."""
    text = Text().append(f"{found.plays:,} plays with {policy}, seed {found.seed}\n", HEADING)
    rows = []
    for name, exactly in _worked_out(found, played).items():
        share = found.endings[name]
        if share.value > 0 or exactly > 0:
            interval = f"{percent(share.low)} .. {percent(share.high)}"
            rows.append((percent(share.value), interval, percent(exactly), _verdict(share, exactly), name))
    if found.points is not None:
        mean = found.points
        interval = f"{mean.low:.6g} .. {mean.high:.6g}"
        rows.append((f"{mean.value:.6g}", interval, number(played.value, 6), _verdict(mean, played.value), "points"))
    head = ("played", f"{found.confidence:.6g} interval", "exact", "", "ending")
    return text.append_text(table(head, rows, "rrrll", width))


def _worked_out(found: Simulation, played: Played) -> dict[str, float]:
    exactly = dict(played.endings)
    if ENDLESS in found.endings:
        exactly[ENDLESS] = max(0.0, 1.0 - sum(exactly.values()))
    return exactly


def _verdict(found: Estimate, exactly: float) -> str:
    if not isfinite(exactly):
        return ""
    return "inside" if found.low <= exactly <= found.high else "OUTSIDE"


def simulation_json(found: Simulation, played: Played, policy: str) -> dict[str, Any]:
    """The same as data."""
    exactly = _worked_out(found, played)
    return {
        "plays": found.plays,
        "policy": policy,
        "seed": found.seed,
        "confidence": found.confidence,
        "endings": [
            {"ending": name, **asdict(share), "exactly": exactly[name]} for name, share in found.endings.items()
        ],
        "points": {**asdict(found.points), "exactly": played.value} if found.points else None,
    }
