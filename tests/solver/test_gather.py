"""Outcomes of rolls that come to the same are one: fewer states, the same values."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from msgspec import structs

from gamebook.model.book import Book
from gamebook.program import compile as compiling
from gamebook.solver.follow import follow
from gamebook.solver.solving import solve
from tests.solver.test_engine import many
from tests.support.random_books import books

TRIPLES = """
    sheet
        number dice = 8 in 0..8
        number sixes in 0..8

    === 1
    ~ roll (dice)d6 as pool
    ~ set sixes = count of 6 in pool
    ~ if sixes >= 3
        Enough.
        ~ victory "Three sixes"
    ~ if sixes = 0
        ~ defeat "None"
    ~ set dice = 8 - sixes
    * Once more -> 2
    * Leave -> defeat

    === 2
    ~ roll (dice)d6 as pool
    ~ if count of 6 in pool + 8 - dice >= 3
        -> victory
    -> defeat
"""


def sixes(dice: int) -> dict[int, Fraction]:
    """The chance of each number of sixes, by the binomial formula."""
    return {n: Fraction(comb(dice, n) * 5 ** (dice - n), 6**dice) for n in range(dice + 1)}


@pytest.mark.slow
def test_hands_are_no_states(book: Book) -> None:
    solved = solve(book)
    # Before the hero, the first throw, the menu after one six and after two, and the second throw after each.
    assert solved.space.count == 6
    first = sixes(8)
    won = sum(chance for n, chance in first.items() if n >= 3)
    for kept in (1, 2):
        won += first[kept] * sum(chance for n, chance in sixes(8 - kept).items() if n + kept >= 3)
    assert solved.best.value == pytest.approx(float(won), abs=1e-14)


test_hands_are_no_states.__doc__ = TRIPLES


@pytest.mark.slow
@many
@given(books())
def test_play_is_the_same(book: Book) -> None:
    book = structs.replace(book, aim="win")
    few = solve(book)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiling, "gathered", lambda each, observed: each)  # noqa: ARG005 - as it is called
        whole = solve(book)
    assert few.space.size <= whole.space.size
    assert few.best.low <= whole.best.high
    assert whole.best.low <= few.best.high
    assert few.best.value == pytest.approx(whole.best.value, abs=1e-12)
    assert few.uniform.endings == pytest.approx(whole.uniform.endings, abs=1e-12)


def test_what_stands_on_the_sheet_can_be_asked_for(book: Book) -> None:
    """
    sheet
        number gold = 0 in 0..3
        number spare = 9 in 0..9

    === 1
    ~ roll 1d3 as die
    ~ spare -die
    ~ set gold = die
    ~ victory "Paid"
    """
    # Nothing in the book reads what the die shows, but the sheet does.
    ends = follow(solve(book).best, ("gold", "spare"), {"Paid"})
    assert ends == {("1", "Paid", (gold, 9 - gold)): pytest.approx(1 / 3) for gold in (1, 2, 3)}
