"""Real loops among cells that all ways round lead through one node of: a fight from which one may flee, a hub's table.

What such a node, the *turning* node, is worth determines what the others are worth, and these what it is worth itself:
one equation with one unknown, x = F(x). Newton's method, which is policy iteration here, solves it for all rows at
once. What the ways out bring does not change meanwhile, and is added up once.

Bounds are proven as in `rounds`: if F moves a guess inward, it holds. What is not settled so is left for `settle`:
other loops, those in which play may stay or a rival decides; and rows in which play seldom leaves, or a victory is
sure or nearly so.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Flags, Floats, Ids
from gamebook.kernels.bellman import MINIMISE, MIX, UNIT, is_better, mixture_bounds, sum_bounds
from gamebook.kernels.cells.grid import Grid, Knots, Rows, abreast, cell_at, follow_way, led_to
from gamebook.kernels.cells.reached import number_of
from gamebook.kernels.cells.sweep import Rule
from gamebook.kernels.cells.values import Bytes, Cells, high_at, put
from gamebook.kernels.compiled import allocating, inlined, kernel
from gamebook.kernels.loops import DOUBT

NODES = 12
"""Nodes of the largest loop that is tried;"""
ACTIONS = 64
"""the most actions of all of them;"""
INNER = 128
"""and the most of their ways that stay in the loop."""
ROOM = 1 << 15
"""Actions times places that are worked on together, so that what they need stays in the cache."""
STEPS = 24
"""Steps of Newton's method: each changes what is played somewhere."""
STILL = 1e-14
"""A value that moves by no more than this, relative to itself, has settled: only rounding moves it."""
GUESSES = 4
"""Guesses of bounds, each four times as wide as the one before."""
SELDOM = 1 / 64
"""Where play leaves a loop in fewer of its rounds, what is lost in each round adds up; `chains` loses nothing."""
WIDER = 1.25
"""How much wider the first guess is than what it seems to need."""


class Round(NamedTuple):
    """A loop that is being worked out, in some *places*: a place is a lane of a row, lanes * row + lane.

    Of each array as much is in use as the loop has nodes, actions and inner ways, and as there are places.
    """

    mode: Ids
    """int32[nodes]: as in `Rule`."""
    order: Ids
    """int32[nodes]: the nodes, each after those that it leads to; the last is the turning node."""
    mark: Flags
    """bool[nodes]"""
    first_action: Ids
    """int32[nodes + 1]: a node's actions are first_action[node] .. first_action[node + 1]."""
    first_inner: Ids
    """int32[actions + 1]: the same for those of an action's ways that stay in the loop."""
    terms: Ids
    """int32[actions]: how many ways an action has."""
    to: Ids
    """int32[inner]: the node led to."""
    chance: Floats
    """float64[inner * lanes]"""
    out: Floats
    """float64[actions * lanes]: the chance that an action leads out of the loop;"""
    out_low: Floats
    """float64[actions * places]: what that brings, at least;"""
    out_high: Floats
    """float64[actions * places]: the same, at most;"""
    out_sure: Ids
    """int32[actions * places]: to how many sure victories it leads."""
    least: Floats
    """float64[places]: the least that any way out leads to;"""
    most: Floats
    """float64[places]: the most."""
    value: Floats
    """float64[places]: what the turning node is believed to be worth."""
    gain: Floats
    """float64[nodes * places]: what a node brings until play leaves the loop or comes to the turning node;"""
    leave: Floats
    """float64[nodes * places]: the chance that it leaves before it comes there."""
    chosen: Ids
    """int32[nodes * places]: which of a node's actions is best by `value`."""
    below: Floats
    """float64[places]: a bound of what the turning node is worth, guessed from below;"""
    above: Floats
    """float64[places]: the same from above."""
    low: Floats
    """float64[nodes * places]: what nodes are worth at least, if the guesses hold;"""
    high: Floats
    best: Bytes
    """uint8[nodes * places]: which of a node's actions is played: the first (or last) of those that are as good."""


@allocating
def make_round(lanes: int) -> Round:
    """Room for any loop that is solved here."""
    room = max(ROOM, ACTIONS * lanes)
    return Round(
        np.zeros(NODES, np.int32), np.zeros(NODES, np.int32), np.zeros(NODES, np.bool_), np.zeros(NODES + 1, np.int32),
        np.zeros(ACTIONS + 1, np.int32), np.zeros(ACTIONS, np.int32), np.zeros(INNER, np.int32),
        np.empty(INNER * lanes), np.empty(ACTIONS * lanes), np.empty(room), np.empty(room), np.empty(room, np.int32),
        np.empty(room), np.empty(room), np.empty(room), np.empty(room), np.empty(room), np.empty(room, np.int32),
        np.empty(room), np.empty(room), np.empty(room), np.empty(room), np.empty(room, np.uint8),
    )  # fmt: skip


