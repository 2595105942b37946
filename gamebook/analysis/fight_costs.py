"""What each fight of a book costs those who fight it: how often it is won, and what is left of their numbers then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from gamebook.analysis.fights import fights_by_chapter, last_foes
from gamebook.analysis.too_large import must_be_whole
from gamebook.kernels.arrays import Ints
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.step import Assign, Scope
from gamebook.program.code import Enter, NodeId
from gamebook.solver.solution import Played, Solved
from gamebook.solver.solving import solve

COUNTED = ("fought", "won", "left")
"""What a book must be solved with as `counted`, for the costs of its fights."""


class FightCost(Struct, frozen=True):
    """Means over the plays that come to a fight."""

    address: str
    chapter: str
    """Empty for the fight of a trigger."""
    foes: str
    """For people: `Grey wolf, Grey wolf`."""
    fought: float
    """How often it is fought in one play."""
    won: float
    """The share of these fights in which all foes are beaten."""
    left: float
    """The share that the reader leaves in another way, such as an escape. What is missing from 1 is lost."""
    means: Mapping[str, tuple[float, float]]
    """Of each number that the fight changes and that still matters after it: the mean when the fight begins, over all
    of these fights, and the mean when it is won, over those that are won."""


def fight_costs(solved: Solved, played: Played) -> tuple[FightCost, ...]:
    """The fights that a way of playing comes to, in book order; `solved` with `COUNTED` as `counted`."""
    found = (_cost(solved, played, chapter, fight) for chapter, fight in fights_by_chapter(solved.book))
    return tuple(cost for cost in found if cost is not None)


def fights_of_best_play(
    book: Book, hero: Mapping[str, int] | None = None, *, limits: Limits = NO_LIMITS
) -> tuple[FightCost, ...]:
    """The fights that best play comes to, in book order. It knows every option, also those that not every reader knows.

    Raises:
        LimitReached: a limit came before all states were listed.
    """
    solved = solve(book, hero, counted=COUNTED, limits=limits)
    must_be_whole(solved.space, book, solved.hero, limits)
    return fight_costs(solved, solved.best)


def _cost(solved: Solved, played: Played, chapter: str, fight: Scope) -> FightCost | None:
    begins = _sum(solved, played, "fought", {fight.label})
    if begins.visits <= 0:
        return None
    won = _sum(solved, played, "won", {last_foes(fight)})
    left = _sum(solved, played, "left", {fight.label, last_foes(fight)})
    sheet = {each.name for each in solved.book.variables if each.kind in ("stat", "number")}
    changed = {change.variable for step in steps_in(fight.body) if isinstance(step, Assign) for change in step.changes}
    both = [name for name in begins.totals if name in won.totals and name in changed & sheet]
    means = {name: (begins.mean(name), won.mean(name)) for name in both}
    return FightCost(
        fight.address,
        chapter,
        fight.title,
        fought=begins.visits,
        won=won.visits / begins.visits,
        left=left.visits / begins.visits,
        means=means,
    )


class _Sum(Struct, frozen=True):
    """Over the places of one kind: how often they are visited, and the sum of each number over these visits."""

    visits: float
    totals: Mapping[str, float]
    """Of the numbers that are kept at all of these places."""

    def mean(self, name: str) -> float:
        """The mean of a number over the visits."""
        return self.totals[name] / self.visits


def _sum(solved: Solved, played: Played, what: str, addresses: set[str]) -> _Sum:
    visits, totals = 0.0, dict[str, float]()
    for node, states in _places(solved, what, addresses):
        often = played.visits[states]
        if not often.sum() > 0:
            continue
        here = {name: float(column @ often) for name, column in solved.columns(node, states).items()}
        names = here if not visits else totals.keys() & here
        totals = {name: totals.get(name, 0.0) + here[name] for name in here if name in names}
        visits += float(often.sum())
    return _Sum(visits, totals)


def _places(solved: Solved, what: str, addresses: set[str]) -> Iterator[tuple[NodeId, Ints]]:
    for number, node in enumerate(solved.space.program.nodes):
        mark = node.mark if isinstance(node, Enter) else None
        if mark is not None and mark.what == what and mark.address in addresses:
            yield number, solved.point_states[number]
