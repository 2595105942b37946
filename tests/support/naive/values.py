"""Values: a whole number worked out from a sheet, or the chances of one where dice are rolled."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod

Sheet = tuple[int, ...]
"""The values of all slots: the sheet, and whatever else play keeps in mind."""

Chances = dict[int, Fraction]

ONE = Fraction(1)


@dataclass(frozen=True, eq=False)
class Value:
    """A value of the book: what it is on a sheet, or its chances there, and the slots it mentions."""

    draw: Callable[[Sheet], Chances]
    plain: Callable[[Sheet], int] | None = None  # None where dice are rolled
    mentions: frozenset[int] = frozenset()
    ways: Callable[[Sheet], int] = lambda _: 1  # in how many ways its dice can fall, each as likely

    def on(self, sheet: Sheet) -> int:
        """The value, where it has no dice."""
        if self.plain is None:
            raise ValueError("dice where none may be rolled")
        return self.plain(sheet)


def plain(function: Callable[[Sheet], int], mentions: Iterable[int] = ()) -> Value:
    """A value without dice."""
    return Value(lambda sheet: {function(sheet): ONE}, function, frozenset(mentions))


def constant(number: int) -> Value:
    """The same on every sheet."""
    return plain(lambda _: number)


def combined(function: Callable[..., int], *parts: Value) -> Value:
    """A function of values; dice in different parts fall independently."""
    mentions = frozenset[int]().union(*(part.mentions for part in parts))
    exact = [part.plain for part in parts if part.plain is not None]
    if len(exact) == len(parts):
        return plain(lambda sheet: int(function(*(part(sheet) for part in exact))), mentions)

    def draw(sheet: Sheet) -> Chances:
        found: dict[int, Fraction] = defaultdict(Fraction)
        for drawn, chance in together([part.draw(sheet) for part in parts]):
            found[int(function(*drawn))] += chance
        return found

    return Value(draw, None, mentions, lambda sheet: prod(part.ways(sheet) for part in parts))


def either(condition: Value, yes: Value, no: Value) -> Value:
    """One value or the other, by a condition."""
    mentions = condition.mentions | yes.mentions | no.mentions
    if yes.plain is not None and no.plain is not None:
        return plain(lambda sheet: (yes if condition.on(sheet) else no).on(sheet), mentions)
    return Value(
        lambda sheet: (yes if condition.on(sheet) else no).draw(sheet),
        None,
        mentions,
        lambda sheet: (yes if condition.on(sheet) else no).ways(sheet),
    )


def together(parts: Sequence[Chances]) -> Iterable[tuple[tuple[int, ...], Fraction]]:
    """All that several independent draws can bring at once."""
    for drawn in product(*(part.items() for part in parts)):
        chance = ONE
        for _, each in drawn:
            chance *= each
        yield tuple(value for value, _ in drawn), chance


@cache
def hands(number: int, sides: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """What so many dice can show, in ascending order, with chances."""
    found = []
    for faces in combinations_with_replacement(range(1, sides + 1), number):
        ways = factorial(number)
        for times in Counter(faces).values():
            ways //= factorial(times)
        found.append((faces, Fraction(ways, sides**number)))
    return tuple(found)


@cache
def one_die(sides: int, again: int) -> tuple[tuple[int, Fraction], ...]:
    """A die that is thrown again, up to so many times, when it shows its highest face."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for face in range(1, sides + 1):
        if face == sides and again > 0:
            for more, chance in one_die(sides, again - 1):
                found[face + more] += chance / sides
        else:
            found[face] += Fraction(1, sides)
    return tuple(found.items())


@cache
def rolled(number: int, sides: int, keep: int, again: int) -> tuple[tuple[int, Fraction], ...]:
    """A sum of dice that explode up to `again`: of all (keep 0), of so many highest, or (below 0) of so many lowest."""
    kept: dict[tuple[int, ...], Fraction] = {(): ONE}
    for _ in range(number):
        more: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for faces, chance in kept.items():
            for face, part in one_die(sides, again):
                ordered = sorted((*faces, face))
                if keep == 0:
                    ordered = [sum(ordered)]
                elif keep > 0:
                    ordered = ordered[-keep:]
                else:
                    ordered = ordered[:-keep]
                more[tuple(ordered)] += chance * part
        kept = more
    found: dict[int, Fraction] = defaultdict(Fraction)
    for faces, chance in kept.items():
        found[sum(faces)] += chance
    return tuple(found.items())


def dice(number: Value, sides: int, keep: int = 0, again: int = 0) -> Value:
    """A throw whose number of dice may be a value."""

    def thrown(sheet: Sheet) -> int:
        return max(number.on(sheet), 0)

    return Value(
        lambda sheet: dict(rolled(thrown(sheet), sides, keep, again)),
        None,
        number.mentions,
        lambda sheet: int(sides ** (thrown(sheet) * (1 + again))),
    )


def divided(left: int, right: int) -> int:
    """Rounded down; by nothing it gives 0."""
    return left // right if right else 0


def remainder(left: int, right: int) -> int:
    """What division leaves; by nothing it gives 0."""
    return left % right if right else 0
