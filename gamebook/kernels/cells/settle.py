"""Values and visits of whole arrays of cells, real loops included: each is written out flat and solved row by row."""

from __future__ import annotations

import numpy as np

from gamebook.kernels import backward as flat
from gamebook.kernels import forward as flat_forward
from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import MAXIMISE, MIX, Game, Moves, Values
from gamebook.kernels.cells.contexts import Contexts
from gamebook.kernels.cells.flow import forward
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.loops import loop_graph
from gamebook.kernels.cells.plans import Plan
from gamebook.kernels.cells.reached import Reached
from gamebook.kernels.cells.sweep import Batches, Bytes, Cells, Rows, Sums, backward, block
from gamebook.kernels.chains import make_matrices
from gamebook.kernels.collapse import make_quotient
from gamebook.kernels.compiled import allocating
from gamebook.kernels.machine import Turns
from gamebook.kernels.rounds import make_room

UNSOLVED = -1
"""A loop that arithmetic alone does not settle."""


@allocating
def settle(
    d: Contexts, t: Turns, lay: Layout, plan: Plan, batches: Batches, reached: Reached, mode: Ids, ties_last: bool,
    wins: bool, slack: float, gross: float, cells: Cells, rows: Rows, b: int, knot: int, node: int,
) -> int:  # fmt: skip
    """Values of the loop that begins at a node, for each reached row of the knots at hand.

    Returns: how many rows there were, or `UNSOLVED`; then nothing is changed.
    """
    count, some = block(plan, batches, b)
    knots = min(some, count - knot)
    outside, inside, first_action, option, reward, first_successor, successor, chance, point = loop_graph(
        t, d, lay, plan, batches, reached, rows, b, knot, knots, node
    )
    x = outside.shape[0]
    n = inside.shape[0]
    if n == 0:
        return 0
    size = np.int64(plan.loop[node])
    loops = n // size
    low = np.zeros(x + n)
    high = np.zeros(x + n)
    manner = np.full(x + n, np.int32(MAXIMISE))
    weight = np.ones(option.shape[0])
    for i in range(x):
        low[i] = cells.low[outside[i]]
        high[i] = cells.high[outside[i]]
    order = np.empty(n, np.int32)
    for i in range(n):
        order[i] = x + i
        manner[x + i] = mode[point[i]]
        for a in range(first_action[x + i], first_action[x + i + 1]):
            weight[a] = 1.0 / (first_action[x + i + 1] - first_action[x + i])
            if wins:
                reward[a] = 0.0
    start = np.empty(loops + 1, np.int64)
    for i in range(loops + 1):
        start[i] = i * size
    moves = Moves(first_action, first_successor, successor, chance)
    game = Game(moves, reward, manner, weight, ties_last, slack, gross)
    values = Values(low, high, np.full(x + n, -1))
    actions = option.shape[0] // loops
    ways = successor.shape[0] // loops
    done = flat.backward(
        game, values, order, start, np.int64(0), loops, wins, np.zeros(x + n, np.int32), make_room(x + n, size),
        make_matrices(size), make_quotient(size, actions, ways),
    )  # fmt: skip
    if done < loops:
        return UNSOLVED
    for i in range(n):
        cells.low[inside[i]] = -np.inf if np.isnan(low[x + i]) else low[x + i]  # what has no sum may be anything
        cells.high[inside[i]] = np.inf if np.isnan(high[x + i]) else high[x + i]
        cells.best[inside[i]] = max(values.best[x + i] - first_action[x + i], 0)
    return loops


@allocating
def values(
    d: Contexts, t: Turns, lay: Layout, plan: Plan, batches: Batches, reached: Reached, mode: Ids, ties_last: bool,
    wins: bool, slack: float, gross: float, cells: Cells, rows: Rows, sums: Sums, at: Ints, stop: int,
) -> bool:  # fmt: skip
    """`sweep.backward`, with loops settled; False where one needs the caller's help.

    Args:
        at: int64[4]; the last counts the loops that were settled, row by row.
    """
    while not backward(
        d, t, lay, plan, batches, reached, mode, ties_last, wins, slack, gross, cells, rows, sums, at, stop
    ):
        node = plan.node_start[batches.shape[at[0]]] + at[2]
        found = settle(
            d, t, lay, plan, batches, reached, mode, ties_last, wins, slack, gross, cells, rows, at[0], at[1], node
        )
        if found == UNSOLVED:
            return False
        at[2] += plan.loop[node]
        at[3] += found
    return True


@allocating
def carry(
    d: Contexts, t: Turns, lay: Layout, plan: Plan, batches: Batches, reached: Reached, mode: Ids, best: Bytes,
    rows: Rows, visits: Floats, b: int, knot: int, node: int,
) -> int:  # fmt: skip
    """Carry visits through the loop that begins at a node; returns how many rows there were, or `UNSOLVED`."""
    count, some = block(plan, batches, b)
    knots = min(some, count - knot)
    outside, inside, first_action, option, _, first_successor, successor, chance, point = loop_graph(
        t, d, lay, plan, batches, reached, rows, b, knot, knots, node
    )
    x = outside.shape[0]
    n = inside.shape[0]
    come = np.zeros(x + n)
    arrived = 0.0
    for i in range(n):
        come[x + i] = visits[inside[i]]
        arrived += visits[inside[i]]
    if arrived <= 0.0:
        return 0
    size = np.int64(plan.loop[node])
    loops = n // size
    weight = np.zeros(option.shape[0])
    order = np.empty(n, np.int32)
    component = np.full(x + n, np.int32(-1))
    for i in range(n):
        order[i] = x + i
        component[x + i] = i // size
        first = first_action[x + i]
        last = first_action[x + i + 1]
        if mode[point[i]] == MIX:
            for a in range(first, last):
                weight[a] = 1.0 / (last - first)
        elif first < last:
            weight[first + best[inside[i]]] = 1.0
    start = np.empty(loops + 1, np.int64)
    for i in range(loops + 1):
        start[i] = i * size
    moves = Moves(first_action, first_successor, successor, chance)
    room = flat_forward.make_room(x + n, size)
    if flat_forward.forward(moves, weight, order, start, component, loops - 1, come, room) >= 0:
        return UNSOLVED
    for i in range(n):
        visits[inside[i]] = come[x + i]
    for i in range(x):
        visits[outside[i]] += come[i]
    return loops


@allocating
def visits(
    d: Contexts, t: Turns, lay: Layout, plan: Plan, batches: Batches, reached: Reached, mode: Ids, mixes: Ids,
    best: Bytes, rows: Rows, come: Floats, at: Ints, stop: int,
) -> bool:  # fmt: skip
    """`flow.forward`, with visits carried through loops; False where one needs the caller's help."""
    while not forward(d, t, lay, plan, batches, reached, mixes, best, come, at, stop):
        node = plan.node_start[batches.shape[at[0]]] + at[2] - 1
        while plan.loop[node] == 0:
            node -= 1
        if carry(d, t, lay, plan, batches, reached, mode, best, rows, come, at[0], at[1], node) == UNSOLVED:
            return False
        at[2] -= plan.loop[node]
    return True
