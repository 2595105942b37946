"""Which cells play can reach, a bit each, and their numbers: 0, 1, 2 … in the order of cells.

What is known of cells is kept for those that are reached alone, by number: of a box over numbers much may be air. A
number is the count of bits before, kept for every 64 cells and counted for the rest.

Source: G. Jacobson, "Space-efficient static trees and graphs" (1989), rank.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.compiled import inlined, kernel

Words = NDArray[np.uint64]


class Reached(NamedTuple):
    """The cells that play can reach."""

    bits: Words
    """uint64[cells / 64]: a bit for each cell."""
    before: Ids
    """int32[cells / 64]: how many bits are set in earlier words; filled in by `count_reached`."""


def none_reached(cells: int) -> Reached:
    """So many cells, none of them reached."""
    words = (cells + 63) // 64
    return Reached(np.zeros(words, np.uint64), np.zeros(words, np.int32))


@inlined
def is_reached(r: Reached, cell: int) -> bool:
    """Whether play can reach a cell."""
    return (r.bits[cell >> 6] >> np.uint64(cell & 63)) & np.uint64(1) != np.uint64(0)


@inlined
def bits_set(word: np.uint64) -> int:
    """How many bits of a word are set, by adding neighbours: pairs, fours, bytes."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@inlined
def number_of(r: Reached, cell: int) -> int:
    """The number of a cell that is reached."""
    lower = (np.uint64(1) << np.uint64(cell & 63)) - np.uint64(1)
    return np.int64(r.before[cell >> 6]) + bits_set(r.bits[cell >> 6] & lower)


@inlined
def number_at(r: Reached, cell: int) -> int:
    """How many cells before this one are reached; this may be the one after the last."""
    word = cell >> 6
    return number_of(r, cell) if word < r.before.shape[0] else number_of(r, cell - 1) + is_reached(r, cell - 1)


@inlined
def cell_numbered(r: Reached, number: int) -> int:
    """The cell that has this number."""
    low, high = 0, r.before.shape[0]
    while high - low > 1:
        middle = (low + high) // 2
        if r.before[middle] <= number:
            low = middle
        else:
            high = middle
    cell = low << 6
    while not is_reached(r, cell) or number_of(r, cell) < number:
        cell += 1
    return cell


@kernel
def mark(r: Reached, cells: Ints) -> None:
    """Play can reach these cells."""
    for cell in cells:
        r.bits[cell >> 6] |= np.uint64(1) << np.uint64(cell & 63)


@kernel
def count_reached(r: Reached) -> int:
    """Fill in `before`; returns how many cells are reached."""
    count = 0
    for w in range(r.bits.shape[0]):
        r.before[w] = count
        count += bits_set(r.bits[w])
    return count


@kernel
def known_number(r: Reached, cell: int) -> int:
    """The number of a cell, for callers outside the kernels; -1 if it is not reached."""
    return number_of(r, cell) if cell >= 0 and is_reached(r, cell) else -1
