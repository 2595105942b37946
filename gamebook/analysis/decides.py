"""Where a book decides: which share of the outcome is luck, and what choices cost, chapter by chapter.

All of it adds up exactly. With V what play is worth to a reader in a state, Q(a) after an action, N how often a play is
expected there, and pi(a) how often the action is taken:

* luck + choice = p (1 - p): the variance of winning is the sum of N Var V(next) over what chance does, and of
  N Var Q(a) over what the reader picks at random (law of total variance);
* price = best - reader: the sum of N pi(a) (V* - Q*(a)), where stars are best play's (performance difference lemma).

Sources: D. Zare, "A measure of luck in backgammon" (the martingale of a play's values); S. Kakade, J. Langford,
"Approximately optimal approximate reinforcement learning" (2002), lemma 6.1; J. Ely, A. Frankel, E. Kamenica, "Suspense
and Surprise", Journal of Political Economy 123 (2015).
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from gamebook.analysis.offers import Offer, offers
from gamebook.kernels.arrays import Flags, Floats, spans
from gamebook.solver.solution import ALIKE, Played, Solved, Taken
from gamebook.solver.space import Space

ROUNDING = 1e-12
"""Two values that differ by no larger a share than this are equal: where nothing is decided, what is left is rounding,
and shares of it would be any numbers."""


class Decided(Struct, frozen=True):
    """What is decided in one chapter, in one play on average. Values are chances (squares of them for variances)."""

    chapter: str
    """`hero`: before the first chapter."""
    luck: float
    """How much of the variance of winning comes from dice and draws there."""
    choice: float
    """How much of it comes from what the reader picks at random there."""
    price: float
    """What the reader's choices there cost him against best play; below 0 where a rival does not do his best."""
    suspense: float
    """How far the value is expected to move, as a standard deviation, summed over the steps of play."""
    surprise: float
    """How far it does move on average, summed likewise."""


DECIDED = Decided.__struct_fields__[1:]
"""The names of its numbers, in order."""


class Price(Struct, frozen=True):
    """What one option costs a reader, in one play on average."""

    offer: Offer
    offered: float
    """How often it is open when the reader decides."""
    taken: float
    """How often it is taken."""
    price: float
    """What taking it costs the reader against best play; below 0 where a rival does not do his best."""
    choice: float
    """How much of the variance of winning comes from picking it, or not, at random."""


def decided(solved: Solved, played: Played) -> list[Decided]:
    """A line for each chapter, the hero first. Of points only `price` says something; the others are about chances.

    Args:
        solved: the book with all its states.
        played: how the reader plays it.
    """
    places = solved.places
    sums = np.zeros((len(DECIDED), len(places)))
    for states in played.comes_to():
        sums += _decided_by(solved, played, played.taken_in(states))
    rows = [
        Decided(chapter, **dict(zip(DECIDED, each, strict=True)))
        for chapter, each in zip(places, sums.T.tolist(), strict=True)
    ]
    return [rows[-1], *rows[:-1]]


def _decided_by(solved: Solved, played: Played, taken: Taken) -> Floats:
    """float64[5, places]: what is decided by some actions, in the order of `DECIDED`."""
    states, value, count = solved.space.states, played.values.middle, len(solved.places)
    worth = solved.space.mean_after(value, taken.action)
    row, way = spans(states.first_successor, taken.action)
    after = value[states.successor[way]]
    # Not the mean of squares less the square of the mean: what is left of two nearly equal numbers is rounding.
    moved = np.bincount(row, states.chance[way] * _change(worth[row], after) ** 2, len(taken.action))
    step = np.abs(_change(value[taken.state[row]], after))
    expected = np.bincount(row, states.chance[way] * step, len(taken.action))
    squared = np.asarray(np.bincount(row, states.chance[way] * step**2, len(taken.action)), np.float64)
    by_action = (
        taken.often * moved,
        _guessed(played, taken, worth),
        _paid(solved, taken),
        taken.often * _deviation(taken, squared),
        taken.often * expected,
    )
    place = solved.place[taken.state]
    return np.stack([np.bincount(place, each, count) for each in by_action])


def prices(solved: Solved, played: Played) -> list[Price]:
    """What each option of each decision costs; the sum of all prices is that of all chapters.

    Args:
        solved: the book with all its states.
        played: how the reader plays it.
    """
    every = offers(solved)
    sums = np.zeros((4, len(every.rows)))
    for states in played.comes_to():
        which, action = spans(solved.space.states.first_action, states)
        taken = played.taken_in(states)
        worth = solved.space.mean_after(played.values.middle, taken.action)
        is_open, is_taken = every.of(states[which], action), every.of(taken.state, taken.action)
        columns = (
            (is_open, played.visits[states[which]]),
            (is_taken, taken.often),
            (is_taken, _paid(solved, taken)),
            (is_taken, _guessed(played, taken, worth)),
        )
        sums += [np.bincount(row[row >= 0], each[row >= 0], len(every.rows)) for row, each in columns]
    return [Price(offer, *each) for offer, each in zip(every.rows, sums.T.tolist(), strict=True)]


def _paid(solved: Solved, taken: Taken) -> Floats:
    """float64[k]: what taking some actions costs in one play; nothing where there is no other."""
    best = solved.best.values.middle[taken.state]
    earned = 0.0 if solved.wins else solved.space.states.reward[taken.action]
    after = earned + solved.space.mean_after(solved.best.values.middle, taken.action)
    same = np.isclose(best, after, rtol=ALIKE, atol=0.0 if solved.wins else ALIKE)
    return np.where(same | _only(solved.space, taken), 0.0, taken.often * (best - after))


def _guessed(played: Played, taken: Taken, after: Floats) -> Floats:
    """float64[k]: how much of the variance of winning comes from taking each action that is taken at random.

    Where a play takes one option only, it guesses nothing: not even rounding is added.

    Args:
        after: float64[k], what play is worth after each of these actions.
    """
    change = _change(played.values.middle[taken.state], after)
    return np.where(_alone(taken), 0.0, taken.often * change**2)


def _only(space: Space, taken: Taken) -> Flags:
    """bool[k]: nothing else could be done than each action that is taken."""
    first = space.states.first_action
    return np.asarray(first[taken.state + 1] - first[taken.state] == 1)


def _deviation(taken: Taken, squared: Floats) -> Floats:
    """float64[k]: the standard deviation of the next step in the state of each action that is taken.

    Args:
        squared: float64[k], the mean of the square of this step after each action.
    """
    state = np.cumsum(np.diff(taken.state, prepend=taken.state[:1]) != 0)
    return np.asarray(np.sqrt(np.bincount(state, taken.often * squared) / np.bincount(state, taken.often))[state])


def _alone(taken: Taken) -> Flags:
    """bool[k]: the play takes no other action in the state of each action that it takes."""
    apart = np.diff(taken.state) != 0
    ends = np.ones(min(1, len(taken.state)), np.bool_)
    return np.asarray(np.concatenate([ends, apart]) & np.concatenate([apart, ends]))


def _change(before: Floats, after: Floats) -> Floats:
    """float64[k]: how far each value moves, rounding left out."""
    change = after - before
    change[np.abs(change) <= ROUNDING * np.abs(after)] = 0.0
    return change
