"""Chances and reachability of whole arrays of cells: the batches of `sweep`, from the start of play to its ends."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.cells.contexts import Contexts
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.plans import Plan
from gamebook.kernels.cells.reached import Reached, is_reached, number_of
from gamebook.kernels.cells.sweep import Batches, Bytes, Rows, block, gather
from gamebook.kernels.compiled import inlined, kernel
from gamebook.kernels.machine import Turns


@kernel
def reach(
    t: Turns, d: Contexts, lay: Layout, plan: Plan, batches: Batches, reached: Reached, some_rows: Rows, begin: int,
    end: int,
) -> None:  # fmt: skip
    """Mark all cells that play can come to, through the batches begin - 1, begin - 2, … end."""
    knot_of, row_of, _, start_of, width_of = some_rows
    for back in range(begin - end):
        b = begin - 1 - back
        k = batches.shape[b]
        rows = plan.rows[k]
        members = plan.member_start[k + 1] - plan.member_start[k]
        count, some = block(plan, batches, b)
        for block_start in range(0, count, some):
            knots = min(some, count - block_start)
            first = batches.start[b] + block_start * members
            last = plan.node_start[k + 1]
            while last > plan.node_start[k]:
                begun = last - 1
                while plan.loop[begun] == 0:
                    begun -= 1
                news = True
                while news:
                    news = False
                    for node in range(begun, last):
                        i = plan.member[node]
                        source = plan.member_carry[plan.member_start[k] + i]
                        n = gather(lay, plan, batches, node, i, first, knots, rows, source, reached, some_rows)
                        if n == 0:
                            continue
                        turn = plan.turn[node]
                        way = plan.way_start[node]
                        for w in range(t.first_way[t.first_action[turn]], t.first_way[t.first_action[turn + 1]]):
                            e = lay.class_start[d.way_class[w]]
                            for s in range(knots):
                                c = batches.context[first + s * members + i]
                                width_of[s] = lay.target_width[e + d.place[c]]
                                start_of[s] = lay.target_cell[e + d.place[c]] + width_of[s] * plan.base[way]
                            carry = plan.way_carry[way]
                            way += 1
                            for y in range(n):
                                s = knot_of[y]
                                x = start_of[s] + width_of[s] * plan.carry[carry + row_of[y]]
                                if not is_reached(reached, x):
                                    news = True
                                    reached.bits[x >> 6] |= np.uint64(1) << np.uint64(x & 63)
                    news = news and plan.loop[begun] > 1
                last = begun


@inlined
def departures(t: Turns, plan: Plan, action: int, end: int, way: int, node: int, share: float) -> float:
    """The chance that some actions, the first of whose ways is `way`, do not lead straight back to their node."""
    out = 0.0
    back = False
    for w in range(t.first_way[action], t.first_way[end]):
        if plan.inner[way + w - t.first_way[action]] == node:
            back = True
        else:
            out += share * t.chance[w]
    return out if back else 1.0


@kernel
def forward(
    d: Contexts,
    t: Turns,
    lay: Layout,
    plan: Plan,
    batches: Batches,
    reached: Reached,
    mixes: Ids,
    best: Bytes,
    visits: Floats,
    at: Ints,
    stop: int,
) -> bool:
    """Go on with the visits from `at` = (batch, first knot, nodes left); False where a real loop needs help.

    Args:
        mixes: int32[points]: 1 where all open options are taken with equal weight, 0 where the best is.
        best: uint8[reached], from `sweep.backward`.
        visits: float64[reached]: what has arrived; where play comes back to the same cell that is divided out.
        stop: the batch after which to come up for air.
    """
    while at[0] >= stop:
        b = at[0]
        k = batches.shape[b]
        rows = plan.rows[k]
        members = plan.member_start[k + 1] - plan.member_start[k]
        count, some = block(plan, batches, b)
        while at[1] < count:
            knots = min(some, count - at[1])
            first = batches.start[b] + at[1] * members
            while at[2] > 0:
                node = plan.node_start[k] + at[2] - 1
                if plan.loop[node] != 1:
                    return False
                i = plan.member[node]
                turn = plan.turn[node]
                source = plan.member_carry[plan.member_start[k] + i]
                p = d.point[batches.context[first + i]]
                a0 = t.first_action[turn]
                a1 = t.first_action[turn + 1]
                share = 1.0 / max(1, a1 - a0)
                way0 = plan.way_start[node]
                mixed_out = departures(t, plan, a0, a1, way0, at[2] - 1, share)
                width = np.int64(lay.width[batches.context[first + i]])
                x0 = lay.context_cell[batches.context[first + i]] + width * plan.offset[node]
                for r in range(rows):
                    for s in range(knots):
                        x = x0 + width * plan.carry[source + r] + s
                        if not is_reached(reached, x):
                            continue
                        c = batches.context[first + s * members + i]
                        x = number_of(reached, x)
                        flow = visits[x]
                        if flow <= 0.0:
                            continue
                        first_action = a0
                        last_action = a1
                        weight = share
                        out = mixed_out
                        if mixes[p] == 0:
                            first_action = a0 + best[x]
                            last_action = first_action + 1
                            weight = 1.0
                            way = way0 + t.first_way[first_action] - t.first_way[a0]
                            out = departures(t, plan, first_action, last_action, way, at[2] - 1, 1.0)
                        if out <= 0.0:
                            continue
                        flow /= out
                        visits[x] = flow
                        for w in range(t.first_way[first_action], t.first_way[last_action]):
                            way = way0 + w - t.first_way[a0]
                            going = flow * weight * t.chance[w]
                            if plan.inner[way] == at[2] - 1:
                                continue
                            e = lay.class_start[d.way_class[w]] + d.place[c]
                            y = plan.base[way] + plan.carry[plan.way_carry[way] + r]
                            visits[number_of(reached, lay.target_cell[e] + lay.target_width[e] * y)] += going
                at[2] -= 1
            at[1] += knots
            at[2] = plan.node_start[k + 1] - plan.node_start[k]
        at[0] -= 1
        at[1] = 0
        if at[0] >= 0:
            k = batches.shape[at[0]]
            at[2] = plan.node_start[k + 1] - plan.node_start[k]
    return True
