"""Cells, how play leads from one to another, and in which order they are worked on.

Cells that play cannot reach are left out: a node is worked on for those of its rows that are reached (`gather`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.cells.contexts import Contexts
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.plans import Plan
from gamebook.kernels.cells.reached import Reached, is_reached, number_of
from gamebook.kernels.compiled import inlined, kernel
from gamebook.kernels.machine import Turns

ROWS = 2048
"""Rows worked on at a time, so that what they need stays in the cache."""


class Batches(NamedTuple):
    """What to work out in which order."""

    shape: Ids
    """int32[batches]: the shape of its knots."""
    start: Ints
    """int64[batches + 1]: where a batch's contexts start in `context`."""
    context: Ids
    """int32: contexts, knot by knot."""


class Grid(NamedTuple):
    """All cells, and how play leads from one to another."""

    contexts: Contexts
    turns: Turns
    layout: Layout
    plan: Plan
    batches: Batches
    reached: Reached
    lanes: Flags
    """bool[lanes], heroes side by side; bool[1, 1] for one alone, so that kernels are compiled for that. What is known
    of the cell with number x is kept at lanes * x and the places after it."""


class Knots(NamedTuple):
    """The knots of a batch that are worked on together."""

    shape: int
    first: int
    """Where the first context of the first one stands in `Batches.context`."""
    count: int
    members: int
    """Contexts of each."""


class Rows(NamedTuple):
    """The rows of a node that are worked on together."""

    knot: Ids
    """int32[rows]: which of the knots at hand."""
    row: Ids
    """int32[rows]: which mixture of the axes that are carried along."""
    cell: Ints
    """int64[rows]: what is known of the cell begins there: its number, times the lanes."""
    start: Ints
    """int64[knots]: for the way at hand, the first cell of the context led to."""
    width: Ints
    """int64[knots]: how many knots its batch has."""
    flow: Floats
    """float64[lanes]: the visits of the cell at hand,"""
    out: Floats
    """float64[lanes]: and the chance not to come straight back to it."""


def make_rows(plan: Plan, lanes: int) -> Rows:
    """Room for the rows of any node."""
    room = max(ROWS, int(plan.rows.max(initial=1)))
    ids, ints, floats = np.zeros((2, room), np.int32), np.zeros((3, room), np.int64), np.zeros((2, lanes))
    return Rows(ids[0], ids[1], ints[0], ints[1], ints[2], floats[0], floats[1])


@inlined
def abreast(g: Grid) -> int:
    """How many heroes are side by side."""
    return 1 if g.lanes.ndim == 2 else g.lanes.shape[0]


@kernel
def block(g: Grid, b: int) -> tuple[int, int]:
    """How many knots a batch has, and how many of them are worked on at a time."""
    k = g.batches.shape[b]
    members = g.plan.member_start[k + 1] - g.plan.member_start[k]
    count = (g.batches.start[b + 1] - g.batches.start[b]) // members
    return count, max(1, min(count, ROWS // max(1, g.plan.rows[k] * abreast(g))))


@kernel
def knots_at(g: Grid, b: int, knot: int) -> Knots:
    """The knots of batch `b` that are worked on together, from the number `knot` on."""
    count, some = block(g, b)
    k = g.batches.shape[b]
    members = g.plan.member_start[k + 1] - g.plan.member_start[k]
    return Knots(k, g.batches.start[b] + knot * members, min(some, count - knot), members)


@inlined
def source_of(g: Grid, knots: Knots, node: int) -> int:
    """Where the offsets of a node's rows start in `Plan.carry`."""
    return g.plan.member_carry[g.plan.member_start[knots.shape] + g.plan.member[node]]


@inlined
def gather(g: Grid, knots: Knots, node: int, found: Rows) -> int:
    """Put the rows in which a node is reached into `found`; returns how many."""
    count = 0
    source = source_of(g, knots, node)
    c = g.batches.context[knots.first + g.plan.member[node]]
    width = np.int64(g.layout.width[c])
    for r in range(g.plan.rows[knots.shape]):
        x0 = g.layout.context_cell[c] + width * (g.plan.offset[node] + g.plan.carry[source + r])
        for s in range(knots.count):
            x = x0 + s
            if is_reached(g.reached, x):
                found.knot[count] = s
                found.row[count] = r
                found.cell[count] = abreast(g) * number_of(g.reached, x)
                count += 1
    return count


@inlined
def cell_at(g: Grid, knots: Knots, node: int, rows: Rows, y: int) -> int:
    """Where what is known of a node in row `y` is kept: of its first lane."""
    c = g.batches.context[knots.first + rows.knot[y] * knots.members + g.plan.member[node]]
    place = g.plan.offset[node] + g.plan.carry[source_of(g, knots, node) + rows.row[y]]
    return abreast(g) * number_of(g.reached, g.layout.context_cell[c] + g.layout.width[c] * place)


@inlined
def follow_way(g: Grid, knots: Knots, node: int, w: int, way: int, rows: Rows) -> None:
    """Fill in where a way leads from each knot: `rows.start` and `rows.width`.

    Args:
        w: the way's number among those of turns, for its class.
        way: its number in the plan, for its place.
    """
    e = g.layout.class_start[g.contexts.way_class[w]]
    for s in range(knots.count):
        c = g.batches.context[knots.first + s * knots.members + g.plan.member[node]]
        rows.width[s] = g.layout.target_width[e + g.contexts.place[c]]
        rows.start[s] = g.layout.target_cell[e + g.contexts.place[c]] + rows.width[s] * g.plan.base[way]


@inlined
def led_to(g: Grid, rows: Rows, carry: int, y: int) -> int:
    """The cell that a way leads to from row `y`, after `follow_way`; `carry` is the way's place in `Plan.carry`."""
    s = rows.knot[y]
    return rows.start[s] + rows.width[s] * g.plan.carry[carry + rows.row[y]]
