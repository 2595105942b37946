"""Dice with more outcomes than a float or a machine integer can count: what is rare still happens, and bounds hold."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import gamebook
from gamebook.project import Project


def _at_most(total: int, dice: int, sides: int) -> Fraction:
    """The chance that the dice show no more than a total: by inclusion and exclusion."""
    rest = total - dice
    ways = sum((-1) ** k * comb(dice, k) * comb(rest - sides * k + dice, dice) for k in range(rest // sides + 1))
    return Fraction(ways, sides**dice)


BOOKS = {
    "a loop that is hardly ever left": (
        "~ roll 16d10\n    16 -> 1\n    17 -> victory\n    18 -> defeat\n    19-160 -> 1",
        Fraction(comb(16, 15), comb(16, 15) + comb(17, 15)),
    ),
    "one way out of a loop": ("~ roll 20d10\n    20 -> victory\n    21-200 -> 1", Fraction(1)),
    "sums of many dice": ("~ roll 30d20\n    30-300 -> victory\n    301-600 -> defeat", _at_most(300, 30, 20)),
    "a die that explodes": ("~ roll 1d6 exploding up to 40\n    1 -> victory\n    2-246 -> defeat", Fraction(1, 6)),
    "a total that is kept": (
        "~ roll 24d6 as total\n~ if total <= 80\n    -> victory\n-> defeat",
        _at_most(80, 24, 6),
    ),
}


@pytest.mark.parametrize(("body", "chance"), BOOKS.values(), ids=BOOKS)
def test_bounds_hold_where_weights_are_too_large_for_floats(body: str, chance: Fraction) -> None:
    best = gamebook.solve(text=f'book "T"\n=== 1\n{body}\n').difficulty.best
    assert best.low <= chance <= best.high < best.low + 1e-14


def test_what_is_rarer_than_a_weight_of_1_still_happens() -> None:
    """The least chance is 2^-62; fractions know better."""
    text = 'book "T"\n=== 1\n~ roll 20d10\n    20-199 -> defeat\n    200 -> victory\n'
    assert 0 < gamebook.solve(text=text).difficulty.best.middle < 2.0**-61
    found = gamebook.solve(text=text, exact=True).exactly
    assert found is not None
    assert found.best == Fraction(1, 10**20)
    assert not Project.of(text).check().findings


@pytest.mark.parametrize(("body", "chance"), BOOKS.values(), ids=BOOKS)
def test_fractions_are_those_of_the_dice(body: str, chance: Fraction) -> None:
    found = gamebook.solve(text=f'book "T"\n=== 1\n{body}\n', exact=True).exactly
    assert found is not None
    assert found.best == chance
