"""Numbers from a sample, each with an interval that holds the true one with a given confidence."""

from __future__ import annotations

from msgspec import Struct

from gamebook.kernels.arrays import Floats

ROUNDED = 1e-12
"""Room for rounding in a mean, relative to it."""


WHOLE = 2.0**53
"""Sums of whole numbers below it are exact."""


class Estimate(Struct, frozen=True):
    """A number from a sample, and the interval that holds the true one with a given confidence."""

    value: float
    low: float
    high: float


class Mean(Struct, frozen=True):
    """The mean of numbers of which nobody knows how large they can be.

    Its interval is approximate: it knows only what came in the plays. None: all numbers were the same.
    """

    value: float
    low: float | None
    high: float | None
    unseen: float
    """What comes with less than this chance may be missing from all plays, at the confidence asked for."""


def proportion(count: int, plays: int, confidence: float, unknown: int = 0) -> Estimate:
    """A share, with the interval of Clopper and Pearson (1934), which is never too narrow.

    Args:
        count: how many of the plays are counted.
        plays: how many there were.
        confidence: of the interval, in (0, 1).
        unknown: how many more may have to be counted, nobody knows.
    """
    from scipy.special import betaincinv  # noqa: PLC0415 - slow to import, and most books are solved without a sample

    rest = (1.0 - confidence) / 2
    most = count + unknown
    low = 0.0 if count == 0 else float(betaincinv(count, plays - count + 1, rest))
    high = 1.0 if most == plays else float(betaincinv(most + 1, plays - most, 1.0 - rest))
    return Estimate(count / plays if plays else 0.0, low, high)


def mean(sums: Floats, plays: int, confidence: float) -> Mean:
    """A mean, with Student's interval.

    It is true of numbers that are spread normally, and of the mean of many others. A number that is rare and large may
    be missing from all plays; where they show no spread at all there is no interval.

    Args:
        sums: float64[2], of the numbers and of their squares.
        plays: how many numbers there were.
        confidence: of the interval, in (0, 1).
    """
    from scipy.special import stdtrit  # noqa: PLC0415 - as above

    total, squares = (float(each) for each in sums)
    middle, unseen = total / plays, proportion(0, plays, confidence).high
    spread = squares / plays - middle**2
    exact = total % 1 == 0 and squares % 1 == 0 and squares < WHOLE
    if (squares * plays == total**2) if exact else spread <= plays * 2.0**-52 * middle**2:
        return Mean(middle, None, None, unseen)
    variance = max(spread, 0.0) * plays / (plays - 1)
    half = float(stdtrit(plays - 1, (1.0 + confidence) / 2)) * (variance / plays) ** 0.5 + ROUNDED * abs(middle)
    return Mean(middle, middle - half, middle + half, unseen)
