"""Values and visits of whole arrays of cells, real loops included: each is written out flat and solved row by row."""

from __future__ import annotations

import numpy as np

from gamebook.kernels import backward as flat
from gamebook.kernels import forward as flat_forward
from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import MAXIMISE, MIX, Game, Values
from gamebook.kernels.cells.flow import forward
from gamebook.kernels.cells.grid import Grid, Knots, Rows, abreast, gather, knots_at
from gamebook.kernels.cells.loops import loop_graph
from gamebook.kernels.cells.sweep import Rule, Sums, backward
from gamebook.kernels.cells.turning import Round, make_round, turn_round
from gamebook.kernels.cells.turning_flow import Stream, carry_all, make_stream
from gamebook.kernels.cells.values import Bytes, Cells, high_at, put
from gamebook.kernels.chains import make_matrices
from gamebook.kernels.collapse import make_quotient
from gamebook.kernels.compiled import allocating
from gamebook.kernels.near import Near, make_near
from gamebook.kernels.rounds import make_room

UNSOLVED = -1
"""A loop that arithmetic alone does not settle."""


@allocating
def settle(g: Grid, rule: Rule, cells: Cells, knots: Knots, node: int, rows: Rows, near: Near, room: Round) -> int:
    """Values of the loop that begins at a node, for each reached row of the knots at hand.

    Args:
        near: no room; loops of arrays lie close together.
        room: as in `turning`.

    Returns: how many rows there were, or `UNSOLVED`; what was settled of it stays.
    """
    found = gather(g, knots, node, rows)
    left = turn_round(g, rule, cells, knots, node, rows, found, room) if found > 0 else 0
    if left == 0:
        return found * abreast(g)
    loop = loop_graph(g, knots, node, rows, left)
    x = loop.outside.shape[0]
    n = loop.inside.shape[0]
    size = np.int64(g.plan.loop[node])
    count = n // size
    low = np.zeros(x + n)
    high = np.zeros(x + n)
    manner = np.full(x + n, np.int32(MAXIMISE))
    weight = np.ones(loop.option.shape[0])
    order = np.arange(x, x + n).astype(np.int32)
    for i in range(x):
        low[i] = cells.low[loop.outside[i]]
        high[i] = high_at(cells, loop.outside[i])
    for i in range(n):
        manner[x + i] = rule.mode[loop.point[i]]
        first = loop.moves.first_action[x + i]
        last = loop.moves.first_action[x + i + 1]
        weight[first:last] = 1.0 / max(1, last - first)
    reward = np.zeros_like(loop.reward) if rule.wins else loop.reward
    game = Game(loop.moves, reward, manner, weight, rule.ties_last, rule.slack, rule.gross, rule.wins)
    values = Values(low, high, np.full(x + n, -1))
    actions = loop.option.shape[0] // count
    ways = loop.moves.successor.shape[0] // count
    done = flat.backward(
        game, values, order, loop.start, np.int64(0), count, np.zeros(x + n, np.int32),
        make_room(x + n, size), make_matrices(size), make_quotient(size, actions, ways), near,
        np.zeros(0, np.bool_),
    )  # fmt: skip
    if done < count:
        return UNSOLVED
    for i in range(n):
        cell = loop.inside[i]
        l = -np.inf if np.isnan(low[x + i]) else low[x + i]  # what has no sum may be anything
        put(cells, cell, l, np.inf if np.isnan(high[x + i]) else high[x + i])
        cells.best[cell] = max(values.best[x + i] - loop.moves.first_action[x + i], 0)
    return found * abreast(g)


@allocating
def values(g: Grid, rule: Rule, cells: Cells, rows: Rows, sums: Sums, at: Ints, stop: int) -> bool:
    """`sweep.backward`, with loops settled; False where one needs the caller's help.

    Args:
        g, rule, cells, rows, sums, stop: as there.
        at: int64[4]; the last counts the loops that were settled, row by row.
    """
    near = make_near(0, 0, 0, 0, rule.ties_last, rule.slack, rule.gross, rule.wins)
    room = make_round(abreast(g))
    while not backward(g, rule, cells, rows, sums, at, stop):
        knots = knots_at(g, at[0], at[1])
        node = g.plan.node_start[knots.shape] + at[2]
        found = settle(g, rule, cells, knots, node, rows, near, room)
        if found == UNSOLVED:
            return False
        at[2] += g.plan.loop[node]
        at[3] += found
    return True


@allocating
def carry(
    g: Grid, mode: Ids, best: Bytes, visits: Floats, knots: Knots, node: int, rows: Rows, near: Near, room: Round,
    stream: Stream,
) -> bool:  # fmt: skip
    """Carry visits through the loop that begins at a node; False if arithmetic alone does not.

    Args:
        near, room: as in `settle`.
        stream: as in `turning_flow`.
    """
    found = gather(g, knots, node, rows)
    if found == 0 or carry_all(g, mode, best, visits, knots, node, rows, found, room, stream):
        return True
    loop = loop_graph(g, knots, node, rows, found)
    x = loop.outside.shape[0]
    n = loop.inside.shape[0]
    come = np.zeros(x + n)
    come[x:] = visits[loop.inside]
    if come.sum() <= 0.0:
        return True
    size = np.int64(g.plan.loop[node])
    count = n // size
    weight = np.zeros(loop.option.shape[0])
    order = np.arange(x, x + n).astype(np.int32)
    component = np.full(x + n, np.int32(-1))
    for i in range(n):
        component[x + i] = i // size
        first = loop.moves.first_action[x + i]
        last = loop.moves.first_action[x + i + 1]
        if mode[loop.point[i]] == MIX:
            weight[first:last] = 1.0 / max(1, last - first)
        elif first < last:
            weight[first + best[loop.inside[i]]] = 1.0
    flat_room = flat_forward.make_room(x + n, size)
    if flat_forward.forward(loop.moves, weight, order, loop.start, component, count - 1, come, flat_room, near) >= 0:
        return False
    for i in range(n):
        visits[loop.inside[i]] = come[x + i]
    for i in range(x):
        visits[loop.outside[i]] += come[i]
    return True


@allocating
def visits(g: Grid, mode: Ids, mixes: Ids, best: Bytes, rows: Rows, come: Floats, at: Ints, stop: int) -> bool:
    """`flow.forward`, with visits carried through loops; False where one needs the caller's help."""
    near = make_near(0, 0, 0, 0, False, 0.0, 0.0, True)
    room, stream = make_round(abreast(g)), make_stream(abreast(g))
    while not forward(g, mixes, best, rows, come, at, stop):
        knots = knots_at(g, at[0], at[1])
        node = g.plan.node_start[knots.shape] + at[2] - 1
        while g.plan.loop[node] == 0:
            node -= 1
        if not carry(g, mode, best, come, knots, node, rows, near, room, stream):
            return False
        at[2] -= g.plan.loop[node]
    return True
