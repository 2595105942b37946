"""The best written solution: one answer for each sight, whatever the sheet says.

A guide on paper can say *at the bridge go left*, but hardly *go left with SKILL 9 or more and the key*. Its reader
gives the same answer wherever they see the same, and fights as well as possible. To find the best such table is hard
(NP-complete), so it is searched for: all answers that promise more are changed at once; if that does not help, the half
that promise most, and so on, down to one. What is found is a policy: its value is exact, and the best table is worth at
least that.

Source: restricted play, A. Jaffe et al., "Evaluating Competitive Game Balance with Restricted Play" (2012); the search
is policy iteration over aggregated states.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

import numpy as np

from gamebook.job import look
from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.bellman import MIX, SAME
from gamebook.solver.manner import Manner
from gamebook.solver.sights import Sights, sights
from gamebook.solver.solution import Played, Solved, play

MOST_TRIALS, LEAST_TRIALS = 16, 3
"""Tables that are worked out: of a large book fewer."""
WORK = 16_000_000
"""Moves of all these tables together, about."""


def guided(solved: Solved, asked_in_fights: Collection[str], most_trials: int = MOST_TRIALS) -> Played:
    """The play of a reader with the best guide that was found.

    Args:
        solved: the book with all its states.
        asked_in_fights: addresses of the decisions in fights, which are left to best play.
        most_trials: tables to work out; of a large book fewer.
    """
    search = _Search(solved, sights(solved.space, asked_in_fights))
    tables = [search.table(each) for each in (solved.best, solved.uniform)]
    begun = [(search.play(table), table) for table in tables]
    trials = max(LEAST_TRIALS, min(most_trials, WORK // max(len(solved.space.states.successor), 1)))
    return search.climb(*max(begun, key=lambda each: each[0].value), trials - len(begun))


class _Search:
    """The tables of a book."""

    def __init__(self, solved: Solved, seen: Sights) -> None:
        self._solved, self._seen = solved, seen
        self._state = solved.space.action_state
        self._some = seen.of_action >= 0

    def table(self, played: Played) -> Ints:
        """int64[sights]: at each sight the slot that is worth most on average, by the values of some way of playing."""
        often = np.where(played.visits > 0, played.visits, 1e-9)  # what it never sees needs an answer, too
        return self._best(self._gains(played, often))

    def _gains(self, played: Played, often: Floats) -> Floats:
        """float64[slots]: what each answer promises, once, against what is done."""
        some, state = self._some, self._state[self._some]
        value = played.values.middle
        reward = 0.0 if self._solved.wins else self._solved.space.states.reward
        with np.errstate(invalid="ignore"):
            gain = (reward + self._solved.space.mean_after(value) - value[self._state])[some]
        weighed = often[state] * np.nan_to_num(gain, nan=0.0, posinf=0.0, neginf=0.0)
        return np.bincount(self._seen.of_action[some], weighed, self._seen.first[-1]).astype(float)

    def _best(self, gains: Floats) -> Ints:
        slots = pairwise(self._seen.first.tolist())
        return np.array([first + int(gains[first:last].argmax()) for first, last in slots], np.int64)

    def play(self, table: Ints) -> Played:
        """The play of a reader with this table."""
        look()
        space, best = self._solved.space, self._solved.best.manner
        chosen = np.zeros(self._seen.first[-1] + 1, bool)  # the last one for actions without a slot
        chosen[table] = True
        mode = np.where(self._seen.of_state >= 0, MIX, best.mode).astype(np.int32)
        return play(self._solved.book, space, Manner(mode, chosen[self._seen.of_action].astype(float)))

    def climb(self, found: Played, table: Ints, most_trials: int) -> Played:
        """The play of the best table that is found from one on, which is played as `found` says."""
        trials = 0
        while trials < most_trials:
            gains = self._gains(found, found.visits)
            better = self._best(gains)
            promised = gains[better] - gains[table]
            sights_ = np.flatnonzero(promised > SAME * max(1.0, abs(found.value)))
            sights_ = sights_[np.argsort(-promised[sights_], kind="stable")]
            count = len(sights_)
            while count and trials < most_trials:
                trials, step, count = trials + 1, sights_[:count], count // 2
                other = table.copy()
                other[step] = better[step]
                tried = self.play(other)
                if tried.value > found.value + SAME * abs(found.value):
                    found, table = tried, other
                    break
            else:
                break
        return found
