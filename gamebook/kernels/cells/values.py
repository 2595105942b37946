"""What is known of cells: a bound from below, how far the bound from above lies from it, and the option that is played.

Most bounds lie close together, so that the distance needs few digits: four bytes, rounded up, so that the bounds hold.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels.arrays import Floats, Halves, Ints
from gamebook.kernels.compiled import inlined, kernel

Bytes = NDArray[np.uint8]

UP = 2.0**-23
"""Twice the relative error of a number with four bytes;"""
LEAST = 2.0**-149
"""and twice the absolute error of the smallest."""


class Cells(NamedTuple):
    """What is known of each cell that is reached, for each lane: at `Grid.lanes` times its number, and on."""

    low: Floats
    """float64[reached * lanes]: bound from below."""
    width: Halves
    """float32[reached * lanes]: from there to the bound from above; where there is none from below, the other bound."""
    best: Bytes
    """uint8[reached * lanes]: which action of its turn is played."""


@inlined
def high_at(cells: Cells, x: int) -> float:
    """The bound from above. It may lie above 1 by a rounding, where values are chances."""
    low = cells.low[x]
    width = np.float64(cells.width[x])
    return width if low == -np.inf else low + width


@inlined
def put(cells: Cells, x: int, low: float, high: float) -> None:
    """Keep two bounds; the one from above never becomes smaller by it.

    The distance is rounded up. The nearest number to its sum with `low` is then no less than `high`, which is a number.
    """
    width = high if low == -np.inf else high - low
    if low == high:
        width = high if low == -np.inf else 0.0  # else infinity less infinity
    elif width != 0.0:
        width += abs(width) * UP + LEAST
    cells.low[x] = low
    cells.width[x] = width


@kernel
def bounds_of(cells: Cells, places: Ints, most: float, low: Floats, high: Floats) -> None:
    """Fill in the bounds of some cells: `low` and `high`, float64[places]; no value is more than `most`."""
    for i in range(places.shape[0]):
        low[i] = cells.low[places[i]]
        high[i] = min(high_at(cells, places[i]), most)


@kernel
def put_all(cells: Cells, places: Ints, low: Floats, high: Floats) -> None:
    """Keep the bounds of some cells."""
    for i in range(places.shape[0]):
        put(cells, places[i], low[i], high[i])
