"""A real loop among cells as a small flat graph, for the solvers of loops; lanes are further rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.bellman import Moves
from gamebook.kernels.cells.grid import Grid, Knots, Rows, abreast, cell_at, gather
from gamebook.kernels.cells.reached import is_reached, number_of
from gamebook.kernels.compiled import allocating, kernel


class Loop(NamedTuple):
    """A loop in each of some rows: first the cells it leads out to, one for each way, then its own, row after row."""

    outside: Ints
    """int64[x]: where the values of the cells led out to are kept: states 0 .. x - 1."""
    inside: Ints
    """int64[n]: those of the loop's own cells: states x .. x + n - 1."""
    point: Ids
    """int32[n]: where the loop's own states stand."""
    moves: Moves
    option: Ids
    """int32[a]: as in `machine.States`."""
    reward: Floats
    """float64[a]: points earned by each action."""
    start: Ints
    """int64[rows + 1]: where a row's states start among the loop's own."""


@allocating
def loop_graph(g: Grid, knots: Knots, node: int, rows: Rows, rows_here: int) -> Loop:
    """The loop that begins at a node (of the whole plan), for the first `rows_here` rows of some knots."""
    t, plan, lay = g.turns, g.plan, g.layout
    size = np.int64(plan.loop[node])
    here = node - plan.node_start[knots.shape]
    actions = 0
    ways = 0
    exits = 0
    for m in range(node, node + size):
        turn = plan.turn[m]
        actions += t.first_action[turn + 1] - t.first_action[turn]
        for way in range(plan.way_start[m], plan.way_start[m + 1]):
            ways += 1
            if plan.inner[way] < here or plan.inner[way] >= here + size:
                exits += 1
    lanes = abreast(g)
    count = rows_here * lanes
    n = size * count
    x = exits * count
    outside = np.empty(x, np.int64)
    inside = np.empty(n, np.int64)
    point = np.empty(n, np.int32)
    first_action = np.zeros(x + n + 1, np.int64)
    option = np.empty(actions * count, np.int32)
    reward = np.empty(actions * count)
    first_successor = np.zeros(actions * count + 1, np.int64)
    successor = np.empty(ways * count, np.int32)
    chance = np.empty(ways * count)
    at = 0
    action = 0
    edge = 0
    door = 0
    for row in range(count):
        lane = row % lanes
        r = rows.row[row // lanes]
        base_state = x + row * size
        for m in range(node, node + size):
            c = g.batches.context[knots.first + rows.knot[row // lanes] * knots.members + plan.member[m]]
            turn = plan.turn[m]
            inside[at] = cell_at(g, knots, m, rows, row // lanes) + lane
            point[at] = g.contexts.point[c]
            way = plan.way_start[m]
            for a in range(t.first_action[turn], t.first_action[turn + 1]):
                option[action] = t.option[a]
                reward[action] = t.reward[a * lanes + lane]
                for w in range(t.first_way[a], t.first_way[a + 1]):
                    inner = plan.inner[way]
                    if here <= inner < here + size:
                        successor[edge] = base_state + inner - here
                    else:
                        e = lay.class_start[g.contexts.way_class[w]] + g.contexts.place[c]
                        y = plan.base[way] + plan.carry[plan.way_carry[way] + r]
                        cell = lay.target_cell[e] + lay.target_width[e] * y
                        outside[door] = lanes * number_of(g.reached, cell) + lane
                        successor[edge] = door
                        door += 1
                    chance[edge] = t.chance[w * lanes + lane]
                    edge += 1
                    way += 1
                action += 1
                first_successor[action] = edge
            at += 1
            first_action[x + at] = action
    moves = Moves(first_action, first_successor, successor, chance)
    return Loop(outside, inside, point, moves, option, reward, size * np.arange(count + 1))


@allocating
def whole_loop(g: Grid, knots: Knots, node: int, rows: Rows) -> Loop:
    """The same for each row that is reached: that is one in which any node is, for they all lead to each other."""
    return loop_graph(g, knots, node, rows, gather(g, knots, node, rows))


@kernel
def all_go(g: Grid) -> bool:
    """Whether in every real loop each lane goes every way: only then it is one loop for all of them."""
    plan, t = g.plan, g.turns
    for node in range(plan.loop.shape[0]):
        if plan.loop[node] != 1:
            turn = plan.turn[node]
            begin = abreast(g) * t.first_way[t.first_action[turn]]
            for i in range(begin, abreast(g) * t.first_way[t.first_action[turn + 1]]):
                if t.chance[i] <= 0.0:
                    return False
    return True


@kernel
def mark_loops(g: Grid, found: Flags) -> None:
    """Mark the cells of real loops, and those that lead back to themselves, by number."""
    plan, lay = g.plan, g.layout
    for b in range(g.batches.shape.shape[0]):
        k = g.batches.shape[b]
        for node in range(plan.node_start[k], plan.node_start[k + 1]):
            back = plan.loop[node] != 1
            for way in range(plan.way_start[node], plan.way_start[node + 1]):
                back = back or plan.inner[way] == node - plan.node_start[k]
            if not back:
                continue
            source = plan.member_carry[plan.member_start[k] + plan.member[node]]
            c = g.batches.context[g.batches.start[b] + plan.member[node]]
            for r in range(plan.rows[k]):
                x0 = lay.context_cell[c] + lay.width[c] * (plan.offset[node] + plan.carry[source + r])
                for x in range(x0, x0 + lay.width[c]):
                    if is_reached(g.reached, x):
                        found[number_of(g.reached, x)] = True
