"""What play reaches with certainty, and what it never reaches: found from the possible moves, not from chances.

Chances are floats, and rounding makes 1.0 of what is almost 1. Here a chance becomes exactly 0.0 or 1.0 if the moves
prove it, and else lies strictly between.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import isnan, nextafter

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Flags, Floats, Ints, weighed
from gamebook.kernels.ways import Ways
from gamebook.solver.graphs import as_ways, leading_to
from gamebook.solver.solution import Played, Solved

ROUNDING = 1e-6
"""A chance that is less than 1 by more than this is not made less by rounding."""

UNKNOWN = 1e-12
"""Where not all states are followed: chance missing to 1 that is put down to rounding."""


def strictly(chance: float) -> float:
    """A chance that is neither 0 nor 1, whatever rounding made of it."""
    return chance if isnan(chance) else min(max(chance, nextafter(0.0, 1.0)), nextafter(1.0, 0.0))


def mean(weighted: Iterable[tuple[float, float]]) -> float:
    """The mean of (weight, value): where values differ it lies strictly between the least and the greatest.

    What has no weight does not count; nan where a value is not known.
    """
    pairs = [(weight, value) for weight, value in weighted if weight > 0]
    values = [value for _, value in pairs]
    if any(map(isnan, values)):
        return float("nan")
    low, high = min(values), max(values)
    if low == high:
        return low
    found = sum(weight * value for weight, value in pairs) / sum(weight for weight, _ in pairs)
    return min(max(found, nextafter(low, high)), nextafter(high, low))


def means(begins: Ints, weights: Floats, values: Floats) -> Floats:
    """As `mean`, for many groups at once, to the last bit.

    Args:
        begins: int64[groups], where each group begins: they follow one another, and none is empty.
        weights: float64[k], of each group some more than 0.
        values: float64[k]

    Returns:
        float64[groups]
    """
    if not len(begins):
        return np.empty(0)
    counts = weights > 0
    low = np.minimum.reduceat(np.where(counts, values, np.inf), begins)
    high = np.maximum.reduceat(np.where(counts, values, -np.inf), begins)
    with np.errstate(invalid="ignore"):  # totals without a bound
        parts = np.where(counts, weights * values, 0.0)
        found = sums(begins, parts) / sums(begins, np.where(counts, weights, 0.0))
        inside = np.minimum(np.maximum(found, np.nextafter(low, high)), np.nextafter(high, low))
    return np.where(low == high, low, inside)


def sums(begins: Ints, values: Floats) -> Floats:
    """float64[groups]: the sum of each group, added up one after the other; numpy's own sums round in another way.

    Args:
        begins: as for `means`.
        values: float64[k]
    """
    group = np.repeat(np.arange(len(begins)), np.diff(begins, append=len(values)))
    return np.asarray(np.bincount(group, values, len(begins)), np.float64)


class Certain(Struct, frozen=True, dict=True):
    """The moves that a way of playing makes, as a graph. State numbers are those of the space; endings come first."""

    solved: Solved
    played: Played

    @cached_property
    def wins(self) -> Flags:
        """bool[n]: from this state on play is sure to win."""
        return self.sure(self._victories) | (self.played.values.low >= 1.0)

    @cached_property
    def hopes(self) -> Flags:
        """bool[n]: from this state on play may win."""
        there = np.concatenate([self._victories, self._unfollowed])
        return leading_to(self._moves, there) & (self.played.values.high > 0.0)

    @property
    def may_win(self) -> bool:
        """Whether play may win at all: `hopes` of the state before the hero is made."""
        there = np.concatenate([self._victories, self._unfollowed])
        return bool(self.played.reached[there].any() and self.played.values.high[self.solved.space.root] > 0.0)

    def sure(self, goals: Ints) -> Flags:
        """bool[n]: from this state on play reaches one of the goals with certainty; it cannot repeat for ever.

        In a finite graph that is so if no way that avoids the goals leads where they are out of reach. What is not
        followed in an excerpt is taken to lead there.
        """
        moves, going = self._moves, np.diff(self._moves.start)
        if going[goals].any():
            source = np.repeat(np.arange(self._size), going)
            goal = np.zeros(self._size, bool)
            goal[goals] = True
            kept = ~goal[source]
            moves = as_ways(source[kept], moves.to[kept], self._size)
        lost = np.flatnonzero(~leading_to(moves, goals))
        return ~leading_to(moves, lost)

    def chance(self, found: float, goals: Ints) -> float:
        """The chance to reach one of the goals: exactly 0.0 or 1.0 if that is proven."""
        if found <= 0.0 or not (self.played.reached[goals].any() or self.played.reached[self._unfollowed].any()):
            return 0.0
        almost = found > 1.0 - ROUNDING
        return 1.0 if almost and self.sure(goals)[self.solved.space.root] else strictly(found)

    def never(self, goals: Ints, missing: float) -> float:
        """The chance of play that goes round for ever and comes to none of the goals, the endings among them.

        Summed over the moves after which none is in reach. What the chances of goals are short of 1 may be rounding: it
        counts only where play comes to states whose actions are not listed.

        Args:
            goals: int64[k], states.
            missing: what the chances of all goals are short of 1.
        """
        space = self.solved.space
        if not space.returning.any():
            return 0.0
        if self.played.reached[self._unfollowed].any():
            return missing if missing > UNKNOWN else 0.0
        lost = self.played.lost_to(np.concatenate([goals, self._unfollowed]))
        if not lost.any() or lost[space.root]:
            return float(lost[space.root])
        gone = self.played.gone
        return float(gone.often[~lost[gone.state] & lost[space.states.successor[gone.way]]].sum())

    def worth(self, state: int) -> float:
        """What play is worth in a state: under `aim win` a chance, exactly 0.0 or 1.0 if that is proven."""
        told = float(self.played.values.told[state])
        if not self.solved.wins:
            return told
        return 1.0 if self.wins[state] else strictly(told) if self.hopes[state] else 0.0

    def worths(self, states: Ints) -> Floats:
        """float64[k]: what play is worth in each of some states."""
        told = self.played.values.told[states]
        if not self.solved.wins:
            return told
        inside = np.clip(told, nextafter(0.0, 1.0), nextafter(1.0, 0.0))
        return np.where(self.wins[states], 1.0, np.where(self.hopes[states], inside, 0.0))

    def worth_after(self, action: int) -> float:
        """What play is worth after an action, points on the way included."""
        s = self.solved.space.states
        ways = slice(s.first_successor[action], s.first_successor[action + 1])
        if not self.solved.wins:
            return float(self.played.action_values[action])
        after = zip(s.chance[ways].tolist(), s.successor[ways].tolist(), strict=True)
        return mean((chance, self.worth(state)) for chance, state in after)

    def mean_worth(self, states: Ints, visits: Floats | None = None) -> float | None:
        """The mean of what play is worth in some states; None where it never comes.

        Args:
            states: int64[k], the states.
            visits: float64[k], how much each counts; None: as often as play comes there.
        """
        if visits is None:
            visits = np.where(self.played.reached[states], self.played.visits[states], 0.0)
        some = visits > 0
        states, visits = states[some], visits[some]
        if not len(states):
            return None
        if self.solved.wins and self.wins[states].all():
            return 1.0
        if self.solved.wins and not self.hopes[states].any():
            return 0.0
        found = weighed(visits, self.played.values.told[states]) / float(visits.sum())
        return strictly(found) if self.solved.wins else found

    @property
    def _size(self) -> int:
        return self.solved.space.size

    @cached_property
    def _moves(self) -> Ways:
        """Every move that is made at all."""
        return self.played.moves

    @cached_property
    def _unfollowed(self) -> Ints:
        """States of an excerpt whose actions are not listed."""
        listed = np.diff(self.solved.space.states.first_action) > 0
        listed[: len(self.solved.space.program.endings)] = True
        return np.flatnonzero(~listed)

    @cached_property
    def _victories(self) -> Ints:
        kinds, endings = self.solved.book.ending_kinds, self.solved.space.program.endings
        return np.array([n for n, name in enumerate(endings) if kinds[name] == "victory"], np.int64)
