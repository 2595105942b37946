"""The best parameters of a strategy: by a genetic algorithm, and coordinate by coordinate."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cmp_to_key
from typing import Any, Literal

from msgspec import Struct

from gamebook.analysis.tuning import Tuning, Worth
from gamebook.job import current
from gamebook.strategy.policy import Policy, policy

Method = Literal["genetic", "coordinate"]
METHODS: tuple[Method, ...] = ("genetic", "coordinate")
POPULATION = 120
GENERATIONS = 80
CROSS, EVEN, MUTATE, GENE, RIVALS = 0.6, 0.5, 0.4, 0.15, 3
"""Chance to cross two parents, to swap each of their genes, to mutate a child, and to mutate each of its genes; and how
many enter a tournament."""
ALIKE = 1e-12
"""Worths that differ by no more than this, relative to the larger, are the same."""


class Found(Struct, frozen=True):
    """One search."""

    method: Method
    seed: int
    policy: Policy
    worth: Worth
    trials: int
    """Vectors looked at, those looked at before included."""

    @property
    def value(self) -> float:
        """The chance to win; points under `aim score`."""
        return self.worth.value


class Search(Struct, frozen=True):
    """What several searches found, with the best policy of all beside it."""

    found: tuple[Found, ...]
    best_worth: Worth
    """What best play over all policies is worth."""
    vectors: int
    """Vectors of parameters that might differ."""
    behaviours: int
    """The number of different policies among the trials: they differ in a state that they reach."""

    @property
    def winner(self) -> Found:
        """The best of them, the first of equals."""
        return max(self.found, key=lambda each: _ranked(each.worth))

    @property
    def best(self) -> float:
        """What best play is worth: its chance to win, or points under `aim score`."""
        return self.best_worth.value

    @property
    def gap(self) -> float:
        """What the winner lacks to best play; never below 0."""
        return max(0.0, self.best - self.winner.value)

    def hits(self, method: Method) -> tuple[int, int]:
        """How many searches by a method were as good as the best of all, and how many there were."""
        worths = [each.worth for each in self.found if each.method == method]
        best = self.winner.worth
        return sum(not _gains(best, worth) for worth in worths), len(worths)


def search(
    tuning: Tuning,
    seeds: Sequence[int] = (1,),
    methods: Sequence[Method] = METHODS,
) -> Search:
    """Search for the best parameters.

    Args:
        tuning: the strategy on its book.
        seeds: what chance begins with; each is a search by each method, and gives the same again.
        methods: how to search.
    """
    found = []
    current().begin("searching")
    ways = {"genetic": _genetic, "coordinate": _coordinate}
    for method in methods:
        for seed in seeds:
            before = tuning.trials
            genes, worth = ways[method](tuning, random.Random(seed))  # noqa: S311 - a search
            values = dict(zip(tuning.names, _tidied(tuning, _values(tuning, genes), worth), strict=True))
            found.append(Found(method, seed, policy(tuning.strategy, values), worth, tuning.trials - before))
    vectors = 1
    for candidates in tuning.candidates:
        vectors *= len(candidates)
    return Search(tuple(found), tuning.best, vectors, len(tuning.behaviours))


def _values(tuning: Tuning, genes: Sequence[int]) -> list[int]:
    return [candidates[gene] for candidates, gene in zip(tuning.candidates, genes, strict=True)]


def _tidied(tuning: Tuning, values: list[int], worth: Worth) -> list[int]:
    """The same play by numbers nearer to the declared ones: of values that behave alike any might have been found."""
    declared = [value for _, value in tuning.strategy.parameters]
    for place, candidates in enumerate(tuning.candidates):
        for value in sorted({*candidates, declared[place]}, key=lambda value: abs(value - declared[place])):
            trial = [*values[:place], value, *values[place + 1 :]]
            found = tuning.worth(trial)
            if not _gains(found, worth) and not _gains(worth, found):
                values = trial
                break
    return values


def _genetic(tuning: Tuning, chance: random.Random) -> tuple[list[int], Worth]:
    """A genetic algorithm on the candidates' numbers; the best of each generation lives on."""
    sizes = [len(candidates) for candidates in tuning.candidates]

    def judged(genes: list[int]) -> _Judged:
        worth = tuning.worth(_values(tuning, genes))
        current().step(tuning.trials)
        return worth, genes

    people = [judged([chance.randrange(size) for size in sizes]) for _ in range(POPULATION)]
    best = max(people, key=_judgement)
    for _ in range(GENERATIONS):
        parents = [max(chance.choices(people, k=RIVALS), key=_judgement) for _ in range(POPULATION - 1)]
        children = _varied([genes for _, genes in parents], sizes, chance)
        # A child that is like its parent need not be judged again.
        grown = (p if genes == p[1] else judged(genes) for p, genes in zip(parents, children, strict=True))
        people = [best, *grown]
        best = max(people, key=_judgement)
    return best[1], best[0]


_Judged = tuple[Worth, list[int]]


def _judgement(judged: _Judged) -> Any:  # noqa: ANN401 - something that can be ordered
    return _ranked(judged[0])


def _alike(one: float, other: float) -> bool:
    return abs(one - other) <= ALIKE * max(abs(one), abs(other))


def _gains(one: Worth, other: Worth) -> bool:
    """Whether one worth is greater: by its value, and where values are the same by its points."""
    if not _alike(one.value, other.value):
        return one.value > other.value
    if one.points is None or other.points is None:
        return False
    return one.points > other.points and not _alike(one.points, other.points)


def _compared(one: Worth, other: Worth) -> int:
    if one.points is None or other.points is None:
        return (one.value > other.value) - (one.value < other.value)
    return _gains(one, other) - _gains(other, one)


_ranked = cmp_to_key(_compared)
"""The order of worths, the best last."""


def _varied(parents: Sequence[list[int]], sizes: Sequence[int], chance: random.Random) -> list[list[int]]:
    """Copies of the parents, some of them crossed in pairs, some mutated."""
    children = [list(genes) for genes in parents]
    for one, other in zip(children[::2], children[1::2], strict=False):
        if chance.random() < CROSS:
            for place in range(len(sizes)):
                if chance.random() < EVEN:
                    one[place], other[place] = other[place], one[place]
    for child in children:
        if chance.random() < MUTATE:
            for place, size in enumerate(sizes):
                if chance.random() < GENE:
                    child[place] = chance.randrange(size)
    return children


def _coordinate(tuning: Tuning, chance: random.Random) -> tuple[list[int], Worth]:
    """From a vector drawn by lot, one parameter after another at its best, until none can be made better."""
    genes = [chance.randrange(len(candidates)) for candidates in tuning.candidates]
    worth = tuning.worth(_values(tuning, genes))
    better = True
    while better:
        better = False
        for place in chance.sample(range(len(genes)), len(genes)):
            for gene in range(len(tuning.candidates[place])):
                trial = [*genes[:place], gene, *genes[place + 1 :]]
                found = tuning.worth(_values(tuning, trial))
                current().step(tuning.trials)
                if _gains(found, worth):
                    genes, worth, better = trial, found, True
    return genes, worth
