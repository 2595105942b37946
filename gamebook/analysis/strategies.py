"""The strategies a book declares, measured against best play and the uniform reader."""

from __future__ import annotations

from collections.abc import Mapping
from math import isinf, isnan, nan

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.alike import alike
from gamebook.analysis.difficulty import Bracket, points_bracket, proven
from gamebook.analysis.scores import Scores
from gamebook.analysis.scores import scores as spread
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from gamebook.strategy.apply import apply
from gamebook.strategy.policy import BUILT_IN, Policy, policy


class StrategyRow(Struct, frozen=True):
    """What one way of playing is worth, with rivals at their best."""

    policy: Policy
    value: Bracket
    """At the start; a chance, or points under `aim score`."""
    gap: float
    """What best play is worth beyond that, middle to middle: never below 0; nan where one of the two is not known."""
    complete: bool
    """False where a limit stopped the solver, so that the bracket is wide."""
    points: Bracket | None = None
    """Under `aim win then score` the points that come with it."""
    scores: Scores | None = None
    """The distribution of points at the end, if wanted."""


def strategies(
    book: Book,
    hero: Mapping[str, int] | None = None,
    *,
    scores: bool = False,
    best_fights: bool = False,
    limits: Limits = NO_LIMITS,
) -> tuple[StrategyRow, ...]:
    """Best play, each strategy of the book with its own parameters, and the uniform reader: the best first.

    Args:
        book: the book.
        hero: values of rolled stats; what is not given is rolled.
        best_fights: what a strategy, or chance, does not say of decisions in fights is left to best play.
        scores: also compute the distribution of points at the end.
        limits: where to stop, for each way of playing.

    Raises:
        TooManyPoints: the book is too large for `scores`.
        UsageError: `scores` is used with a book without points.
    """
    best, uniform, _ = BUILT_IN
    told = [replace(policy(each), best_fights=best_fights) for each in (*book.strategies, uniform)]
    ways = [policy(best), *told]

    def play(way: Policy) -> Solved:
        return solve(apply(book, way), hero, limits=limits, chapters=False, classes=True)

    def spread_of(way: Policy) -> Scores | None:
        return spread(apply(book, way), hero, uniform=False, limits=limits).best if scores else None

    solved = [play(way) for way in ways]
    top = solved[0].best.value
    rows = [
        StrategyRow(
            way,
            proven(each, each.best),
            gap(top, each.best.value, wins=book.aim == "win"),
            each.space.complete,
            points_bracket(each.best),
            spread_of(way),
        )
        for way, each in zip(ways, solved, strict=True)
    ]
    return (rows[0], *sorted(rows[1:], key=lambda row: (isnan(row.gap), row.gap)))


def gap(best: float, other: float, *, wins: bool) -> float:
    """By how much the best is better; of two that are both without a bound, or one that is not known, nobody knows."""
    if isnan(best) or isnan(other) or (isinf(best) and best == other):
        return nan
    return 0.0 if alike(best, other, wins=wins) else max(0.0, best - other)
