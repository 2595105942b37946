"""How many points play earns: the whole distribution, not its mean."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from gamebook.kernels.arrays import Floats
from gamebook.solve.solution import Played

NEGLIGIBLE = 1e-13
"""A chance below which a way of play is no longer followed."""
ROUNDED = 1e-9
"""How far a step's points may be from a whole number: they are sums of chances."""
MOST_STEPS = 100_000
"""Steps without a point that are followed at one number of points."""


@dataclass(frozen=True)
class Points:
    """The chance of each number of points when play ends."""

    chance: Floats
    """float64[endings, points + 1], by ending in the program's order."""
    rest: float
    """The chance of what was not followed to an end: more points than asked for, or play that never ends."""


def points(played: Played, most: int = 10_000) -> Points:
    """Follow play point by point.

    Args:
        played: the way of playing.
        most: the largest number of points to follow.

    Raises:
        ValueError: some step earns a random, fractional or negative number of points.
    """
    space = played.space
    s = space.states
    endings = len(space.program.endings)
    actions = np.repeat(np.arange(len(s.option)), np.diff(s.first_successor))
    state = np.repeat(np.arange(space.size), np.diff(s.first_action))[actions]
    flow = s.chance * played.weight[actions]
    reward = np.rint(s.reward[actions])
    used = (flow > 0) & (played.visits[state] > 0)
    if ((np.abs(s.reward[actions] - reward) > ROUNDED) | (reward < 0))[used].any():
        raise ValueError("points are followed one by one only where every step earns a whole number of them")
    moves = {
        int(gain): csr_array(
            (flow[here], (s.successor[here], state[here])), shape=(space.size, space.size)
        )  # to, from: a step is `move @ chances`
        for gain in np.unique(reward[used])
        for here in [np.flatnonzero(used & (reward == gain))]
    }
    still = moves.pop(0, csr_array((space.size, space.size)))
    waiting: defaultdict[int, Floats] = defaultdict(lambda: np.zeros(space.size))
    waiting[0][space.root] = 1.0
    columns: list[Floats] = []
    left = 1.0
    while waiting and left > NEGLIGIBLE and len(columns) <= most:
        here = waiting.pop(len(columns), np.zeros(space.size))
        if here.sum() <= 0.0 and not any(later.any() for later in waiting.values()):
            break
        moving = here
        for _ in range(MOST_STEPS):
            moving = np.where(np.arange(space.size) < endings, 0.0, moving)
            if moving.sum() <= NEGLIGIBLE:
                break
            moving = np.asarray(still @ moving)
            here = here + moving
        columns.append(here[:endings])
        left -= float(here[:endings].sum())
        for gain, move in moves.items():
            waiting[len(columns) - 1 + gain] = waiting[len(columns) - 1 + gain] + np.asarray(move @ here)
    return Points(np.array(columns).T, max(left, 0.0))
