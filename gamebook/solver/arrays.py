"""The states of a book as arrays: every context with every mixture of numbers.

`arrange` finds which contexts there are and which values numbers can have (`solver.contexts`), lays the cells out
(`solver.layouts`) and finds an order to work them out in (`solver.plans`).
`docs/decisions/lists-and-arrays.md` explains why, and the cost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Flags, Floats, Ints, spans
from gamebook.kernels.cells import excerpt, flow, layout, loops
from gamebook.kernels.cells.closed import OPEN
from gamebook.kernels.cells.contexts import Shape
from gamebook.kernels.cells.grid import Grid, make_rows
from gamebook.kernels.cells.lanes import Lanes
from gamebook.kernels.cells.reached import count_reached, known_number, mark, none_reached
from gamebook.kernels.cells.values import Bytes
from gamebook.kernels.code import Code
from gamebook.kernels.keys import pack
from gamebook.kernels.states import ROUNDINGS
from gamebook.program.code import Program
from gamebook.program.encode import rivals
from gamebook.solver.axes import axes
from gamebook.solver.closed import closed, none_closed
from gamebook.solver.contexts import MOST_CONTEXTS, bytes_of, discover, make_shape, trimmed
from gamebook.solver.lanes import Abreast, Root, Unlike
from gamebook.solver.layouts import lay_out, placed
from gamebook.solver.listing import Listing
from gamebook.solver.plans import make_batches
from gamebook.solver.pool import Pool
from gamebook.solver.stretches import divided, stretches
from gamebook.solver.too_wide import MOST_PLACES, TooWide

BITS = 2
"""A cell has a mark, and half a bit more for the numbers of those marked."""
BYTES = 35
"""What is known of a cell that is reached: a value and its width, twice; an option, twice; a count of visits and a
mark."""
COUNTED = 1 << 21
"""Mixtures of numbers, over all contexts, of which states are counted at a time."""


class Arrays(Struct, frozen=True, dict=True):
    """The cells of a program and the order in which they are computed."""

    program: Program
    code: Code
    shape: Shape
    grid: Grid
    """All cells; only those that play can reach have values, kept by their numbers, lane abreast lane."""
    lanes: Lanes
    """Heroes side by side."""
    roots: Ints
    """int64[roots]: where the values of the cells are kept at which play begins."""
    present: Bytes
    """uint8[reached]: which lanes reach a cell, a bit each."""
    states: int
    """How many states play can reach, endings left out."""
    roundings: int
    """How often a chance may have been rounded."""
    gross: float
    """As in `Space`."""
    bytes: int
    """Memory for all this, and for what becomes known of the cells."""

    @property
    def size(self) -> int:
        """How many values are kept: for each lane one of each cell that any lane reaches."""
        return len(self.present) * self.lanes.count

    @property
    def endings(self) -> int:
        """The number of endings: cells 0 .. endings - 1, and numbered so."""
        return len(self.program.endings)

    def at(self, root: Root) -> int | None:
        """Where the value of a point with the values of all variables is kept, if play can come there."""
        point = int(self.code.point[root[0]])
        key = pack(self.code, point, root[1])
        place = int(excerpt.place_of(self.shape, self.lanes, self.grid, point, key))
        return place if place >= 0 else None

    @cached_property
    def looping(self) -> Flags:
        """bool[reached]: the cells that play can come back to."""
        found = np.zeros(len(self.present), np.bool_)
        loops.mark_loops(self.grid, found)
        return found


def arrange(  # noqa: PLR0913 - what differs from book to book, and what limits it
    program: Program,
    listing: Listing,
    roots: Sequence[Root],
    *,
    chosen: Collection[int] | None = None,
    memory: int | None = None,
    watch: Callable[[], None] | None = None,
    abreast: Abreast | None = None,
    pool: Pool | None = None,
    closing: Floats | None = None,
    states: int | None = None,
) -> Arrays:
    """Find the contexts and the values of numbers that play can reach, and lay the cells out.

    Args:
        program: the book.
        listing: its tables, and the turns known from earlier arrangements of it.
        roots: where play begins; heroes who are solved side by side follow each other.
        chosen: the variables that are axes; by default those of `axes`. The results are the same with any.
        memory: bytes that may be taken by what is known of cells.
        watch: called every few milliseconds; it may raise to break off.
        abreast: how many heroes are solved side by side, and their turns known from earlier arrangements.
        pool: memory for the plan: what is arranged is good until the pool is used again.
        closing: float64[endings], what each ending is worth, from 0 to 1: only best play is asked for, so contexts in
            which the win is certain, or lost, count as endings. None: none is closed.
        states: the most that are of use. Each context has one at least, but for the few that play cannot come to.

    Raises:
        Unlike: heroes that were to be solved side by side go other ways.
        TooWide: that is not enough, or there are more mixtures of numbers at one point than is sensible; or many
            contexts, each with hardly a number of its own.
    """
    code, room = listing.code, 1 << 40 if memory is None else memory
    abreast = abreast or Abreast.alone(code)
    lanes = abreast.lanes
    shape = make_shape(program, code, axes(program) if chosen is None else chosen, lanes)
    begins = [abreast.key(code, roots[at : at + lanes.count]) for at in range(0, len(roots), lanes.count)]
    most = MOST_CONTEXTS if states is None else min(states, MOST_CONTEXTS)
    d, counts = discover(shape, begins, listing, abreast, room, watch, most)
    turns, _ = abreast.turns(listing)
    held = bytes_of(d, turns) + abreast.beneath(listing)
    d = trimmed(d, counts)
    lay = lay_out(shape, d, counts)
    if closing is None:
        sure = none_closed(d)
    else:
        sure = closed(shape, begins, d, counts, turns, lay, closing, rivals(program, code), watch)
    mixtures = lay.size.prod(axis=1, dtype=np.float64)  # whole numbers would wrap round
    least = BITS * float(mixtures[d.point[sure.known == OPEN]].sum()) / 8
    if held + least > room:
        raise TooWide(held + least)
    if mixtures.max() > MOST_PLACES:
        raise TooWide
    plan, batches = make_batches(
        shape, listing, turns, d, counts, lay, sure, room - held - int(least), watch, pool or Pool()
    )  # fmt: skip
    lay = placed(lay, d, plan, batches, len(program.endings), sure)
    starts = [layout.cell_of(shape, d, lay, point, key) for point, key in begins]
    grid = Grid(d, turns, lay, plan, batches, none_reached(int(lay.block[-1])), abreast.mark)
    if not loops.all_go(grid):
        raise Unlike(going(grid, lanes.count))
    mark(grid.reached, np.append(starts, np.arange(len(program.endings))))
    reach(grid, np.zeros(0, np.uint8), watch)
    size = int(count_reached(grid.reached))
    held += bytes_of(lay, plan, batches, grid.reached) + BYTES * size * lanes.count
    if held > room:
        raise TooWide(held)
    numbers = np.array([known_number(grid.reached, cell) for cell in starts], np.int64)
    present = _present(grid, size, numbers, watch)
    states = size - len(program.endings)
    if lanes.count > 1:
        states = _count_states(shape, lanes, grid, present, watch)
    return Arrays(
        program=program,
        code=code,
        shape=shape,
        grid=grid,
        lanes=lanes,
        roots=(numbers[:, None] * lanes.count + np.arange(lanes.count)).ravel(),
        present=present,
        states=states,
        roundings=int(listing.counts[ROUNDINGS]),
        gross=float(listing.room.gross[0]),
        bytes=held,
    )


def certain_at(
    program: Program,
    listing: Listing,
    roots: Sequence[Root],
    worth: Floats,
    *,
    memory: int | None,
    watch: Callable[[], None] | None,
    abreast: Abreast,
) -> Bytes:
    """uint8[roots / lanes]: what is certain where play begins, as in `Closed.known`; of heroes side by side, of all.

    Args:
        program, listing, roots, memory, watch, abreast: as for `arrange`.
        worth: float64[endings], what each ending is worth, from 0 to 1.
    """
    code, room = listing.code, 1 << 40 if memory is None else memory
    shape = make_shape(program, code, axes(program), abreast.lanes)
    count = abreast.lanes.count
    begins = [abreast.key(code, roots[at : at + count]) for at in range(0, len(roots), count)]
    d, counts = discover(shape, begins, listing, abreast, room, watch)
    turns, _ = abreast.turns(listing)
    d = trimmed(d, counts)
    lay = lay_out(shape, d, counts)
    sure = closed(shape, begins, d, counts, turns, lay, worth, rivals(program, code), watch)
    return sure.known[sure.starts]


def going(grid: Grid, lanes: int) -> Flags:
    """bool[lanes]: who goes every way of every real loop."""
    turns, plan = grid.turns, grid.plan
    _, ways = spans(turns.first_way[turns.first_action], plan.turn[plan.loop != 1])
    return np.asarray((turns.chance.reshape(-1, lanes)[ways] > 0.0).all(axis=0))


def _present(grid: Grid, size: int, roots: Ints, watch: Callable[[], None] | None) -> Bytes:
    """uint8[reached]: which lanes reach each of the cells that any of them reaches, a bit each."""
    if grid.lanes.size == 1:
        return np.ones(size, np.uint8)
    found = np.zeros(size, np.uint8)
    found[roots] = (1 << grid.lanes.size) - 1
    reach(grid, found, watch)
    return found


def reach(grid: Grid, present: Bytes, watch: Callable[[], None] | None) -> None:
    """Mark which cells play can reach from those marked; if there is `present`, which lanes do."""
    grid = divided(grid)
    rows = make_rows(grid.plan, grid.lanes.size)
    for begin, end in pairwise(stretches(grid)[::-1]):
        flow.reach(grid, rows, present, begin, end)
        if watch is not None:
            watch()


def _count_states(
    shape: Shape, lanes: Lanes, grid: Grid, present: Bytes, watch: Callable[[], None] | None
) -> int:  # fmt: skip
    """How many states the cells of heroes side by side stand for, endings left out.

    They are counted in stretches of contexts. The kernel goes through all that come before, too, but these have no rows
    then: they seem to be of another point, at which an axis has no value.
    """
    point, size = grid.contexts.point, grid.layout.size
    rows = np.cumsum(size.prod(axis=1)[point])
    ends = np.append(np.flatnonzero(np.diff(rows // COUNTED)) + 1, len(point)) if size.shape[1] else [len(point)]
    layout, elsewhere = grid.layout._replace(size=np.concatenate([size, 0 * size[:1]])), np.full_like(point, len(size))
    states = 0
    for begin, end in pairwise([0, *ends]):
        here = elsewhere.copy()
        here[begin:end] = point[begin:end]
        some = grid._replace(contexts=grid.contexts._replace(point=here), layout=layout)
        states += int(excerpt.count_states(shape, lanes, some, present, int(end)))
        if watch is not None:
            watch()
    return states
