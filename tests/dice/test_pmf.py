"""Distributions against plain enumeration of ordered rolls."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from gamebook.dice.pmf import Pmf, constant, dice, exploding_dice, multisets


def enumerate_rolls(count: int, sides: int, keep: int | None, highest: bool) -> Pmf:
    totals: Counter[int] = Counter()
    for roll in product(range(1, sides + 1), repeat=count):
        ordered = sorted(roll, reverse=highest)
        totals[sum(ordered if keep is None else ordered[:keep])] += 1
    return Pmf(totals)


@pytest.mark.parametrize("highest", [True, False])
@pytest.mark.parametrize(
    ("count", "sides", "keep"), [(1, 6, None), (2, 6, None), (3, 6, 2), (4, 4, 3), (5, 3, 1), (2, 10, 2)]
)
def test_dice_equal_enumeration(count: int, sides: int, keep: int | None, highest: bool) -> None:
    assert dice(count, sides, keep, highest) == enumerate_rolls(count, sides, keep, highest)


@pytest.mark.parametrize(
    ("count", "sides", "keep", "highest", "times"),
    [(1, 6, None, True, 3), (2, 3, None, True, 2), (2, 4, 1, True, 1), (3, 2, 2, False, 2)],
)
def test_exploding_dice_equal_enumeration(count: int, sides: int, keep: int | None, highest: bool, times: int) -> None:
    """All throws that one might need, ordered; a die uses its throws one after another."""
    totals: Counter[tuple[int, int]] = Counter()
    for throws in product(product(range(1, sides + 1), repeat=times + 1), repeat=count):
        worth, thrown = [], 0
        for die in throws:
            used = next((n for n, face in enumerate(die) if face < sides), times)
            worth.append(sum(die[: used + 1]))
            thrown += used + 1
        totals[sum(sorted(worth, reverse=highest)[:keep]), thrown] += 1
    assert exploding_dice(count, sides, keep, highest, times) == totals
    sums: Counter[int] = Counter()
    for (total, _), ways in totals.items():
        sums[total] += ways
    assert dice(count, sides, keep, highest, None, times) == Pmf(sums)


def test_no_dice_are_nothing() -> None:
    assert dice(0, 6) == constant(0)


def test_multisets_count_every_ordered_roll_once() -> None:
    assert sum(ways for _, ways in multisets(10, 6)) == 6**10
    assert len(multisets(10, 6)) == 3003


def test_combine_is_the_difference_of_two_rolls() -> None:
    difference = dice(1, 6).combine(dice(1, 6), lambda x, y: x - y)
    assert [difference[d] for d in range(-5, 6)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert difference.total == 36
