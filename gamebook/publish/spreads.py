"""Numbers that suit the pages: what came to stand on one spread is taken apart, and printed again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from gamebook.publish.numbering import Numbering
from gamebook.publish.order import Order, seed_of
from gamebook.publish.printing import Layout
from gamebook.publish.ways import Ways, clashes

ROUNDS = 12
"""How often pages are asked before the best numbers so far are taken."""


def repaired(
    numbered: Numbering, ways: Ways, fixed: frozenset[str], look: Callable[[dict[str, int]], Layout]
) -> tuple[Numbering, Layout]:
    """Numbers for which no link and no sibling share a spread, or as few as could be found.

    Args:
        numbered: the numbers so far.
        ways: the links of the book.
        fixed: the chapters that keep their numbers.
        look: sets the book with some numbers, and tells where the sections stand.
    """
    numbers = dict(numbered.numbers)
    best, fewest, seen = dict(numbers), None, look(numbers)
    apart: dict[frozenset[str], int] = {}
    layout = seen
    for turn in range(ROUNDS):
        where = {name: layout.spread(number) for name, number in numbers.items()}
        bad = list(clashes(ways, where))
        if fewest is None or len(bad) < fewest:
            best, fewest, seen = dict(numbers), len(bad), layout
        if not bad or turn == ROUNDS - 1:
            break
        for pair in bad:
            gap = abs(numbers[pair[0]] - numbers[pair[1]])
            apart[frozenset(pair)] = max(gap + 2, apart.get(frozenset(pair), 0))
        order = Order(ways, numbers, [name for name in numbers if name not in fixed], apart)
        order.mend({name for pair in bad for name in pair}, Random(seed_of(numbers, str(turn))))  # noqa: S311 - no secret depends on it
        numbers = order.numbers
        layout = look(numbers)
    return Numbering(best, numbered.moved), seen
