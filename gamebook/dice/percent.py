"""How a chance is written for people: in percent, and never as certain if it is not."""

from __future__ import annotations

from math import isnan

HUNDRED_PERCENT = 10_000
"""Percentages that a book writes are in hundredths of a percent."""


def percent(chance: float, digits: int = 3, *, low: float | None = None, high: float | None = None) -> str:
    """`83.375%`, `<0.001%`, `>99.999%`; `0%` and `100%` only for what is proven to be 0 or 1.

    Args:
        chance: the number to write. Exactly 0.0 or 1.0 is taken as proven, if no bounds are given.
        digits: how many to write after the point.
        low: what the chance is at least, where a bound is known.
        high: what it is at most.
    """
    if isnan(chance):
        return "?"
    if (chance if low is None else low) >= 1.0:
        return "100%"
    if (chance if high is None else high) <= 0.0:
        return "0%"
    least = 10.0 ** -(digits + 2)
    if chance < least:
        return f"<{least:.{digits}%}"
    if chance > 1.0 - least:
        return f">{1.0 - least:.{digits}%}"
    return f"{chance:.{digits}%}"
