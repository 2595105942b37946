"""How readers decide who err: by how good the options look, or by looking a few choices ahead."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import MINIMISE, MIX, Game, Values, action_bounds, state_bounds
from gamebook.kernels.compiled import inlined, kernel

TURNS_BACK = 200
"""Rounds in which the weights of a state that leads straight back to itself are adjusted to its own value."""
LEAST_SWEEPS, MOST_SWEEPS, WORK = 20, 2_000, 20_000_000
"""Sweeps over a loop when looking ahead, so that they make about so many steps. If the loop has not settled then, the
reader has a rougher idea of it; what the reader gets is exact all the same."""
STILL = 1e-15
"""A value that moves by no more than this, relative to itself, has settled."""


@inlined
def weigh_softly(g: Game, v: Values, s: int, own: float, rate: float) -> None:
    """Weight each action of a state by exp(rate * value).

    Args:
        own: what the state itself is worth, where play comes straight back to it.
    """
    first = g.moves.first_action[s]
    last = g.moves.first_action[s + 1]
    top = -np.inf
    for a in range(first, last):
        l, h, leak = action_bounds(g, v, s, a)
        top = max(top, (l + h) / 2 + (1.0 - leak) * own)
    total = 0.0
    for a in range(first, last):
        l, h, leak = action_bounds(g, v, s, a)
        worth = (l + h) / 2 + (1.0 - leak) * own
        total += np.exp(rate * (worth - top)) if worth > -np.inf else 0.0
    for a in range(first, last):
        l, h, leak = action_bounds(g, v, s, a)
        worth = (l + h) / 2 + (1.0 - leak) * own
        g.weight[a] = np.exp(rate * (worth - top)) / total if worth > -np.inf else 0.0


@kernel
def soften(g: Game, v: Values, order: Ids, start: Ints, at: int, stop: int, rate: float) -> None:
    """For components `at` .. `stop` - 1, weights and values of a reader who takes options by how good they look.

    The reader's own later mistakes are counted. In a loop the weights follow from the values as they are, and those
    values stay. Elsewhere both are right, if the values of what they lead to are.
    """
    for c in range(at, stop):
        alone = start[c + 1] - start[c] == 1
        for i in range(start[c], start[c + 1]):
            s = order[i]
            if g.moves.first_action[s] == g.moves.first_action[s + 1]:
                continue
            mixed = g.mode[s] == MIX
            own = (v.low[s] + v.high[s]) / 2
            if not alone:
                if mixed:
                    weigh_softly(g, v, s, own, rate)
                continue
            for _ in range(TURNS_BACK):
                if mixed:
                    weigh_softly(g, v, s, own, rate)
                v.low[s], v.high[s], v.best[s] = state_bounds(g, v, s)
                now = (v.low[s] + v.high[s]) / 2
                if not mixed or abs(now - own) <= STILL * abs(now):
                    break
                own = now


@inlined
def promise(g: Game, value: Floats, action: int) -> float:
    """What an action is worth by these values."""
    total = g.reward[action]
    for i in range(g.moves.first_successor[action], g.moves.first_successor[action + 1]):
        total += g.moves.chance[i] * value[g.moves.successor[i]]
    return total


@inlined
def promise_without_return(g: Game, value: Floats, s: int, action: int) -> float:
    """What an action of a state is worth if it is taken again as long as it leads straight back."""
    total = g.reward[action]
    leak = 1.0
    for i in range(g.moves.first_successor[action], g.moves.first_successor[action + 1]):
        t = g.moves.successor[i]
        if t == s:
            leak -= g.moves.chance[i]
        else:
            total += g.moves.chance[i] * value[t]
    return total / leak if leak > 0.0 else value[s]


@kernel
def look_further(g: Game, before: Floats, value: Floats, order: Ids, start: Ints, at: int, stop: int) -> None:
    """What play is worth to a reader who makes one more choice as well as he can, and then goes on as `before` says.

    Args:
        at, stop: the components to work on are `at` .. `stop` - 1.
        before: float64[n]: what states are worth to one who sees a choice less.
        value: float64[n], filled in; of endings it is known.
    """
    for c in range(at, stop):
        size = start[c + 1] - start[c]
        rounds = 1 if size == 1 else max(LEAST_SWEEPS, min(MOST_SWEEPS, WORK // size))
        for i in range(start[c], start[c + 1]):
            value[order[i]] = before[order[i]]
        for _ in range(rounds):
            moved = 0.0
            for i in range(start[c], start[c + 1]):
                s = order[i]
                first = g.moves.first_action[s]
                last = g.moves.first_action[s + 1]
                if first == last:
                    continue
                decides = g.mode[s] == MIX and last - first > 1
                best = promise(g, before, first) if decides else promise_without_return(g, value, s, first)
                for a in range(first + 1, last):
                    other = promise(g, before, a) if decides else promise_without_return(g, value, s, a)
                    best = min(best, other) if g.mode[s] == MINIMISE else max(best, other)
                moved = max(moved, abs(best - value[s]))
                value[s] = best
            if moved <= STILL:
                break
