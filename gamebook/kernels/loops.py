"""Components of states that play can go round in: those that arithmetic alone can settle."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ids
from gamebook.kernels.bellman import MAXIMISE, MINIMISE, MIX, UNIT, Game, Moves, Values, state_bounds
from gamebook.kernels.compiled import kernel

SWEEPS = 400
"""Sweeps over a component before it is left to a linear solver."""

NARROW = 4e-14
"""A bracket this narrow, relative to the value, needs no more sweeps."""

DOUBT = 1e-9
"""Only where so little is left to 1, a victory may be sure without being known to be."""

WIDER = 1e-12
"""Room for rounding in the first bounds of a component."""


@kernel
def reaches(m: Moves, action: int, mark: Ids) -> tuple[int, int]:
    """The least and the greatest mark (0, 1 or 2) of the states that an action leads to."""
    least = 2
    most = 0
    for i in range(m.first_successor[action], m.first_successor[action + 1]):
        least = min(least, mark[m.successor[i]])
        most = max(most, mark[m.successor[i]])
    return least, most


@kernel
def stays_inside(g: Game, a: int, mark: Ids) -> bool:
    """Whether all that an action leads to is marked."""
    for i in range(g.moves.first_successor[a], g.moves.first_successor[a + 1]):
        if mark[g.moves.successor[i]] <= 0:
            return False
    return True


@kernel
def may_stay(g: Game, states: Ids, mark: Ids) -> bool:
    """Whether some way of choosing can stay among `states` for ever (an end component).

    Args:
        mark: int32[n], all 0; used for marks and left all 0.
    """
    for s in states:
        mark[s] = 1
    left = states.shape[0]
    changed = True
    while changed and left > 0:
        changed = False
        for s in states:
            if mark[s] == 0:
                continue
            mixed = g.mode[s] == MIX
            stays = False
            for a in range(g.moves.first_action[s], g.moves.first_action[s + 1]):
                if mixed and g.weight[a] <= 0.0:
                    continue
                stays = stays_inside(g, a, mark)
                if stays != mixed:  # one that stays is enough where one decides, one that leaves where not
                    break
            if not stays:
                mark[s] = 0
                left -= 1
                changed = True
    for s in states:
        mark[s] = 0
    return left > 0


@kernel
def sweep_component(g: Game, v: Values, states: Ids) -> bool:
    """Interval iteration on a component nobody can stay in; True when its brackets are narrow.

    Every iterate is a bound, so stopping early is safe.
    """
    for s in states:
        v.low[s] = np.inf
    # Whoever decides, play leaves: a value lies between those of the ways out.
    least = np.inf
    most = -np.inf
    inherited = 0.0
    m = g.moves
    for s in states:
        for i in range(m.first_successor[m.first_action[s]], m.first_successor[m.first_action[s + 1]]):
            t = m.successor[i]
            if v.low[t] < np.inf:
                least = min(least, v.low[t])
                most = max(most, v.high[t])
                inherited = max(inherited, v.high[t] - v.low[t])
    for s in states:
        v.low[s] = least - WIDER * abs(least)
        v.high[s] = most + WIDER * abs(most)
    for _ in range(SWEEPS):
        widest = 0.0
        moved = 0.0
        for s in states:
            l, h, a = state_bounds(g, v, s)
            l = max(l, v.low[s])
            h = min(h, v.high[s])
            moved = max(moved, l - v.low[s], v.high[s] - h)
            v.low[s], v.high[s], v.best[s] = l, h, a
            widest = max(widest, h - l - 1.5 * inherited - NARROW * h)
        if widest <= 0.0:
            return True
        if moved <= 1e-17:
            break
    return False


@kernel
def clear_hopeless(g: Game, v: Values, states: Ids, mark: Ids) -> None:
    """Where chances are solved: states from which the rival can keep from the reader all there is to win, are worth 0.

    Solving leaves a trace of a chance there, and an option next to it looks better than others that are as good.

    Args:
        mark: int32[n], all 0; used for marks and left all 0.
    """
    left = 0
    for s in states:
        if v.low[s] <= 0.0:
            mark[s] = 1
            left += 1
    changed = left > 0
    while changed:
        changed = False
        for s in states:
            if mark[s] == 0:
                continue
            rival = g.mode[s] == MINIMISE
            hope = rival
            for a in range(g.moves.first_action[s], g.moves.first_action[s + 1]):
                if g.mode[s] == MIX and g.weight[a] <= 0.0:
                    continue
                wins = False
                for i in range(g.moves.first_successor[a], g.moves.first_successor[a + 1]):
                    t = g.moves.successor[i]
                    wins = wins or (mark[t] == 0 and v.high[t] > 0.0)
                if wins != rival:
                    hope = wins
                    break
            if hope:
                mark[s] = 0
                changed = True
    for s in states:
        if mark[s] == 1:
            v.low[s] = 0.0
            v.high[s] = 0.0
            if g.mode[s] == MAXIMISE:  # all actions are equally good
                v.best[s] = g.moves.first_action[s + 1] - 1 if g.ties_last else g.moves.first_action[s]
            mark[s] = 0


@kernel
def sure_action(g: Game, v: Values, s: int, mark: Ids) -> int:
    """An action that stays among marked states and sure victories, and may come to one with the mark 2; -1: none.

    Where chance or a rival decides that must be so of all actions, for a rival of each one; then it is the first.
    """
    first = g.moves.first_action[s]
    last = g.moves.first_action[s + 1]
    onward = g.mode[s] == MINIMISE
    for k in range(last - first):
        a = last - 1 - k if g.ties_last else first + k
        if g.mode[s] == MIX and g.weight[a] <= 0.0:
            continue
        stays = True
        comes = False
        for i in range(g.moves.first_successor[a], g.moves.first_successor[a + 1]):
            t = g.moves.successor[i]
            won = mark[t] == 2 or v.low[t] >= 1.0
            stays = stays and (won or mark[t] == 1)
            comes = comes or won
        if g.mode[s] == MAXIMISE:
            if stays and comes:
                return a
        elif not stays:
            return -1
        elif g.mode[s] == MINIMISE:
            onward = onward and comes
        else:
            onward = onward or comes
    return first if onward and first < last and g.mode[s] != MAXIMISE else -1


@kernel
def win_surely(g: Game, v: Values, states: Ids, mark: Ids) -> bool:
    """Where chances are solved: states from which the reader can win whatever happens, are worth exactly 1.

    They are the largest set from all of which, without leaving it but for sure victories, play comes to one. Solving
    leaves a trace of doubt there, and something almost sure may look as good.

    Args:
        mark: int32[n], all 0; used for marks and left all 0.

    Returns: whether there are such states. Among their actions the first may not be played yet: it may have become
    sure only after the one that is.
    """
    doubted = False
    sure = False
    for s in states:
        doubted = doubted or (v.low[s] < 1.0 and v.high[s] > 1.0 - DOUBT)
        sure = sure or v.low[s] >= 1.0
    if not doubted:
        return sure
    left = states.shape[0]
    for s in states:
        mark[s] = 1
    settled = False
    while left > 0 and not settled:
        changed = True
        while changed:
            changed = False
            for s in states:
                if mark[s] == 1 and sure_action(g, v, s, mark) >= 0:
                    mark[s] = 2
                    changed = True
        settled = True
        for s in states:
            if mark[s] == 1:
                mark[s] = 0
                left -= 1
                settled = False
        for s in states:
            mark[s] = min(mark[s], 1)
    changed = left > 0
    while changed:  # once more, to see by what action
        changed = False
        for s in states:
            if mark[s] == 1:
                a = sure_action(g, v, s, mark)
                if a >= 0:
                    mark[s] = 2
                    v.best[s] = a
                    changed = True
    for s in states:
        if mark[s] == 2:
            v.low[s] = 1.0
            v.high[s] = 1.0
        mark[s] = 0
    return left > 0


@kernel
def way_out(g: Game, v: Values, action: int, mark: Ids) -> tuple[float, float]:
    """Bounds of what an action is worth when it leaves the marked states, ways back divided out; -1: it cannot."""
    m = g.moves
    low = 0.0
    high = 0.0
    leak = 0.0
    certain = True
    for i in range(m.first_successor[action], m.first_successor[action + 1]):
        t = m.successor[i]
        if mark[t] == 0:
            low += m.chance[i] * v.low[t]
            high += m.chance[i] * v.high[t]
            leak += m.chance[i]
            certain = certain and v.low[t] >= 1.0
    if leak <= 0.0:
        return -1.0, -1.0
    if certain:
        return 1.0, 1.0
    margin = (g.slack + 2 * (m.first_successor[action + 1] - m.first_successor[action]) + 4) * UNIT
    return low / leak * (1.0 - margin), min(high / leak * (1.0 + margin), 1.0)


@kernel
def walk_free(g: Game, v: Values, states: Ids, mark: Ids) -> bool:
    """A component that the reader may walk about in as he likes: all of it is worth its best way out.

    No state is worth more than the best way out, coming back divided out; one from which that way is surely reached
    by actions that stay inside is worth no less.

    Args:
        mark: int32[n], all 0; used for marks and left all 0.

    Returns: False where somebody else decides or the way cannot be reached from everywhere; then nothing is settled.
    """  # fmt: skip
    for s in states:
        if g.mode[s] != MAXIMISE:
            return False
    for s in states:
        mark[s] = 1
    first_action = g.moves.first_action
    out_low = 0.0
    out_high = 0.0
    door = states[0]
    way = first_action[door]
    found = False
    for s in states:
        for a in range(first_action[s], first_action[s + 1]):
            l, h = way_out(g, v, a, mark)
            if h >= 0.0 and (not found or l + h > out_low + out_high):
                door = s
                way = a
                found = True
            out_low = max(out_low, l)
            out_high = max(out_high, h)
    mark[door] = 2
    v.best[door] = way
    left = states.shape[0] - 1
    changed = True
    while changed and left > 0:
        changed = False
        for s in states:
            if mark[s] == 2:
                continue
            for a in range(first_action[s], first_action[s + 1]):
                least, most = reaches(g.moves, a, mark)
                if least > 0 and most == 2:
                    v.best[s] = a
                    mark[s] = 2
                    left -= 1
                    changed = True
                    break
    for s in states:
        mark[s] = 0
        if left == 0:
            v.low[s] = out_low
            v.high[s] = out_high
    return left == 0
