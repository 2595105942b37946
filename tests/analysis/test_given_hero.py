"""Which hero is meant by names and numbers, and what he no longer picks."""

from __future__ import annotations

import pytest

import gamebook
from gamebook.analysis.given_hero import hero_values, names_for_all
from gamebook.errors import UsageError
from gamebook.model.book import Book
from gamebook.project import Project


def armoury() -> Book:
    text = "sheet\n    one-of weapon: none, axe\n    number might = 1d6\nhero\n    ~ gain axe\n=== 1\n-> victory"
    return Project.of(text).book


def test_a_value_of_a_one_of_is_given_alone_or_with_its_name() -> None:
    assert hero_values(armoury(), {"weapon=axe": 1, "might": 3}) == hero_values(armoury(), {"axe": 1, "might": 3})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("weapon=bow", "one of: none, axe"),
        ("might=axe", "needs a number"),
        ("hat=red", "does not roll or pick hat"),
        ("waepon=axe", r"does not roll or pick waepon; did you mean weapon\?"),
    ],
)
def test_a_value_that_no_hero_has(given: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        hero_values(armoury(), {given: 1})


NAMED = """book "Key"
    hero "weak": key
sheet
    item key
hero
    ~ choose
        * Take it
            ~ gain key

=== 1
-> victory
"""


def test_where_nothing_is_rolled_every_name_by_the_dice_stands_for_all_heroes() -> None:
    assert not names_for_all(armoury())
    assert names_for_all(Project.of("sheet\n    number weak = 2\n=== 1\n-> victory").book) == {
        "weak",
        "average",
        "lucky",
    }
    assert names_for_all(Project.of(NAMED).book) == {"average", "lucky"}


SHARED = """sheet
    one-of weapon: none, sword, axe
    one-of colour: red, axe
hero
    ~ choose
        * Fight
            ~ gain sword
            ~ set colour = red
        * Run
            ~ set weapon = none

=== 1
-> victory
"""


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"axe": 1}, "axe is a value of weapon and of colour: write weapon=axe or colour=axe"),
        ({"weapon": 1, "weapon=axe": 1}, "weapon cannot be both sword and axe; give one of them"),
        ({"weapon=axe": 1, "weapon=sword": 1}, "weapon cannot be both axe and sword; give one of them"),
        ({"weapon=axe": 1, "sword": 1}, "weapon cannot be both axe and sword; give one of them"),
    ],
)
def test_a_hero_is_given_without_doubt(given: dict[str, int], told: str) -> None:
    with pytest.raises(UsageError) as caught:
        hero_values(Project.of(SHARED).book, given)
    assert str(caught.value) == told


def test_a_value_that_is_given_twice_is_given() -> None:
    book = Project.of(SHARED).book
    assert hero_values(book, {"weapon": 1, "weapon=sword": 1, "sword": 1, "red": 1}) == {"weapon": 1, "colour": 0}


GIFT = """
sheet
    number gold = 2d6 in 0..20
    item rope, lamp

hero
    ~ choose "gift"
        * A rope
            ~ gain rope
        * Five coins
            ~ gold +5
    ~ if gold >= 2
        ~ choose "light"
            * A lamp
                ~ gain lamp
            * No lamp

=== 1
* Shine [if lamp] -> victory
* Climb [if rope and gold >= 7] -> victory
* Pay [if gold >= 15] -> victory
-> defeat
"""


@pytest.mark.parametrize(
    ("hero", "wins"),
    [
        ({"gold": 2}, 1),  # the lamp is there to be picked, though a gift could change the gold
        ("average", 1),
        ({"rope": 1}, 21 / 36),  # all that was picked: no lamp; 7 or more with two dice
        ({"rope": 1, "gold": 6}, 0),
        ({"rope": 1, "gold": 7}, 1),
        ({"lamp": 0}, 0),  # neither gift
        ({"gold": 17, "rope": 0}, 1),
        ({"gold": 14, "rope": 0}, 0),
    ],
)
def test_who_gives_what_is_rolled_still_picks(hero: dict[str, int] | str, wins: float) -> None:
    assert gamebook.solve(text=GIFT, hero=hero).value == pytest.approx(wins)


PURSE = """
sheet
    number gold = 0 in 0..20
    item rope

hero
    ~ choose
        * A rope
            ~ gain rope
        * A purse
            ~ gold +2d6

=== 1
* Climb [if rope] -> victory
* Pay [if gold >= 4] -> victory
-> defeat
"""


def test_what_only_an_option_rolls_is_picked() -> None:
    """Who has gold took the purse, so he has no rope."""
    assert gamebook.solve(text=PURSE).value == 1
    assert gamebook.solve(text=PURSE, hero={"gold": 3}).value == 0
    assert gamebook.solve(text=PURSE, hero={"gold": 4}).value == 1


FOUND = """
sheet
    item rope, lamp

hero
    ~ roll 1d2
        1
            ~ choose
                * Rope
                    ~ gain rope
                * Lamp
                    ~ gain lamp
        2
    ~ choose
        * Rope
            ~ gain rope
        * Nothing

=== 1
* Climb [if rope] -> victory
-> defeat
"""


def test_a_pick_in_a_row_of_a_roll_is_not_asked_either() -> None:
    assert gamebook.solve(text=FOUND).value == 1
    assert gamebook.solve(text=FOUND, hero={"lamp": 1}).value == 0
