"""Real dice at a moment of play."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from gamebook.errors import UsageError
from gamebook.play.moment import Chance
from gamebook.play.step import Machine
from gamebook.play.thrown import fallen, throws
from gamebook.project import Project

BOOK = """\
book "Dice"
sheet
    number silver = 0 in 0..20
    number gold = 0 in 0..20

=== 1 All kinds
{step}
-> victory
"""


def machine(step: str) -> tuple[Machine, Chance]:
    played = Machine(Project.of(BOOK.format(step=step)).book)
    moment = played.start()
    assert isinstance(moment, Chance)
    return played, moment


@pytest.mark.parametrize(
    "step",
    [
        "~ roll 2d6\n    2-6 -> 1\n    7-12 -> victory",
        "~ set gold = 1d6 + 2 * 1d4",
        "~ compare 1d6 + 1 with 1d6\n    higher -> 1\n    lower -> victory",
        "~ set gold = 3 - 1d6",
        "~ roll 3d6 as pool",
    ],
)
def test_throwing_all_dice_gives_the_chances_of_the_book(step: str) -> None:
    """Every result of dice with six or four faces in turn, each with its own count of ways."""
    played, moment = machine(step)
    thrown = throws(played, moment)
    chances = [Fraction(0)] * len(moment.branches)
    spreads = [each.dice.thrown(each.dice.most) for each in thrown]
    for shown in product(*(range(each.low, each.high + 1) for each in thrown)):
        chance = Fraction(1)
        for number, spread in zip(shown, spreads, strict=True):
            chance *= Fraction(spread[number], spread.total)
        chances[fallen(played, moment, shown)] += chance
    assert chances == [branch.chance for branch in moment.branches]


def test_numbers_that_dice_cannot_show() -> None:
    played, moment = machine("~ roll 2d6\n    2-6 -> 1\n    7-12 -> victory")
    with pytest.raises(UsageError, match="1 numbers, not 2"):
        fallen(played, moment, [3, 4])
    with pytest.raises(UsageError, match="2 to 12, not 1"):
        fallen(played, moment, [1])
