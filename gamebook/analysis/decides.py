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

from gamebook.analysis.alike import SHARE
from gamebook.analysis.offers import Offer, offers
from gamebook.kernels.arrays import Flags, Floats, spans
from gamebook.solver.solution import Played, Solved

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
    taken, states = played.taken, solved.space.states
    value = played.values.middle
    worth = solved.space.mean_after(value, taken.action)
    row, way = spans(states.first_successor, taken.action)
    after = value[states.successor[way]]
    # Not the mean of squares less the square of the mean: what is left of two nearly equal numbers is rounding.
    moved = np.bincount(row, states.chance[way] * _change(worth[row], after) ** 2, len(taken.action))
    step = np.abs(_change(value[taken.state[row]], after))
    expected = np.bincount(row, states.chance[way] * step, len(taken.action))
    by_action = {
        "luck": taken.often * moved,
        "choice": _guessed(played, worth),
        "price": _paid(solved, played),
        "suspense": taken.often * np.sqrt(moved),
        "surprise": taken.often * expected,
    }
    places = solved.places
    place = solved.place[taken.state]
    sums = {name: np.bincount(place, each, len(places)) for name, each in by_action.items()}
    rows = [
        Decided(chapter, **{name: float(each[number]) for name, each in sums.items()})
        for number, chapter in enumerate(places)
    ]
    return [rows[-1], *rows[:-1]]


def prices(solved: Solved, played: Played) -> list[Price]:
    """What each option of each decision costs; the sum of all prices is that of all chapters.

    Args:
        solved: the book with all its states.
        played: how the reader plays it.
    """
    every, taken, visits = offers(solved), played.taken, solved.space.by_action(played.visits)
    there = every.of_action >= 0
    offered = np.bincount(every.of_action[there], visits[there], len(every.rows))
    row = every.of_action[taken.action]
    there = row >= 0
    worth = solved.space.mean_after(played.values.middle, taken.action)
    often, price, choice = (
        np.bincount(row[there], each[there], len(every.rows)).tolist()
        for each in (taken.often, _paid(solved, played), _guessed(played, worth))
    )
    return [Price(*each) for each in zip(every.rows, offered.tolist(), often, price, choice, strict=True)]


def _paid(solved: Solved, played: Played) -> Floats:
    """float64[k]: what taking each action that is taken costs in one play; nothing where there is no other."""
    taken, best = played.taken, solved.best.values.middle[played.taken.state]
    earned = 0.0 if solved.wins else solved.space.states.reward[taken.action]
    after = earned + solved.space.mean_after(solved.best.values.middle, taken.action)
    same = np.isclose(best, after, rtol=SHARE, atol=0.0 if solved.wins else SHARE)
    return np.where(same | _only(played), 0.0, taken.often * (best - after))


def _guessed(played: Played, after: Floats) -> Floats:
    """float64[k]: how much of the variance of winning comes from taking each action that is taken at random.

    For a single option nothing is added, not even rounding.

    Args:
        after: float64[k], what play is worth after each of these actions.
    """
    taken = played.taken
    change = _change(played.values.middle[taken.state], after)
    return np.where(_only(played), 0.0, taken.often * change**2)


def _only(played: Played) -> Flags:
    """bool[k]: nothing else could be done than each action that is taken."""
    return np.asarray(np.diff(played.space.states.first_action)[played.taken.state] == 1)


def _change(before: Floats, after: Floats) -> Floats:
    """float64[k]: how far each value moves, rounding left out."""
    change = after - before
    change[np.abs(change) <= ROUNDING * np.abs(after)] = 0.0
    return change
