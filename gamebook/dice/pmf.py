"""Exact distributions of dice, in integer weights until the last moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, combinations_with_replacement
from math import comb, factorial, gcd, prod

from gamebook.job import look


class Pmf:
    """A distribution over integers: outcome → positive integer weight, in lowest terms, outcomes ascending."""

    __slots__ = ("_weights", "total")

    def __init__(self, weights: Mapping[int, int]) -> None:
        kept = {outcome: weights[outcome] for outcome in sorted(weights) if weights[outcome] > 0}
        shared = gcd(*kept.values()) if kept else 1
        self._weights = {outcome: weight // shared for outcome, weight in kept.items()}
        self.total: int = sum(self._weights.values())
        """The sum of all weights: the denominator of every chance."""

    def items(self) -> Iterator[tuple[int, int]]:
        """Pairs (outcome, weight), outcomes ascending."""
        return iter(self._weights.items())

    def __getitem__(self, outcome: int) -> int:
        return self._weights.get(outcome, 0)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pmf) and self._weights == other._weights

    def __hash__(self) -> int:
        return hash(tuple(self._weights.items()))

    def __repr__(self) -> str:
        return f"Pmf({self._weights})"

    @property
    def low(self) -> int:
        """The least outcome."""
        return next(iter(self._weights))

    @property
    def high(self) -> int:
        """The greatest outcome."""
        return next(reversed(self._weights))

    def map(self, change: Callable[[int], int]) -> Pmf:
        """The distribution of `change(outcome)`."""
        weights: dict[int, int] = {}
        for outcome, weight in self._weights.items():
            new = change(outcome)
            weights[new] = weights.get(new, 0) + weight
        return Pmf(weights)

    def combine(self, other: Pmf, operation: Callable[[int, int], int]) -> Pmf:
        """The distribution of `operation(x, y)` for independent x and y."""
        weights: dict[int, int] = {}
        for x, x_weight in self._weights.items():
            for y, y_weight in other._weights.items():
                new = operation(x, y)
                weights[new] = weights.get(new, 0) + x_weight * y_weight
        return Pmf(weights)


@lru_cache(maxsize=1 << 12)
def constant(value: int) -> Pmf:
    """The distribution that is always `value`."""
    return Pmf({value: 1})


@lru_cache(maxsize=256)
def dice(
    count: int,
    sides: int,
    keep: int | None = None,
    highest: bool = True,
    faces: tuple[int, int] | None = None,
    explode: int = 0,
) -> Pmf:
    """The sum of `count` fair dice with faces 1..sides, of which the `keep` highest (or lowest) count.

    With `faces`, how many of the dice show low..high. With `explode`, a die that shows its highest face is thrown once
    more and added, up to so many times; dice are kept by what they come to in the end.
    Works on multisets face by face, never on ordered rolls: cost grows with count² · sides · sum.
    """
    if count <= 0:
        return constant(0)
    if faces is not None:
        hits = max(0, min(faces[1], sides) - max(faces[0], 1) + 1)
        return Pmf({k: comb(count, k) * hits**k * (sides - hits) ** (count - k) for k in range(count + 1)})
    kept = count if keep is None else max(0, min(keep, count))
    if kept == count and not explode:
        return _total(count, sides)
    return Pmf(_dealt(count, kept, highest, [(face, chance, 0) for face, chance in exploding(sides, explode).items()]))


def exploding_dice(count: int, sides: int, keep: int | None, highest: bool, explode: int) -> dict[tuple[int, int], int]:
    """For each sum and number of throws that `dice` can come to its weight; dice that are not kept are thrown, too."""
    kept = count if keep is None else max(0, min(keep, count))
    wide = count * sides * (explode + 1) + 1
    each = [(face, chance, (face - 1) // sides * wide) for face, chance in exploding(sides, explode).items()]
    ways = _dealt(count, kept, highest, each) if count > 0 else {0: 1}
    return {(state % wide, count + state // wide): way for state, way in ways.items()}


def _dealt(count: int, kept: int, highest: bool, each: Iterable[tuple[int, int, int]]) -> dict[int, int]:
    """The weights of all sums of dice.

    Args:
        count: how many dice.
        kept: how many of them count.
        highest: it is the highest of them.
        each: what one die comes to, the weight of that, and what is added even if the die does not count.
    """
    # Deal faces from the one that is kept first; state: dice dealt so far, sum of those that count.
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for face, chance, always in sorted(each, reverse=highest):
        look()
        dealt_ways: dict[tuple[int, int], int] = {}
        for (dealt, total), way in ways.items():
            for more in range(count - dealt + 1):
                counting = max(0, min(more, kept - dealt))
                state = (dealt + more, total + counting * face + more * always)
                dealt_ways[state] = dealt_ways.get(state, 0) + way * comb(count - dealt, more) * chance**more
        ways = dealt_ways
    weights: dict[int, int] = {}
    for (dealt, total), way in ways.items():
        if dealt == count:
            weights[total] = weights.get(total, 0) + way
    return weights


def _total(count: int, sides: int) -> Pmf:
    """The sum of all dice; each die is a difference of two running sums."""
    ways = [1]
    for _ in range(count):
        up_to = list(accumulate(ways + [0] * (sides - 1)))
        ways = up_to[:sides] + [here - before for here, before in zip(up_to[sides:], up_to, strict=False)]
    return Pmf(dict(enumerate(ways, start=count)))


def dice_work(count: int, sides: int, keep: int | None, explode: int) -> int:
    """About how many steps `dice` takes."""
    if (keep is None or keep >= count) and not explode:
        return count * count * sides // 4
    faces = sides * (explode + 1)
    return faces * count * (count + 1) * min(keep or count, count) * faces // 4


def exploding(sides: int, times: int) -> Pmf:
    """What one die comes to that is thrown again, up to so many times, while it shows its highest face."""
    weights = {}
    for before in range(times + 1):
        for face in range(1, sides + (before == times)):
            weights[before * sides + face] = sides ** (times - before)
    return Pmf(weights)


@lru_cache(maxsize=64)
def multisets(count: int, sides: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every multiset of `count` dice as (counts of faces 1..sides, number of ordered rolls)."""
    found: list[tuple[tuple[int, ...], int]] = []
    for thrown in combinations_with_replacement(range(sides), count):
        counts = [0] * sides
        for face in thrown:
            counts[face] += 1
        found.append((tuple(counts), factorial(count) // prod(factorial(each) for each in counts)))
    return tuple(reversed(found))
