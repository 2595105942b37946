"""Values of whole arrays of cells, batch after batch; bounds as in `bellman`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import MAXIMISE, MIX, endless, is_better, mixture_bounds, sum_bounds, without_return
from gamebook.kernels.cells.grid import Grid, Knots, Rows, block, follow_way, gather, knots_at, led_to, make_rows
from gamebook.kernels.cells.plans import Plan
from gamebook.kernels.cells.reached import number_of
from gamebook.kernels.compiled import inlined, kernel

Bytes = NDArray[np.uint8]


class Cells(NamedTuple):
    """What is known of each cell that is reached, by its number."""

    low: Floats
    """float64[reached]: bound from below."""
    high: Floats
    best: Bytes
    """uint8[reached]: which action of its turn is played."""


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


def make_sums(plan: Plan) -> Sums:
    """Room for the sums of any node."""
    room = len(make_rows(plan).cell)
    low, high, size, best_low, best_high = np.zeros((5, room))
    return Sums(low, high, size, np.zeros(room, np.int32), best_low, best_high, np.zeros(room, np.uint8))


@inlined
def add_way(g: Grid, cells: Cells, rows: Rows, sums: Sums, n: int, way: int, p: float) -> None:
    """Add what a way with chance `p` leads to, for each of `n` rows."""
    carry = g.plan.way_carry[way]
    for y in range(n):
        x = number_of(g.reached, led_to(g, rows, carry, y))
        l = cells.low[x]
        h = cells.high[x]
        sums.low[y] += p * l
        sums.high[y] += p * h
        sums.size[y] += p * max(abs(l), abs(h))
        sums.ones[y] += l == 1.0


@inlined
def bounds(rule: Rule, mixes: bool, sums: Sums, y: int, reward: float, leak: float, terms: int) -> tuple[float, float]:
    """Bounds of an action's value in a row; as in `bellman`, where it may lead straight back.

    Args:
        leak: the chance not to come straight back; that is divided out, where a mixture does not do so later.
        terms: how many ways lead on.
    """
    if rule.wins and terms > 0 and sums.ones[y] == terms:  # whatever happens, play is won
        return (leak, leak) if mixes else (1.0, 1.0)
    if not mixes and leak <= 0.0:
        return endless(reward, abs(reward), rule.gross, rule.slack)
    size = sums.size[y] + abs(reward) + rule.gross
    l, h = sum_bounds(sums.low[y] + reward, sums.high[y] + reward, size, rule.slack + terms)
    if not mixes and leak != 1.0:
        l, h = without_return(l, h, leak, 2.0)
    return l, h


@inlined
def compare(rule: Rule, maximises: bool, sums: Sums, y: int, action: int, l: float, h: float) -> None:
    """Keep the better of an action and the best before it, for the one who decides."""
    if rule.wins:
        h = min(h, 1.0)
    if action == 0:
        sums.best_low[y] = l
        sums.best_high[y] = h
        sums.best[y] = 0
        return
    if is_better(maximises, rule.ties_last, l, h, sums.best_low[y], sums.best_high[y]):
        sums.best[y] = action
    sums.best_low[y] = max(sums.best_low[y], l) if maximises else min(sums.best_low[y], l)
    sums.best_high[y] = max(sums.best_high[y], h) if maximises else min(sums.best_high[y], h)


@inlined
def finish_mixture(
    rule: Rule, sums: Sums, n: int, actions: int, leak: float, gain: float, gains: float
) -> None:  # fmt: skip
    """Divide out that a mixture of actions may lead straight back, for each of `n` rows.

    Args:
        leak: the chance not to come straight back.
        gain: what a round earns on average.
        gains: the same if losses were gains.
    """
    for y in range(n):
        sums.best_low[y], sums.best_high[y] = mixture_bounds(
            sums.best_low[y], sums.best_high[y], leak, gain, gains, rule.gross, rule.slack, actions
        )
        sums.best[y] = 0


@inlined
def work_out(g: Grid, rule: Rule, cells: Cells, knots: Knots, node: int, n: int, rows: Rows, sums: Sums) -> None:
    """The values of a node in `n` rows."""
    mode = rule.mode[g.contexts.point[g.batches.context[knots.first + g.plan.member[node]]]]
    own = node - g.plan.node_start[knots.shape]
    first = g.turns.first_action[g.plan.turn[node]]
    last = g.turns.first_action[g.plan.turn[node] + 1]
    share = 1.0 / max(1, last - first)
    way = g.plan.way_start[node]
    leaks = 0.0
    gain = 0.0
    gains = 0.0
    for a in range(first, last):
        sums.low[:n] = 0.0
        sums.high[:n] = 0.0
        sums.size[:n] = 0.0
        sums.ones[:n] = 0
        leak = 0.0
        back = False
        terms = 0
        for w in range(g.turns.first_way[a], g.turns.first_way[a + 1]):
            if g.plan.inner[way] == own:
                back = True
            else:
                leak += g.turns.chance[w]
                terms += 1
                follow_way(g, knots, node, w, way, rows)
                add_way(g, cells, rows, sums, n, way, g.turns.chance[w])
            way += 1
        if not back:
            leak = 1.0
        reward = 0.0 if rule.wins else g.turns.reward[a]
        for y in range(n):
            l, h = bounds(rule, mode == MIX, sums, y, reward, leak, terms)
            if mode != MIX:
                compare(rule, mode == MAXIMISE, sums, y, a - first, l, h)
            elif a == first:
                sums.best_low[y] = share * l
                sums.best_high[y] = share * h
            else:
                sums.best_low[y] += share * l
                sums.best_high[y] += share * h
        leaks += share * leak
        gain += share * reward
        gains += share * abs(reward)
    if mode == MIX:
        finish_mixture(rule, sums, n, last - first, leaks, gain, gains)
    for y in range(n):
        cells.low[rows.cell[y]] = sums.best_low[y]
        cells.high[rows.cell[y]] = sums.best_high[y]
        cells.best[rows.cell[y]] = sums.best[y]


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
        count, _ = block(g.plan, g.batches, at[0])
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
