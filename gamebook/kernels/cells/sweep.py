"""Values of whole arrays of cells, batch after batch; bounds as in `bellman`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import MAXIMISE, MIX, endless, is_better, mixture_bounds, sum_bounds, without_return
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
    make_rows,
)
from gamebook.kernels.cells.plans import Plan
from gamebook.kernels.cells.reached import number_of
from gamebook.kernels.cells.values import Bytes, Cells, high_at, put
from gamebook.kernels.compiled import inlined, kernel

TERM = 32
"""Bits of a count of certain victories; those above count all terms."""


class Rule(NamedTuple):
    """How decisions are made, and what values are."""

    mode: Ids
    """int32[points]: MAXIMISE, MINIMISE or MIX, which gives equal weight to all open options."""
    ties_last: bool
    """Of equally good actions the last is played, not the first."""
    wins: bool
    """Values are chances; points do not count."""
    slack: float
    """How often a chance may have been rounded, and some more."""
    gross: float
    """The most points that an action may bring, gains and losses both counted."""


class Sums(NamedTuple):
    """What is known of each row of a node so far, lane beside lane; and of each lane, whatever the row."""

    low: Floats
    high: Floats
    size: Floats
    """float64[rows * lanes]: the sum of absolute terms, which rounding is measured by; that of chances is `high`."""
    ones: Ints
    """int64[rows * lanes]: how many terms are certain victories, and `TERM` bits above how many there are."""
    best_low: Floats
    best_high: Floats
    best: Bytes
    leak: Floats
    """float64[lanes]: of the action at hand the chance not to come straight back;"""
    leaks: Floats
    """float64[lanes]: of a mixture of actions the same;"""
    gain: Floats
    """float64[lanes]: what a round of it earns on average;"""
    gains: Floats
    """float64[lanes]: the same if losses were gains."""


def make_sums(plan: Plan, lanes: int) -> Sums:
    """Room for the sums of any node."""
    room = len(make_rows(plan, lanes).cell) * lanes
    low, high, size, best_low, best_high = np.zeros((5, room))
    leak, leaks, gain, gains = np.ones((4, lanes))
    ones, best = np.zeros(room, np.int64), np.zeros(room, np.uint8)
    return Sums(low, high, size, ones, best_low, best_high, best, leak, leaks, gain, gains)


@inlined
def add_way(g: Grid, wins: bool, cells: Cells, rows: Rows, sums: Sums, n: int, way: int, w: int) -> None:
    """Add what a way leads to, for each of `n` rows.

    Args:
        way: its number in the plan.
        w: its number among those of turns.
    """
    carry = g.plan.way_carry[way]
    lanes = abreast(g)
    for y in range(n):
        x = lanes * number_of(g.reached, led_to(g, rows, carry, y))
        for lane in range(lanes):
            z = y * lanes + lane
            p = g.turns.chance[w * lanes + lane]
            l = cells.low[x + lane]
            h = high_at(cells, x + lane)
            if wins:  # all that is not gone adds nothing
                sums.low[z] += p * l
                sums.high[z] += p * h
            elif p > 0.0:  # what is not gone may be without bounds
                sums.low[z] += p * l
                sums.high[z] += p * h
                sums.size[z] += p * max(abs(l), abs(h))
            sums.ones[z] += (p > 0.0) * ((1 << TERM) + (l == 1.0))


@inlined
def bounds(rule: Rule, mixes: bool, sums: Sums, z: int, leak: float, reward: float) -> tuple[float, float]:
    """Bounds of an action's value in a row; as in `bellman`, where it may lead straight back.

    Args:
        leak: the chance not to come straight back; that is divided out, where a mixture does not do so later.
        reward: what the action earns.
    """
    terms = sums.ones[z] >> TERM
    if rule.wins and terms > 0 and sums.ones[z] == (terms << TERM) + terms:  # whatever happens, play is won
        return (leak, leak) if mixes else (1.0, 1.0)
    if not mixes and leak <= 0.0:
        return endless(reward, abs(reward), rule.gross, rule.slack)
    size = sums.high[z] if rule.wins else sums.size[z] + abs(reward) + rule.gross
    l, h = sum_bounds(sums.low[z] + reward, sums.high[z] + reward, size, rule.slack + terms)
    if not mixes and leak != 1.0:
        l, h = without_return(l, h, leak, 2.0)
    return l, h


@inlined
def compare(rule: Rule, maximises: bool, sums: Sums, z: int, action: int, l: float, h: float) -> None:
    """Keep the better of an action and the best before it, for the one who decides."""
    if rule.wins:
        h = min(h, 1.0)
    if action == 0:
        sums.best_low[z] = l
        sums.best_high[z] = h
        sums.best[z] = 0
        return
    if is_better(rule.wins, maximises, rule.ties_last, l, h, sums.best_low[z], sums.best_high[z]):
        sums.best[z] = action
    sums.best_low[z] = max(sums.best_low[z], l) if maximises else min(sums.best_low[z], l)
    sums.best_high[z] = max(sums.best_high[z], h) if maximises else min(sums.best_high[z], h)


@inlined
def finish_mixture(rule: Rule, sums: Sums, n: int, lanes: int, actions: int) -> None:
    """Divide out that a mixture of actions may lead straight back, for each of `n` rows."""
    for y in range(n):
        for lane in range(lanes):
            z = y * lanes + lane
            sums.best_low[z], sums.best_high[z] = mixture_bounds(
                sums.best_low[z], sums.best_high[z], sums.leaks[lane], sums.gain[lane], sums.gains[lane],
                rule.gross, rule.slack, actions,
            )  # fmt: skip
            sums.best[z] = 0


@inlined
def find_leaks(g: Grid, sums: Sums, first_way: int, last_way: int, way: int, own: int) -> bool:
    """Fill in `leak` for an action some of whose ways lead straight back; False where none does.

    Args:
        first_way, last_way: its ways among those of turns.
        way: its first way in the plan.
        own: the node, counted within the shape.
    """
    back = False
    for i in range(last_way - first_way):
        back = back or g.plan.inner[way + i] == own
    if back:
        for lane in range(abreast(g)):
            leak = 0.0
            stays = False
            for i in range(last_way - first_way):
                p = g.turns.chance[(first_way + i) * abreast(g) + lane]
                if g.plan.inner[way + i] != own:
                    leak += p
                elif p > 0.0:
                    stays = True
            sums.leak[lane] = leak if stays else 1.0
    return back


@inlined
def mix(g: Grid, rule: Rule, sums: Sums, n: int, action: int, first: int, share: float) -> None:
    """Add an action to a mixture of them."""
    lanes = abreast(g)
    for y in range(n):
        for lane in range(lanes):
            z = y * lanes + lane
            reward = 0.0 if rule.wins else g.turns.reward[action * lanes + lane]
            l, h = bounds(rule, True, sums, z, sums.leak[lane], reward)
            sums.best_low[z] = share * l if action == first else sums.best_low[z] + share * l
            sums.best_high[z] = share * h if action == first else sums.best_high[z] + share * h
    for lane in range(lanes):
        reward = 0.0 if rule.wins else g.turns.reward[action * lanes + lane]
        if action == first:
            sums.leaks[lane] = 0.0
            sums.gain[lane] = 0.0
            sums.gains[lane] = 0.0
        sums.leaks[lane] += share * sums.leak[lane]
        sums.gain[lane] += share * reward
        sums.gains[lane] += share * abs(reward)


@inlined
def work_out(g: Grid, rule: Rule, cells: Cells, knots: Knots, node: int, n: int, rows: Rows, sums: Sums) -> None:
    """The values of a node in `n` rows."""
    mode = rule.mode[g.contexts.point[g.batches.context[knots.first + g.plan.member[node]]]]
    own = node - g.plan.node_start[knots.shape]
    first = g.turns.first_action[g.plan.turn[node]]
    last = g.turns.first_action[g.plan.turn[node] + 1]
    share = 1.0 / max(1, last - first)
    way = g.plan.way_start[node]
    lanes = abreast(g)
    for a in range(first, last):
        for z in range(n * lanes):
            sums.low[z] = 0.0
            sums.high[z] = 0.0
            sums.size[z] = 0.0
            sums.ones[z] = 0
        first_way, last_way = g.turns.first_way[a], g.turns.first_way[a + 1]
        back = find_leaks(g, sums, first_way, last_way, way, own)
        for w in range(first_way, last_way):
            if g.plan.inner[way] != own:
                follow_way(g, knots, node, w, way, rows)
                add_way(g, rule.wins, cells, rows, sums, n, way, w)
            way += 1
        if mode == MIX:
            mix(g, rule, sums, n, a, first, share)
        else:
            for y in range(n):
                for lane in range(lanes):
                    z = y * lanes + lane
                    reward = 0.0 if rule.wins else g.turns.reward[a * lanes + lane]
                    l, h = bounds(rule, False, sums, z, sums.leak[lane], reward)
                    compare(rule, mode == MAXIMISE, sums, z, a - first, l, h)
        if back:
            for lane in range(lanes):
                sums.leak[lane] = 1.0
    if mode == MIX:
        finish_mixture(rule, sums, n, lanes, last - first)
    for y in range(n):
        for lane in range(lanes):
            z = y * lanes + lane
            put(cells, rows.cell[y] + lane, sums.best_low[z], sums.best_high[z])
            cells.best[rows.cell[y] + lane] = sums.best[z]


@kernel
def backward(g: Grid, rule: Rule, cells: Cells, rows: Rows, sums: Sums, at: Ints, stop: int) -> bool:
    """Go on with the values from `at` = (batch, first knot, node); False where a real loop needs the caller's help.

    Args:
        g: the cells.
        rule: how decisions are made.
        cells: values, filled in.
        rows: room to work in.
        sums: room to work in.
        at: int64[3], moved on.
        stop: the batch before which to return, so that the caller can look at the clock.
    """
    while at[0] < stop:
        count, _ = block(g, at[0])
        while at[1] < count:
            knots = knots_at(g, at[0], at[1])
            nodes = g.plan.node_start[knots.shape + 1] - g.plan.node_start[knots.shape]
            while at[2] < nodes:
                node = g.plan.node_start[knots.shape] + at[2]
                if g.plan.loop[node] > 1:
                    return False
                n = gather(g, knots, node, rows)
                if n > 0:
                    work_out(g, rule, cells, knots, node, n, rows, sums)
                at[2] += 1
            at[1] += knots.count
            at[2] = 0
        at[0] += 1
        at[1] = 0
    return True
