from __future__ import annotations

import pytest

from gamebook.analysis import route as routes
from gamebook.analysis.route import route
from gamebook.model.book import Book
from gamebook.solver.solving import solve
from tests.support.build import LOSE, WIN, add, book, choose, d, number, op, option, put, random, turn, when

# By the bridge three plays in five come through; by the ford two in five, and the bridge takes many dice.
RIVER = book(
    number("n", 0, 10),
    bank=(choose(option("stay", LOSE), option("cross", random((3, (turn("bridge"),)), (2, (turn("ford"),))))),),
    bridge=(put("n", d(10)), choose(option("turn back", LOSE), option("go on", when(op("n", "<=", 9), turn("far"))))),
    ford=(turn("far"),),
    far=(WIN,),
)


def test_the_likeliest_chapters_not_the_likeliest_dice() -> None:
    found = route(solve(RIVER))
    assert found is not None
    assert [step.chapter for step in found.steps] == ["bank", "bridge", "far"]
    assert [step.choices for step in found.steps] == [("cross",), ("go on",), ()]
    assert found.chance == pytest.approx(0.6 * 0.9)
    assert (found.ending, found.likeliest) == ("victory", True)


def test_without_time_some_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "MOST_PASSAGES", 0)
    found = route(solve(RIVER))
    assert found is not None
    assert not found.likeliest
    assert found.steps[-1].chapter == "far"


def hopeless() -> Book:
    return book(one=(choose(option("die", LOSE), option("wait", turn("one"))),))


def test_no_way_to_win() -> None:
    assert route(solve(hopeless())) is None


def test_a_way_through_a_loop() -> None:
    # Each round wins with chance 1/2, else it is played again: the likeliest way has one round.
    again = book(one=(random((1, (turn("one"),)), (1, (turn("two"),))),), two=(WIN,))
    found = route(solve(again))
    assert found is not None
    assert [step.chapter for step in found.steps] == ["one", "two"]
    assert found.chance == pytest.approx(1 / 2)


def laps(number_of_laps: int) -> Book:
    """Each lap is won with chance 9/10, and so many of them win the race; the side gate wins one time in ten."""
    lap = random((9, (add("n", 1),)), (1, (LOSE,)))
    race = (when(op("n", "=", number_of_laps), WIN), lap, turn("race"))
    gate = random((9, (turn("race"),)), (1, (turn("gate"),)))
    return book(number("n", 0, number_of_laps), track=(gate,), race=race, gate=(WIN,))


def test_a_way_that_goes_round_and_round_is_no_route() -> None:
    # Nine laps: 0.9 * 0.9^9 = 0.349, coming to the race ten times. Twenty: 0.109 is given up for the gate's 0.1.
    few, many = route(solve(laps(9))), route(solve(laps(20)))
    assert few is not None
    assert few.steps[-1].chapter == "race"
    assert few.chance == pytest.approx(0.9**10)
    assert few.likeliest
    assert many is not None
    assert [step.chapter for step in many.steps] == ["track", "gate"]
    assert many.chance == pytest.approx(0.1)
    assert not many.likeliest


def test_where_time_runs_out_the_likeliest_way_through_the_states_is_a_way() -> None:
    """Of 1, 2, 2, 2, 2, 3 the chance is 1/3 (1/7)^4: play goes round so often that too many beginnings are likelier."""
    more = random((1, (add("k", 1), turn("two"))), (1, (turn("three"),)), (5, (turn("one"),)))
    again = random((1, (turn("one"),)), (2, (turn("two"),)))
    sure = book(
        number("k", 0, 3),
        one=(random((1, (turn("two"),)), (2, (turn("one"),))),),
        two=(more,),
        three=(when(op("k", ">", 2), WIN), again),
    )
    found = route(solve(sure))
    assert found is not None
    assert [step.chapter for step in found.steps] == ["one", "two", "two", "two", "two", "three"]
    assert found.chance == pytest.approx(1 / 7203)
    assert not found.likeliest


def test_the_only_way_is_certain_although_its_chances_are_rounded(book: Book) -> None:
    """
    sheet
        number skill = 0 in 0..6

    hero
        ~ set skill = 1d6

    === 1
    * Go -> 2
    * Stay -> defeat

    === 2
    * Win [if skill > 0] -> victory
    * Lose -> defeat
    """
    found = route(solve(book))
    assert found is not None
    assert found.chance == 1.0  # six times a sixth, in floats a little less


def test_every_choice_of_a_visit_counts(book: Book) -> None:
    """
    sheet
        number life = 1 in 0..9
        item bread = 1

    anytime
        * Eat [if bread]
            ~ lose bread
            ~ life +2

    === 1
    * Jump
        ~ if life > 1
            -> 2
        -> defeat
    * Wait -> defeat

    === 2
    ~ repeat 3 times
        ~ choose "door"
            * Left
                ~ if life = 5
                    -> defeat
                ~ life +1
            * Right
                ~ if life < 5
                    -> defeat
                ~ life +1
    -> victory
    """
    found = route(solve(book))
    assert found is not None
    assert [step.choices for step in found.steps] == [("Eat", "Jump"), ("Left", "Left", "Right")]


def test_a_choice_that_few_come_to_is_left_out_and_what_follows_one_is_of_the_same_plays(book: Book) -> None:
    """
    sheet
        number n = 0 in 0..3

    === 1
    ~ random
        1:
            ~ choose "gate"
                * Open
                    ~ n +1
                * Break -> defeat
        2:
    ~ random
        2:
            ~ set n = 1
        3:
            ~ set n = 2
    * Low
        ~ if n != 1
            -> defeat
    * High
        ~ if n != 2
            -> defeat
    ~ choose "door"
        * One
            ~ if n = 1
                -> victory
            -> defeat
        * Two
            ~ if n = 2
                -> victory
            -> defeat
    """
    found = route(solve(book))
    assert found is not None
    assert [step.choices for step in found.steps] == [("High", "Two")]
