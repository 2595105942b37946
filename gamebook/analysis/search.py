"""The best parameters of a strategy: by a genetic algorithm, and coordinate by coordinate."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cmp_to_key
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.too_large import MORE_TIME
from gamebook.analysis.tuning import Tuning, Worth
from gamebook.errors import LimitReached, OutOfTime
from gamebook.job import current, in_time
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


Asked = tuple[Method, int]
"""A search by this method, with this random seed."""


class Run(Struct, frozen=True):
    """What one search found, as plain values: it may have been done in another process."""

    values: tuple[int, ...]
    """Of the parameters, in the strategy's order."""
    worth: Worth
    """What the strategy is worth with them."""
    trials: int
    behaviours: tuple[str, ...]
    """Digests of the different policies among the trials, so that those of several runs can be counted."""
    complete: bool = True
    """False: it was broken off, and this is the best of its trials."""


Others = Callable[[Sequence[Asked], float], Iterator[tuple[Asked, Run]] | None]
"""Does searches elsewhere, in any order; is also told about how many seconds they would take here. None: they are done
here, for it is not worth it."""
TRIALS = {"genetic": 6_000, "coordinate": 1_200}
"""How many trials a search about has, as seen in a game of dice with eight parameters."""


class Found(Struct, frozen=True):
    """One search."""

    method: Method
    seed: int
    policy: Policy
    worth: Worth
    trials: int
    """Vectors looked at, those looked at before included."""
    complete: bool = True
    """False: it was broken off, and this is the best of its trials."""

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
    late: int = 0
    """How many searches were broken off, or not begun, because the time was over."""

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
        """How many searches by a method were as good as the best of all, and how many there were.

        Those that were broken off count, too.
        """
        worths = [each.worth for each in self.found if each.method == method]
        best = self.winner.worth
        return sum(not _gains(best, worth) for worth in worths), len(worths)


def search(
    tuning: Tuning,
    seeds: Sequence[int] = (1,),
    methods: Sequence[Method] = METHODS,
    others: Others | None = None,
    deadline: float | None = None,
) -> Search:
    """Search for the best parameters.

    Args:
        tuning: the strategy on its book.
        seeds: what chance begins with; each is a search by each method, and gives the same again.
        methods: how to search.
        others: does all searches but one; None: they are done here.
        deadline: the `time.monotonic()` at which searching ends, with what was found by then. It also ends where the
            job at hand is to finish.

    Raises:
        LimitReached: nothing was found by then.
    """
    wanted: list[Asked] = [(method, seed) for method in methods for seed in seeds]
    # A short search comes first, for it tells how long the others take; of those, long ones begin before short ones.
    left = sorted(dict.fromkeys(wanted), key=lambda each: -TRIALS[each[0]])
    left, job = left[-1:] + left[:-1], current()
    count, runs, behaviours = len(left), dict[Asked, Run](), set[str]()
    answers: Iterator[tuple[Asked, Run]] = ((asked, run(tuning, asked)) for asked in tuple(left))
    with suppress(OutOfTime), in_time(deadline):
        while left:
            with job.doing(f"run {len(runs) + 1} of {count}"):
                job.begin("searching")
                job.step(0)
                began = time.monotonic()
                asked, found = next(answers)
            left.remove(asked)
            behaviours.update(found.behaviours)
            runs[asked] = replace(found, behaviours=())  # there may be thousands of runs
            if len(runs) == 1 and others is not None and left:
                trial = (time.monotonic() - began) / TRIALS[asked[0]]
                answers = others(left, sum(trial * TRIALS[method] for method, _ in left)) or answers
    if not runs:
        raise LimitReached(f"the time was over before the first trial of the search; {MORE_TIME}")
    vectors = 1
    for candidates in tuning.candidates:
        vectors *= len(candidates)
    named = tuple(_named(tuning, asked, runs[asked]) for asked in wanted if asked in runs)
    late = len(wanted) - sum(each.complete for each in named)
    return Search(named, tuning.best, vectors, len(behaviours), late)


def _named(tuning: Tuning, asked: Asked, found: Run) -> Found:
    values = dict(zip(tuning.names, found.values, strict=True))
    return Found(*asked, policy(tuning.strategy, values), found.worth, found.trials, found.complete)


def run(tuning: Tuning, asked: Asked) -> Run:
    """One search; what other searches have worked out before makes it shorter, and changes nothing else.

    Raises:
        OutOfTime: the time was over before its first trial.
    """
    method, seed = asked
    trials, complete = _Trials(tuning), False
    search = {"genetic": _genetic, "coordinate": _coordinate}[method]
    try:
        genes, worth = search(trials, random.Random(seed))  # noqa: S311 - a search
        values = _tidied(trials, trials.values(genes), worth)
        complete = True
    except OutOfTime:
        if trials.best is None:
            raise
        values, worth = trials.best
    behaviours = tuple(sorted(each.hex() for each in tuning.behaviours))
    return Run(tuple(values), worth, tuning.trials, behaviours, complete)


class _Trials:
    """The trials of one search, and the best of them so far."""

    def __init__(self, tuning: Tuning) -> None:
        self.tuning = tuning
        self.sizes = [len(candidates) for candidates in tuning.candidates]
        self.best: tuple[list[int], Worth] | None = None
        tuning.count_anew()

    def values(self, genes: Sequence[int]) -> list[int]:
        """The parameters that some genes stand for."""
        return [candidates[gene] for candidates, gene in zip(self.tuning.candidates, genes, strict=True)]

    def of_genes(self, genes: Sequence[int]) -> Worth:
        """What the strategy is worth with these genes."""
        return self.of(self.values(genes))

    def of(self, values: list[int]) -> Worth:
        """What it is worth with these parameters."""
        worth = self.tuning.worth(values)
        current().step(self.tuning.trials)
        if self.best is None or _gains(worth, self.best[1]):
            self.best = values, worth
        return worth


def _tidied(trials: _Trials, values: list[int], worth: Worth) -> list[int]:
    """The same play by numbers nearer to the declared ones: of values that behave alike any might have been found."""
    declared = [value for _, value in trials.tuning.strategy.parameters]
    for place, candidates in enumerate(trials.tuning.candidates):
        for value in sorted({*candidates, declared[place]}, key=lambda value: abs(value - declared[place])):
            trial = [*values[:place], value, *values[place + 1 :]]
            found = trials.of(trial)
            if not _gains(found, worth) and not _gains(worth, found):
                values = trial
                break
    return values


def _genetic(trials: _Trials, chance: random.Random) -> tuple[list[int], Worth]:
    """A genetic algorithm on the candidates' numbers; the best of each generation lives on."""
    sizes = trials.sizes

    def judged(genes: list[int]) -> _Judged:
        return trials.of_genes(genes), genes

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


def _coordinate(trials: _Trials, chance: random.Random) -> tuple[list[int], Worth]:
    """From a vector drawn by lot, one parameter after another at its best, until none can be made better."""
    genes = [chance.randrange(size) for size in trials.sizes]
    worth = trials.of_genes(genes)
    better = True
    while better:
        better = False
        for place in chance.sample(range(len(genes)), len(genes)):
            for gene in range(trials.sizes[place]):
                trial = [*genes[:place], gene, *genes[place + 1 :]]
                found = trials.of_genes(trial)
                if _gains(found, worth):
                    genes, worth, better = trial, found, True
    return genes, worth
