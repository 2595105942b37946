"""Exact answers in fractions, for books small enough to list every moment of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gamebook.model.book import Book
from gamebook.play.explore import TooLarge, explore
from gamebook.play.step import Machine
from gamebook.solve import exact
from gamebook.solve.exact import Unsolved

MOST_MOMENTS = 50_000


@dataclass(frozen=True, slots=True)
class Exactly:
    """What a book is worth, without rounding."""

    best: Fraction
    """Under best play: a chance to win, or expected points."""
    uniform: Fraction
    """For the uniform reader."""
    moments: int
    """Rolls, decisions and endings looked at."""


def exactly(
    book: Book, hero: Mapping[str, int] | None = None, most_moments: int = MOST_MOMENTS
) -> Exactly | TooLarge | Unsolved:
    """Solve a book in fractions.

    Args:
        book: the book.
        hero: values of rolled stats; what is not given is rolled.
        most_moments: how large a book may be; the time taken grows faster than that.
    """
    graph = explore(Machine(book), hero, most_moments)
    if isinstance(graph, TooLarge):
        return graph
    worth = exact.win_worth(book) if book.aim == "win" else None
    best = exact.solve(graph, worth, book.ties)
    if isinstance(best, Unsolved):
        return best
    uniform = exact.solve(exact.uniform(graph), worth, book.ties)
    if isinstance(uniform, Unsolved):
        return uniform
    return Exactly(best.value, uniform.value, len(graph.nodes))
