"""Visits of real loops that all ways round lead through one node of, for all rows of some knots at once; as `turning`.

What comes to other nodes is carried on until it has left the loop or come to the turning node. The visits of that one
are all that comes there, divided by the chance to leave before coming back. From there they are carried round once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids
from gamebook.kernels.bellman import MIX
from gamebook.kernels.cells.grid import Grid, Knots, Rows, abreast, cell_at, follow_way, led_to
from gamebook.kernels.cells.reached import number_of
from gamebook.kernels.cells.turning import ACTIONS, ROOM, Round, find_round, rows_at_once
from gamebook.kernels.cells.values import Bytes
from gamebook.kernels.compiled import allocating, inlined, kernel


class Stream(NamedTuple):
    """What comes to the nodes of a loop in some places, as in `turning.Round`; of a node first, then of the next."""

    share: Floats
    """float64[actions * places]: how often an action is played."""
    come: Floats
    """float64[nodes * places]: what has come; in the end the visits."""
    once: Floats
    """float64[nodes * places]: what comes of one visit of the turning node until it leaves or comes back;"""
    leave: Floats
    """float64[places]: the chance that it leaves."""


@allocating
def make_stream(lanes: int) -> Stream:
    """Room for any loop that is solved here."""
    room = max(ROOM, ACTIONS * lanes)
    return Stream(np.empty(room), np.empty(room), np.empty(room), np.empty(room))


@inlined
def arrive(
    g: Grid, best: Bytes, visits: Floats, knots: Knots, node: int, rows: Rows, begin: int, end: int, r: Round, s: Stream
) -> bool:  # fmt: skip
    """Fill in what has come, and what is played; False where nothing has come."""
    lanes = abreast(g)
    places = (end - begin) * lanes
    some = False
    for m in range(int(g.plan.loop[node])):
        first = r.first_action[m]
        last = r.first_action[m + 1]
        for y in range(begin, end):
            x = cell_at(g, knots, node + m, rows, y)
            for lane in range(lanes):
                z = (y - begin) * lanes + lane
                s.come[m * places + z] = visits[x + lane]
                some = some or visits[x + lane] > 0.0
                for k in range(first, last):
                    played = 1.0 / (last - first) if r.mode[m] == MIX else 1.0 * (k - first == best[x + lane])
                    s.share[k * places + z] = played
    return some


@kernel
def carry_round(r: Round, s: Stream, size: int, places: int, lanes: int) -> None:
    """From what has come to the visits of each node, in each place."""
    turning = r.order[size - 1]
    for x in range(size * places):
        s.once[x] = 0.0
    for z in range(places):
        s.once[turning * places + z] = 1.0
        s.leave[z] = 0.0
    for back in range(size):
        m = r.order[size - 1 - back]
        for k in range(r.first_action[m], r.first_action[m + 1]):
            for z in range(places):
                share = s.share[k * places + z]
                if share <= 0.0:
                    continue
                lane = z % lanes
                x = m * places + z
                s.leave[z] += s.once[x] * share * r.out[k * lanes + lane]
                for i in range(r.first_inner[k], r.first_inner[k + 1]):
                    p = share * r.chance[i * lanes + lane]
                    to = r.to[i] * places + z
                    if r.to[i] != turning:
                        s.once[to] += p * s.once[x]
                    if m != turning:
                        s.come[to] += p * s.come[x]
    for z in range(places):
        x = turning * places + z
        s.come[x] = s.come[x] / s.leave[z] if s.come[x] > 0.0 else 0.0
        for m in range(size):
            if m != turning:
                s.come[m * places + z] += s.once[m * places + z] * s.come[x]


@inlined
def depart(
    g: Grid, visits: Floats, knots: Knots, node: int, rows: Rows, begin: int, end: int, s: Stream
) -> None:  # fmt: skip
    """Keep the visits, and carry what leaves the loop to where it goes."""
    plan, t = g.plan, g.turns
    lanes = abreast(g)
    places = (end - begin) * lanes
    size = int(plan.loop[node])
    here = node - plan.node_start[knots.shape]
    k = 0
    for m in range(size):
        for y in range(begin, end):
            x = cell_at(g, knots, node + m, rows, y)
            for lane in range(lanes):
                visits[x + lane] = s.come[m * places + (y - begin) * lanes + lane]
        way = plan.way_start[node + m]
        turn = plan.turn[node + m]
        for a in range(t.first_action[turn], t.first_action[turn + 1]):
            for w in range(t.first_way[a], t.first_way[a + 1]):
                to = plan.inner[way] - here
                if to < 0 or to >= size:
                    follow_way(g, knots, node + m, w, way, rows)
                    for y in range(begin, end):
                        x = lanes * number_of(g.reached, led_to(g, rows, plan.way_carry[way], y))
                        for lane in range(lanes):
                            z = (y - begin) * lanes + lane
                            flow = s.come[m * places + z] * s.share[k * places + z]
                            visits[x + lane] += flow * t.chance[w * lanes + lane]
                way += 1
            k += 1


@kernel
def carry_all(
    g: Grid, mode: Ids, best: Bytes, visits: Floats, knots: Knots, node: int, rows: Rows, n: int, r: Round, s: Stream
) -> bool:  # fmt: skip
    """Carry visits through the loop that begins at a node, in `n` rows; False if it is none of those solved here."""
    if not find_round(g, mode, knots, node, r):
        return False
    size = int(g.plan.loop[node])
    lanes = abreast(g)
    some = rows_at_once(r, size, lanes)
    for begin in range(0, n, some):
        end = min(n, begin + some)
        if arrive(g, best, visits, knots, node, rows, begin, end, r, s):
            carry_round(r, s, size, (end - begin) * lanes, lanes)
            depart(g, visits, knots, node, rows, begin, end, s)
    return True
