"""Values backwards and chances forwards, one component of states after another.

Bracket arithmetic: `low` and `high` hold bounds of every value. An action's value is a sum of products, so its rounding
error is at most `slack` + (number of successors) units of 2^-53, relative to the sum of absolute terms; each bound is
moved outward by that much. Bounds are exact (low == high) only where every successor is worth exactly the same 0 or 1.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from gamebook.kernels.machine import Floats, Ids, Ints

MAXIMISE, MINIMISE, MIX = range(3)
"""What happens at a state: the best action, the worst, or actions with given weights."""

UNIT = 2.0**-53
SWEEPS = 400
"""Sweeps over a component before it is left to a linear solver."""

NARROW = 4e-14
"""A bracket this narrow, relative to the value, needs no more sweeps."""

WIDER = 1e-12
"""Room for rounding in the first bounds of a component."""

SETTLED = 1e-15
"""So small a share of what has arrived may still be on its way."""

SAME = 1e-12
"""Values that differ by no more than this, relative to the larger, count as equally good."""


@njit(cache=True)
def action_bounds(
    first: int,
    last: int,
    state: int,
    successor: Ids,
    chance: Floats,
    reward: float,
    slack: float,
    low: Floats,
    high: Floats,
) -> tuple[float, float, float]:
    """Bounds of an action's value without its way back to `state`, and the chance not to come back.

    Args:
        first, last: the action's stretch of `successor` and `chance`.

    Returns:
        low, high: reward + sum of chance * value over the other successors, outward.
        leak: the sum of their chances; exactly 1 where there is no way back.
    """
    least = reward
    most = reward
    size = abs(reward)
    leak = 0.0
    back = False
    worth = -1.0
    certain = reward == 0.0
    for i in range(first, last):
        t = successor[i]
        if t == state:
            back = True
            continue
        p = chance[i]
        leak += p
        least += p * low[t]
        most += p * high[t]
        size += p * max(abs(low[t]), abs(high[t]))
        if low[t] != high[t] or (worth >= 0.0 and worth != low[t]) or low[t] < 0.0:
            certain = False
        worth = low[t]
    if not back:
        leak = 1.0
        if certain:
            return worth, worth, 1.0
    margin = (slack + (last - first)) * UNIT * size if size < np.inf else 0.0
    return least - margin, most + margin, leak


@njit(cache=True)
def state_bounds(
    s: int,
    mode: int,
    ties_last: bool,
    first_action: Ints,
    first_successor: Ints,
    successor: Ids,
    chance: Floats,
    reward: Floats,
    weight: Floats,
    slack: float,
    low: Floats,
    high: Floats,
) -> tuple[float, float, int]:
    """Bounds of a state's value and its best action (the first or the last of equals), coming back divided out."""
    best = -1
    best_low = 0.0
    best_high = 0.0
    if mode == MIX:
        sum_low = 0.0
        sum_high = 0.0
        leak = 0.0
        for a in range(first_action[s], first_action[s + 1]):
            if weight[a] > 0.0:
                l, h, out = action_bounds(
                    first_successor[a], first_successor[a + 1], s, successor, chance, reward[a], slack, low, high
                )
                sum_low += weight[a] * l
                sum_high += weight[a] * h
                leak += weight[a] * out
        if leak <= 0.0:
            return 0.0, 0.0, -1
        best_low = sum_low / leak
        best_high = sum_high / leak
        turn = (first_action[s + 1] - first_action[s] + 4) * UNIT
        best_low -= turn * abs(best_low)
        best_high += turn * abs(best_high)
    else:
        for a in range(first_action[s], first_action[s + 1]):
            l, h, leak = action_bounds(
                first_successor[a], first_successor[a + 1], s, successor, chance, reward[a], slack, low, high
            )
            if leak <= 0.0:
                # Staying for ever: worth nothing, unless each round earns or costs something.
                l = h = 0.0 if reward[a] == 0.0 else np.inf if reward[a] > 0.0 else -np.inf
            elif leak != 1.0:
                l = l / leak
                h = h / leak
                l -= 2 * UNIT * abs(l)
                h += 2 * UNIT * abs(h)
            sign = 1.0 if mode == MAXIMISE else -1.0
            if best < 0:
                best, best_low, best_high = a, l, h
                continue
            middle = sign * (l + h)
            present = sign * (best_low + best_high)
            step = SAME * max(abs(middle), abs(present))
            if mode == MAXIMISE:
                new_low, new_high = max(best_low, l), max(best_high, h)
            else:
                new_low, new_high = min(best_low, l), min(best_high, h)
            if middle > present + step or (ties_last and middle >= present - step):
                best = a
            best_low, best_high = new_low, new_high
    return best_low, best_high, best


