"""Exact answers in fractions: from the listing of states where its chances can be made whole, else moment by moment."""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from msgspec import Struct, structs
from msgspec.structs import replace

from gamebook.analysis.by_chance import with_draws
from gamebook.analysis.difficulty import proven
from gamebook.errors import OutOfTime
from gamebook.job import look
from gamebook.limits import Limits, time_is_over, within
from gamebook.model.book import SOFT_LOCK, Book
from gamebook.play.explore import TooLarge
from gamebook.play.explore import explore as explore_moments
from gamebook.play.step import Machine
from gamebook.program.compile import Target, compiled
from gamebook.solver import exact
from gamebook.solver.exact import Unsolved
from gamebook.solver.manner import Manner, best_play, uniform_play
from gamebook.solver.rational import rational, rational_points
from gamebook.solver.solution import Solved, play
from gamebook.solver.space import Space, explore

MOST_STATES = 400_000
MOST_MOMENTS = 50_000
MOST_FOR_UNIFORM = 5_000
"""States up to which the uniform reader is worked out however long it takes."""
SECONDS_FOR_UNIFORM = 10.0
"""How long that is tried where there are more: where nobody chooses, fractions may grow without end."""


class Exactly(Struct, frozen=True, eq=False):
    """What a book is worth, without rounding. It is equal to itself only: arrays are not compared."""

    best: Fraction
    """Under best play: a chance to win, or expected points."""
    uniform: Fraction | None
    """For the uniform reader; None in a large book, where the fraction takes too long if it is not 0 or 1."""
    moments: int
    """States, or rolls, decisions and endings, looked at."""
    space: Space | None = None
    values: tuple[Fraction, ...] | None = None
    """What every state of `space` is worth under best play."""
    points: Fraction | None = None
    """Under `aim win then score` the points of best play; None where they have no finite total."""

    def __repr__(self) -> str:
        return f"<Exactly best={self.best!r}, uniform={self.uniform!r}, {self.moments:,} moments>"


class Endless(Unsolved, frozen=True):
    """No finite answer, and whose total has none."""

    best: bool
    """Whether it is that of best play; else only of readers who come to a loop that best play keeps away from."""


def exactly(
    book: Book, hero: Mapping[str, int] | None = None, most_states: int = MOST_STATES
) -> Exactly | TooLarge | Unsolved:
    """Solve a book in fractions.

    Args:
        book: the book.
        hero: values of rolled stats; what is not given is rolled.
        most_states: how large a book may be; the time taken grows faster than that.
    """
    found = _exactly(book, hero, most_states)
    drawn = with_draws(book)
    if not isinstance(found, Exactly) or drawn is book:
        return found
    by_chance = _exactly(drawn, hero, most_states)
    return replace(found, uniform=by_chance.uniform if isinstance(by_chance, Exactly) else None)


def _exactly(book: Book, hero: Mapping[str, int] | None, most_states: int) -> Exactly | TooLarge | Unsolved:
    space = explore(compiled(book, hero, Target(chapters=False)), limits=Limits(states=most_states))
    if not space.complete:
        return TooLarge(most_states)
    best = _values(book, space, best_play(space))
    if best is None:
        return _moment_by_moment(book, hero, min(most_states, MOST_MOMENTS))
    if isinstance(best, Unsolved):
        near = play(book, space, best_play(space)).values
        finite = np.isfinite([near.low[space.root], near.high[space.root]]).all()
        return Endless(best.why, best.nodes, not finite)
    uniform = _of_uniform(book, space)
    if isinstance(uniform, Unsolved):
        return uniform
    average = uniform[space.root] if uniform is not None else _certain(book, space, hero or {})
    points = _points(book, space, best_play(space), best) if book.then_score else None
    return Exactly(best[space.root], average, space.size, space, tuple(best), points)


def _of_uniform(book: Book, space: Space) -> list[Fraction] | Unsolved | None:
    """The values of the uniform reader; None where they take too long."""
    manner = uniform_play(space)
    if space.size <= MOST_FOR_UNIFORM:
        return _values(book, space, manner)
    try:
        with within(time.monotonic() + SECONDS_FOR_UNIFORM, time_is_over):
            return _values(book, space, manner)
    except OutOfTime:
        look()  # there may be no time left for the rest, either
        return None


def _certain(book: Book, space: Space, hero: Mapping[str, int]) -> Fraction | None:
    """The chance of the uniform reader in a large book if it is 0 or 1; else None."""
    if book.aim != "win":
        return None
    won = _only_won(book)
    played = play(won, space, uniform_play(space))
    found = proven(Solved(won, space, hero, played, played), played)
    return Fraction(round(found.low)) if found.low == found.high and found.low in (0.0, 1.0) else None


def _points(book: Book, space: Space, manner: Manner, won: list[Fraction]) -> Fraction | None:
    found = rational_points(space, manner, play(_only_won(book), space, manner).values, won)
    return found[space.root] if isinstance(found, list) else None


def _only_won(book: Book) -> Book:
    """The book without points."""
    return structs.replace(book, then_score=False)


def _values(book: Book, space: Space, manner: Manner) -> list[Fraction] | Unsolved | None:
    worth = exact.win_worth(book) | {SOFT_LOCK: Fraction(0)}
    wins = book.aim == "win"
    ends = [worth[name] if wins else Fraction(0) for name in space.program.endings]
    return rational(space, manner, play(_only_won(book), space, manner).values, ends, wins)


def _moment_by_moment(book: Book, hero: Mapping[str, int] | None, most_moments: int) -> Exactly | TooLarge | Unsolved:
    graph = explore_moments(Machine(book), hero, most_moments)
    if isinstance(graph, TooLarge):
        return graph
    worth = exact.win_worth(book) if book.aim == "win" else None
    best = exact.solve(graph, worth, book.ties, then_score=book.then_score)
    if isinstance(best, Unsolved):
        return best
    uniform = exact.solve(exact.uniform(graph), worth, book.ties)
    if isinstance(uniform, Unsolved):
        return uniform
    points = best.score if isinstance(best.score, Fraction) else None
    return Exactly(best.value, uniform.value, len(graph.nodes), points=points)
