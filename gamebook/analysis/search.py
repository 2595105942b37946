"""The best parameters of a strategy: by a genetic algorithm, and coordinate by coordinate."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from gamebook.analysis.tuning import Tuning
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
    value: float
    trials: int
    """Vectors looked at, those looked at before included."""


class Search(Struct, frozen=True):
    """What several searches found, with the best policy of all beside it."""

    found: tuple[Found, ...]
    best: float
    """What best play over all policies is worth."""
    vectors: int
    """Vectors of parameters that might differ."""
    behaviours: int
    """The number of different policies among the trials: they differ in a state that they reach."""

    @property
    def winner(self) -> Found:
        """The best of them, the first of equals."""
        return max(self.found, key=lambda each: each.value)

    @property
    def gap(self) -> float:
        """What the winner lacks to best play; never below 0."""
        return max(0.0, self.best - self.winner.value)

    def hits(self, method: Method) -> tuple[int, int]:
        """How many searches by a method were as good as the best of all, and how many there were."""
        values = [each.value for each in self.found if each.method == method]
        room = ALIKE * abs(self.winner.value)
        return sum(value >= self.winner.value - room for value in values), len(values)


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
            genes, value = ways[method](tuning, random.Random(seed))  # noqa: S311 - a search
            values = dict(zip(tuning.names, _tidied(tuning, _values(tuning, genes), value), strict=True))
            found.append(Found(method, seed, policy(tuning.strategy, values), value, tuning.trials - before))
    vectors = 1
    for candidates in tuning.candidates:
        vectors *= len(candidates)
    return Search(tuple(found), tuning.best, vectors, len(tuning.behaviours))


def _values(tuning: Tuning, genes: Sequence[int]) -> list[int]:
    return [candidates[gene] for candidates, gene in zip(tuning.candidates, genes, strict=True)]


def _tidied(tuning: Tuning, values: list[int], worth: float) -> list[int]:
    """The same play by numbers nearer to the declared ones: of values that behave alike any might have been found."""
    declared = [value for _, value in tuning.strategy.parameters]
    for place, candidates in enumerate(tuning.candidates):
        for value in sorted({*candidates, declared[place]}, key=lambda value: abs(value - declared[place])):
            trial = [*values[:place], value, *values[place + 1 :]]
            if abs(tuning.worth(trial) - worth) <= ALIKE * abs(worth):
                values = trial
                break
    return values


def _genetic(tuning: Tuning, chance: random.Random) -> tuple[list[int], float]:
    """A genetic algorithm on the candidates' numbers; the best of each generation lives on."""
    sizes = [len(candidates) for candidates in tuning.candidates]

    def judged(genes: list[int]) -> _Judged:
        worth = tuning.worth(_values(tuning, genes))
        current().step(tuning.trials)
        return worth, genes

    people = [judged([chance.randrange(size) for size in sizes]) for _ in range(POPULATION)]
    best = max(people, key=_worth)
    for _ in range(GENERATIONS):
        parents = [max(chance.choices(people, k=RIVALS), key=_worth) for _ in range(POPULATION - 1)]
        children = _varied([genes for _, genes in parents], sizes, chance)
        # A child that is like its parent need not be judged again.
        grown = (p if genes == p[1] else judged(genes) for p, genes in zip(parents, children, strict=True))
        people = [best, *grown]
        best = max(people, key=_worth)
    return best[1], best[0]


_Judged = tuple[float, list[int]]


def _worth(judged: _Judged) -> float:
    return judged[0]


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


def _coordinate(tuning: Tuning, chance: random.Random) -> tuple[list[int], float]:
    """From a vector drawn by lot, one parameter after another at its best, until none can be made better."""
    genes = [chance.randrange(len(candidates)) for candidates in tuning.candidates]
    value = tuning.worth(_values(tuning, genes))
    better = True
    while better:
        better = False
        for place in chance.sample(range(len(genes)), len(genes)):
            for gene in range(len(tuning.candidates[place])):
                trial = [*genes[:place], gene, *genes[place + 1 :]]
                worth = tuning.worth(_values(tuning, trial))
                current().step(tuning.trials)
                if worth > value + ALIKE * abs(value):
                    genes, value, better = trial, worth, True
    return genes, value
