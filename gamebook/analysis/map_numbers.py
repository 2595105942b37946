"""What solving a book says of its map: value, losses and traffic of each chapter, and the likeliest winning route."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import isfinite, nan

from msgspec import Struct

from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.study import Study
from gamebook.strategy.policy import Policy

Pair = tuple[str, str]
"""A chapter, and the chapter or ending it leads to, by name."""


class MapNumbers(Struct, frozen=True):
    """Numbers by chapter under one policy; a chapter that no reader can reach is missing from `worth`."""

    policy: Policy | None
    """Whose play it is; None: best play."""
    wins: bool
    """Whether worth is a chance to win; else points."""
    value: Bracket
    """Of the worth at the start."""
    complete: bool
    """Whether all states were listed; if not, a chapter without numbers may still be reached."""
    worth: Mapping[str, float]
    """Mean worth on arrival; of chapters that the policy never reaches, what `Study.strayed` tells."""
    strayed: frozenset[str]
    """Chapters that it never reaches, and other readers do."""
    visits: Mapping[str, float]
    """The chance to reach a chapter; nan where that would have taken too long to find."""
    losses: Mapping[str, float]
    """The chance that a play is lost by what happens in a chapter (see `analysis.failures`): there lies the cause, and
    the page on which such plays end may be another."""
    traffic: Mapping[Pair, float]
    """Expected turns from chapter to chapter in one play."""
    ends: Mapping[Pair, float]
    """The chance that a play ends in (chapter, ending)."""
    route: frozenset[Pair]
    """The turns of the likeliest winning route; the last is to its ending."""
    likeliest: bool
    """Whether it is known that no other route is likelier."""
    luck: Mapping[str, float]
    """The share of all luck that lies in a chapter: of the variance of winning that dice bring (`analysis.decides`).
    Empty for a book of points."""

    @property
    def lost(self) -> float:
        """The chance that a play is lost somewhere."""
        return sum(self.losses.values())

    @property
    def worst(self) -> float:
        """The chance that it is lost in the chapter where that is largest."""
        return max(self.losses.values(), default=0.0)

    @property
    def luckiest(self) -> float:
        """The share of luck of the chapter where that is largest."""
        return max(self.luck.values(), default=0.0)

    @property
    def span(self) -> tuple[float, float]:
        """The ends of the scale of worth: certain defeat and victory, or the fewest and most points."""
        if self.wins or not self.worth:
            return 0.0, 1.0
        known = [each for each in self.worth.values() if isfinite(each)]
        return min(known, default=0.0), max(known, default=0.0)


def map_numbers(study: Study) -> MapNumbers:
    """The numbers of a solved book."""
    solved, best = study.solved, study.solved.best
    reached = {row.chapter: row.value for row in study.chapters if row.value is not None}
    return MapNumbers(
        policy=study.policy,
        wins=solved.wins,
        value=study.difficulty.best,
        complete=solved.space.complete,
        worth={**reached, **study.strayed},
        strayed=frozenset(study.strayed),
        visits={row.chapter: nan if row.visit is None else row.visit for row in study.chapters},
        losses=_losses(study),
        traffic=solved.traffic(best),
        ends=solved.ends(best),
        route=_route(study),
        likeliest=study.route is not None and study.route.likeliest,
        luck=_luck(study) if solved.wins and solved.space.complete else {},
    )


def _luck(study: Study) -> dict[str, float]:
    """By chapter, its share of what dice decide; dice that make the hero belong to no chapter."""
    rows = study.decided
    whole = sum(row.luck for row in rows)
    return {row.chapter: row.luck / whole for row in rows if row.luck > 0} if whole > 0 else {}


def _losses(study: Study) -> dict[str, float]:
    """By chapter, what loses the book there."""
    found: dict[str, float] = {}
    for row in study.failures:
        if row.chapter:
            found[row.chapter] = found.get(row.chapter, 0.0) + row.chance
    return found


def _route(study: Study) -> frozenset[Pair]:
    if not study.solved.wins or study.route is None:
        return frozenset()
    places = [*(step.chapter for step in study.route.steps), study.route.ending]
    return frozenset(pairwise(places))
