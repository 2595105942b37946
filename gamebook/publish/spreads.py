"""Numbers that suit the pages: what came to stand on one spread is taken apart, and printed again.

How long each section is tells almost exactly where each stands in another order. So a better order is looked for by
exchanging two chapters at a time (simulated annealing: Kirkpatrick, Gelatt, Vecchi 1983), and only then set.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from random import Random

from msgspec import Struct, field

from gamebook.job import current, look
from gamebook.publish.numbering import Numbering
from gamebook.publish.order import seed_of
from gamebook.publish.printing import EXACT, Layout
from gamebook.publish.ways import Pair, Spreads, Ways, clashes

ROUNDS = 12
"""How often pages are asked before the best numbers so far are taken."""
IN_VAIN = 3
"""After so many rounds that bring nothing better, nothing better is expected."""
TRIALS = 6_000
"""Exchanges of two chapters that are tried in a round."""
EVERY = 100
"""After so many trials the search says how far it is, and asks whether to go on."""
HEAT = 0.5
"""At first an exchange is often kept that brings one clash more."""
SHAKEN = 4
"""Exchanges by chance where the pages were not filled as the lengths told."""
GAP = 0.04
"""Pages of the space between two sections, which the last one on a page does not need."""


def repaired(
    numbered: Numbering, ways: Ways, fixed: frozenset[str], printed: Callable[[dict[str, int]], Layout]
) -> tuple[Numbering, Layout]:
    """Numbers for which no link and no sibling share a spread, or as few as could be found.

    Args:
        numbered: the numbers so far.
        ways: the links of the book.
        fixed: the chapters that keep their numbers.
        printed: sets the book with some numbers, and tells where the sections stand.

    Raises:
        Cancelled: the job at hand was cancelled.
        OutOfTime: there is no time left (`limits.within`).
    """
    numbers = dict(numbered.numbers)
    pages = _Pages()
    order = _Order(ways, [name for name in numbers if name not in fixed], pages)
    job = current()
    job.begin("looking for better numbers", ROUNDS * TRIALS)
    best: tuple[int, dict[str, int], Layout] | None = None
    in_vain = 0
    for turn in range(ROUNDS):
        layout = printed(numbers)
        pages.measure(layout, numbers)
        bad = list(clashes(ways, {name: layout.spreads(number) for name, number in numbers.items()}))
        if best is None or len(bad) < best[0]:
            best, in_vain = (len(bad), dict(numbers), layout), 0
        else:
            in_vain += 1
        if not bad or in_vain == IN_VAIN:
            break
        random = Random(seed_of(numbers, str(turn)))  # noqa: S311 - no secret depends on it

        def tell(trial: int, before: int = turn * TRIALS) -> None:
            job.step(before + trial)
            look()

        numbers = order.better(numbers, random, tell)
    assert best is not None, "there is at least one round"
    return Numbering(best[1], numbered.moved), best[2]


class _Pages(Struct):
    """What is known of the pages."""

    lengths: dict[str, float] = field(default_factory=dict)
    """How many pages each section takes, the space beneath it included."""
    whole: frozenset[str] = frozenset()
    """The chapters that are not broken in two."""
    first: int = 0
    """The page of the first section."""

    def measure(self, layout: Layout, numbers: Mapping[str, int]) -> None:
        """Take the lengths of the sections; one that stands before a new page may be shorter than it seems."""
        self.whole = frozenset(name for name, number in numbers.items() if number in layout.whole)
        self.first = min(layout.pages.values())
        end = 0.0
        for name in sorted(numbers, key=lambda name: numbers[name]):
            length = layout.lengths[numbers[name]]
            end += length
            exact = abs(end - round(end)) > EXACT
            self.lengths[name] = length if exact else min(length, self.lengths.get(name, length))

    def spreads(self, names: Sequence[str]) -> dict[str, Spreads]:
        """The spreads on which each section stands in this order, as far as the lengths tell."""
        page, down, found = self.first, 0.0, {}
        for name in names:
            length = self.lengths[name]
            if down and down + (length if name in self.whole else 0.0) - GAP > 1:
                page, down = page + 1, 0.0
            begins = page // 2
            down += length
            found[name] = begins, (page + max(math.ceil(down - GAP), 1) - 1) // 2
            page += int(down)
            down -= int(down)
        return found


class _Order(Struct):
    """Looks for an order in which less shares a spread."""

    ways: Ways
    free: Sequence[str]
    """The chapters that may move."""
    pages: _Pages

    def better(self, numbers: Mapping[str, int], random: Random, tell: Callable[[int], None]) -> dict[str, int]:
        """The numbers with chapters exchanged that clash by the lengths that are known.

        Args:
            numbers: as they are.
            random: decides what is tried.
            tell: called now and then with the number of exchanges tried.
        """
        names = sorted(numbers, key=lambda name: numbers[name])
        if len(self.free) < 2:
            return dict(numbers)
        place = {name: number for number, name in enumerate(names)}

        def exchange(one: str, other: str) -> list[Pair]:
            place[one], place[other] = place[other], place[one]
            names[place[one]], names[place[other]] = one, other
            return list(clashes(self.ways, self.pages.spreads(names)))

        bad = list(clashes(self.ways, self.pages.spreads(names)))
        for _ in range(0 if bad else SHAKEN):
            one, other = random.sample(self.free, 2)
            bad = exchange(one, other)
        best, fewest = list(names), len(bad)
        movable = frozenset(self.free)
        for trial in range(TRIALS):
            if not fewest:
                break
            if trial % EVERY == 0:
                tell(trial)
            one, other = random.choice(random.choice(bad)), random.choice(self.free)
            if one not in movable or one == other:
                continue
            now = exchange(one, other)
            more = len(now) - len(bad)
            if more <= 0 or random.random() < math.exp(-more / (HEAT * (1 - trial / TRIALS))):
                bad = now
                if len(bad) < fewest:
                    best, fewest = list(names), len(bad)
            else:
                exchange(one, other)
        return dict(zip(best, sorted(numbers.values()), strict=True))
