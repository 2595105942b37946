"""In which order cells are worked out: knots of contexts, and for those of the same shape one plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.cells import layout, plans
from gamebook.kernels.cells.closed import reached_open
from gamebook.kernels.cells.contexts import Contexts, Shape
from gamebook.kernels.cells.grid import Batches
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.plans import Plan
from gamebook.kernels.components import components
from gamebook.kernels.machine import Turns
from gamebook.solver.closed import Closed
from gamebook.solver.listing import Listing
from gamebook.solver.pool import Pool
from gamebook.solver.too_wide import MOST_PLACES, TooWide

SHAPES = 16
"""So many shapes at most lie between two looks at the clock."""
FEW_NODES = 1_000_000
"""So many nodes lie between them, unless one shape has more."""


class PlanRoom(NamedTuple):
    """How many of each a plan has room for; the places are those of `plans.SHAPES` and so on."""

    shapes: int
    members: int
    nodes: int
    ways: int
    carries: int


def _more_room(room: PlanRoom, counts: Ints) -> PlanRoom:
    """Room for more nodes, ways and carries: for as many as all shapes will have if they are like those so far."""
    used = counts[[plans.NODES, plans.WAYS, plans.CARRIES]]
    expected = 1.1 * used * room.shapes / max(1, int(counts[plans.SHAPES]))
    there = np.array(room[2:])
    short = 2 * used >= there
    if not short.any():
        short[:] = True
    more = np.where(short, np.clip(expected, 2 * there, 16 * there), there)
    return room._replace(nodes=int(more[0]), ways=int(more[1]), carries=int(more[2]))


def _before_looking(counts: Ints) -> int:
    """For how many shapes nobody looks at the clock: one at first, then for as many as have few nodes together."""
    nodes = int(counts[plans.NODES]) // max(1, int(counts[plans.SHAPES]))
    return min(SHAPES, FEW_NODES // nodes) if 0 < nodes < FEW_NODES else 1


_PLAN: Mapping[str, tuple[int, int, type[Any]]] = {
    "member_start": (plans.SHAPES, 1, np.int64),
    "member_carry": (plans.MEMBERS, 0, np.int64),
    "rows": (plans.SHAPES, 0, np.int64),
    "node_start": (plans.SHAPES, 1, np.int64),
    "member": (plans.NODES, 0, np.int32),
    "turn": (plans.NODES, 0, np.int32),
    "offset": (plans.NODES, 0, np.int32),
    "loop": (plans.NODES, 0, np.int32),
    "way_start": (plans.NODES, 1, np.int64),
    "base": (plans.WAYS, 0, np.int32),
    "way_carry": (plans.WAYS, 0, np.int32),
    "inner": (plans.WAYS, 0, np.int32),
    "carry": (plans.CARRIES, 0, np.int64),
}
"""For each array of a plan what it has an entry for, how many more it has, and their kind."""


def make_plan(pool: Pool, room: PlanRoom) -> Plan:
    """A plan with room for so much; what there was of it before is still there."""
    parts = _PLAN.items()
    return Plan(**{name: pool.array(name, room[part] + more, kind, kept=True) for name, (part, more, kind) in parts})


def plan_bytes(room: PlanRoom) -> int:
    """Memory for a plan."""
    return sum((room[part] + more) * np.dtype(kind).itemsize for part, more, kind in _PLAN.values())


def _cut(plan: Plan, counts: Ints) -> Plan:
    """The plan without the room for more."""
    return Plan(**{name: getattr(plan, name)[: counts[part] + more] for name, (part, more, _) in _PLAN.items()})


def _worked_out(closed: Closed, edge_start: Ints, edges: Ids) -> tuple[Ids, Ints]:
    """The knots of the contexts that are worked out: of those that are open, and that play can come to."""
    order, start = components(edge_start, edges)
    if closed.nothing:
        return order, start
    come = reached_open(closed.known, edge_start, edges, closed.starts)
    size = np.diff(start)
    kept = come[order[start[:-1]]]  # a context that is closed leads nowhere, so it is a knot of its own
    return order[np.repeat(kept, size)], np.concatenate([[0], np.cumsum(size[kept])])


def make_batches(  # noqa: PLR0913 - all that is known of contexts, and the limits
    shape: Shape,
    listing: Listing,
    turns: Turns,
    d: Contexts,
    counts: Ints,
    lay: Layout,
    closed: Closed,
    memory: int,
    watch: Callable[[], None] | None,
    pool: Pool,
) -> tuple[Plan, Batches]:
    """The knots, in batches from the ends of play to its start, and a plan for each of their shapes.

    Raises:
        TooWide: `memory` is not enough for the plans; or one of them would take too long.
    """
    edge_start, edges = layout.following(d, counts, lay.class_start, lay.target, closed.known)
    order, start = _worked_out(closed, edge_start, edges)
    level, likeness, position = plans.knots(d, order, start, edge_start, edges)
    by_level = np.lexsort((likeness, level))
    new = (np.diff(level[by_level], prepend=-1) != 0) | (np.diff(likeness[by_level], prepend=-1) != 0)
    first = np.flatnonzero(new)
    _, example, shape_of = np.unique(likeness[by_level[first]], return_index=True, return_inverse=True)
    total = int(np.diff(start)[by_level[first[example]]].sum())
    room = PlanRoom(len(example), total, *listing.plan_room)
    plan = make_plan(pool, room)
    plan.member_start[0] = plan.node_start[0] = plan.way_start[0] = 0
    plan_counts, guess = np.zeros(8, np.int64), np.zeros(plans.LONGEST_GUESS, np.int32)
    examples, done = by_level[first[example]], 0
    while done < len(examples):
        stop = min(len(examples), done + _before_looking(plan_counts))
        done = plans.add_shapes(
            shape, turns, d, lay, examples, order, start, position, plan, plan_counts, guess, done, stop
        )
        if plan_counts[plans.TOO_MANY]:
            raise TooWide
        if done < stop:
            room = _more_room(room, plan_counts)
            if plan_bytes(room) > memory:
                raise TooWide(plan_bytes(room))
            if max(room) > MOST_PLACES:
                raise TooWide
            plan = make_plan(pool, room)
        if watch is not None:
            watch()
    listing.plan_room = room[2:]
    size = np.diff(start)[by_level]
    ends = np.cumsum(size)
    picked = np.repeat(start[by_level] - ends + size, size) + np.arange(len(order))
    bounds = np.append((ends - size)[first], len(order))
    return _cut(plan, plan_counts), Batches(shape_of.astype(np.int32), bounds.astype(np.int64), order[picked])