@njit(cache=True)
def may_stay(
    states: Ids, mode: Ids, first_action: Ints, first_successor: Ints, successor: Ids, weight: Floats, inside: Ids
) -> bool:
    """Whether some way of choosing can stay among `states` for ever (an end component).

    Args:
        inside: int32[n], all 0; used as marks and left all 0.
    """
    for s in states:
        inside[s] = 1
    left = states.shape[0]
    changed = True
    while changed and left > 0:
        changed = False
        for s in states:
            if inside[s] == 0:
                continue
            stays = False
            for a in range(first_action[s], first_action[s + 1]):
                if mode[s] == MIX and weight[a] <= 0.0:
                    continue
                kept = True
                for i in range(first_successor[a], first_successor[a + 1]):
                    if inside[successor[i]] == 0:
                        kept = False
                        break
                if mode[s] == MIX:
                    stays = kept
                    if not kept:
                        break
                elif kept:
                    stays = True
                    break
            if not stays:
                inside[s] = 0
                left -= 1
                changed = True
    for s in states:
        inside[s] = 0
    return left > 0


@njit(cache=True)
def sweep_component(
    states: Ids,
    mode: Ids,
    ties_last: bool,
    first_action: Ints,
    first_successor: Ints,
    successor: Ids,
    chance: Floats,
    reward: Floats,
    weight: Floats,
    slack: float,
    low: Floats,
    high: Floats,
    best: Ints,
) -> bool:
    """Interval iteration on a component nobody can stay in; True when its brackets are narrow.

    Every iterate is a bound, so stopping early is safe.
    """
    for s in states:
        low[s] = np.inf
    # Whoever decides, play leaves: a value lies between those of the ways out.
    least = np.inf
    most = -np.inf
    inherited = 0.0
    for s in states:
        for i in range(first_successor[first_action[s]], first_successor[first_action[s + 1]]):
            t = successor[i]
            if low[t] < np.inf:
                least = min(least, low[t])
                most = max(most, high[t])
                inherited = max(inherited, high[t] - low[t])
    for s in states:
        low[s] = least - WIDER * abs(least)
        high[s] = most + WIDER * abs(most)
    for _ in range(SWEEPS):
        widest = 0.0
        moved = 0.0
        for s in states:
            l, h, a = state_bounds(
                s, mode[s], ties_last, first_action, first_successor, successor, chance, reward, weight, slack,
                low, high,
            )  # fmt: skip
            l = max(l, low[s])
            h = min(h, high[s])
            moved = max(moved, l - low[s], high[s] - h)
            low[s], high[s], best[s] = l, h, a
            widest = max(widest, h - l - 1.5 * inherited - NARROW * h)
        if widest <= 0.0:
            return True
        if moved <= 1e-17:
            break
    return False


@njit(cache=True)
def walk_free(
    states: Ids,
    mode: Ids,
    first_action: Ints,
    first_successor: Ints,
    successor: Ids,
    chance: Floats,
    slack: float,
    low: Floats,
    high: Floats,
    best: Ints,
    mark: Ids,
) -> bool:
    """A component that the reader may walk about in as he likes: all of it is worth its best way out.

    No state is worth more than the best way out, coming back divided out; one from which that way can surely be come
    to by actions that stay inside is worth no less.

    Args:
        mark: int32[n], all 0; used for marks and left all 0.

    Returns: False where somebody else decides or the way cannot be come to from everywhere; then nothing is settled.
    """  # fmt: skip
    for s in states:
        if mode[s] != MAXIMISE:
            return False
    for s in states:
        mark[s] = 1
    out_low = 0.0
    out_high = 0.0
    door = states[0]
    way = -1
    for s in states:
        for a in range(first_action[s], first_action[s + 1]):
            l = 0.0
            h = 0.0
            leak = 0.0
            for i in range(first_successor[a], first_successor[a + 1]):
                t = successor[i]
                if mark[t] == 0:
                    l += chance[i] * low[t]
                    h += chance[i] * high[t]
                    leak += chance[i]
            if leak > 0.0:
                margin = (slack + 2 * (first_successor[a + 1] - first_successor[a]) + 4) * UNIT
                l = l / leak * (1.0 - margin)
                h = h / leak * (1.0 + margin)
                if way < 0 or l + h > out_low + out_high:
                    door = s
                    way = a
                out_low = max(out_low, l)
                out_high = max(out_high, h)
    mark[door] = 2
    best[door] = way if way >= 0 else first_action[door]
    left = states.shape[0] - 1
    changed = True
    while changed and left > 0:
        changed = False
        for s in states:
            if mark[s] == 2:
                continue
            for a in range(first_action[s], first_action[s + 1]):
                stays = True
                nearer = False
                for i in range(first_successor[a], first_successor[a + 1]):
                    stays = stays and mark[successor[i]] > 0
                    nearer = nearer or mark[successor[i]] == 2
                if stays and nearer:
                    best[s] = a
                    mark[s] = 2
                    left -= 1
                    changed = True
                    break
    for s in states:
        mark[s] = 0
        if left == 0:
            low[s] = out_low
            high[s] = out_high
    return left == 0


