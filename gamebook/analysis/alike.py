"""Whether two values are the same but for rounding.

Chances may be small: of two in a thousand million, one is half. So what may be rounding is a share of the values
themselves. Points are sums in which much may cancel: there it is a share of at least one point.
"""

from __future__ import annotations

from math import isfinite

import numpy as np

from gamebook.kernels.arrays import Flags, Floats
from gamebook.solver.solution import ALIKE

NARROW = 1e-6
"""Bounds of a value that are closer than this are one number: what lies between them is rounding."""


def least_size(wins: bool) -> float:
    """Of what rounding is a share at least: of a chance itself, or of a point."""
    return 0.0 if wins else 1.0


def alike(one: float, other: float, *, wins: bool) -> bool:
    """Whether two values are the same: chances, or points; those without a bound only if they are equal."""
    if not (isfinite(one) and isfinite(other)):
        return one == other
    return abs(one - other) <= ALIKE * max(abs(one), abs(other), least_size(wins))


def each_alike(some: Floats, others: Floats | float, *, wins: bool) -> Flags:
    """As `alike`, for many pairs at once.

    Args:
        some: float64[k]
        others: float64[k], or one value with which all are compared.
        wins: they are chances.
    """
    with np.errstate(invalid="ignore"):  # totals without a bound
        size = np.maximum(np.maximum(np.abs(some), np.abs(others)), least_size(wins))
        close = np.abs(some - others) <= ALIKE * size
    return np.where(np.isfinite(some) & np.isfinite(others), close, some == others)
