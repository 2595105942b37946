"""The report on a campaign."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from gamebook.analysis.campaign import Campaign, Stage
from gamebook.report.amounts import NARROW, Amounts
from gamebook.report.section import Lines, Section, Table
from gamebook.report.words import stats, titled

SHOWN = 5
"""Starts of a book that are shown at either end of the list."""


def sections(campaign: Campaign) -> Iterator[Section]:
    """What `gamebook campaign` prints: the chance to win all books, and for each book what its starts are worth."""
    amounts = Amounts(wins=True)
    yield Section("Best play", aside=f" wins all with chance {amounts.bracket(campaign.best)}", parts=_picks(campaign))
    for number, stage in enumerate(campaign.stages, start=1):
        parts = _starts(stage, amounts) if stage.carried else ()
        yield Section(f"{number} {titled(stage.title)}", parts, aside=f": {stage.states:,} states")


def _picks(campaign: Campaign) -> tuple[Lines, ...]:
    """What the bounds are about, if it is not one hero."""
    if campaign.picks is None:
        return ()
    picked = ", ".join(name for name, value in campaign.picks.items() if value) or "nothing"
    return (
        Lines(
            [
                "These bounds are for all that the hero may pick.",
                f"The lower one is what this hero wins at least: {picked}. The books below are played by this hero.",
            ]
        ),
    )


def _starts(stage: Stage, amounts: Amounts) -> tuple[Table, Lines]:
    """The best and the worst starts. What is the same in all of them is written once."""
    left = len(stage.starts) - 2 * SHOWN
    shown = [*stage.starts[:SHOWN], *stage.starts[-SHOWN:]] if left > 0 else list(stage.starts)
    first = stage.starts[0].sheet
    differ = {name for each in stage.starts for name, value in each.sheet.items() if value != first[name]}
    same = {name: value for name, value in first.items() if name not in differ}
    rows = [
        (
            amounts.between(start.value),
            stats({name: value for name, value in start.sheet.items() if name in differ}) or "the only sheet",
        )
        for start in shown
    ]
    width = max(each.value.high - each.value.low for each in stage.starts)
    lines = [f"… and {left} more starts"] * (left > 0)
    lines += [f"All begin with {stats(same)}."] * bool(same)
    lines += ["A number may stand for more that are worth the same; the least is shown."] * stage.by_class
    lines += [f"Each of these chances is known to ± {width / 2:.0e}."] * (0.0 < width <= NARROW)
    return Table(("wins from there", "started with"), rows, "rl"), Lines(lines)


def data(campaign: Campaign) -> dict[str, Any]:
    """Everything as plain data."""
    return {"version": 1, **asdict(campaign)}