@njit(cache=True)
def backward(
    component: int,
    order: Ids,
    start: Ints,
    mode: Ids,
    ties_last: bool,
    first_action: Ints,
    first_successor: Ints,
    successor: Ids,
    chance: Floats,
    reward: Floats,
    weight: Floats,
    slack: float,
    wins: bool,
    low: Floats,
    high: Floats,
    best: Ints,
    inside: Ids,
    stop: int,
) -> int:
    """Values of components `component`, … in order; returns the one that needs the caller's help, or `stop`.

    Args:
        low, high: float64[n], filled in for endings and for states without actions.
        best: int64[n], the action played; -1 where there is none.
        stop: where to come up for air.
    """
    for c in range(component, stop):
        if start[c + 1] - start[c] == 1:
            s = order[start[c]]
            if first_action[s] == first_action[s + 1]:
                continue
            low[s], high[s], best[s] = state_bounds(
                s,
                mode[s],
                ties_last,
                first_action,
                first_successor,
                successor,
                chance,
                reward,
                weight,
                slack,
                low,
                high,
            )
            continue
        states = order[start[c] : start[c + 1]]
        if not wins:
            return c
        if may_stay(states, mode, first_action, first_successor, successor, weight, inside):
            if not walk_free(
                states, mode, first_action, first_successor, successor, chance, slack, low, high, best, inside
            ):
                return c
        elif not sweep_component(
            states, mode, ties_last, first_action, first_successor, successor, chance, reward, weight, slack,
            low, high, best,
        ):  # fmt: skip
            return c
    return stop


@njit(cache=True)
def leave(
    s: int,
    flow: float,
    component: Ids,
    first_action: Ints,
    first_successor: Ints,
    successor: Ids,
    chance: Floats,
    weight: Floats,
    visits: Floats,
) -> None:
    """Add the visits that `flow` visits of a state bring to states of other components."""  # fmt: skip
    for a in range(first_action[s], first_action[s + 1]):
        share = flow * weight[a]
        if share > 0.0:
            for i in range(first_successor[a], first_successor[a + 1]):
                if component[successor[i]] != component[s]:
                    visits[successor[i]] += share * chance[i]


@njit(cache=True)
def go_round(
    states: Ids,
    component: Ids,
    first_action: Ints,
    first_successor: Ints,
    successor: Ids,
    chance: Floats,
    weight: Floats,
    visits: Floats,
    moving: Floats,
) -> bool:
    """Visits inside a component, by following what has arrived until next to nothing is on its way.

    Args:
        moving: float64[n], all 0; used to hold what is on its way, and left all 0.

    Returns: False when much is still on its way after many rounds; then nothing is changed.
    """  # fmt: skip
    arrived = 0.0
    for s in states:
        arrived += visits[s]
        moving[s] = visits[s]
    total = np.zeros(states.shape[0])
    left = arrived
    for _ in range(SWEEPS):
        if left <= SETTLED * arrived:
            break
        for k in range(states.shape[0]):
            s = states[k]
            flow = moving[s]
            if flow <= 0.0:
                continue
            moving[s] = 0.0
            total[k] += flow
            for a in range(first_action[s], first_action[s + 1]):
                share = flow * weight[a]
                if share > 0.0:
                    for i in range(first_successor[a], first_successor[a + 1]):
                        if component[successor[i]] == component[s]:
                            moving[successor[i]] += share * chance[i]
        left = 0.0
        for s in states:
            left += moving[s]
    for k in range(states.shape[0]):
        moving[states[k]] = 0.0
        if left <= SETTLED * arrived:
            visits[states[k]] = total[k]
    return left <= SETTLED * arrived


@njit(cache=True)
def forward(
    at: int,
    order: Ids,
    start: Ints,
    component: Ids,
    first_action: Ints,
    first_successor: Ints,
    successor: Ids,
    chance: Floats,
    weight: Floats,
    visits: Floats,
    moving: Floats,
) -> int:
    """Expected visits from sources to sinks: components `at`, …, 0; returns the one left to the caller, or -1.

    Args:
        component: int32[n], the component of each state.
        weight: float64[a], how often each action is taken in its state.
        visits: float64[n]; on entry the expected number of arrivals from outside.
        moving: float64[n], all 0.
    """
    for c in range(at, -1, -1):
        states = order[start[c] : start[c + 1]]
        if states.shape[0] > 1:
            if not go_round(
                states, component, first_action, first_successor, successor, chance, weight, visits, moving
            ):
                return c
        else:
            s = states[0]
            leak = 0.0
            back = False
            for a in range(first_action[s], first_action[s + 1]):
                if weight[a] > 0.0:
                    for i in range(first_successor[a], first_successor[a + 1]):
                        if successor[i] != s:
                            leak += weight[a] * chance[i]
                        else:
                            back = True
            if back and leak > 0.0:
                visits[s] /= leak
        for s in states:
            if visits[s] > 0.0:
                leave(s, visits[s], component, first_action, first_successor, successor, chance, weight, visits)
    return -1
