"""Numbers from a sample, each with an interval that holds the true one with a given confidence."""

from __future__ import annotations

from msgspec import Struct

from gamebook.kernels.arrays import Floats

ROUNDED = 1e-12
"""Room for rounding in a mean, relative to it."""


class Estimate(Struct, frozen=True):
    """A number from a sample, and the interval that holds the true one with a given confidence."""

    value: float
    low: float
    high: float


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


def mean(sums: Floats, plays: int, confidence: float) -> Estimate:
    """A mean, with a normal interval.

    Args:
        sums: float64[2], of the numbers and of their squares.
        plays: how many numbers there were.
        confidence: of the interval, in (0, 1).
    """
    from scipy.special import ndtri  # noqa: PLC0415 - as above

    middle = float(sums[0]) / plays
    variance = max(float(sums[1]) / plays - middle**2, 0.0) * plays / max(plays - 1, 1)
    half = float(ndtri((1.0 + confidence) / 2)) * (variance / plays) ** 0.5 + ROUNDED * abs(middle)
    return Estimate(middle, middle - half, middle + half)
