"""How many dice a reader rolls in one play."""

from __future__ import annotations

import time
from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from gamebook.analysis.by_chance import with_draws
from gamebook.analysis.too_large import MORE_TIME, must_be_whole
from gamebook.errors import LimitReached, OutOfTime
from gamebook.job import in_time
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.program.code import Enter
from gamebook.program.compile import Target, compiled
from gamebook.solver.manner import best_play, uniform_play
from gamebook.solver.solution import Played, play
from gamebook.solver.space import Space, explore

ROLLED = "rolled"
"""What marks of dice are called."""


class DicePerPlay(Struct, frozen=True):
    """Expected numbers of dice rolled from the making of the hero to the end.

    In play that never ends, a roll to which it returns for ever counts once.
    """

    best: float | None
    """Under best play, which looks at points, too, under `aim win then score`; None under `aim score`."""
    uniform: float | None
    """By a reader who picks any open option with equal chance, and knows of an option as often as the book says; None
    under `aim score` against a rival."""


def dice_per_play(
    book: Book,
    hero: Mapping[str, int] | None = None,
    *,
    limits: Limits = NO_LIMITS,
) -> DicePerPlay:
    """Count the dice of a play.

    Args:
        book: the book.
        hero: values of rolled stats, which are then not rolled.
        limits: where to stop.

    Raises:
        LimitReached: a limit came before all states were listed, or the time was over.
    """
    began = time.monotonic()
    try:
        with in_time(limits.deadline(began)):
            return _counted(book, hero, limits, began)
    except OutOfTime as error:
        raise LimitReached(f"the time was over before dice were counted; {MORE_TIME}") from error


def _counted(book: Book, hero: Mapping[str, int] | None, limits: Limits, began: float) -> DicePerPlay:
    wins, space = book.aim == "win", _listed(book, hero, limits)
    best = _dice(play(book, space, best_play(space))) if wins else None
    if not wins and space.owner.any():
        return DicePerPlay(best, None)
    drawn = with_draws(book)
    if drawn is not book:
        space = _listed(drawn, hero, limits.since(began))
    return DicePerPlay(best, _dice(play(drawn, space, uniform_play(space))))


def _listed(book: Book, hero: Mapping[str, int] | None, limits: Limits) -> Space:
    """All states of a book, with the dice that are rolled.

    Where points say what is best among ways that win as often, they stay points, and play passes a mark at each roll.
    Else each die is a point, and nothing else is: that takes fewer states.
    """
    target = Target(numbers=False, counted=(ROLLED,)) if book.then_score else Target(numbers=False, count_dice=True)
    space = explore(compiled(book, hero, target), limits=limits)
    must_be_whole(space, book, hero or {}, limits)
    return space


def _dice(played: Played) -> float:
    """The dice expected under a way of playing."""
    space = played.space
    if played.points is None:
        often = space.by_action(played.visits) * played.weight
        return float(often @ space.states.reward)
    nodes = [space.program.nodes[node] for node in space.code.point_node]
    marks = [node.mark if isinstance(node, Enter) else None for node in nodes]
    dice = [mark.amount if mark is not None and mark.what == ROLLED else 0 for mark in marks]
    return float(played.visits @ np.array([*dice, 0])[space.states.point])  # the last is for endings
