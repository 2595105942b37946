"""A real loop among cells as a small flat graph, for the solvers of loops."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.cells.contexts import Contexts
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.plans import Plan
from gamebook.kernels.cells.reached import Reached, is_reached, number_of
from gamebook.kernels.cells.sweep import Batches, Rows, gather
from gamebook.kernels.compiled import allocating, kernel
from gamebook.kernels.machine import Turns


@allocating
def loop_graph(
    t: Turns, d: Contexts, lay: Layout, plan: Plan, batches: Batches, reached: Reached, some_rows: Rows, b: int,
    knot: int, knots: int, node: int,
) -> tuple[Ints, Ints, Ints, Ids, Floats, Ints, Ids, Floats, Ids]:  # fmt: skip
    """The loop that begins at a node (of the whole plan), for each reached row of some knots of a batch.

    Numbers: first the cells that the loop leads out to, one for each way; then the loop's states, row after row.

    Returns:
        outside: int64[x], the numbers of the cells led out to: states 0 .. x - 1.
        inside: int64[n], those of the loop's own cells: states x .. x + n - 1.
        first_action, option, reward, first_successor, successor, chance: as in `machine.States`.
        point: int32[n], where the loop's own states stand.
    """
    k = batches.shape[b]
    rows = plan.rows[k]
    members = plan.member_start[k + 1] - plan.member_start[k]
    first = batches.start[b] + knot * members
    size = np.int64(plan.loop[node])
    here = node - plan.node_start[k]
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
    # A row is reached if any node of the loop is, since they all lead to each other.
    i = plan.member[node]
    source = plan.member_carry[plan.member_start[k] + i]
    all_rows = gather(lay, plan, batches, node, i, first, knots, rows, source, reached, some_rows)
    n = size * all_rows
    x = exits * all_rows
    outside = np.empty(x, np.int64)
    inside = np.empty(n, np.int64)
    point = np.empty(n, np.int32)
    first_action = np.zeros(x + n + 1, np.int64)
    option = np.empty(actions * all_rows, np.int32)
    reward = np.empty(actions * all_rows)
    first_successor = np.zeros(actions * all_rows + 1, np.int64)
    successor = np.empty(ways * all_rows, np.int32)
    chance = np.empty(ways * all_rows)
    at = 0
    action = 0
    edge = 0
    door = 0
    for row in range(all_rows):
        s = some_rows.knot[row]
        r = some_rows.row[row]
        base_state = x + row * size
        for m in range(node, node + size):
            i = plan.member[m]
            c = batches.context[first + s * members + i]
            turn = plan.turn[m]
            source = plan.member_carry[plan.member_start[k] + i]
            y = plan.offset[m] + plan.carry[source + r]
            inside[at] = number_of(reached, lay.context_cell[c] + lay.width[c] * y)
            point[at] = d.point[c]
            way = plan.way_start[m]
            for a in range(t.first_action[turn], t.first_action[turn + 1]):
                option[action] = t.option[a]
                reward[action] = t.reward[a]
                for w in range(t.first_way[a], t.first_way[a + 1]):
                    inner = plan.inner[way]
                    if here <= inner < here + size:
                        successor[edge] = base_state + inner - here
                    else:
                        e = lay.class_start[d.way_class[w]] + d.place[c]
                        y = plan.base[way] + plan.carry[plan.way_carry[way] + r]
                        outside[door] = number_of(reached, lay.target_cell[e] + lay.target_width[e] * y)
                        successor[edge] = door
                        door += 1
                    chance[edge] = t.chance[w]
                    edge += 1
                    way += 1
                action += 1
                first_successor[action] = edge
            at += 1
            first_action[x + at] = action
    return outside, inside, first_action, option, reward, first_successor, successor, chance, point


@kernel
def mark_loops(lay: Layout, plan: Plan, batches: Batches, reached: Reached, found: Flags) -> None:
    """Mark the cells of real loops, and those that lead back to themselves, by number."""
    for b in range(batches.shape.shape[0]):
        k = batches.shape[b]
        for node in range(plan.node_start[k], plan.node_start[k + 1]):
            back = plan.loop[node] != 1
            for way in range(plan.way_start[node], plan.way_start[node + 1]):
                back = back or plan.inner[way] == node - plan.node_start[k]
            if not back:
                continue
            source = plan.member_carry[plan.member_start[k] + plan.member[node]]
            c = batches.context[batches.start[b] + plan.member[node]]
            for r in range(plan.rows[k]):
                x0 = lay.context_cell[c] + lay.width[c] * (plan.offset[node] + plan.carry[source + r])
                for x in range(x0, x0 + lay.width[c]):
                    if is_reached(reached, x):
                        found[number_of(reached, x)] = True
