"""How many points play ends with: not the mean only, but how they are spread."""

from __future__ import annotations

import time
from collections.abc import Mapping
from math import inf, nan, sqrt

import numpy as np
from msgspec import Struct

from gamebook.analysis.by_chance import with_draws
from gamebook.errors import UsageError
from gamebook.kernels.arrays import Floats
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.program.code import Earn, Program
from gamebook.program.compile import Target, compiled
from gamebook.solver.manner import Manner, best_play, uniform_play
from gamebook.solver.points import TooManyPoints, points
from gamebook.solver.solution import play
from gamebook.solver.space import Space, explore

MOST_POINTS = 100_000
"""Points won or lost up to which play is followed."""


class Scores(Struct, frozen=True):
    """The points that play ends with under one way of playing."""

    amounts: tuple[int, ...]
    """Every number of points that it can end with, ascending."""
    chances: Floats
    """float64[n]: how likely it ends with each."""
    rest: float
    """The chance of what was not followed to the end: points beyond the limit, or play that never ends."""

    @property
    def mean(self) -> float:
        """The mean of what was followed; nan: nothing came to an end."""
        return float(self.chances @ np.array(self.amounts)) / (1.0 - self.rest) if self.amounts else nan

    @property
    def deviation(self) -> float:
        """The standard deviation of what was followed; nan: nothing came to an end."""
        if not self.amounts:
            return nan
        squares = self.chances @ (np.array(self.amounts) - self.mean) ** 2
        return sqrt(float(squares) / (1.0 - self.rest))

    def quantile(self, share: float) -> tuple[float, float]:
        """Bounds of the least number of points that is not exceeded in at least this share of plays, 0 < share <= 1.

        They are equal unless what was not followed matters; it may have ended with any number of points.
        """
        room = share * 1e-12  # so that a sum of chances may be a little less than it should
        sums = np.cumsum(self.chances)
        ends = [np.searchsorted(sums, share - room - unknown) for unknown in (self.rest, 0.0)]
        low = -inf if self.rest >= share - room else float(self.amounts[ends[0]])
        high = float(self.amounts[ends[1]]) if ends[1] < len(self.amounts) else inf
        return low, high


class ScoreTable(Struct, frozen=True):
    """The points of a way of playing and of the uniform reader."""

    best: Scores
    uniform: Scores | None
    """None if it is not wanted."""


def scores(
    book: Book,
    hero: Mapping[str, int] | None = None,
    *,
    uniform: bool = True,
    most: int = MOST_POINTS,
    limits: Limits = NO_LIMITS,
) -> ScoreTable:
    """The points that play ends with, under best play and for the uniform reader.

    Of an option that not every reader knows (`[knows 40%]`), best play knows, and the uniform reader as often as the
    book says.

    Args:
        book: the book; with a strategy in the reader's place, best play is what the strategy does.
        hero: values of rolled stats; what is not given is rolled.
        uniform: whether to include the uniform reader.
        most: points won or lost up to which play is followed.
        limits: where to stop listing states.

    Raises:
        TooManyPoints: the book is too large.
        UsageError: nothing in the book brings points.
    """
    began = time.monotonic()
    space = _listed(book, hero, limits)
    best = _scores(book, space, best_play(space), most)
    if not uniform:
        return ScoreTable(best, None)
    drawn = with_draws(book)
    if drawn is not book:
        space = _listed(drawn, hero, limits.since(began))
    return ScoreTable(best, _scores(drawn, space, uniform_play(space), most))


def must_have_points(book: Book, hero: Mapping[str, int] | None) -> None:
    """Look whether anything in a book brings points: a long solve before that would be for nothing.

    Raises:
        UsageError: nothing does.
    """
    _with_points(book, hero)


def _with_points(book: Book, hero: Mapping[str, int] | None) -> Program:
    """The book as a program in which each step brings a number of points that is known before it."""
    program = compiled(book, hero, Target(points_apart=True))
    if not any(isinstance(node, Earn) for node in program.nodes):
        raise UsageError("the book has no points: it has no ~ score, and no ending has a score")
    return program


def _listed(book: Book, hero: Mapping[str, int] | None, limits: Limits) -> Space:
    space = explore(_with_points(book, hero), limits=limits)
    if not space.complete:
        raise TooManyPoints(f"the book has more than {space.listed:,} states: too many to follow points one by one")
    return space


def _scores(book: Book, space: Space, manner: Manner, most: int) -> Scores:
    found = points(play(book, space, manner), most)
    chances = found.chance.sum(axis=0)
    some = chances > 0.0
    return Scores(tuple(found.amounts[some].tolist()), chances[some], found.rest)
