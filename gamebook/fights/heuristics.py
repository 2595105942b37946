"""Strategies of fighting, measured against best play: in one fight, or everywhere at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

import numpy as np
from msgspec import Struct, field

from gamebook.errors import UsageError
from gamebook.fights.encounter import BEFORE, Encounter
from gamebook.fights.layout import value_map
from gamebook.fights.loss import Loss, loss
from gamebook.fights.outcome import FightStudy, Way, read, solve_page
from gamebook.fights.policy import TOLERANCE, DecisionMap, PolicyMap
from gamebook.kernels.arrays import Flags, Floats
from gamebook.model.book import Book, Strategy
from gamebook.strategy.apply import apply
from gamebook.strategy.policy import Policy, policy
from gamebook.threads import together

MOST_TRIED = 250_000_000
"""Values that are kept: states times sets of parameters."""
Search = Mapping[str, Sequence[int]]
"""Values to try for parameters of these names."""


def ways(study: FightStudy, search: Search | None = None, only: Sequence[str] = ()) -> list[Way]:
    """Each strategy of a fight's book, in the order declared; of the values to search, those that are worth most.

    Args:
        study: the fight.
        search: values to try for parameters.
        only: names of strategies; none: all of them.

    Raises:
        UsageError: the book has no strategy of a name.
    """
    book = study.solved.book
    found = []
    for strategy in named(book, only):
        tried = [(each, solve_page(study.encounter, apply(book, each))) for each in policies(strategy, search)]
        best, solved = max(tried, key=lambda pair: pair[1].best.value)
        found.append(study.way(best.words, solved.best, solved))
    return found


def named(book: Book, only: Sequence[str]) -> tuple[Strategy, ...]:
    """The strategies of these names, in the order declared; all of them where no name is given.

    Raises:
        UsageError: there is no strategy of a name.
    """
    known = [strategy.name for strategy in book.strategies]
    for name in only:
        if name not in known:
            raise UsageError(f"there is no strategy {name}; there is {', '.join(known) or 'none'}")
    return tuple(strategy for strategy in book.strategies if not only or strategy.name in only)


def policies(strategy: Strategy, search: Search | None = None) -> Iterator[Policy]:
    """A strategy with every value of its parameters that is to be tried."""
    tried = {name: (search or {}).get(name, [usual]) for name, usual in strategy.parameters}
    for values in product(*tried.values()):
        yield policy(strategy, dict(zip(tried, values, strict=True)))


class Measured(Struct, frozen=True):
    """A strategy everywhere, with the best of the values searched in each state."""

    name: str
    loss: Loss
    best: float
    """Share of states, 0 to 1, where it is the best of all strategies (the first of those that are equally good)."""
    parameters: tuple[str, ...] = ()
    used: Mapping[tuple[int, ...], float] = field(default_factory=dict)
    """For each set of parameters its share of those states; equally good ones share alike."""
    steady: tuple[str, Loss] | None = None
    """With one set of parameters in all states: the set that loses least in the mean, and what it loses."""

    def shares(self, parameter: str) -> dict[int, float]:
        """The same for one of its parameters."""
        place = self.parameters.index(parameter)
        found: dict[int, float] = {}
        for values, share in self.used.items():
            found[values[place]] = found.get(values[place], 0.0) + share
        return found


class Comparison(Struct, frozen=True):
    """All strategies of a fight's book in every state of its axes."""

    optimum: Floats
    """float64[*axes]: best play."""
    map: PolicyMap
    """One "decision", which strategy to use throughout the fight, and what the best of them is worth."""
    strategies: tuple[Measured, ...]
    together: Measured
    """The best strategy in each state."""
    search: Search
    """The values tried."""

    @property
    def worth(self) -> dict[str, Floats]:
        """float64[*axes] each: what best play and every strategy is worth."""
        worth = self.map.decisions[0].worth
        return {"best play": self.optimum} | {each.name: worth[..., n] for n, each in enumerate(self.strategies)}


def compare(encounter: Encounter, search: Search | None = None, only: Sequence[str] = ()) -> Comparison:
    """Evaluate every strategy (or only those named) exactly in every state.

    Raises:
        BookHasErrors: the fight's words are not what a book may say.
        UsageError: the book declares no strategy, the hero cannot be, or too many values are to be tried.
    """
    book = read(encounter)
    if not book.strategies:
        raise UsageError(f"{encounter.rules.system} declares no strategies to compare")
    strategies = named(book, only)
    optimum = value_map(solve_page(encounter, book), encounter)
    worth = np.empty((*optimum.shape, len(strategies)))
    tried: list[_Tried] = []
    for number, strategy in enumerate(strategies):
        tried.append(_try(encounter, book, strategy, search, optimum))
        worth[..., number] = tried[-1].top
    decision = DecisionMap("strategy", tuple(strategy.name for strategy in strategies), worth)
    chosen = decision.choice("published")
    rows = []
    for number, (strategy, each) in enumerate(zip(strategies, tried, strict=True)):
        here = chosen == number
        parameters = tuple(name for name, _ in strategy.parameters)
        lost = loss(encounter.axes, optimum, each.top)
        rows.append(Measured(strategy.name, lost, float(here.mean()), parameters, each.shares(here), each.steady))
    top = worth.max(axis=-1)
    together = Measured("the best of them", loss(encounter.axes, optimum, top), 1.0)
    laid = PolicyMap(encounter.axes, top, (decision,), not encounter.worth)
    return Comparison(optimum, laid, tuple(rows), together, search or {})


class _Tried(Struct, frozen=True):
    """One strategy with every set of parameters."""

    sets: tuple[tuple[int, ...], ...]
    top: Floats
    """float64[*axes]: the best of them in each state."""
    equal: Flags
    """bool[sets, *axes]: which are as good as that."""
    steady: tuple[str, Loss]

    def shares(self, here: Flags) -> dict[tuple[int, ...], float]:
        """How often each set is the best in some states."""
        share = (self.equal / self.equal.sum(axis=0))[:, here].mean(axis=1) if here.any() else np.zeros(len(self.sets))
        return dict(zip(self.sets, share.tolist(), strict=True))


def _try(
    encounter: Encounter,
    book: Book,
    strategy: Strategy,
    search: Search | None,
    optimum: Floats,
) -> _Tried:
    followed = list(policies(strategy, search))
    if len(followed) * optimum.size > MOST_TRIED:
        raise UsageError(
            f"{len(followed)} sets of parameters of {strategy.name} are too many here; search fewer values"
        )
    values = np.empty((len(followed), *optimum.shape))

    def fill(number: int, _go_on: Callable[[float], None]) -> None:
        values[number] = value_of(encounter, book, followed[number])

    together(partial(fill, number) for number in range(len(followed)))
    top = values.max(axis=0)
    steady = values.reshape(len(followed), -1).mean(axis=1).argmax()
    return _Tried(
        sets=tuple(tuple(value for _, value in each.values) for each in followed),
        top=top,
        equal=values >= top * (1 - TOLERANCE["published"]),
        steady=(followed[steady].words, loss(encounter.axes, optimum, values[steady])),
    )


def value_of(encounter: Encounter, book: Book, followed: Policy) -> Floats:
    """float64[*axes]: what a fight is worth before its first round where a policy is followed."""
    # The axes are picked by who asks: a strategy has no say there.
    return value_map(solve_page(encounter, apply(book, followed, free={BEFORE})), encounter)
