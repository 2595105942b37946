"""Values backwards and visits forwards over all cells of `arrays`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Flags, Floats, Halves, Ids, Ints
from gamebook.kernels.bellman import MAXIMISE, MINIMISE, MIX
from gamebook.kernels.cells import loops, settle
from gamebook.kernels.cells.grid import Grid, Rows, knots_at, make_rows
from gamebook.kernels.cells.reached import Reached
from gamebook.kernels.cells.sweep import Rule, make_sums
from gamebook.kernels.cells.values import Cells, bounds_of, put_all
from gamebook.kernels.states import States
from gamebook.program.code import Decide
from gamebook.solver.arrays import Arrays
from gamebook.solver.backward import evaluate
from gamebook.solver.forward import action_weights, visits
from gamebook.solver.manner import Manner
from gamebook.solver.pool import Pool, fill
from gamebook.solver.space import Space
from gamebook.solver.stretches import divided, stretches

Watch = Callable[[float], None]
"""Told which share of the work is done; it may raise to break off."""


class Field(Struct, frozen=True):
    """What every cell is worth under one way of playing, lane beside lane."""

    arrays: Arrays
    mode: Ids
    """int32[points]: MAXIMISE, MINIMISE or MIX."""
    wins: bool
    cells: Cells
    loops: int
    """Real loops that were settled, row by row."""

    def bounds(self, places: Ints) -> tuple[Floats, Floats]:
        """Bounds of the values from below and from above, float64[places]."""
        return _bounds(self.cells, places, self.wins)


def _bounds(cells: Cells, places: Ints, wins: bool) -> tuple[Floats, Floats]:
    low, high = np.empty((2, len(places)))
    bounds_of(cells, places, 1.0 if wins else np.inf, low, high)
    return low, high


def modes(arrays: Arrays, uniform: bool = False) -> Ids:
    """int32[points]: the rival minimises, the reader maximises or takes every open option with the same chance."""
    nodes = (arrays.program.nodes[node] for node in arrays.code.point_node)
    rival = np.array([isinstance(node, Decide) and node.owner == "rival" for node in nodes], bool)
    return np.where(rival, MINIMISE, MIX if uniform else MAXIMISE).astype(np.int32)


def solve_field(
    arrays: Arrays,
    mode: Ids,
    worth: Floats,
    *,
    wins: bool = True,
    ties_last: bool = False,
    watch: Watch | None = None,
    pool: Pool | None = None,
    known: tuple[Floats, Halves] | None = None,
) -> Field:
    """The value of every cell.

    Args:
        arrays: the cells.
        mode: from `modes`.
        worth: float64[endings], what each ending is worth.
        wins: values are chances (`aim win`).
        ties_last: of equally good actions play the last, not the first.
        watch: called every few milliseconds.
        pool: memory for the answer, which is good until the pool is used again.
        known: float64[n] and float32[n], as in `Cells`: what the cells right behind the endings are worth. They are
            not worked out.
    """
    pool = pool or Pool()
    cells = Cells(
        pool.array("low", arrays.size, np.float64),
        pool.array("width", arrays.size, np.float32),
        pool.array("best", arrays.size, np.uint8),
    )
    begun = None if watch is None else partial(watch, 0.0)
    least, width = (0.0, 1.0) if wins else (-np.inf, np.inf)
    fill(cells.low, least, begun)
    fill(cells.width, width, begun)
    fill(cells.best, 0, begun)
    worths = np.repeat(worth, arrays.lanes.count)
    cells.low[: len(worths)], cells.width[: len(worths)] = worths, 0.0
    if known is not None:
        behind = slice(len(worths), len(worths) + len(known[0]))
        cells.low[behind], cells.width[behind] = known
    rule = Rule(mode, ties_last, wins, float(arrays.roundings + 8), 0.0 if wins else arrays.gross)
    at, hard = np.zeros(4, np.int64), 0
    grid, lanes = divided(arrays.grid), arrays.lanes.count
    rows, sums = make_rows(grid.plan, lanes), make_sums(grid.plan, lanes)
    count = len(grid.batches.shape)
    for stop in stretches(grid)[1:]:
        done = False
        while not done:
            done = settle.values(grid, rule, cells, rows, sums, at, stop)
            if not done:
                hard += _settle(arrays, grid, rule, cells, rows, at)
            if watch is not None:
                watch(int(at[0]) / count)
    return Field(arrays, mode, wins, cells, hard + int(at[3]))


def lost_at(field: Field) -> Flags:
    """bool[points]: the points at which some state that play reaches is not known to be worth more than 0."""
    arrays, lanes = field.arrays, field.arrays.lanes.count
    layout, reached = arrays.grid.layout, arrays.grid.reached
    begins = np.array([_before(reached, int(cell)) for cell in layout.block], np.int64)
    points = arrays.grid.contexts.point[layout.example]
    found = np.zeros(len(arrays.code.point_node), np.bool_)
    for point, begin, end in zip(points.tolist(), begins[:-1].tolist(), begins[1:].tolist(), strict=True):
        if not found[point] and begin < end:
            least = field.cells.low[begin * lanes : end * lanes].reshape(-1, lanes)
            come = (arrays.present[begin:end, np.newaxis] >> np.arange(lanes, dtype=np.uint8)) & 1 != 0
            found[point] = bool((come & (least <= 0.0)).any())
    return found


def _before(reached: Reached, cell: int) -> int:
    """How many cells before this one are reached; this may be the one after the last."""
    word, place = cell >> 6, cell & 63
    if word == len(reached.before):
        word, place = word - 1, 64
    return int(reached.before[word]) + (int(reached.bits[word]) & ((1 << place) - 1)).bit_count()


class _Loop(Struct, frozen=True):
    """A real loop as a small flat space."""

    space: Space
    outside: Ints
    inside: Ints
    point: Ids
    rows: int
    nodes: int


def _loop(arrays: Arrays, grid: Grid, rows: Rows, batch: int, knot: int, node: int) -> _Loop:
    found = loops.whole_loop(grid, knots_at(grid, batch, knot), node, rows)
    size = len(found.outside) + len(found.inside)
    states = States(
        point=np.concatenate([np.full(len(found.outside), -1, np.int32), found.point]),
        key=np.zeros((size, 1), np.int64),
        first_action=found.moves.first_action,
        option=found.option,
        reward=found.reward,
        first_successor=found.moves.first_successor,
        successor=found.moves.successor,
        chance=found.moves.chance,
        slots=np.zeros(0, np.int32),
        seen=np.zeros(0, np.int32),
    )
    space = Space(arrays.program, arrays.code, states, 0, True, size, arrays.roundings, arrays.gross, 0.0)
    nodes = int(grid.plan.loop[node])
    return _Loop(space, found.outside, found.inside, found.point, len(found.inside) // nodes, nodes)


def _manner(loop: _Loop, mode: Ids) -> Manner:
    states = loop.space.states
    count = np.diff(states.first_action)
    mixed = np.concatenate([np.full(len(loop.outside), MAXIMISE, np.int32), mode[loop.point]]).astype(np.int32)
    return Manner(mixed, np.repeat(1.0 / np.maximum(count, 1), count))


def _settle(arrays: Arrays, grid: Grid, rule: Rule, cells: Cells, rows: Rows, at: Ints) -> int:
    """Solve the hard loop that the sweep has reached, for the current rows; returns the number of loops."""
    batch, knot, place = (int(x) for x in at[:3])
    node = int(grid.plan.node_start[grid.batches.shape[batch]]) + place
    loop = _loop(arrays, grid, rows, batch, knot, node)
    at[2] += loop.nodes
    if not loop.rows:
        return 0
    low, high = _bounds(cells, loop.outside, rule.wins)
    solved = evaluate(
        loop.space, _manner(loop, rule.mode), low, worth_high=high, wins=rule.wins, ties_last=rule.ties_last
    )
    mine = slice(len(loop.outside), None)
    put_all(cells, loop.inside, solved.low[mine], solved.high[mine])
    first = loop.space.states.first_action[:-1][mine]
    cells.best[loop.inside] = np.maximum(solved.best[mine] - first, 0)
    return loop.rows


def flow(field: Field, roots: Ints, chance: Floats, watch: Watch | None = None, pool: Pool | None = None) -> Floats:
    """Expected visits of each cell under the policy of the field.

    Args:
        field: the values, and how decisions are made.
        roots: int64[roots], where the values of the cells are kept at which play begins.
        chance: float64[roots], how often it begins there.
        watch: called every few milliseconds.
        pool: memory for the answer.

    Returns: float64[reached * lanes], expected visits.
    """
    arrays = field.arrays
    grid = divided(arrays.grid)
    plan, batches = grid.plan, grid.batches
    rows = make_rows(plan, arrays.lanes.count)
    come = (pool or Pool()).array("visits", arrays.size, np.float64)
    fill(come, 0.0, None if watch is None else partial(watch, 0.0))
    np.add.at(come, roots, chance)
    last = len(batches.shape) - 1
    at = np.array([last, 0, np.diff(plan.node_start)[batches.shape[last]]], np.int64)
    mixes = (field.mode == MIX).astype(np.int32)
    for stop in stretches(grid)[-2::-1]:
        done = False
        while not done:
            done = settle.visits(grid, field.mode, mixes, field.cells.best, rows, come, at, stop)
            if not done:
                _through(field, grid, come, rows, at)
            if watch is not None:
                watch(1 - (int(at[0]) + 1) / (last + 1))
    return come


def _through(field: Field, grid: Grid, come: Floats, rows: Rows, at: Ints) -> None:
    """Carry visits through the loop that the pass has reached."""
    batch, knot, left = (int(x) for x in at)
    node = int(grid.plan.node_start[grid.batches.shape[batch]]) + left - 1
    while grid.plan.loop[node] == 0:
        node -= 1
    loop = _loop(field.arrays, grid, rows, batch, knot, node)
    at[2] -= loop.nodes
    if not come[loop.inside].any():
        return
    states, size = loop.space.states, loop.space.size
    outside = len(loop.outside)
    manner = _manner(loop, field.mode)
    first = states.first_action[:-1][outside:]
    best = np.full(size, -1, np.int64)
    best[outside:] = np.where(field.mode[loop.point] == MIX, -1, first + field.cells.best[loop.inside])
    weight = action_weights(loop.space, manner, best)
    arrivals = np.zeros(size)
    arrivals[outside:] = come[loop.inside]
    found = visits(loop.space, weight, arrivals)
    come[loop.inside] = found[outside:]
    np.add.at(come, loop.outside, found[:outside])
