"""How many states there are at each point of a book, and how many there would be without a variable.

They are counted in a list of states, or, where that is too long, in arrays of some kinds of heroes (`solver.arrays`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress

import numpy as np
from msgspec import Struct

from gamebook.errors import OutOfTime
from gamebook.job import current, look
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.kernels.cells import excerpt
from gamebook.kernels.code import Code
from gamebook.kernels.states import STATES
from gamebook.limits import within
from gamebook.model.book import Book
from gamebook.program.code import Program, VariableId
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.arrays import Arrays, arrange
from gamebook.solver.heroes import heroes_of
from gamebook.solver.listing import Listing
from gamebook.solver.space import Space
from gamebook.solver.too_wide import TooWide

KINDS = 8
"""Kinds of heroes of whom states are counted in arrays."""
MEMORY = 2 << 30
"""Bytes that the arrays of one of them may take."""
SAMPLE = 40
"""States of a point for which it is looked up which others differ from them in one variable alone."""
AT_ONCE = 1 << 16
"""States that are looked up between two looks at the job."""

Wanted = Callable[[Ints], Flags]
"""Of which points it is asked, by how many states they have, what there would be without a variable."""


class StateCounts(Struct, frozen=True):
    """The states of a list, or of one kind of hero."""

    at: Ints
    """int64[points]: how many there are."""
    without: Mapping[int, Mapping[VariableId, float]]
    """By point how many there would be without a variable that is part of them; only of points where this is known."""


class Sampled(Struct, frozen=True):
    """States of some kinds of heroes."""

    kinds: int
    """How many kinds there are."""
    counts: tuple[StateCounts, ...]
    """Of each of those that were counted."""


def in_list(space: Space, wanted: Wanted, seconds: float) -> StateCounts:
    """Count the states of a list.

    Args:
        space: the list.
        wanted: as above.
        seconds: after which no more is worked out of what there would be without a variable; points with many states
            come first.
    """
    states, code = space.states, space.code
    at = np.bincount(states.point[code.endings :], minlength=len(code.point_node))
    without: dict[int, dict[VariableId, float]] = {}
    with suppress(OutOfTime), within(time.monotonic() + seconds):
        asked = np.where(wanted(at), at, 0)
        for point in np.argsort(-asked, kind="stable")[: np.count_nonzero(asked)].tolist():
            members, found = states.key[states.point == point], dict[VariableId, float]()
            for f in range(code.field_start[point], code.field_start[point + 1]):
                look()
                found[int(code.field_variable[f])] = len(np.unique(_mixed(_cleared(code, f, members))))
            without[point] = found
    return StateCounts(at, without)


def in_arrays(book: Book, program: Program, wanted: Wanted, seconds: float) -> Sampled | None:
    """Count the states of some kinds of heroes, evenly spread over all kinds; None if one does not fit into arrays.

    Args:
        book: the book.
        program: the same, compiled.
        wanted: as above.
        seconds: the time for all of them; None if it is too short for one.
    """
    live = liveness(program)
    heroes, code = heroes_of(program, live, program.chapters[book.start]), encode(program, live)
    listing = Listing.begin(code)
    current().begin("counting states")
    found, kinds = [], len(heroes.roots)
    count = min(KINDS, kinds)
    with suppress(OutOfTime), within(time.monotonic() + seconds):
        for number in np.random.default_rng(1).permutation(count):  # where time ends, those counted are spread, too
            root = heroes.roots[(2 * number + 1) * kinds // (2 * count)]
            try:
                arrays = arrange(program, listing, [root], memory=MEMORY, watch=look)
            except TooWide:  # without the largest, the mean would be too low
                return None
            found.append(_counted(arrays, listing, wanted))
    return Sampled(kinds, tuple(found)) if found else None


def _counted(arrays: Arrays, listing: Listing, wanted: Wanted) -> StateCounts:
    """The states of one kind of hero. Those without a variable are estimated from evenly spread ones.

    A state belongs to a group of states that differ in the variable alone. Without it, each group would be one state:
    so there would be as many as there are, times the mean of 1 / (size of the group).
    """
    code, grid = arrays.code, arrays.grid
    bits = np.unpackbits(grid.reached.bits.view(np.uint8), bitorder="little")
    before = np.append(0, np.cumsum(bits, dtype=np.int64))[grid.layout.block]
    of_block = grid.contexts.point[grid.layout.example]
    at = np.bincount(of_block, np.diff(before), minlength=len(code.point_node)).astype(np.int64)
    listing.forget()
    begin = int(listing.counts[STATES])
    cells = excerpt.sampled(grid, wanted(at), SAMPLE)
    while not excerpt.add_cells(
        code, arrays.shape, arrays.lanes, grid, arrays.present, cells, listing.states, listing.counts
    ):
        listing.more_states()
    end = int(listing.counts[STATES])
    point, key = listing.states.point[begin:end].copy(), listing.states.key[begin:end].copy()
    nowhere = np.zeros(arrays.size)
    without: dict[int, dict[VariableId, float]] = {}
    for each in np.unique(point).tolist():
        members = key[point == each]
        without[each] = {
            int(code.field_variable[f]): float(
                at[each] * np.mean(1.0 / _alike(arrays, listing, each, f, members, nowhere))
            )
            for f in range(code.field_start[each], code.field_start[each + 1])
        }
    return StateCounts(at, without)


def _alike(arrays: Arrays, listing: Listing, point: int, f: int, members: Ints, visits: Floats) -> Ints:
    """int64[n]: of each state of a point, how many differ from it in a field alone, itself included.

    Args:
        visits: float64[reached]: numbers that are of no use here.
    """
    code = arrays.code
    values = _values(arrays, point, f)
    sizes = np.zeros(len(members), np.int64)
    rest = _cleared(code, f, members)
    some = max(1, AT_ONCE // len(values))
    for first in range(0, len(members), some):
        key = np.repeat(rest[first : first + some], len(values), axis=0)
        count = len(key) // len(values)
        key[:, code.field_word[f]] |= np.tile(values << np.int64(code.field_shift[f]), count)
        asked = listing.states._replace(point=np.full(len(key), point, np.int32), key=key)
        places, _ = excerpt.cells_of(arrays.shape, arrays.lanes, arrays.grid, visits, asked, 0, len(key))
        sizes[first : first + some] = (places >= 0).reshape(count, -1).sum(axis=1)
        look()
    return sizes


def _values(arrays: Arrays, point: int, f: int) -> Ints:
    """int64[values]: what a field can hold at a point."""
    code, shape, layout = arrays.code, arrays.shape, arrays.grid.layout
    axis = np.flatnonzero(shape.variable == code.field_variable[f])
    if len(axis):
        return layout.value[point, axis[0], : layout.size[point, axis[0]]].astype(np.int64)
    contexts = arrays.grid.contexts
    word = contexts.key[contexts.point == point, code.field_word[f]]
    return np.unique(word >> np.int64(code.field_shift[f]) & np.int64(code.field_mask[f]))


def _cleared(code: Code, f: int, key: Ints) -> Ints:
    """Keys without a field."""
    found = key.copy()
    found[:, code.field_word[f]] &= ~(np.int64(code.field_mask[f]) << np.int64(code.field_shift[f]))
    return found


def _mixed(key: Ints) -> np.ndarray:
    """uint64[n]: a number for each row; different rows have different ones, but for a chance of one in 2^20 or less."""
    found = np.zeros(len(key), np.uint64)
    for word in key.view(np.uint64).T:
        found = (found ^ word) * np.uint64(0x9E3779B97F4A7C15)
        found ^= found >> np.uint64(29)
    return found
