"""What numbers look like on a map: the fill of a chapter, its border, and what the scale of colours says."""

from __future__ import annotations

from math import isnan, sqrt
from typing import TYPE_CHECKING

from msgspec import Struct

from gamebook.dice.percent import percent
from gamebook.render.map_style import DEATH, MOVED, PLAIN, SCALES, What, blend, ink_on, worth
from gamebook.report.cells import signed
from gamebook.report.words import player

if TYPE_CHECKING:  # a map without numbers does without the solver
    from gamebook.analysis.map_numbers import MapNumbers

FEW = 0.005
"""The share of all lost plays below which a border is as that of others."""


class Look(Struct, frozen=True):
    """A chapter's colour, and the number it stands for."""

    fill: str
    words: str = ""

    @property
    def ink(self) -> str:
        """The colour of words on it."""
        return ink_on(self.fill)


def look(numbers: MapNumbers | None, what: What, name: str) -> Look:
    """How a chapter looks."""
    if numbers is None or name not in numbers.worth:
        return Look(PLAIN)
    match what:
        case "deaths":
            dead = numbers.losses.get(name, 0.0)
            share = dead / numbers.worst if dead else 0.0
            return Look(blend(SCALES["deaths"], share), percent(dead / numbers.lost, 0) if dead else "")
        case "traffic":
            chance = numbers.visits[name]
            return Look(PLAIN if isnan(chance) else blend(SCALES["traffic"], chance), percent(chance, 0))
        case "luck":
            if not numbers.wins:
                return Look(PLAIN)
            share = numbers.luck.get(name, 0.0)
            return Look(blend(SCALES["luck"], share / numbers.luckiest if share else 0.0), percent(share, 0))
    low, high = numbers.span
    value = numbers.worth[name]
    if isnan(value):
        return Look(PLAIN, worth(value, numbers.wins))
    share = (value - low) / (high - low) if high > low else 1.0
    return Look(blend(SCALES["value"], share), worth(value, numbers.wins))


def moved(before: float, after: float, most: float, wins: bool) -> Look:
    """How a chapter looks whose worth has changed; `most` is the largest change of all."""
    change = after - before
    words = signed(worth(abs(change), wins), up=change > 0, minus="−")
    return Look(blend(MOVED, 0.5 + 0.5 * change / most if most else 0.5), words)


def border(numbers: MapNumbers | None, name: str) -> tuple[str, float] | None:
    """Colour and width: the thicker and redder, the more of all lost plays are lost by what happens there."""
    dead = numbers.losses.get(name, 0.0) if numbers else 0.0
    if numbers is None or dead < FEW * numbers.lost or not dead:
        return None
    return blend(DEATH, 0.4 + 0.6 * sqrt(dead / numbers.worst)), round(1 + 6 * sqrt(dead / numbers.lost), 2)


def route_words(numbers: MapNumbers) -> str:
    """What the coloured lines of a route are."""
    return "the likeliest winning route" if numbers.likeliest else "a likely winning route"


def scale(numbers: MapNumbers, what: What) -> tuple[str, str, str]:
    """What the ends of the scale stand for, and between them what is measured."""
    match what:
        case "deaths":
            share = percent(numbers.worst / numbers.lost, 0) if numbers.lost else "0%"
            return "0%", "share of all lost plays that are lost by what happens there", share
        case "traffic":
            return "0%", f"chance that {player(numbers.policy)} gets there", "100%"
        case "luck" if not numbers.wins:
            return "", "luck is measured for chances to win, not for points", ""
        case "luck":
            return "0%", "share of all luck: how far the dice of a chapter decide", percent(numbers.luckiest, 0)
    low, high = (worth(end, numbers.wins) for end in numbers.span)
    told = "chance to win" if numbers.wins else "points to come"
    return low, f"{told} on arrival, with {player(numbers.policy)}", high
