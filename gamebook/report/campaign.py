"""The report on a campaign."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from gamebook.analysis.campaign import Campaign, Stage
from gamebook.report.amounts import Amounts
from gamebook.report.section import Lines, Section, Table
from gamebook.report.words import stats, titled

SHOWN = 5
"""Starts of a book that are shown at either end of the list."""


def sections(campaign: Campaign) -> Iterator[Section]:
    """What `gamebook campaign` prints: the chance to win all books, and for each book what its starts are worth."""
    amounts = Amounts(wins=True)
    yield Section("Best play", aside=f" wins all with chance {amounts.bracket(campaign.best)}")
    for number, stage in enumerate(campaign.stages, start=1):
        parts = _starts(stage, amounts) if stage.carried else ()
        yield Section(f"{number} {titled(stage.title)}", parts, aside=f": {stage.states:,} states")


def _starts(stage: Stage, amounts: Amounts) -> tuple[Table, Lines]:
    """The best and the worst starts."""
    left = len(stage.starts) - 2 * SHOWN
    shown = [*stage.starts[:SHOWN], *stage.starts[-SHOWN:]] if left > 0 else list(stage.starts)
    rows = [(amounts.cell(start.value.middle), stats(start.sheet)) for start in shown]
    return Table(("wins from there", "started with"), rows, "rl"), Lines([f"… and {left} more starts"] * (left > 0))


def data(campaign: Campaign) -> dict[str, Any]:
    """Everything as plain data."""
    return {"version": 1, **asdict(campaign)}
