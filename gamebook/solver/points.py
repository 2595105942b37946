"""How many points play earns: the whole distribution, not its mean.

Chance is carried forward number of points by number of points. Between two gains play may go round for any time; how
often it comes where meanwhile is a linear system that is the same for each number of points, and is factored once.
"""

from __future__ import annotations

import heapq

import numpy as np
from msgspec import Struct, field

from gamebook.errors import LimitReached, UsageError
from gamebook.job import look
from gamebook.kernels.arrays import Floats, Ints
from gamebook.solver.solution import Played

NEGLIGIBLE = 1e-13
"""A chance below which a way of play is no longer followed."""
ROUNDED = 1e-9
"""How far a step's points may be from a whole number: they are sums of chances."""
MOST_SWEEPS = 10_000
"""Sweeps over the numbers of points, of which more than one is needed only where points are both won and lost."""
MOST_PAIRS = 100_000_000
"""Chances kept at one time, a state's for each number of points."""


class TooManyPoints(LimitReached):
    """There are too many states and numbers of points to keep apart."""


class Points(Struct, frozen=True):
    """The chance of each number of points when play ends."""

    amounts: Ints
    """int64[n], ascending."""
    chance: Floats
    """float64[endings, n], by ending in the program's order."""
    rest: float
    """The chance of what was not followed to the end: points beyond the limit, or play that never ends."""


def points(played: Played, most: int = 10_000) -> Points:
    """Follow play from each number of points to the next.

    Args:
        played: the way of playing, in a listing where each step earns a number of points that is known before it
            (`lower(…, points_apart=True)`).
        most: the largest number of points to follow, won or lost.

    Raises:
        TooManyPoints: there are too many states and numbers of points to keep apart.
        UsageError: some step earns a random or fractional number of points.
    """
    work = _Forward(played, most)
    for _ in range(MOST_SWEEPS):
        look()
        if not work.waiting or work.left <= work.endless:
            break
        work.sweep()
    amounts = sorted(work.ended)
    chance = np.array([work.ended[amount] for amount in amounts]).reshape(len(amounts), work.endings).T
    return Points(np.array(amounts, np.int64), chance, max(work.left, 0.0))


class _Forward(Struct, dict=True):
    """Chances on their way."""

    played: Played
    most: int
    left: float = 1.0
    """The chance of what has not ended yet."""
    waiting: dict[int, Floats] = field(default_factory=dict)
    """For each number of points where play has just come with it: float64[states]."""
    ended: dict[int, Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Slow to import, and few ask for points one by one.
        from scipy.sparse import csc_array  # noqa: PLC0415

        from gamebook.solver.closure import Closure  # noqa: PLC0415

        space = self.played.space
        s, size = space.states, space.size
        actions = np.repeat(np.arange(len(s.option)), np.diff(s.first_successor))
        state = np.repeat(np.arange(size), np.diff(s.first_action))[actions]
        flow = s.chance * self.played.weight[actions]
        gain = np.rint(s.reward[actions])
        used = flow > 0
        if (np.abs(s.reward[actions] - gain) > ROUNDED)[used].any():
            raise UsageError("points can be followed one by one only if every step earns a whole number of points")
        still = used & (gain == 0)
        out = np.bincount(state[used & ~still], flow[used & ~still], size).astype(float)
        out[np.bincount(state[used], minlength=size) == 0] = 1.0  # play ends, or stops
        self.still = Closure(csc_array((flow[still], (s.successor[still], state[still])), shape=(size, size)), out)
        self.moves = {
            int(each): (s.successor[here], state[here], flow[here])
            for each in np.unique(gain[used & ~still])
            for here in [np.flatnonzero(used & (gain == each))]
        }
        # Numbers of points are taken up in the order in which they are earned, so that each is taken up once.
        self.sign = -1 if self.moves and max(self.moves) < 0 else 1
        self.endings = len(space.program.endings)
        # Play that stays somewhere for ever never ends, however long it is followed.
        endless = 1.0 - float(self.played.visits[: self.endings].sum())
        self.endless = endless + 10 * NEGLIGIBLE if endless > ROUNDED else NEGLIGIBLE
        self.waiting[0] = np.zeros(size)
        self.waiting[0][space.root] = 1.0

    def sweep(self) -> None:
        """Follow play on from each number of points that is waiting, and from those that this adds further on."""
        ahead = [self.sign * amount for amount in self.waiting]
        heapq.heapify(ahead)
        while ahead:
            amount = self.sign * heapq.heappop(ahead)
            visits = self.still.visits(self.waiting.pop(amount))
            over = visits[: self.endings].copy()
            if over.any():
                self.ended[amount] = self.ended.get(amount, 0.0) + over
                self.left -= float(over.sum())
            if self.left <= self.endless:
                return
            for gain, (to, begin, chance) in self.moves.items():
                after = amount + gain
                arrivals = chance * visits[begin]
                if abs(after) > self.most or arrivals.sum() <= NEGLIGIBLE * NEGLIGIBLE:
                    continue
                if after not in self.waiting:
                    self.waiting[after] = np.zeros(len(visits))
                    if self.sign * gain > 0:
                        heapq.heappush(ahead, self.sign * after)
                np.add.at(self.waiting[after], to, arrivals)
            if len(self.waiting) * len(visits) > MOST_PAIRS:
                raise TooManyPoints("there are too many states and numbers of points to follow points one by one")
