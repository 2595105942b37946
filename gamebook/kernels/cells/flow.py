"""Visits and reachability of whole arrays of cells: the batches of `sweep`, from the start of play to its ends."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.cells.grid import (
    Grid,
    Knots,
    Rows,
    abreast,
    block,
    follow_way,
    gather,
    knots_at,
    led_to,
    source_of,
)
from gamebook.kernels.cells.reached import is_reached, number_of
from gamebook.kernels.cells.values import Bytes
from gamebook.kernels.compiled import inlined, kernel


@inlined
def goers(g: Grid, w: int) -> int:
    """The lanes that go a way, a bit each."""
    found = 0
    for lane in range(abreast(g)):
        if g.turns.chance[w * abreast(g) + lane] > 0.0:
            found |= 1 << lane
    return found


@inlined
def reach_from(g: Grid, knots: Knots, node: int, rows: Rows, present: Bytes) -> bool:
    """Mark all cells that a node leads to, where it is reached itself; returns whether one of them is new."""
    news = False
    n = gather(g, knots, node, rows)
    if n == 0:
        return False
    turn = g.plan.turn[node]
    way = g.plan.way_start[node]
    for w in range(g.turns.first_way[g.turns.first_action[turn]], g.turns.first_way[g.turns.first_action[turn + 1]]):
        follow_way(g, knots, node, w, way, rows)
        carry = g.plan.way_carry[way]
        if present.shape[0] == 0:
            for y in range(n):
                x = led_to(g, rows, carry, y)
                if not is_reached(g.reached, x):
                    news = True
                    g.reached.bits[x >> 6] |= np.uint64(1) << np.uint64(x & 63)
        else:
            some = goers(g, w)
            for y in range(n):
                x = number_of(g.reached, led_to(g, rows, carry, y))
                came = some & present[rows.cell[y] // abreast(g)] & ~present[x]
                if came != 0:
                    news = True
                    present[x] |= came
        way += 1
    return news


@kernel
def reach(g: Grid, rows: Rows, present: Bytes, begin: int, end: int) -> None:
    """Mark all cells that play can reach, through the batches begin - 1, begin - 2, … end.

    Args:
        present: uint8[reached]: to be filled with the lanes, a bit each, that reach each cell that any of them reaches;
            empty where that is to be marked first.
    """
    for back in range(begin - end):
        b = begin - 1 - back
        count, some = block(g, b)
        for knot in range(0, count, some):
            knots = knots_at(g, b, knot)
            last = g.plan.node_start[knots.shape + 1]
            while last > g.plan.node_start[knots.shape]:
                first = last - 1
                while g.plan.loop[first] == 0:
                    first -= 1
                news = True
                while news:
                    news = False
                    for node in range(first, last):
                        news = reach_from(g, knots, node, rows, present) or news
                    news = news and g.plan.loop[first] > 1
                last = first


@inlined
def departures(g: Grid, action: int, end: int, way: int, node: int, share: float, lane: int) -> float:
    """The chance that some actions, the first of whose ways is `way`, do not lead straight back to their node."""
    t = g.turns
    out = 0.0
    back = False
    for w in range(t.first_way[action], t.first_way[end]):
        p = t.chance[w * abreast(g) + lane]
        if g.plan.inner[way + w - t.first_way[action]] != node:
            out += share * p
        elif p > 0.0:
            back = True
    return out if back else 1.0


@inlined
def leave(rows: Rows, visits: Floats, x: int, begin: int, end: int) -> bool:
    """Visits of some lanes of a cell with all that come straight back; False where nobody leaves it.

    Args:
        rows: `out` is the chance of each lane not to come straight back; `flow` is filled in.
        x: where the cell's visits are kept.
        begin, end: the lanes.
    """
    some = False
    for lane in range(begin, end):
        rows.flow[lane] = 0.0
        if visits[x + lane] > 0.0 and rows.out[lane] > 0.0:
            rows.flow[lane] = visits[x + lane] / rows.out[lane]
            visits[x + lane] = rows.flow[lane]
            some = True
    return some


@inlined
def pass_on(g: Grid, knots: Knots, node: int, mixes: Ids, best: Bytes, rows: Rows, visits: Floats) -> None:
    """Carry the visits of a node on, from each of its rows."""
    t, plan, lay = g.turns, g.plan, g.layout
    own = node - plan.node_start[knots.shape]
    turn = plan.turn[node]
    first = t.first_action[turn]
    last = t.first_action[turn + 1]
    share = 1.0 / max(1, last - first)
    way0 = plan.way_start[node]
    source = source_of(g, knots, node)
    example = g.batches.context[knots.first + plan.member[node]]
    mixed = mixes[g.contexts.point[example]] != 0
    if mixed:
        for lane in range(abreast(g)):
            rows.out[lane] = departures(g, first, last, way0, own, share, lane)
    width = np.int64(lay.width[example])
    x0 = lay.context_cell[example] + width * plan.offset[node]
    for r in range(plan.rows[knots.shape]):
        for s in range(knots.count):
            x = x0 + width * plan.carry[source + r] + s
            if not is_reached(g.reached, x):
                continue
            x = abreast(g) * number_of(g.reached, x)
            for part in range(1 if mixed else abreast(g)):  # best play is that of each lane
                first_action = first
                last_action = last
                weight = share
                begin = 0
                end = abreast(g)
                if not mixed:
                    first_action = first + best[x + part]
                    last_action = first_action + 1
                    weight = 1.0
                    begin = part
                    end = part + 1
                    way = way0 + t.first_way[first_action] - t.first_way[first]
                    rows.out[part] = departures(g, first_action, last_action, way, own, 1.0, part)
                if not leave(rows, visits, x, begin, end):
                    continue
                place = g.contexts.place[g.batches.context[knots.first + s * knots.members + plan.member[node]]]
                for w in range(t.first_way[first_action], t.first_way[last_action]):
                    way = way0 + w - t.first_way[first]
                    if plan.inner[way] == own:
                        continue
                    e = lay.class_start[g.contexts.way_class[w]] + place
                    y = plan.base[way] + plan.carry[plan.way_carry[way] + r]
                    to = abreast(g) * number_of(g.reached, lay.target_cell[e] + lay.target_width[e] * y)
                    for lane in range(begin, end):
                        visits[to + lane] += rows.flow[lane] * weight * t.chance[w * abreast(g) + lane]


@kernel
def forward(g: Grid, mixes: Ids, best: Bytes, rows: Rows, visits: Floats, at: Ints, stop: int) -> bool:
    """Go on with the visits from `at` = (batch, first knot, nodes left); False where a real loop needs help.

    Args:
        g: the cells.
        mixes: int32[points]: 1 where all open options are taken with equal weight, 0 where the best is.
        best: uint8[reached * lanes], from `sweep.backward`.
        rows: room to work in.
        visits: float64[reached * lanes]: what has arrived; where play comes back to the same cell that is divided out.
        at: int64[3], moved on.
        stop: the batch after which to return, so that the caller can look at the clock.
    """
    while at[0] >= stop:
        count, _ = block(g, at[0])
        while at[1] < count:
            knots = knots_at(g, at[0], at[1])
            while at[2] > 0:
                node = g.plan.node_start[knots.shape] + at[2] - 1
                if g.plan.loop[node] != 1:
                    return False
                pass_on(g, knots, node, mixes, best, rows, visits)
                at[2] -= 1
            at[1] += knots.count
            at[2] = g.plan.node_start[knots.shape + 1] - g.plan.node_start[knots.shape]
        at[0] -= 1
        at[1] = 0
        if at[0] >= 0:
            k = g.batches.shape[at[0]]
            at[2] = g.plan.node_start[k + 1] - g.plan.node_start[k]
    return True
