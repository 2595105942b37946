"""The solver's word at the table: what the decision of a play is worth now, and after each open option."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from gamebook.analysis.alike import alike
from gamebook.analysis.certain import Certain
from gamebook.limits import Limits
from gamebook.model.book import HERO_BLOCK, Book
from gamebook.play.begin import begin_with
from gamebook.play.moment import Decision
from gamebook.program.code import Decide
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve

SAME = 1e-9
"""Worths this near are equal."""


class Outlook(Struct, frozen=True):
    """Best play from a decision on."""

    now: float
    """The chance to win, or the expected further points."""
    options: tuple[float, ...]
    """The same after each open option, in their order."""
    best: int
    """The option that best play takes."""
    wins: bool
    """Values are chances."""
    points: tuple[float, ...] | None = None
    """Under `aim win then score` the expected further points after each option; nan where that is not known."""

    @property
    def even(self) -> tuple[bool, ...]:
        """Which options are worth as much as the one that best play takes; points apart.

        An almost sure victory is not worth as much as a sure one.
        """
        top = self.options[self.best]
        return tuple(
            alike(value, top, wins=self.wins) and not (self.wins and (value == 1.0) != (top == 1.0))
            for value in self.options
        )

    @property
    def fewer(self) -> tuple[float, ...]:
        """For each option of even worth how many points it brings less than what best play takes; 0 for others."""
        if self.points is None:
            return (0.0,) * len(self.options)
        top = self.points[self.best]
        return tuple(
            top - each if even and each < top and not alike(each, top, wins=False) else 0.0
            for each, even in zip(self.points, self.even, strict=True)
        )

    @property
    def good(self) -> tuple[bool, ...]:
        """Which options are as good as what best play takes, in points, too."""
        return tuple(even and not fewer for even, fewer in zip(self.even, self.fewer, strict=True))


class Adviser:
    """Solves a book for the current hero at the first call, and remembers the solution."""

    def __init__(self, book: Book, hero: Mapping[str, int], limits: Limits) -> None:
        self._book = book
        self._hero = hero
        self._limits = limits
        self._known: dict[tuple[int, ...] | None, Certain] = {}

    def look(self, moment: Decision, made: tuple[int, ...] | None) -> Outlook | None:
        """The value of the decision; None if the book is too large, or the decision cannot be identified.

        Args:
            moment: the decision.
            made: the sheet with which the first chapter was entered; None while the hero is made.
        """
        known = self._certain(made)
        if known is None:
            return None
        names = [variable.name for variable in self._book.variables]
        chapter = HERO_BLOCK if moment.at.chapter < 0 else self._book.chapters[moment.at.chapter].name
        return outlook(known, moment, chapter, dict(zip(names, moment.at.values, strict=True)))

    def begin(self, made: tuple[int, ...]) -> float | None:
        """What the whole play is worth as the first chapter is entered; None if the book is too large.

        Args:
            made: the sheet with which it is entered.
        """
        known = self._certain(made)
        return None if known is None else known.worth(known.solved.space.root)

    def _certain(self, made: tuple[int, ...] | None) -> Certain | None:
        """Best play for the hero; None if the book is too large."""
        if made not in self._known:
            book, hero = (self._book, self._hero) if made is None else (begin_with(self._book, made), {})
            solved = solve(book, hero, limits=self._limits)
            self._known[made] = Certain(solved, solved.best)
        known = self._known[made]
        return known if known.solved.space.complete else None


def outlook(known: Certain, moment: Decision, chapter: str, sheet: Mapping[str, int]) -> Outlook | None:
    """What a decision is worth; None if the solver knows no such state, or several of different worth."""
    found = [_worth(known, state, moment) for state in _states(known.solved, moment.address, chapter, sheet)]
    if not found or not all(_same(found[0], other) for other in found[1:]):
        return None
    return found[0]


def _states(solved: Solved, address: str, chapter: str, sheet: Mapping[str, int]) -> list[int]:
    """The states at a decision in a chapter with this sheet.

    A trigger's decision has a point for every effect that wakes the trigger; so there may be more than one.
    """
    states: list[int] = []
    for number, node in enumerate(solved.space.program.nodes):
        if not isinstance(node, Decide) or node.address != address or solved.space.program.places[number] != chapter:
            continue
        here = solved.point_states[number]
        alike = np.ones(len(here), bool)
        for name, values in solved.columns(number, here).items():
            if name in sheet:
                alike &= values == sheet[name]
        states.extend(int(state) for state in here[alike])
    return states


def _worth(known: Certain, state: int, moment: Decision) -> Outlook:
    space, best = known.solved.space, known.solved.best
    node = space.program.nodes[space.code.point_node[space.states.point[state]]]
    assert isinstance(node, Decide)
    worth: dict[str, float] = {}
    taken: dict[str, float] = {}
    earned: dict[str, float] = {}
    actions = np.arange(space.states.first_action[state], space.states.first_action[state + 1])
    points = best.points_after(actions)
    for number, action in enumerate(actions.tolist()):
        address = node.options[space.states.option[action]].address
        worth[address] = known.worth_after(action)
        taken[address] = float(best.weight[action])
        if points is not None:
            earned[address] = float(points[number])
    return Outlook(
        now=known.worth(state),
        options=tuple(worth[option.address] for option in moment.options),
        best=max(range(len(moment.options)), key=lambda n: taken[moment.options[n].address]),
        wins=known.solved.wins,
        points=None if points is None else tuple(earned[option.address] for option in moment.options),
    )


def _same(one: Outlook, other: Outlook) -> bool:
    values: Sequence[float] = (one.now, *one.options, *(one.points or ()))
    others: Sequence[float] = (other.now, *other.options, *(other.points or ()))
    return one.best == other.best and np.allclose(values, others, rtol=SAME, atol=SAME, equal_nan=True)
