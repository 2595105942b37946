"""How a fight goes: the chance to win it, how long it takes, and what is left of the reader."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

import numpy as np
from msgspec import Struct, structs

from gamebook.analysis.advice import Advice
from gamebook.analysis.all_advice import advice
from gamebook.analysis.by_chance import with_draws
from gamebook.analysis.certain import Certain
from gamebook.analysis.decisions import decisions
from gamebook.analysis.difficulty import Bracket, proven
from gamebook.analysis.endings import ending_chances
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.analysis.given_hero import asking_nothing, written_in_choices
from gamebook.errors import GamebookError, UsageError
from gamebook.fights.encounter import AFTER, BEFORE, FIGHT, Encounter
from gamebook.kernels.arrays import Floats, Ints
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.reading import read_text
from gamebook.solver.points import points
from gamebook.solver.solution import Played, Solved
from gamebook.solver.solving import solve


class Distribution(Struct, frozen=True):
    """Chances of whole numbers, ascending; they sum to 1."""

    values: Ints
    chance: Floats

    @property
    def mean(self) -> float:
        """The expected value."""
        return float(self.values @ self.chance)

    def quantile(self, share: float) -> int:
        """The least value that is not exceeded with chance `share`, in (0, 1]."""
        at = int(np.searchsorted(np.cumsum(self.chance), share - 1e-12))
        return int(self.values[min(at, len(self.values) - 1)])


class Way(Struct, frozen=True):
    """A fight fought in one way."""

    name: str
    value: Bracket
    """The chance to win (and keep what was asked for), or expected points."""
    won: float
    """The chance that the fight is won, whatever is kept."""
    endings: Mapping[str, float]
    rounds: Distribution | None
    """Rounds begun, however the fight ends; None where points count something else, or one of them is random."""
    left: Mapping[str, Distribution]
    """What is left of each stat that some way changes, after a fight that is won; empty where it never is."""
    exactly: Fraction | None = None
    """The value without rounding, where it was asked for."""


class FightStudy(Struct, frozen=True, dict=True, eq=False):
    """A fight solved. It is equal to itself only: arrays are not compared."""

    encounter: Encounter
    solved: Solved
    exact: bool = False
    """Values are computed in fractions, too."""

    def __repr__(self) -> str:
        return f"<FightStudy {self.solved.line}>"

    @cached_property
    def best(self) -> Way:
        """Best play."""
        return self.way("best play", self.solved.best)

    @cached_property
    def uniform(self) -> Way:
        """Every open option with the same chance, by who knows of an option only as often as the rules say."""
        drawn, played = self.at_random
        return self.way("random", played, drawn)

    @cached_property
    def at_random(self) -> tuple[Solved, Played]:
        """The same as a play, and the states it is about."""
        return at_random(self.encounter, self.solved)

    @cached_property
    def advice(self) -> tuple[Advice, ...]:
        """What to do at each decision of the fight, in words."""
        return tuple(each for each in advice(self.solved) if each.chapter == FIGHT)

    @cached_property
    def picked(self) -> tuple[str, ...]:
        """What best play picks for the hero before the fight, the first of picks that are worth the same."""
        made = (each for each in advice(self.solved) if each.chapter not in (BEFORE, FIGHT, AFTER) and each.visits > 0)
        return tuple(each.rules[0].label for each in made if each.rules)

    @cached_property
    def names(self) -> dict[str, str]:
        """What to call each decision of the fight, by address: `press`, among foes together `press against Orc`.

        Where that is said of more than one (an Orc is parried whomever the reader attacks, one foe comes after another)
        they are numbered.
        """
        called = {}
        for address, each in decisions(self.solved.book).items():
            at = re.fullmatch(r".*foe (\d+)", each.facing)
            foe = f" against {self.encounter.foes[int(at[1]) - 1].name}" if at and self.encounter.together else ""
            called[address] = f"{each.name}{foe}"
        alike = Counter(called.values())
        seen: Counter[str] = Counter()
        for address, name in called.items():
            if alike[name] > 1:
                seen[name] += 1
                called[address] = f"{name} ({seen[name]})"
        return called

    def way(self, name: str, played: Played, solved: Solved | None = None) -> Way:
        """What comes of one way of fighting.

        Args:
            name: what to call it.
            played: the way.
            solved: the solution it is of, where that is a strategy's or the random reader's.
        """
        known = solved or self.solved
        after = known.arrival(played, AFTER)
        won = after.expected
        # who never tests luck has all of it left, and another way of fighting less
        stats = [stat for stat in self.encounter.rules.stats if stat in self._changing or stat in after.columns]
        columns = zip(stats, known.on_arrival(after, stats), strict=True) if won > 0 else ()
        left = {stat: _distribution(column, after.visits / won) for stat, column in columns}
        decided = self.exact and played is not self.at_random[1]  # where nobody decides, fractions grow without end
        fraction = self._exactly(known.book) if decided else None
        chance = Certain(known, played).chance(won, after.states)
        ends = ending_chances(known, played)
        return Way(name, proven(known, played), chance, ends, self._rounds(played), left, fraction)

    @cached_property
    def _changing(self) -> frozenset[str]:
        """The stats that some way of fighting changes and that are known after the fight."""
        return frozenset(self.solved.arrival(self.solved.best, AFTER).columns)

    def _exactly(self, book: Book) -> Fraction:
        found = exactly(book, self.encounter.hero)
        if not isinstance(found, Exactly):
            raise UsageError("this fight is too large for exact fractions; remove --exact")
        return found.best

    def _rounds(self, played: Played) -> Distribution | None:
        if not self.encounter.counts_rounds:
            return None
        try:
            found = points(played)
        except GamebookError:
            return None
        chance = found.chance.sum(axis=0)
        return Distribution(found.amounts, chance / chance.sum())


def study_fight(encounter: Encounter, limits: Limits = NO_LIMITS, *, exact: bool = False) -> FightStudy:
    """Solve a fight; with `exact`, its ways of fighting are computed in fractions, too.

    Raises:
        BookHasErrors: its words are not what a book may say.
        UsageError: the hero is none that the system's dice can make.
    """
    return FightStudy(encounter, solve_page(encounter, read(encounter), limits), exact)


def solve_page(encounter: Encounter, book: Book, limits: Limits = NO_LIMITS) -> Solved:
    """Solve the book around a fight, perhaps as a strategy plays it.

    Raises:
        UsageError: the hero is none that the system's dice can make.
    """
    for variable in book.variables:
        wished = encounter.hero.get(variable.name)
        if wished is not None and not variable.low <= wished <= variable.high:
            raise UsageError(f"{variable.name} is in {variable.low}..{variable.high}, not {wished}")
    stats = tuple(v.name for v in book.variables if v.name in encounter.rules.stats)
    observed = () if encounter.axes else stats  # what is left after a fight is asked for one fight only
    return solve(book, encounter.hero, observed=observed, limits=limits)


def at_random(encounter: Encounter, solved: Solved) -> tuple[Solved, Played]:
    """The play of a reader who fights at random, and the states it is about.

    Args:
        encounter: the fight.
        solved: the book around it.
    """
    book = with_draws(solved.book)
    drawn = solved if book is solved.book else solve_page(encounter, book, solved.search.limits)
    return drawn, drawn.uniform


def read(encounter: Encounter) -> Book:
    """The book around a fight.

    Raises:
        BookHasErrors: its words are not what a book may say.
    """
    book = read_text(str(encounter.rules.folder / "the fight"), encounter.page()).book
    return (
        structs.replace(book, hero=asking_nothing(book)) if encounter.things.keys() & written_in_choices(book) else book
    )


def _distribution(values: Ints, chance: Floats) -> Distribution:
    low = int(values.min())
    total = np.bincount(values - low, chance).astype(np.float64)
    shown = np.flatnonzero(total > 0)
    return Distribution(shown + low, total[shown])
