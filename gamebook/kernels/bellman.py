"""Bounds of a state's value from those of the states it leads to.

Bracket arithmetic: `low` and `high` hold bounds of every value. An action's value is a sum of products, so its rounding
error is at most `slack` + (number of successors) units of 2^-53, relative to the sum of absolute terms; each bound is
moved outward by that much. Bounds are exact (low == high) only where every successor is worth exactly the same 0 or 1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.compiled import inlined

MAXIMISE, MINIMISE, MIX = range(3)
"""What happens at a state: the best action, the worst, or actions with given weights."""

UNIT = 2.0**-53

SAME = 1e-12
"""Values that differ by no more than this, relative to the larger, count as equally good."""


class Moves(NamedTuple):
    """How states lead to each other, as in `states.States`."""

    first_action: Ints
    """int64[n + 1]: a state's actions are first_action[s] .. first_action[s + 1]."""
    first_successor: Ints
    """int64[a + 1]: the same for the successors of an action."""
    successor: Ids
    chance: Floats


class Game(NamedTuple):
    """What is earned on the way, and how decisions are made."""

    moves: Moves
    reward: Floats
    """float64[a]: points expected on the way."""
    mode: Ids
    """int32[n]: MAXIMISE, MINIMISE or MIX."""
    weight: Floats
    """float64[a]: chance of each action at MIX states."""
    ties_last: bool
    """Of equally good actions the last is played, not the first."""
    slack: float
    """Rounding of an action's value, in units of 2^-53, before its own sum."""
    gross: float
    """The size of the sum whose rounding a reward may carry, where it is a difference of gains and losses."""
    wins: bool
    """Values are chances: nothing is better than 1."""


class Values(NamedTuple):
    """What every state is worth."""

    low: Floats
    """float64[n]: bound from below; filled in for endings and for states without actions."""
    high: Floats
    best: Ints
    """int64[n]: the action played; -1 where there is none."""


@inlined
def action_bounds(g: Game, v: Values, state: int, action: int) -> tuple[float, float, float]:
    """Bounds of an action's value without its way back to `state`, and the chance not to come back.

    Returns:
        low, high: reward + sum of chance * value over the other successors, outward.
        leak: the sum of their chances; exactly 1 where there is no way back.
    """
    first = g.moves.first_successor[action]
    last = g.moves.first_successor[action + 1]
    reward = g.reward[action]
    least = reward
    most = reward
    size = abs(reward) + g.gross
    leak = 0.0
    back = False
    worth = -1.0
    certain = size == 0.0
    for i in range(first, last):
        t = g.moves.successor[i]
        if t == state:
            back = True
            continue
        p = g.moves.chance[i]
        leak += p
        least += p * v.low[t]
        most += p * v.high[t]
        size += p * max(abs(v.low[t]), abs(v.high[t]))
        if v.low[t] != v.high[t] or (worth >= 0.0 and worth != v.low[t]) or v.low[t] < 0.0:
            certain = False
        worth = v.low[t]
    if not back:
        leak = 1.0
        if certain:
            return worth, worth, 1.0
    elif certain and worth in (0.0, 1.0):  # exact, once the way back is divided out
        return worth * leak, worth * leak, leak
    low, high = sum_bounds(least, most, size, g.slack + (last - first))
    return low, high, leak


@inlined
def sum_bounds(low: float, high: float, size: float, roundings: float) -> tuple[float, float]:
    """Bounds of a sum that was rounded.

    Args:
        low: the sum of the terms' bounds from below.
        high: that of their bounds from above.
        size: the sum of absolute terms.
        roundings: the most units of 2^-53 that the sum is wrong by, relative to `size`.
    """
    if not size < np.inf:  # gains and losses without end have no sum
        return (-np.inf if np.isnan(low) else low), (np.inf if np.isnan(high) else high)
    margin = roundings * UNIT * size
    return low - margin, high + margin


@inlined
def outward(bound: float, share: float) -> float:
    """A bound moved by a share of itself; what is infinite needs no room for rounding."""
    return bound + share * abs(bound) if abs(bound) < np.inf else bound


@inlined
def without_return(low: float, high: float, leak: float, roundings: float) -> tuple[float, float]:
    """Bounds of a value, given bounds of the part of it that does not come straight back.

    Args:
        low: bound from below.
        high: bound from above.
        leak: the chance not to come back, above 0.
        roundings: the most units of 2^-53 that the quotient is wrong by, relative to itself.
    """
    if low == high and low in (leak, 0.0):  # nothing was rounded
        return low / leak, low / leak
    l = low / leak
    h = high / leak
    l = -np.inf if np.isnan(l) else l  # gains and losses without end have no sum
    h = np.inf if np.isnan(h) else h
    return outward(l, -roundings * UNIT), outward(h, roundings * UNIT)


