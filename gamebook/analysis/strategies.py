"""The strategies a book declares, measured against best play and the uniform reader."""

from __future__ import annotations

import time
from collections.abc import Mapping
from math import isinf, isnan, nan

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.alike import alike
from gamebook.analysis.by_chance import has_shares
from gamebook.analysis.difficulty import Bracket, points_bracket, proven
from gamebook.analysis.scores import Scores, must_have_points
from gamebook.analysis.scores import scores as spread
from gamebook.limits import LISTED, NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.solver.sample import Sample, sample
from gamebook.solver.solution import Played, Solved
from gamebook.solver.solving import solve
from gamebook.strategy.apply import apply
from gamebook.strategy.policy import BUILT_IN, Policy, policy

SAMPLED = 1.0
"""Seconds for plays by a strategy that was not solved."""
SOLVING = 0.9
"""The share of the time for one way of playing in which it is solved; plays have the rest."""


class StrategyRow(Struct, frozen=True):
    """What one way of playing is worth, with rivals at their best."""

    policy: Policy
    value: Bracket
    """At the start; a chance, or points under `aim score`."""
    gap: float
    """What best play is worth beyond that, middle to middle: never below 0; nan where one of the two was not solved."""
    complete: bool
    """False where a limit stopped the solver, so that the bracket is wide."""
    points: Bracket | None = None
    """Under `aim win then score` the points that come with it."""
    scores: Scores | None = None
    """The distribution of points at the end, if wanted."""
    sample: Sample | None = None
    """Plays by the strategy, where it was not solved; not of best play, nor against a rival."""


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
        limits: states and memory for each way of playing, and the time for all.

    Raises:
        TooManyPoints: the book is too large for `scores`.
        UsageError: `scores` is used with a book without points.
    """
    if scores:
        must_have_points(book, hero)
    points = book.aim == "score" or book.then_score
    best, uniform, _ = BUILT_IN
    told = [replace(policy(each), best_fights=best_fights) for each in (*book.strategies, uniform)]
    ways = [policy(best), *told]
    began, rows, top = time.monotonic(), list[StrategyRow](), nan
    first: Solved | None = None
    for number, way in enumerate(ways):
        own, start = limits.since(began).share(len(ways) - number), time.monotonic()
        shorter = own if own.seconds is None else replace(own, seconds=SOLVING * own.seconds)
        # Without its chapters a loop may be a single state, and of such a loop something else is claimed where its
        # points have no total.
        together = _at_random(first, way)
        if first is None or together is None:
            solved = solve(apply(book, way), hero, limits=shorter, listed=LISTED, chapters=points, classes=True)
            first, played = first or solved, solved.best
        else:
            solved, played = first, together
        value, complete = played.value, solved.space.complete
        if number == 0 and complete:
            top = value
        rows.append(
            StrategyRow(
                way,
                proven(solved, played),
                gap(top, value if complete else nan, wins=book.aim == "win"),
                complete,
                points_bracket(played),
                spread(apply(book, way), hero, uniform=False, limits=own).best if scores else None,
                None if complete else _plays(book, hero, way, own.since(start).seconds),
            )
        )
    return (rows[0], *sorted(rows[1:], key=lambda row: (isnan(row.gap), row.gap)))


def _at_random(best: Solved | None, way: Policy) -> Played | None:
    """The random reader, if that is the way, where arrays worked it out together with best play."""
    if best is None or not (way.does_everything and best.space.complete) or has_shares(best.book):
        return None
    return best.known_uniform


def _plays(book: Book, hero: Mapping[str, int] | None, way: Policy, seconds: float | None) -> Sample | None:
    """Plays by a strategy, for so long at most; None if it leaves decisions to best play, or if rivals decide."""
    if way.leaves_to_best:
        return None
    found = sample(book, hero, seconds=SAMPLED if seconds is None else min(SAMPLED, seconds), policy=way.words)
    return None if found.rivals else found


def gap(best: float, other: float, *, wins: bool) -> float:
    """By how much the best is better; of two that are both without a bound, or one that is not known, nobody knows."""
    if isnan(best) or isnan(other) or (isinf(best) and best == other):
        return nan
    return 0.0 if alike(best, other, wins=wins) else max(0.0, best - other)
