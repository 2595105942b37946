"""How often things happen in a play: their mean, and how it is spread, for all plays or for some ends only.

Plays that come to certain ends are a Markov chain of their own: where h is the chance to come to such an end, play
goes from s to t with chance P(s, t) h(t) / h(s) (Doob's h-transform). So winners can be followed, however few they are.

Source: J. L. Doob, "Conditional Brownian motion and the boundary limits of harmonic functions" (1957).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.job import current, look
from gamebook.kernels import walk
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.bellman import MIX
from gamebook.kernels.tally import tally
from gamebook.solver.backward import evaluate
from gamebook.solver.manner import Manner
from gamebook.solver.points import TooManyPoints, points
from gamebook.solver.solution import Played
from gamebook.solver.streams import stream

CHUNK = 500
"""Plays between two looks at the job; each chunk has its own random numbers."""
MOST_STEPS = 1_000_000
"""Steps after which a simulated play is given up."""
WORK = 20_000_000
"""States times counts up to which the spread is computed exactly."""
LOOP = 20_000
"""States that lead to each other without anything being counted, up to which it is: to eliminate more takes minutes."""
FURTHER = 12
"""The spread is followed up to so many times the mean."""
LEAST = 1e-9
"""Chances of play without end below this are rounding."""


class Distribution(Struct, frozen=True):
    """How a count is spread over plays."""

    amounts: Ints
    """int64[n], ascending."""
    chance: Floats
    """float64[n]; they sum to 1, less `rest`."""
    rest: float
    """The chance of plays that were not followed to the end."""


class Ways(Struct, frozen=True, dict=True):
    """A way of playing, conditioned on certain ends."""

    played: Played
    hope: Floats
    """float64[n]: the chance to come to such an end."""

    @property
    def chance(self) -> float:
        """The chance of such a play."""
        return float(self.hope[self.played.space.root])

    @cached_property
    def _state(self) -> Ints:
        """int64[a]: the state of each action."""
        states = self.played.space.states
        return np.repeat(np.arange(self.played.space.size), np.diff(states.first_action))

    @cached_property
    def often(self) -> Floats:
        """float64[a]: how often a play of this kind takes each action."""
        states = self.played.space.states
        after = np.add.reduceat(states.chance * self.hope[states.successor], states.first_successor[:-1])
        return np.asarray(self.played.visits[self._state] * self.played.weight * after / self.chance)

    def mean(self, gain: Ints) -> float:
        """The mean of a count; `gain`: int64[a], what each action adds to it."""
        return float(self.often @ gain)

    @cached_property
    def _conditioned(self) -> Played:
        """The same plays as a chain of their own."""
        space = self.played.space
        states = space.states
        count = np.diff(states.first_successor)
        flow = states.chance * self.hope[states.successor]
        after = np.add.reduceat(flow, states.first_successor[:-1])
        with np.errstate(divide="ignore", invalid="ignore"):
            chance = np.nan_to_num(flow / np.repeat(after, count), nan=0.0, posinf=0.0)
        total = np.bincount(self._state, self.played.weight * after, space.size)
        with np.errstate(divide="ignore", invalid="ignore"):
            weight = np.nan_to_num(self.played.weight * after / total[self._state], nan=0.0, posinf=0.0)
        short = replace(space, states=states._replace(chance=chance))
        return replace(self.played, space=short, weight=weight, known_visits=None)

    def spread(self, gain: Ints) -> Distribution | None:
        """How a count is spread, exactly but for rounding; None where that is too much work.

        Args:
            gain: int64[a], what each action adds to it; none below 0.
        """
        most = int(FURTHER * self.mean(gain)) + 20
        if not gain[self.played.weight > 0.0].any():
            return Distribution(np.zeros(1, np.int64), np.ones(1), 0.0)
        if self.played.space.size * most > WORK or self._longest_round(gain) > LOOP:
            return None
        played = self._conditioned
        space = replace(played.space, states=played.space.states._replace(reward=gain.astype(np.float64)))
        try:
            found = points(replace(played, space=space), most)
        except TooManyPoints:
            return None
        chance = found.chance.sum(axis=0)
        return Distribution(found.amounts, chance, max(0.0, 1.0 - float(chance.sum())))

    def _longest_round(self, gain: Ints) -> int:
        """How many states at most lead to each other by actions that add nothing to a count."""
        states, size = self.played.space.states, self.played.space.size
        done = self.played.weight > 0.0
        from scipy.sparse import csr_array  # noqa: PLC0415 - slow to import
        from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

        action = np.repeat(np.arange(len(states.option)), np.diff(states.first_successor))
        still = (done & (gain == 0))[action]
        source, target = self._state[action[still]], states.successor[still]
        ways = csr_array((np.ones(len(source), np.int8), (source, target)), shape=(size, size))
        _, part = connected_components(ways, directed=True, connection="strong")
        return int(np.bincount(part).max())

    def simulated(self, gains: Sequence[Ints], plays: int, seed: int) -> Ints:
        """int64[plays, k]: counts of random plays, the same for the same seed; -1 in those that were given up."""
        played = self._conditioned
        states = played.space.states
        action = np.repeat(np.arange(len(states.option)), np.diff(states.first_successor))
        flow = states.chance * played.weight[action]
        used = np.flatnonzero(flow > 0)
        start = np.zeros(played.space.size + 1, np.int64)
        np.cumsum(np.bincount(self._state[action[used]], minlength=played.space.size), out=start[1:])
        tables = walk.slots(start, np.arange(len(used), dtype=np.int32), flow[used])
        to, taken = states.successor[used].astype(np.int32), action[used].astype(np.int32)
        gain = np.stack([each.astype(np.int32) for each in gains], axis=1)
        found = np.zeros((plays, len(gains)), np.int64)
        job = current()
        job.begin("playing", plays)
        for first in range(0, plays, CHUNK):
            part = found[first : first + CHUNK]
            tally(played.space.root, stream("counts", seed, first), MOST_STEPS, start, *tables, to, taken, gain, part)
            job.step(first)
        return found


def hopes(played: Played, ends: Floats) -> Floats:
    """float64[n]: the chance to come to certain ends.

    Args:
        played: the way of playing.
        ends: float64[endings]: 1 for those, 0 for others.
    """
    look()
    space = played.space
    mixed = Manner(np.full(space.size, MIX, np.int32), played.weight)
    return np.clip(evaluate(space, mixed, ends, wins=True).middle, 0.0, 1.0)