@inlined
def rows_at_once(r: Round, size: int, lanes: int) -> int:
    """For how many rows there is room."""
    return max(1, ROOM // (lanes * max(size, int(r.first_action[size]))))


@inlined
def read_round(g: Grid, mode: Ids, knots: Knots, node: int, r: Round) -> bool:
    """Fill in all but the order; False if the loop is too large, or a rival decides."""
    plan, t = g.plan, g.turns
    lanes = abreast(g)
    size = np.int64(plan.loop[node])
    here = node - plan.node_start[knots.shape]
    if size > NODES:
        return False
    k = 0
    inner = 0
    for m in range(size):
        r.mode[m] = mode[g.contexts.point[g.batches.context[knots.first + plan.member[node + m]]]]
        turn = plan.turn[node + m]
        way = plan.way_start[node + m]
        if r.mode[m] == MINIMISE or k + t.first_action[turn + 1] - t.first_action[turn] > ACTIONS:
            return False
        for a in range(t.first_action[turn], t.first_action[turn + 1]):
            for lane in range(lanes):
                r.out[k * lanes + lane] = 0.0
            r.terms[k] = t.first_way[a + 1] - t.first_way[a]
            for w in range(t.first_way[a], t.first_way[a + 1]):
                to = plan.inner[way] - here
                way += 1
                if to < 0 or to >= size:
                    for lane in range(lanes):
                        r.out[k * lanes + lane] += t.chance[w * lanes + lane]
                    continue
                if inner == INNER:
                    return False
                r.to[inner] = to
                for lane in range(lanes):
                    r.chance[inner * lanes + lane] = t.chance[w * lanes + lane]
                inner += 1
            k += 1
            r.first_inner[k] = inner
        r.first_action[m + 1] = k
    return True


@kernel
def may_stay(r: Round, size: int) -> bool:
    """Whether somebody who decides can stay in the loop for ever."""
    for m in range(size):
        r.mark[m] = True
    left = size
    changed = True
    while changed and left > 0:
        changed = False
        for m in range(size):
            if not r.mark[m]:
                continue
            mixed = r.mode[m] == MIX
            stays = mixed
            for k in range(r.first_action[m], r.first_action[m + 1]):
                all_in = r.first_inner[k + 1] - r.first_inner[k] == r.terms[k]
                for i in range(r.first_inner[k], r.first_inner[k + 1]):
                    all_in = all_in and r.mark[r.to[i]]
                stays = stays and all_in if mixed else stays or all_in
            if not stays:
                r.mark[m] = False
                left -= 1
                changed = True
    return left > 0


@inlined
def order_to(r: Round, size: int, turning: int) -> bool:
    """Fill in an order that ends with the node `turning`; False where some way round does not lead through it."""
    for m in range(size):
        r.mark[m] = m == turning
    r.order[size - 1] = turning
    found = 0
    news = True
    while news:
        news = False
        for m in range(size):
            if r.mark[m]:
                continue
            ready = True
            for i in range(r.first_inner[r.first_action[m]], r.first_inner[r.first_action[m + 1]]):
                ready = ready and r.mark[r.to[i]]
            if ready:
                r.mark[m] = True
                r.order[found] = m
                found += 1
                news = True
    return found == size - 1


@kernel
def find_order(r: Round, size: int) -> bool:
    """Fill in `order`; False where there is no node that all ways round lead through."""
    for turning in range(size):  # noqa: SIM110 - a kernel makes no generator
        if order_to(r, size, turning):
            return True
    return False


@inlined
def find_round(g: Grid, mode: Ids, knots: Knots, node: int, r: Round) -> bool:
    """Fill in how the loop that begins at a node leads round; False if it is not one of those that are solved here.

    Args:
        mode: as in `Rule`.
    """
    size = int(g.plan.loop[node])
    return read_round(g, mode, knots, node, r) and not may_stay(r, size) and find_order(r, size)


@inlined
def add_ways_out(g: Grid, cells: Cells, knots: Knots, node: int, rows: Rows, begin: int, end: int, r: Round) -> None:
    """What the ways out of the loop bring, in each row from `begin` to `end`."""
    plan, t = g.plan, g.turns
    lanes = abreast(g)
    size = np.int64(plan.loop[node])
    here = node - plan.node_start[knots.shape]
    places = (end - begin) * lanes
    for z in range(r.first_action[size] * places):
        r.out_low[z] = 0.0
        r.out_high[z] = 0.0
        r.out_sure[z] = 0
    for z in range(places):
        r.least[z] = np.inf
        r.most[z] = -np.inf
    k = 0
    for m in range(size):
        way = plan.way_start[node + m]
        turn = plan.turn[node + m]
        for a in range(t.first_action[turn], t.first_action[turn + 1]):
            for w in range(t.first_way[a], t.first_way[a + 1]):
                to = plan.inner[way] - here
                if to < 0 or to >= size:
                    follow_way(g, knots, node + m, w, way, rows)
                    carry = plan.way_carry[way]
                    for y in range(begin, end):
                        x = lanes * number_of(g.reached, led_to(g, rows, carry, y))
                        for lane in range(lanes):
                            z = (y - begin) * lanes + lane
                            p = t.chance[w * lanes + lane]
                            l = cells.low[x + lane]
                            h = high_at(cells, x + lane)
                            r.out_low[k * places + z] += p * l
                            r.out_high[k * places + z] += p * h
                            r.out_sure[k * places + z] += l == 1.0
                            r.least[z] = min(r.least[z], l)
                            r.most[z] = max(r.most[z], h)
                way += 1
            k += 1


@inlined
def follow(r: Round, m: int, k: int, places: int, lanes: int, turning: int) -> None:
    """What play brings if a node's action is played, and the chance to leave, where that is better than before it."""
    first = r.first_action[m]
    mixed = r.mode[m] == MIX
    share = 1.0 / (r.first_action[m + 1] - first) if mixed else 1.0
    for z in range(places):
        lane = z % lanes
        gain = (r.out_low[k * places + z] + r.out_high[k * places + z]) / 2
        leave = r.out[k * lanes + lane]
        for i in range(r.first_inner[k], r.first_inner[k + 1]):
            if r.to[i] != turning:
                p = r.chance[i * lanes + lane]
                gain += p * r.gain[r.to[i] * places + z]
                leave += p * r.leave[r.to[i] * places + z]
        x = m * places + z
        if k == first:
            r.gain[x] = share * gain
            r.leave[x] = share * leave
            r.chosen[x] = 0
        elif mixed:
            r.gain[x] += share * gain
            r.leave[x] += share * leave
        elif gain - leave * r.value[z] > r.gain[x] - r.leave[x] * r.value[z]:
            r.gain[x] = gain
            r.leave[x] = leave
            r.chosen[x] = k - first


@kernel
def step(r: Round, size: int, places: int, lanes: int) -> bool:
    """A step of Newton's method in each place: best play by `value`, and what it is worth; True if all have settled."""
    turning = r.order[size - 1]
    for j in range(size):
        m = r.order[j]
        for k in range(r.first_action[m], r.first_action[m + 1]):
            follow(r, m, k, places, lanes, turning)
    still = True
    for z in range(places):
        leave = r.leave[turning * places + z]
        # With a value that is believed too high it can be best to go round until nobody ever leaves.
        value = r.gain[turning * places + z] / leave if leave > 0.0 else r.least[z]
        still = still and leave > 0.0 and abs(value - r.value[z]) <= STILL * value
        r.value[z] = value
    return still


@inlined
def worth_of(rule: Rule, r: Round, k: int, z: int, places: int, lanes: int, turning: int) -> tuple[float, float]:
    """Bounds of what an action is worth in a place, if the guesses hold."""
    l = r.out_low[k * places + z]
    h = r.out_high[k * places + z]
    sure = r.out_sure[k * places + z]
    for i in range(r.first_inner[k], r.first_inner[k + 1]):
        p = r.chance[i * lanes + z % lanes]
        x = r.to[i] * places + z
        low = r.below[z] if r.to[i] == turning else r.low[x]
        l += p * low
        h += p * (r.above[z] if r.to[i] == turning else r.high[x])
        sure += low >= 1.0
    if sure == r.terms[k]:  # whatever happens, play is won
        return 1.0, 1.0
    l, h = sum_bounds(l, h, h, rule.slack + r.terms[k])
    return l, min(h, 1.0)


@kernel
def bound(rule: Rule, r: Round, size: int, places: int, lanes: int) -> None:
    """What all nodes are worth in each place if the guesses `below` and `above` hold, and what is played."""
    turning = r.order[size - 1]
    for j in range(size):
        m = r.order[j]
        first = r.first_action[m]
        last = r.first_action[m + 1]
        mixed = r.mode[m] == MIX
        share = 1.0 / (last - first) if mixed else 1.0
        for k in range(first, last):
            for z in range(places):
                l, h = worth_of(rule, r, k, z, places, lanes, turning)
                x = m * places + z
                if k == first:
                    r.low[x] = share * l
                    r.high[x] = share * h
                    r.best[x] = 0
                elif mixed:
                    r.low[x] += share * l
                    r.high[x] += share * h
                else:
                    if is_better(True, True, rule.ties_last, l, h, r.low[x], r.high[x]):
                        r.best[x] = k - first
                    r.low[x] = max(r.low[x], l)
                    r.high[x] = max(r.high[x], h)
        if mixed:
            shares = 0.0
            for _ in range(first, last):
                shares += share
            for x in range(m * places, (m + 1) * places):
                r.low[x], r.high[x] = mixture_bounds(
                    r.low[x], r.high[x], shares, 0.0, 0.0, rule.gross, rule.slack, last - first
                )


@inlined
def prove(rule: Rule, r: Round, size: int, places: int, lanes: int) -> None:
    """Bounds near `value`. Where none could be proven, `below` is above `above` afterwards."""
    turning = r.order[size - 1]
    for z in range(places):
        r.below[z] = r.value[z]
        r.above[z] = r.value[z]
    bound(rule, r, size, places, lanes)
    for z in range(places):  # so much is lost in one round, and as much in each later one
        x = turning * places + z
        rounds = WIDER / max(r.leave[x], UNIT)
        few = 4 * UNIT * r.value[z]
        r.below[z] = r.value[z] - rounds * max(r.value[z] - r.low[x], few)
        r.above[z] = r.value[z] + rounds * max(r.high[x] - r.value[z], few)
    for turn in range(GUESSES):
        bound(rule, r, size, places, lanes)
        proven = True
        for z in range(places):
            x = turning * places + z
            if r.low[x] < r.below[z] or r.high[x] > r.above[z]:
                proven = False
                last = turn == GUESSES - 1
                r.below[z] = np.inf if last else r.value[z] - 4.0 * (r.value[z] - r.below[z])
                r.above[z] = -np.inf if last else r.value[z] + 4.0 * (r.above[z] - r.value[z])
        if proven:
            return


@kernel
def work_out_round(rule: Rule, r: Round, size: int, places: int, lanes: int) -> None:
    """What the nodes are worth in each place, from what the ways out bring. As for `prove`."""
    for z in range(places):
        r.value[z] = (r.least[z] + r.most[z]) / 2
    for _ in range(STEPS):
        if step(r, size, places, lanes):
            break
    prove(rule, r, size, places, lanes)


@inlined
def leave_as_played(r: Round, size: int, places: int, lanes: int, z: int) -> None:
    """The chances to leave, in a place where another action is played than the best, for it is as good."""
    turning = r.order[size - 1]
    same = True
    for x in range(z, size * places, places):
        same = same and r.chosen[x] == r.best[x]
    if same:
        return
    for j in range(size):
        m = r.order[j]
        first = r.first_action[m]
        last = r.first_action[m + 1]
        share = 1.0
        if r.mode[m] == MIX:
            share /= last - first
        else:
            first += r.best[m * places + z]
            last = first + 1
        leave = 0.0
        for k in range(first, last):
            leave += share * r.out[k * lanes + z % lanes]
            for i in range(r.first_inner[k], r.first_inner[k + 1]):
                if r.to[i] != turning:
                    leave += share * r.chance[i * lanes + z % lanes] * r.leave[r.to[i] * places + z]
        r.leave[m * places + z] = leave


@inlined
def is_settled(r: Round, size: int, places: int, lanes: int, z: int) -> bool:
    """Whether what is known of a place can be kept, if its bounds are not wider than those of all ways out."""
    leave_as_played(r, size, places, lanes, z)
    if r.leave[r.order[size - 1] * places + z] < SELDOM or not r.below[z] <= r.above[z]:
        return False
    for x in range(z, size * places, places):
        r.low[x] = max(r.low[x], r.least[z])
        r.high[x] = min(r.high[x], r.most[z])
        if r.low[x] < 1.0 and r.high[x] > 1.0 - DOUBT:
            return False
    return True


@kernel
def turn_round(g: Grid, rule: Rule, cells: Cells, knots: Knots, node: int, rows: Rows, n: int, r: Round) -> int:
    """Values of the loop that begins at a node, in `n` rows; returns how many are left, which become the first ones."""
    size = int(g.plan.loop[node])
    if not rule.wins or not find_round(g, rule.mode, knots, node, r):
        return n
    lanes = abreast(g)
    some = rows_at_once(r, size, lanes)
    left = 0
    for begin in range(0, n, some):
        end = min(n, begin + some)
        places = (end - begin) * lanes
        add_ways_out(g, cells, knots, node, rows, begin, end, r)
        work_out_round(rule, r, size, places, lanes)
        for y in range(begin, end):
            settled = True
            for z in range((y - begin) * lanes, (y - begin + 1) * lanes):
                settled = settled and is_settled(r, size, places, lanes, z)
            if settled:
                for m in range(size):
                    x = cell_at(g, knots, node + m, rows, y)
                    for lane in range(lanes):
                        z = m * places + (y - begin) * lanes + lane
                        put(cells, x + lane, r.low[z], r.high[z])
                        cells.best[x + lane] = r.best[z]
            else:
                rows.knot[left] = rows.knot[y]
                rows.row[left] = rows.row[y]
                left += 1
    return left
