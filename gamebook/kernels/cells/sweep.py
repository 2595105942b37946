"""Values of whole arrays of cells, batch after batch; bounds as in `bellman`.

Cells that play cannot come to are left out: a node is worked out for those of its rows that are reached (`gather`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import MAXIMISE, MIX, UNIT, alike, endless, outward
from gamebook.kernels.cells.contexts import Contexts
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.plans import Plan
from gamebook.kernels.cells.reached import Reached, is_reached, number_of
from gamebook.kernels.compiled import kernel
from gamebook.kernels.machine import Turns

Bytes = NDArray[np.uint8]

ROWS = 2048
"""Rows worked on at a time, so that what they need stays close at hand."""


class Batches(NamedTuple):
    """What to work out in which order."""

    shape: Ids
    """int32[batches]: the shape of its knots."""
    start: Ints
    """int64[batches + 1]: where a batch's contexts start in `context`."""
    context: Ids
    """int32: contexts, knot by knot."""


class Cells(NamedTuple):
    """What is known of each cell that is reached, by its number."""

    low: Floats
    """float64[reached]: bound from below."""
    high: Floats
    best: Bytes
    """uint8[reached]: which action of its turn is played."""


class Rows(NamedTuple):
    """The rows of a node that are worked on together."""

    knot: Ids
    """int32[rows]: which of the knots at hand."""
    row: Ids
    """int32[rows]: which mixture of the axes that are carried along."""
    cell: Ints
    """int64[rows]: the number of the cell."""
    start: Ints
    """int64[knots]: for the way at hand, the first cell of the context led to."""
    width: Ints
    """int64[knots]: how many knots its batch has."""


class Sums(NamedTuple):
    """What is known of each row of a node so far."""

    low: Floats
    high: Floats
    size: Floats
    """float64[rows]: the sum of absolute terms, which rounding is measured by."""
    ones: Ids
    """int32[rows]: how many terms are certain victories."""
    best_low: Floats
    best_high: Floats
    best: Bytes


def make_rows(plan: Plan) -> Rows:
    """Room for the rows of any node."""
    room = max(ROWS, int(plan.rows.max(initial=1)))
    ids, ints = np.zeros((2, room), np.int32), np.zeros((3, room), np.int64)
    return Rows(ids[0], ids[1], ints[0], ints[1], ints[2])


def make_sums(plan: Plan) -> Sums:
    """Room for the sums of any node."""
    room = len(make_rows(plan).cell)
    low, high, size, best_low, best_high = np.zeros((5, room))
    return Sums(low, high, size, np.zeros(room, np.int32), best_low, best_high, np.zeros(room, np.uint8))


