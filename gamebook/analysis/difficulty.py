"""How hard is the book: what best play is worth, and what a reader gets who chooses at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from gamebook.analysis.by_chance import by_chance
from gamebook.analysis.certain import ROUNDING, Certain
from gamebook.analysis.flow import loops
from gamebook.lazy import LazyStruct
from gamebook.process import peak_memory
from gamebook.solver.solution import Played, Solved
from gamebook.solver.watch import CLOSE

if TYPE_CHECKING:
    from gamebook.solver.practice import Practised
    from gamebook.solver.sample import Sample
    from gamebook.solver.tiebreak import Calls


class Bracket(Struct, frozen=True):
    """Bounds of a value: a chance in [0, 1] (`aim win`) or points (`aim score`)."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        """The middle of the bracket, off by at most half its width."""
        return (self.low + self.high) / 2


class Method(Struct, frozen=True):
    """How a value was found."""

    arrays: bool = False
    """States were worked out chapter by chapter as arrays, not listed one by one."""
    loops: bool = False
    """Play can return to the same state."""
    intervals: bool = False
    """Values of loops were found by interval iteration."""
    policies: bool = False
    """Values of loops were found by policy iteration."""


class Difficulty(LazyStruct, frozen=True):
    """What a book is worth to a reader."""

    aim: str
    """`win`: values are chances to win; `score`: expected points."""
    best: Bracket
    """Under best play."""
    uniform: Bracket | None
    """For the uniform reader: equal weight to every open option. None if a limit stopped the solver, or where it was
    not asked for."""
    method: Method
    complete: bool
    """False when a limit stopped the listing of states: brackets, and what a sample shows, are all that is known."""
    states: int
    """Where a limit came first: how many were looked at, or more. Where that was done in several ways, the most in one
    way."""
    groups: int
    """In how many groups heroes were solved; a state to which several groups come counts in each."""
    seconds: float
    """Time taken to list the states and to find best play; where a limit came first, to look for it."""
    memory: int | None = None
    """The most memory, in bytes, that this process had held when this was first asked for, Python and all; None where
    the system does not tell."""
    points: Bracket | None = None
    """Under `aim win then score` the points of best play."""
    uniform_points: Bracket | None = None
    uncounted: bool = False
    """Where a limit came first: arrays of states were looked at, too, that nobody has counted."""
    calls: Calls | None = None
    """How close the options were that best play took for equal, or for different."""
    sample: Sample | None = None
    """Where a limit came first: plays of the random reader, with intervals; None where there is a rival."""
    practised: Practised | None = None
    """Where a limit came first: plays of a reader who has practised."""

    @property
    def settled(self) -> bool:
        """Whether what best play is worth is known, even if a limit came before all the rest."""
        return self.complete or self.best.high - self.best.low <= CLOSE


def difficulty(solved: Solved, *, uniform: bool = True, chance: tuple[Solved, Played] | None = None) -> Difficulty:
    """What best play and the uniform reader get, and how it was found.

    Args:
        solved: the book.
        uniform: False leaves the uniform reader out.
        chance: what `by_chance` says, where that is known already.
    """
    space = solved.space
    if not (space.complete and uniform):
        chance = None
    elif chance is None:
        chance = by_chance(solved)
    sample, complete = solved.sample, space.complete
    if chance is not None and not chance[0].space.complete:
        sample, complete, chance = chance[0].sample, False, None
    return Difficulty(
        aim=solved.book.aim,
        best=proven(solved, solved.best),
        uniform=proven(*chance) if chance is not None else None,
        method=_method(solved),
        complete=complete,
        states=space.count if solved.search.looked_at is None else solved.search.looked_at,
        groups=space.groups,
        uncounted=solved.search.uncounted,
        seconds=_seconds(solved),
        memory=peak_memory(),
        points=points_bracket(solved.best),
        uniform_points=points_bracket(chance[1]) if chance is not None and solved.book.then_score else None,
        calls=solved.best.calls,
        sample=sample,
        practised=None if complete else solved.practised,
    )


def _seconds(solved: Solved) -> float:
    if solved.search.seconds is not None:
        return solved.search.seconds
    return solved.space.seconds + (solved.best.values.seconds if solved.space.whole else 0.0)


def points_bracket(played: Played) -> Bracket | None:
    """Bounds of the points that come with it under `aim win then score`; None elsewhere."""
    if played.points is None:
        return None
    root = played.space.root
    return Bracket(float(played.points.low[root]), float(played.points.high[root]))


def proven(solved: Solved, played: Played) -> Bracket:
    """The same bounds, drawn in to 0 or 1 where the moves prove that, whatever rounding says."""
    found = bracket(played)
    if not (solved.wins and solved.space.complete):
        return found
    if found.low < 1.0 and found.low > 1.0 - ROUNDING and Certain(solved, played).wins[solved.space.root]:
        return Bracket(1.0, 1.0)
    if found.high > 0.0 and found.high < ROUNDING and not Certain(solved, played).may_win:
        return Bracket(0.0, 0.0)
    return found


def bracket(played: Played) -> Bracket:
    """Bounds of what a way of playing is worth at the start."""
    return Bracket(played.low, played.high)


def _method(solved: Solved) -> Method:
    if not solved.space.complete:
        return Method()
    if solved.space.arrays:
        return Method(arrays=True, loops=bool(solved.space.loops))
    many, hard = loops(solved)
    if not many:
        return Method()
    return Method(loops=True, intervals=hard < many, policies=hard > 0)
