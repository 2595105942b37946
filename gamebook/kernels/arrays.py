"""The arrays that kernels work on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Halves = NDArray[np.float32]
"""Numbers in half the room."""


def weighed(weight: Floats, value: Floats) -> float:
    """The sum of weight times value; what has no weight does not count, be it infinite or unknown (nan)."""
    some = weight > 0.0
    with np.errstate(invalid="ignore"):
        return float(weight[some] @ value[some])


def distinct(numbers: Ints | Ids) -> Ints:
    """int64[k]: the numbers, ascending, each once. `np.unique` would import masked arrays: 15 ms."""
    sorted_ = np.sort(numbers)
    return sorted_[np.append(True, sorted_[1:] != sorted_[:-1])[: len(sorted_)]].astype(np.int64)


def spans(start: Ints | Ids, chosen: Ints | Ids) -> tuple[Ints, Ints]:
    """All that belongs to some owners, where that of owner n is start[n] .. start[n + 1] - 1: actions, successors.

    Returns:
        row: int64[k], whose it is, counted within `chosen`.
        place: int64[k], its number.
    """
    first = start[chosen].astype(np.int64)
    length = start[chosen + 1] - first
    row = np.repeat(np.arange(len(chosen)), length)
    return row, np.arange(len(row)) + (first - np.cumsum(length) + length)[row]