@kernel
def block(plan: Plan, batches: Batches, b: int) -> tuple[int, int]:
    """How many knots a batch has, and how many of them are worked on at a time."""
    k = batches.shape[b]
    members = plan.member_start[k + 1] - plan.member_start[k]
    count = (batches.start[b + 1] - batches.start[b]) // members
    return count, max(1, min(count, ROWS // max(1, plan.rows[k])))


@kernel
def gather(
    lay: Layout,
    plan: Plan,
    batches: Batches,
    node: int,
    member: int,
    first: int,
    knots: int,
    rows: int,
    source: int,
    reached: Reached,
    found: Rows,
) -> int:
    """Put the rows in which a node is reached into `found`; returns how many.

    Args:
        first: where the first of these knots stands in `batches.context`.
        source: where the member's rows stand in `plan.carry`.
    """
    count = 0
    c = batches.context[first + member]
    width = np.int64(lay.width[c])
    for r in range(rows):
        x0 = lay.context_cell[c] + width * (plan.offset[node] + plan.carry[source + r])
        for s in range(knots):
            x = x0 + s
            if is_reached(reached, x):
                found.knot[count] = s
                found.row[count] = r
                found.cell[count] = number_of(reached, x)
                count += 1
    return count


@kernel
def backward(
    d: Contexts,
    t: Turns,
    lay: Layout,
    plan: Plan,
    batches: Batches,
    reached: Reached,
    mode: Ids,
    ties_last: bool,
    wins: bool,
    slack: float,
    gross: float,
    cells: Cells,
    some_rows: Rows,
    sums: Sums,
    at: Ints,
    stop: int,
) -> bool:
    """Go on with the values from `at` = (batch, first knot, node); False where a real loop needs the caller's help.

    Args:
        mode: int32[points], how decisions are made; MIX gives equal weight to all open options.
        slack: how often a chance may have been rounded, and some more.
        gross: the most points that an action may bring, gains and losses both counted.
        some_rows, sums: room to work in.
        stop: the batch before which to come up for air.
    """
    knot_of, row_of, cell_of, start_of, width_of = some_rows
    low, high, size, ones, best_low, best_high, best = sums
    while at[0] < stop:
        b = at[0]
        k = batches.shape[b]
        rows = plan.rows[k]
        members = plan.member_start[k + 1] - plan.member_start[k]
        count, some = block(plan, batches, b)
        nodes = plan.node_start[k + 1] - plan.node_start[k]
        while at[1] < count:
            knots = min(some, count - at[1])
            first = batches.start[b] + at[1] * members
            while at[2] < nodes:
                node = plan.node_start[k] + at[2]
                if plan.loop[node] > 1:
                    return False
                i = plan.member[node]
                source = plan.member_carry[plan.member_start[k] + i]
                n = gather(lay, plan, batches, node, i, first, knots, rows, source, reached, some_rows)
                if n == 0:
                    at[2] += 1
                    continue
                turn = plan.turn[node]
                manner = mode[d.point[batches.context[first + i]]]
                way = plan.way_start[node]
                a0 = t.first_action[turn]
                a1 = t.first_action[turn + 1]
                share = 1.0 / max(1, a1 - a0)
                leaks = 0.0
                gain = 0.0
                gains = 0.0
                for a in range(a0, a1):
                    low[:n] = 0.0
                    high[:n] = 0.0
                    size[:n] = 0.0
                    ones[:n] = 0
                    leak = 0.0
                    back = False
                    terms = 0
                    for w in range(t.first_way[a], t.first_way[a + 1]):
                        if plan.inner[way] == at[2]:
                            back = True
                            way += 1
                            continue
                        p = t.chance[w]
                        leak += p
                        terms += 1
                        e = lay.class_start[d.way_class[w]]
                        for s in range(knots):
                            c = batches.context[first + s * members + i]
                            width_of[s] = lay.target_width[e + d.place[c]]
                            start_of[s] = lay.target_cell[e + d.place[c]] + width_of[s] * plan.base[way]
                        carry = plan.way_carry[way]
                        for y in range(n):
                            s = knot_of[y]
                            x = number_of(reached, start_of[s] + width_of[s] * plan.carry[carry + row_of[y]])
                            l = cells.low[x]
                            h = cells.high[x]
                            low[y] += p * l
                            high[y] += p * h
                            size[y] += p * max(abs(l), abs(h))
                            ones[y] += l == 1.0
                        way += 1
                    if not back:
                        leak = 1.0
                    reward = 0.0 if wins else t.reward[a]
                    margin = (slack + terms) * UNIT
                    for y in range(n):
                        room = margin * (size[y] + abs(reward) + gross) if size[y] < np.inf else 0.0
                        l = low[y] + reward - room
                        h = high[y] + reward + room
                        if not size[y] < np.inf:  # gains and losses without end have no sum
                            l = -np.inf if np.isnan(l) else l
                            h = np.inf if np.isnan(h) else h
                        if wins and terms > 0 and ones[y] == terms:  # whatever happens, play is won
                            l = h = leak if manner == MIX else 1.0
                        elif manner != MIX and leak <= 0.0:
                            l, h = endless(reward, abs(reward), margin * (abs(reward) + gross))
                        elif manner != MIX and leak != 1.0:
                            l = l / leak
                            h = h / leak
                            l = outward(l, -2 * UNIT)
                            h = outward(h, 2 * UNIT)
                        if manner == MIX:
                            if a == a0:
                                best_low[y] = share * l
                                best_high[y] = share * h
                            else:
                                best_low[y] += share * l
                                best_high[y] += share * h
                            continue
                        if wins:
                            h = min(h, 1.0)
                        if a == a0:
                            best_low[y] = l
                            best_high[y] = h
                            best[y] = 0
                            continue
                        sign = 1.0 if manner == MAXIMISE else -1.0
                        middle = sign * (l + h)
                        present = sign * (best_low[y] + best_high[y])
                        step = alike(middle, present)
                        if manner == MAXIMISE:
                            best_low[y] = max(best_low[y], l)
                            best_high[y] = max(best_high[y], h)
                        else:
                            best_low[y] = min(best_low[y], l)
                            best_high[y] = min(best_high[y], h)
                        if middle > present + step or (ties_last and middle >= present - step):
                            best[y] = a - a0
                    leaks += share * leak
                    gain += share * reward
                    gains += share * abs(reward)
                if manner == MIX:
                    turning = (a1 - a0 + 4) * UNIT
                    staying = endless(gain, gains, (slack + (a1 - a0)) * UNIT * (gains + gross))
                    for y in range(n):
                        l = best_low[y] / leaks if leaks > 0.0 else staying[0]
                        h = best_high[y] / leaks if leaks > 0.0 else staying[1]
                        best_low[y] = outward(l, -turning)
                        best_high[y] = outward(h, turning)
                        best[y] = 0
                for y in range(n):
                    cells.low[cell_of[y]] = best_low[y]
                    cells.high[cell_of[y]] = best_high[y]
                    cells.best[cell_of[y]] = best[y]
                at[2] += 1
            at[1] += knots
            at[2] = 0
        at[0] += 1
        at[1] = 0
    return True
