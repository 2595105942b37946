"""A campaign as text and as data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rich.text import Text

from gamebook.analysis.campaign import Campaign, Stage
from gamebook.render.amounts import Amounts
from gamebook.render.tables import table

SHOWN = 5
"""Starts of a book that are shown at either end of the list."""


def campaign_json(campaign: Campaign) -> dict[str, Any]:
    """Everything as plain data: the chance to win all books, and for each book what its starts are worth."""
    return {"version": 1, **asdict(campaign)}


def campaign_text(campaign: Campaign, *, width: int | None = None) -> Text:
    """What `gamebook campaign` prints."""
    amounts = Amounts(wins=True)
    text = Text().append("Best play", "bold").append(f" wins all with chance {amounts.bracket(campaign.best)}\n")
    for number, stage in enumerate(campaign.stages, start=1):
        text.append("\n").append(f"{number} {stage.title or 'A book without a title'}", "bold")
        text.append(f": {stage.states:,} states\n")
        if stage.carried:
            text.append_text(_starts(stage, amounts, width))
    return text


def _starts(stage: Stage, amounts: Amounts, width: int | None) -> Text:
    """The best and the worst starts."""
    left = len(stage.starts) - 2 * SHOWN
    shown = [*stage.starts[:SHOWN], *stage.starts[-SHOWN:]] if left > 0 else list(stage.starts)
    rows = [
        (amounts.short(start.value.middle), ", ".join(f"{name} {value}" for name, value in start.sheet.items()))
        for start in shown
    ]
    text = table(("wins from there", "started with"), rows, "rl", width)
    return text.append(f"… and {left} more starts\n") if left > 0 else text
