"""A good order of chapters: those that must not share a spread far enough apart, and no turn too far.

Simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983): swap two chapters; keep what costs less, and sometimes what
costs more. Chapters that cost something are tried most, and are brought near to those they have a link with: so a
thousand chapters take seconds.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from msgspec import Struct

from gamebook.publish.ways import NEAR, Ways

CLOSE = 10.0
"""The cost of each number by which two chapters that may share a spread are too close."""
FAR = 60
"""A turn that leads further than this costs a little."""
SHARE = 8
"""In a long book, further than this share of it."""
STEPS = 200
"""Trials for each chapter."""
HOT, COLD = 20.0, 0.05


def seed_of(names: Iterable[str], more: str = "") -> int:
    """The number that decides everything random: two books of the same chapters have the same."""
    return int.from_bytes(hashlib.sha256("\n".join([more, *names]).encode()).digest()[:8])


class Group(Struct, frozen=True):
    """Chapters that keep their distances, for readers add to a number to find them: `-> (100 + key)`."""

    base: int
    """The number that readers add to, as written."""
    numbers: Mapping[str, int]
    """The chapters, with their numbers as written."""

    def by(self, distance: int) -> dict[str, int]:
        """The numbers of the chapters where all of them have moved."""
        return {name: number + distance for name, number in self.numbers.items()}


class Order(Struct, dict=True):
    """The numbers of chapters while a better order is looked for."""

    ways: Ways
    numbers: dict[str, int]
    """The number of each chapter."""
    free: Sequence[str]
    """The chapters that may move."""

    def __post_init__(self) -> None:
        self.far = max(FAR, len(self.numbers) // SHARE)
        self.near: dict[str, list[tuple[str, bool]]] = {name: [] for name in self.numbers}
        for is_link, pairs in ((True, self.ways.links), (False, self.ways.siblings)):
            for a, b in pairs:
                self.near[a].append((b, is_link))
                self.near[b].append((a, is_link))

    def cost_of(self, name: str) -> float:
        """What a chapter costs where it is."""
        here, cost = self.numbers[name], 0.0
        for other, is_link in self.near[name]:
            gap = abs(here - self.numbers[other])
            if gap < NEAR:
                cost += CLOSE * (NEAR - gap)
            elif is_link and gap > self.far:
                cost += (gap - self.far) / 20
        return cost

    def improve(self, random: Random) -> None:
        """Swap chapters until the order is good."""
        movable = list(self.free)
        if len(movable) < 2:
            return
        who = {self.numbers[name]: name for name in movable}
        slots = sorted(who)
        total = STEPS * len(movable)
        cooling = (COLD / HOT) ** (1 / total)
        heat = HOT
        for _ in range(total):
            heat *= cooling
            one = movable[int(random.random() * len(movable))]
            before = self.cost_of(one)
            if not before and random.random() < 0.9:
                continue
            other = who[self._slot(one, slots, who, random)]
            if other == one:
                continue
            before += self.cost_of(other)
            self._swap(one, other, who)
            more = self.cost_of(one) + self.cost_of(other) - before
            if more > 0 and random.random() >= math.exp(-more / heat):
                self._swap(one, other, who)

    def _slot(self, name: str, slots: Sequence[int], who: Mapping[int, str], random: Random) -> int:
        """Where a chapter might go: anywhere, or at a good distance from one it has to do with."""
        if self.near[name] and random.random() < 0.7:
            other, _ = self.near[name][int(random.random() * len(self.near[name]))]
            away = NEAR + int(random.random() * (self.far - NEAR))
            place = self.numbers[other] + (away if random.random() < 0.5 else -away)
            if place in who:
                return place
        return slots[int(random.random() * len(slots))]

    def _swap(self, one: str, other: str, who: dict[int, str]) -> None:
        numbers = self.numbers
        numbers[one], numbers[other] = numbers[other], numbers[one]
        who[numbers[one]], who[numbers[other]] = one, other


def shuffled(
    names: Sequence[str], pins: Mapping[str, int], ways: Ways, seed: int, groups: Sequence[Group] = ()
) -> dict[str, int]:
    """New numbers for all chapters but those that are pinned.

    Args:
        names: all chapters.
        pins: the numbers that some must have.
        ways: the links of the book.
        seed: decides between orders that are equally good.
        groups: chapters that move together.
    """
    random = Random(seed)  # noqa: S311 - no secret depends on it
    fixed = dict(pins)
    for group in groups:
        fixed |= _placed(group, fixed, len(names), random)
    free = [name for name in names if name not in fixed]
    slots = free_numbers(fixed.values(), len(free))
    random.shuffle(slots)
    order = Order(ways, {**fixed, **dict(zip(free, slots, strict=True))}, free)
    order.improve(random)
    return {name: order.numbers[name] for name in names}


def free_numbers(taken: Iterable[int], count: int) -> list[int]:
    """The first numbers that nobody has."""
    known = set(taken)
    found: list[int] = []
    number = 1
    while len(found) < count:
        if number not in known:
            found.append(number)
        number += 1
    return found


def _placed(group: Group, fixed: Mapping[str, int], size: int, random: Random) -> dict[str, int]:
    """A group somewhere among the numbers of the book where there is room; if there is none, where it was, or beyond.

    Nobody is asked to add to a number below 1.
    """
    taken = set(fixed.values())
    first, last = min(group.numbers.values()), max(group.numbers.values())
    places = list(range(2, max(2, size - (last - first)) + 1))
    beyond = max(last, *taken) + 1 if taken else last + 1
    for place in (*random.sample(places, k=len(places)), first, *range(size + 1, beyond)):
        moved = group.by(place - first)
        if group.base + place - first > 0 and taken.isdisjoint(moved.values()):
            return moved
    return group.by(beyond - first)
