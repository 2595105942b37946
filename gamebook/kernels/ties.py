"""Which of equally good actions is played in a component that the reader can stay in.

The first, as everywhere else (or the last, if the book says so). Where the reader would go round for ever by it, the
first is played that leads to where play goes on, so that what the component is worth is also won, or earned. Which
actions these are does not depend on how states are numbered.

What counts as equal may lose a little in each round, and much in the end, where play seldom leaves. So if an action is
worse by more than rounding, and would count as equal, only what is worse by no more than rounding does.
"""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ids
from gamebook.kernels.bellman import MAXIMISE, MINIMISE, MIX, SAME, Game, Values, action_bounds, without_return
from gamebook.kernels.compiled import inlined, kernel

LEAVES, NEXT = 1, -(1 << 31)
"""Marks of a component's states: play surely leaves some day; the same, once all states are looked at. Of a state from
which play may still go round for ever, the mark is -2 less the place of the action that was played before; -1: none."""
ROUNDED = 1e-14
"""Values that differ by no more than this, relative to themselves, differ by rounding."""


@inlined
def worth_of(g: Game, v: Values, state: int, action: int) -> tuple[float, float]:
    """What an action is worth at least, and twice the middle of its bounds; -inf where it only leads straight back."""
    low, high, leak = action_bounds(g, v, state, action)
    if leak <= 0.0:
        return -np.inf, -np.inf
    if leak != 1.0:
        low, high = without_return(low, high, leak, 2.0)
    return low, low + high


@inlined
def leads_on(g: Game, action: int, mark: Ids) -> bool:
    """Whether an action may lead out, or to where play surely leaves."""
    for i in range(g.moves.first_successor[action], g.moves.first_successor[action + 1]):
        if mark[g.moves.successor[i]] >= 0:
            return True
    return False


@inlined
def most_of(g: Game, v: Values, state: int) -> tuple[float, float]:
    """The most that `worth_of` says of an action of a state."""
    most = -np.inf
    best = -np.inf
    for a in range(g.moves.first_action[state], g.moves.first_action[state + 1]):
        low, value = worth_of(g, v, state, a)
        most = max(most, low)
        best = max(best, value)
    return most, best


@inlined
def as_good(g: Game, value: float, best: float, apart: float) -> bool:
    """Whether a value is no less than the best one by more than a share of the larger of them, as in `alike`."""
    return value >= best - apart * max(abs(value), abs(best), 0.0 if g.wins else 1.0) if value > -np.inf else False


@inlined
def distance(g: Game, v: Values, states: Ids) -> float:
    """How far apart, relative to them, two values may be and count as equal in a component."""
    for s in states:
        if g.mode[s] == MAXIMISE:
            _, best = most_of(g, v, s)
            for a in range(g.moves.first_action[s], g.moves.first_action[s + 1]):
                _, value = worth_of(g, v, s, a)
                if as_good(g, value, best, SAME) and not as_good(g, value, best, ROUNDED):
                    return ROUNDED
    return SAME


@inlined
def first_equal(g: Game, v: Values, state: int, mark: Ids, onward: bool, apart: float) -> int:
    """The first of the best actions of a state (or the last), of those that lead on; -1 where there is none.

    Args:
        onward: False: lead where they will.
        apart: from `distance`.
    """
    first = g.moves.first_action[state]
    last = g.moves.first_action[state + 1]
    most, best = most_of(g, v, state)
    for i in range(last - first):
        a = last - 1 - i if g.ties_last else first + i
        low, value = worth_of(g, v, state, a)
        equal = as_good(g, value, best, apart) and (not g.wins or most < 1.0 or low >= 1.0)  # as in `is_better`
        if equal and (not onward or leads_on(g, a, mark)):
            return a
    return -1


@kernel
def take_first(g: Game, v: Values, states: Ids, mark: Ids) -> None:
    """Fill in `best` of a component of which values are known; nothing is changed where a rival decides.

    Args:
        mark: int32[n], all 0; used for marks and left all 0.
    """
    first_action = g.moves.first_action
    for s in states:
        if g.mode[s] == MINIMISE or not abs(v.low[s] + v.high[s]) < np.inf:
            return
    apart = distance(g, v, states)
    for s in states:
        mark[s] = -1 if v.best[s] < 0 else first_action[s] - v.best[s] - 2
        if g.mode[s] == MAXIMISE:
            v.best[s] = first_equal(g, v, s, mark, False, apart)
    found = True
    while found:
        changed = True
        while changed:
            changed = False
            for s in states:
                on = False
                for a in range(first_action[s], first_action[s + 1]):
                    taken = g.weight[a] > 0.0 if g.mode[s] == MIX else a == v.best[s]
                    on = on or (taken and leads_on(g, a, mark))
                if on and mark[s] < 0:
                    mark[s] = LEAVES
                    changed = True
        found = False
        for s in states:
            if mark[s] < 0 and g.mode[s] == MAXIMISE:
                a = first_equal(g, v, s, mark, True, apart)
                if a >= 0:
                    v.best[s] = a
                    mark[s] = NEXT
                    found = True
        for s in states:
            if mark[s] == NEXT:
                mark[s] = LEAVES
    for s in states:
        if mark[s] < 0 and g.mode[s] == MAXIMISE:  # its way on is not quite as good, or there is none
            v.best[s] = -1 if mark[s] == -1 else first_action[s] - mark[s] - 2
        mark[s] = 0
