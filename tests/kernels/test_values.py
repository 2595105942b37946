"""Two bounds in twelve bytes: what is kept of them is never narrower, and hardly wider."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamebook.kernels.cells.values import Cells, bounds_of, put_all

in_time = settings(deadline=None)
"""Kernels are compiled at the first call."""
numbers = st.floats(allow_nan=False)
chances = st.floats(0, 1)


def kept(low: float, high: float, most: float = inf) -> tuple[float, float]:
    """The bounds that are known when these were kept."""
    cells = Cells(np.zeros(1), np.zeros(1, np.float32), np.zeros(1, np.uint8))
    lows, highs = np.empty(1), np.empty(1)
    put_all(cells, np.zeros(1, np.int64), np.array([low]), np.array([high]))
    bounds_of(cells, np.zeros(1, np.int64), most, lows, highs)
    return float(lows[0]), float(highs[0])


@in_time
@given(st.tuples(numbers, numbers).map(sorted))
def test_bounds_never_become_narrower(bounds: list[float]) -> None:
    low, high = kept(*bounds)
    assert low == bounds[0]
    assert high >= bounds[1]


@in_time
@given(st.floats(1e-12, 1), st.integers(0, 1_000))
def test_close_bounds_are_kept_as_they_are(low: float, steps: int) -> None:
    """Unless they are so close to 0 that four bytes do not reach so far down: nothing less than 1e-45."""
    high = float(low + steps * np.spacing(low))
    assert kept(low, high) == (low, high)


@in_time
@given(st.tuples(chances, chances).map(sorted))
def test_bounds_become_hardly_wider(bounds: list[float]) -> None:
    low, high = kept(*bounds, most=1.0)
    wider = Fraction(high) - Fraction(bounds[1])
    assert wider <= Fraction(bounds[1] - low) / 2**22 + Fraction(np.spacing(high)) + Fraction(2) ** -148
    assert high <= 1.0


@pytest.mark.parametrize(
    "bounds", [(-inf, inf), (-inf, -inf), (inf, inf), (-inf, 0.0), (-inf, 5.0), (-inf, -5.0), (2.5, inf), (0.0, 0.0)]
)
def test_what_has_no_bound_is_no_other_number(bounds: tuple[float, float]) -> None:
    low, high = kept(*bounds)
    assert low == bounds[0]
    assert high == pytest.approx(bounds[1], rel=1e-6)
