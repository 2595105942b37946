"""Dice with more outcomes than a float or a machine integer can count: what is rare has its chance, and bounds hold."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import gamebook
from gamebook.dice.pmf import Pmf
from gamebook.dice.pmf import dice as thrown
from gamebook.program.draw import MOST, RAREST, layers
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


def _least(total: int, dice: int, sides: int) -> Fraction:
    """The chance that the dice show at least a total: that the opposite faces show so little."""
    return _at_most(dice * (sides + 1) - total, dice, sides)


def _out_of(one: Fraction, other: Fraction) -> Fraction:
    """The share of the first of two ways out of a loop."""
    return one / (one + other)


def _shows(low: int, high: int) -> Fraction:
    """The chance that between low and high of forty dice of three sides show a 3."""
    return Fraction(sum(comb(40, k) * 2 ** (40 - k) for k in range(low, high + 1)), 3**40)


def _two_that_explode(low: int, high: int) -> Fraction:
    """The chance that two dice of two sides, each thrown again up to 99 times, come to low..high.

    A die comes to 2 k + 1 if it shows a 2 just k times before a 1; after 99 times it is not thrown again.
    """
    one = {2 * k + 1: Fraction(1, 2 ** (k + 1)) for k in range(100)} | {200: Fraction(1, 2**100)}
    return sum((p * q for x, p in one.items() for y, q in one.items() if low <= x + y <= high), Fraction(0))


ROLL = "~ roll 24d6\n    143 or more -> {}\n    142 or less -> defeat\n"
SHOWN = "~ if count of 3 in pool {}\n    -> {}\n"
RARE = {
    "one outcome": ("~ roll 20d10\n    20-199 -> defeat\n    200 -> victory", Fraction(1, 10**20)),
    "two ways out of a loop": (
        "~ roll 24d6\n    143 or more -> victory\n    25..142 -> 1\n    24 or less -> defeat",
        Fraction(25, 26),
    ),
    "three layers": (
        "~ roll 40d6\n    220 or more -> victory\n    64..219 -> 1\n    63 or less -> defeat",
        _out_of(_least(220, 40, 6), _at_most(63, 40, 6)),
    ),
    "coins": (
        "~ roll 70d2\n    135 or more -> victory\n    134 or less -> defeat",
        Fraction(sum(comb(70, k) for k in range(65, 71)), 2**70),
    ),
    "a roll after a roll": (
        f"{ROLL.format('2')}=== 2\n{ROLL.format('victory')}",
        Fraction(25, 6**24) ** 2,
    ),
    "something known added": (
        "~ roll 30d6 + n\n    182 or more -> victory\n    32..181 -> 1\n    31 or less -> defeat",
        _out_of(_least(180, 30, 6), Fraction(0)) / 2 + _out_of(_least(181, 30, 6), Fraction(1, 6**30)) / 2,
    ),
    "a test": (
        "~ test n -30 on 30d6 - 60\n    pass -> victory\n    fail -> defeat",
        (_at_most(31, 30, 6) + _at_most(32, 30, 6)) / 2,
    ),
    "a total that is kept": (
        "~ roll 30d6 as total\n~ if total + n >= 182\n    -> victory\n-> defeat",
        (_least(181, 30, 6) + _least(180, 30, 6)) / 2,
    ),
    "a pool": (
        f"~ roll 40d3 as pool\n{SHOWN.format('> 35', 'victory')}{SHOWN.format('< 2', 'defeat')}-> 1",
        _out_of(_shows(36, 40), _shows(0, 1)),
    ),
    "a die that explodes": (
        "~ roll 1d2 exploding up to 499\n    995 or more -> victory\n    1..994 -> defeat",
        Fraction(1, 2**497),
    ),
    "two dice that explode": (
        "~ roll 2d2 exploding up to 99\n    390 or more -> victory\n    4..389 -> 1\n    3 or less -> defeat",
        _out_of(_two_that_explode(390, 400), _two_that_explode(2, 3)),
    ),
}


@pytest.mark.parametrize(("body", "chance"), RARE.values(), ids=RARE)
def test_what_is_rare_has_its_chance(body: str, chance: Fraction) -> None:
    best = gamebook.solve(text=f'book "T"\nsheet\n    number n = 1d2 in 1..2\n=== 1\n{body}\n').difficulty.best
    assert best.low <= chance <= best.high < best.low * (1 + 1e-10)


def test_what_is_rare_is_no_finding() -> None:
    text = 'book "T"\n=== 1\n~ roll 20d10\n    20-199 -> defeat\n    200 -> victory\n'
    assert not Project.of(text).check().findings


@pytest.mark.parametrize(
    "pmf", [thrown(20, 6), thrown(24, 6), thrown(40, 10), thrown(100, 6), thrown(1, 2, None, True, None, 499)]
)
def test_layers_of_a_roll_come_to_the_same_chances(pmf: Pmf) -> None:
    found = layers(pmf)
    assert (len(found) == 1) == (pmf.total <= MOST)
    chances, reached = dict.fromkeys([outcome for outcome, _ in pmf.items()], Fraction(0)), Fraction(1)
    for layer in found:
        total = layer.own + layer.further
        assert total <= MOST
        for outcome, weight in layer.weights:
            chances[outcome] += reached * weight / total
        reached *= Fraction(layer.further, total)
    assert reached == 0
    assert chances == {outcome: Fraction(weight, pmf.total) for outcome, weight in pmf.items()}


@pytest.mark.slow
def test_what_is_rarer_than_floats_can_tell_still_happens() -> None:
    """The highest total has a chance of 2^-1500, which is 0 for a float."""
    text = 'book "T"\n=== 1\n~ roll 2d2 exploding up to 499 + 1d2 exploding up to 499\n'
    text += "    3000 -> victory\n    3..2999 -> defeat\n"
    assert 0 < gamebook.solve(text=text).difficulty.best.low < RAREST


@pytest.mark.slow
def test_fractions_of_more_than_a_float_can_be() -> None:
    """The product of two sums of weights is 100^200; for a float that is too large."""
    roll = "~ roll 100d100\n    10000 -> {}\n    100..9999 -> defeat\n"
    text = f'book "T"\n=== 1\n{roll.format("2")}=== 2\n{roll.format("victory")}'
    found = gamebook.solve(text=text, exact=True).exactly
    assert found is not None
    assert found.best == Fraction(1, 100**200)


@pytest.mark.parametrize(("body", "chance"), BOOKS.values(), ids=BOOKS)
def test_fractions_are_those_of_the_dice(body: str, chance: Fraction) -> None:
    found = gamebook.solve(text=f'book "T"\n=== 1\n{body}\n', exact=True).exactly
    assert found is not None
    assert found.best == chance
