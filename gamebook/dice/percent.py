"""How a chance is written for people: in percent, and never as certain if it is not."""

from __future__ import annotations

from math import ceil, floor, isnan
from typing import Literal

Rounded = Literal["near", "down", "up"]
"""How digits that are not written are left out: a bound from below is rounded down, and one from above up."""
EVEN = 1e-6
"""The part of the last digit by which a bound may miss it as rounding alone makes it."""
HUNDRED_PERCENT = 10_000
"""Percentages that a book writes are in hundredths of a percent."""


def percent(
    chance: float,
    digits: int = 3,
    *,
    low: float | None = None,
    high: float | None = None,
    rounded: Rounded = "near",
) -> str:
    """`83.375%`, `<0.001%`, `>99.999%`; `0%` and `100%` only for what is proven to be 0 or 1.

    Args:
        chance: the number to write. Exactly 0.0 or 1.0 is taken as proven, if no bounds are given.
        digits: how many to write after the point.
        low: what the chance is at least, where a bound is known.
        high: what it is at most.
        rounded: `down` and `up` are for bounds. A bound from above that is just below 1 is `100%`.
    """
    if isnan(chance):
        return "?"
    if (chance if low is None else low) >= 1.0:
        return "100%"
    if (chance if high is None else high) <= 0.0:
        return "0%"
    steps = 10 ** (digits + 2)
    least = 1 / steps
    if rounded == "up":
        chance = ceil(chance * steps - EVEN) / steps
        if chance >= 1.0:
            return "100%"
    elif rounded == "down" and chance >= least:
        chance = floor(chance * steps + EVEN) / steps
    if chance < least:
        return f"<{least:.{digits}%}"
    if chance > 1.0 - least:
        return f">{1.0 - least:.{digits}%}"
    return f"{chance:.{digits}%}"
