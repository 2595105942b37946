"""Points without luck: what six throws of a die must come to."""

from __future__ import annotations

import pytest

from gamebook.model.step import Mode
from gamebook.solver.solving import solve
from gamebook.srr import without_luck
from tests.support.ledgers import Reader, luckless

SIX = """
    book "Six Throws"
        aim score

    === 1
    * Throw
        ~ repeat 6 times
            ~ score +1d6
        -> victory
"""


@pytest.mark.parametrize("mode", ["expected", "residual"])
def test_every_face_once_or_their_mean(mode: Mode) -> None:
    """By residual each of the six totals comes once; the means of six throws are 21 in all. Nothing is thrown."""
    reader = Reader(SIX, mode)
    reader.choose("Throw")
    assert reader.rolled == []
    assert solve(reader.book).best.value == pytest.approx(1 + 2 + 3 + 4 + 5 + 6)


def test_what_its_place_says() -> None:
    """Three throws by the mean bring 3, 4 and 3; the fourth, by dice, its mean of 7/2 on average."""
    three = SIX.replace("6 times", "3 times").replace("+1d6", "+1d6 by expected")
    book = luckless(three.replace("-> vic", "~ score +1d6\n        -> vic")).book
    assert solve(book).best.value == pytest.approx(3 + 4 + 3 + 7 / 2)


def test_a_score_on_dice_stays_as_it_is() -> None:
    found = luckless(SIX)
    assert without_luck(found.book).book is found.book
    assert not found.book.accounts


def test_a_roll_with_a_name_that_points_ask_for() -> None:
    """Numbers and points speak of the same roll: its mean of 3½ is 3 the first time and 4 the second, for both."""
    book = luckless(
        """
        book "Twice the Same"
            aim score

        sheet
            number gold = 0 in 0..20

        === 1
        * Roll
            ~ repeat 2 times
                ~ roll 1d6 as x by expected
                ~ gold +x
                ~ score +x
            ~ score +100 * gold
            -> victory
        """
    ).book
    assert solve(book).best.value == pytest.approx(7 + 100 * 7)
