"""What good play does, as far as a search knows it: which options it takes, where it comes, how often.

Of options that are equally good, that one is taken from which a win is fewest turns away: play that may also go round
in a circle comes to an end.
"""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Flags, Ids, Ints
from gamebook.kernels.compiled import inlined, kernel
from gamebook.kernels.seeking import Known, chance_of, worth_of
from gamebook.kernels.states import States

FAR = 1 << 30
"""Turns to a win where none is known."""
ALIKE = 1e-9
"""The share of its worth that an option may lack and count as equally good."""


@inlined
def best_of(s: States, k: Known, state: int) -> float:
    """What the best action of a state is proven to be worth, or as good as that."""
    most = 0.0
    for a in range(k.first[state], k.first[state] + k.actions[state]):
        low, _ = worth_of(s, k, state, a, 0.0)
        most = max(most, low)
    return most * (1.0 - ALIKE)


@kernel
def reach(s: States, k: Known, rivals: Flags, root: int, endings: int, queue: Ids, turns: Ids) -> int:
    """The states that good play comes to from one of them; returns how many.

    Args:
        s: the states found.
        k: what is known of them.
        rivals: bool[points], where a rival decides.
        root: where play begins.
        endings: how many of the first states are endings.
        queue: int32[n], filled with them.
        turns: int32[n], -1 everywhere; `FAR` at those states.
    """
    count = 0
    if root >= endings:
        queue[0] = root
        turns[root] = FAR
        count = 1
    at = 0
    while at < count:
        state = np.int64(queue[at])
        at += 1
        if k.first[state] < 0 or k.low[state] <= 0.0:
            continue
        rival = rivals[s.point[state]]
        enough = best_of(s, k, state)
        for a in range(k.first[state], k.first[state] + k.actions[state]):
            low, _ = worth_of(s, k, state, a, 0.0)
            if not rival and low < enough:
                continue
            for i in range(s.first_successor[a], s.first_successor[a + 1]):
                after = np.int64(s.successor[i])
                if after >= endings and turns[after] < 0:
                    turns[after] = FAR
                    queue[count] = after
                    count += 1
    return count


@kernel
def choose(
    s: States, k: Known, rivals: Flags, endings: int, queue: Ids, count: int, turns: Ids, choice: Ints
) -> bool:  # fmt: skip
    """Go once through the states that good play comes to, and take the action that leads to a win soonest.

    Args:
        s, k, rivals, endings, queue: as in `reach`.
        count: how many states good play comes to.
        turns: from `reach`; how many turns a win is away, where that was found.
        choice: int64[n], -1 everywhere at first; actions.

    Returns: whether a nearer win was found anywhere, so that it is worth the while to go through them again.
    """
    changed = False
    for at in range(count - 1, -1, -1):
        state = np.int64(queue[at])
        if k.first[state] < 0 or k.low[state] <= 0.0:
            continue
        rival = rivals[s.point[state]]
        enough = best_of(s, k, state)
        for a in range(k.first[state], k.first[state] + k.actions[state]):
            low, _ = worth_of(s, k, state, a, 0.0)
            if not rival and low < enough:
                continue
            nearest = FAR
            for i in range(s.first_successor[a], s.first_successor[a + 1]):
                after = np.int64(s.successor[i])
                if after >= endings:
                    nearest = min(nearest, turns[after])
                elif k.low[after] > 0.0:
                    nearest = 0
            if nearest + 1 < turns[state]:
                turns[state] = nearest + 1
                choice[state] = a
                changed = True
    return changed


@kernel
def rehearse(
    s: States, k: Known, rivals: Flags, root: int, endings: int, choice: Ints, counter: Ints, plays: int, most: int,
    taken: Ints,
) -> None:  # fmt: skip
    """Play so often as was chosen, and count which options are taken where.

    Args:
        choice: from `choose`; a rival takes any action.
        counter: int64[1], the state of the random numbers.
        plays: how many.
        most: states after which a play is broken off.
        taken: int64[points, options + 1], by the option after `option`; the first is no decision, or no option open.
    """
    for _ in range(plays):
        state = root
        for _ in range(most):
            if state < endings or choice[state] < 0:
                break
            action = choice[state]
            if rivals[s.point[state]]:
                number = k.actions[state]
                action = k.first[state] + min(np.int64(chance_of(counter) * number), number - 1)
            taken[s.point[state], s.option[action] + 1] += 1
            drawn = chance_of(counter)
            for i in range(s.first_successor[action], s.first_successor[action + 1]):
                state = np.int64(s.successor[i])
                drawn -= s.chance[i]
                if drawn < 0.0:
                    break
