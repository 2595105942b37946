"""How wide the way is: how many of a first-timer's choices leave a victory possible."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from gamebook.analysis.certain import strictly
from gamebook.analysis.difficulty import Bracket
from gamebook.errors import LimitReached, OutOfTime
from gamebook.graph.fighting import asked_in_fights
from gamebook.job import look
from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.solver.first_time import MOST_STEPS, SEED, Method, by_words, ways_to_answer
from gamebook.solver.manner import uniform_play
from gamebook.solver.paper import Paper, on_paper
from gamebook.solver.sights import Sights
from gamebook.solver.solution import Played, Solved

PLAYS = 4_000
"""Plays that are simulated where there are too many ways to answer."""
SPREAD = 2.576
"""Standard deviations that hold a normal number with 99% confidence."""
DOUBT = 0.01
"""What is left of that confidence."""


class Width(Struct, frozen=True):
    """The share of a first-timer's choices that leave a victory possible; of choices made while it is."""

    share: Bracket
    """Both bounds are the same if it is exact, else they hold it with 99% confidence."""
    method: Method
    count: int
    """How many tables, or plays; no plays: there are too many states to simulate any, and the share is not known."""


def width(solved: Solved, alive: Flags, plays: int = PLAYS, seed: int = SEED) -> Width | None:
    """How wide the way is; None: a first-timer chooses nothing while a victory is possible.

    Choices in fights do not count, and where only one option is open, there is no choice.

    Args:
        solved: the book with all its states.
        alive: bool[n], states from which a victory can be reached.
        plays: how many plays to simulate, if it comes to that.
        seed: the same seed gives the same plays.

    Raises:
        OutOfTime: the time was over.
    """
    space = solved.space
    seen, fresh = by_words(solved, uniform_play(space).weight, asked_in_fights(solved.book))
    counts = (seen.of_state >= 0) & alive
    if not counts.any():
        return None
    keeps = np.logical_or.reduceat(alive[space.states.successor], space.states.first_successor[:-1])
    method, ways = ways_to_answer(solved, seen, fresh)
    if method == "plays":
        try:
            paper = on_paper(solved, seen.of_state >= 0)
        except OutOfTime:
            raise
        except LimitReached:
            return Width(Bracket(0.0, 1.0), method, 0)
        here, kept_by = counts[paper.state], keeps[paper.action]
        walk = _Walk(paper, seen, fresh, plays, seed)
        can_lose = bool((here[paper.space.action_state] & ~kept_by).any())
        return _simulated(*walk.choices(here, kept_by, alive[paper.state]), can_lose=can_lose)
    state, kept, lost, number = space.action_state, 0.0, 0.0, 0
    for played in ways:
        often = np.where(counts, played.visits, 0.0)[state] * played.weight
        kept, lost, number = kept + float(often @ keeps), lost + float(often @ ~keeps), number + 1
    if not kept + lost:
        return None
    share = kept / (kept + lost)  # 1 where nothing is lost, and only there
    share = strictly(share) if kept and lost else share
    return Width(Bracket(share, share), method, number)


def _simulated(made: Ints, kept: Ints, *, can_lose: bool) -> Width | None:
    """A ratio of two means, with an interval by its linear approximation.

    Where no play has lost its way, that is no interval. A play loses it once at most, so it is lost in less than q of
    all plays, or the chance of what was seen would be (1 - q)^plays or less.

    Args:
        made, kept: int64[plays], the choices of each play, and those that leave a victory possible.
        can_lose: whether some choice loses the way; if not, the share is 1.
    """
    if not made.any():
        return None
    share = kept.sum() / made.sum()
    error = SPREAD * np.sqrt(((kept - share * made) ** 2).sum()) / made.sum()
    if can_lose and share == 1.0:
        error = (1.0 - DOUBT ** (1.0 / len(made))) / made.mean()
    low, high = float(max(0.0, share - error)), float(min(1.0, share + error))
    return Width(Bracket(low, strictly(high) if can_lose else high), "plays", len(made))


class _Walk:
    """Plays of first-timers, all at once, step by step."""

    def __init__(self, paper: Paper, seen: Sights, fresh: Played, plays: int, seed: int) -> None:
        """Nobody has begun.

        Args: as for `width`; the states as readers tell them apart, and the play of one who draws each answer afresh.
        """
        space = paper.space
        self._states, self._first_slot = space.states, seen.first
        self._root, self._size = space.root, space.size
        self._sight = seen.of_state[paper.state]
        self._weight, self._chance = np.cumsum(fresh.weight[paper.action]), np.cumsum(self._states.chance)
        self._random = np.random.default_rng(seed)
        self._answer = np.full((plays, seen.count), -1, np.int32)
        self._met: set[int] = set()

    def choices(self, counts: Flags, keeps: Flags, alive: Flags) -> tuple[Ints, Ints]:
        """int64[plays]: the choices that count; those of them that lead to what is kept.

        Args:
            counts: bool[n], states in which a choice counts.
            keeps: bool[a], actions that are kept.
            alive: bool[n], states from which play can still come to a choice that counts.
        """
        plays = len(self._answer)
        made, kept = np.zeros(plays, np.int64), np.zeros(plays, np.int64)
        going, state = np.arange(plays), np.full(plays, self._root)
        first = self._states.first_action
        for _ in range(MOST_STEPS):
            look()
            goes_on = first[state] < first[state + 1]
            going, state = going[goes_on], state[goes_on]
            if not alive[state].any():  # the others may go round for ever
                break
            action = self._drawn(self._weight, first[state], first[state + 1])
            asked = np.flatnonzero(self._sight[state] >= 0)
            action[asked] = first[state[asked]] + self._answers(going[asked], state[asked])
            made[going] += counts[state]
            kept[going] += counts[state] & keeps[action]
            way = self._states.first_successor
            state = self._states.successor[self._drawn(self._chance, way[action], way[action + 1])].astype(np.int64)
        return made, kept

    def _answers(self, plays: Ints, states: Ints) -> Ints:
        """The answers: those given before to the same sight, but new ones where the sheet was the same before."""
        sight = self._sight[states]
        old = self._answer[plays, sight]
        keys = (plays * self._size + states).tolist()
        anew = (old < 0) | np.array([key in self._met for key in keys], bool)
        self._met.update(keys)
        size = self._first_slot[sight + 1] - self._first_slot[sight]
        given = np.where(anew, (self._random.random(len(plays)) * size).astype(np.int64), old)
        self._answer[plays, sight] = given
        return given

    def _drawn(self, sums: Floats, first: Ints, last: Ints) -> Ints:
        """One number of each first .. last - 1, by running sums over all of them."""
        before = np.where(first > 0, sums[first - 1], 0.0)
        part = before + self._random.random(len(first)) * (sums[last - 1] - before)
        return np.clip(np.searchsorted(sums, part, side="right"), first, last - 1)
