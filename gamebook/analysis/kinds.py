"""The kinds of hero that the dice make before the reader is asked for anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import fsum, isfinite

from msgspec import Struct, structs

from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.given_hero import rolled_stats
from gamebook.analysis.picks import MADE, MOST_HEROES, only_hero
from gamebook.kernels.bellman import UNIT
from gamebook.limits import Limits
from gamebook.model.arithmetic import TRUE, reads
from gamebook.model.blocks import written_in
from gamebook.model.book import Book
from gamebook.model.step import Assign
from gamebook.solver.solving import solve


class HeroKind(Struct, frozen=True):
    """What the dice may make of the hero."""

    stats: Mapping[str, int]
    chance: float


def rolled_kinds(book: Book, hero: Mapping[str, int]) -> tuple[HeroKind, ...]:
    """Every kind of hero by the stats that are rolled first, the most usual first; none if they are too many to list.

    A stat counts only where nothing else in the hero block changes it, or its initial value, and where it is rolled by
    itself or from other such stats: so a hero of a kind is a hero for whom these values are given, and all else is made
    as ever. Chances sum to 1.

    Args:
        book: the book.
        hero: what is given, and is not rolled.
    """
    first: list[Assign] = []
    for step in book.hero:
        if not isinstance(step, Assign):
            break
        first.append(step)
    settled = Counter(name for step in first for name in written_in((step,)))
    once = {name for name, times in settled.items() if times == 1} - written_in(book.hero[len(first) :])
    caps = {each.name: each.cap for each in book.variables if each.cap is not None}
    names = [name for name in rolled_stats(book) if {name, caps.get(name, name)} <= once and name not in hero]
    names = _independent(first, names, caps, settled.keys() - hero.keys())
    if not names:
        return ()
    made = only_hero(structs.replace(book, hero=tuple(first)), TRUE)
    given = {name: value for name, value in hero.items() if name in settled}
    solved = solve(made, given, observed=tuple(names), limits=Limits(states=MOST_HEROES))
    if not solved.space.complete:
        return ()
    table = solved.arrival(solved.best, MADE)
    columns = solved.on_arrival(table, names)
    chance: dict[tuple[int, ...], float] = {}
    for *key, visits in zip(*(column.tolist() for column in (*columns, table.visits)), strict=True):
        chance[tuple(key)] = chance.get(tuple(key), 0.0) + visits
    kinds = (HeroKind(dict(zip(names, key, strict=True)), each) for key, each in chance.items())
    return tuple(sorted(kinds, key=lambda kind: (-kind.chance, *kind.stats.values())))


def _independent(
    first: Sequence[Assign], names: Sequence[str], caps: Mapping[str, str], settled: Collection[str]
) -> list[str]:
    """Those of some stats on which nothing has a say that the dice settle, but others of them.

    Where a stat is 1 more than another one, it says something of the other: who is given it must be given both.

    Args:
        first: the steps by which stats are settled.
        names: the stats.
        caps: the initial value of a stat, where it has one.
        settled: all that the steps settle, and that is not given.
    """
    asked: dict[str, set[str]] = {}
    for step in first:
        for change in step.changes:
            asked.setdefault(change.variable, set()).update(reads(change.value))
    kept = set(names)
    while True:
        given = kept | {caps[name] for name in kept if name in caps}
        others = set(settled) - given
        left = {name for name in kept if others.isdisjoint(asked[name] | asked.get(caps.get(name, name), set()))}
        if left == kept:
            return [name for name in names if name in kept]
        kept = left


def mean_over(kinds: Sequence[HeroKind], values: Sequence[Bracket], others: Bracket | None = None) -> Bracket:
    """The mean over kinds of hero, all rounding counted.

    Args:
        kinds: the kinds, as `rolled_kinds` finds them.
        values: what each of them is worth.
        others: what all other kinds are worth; None: there are none.
    """
    low = fsum(kind.chance * value.low for kind, value in zip(kinds, values, strict=True))
    high = fsum(kind.chance * value.high for kind, value in zip(kinds, values, strict=True))
    if others is not None:
        rest = max(0.0, 1.0 - fsum(kind.chance for kind in kinds))
        low, high = low + rest * others.low if rest else low, high + rest * others.high if rest else high
    largest = max((abs(end) for each in values for end in (each.low, each.high) if isfinite(end)), default=0.0)
    rounding = (2 * len(kinds) + 64) * UNIT * max(1.0, largest)
    return Bracket(low - rounding, high + rounding)
