"""What the fights of a book cost its readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gamebook.analysis.fight_costs import FightCost
from gamebook.plain import as_data
from gamebook.report.amounts import UNSEEN
from gamebook.report.cells import Cell, Chance, Chapter, often
from gamebook.report.section import Section, Table

OFTEN = "fights: how often the fight is fought in one play."
MEANS = (
    "The numbers are means: when it begins, over all these fights; when it is won, over those that are won. A number "
    "that no longer matters then is left out."
)


def legend(costs: Sequence[FightCost]) -> str:
    """What the columns mean."""
    return f"{OFTEN} {MEANS}" if any(cost.means for cost in costs) else OFTEN


def sections(who: str, costs: Sequence[FightCost], titles: Mapping[str, str]) -> Iterator[Section]:
    """A line for each fight, in book order.

    Args:
        who: the reader.
        costs: the fights.
        titles: the titles of all chapters, by name.
    """
    shown = [cost for cost in costs if cost.fought >= UNSEEN]
    if not shown:
        return
    left = any(cost.left >= UNSEEN for cost in shown)
    told = any(cost.means for cost in shown)
    columns = ["chapter", "against", "fights", "won", *["left"] * left, *["begins with", "has when it is won"] * told]
    lines: list[list[Cell]] = [
        [
            Chapter(cost.chapter, titles.get(cost.chapter, "")) if cost.chapter else "a trigger",
            cost.foes,
            often(cost.fought),
            Chance(cost.won, 1),
            *[Chance(cost.left, 1)] * left,
            *[", ".join(f"{name} {begins:.1f}" for name, (begins, _) in cost.means.items())] * told,
            *[", ".join(f"{name} {won:.1f}" for name, (_, won) in cost.means.items())] * told,
        ]
        for cost in shown
    ]
    yield Section(f"What fights cost {who}", (Table(columns, lines, "llrr" + "r" * left + "ll" * told),))


def data(costs: Sequence[FightCost]) -> list[dict[str, Any]]:
    """The same as data."""
    return [
        {name: value for name, value in as_data(cost).items() if name not in ("address", "means")}
        | {"means": {name: {"begins": begins, "won": won} for name, (begins, won) in cost.means.items()}}
        for cost in costs
    ]