@inlined
def endless(gain: float, size: float, gross: float, roundings: float) -> tuple[float, float]:
    """Bounds of what staying for ever is worth: nothing, unless rounds earn or cost something.

    Args:
        gain: what a round earns on average.
        size: the same if losses were gains; 0 only where nothing is earned and nothing lost.
        gross: the size of the sum whose rounding `gain` may carry beside its own.
        roundings: the most units of 2^-53 that `gain` is wrong by, relative to `size` + `gross`.
    """
    if size == 0.0:
        return 0.0, 0.0
    room = roundings * UNIT * (size + gross)
    return np.inf if gain > room else -np.inf, -np.inf if gain < -room else np.inf


@inlined
def mixture_bounds(
    low: float, high: float, leak: float, gain: float, size: float, gross: float, slack: float, actions: int
) -> tuple[float, float]:  # fmt: skip
    """Bounds of the value of a mixture of actions, ways straight back divided out.

    Args:
        low: the sum of weight * bound from below over the actions.
        high: the sum of weight * bound from above.
        leak: the chance not to come straight back.
        gain: as in `endless`.
        size: as in `endless`.
        gross: as in `endless`.
        slack: rounding of an action's value, in units of 2^-53, before its own sum.
        actions: how many there are.
    """
    if leak <= 0.0:
        return endless(gain, size, gross, slack + actions)
    return without_return(low, high, leak, actions + 4)


@inlined
def mixed_bounds(g: Game, v: Values, s: int) -> tuple[float, float, int]:
    """Bounds of the value of a state where actions are taken with given weights."""
    first = g.moves.first_action[s]
    last = g.moves.first_action[s + 1]
    low = 0.0
    high = 0.0
    leak = 0.0
    gain = 0.0
    size = 0.0
    for a in range(first, last):
        if g.weight[a] > 0.0:
            l, h, out = action_bounds(g, v, s, a)
            low += g.weight[a] * l
            high += g.weight[a] * h
            leak += g.weight[a] * out
            gain += g.weight[a] * g.reward[a]
            size += g.weight[a] * abs(g.reward[a])
    low, high = mixture_bounds(low, high, leak, gain, size, g.gross, g.slack, last - first)
    return low, high, -1


@inlined
def alike(wins: bool, one: float, other: float) -> float:
    """How far apart two values may be and count as equal; of infinite ones only the same are.

    Chances may be small. Points are sums in which much may cancel: there it is a share of at least one point.
    """
    largest = max(abs(one), abs(other), 0.0 if wins else 1.0)
    return SAME * largest if largest < np.inf else 0.0


@inlined
def is_better(wins: bool, maximise: bool, ties_last: bool, l: float, h: float, low: float, high: float) -> bool:
    """Whether an action with bounds l, h is played instead of the one with bounds low, high before it.

    A sure victory is better than an almost sure one, however little is between them: if best play never loses, the
    report must not show a play of it that loses. Only a sure victory has the bound 1 from below.
    """
    if wins and (l >= 1.0) != (low >= 1.0):
        return (l >= 1.0) == maximise
    sign = 1.0 if maximise else -1.0
    middle = sign * (l + h)
    present = sign * (low + high)
    step = alike(wins, middle, present)
    return middle > present + step or (ties_last and middle >= present - step)


@inlined
def state_bounds(g: Game, v: Values, s: int) -> tuple[float, float, int]:
    """Bounds of a state's value and its best action (the first or the last of equals), coming back divided out."""
    if g.mode[s] == MIX:
        low, high, best = mixed_bounds(g, v, s)
        return low, 1.0 if g.wins and low >= 1.0 else high, best
    maximise = g.mode[s] == MAXIMISE
    best = -1
    low = 0.0
    high = 0.0
    for a in range(g.moves.first_action[s], g.moves.first_action[s + 1]):
        l, h, leak = action_bounds(g, v, s, a)
        if leak <= 0.0:
            l, h = endless(g.reward[a], abs(g.reward[a]), g.gross, g.slack)
        elif leak != 1.0:
            l, h = without_return(l, h, leak, 2.0)
        if best < 0:
            best, low, high = a, l, h
            continue
        if is_better(g.wins, maximise, g.ties_last, l, h, low, high):
            best = a
        low = max(low, l) if maximise else min(low, l)
        high = max(high, h) if maximise else min(high, h)
    return low, 1.0 if g.wins and low >= 1.0 else high, best
