"""How many dice a reader rolls in one play."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, structs

from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.program.compile import Target, compiled
from gamebook.solver.manner import best_play, uniform_play
from gamebook.solver.solution import Played, play
from gamebook.solver.space import explore


class DicePerPlay(Struct, frozen=True):
    """Expected numbers of dice rolled from the making of the hero to the end."""

    best: float | None
    """Under best play; None under `aim score`."""
    uniform: float | None
    """By a reader who picks any open option with equal chance; None under `aim score` against a rival."""


def dice_per_play(
    book: Book,
    hero: Mapping[str, int] | None = None,
    *,
    limits: Limits = NO_LIMITS,
) -> DicePerPlay | None:
    """Count the dice of a play; None where a limit stopped the listing of states.

    Args:
        book: the book.
        hero: values of rolled stats, which are then not rolled.
        limits: where to stop.
    """
    space = explore(compiled(book, hero, Target(numbers=False, count_dice=True)), limits=limits)
    if not space.complete:
        return None
    # What is earned in this program is dice, so that points cannot say what is best for whom.
    book = structs.replace(book, then_score=False)
    wins = book.aim == "win"
    best = _dice(play(book, space, best_play(space))) if wins else None
    uniform = _dice(play(book, space, uniform_play(space))) if wins or not space.owner.any() else None
    return DicePerPlay(best, uniform)


def _dice(played: Played) -> float:
    """The dice expected under a way of playing."""
    often = played.space.by_action(played.visits) * played.weight
    return float(often @ played.space.states.reward)
