"""Could the reader have been saved? For lost plays the last choice with a better option, and whether that was fair.

An option is *better* than the one taken if best play wins more often after it. Of every lost play one of four is true:

* forced: no choice on the way had a better option;
* blind: the last one that had looks as if it had not: over all plays of this reader that see the same there (the same
  decision, the same options open), the option taken is the best on average;
* fair: the last one that had was in the chapter in which the play was lost, on the same visit;
* early: it was in a chapter before.

Their chances add up to the chance to lose; so do, with those that are forced, the chances of all last choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from gamebook.analysis.alike import least_size
from gamebook.analysis.failures import lost_states
from gamebook.analysis.hazards import hazards, losing_moves
from gamebook.analysis.offers import Offer, offers
from gamebook.job import look
from gamebook.kernels.arrays import Flags, Floats
from gamebook.kernels.bellman import SAME
from gamebook.solver.moves import Moves
from gamebook.solver.sights import sights
from gamebook.solver.solution import Played, Solved
from gamebook.syntax.heads import natural

MOST_CHAPTERS = 10
"""The deadliest chapters: the report shows their details."""


class LastChoice(Struct, frozen=True):
    """A choice that was the last with a better option before plays were lost."""

    taken: Offer
    """The option that was taken."""
    chance: float
    """The chance of a play that is lost so."""
    loss: float
    """How much less best play wins after this option than after the best one, on average over these plays."""
    blind: float
    """How much of `chance` is blind."""


class Fate(Struct, frozen=True):
    """What became of plays that were lost in one chapter, or in all."""

    chapter: str
    """Empty: all chapters together."""
    lost: float
    """The chance of a play that is lost there; `forced`, `blind`, `fair` and `early` add up to it."""
    forced: float
    blind: float
    fair: float
    early: float
    last: tuple[LastChoice, ...]
    """The last choices with a better option, the most frequent first."""


class Fates(Struct, frozen=True):
    """All plays that are lost, and those of the deadliest chapters."""

    all: Fate
    chapters: tuple[Fate, ...]


def fates(solved: Solved, played: Played, most_chapters: int = MOST_CHAPTERS) -> Fates:
    """Whether lost plays could have been saved, and where.

    Args:
        solved: the book with all its states.
        played: how the reader plays it.
        most_chapters: so many of the deadliest chapters are looked at one by one.
    """
    if lost_states(solved, played)[solved.space.root]:
        return Fates(Fate("", 1.0, 1.0, 0.0, 0.0, 0.0, ()), ())
    losing = _Losing(solved, played)
    rows = sorted(hazards(solved, played), key=lambda row: (-row.lost, natural(row.chapter)))
    chapters = [row.chapter for row in rows[:most_chapters] if row.lost > 0]
    return Fates(losing.fate(), tuple(map(losing.fate, chapters)))


class _Going(NamedTuple):
    """Moves after which play goes on, and the equations for what follows."""

    moves: Moves
    on: Flags
    """bool[successors]: play goes on after this move."""


class _Losing:
    """The states of a book, and by which moves plays are lost."""

    def __init__(self, solved: Solved, played: Played) -> None:
        space = solved.space
        self.solved, self.played = solved, played
        self.state = space.action_state
        self.often = played.visits[self.state] * played.weight
        self.sights = sights(space)
        self.losing = losing_moves(solved, lost_states(solved, played))
        self.place = space.by_way(solved.place)
        self.loss = self._loss()
        self.blind = self._blind()
        self.passed = np.repeat(self.loss > 0, np.diff(space.states.first_successor))
        self.passed_ways = np.flatnonzero(self.passed)
        self.passed_action = space.way_action[self.passed_ways]
        on = ~self.losing
        self.turns = on & solved.enters[space.states.successor]
        self.onward = self._moves(on, self.losing)
        self.visit = self._moves(on & ~self.turns, self.losing | self.turns)
        self.same = self._last(self.visit, self.losing)[0]
        self.offers = offers(solved)

    def _loss(self) -> Floats:
        """float64[a]: what an action of the reader loses against the best; 0 if that is but rounding."""
        s, best = self.solved.space.states, self.solved.best.values.middle
        reward = 0.0 if self.solved.wins else s.reward
        worth = reward + self.solved.space.mean_after(best)
        top = np.full(self.solved.space.size, -np.inf)
        np.maximum.at(top, self.state, worth)
        with np.errstate(invalid="ignore"):
            loss = top[self.state] - worth
            real = (self.sights.of_action >= 0) & (
                loss > SAME * np.maximum(np.abs(top[self.state]), least_size(self.solved.wins))
            )
        return np.where(real, loss, 0.0)

    def _blind(self) -> Flags:
        """bool[a]: on average over all plays that see the same, no open option is better than this one."""
        slot, first = self.sights.of_action, self.sights.first
        some = slot >= 0
        visits = self.played.visits[self.state[some]]
        mean = np.bincount(slot[some], visits * self.loss[some], first[-1])  # of all options of a sight, equal visits
        blind = np.zeros(len(slot), bool)
        if len(mean):
            least = np.minimum.reduceat(mean, first[:-1])
            total = np.bincount(self.sights.of_state[self.state[some]], visits, self.sights.count)
            good = mean <= np.repeat(least + SAME * total, np.diff(first))
            blind[some] = good[slot[some]]
        return blind & (self.loss > 0)

    def _lost_at(self, chapter: str | None) -> Flags:
        """bool[successors]: the moves by which play is lost, in one chapter or anywhere."""
        if chapter is None:
            return self.losing
        return np.asarray(self.losing & (self.place == self.solved.places.index(chapter)), bool)

    def _moves(self, on: Flags, stops: Flags) -> _Going:
        """Play until it stops, or passes over a better option; bool[successors], where it goes on, and stops."""
        moves = Moves(self.solved.space, self.played.weight, on & ~self.passed, stops & ~self.passed)
        return _Going(moves, on)

    def _last(self, going: _Going, wanted: Flags | Floats) -> tuple[Floats, Floats]:
        """The chance that a better option is passed over and, with no other one after it, play stops as wanted.

        Args:
            going: from `_moves`.
            wanted: [successors], the moves by which play stops, or how much each of them counts.

        Returns:
            float64[a]: for each action; and float64[n]: from each state the chance that play stops so without any
            better option on the way.
        """
        look()
        s = self.solved.space.states
        chance = going.moves.chance(wanted * ~self.passed)
        ways = self.passed_ways
        later = np.where(going.on[ways], chance[s.successor[ways]], wanted[ways])
        after = np.bincount(self.passed_action, s.chance[ways] * later, len(self.loss))
        return self.often * after, chance

    def fate(self, chapter: str | None = None) -> Fate:
        """What became of plays that were lost in a chapter, or anywhere."""
        last, chance = self._last(self.onward, self._lost_at(chapter))
        # What is lost after a turn is not worked out as a difference: where there is none, rounding would leave some.
        turned, _ = self._last(self.visit, np.where(self.turns, chance[self.solved.space.states.successor], 0.0))
        here = np.ones(len(last), bool)
        if chapter is not None:
            here = self.solved.place[self.state] == self.solved.places.index(chapter)
        forced = float(chance[self.solved.space.root])
        return Fate(
            chapter=chapter or "",
            lost=float(last.sum()) + forced,
            forced=forced,
            blind=float(last[self.blind].sum()),
            fair=float(self.same[here & ~self.blind].sum()),
            early=float(np.where(here, turned, last)[~self.blind].sum()),
            last=tuple(self._choices(last)),
        )

    def _choices(self, last: Floats) -> Iterator[LastChoice]:
        """The options by which plays were lost, the most frequent first."""
        some = last > 0
        row, often = self.offers.of(self.state[some], np.flatnonzero(some)), last[some]
        chance, loss, blind = (
            np.bincount(row, often * weight, len(self.offers.rows))
            for weight in (1.0, self.loss[some], self.blind[some])
        )
        for number in np.argsort(-chance, kind="stable").tolist():
            if chance[number] <= 0:
                return
            offer, total = self.offers.rows[number], float(chance[number])
            yield LastChoice(offer, total, float(loss[number]) / total, float(blind[number]))
