"""Dice per play, against sums done by hand."""

from __future__ import annotations

import pytest

from gamebook.analysis.dice import DicePerPlay, dice_per_play
from gamebook.errors import LimitReached
from gamebook.model.book import Book
from gamebook.solver.space import Limits
from gamebook.srr import without_luck


def counted(book: Book, **hero: int) -> DicePerPlay:
    return dice_per_play(book, hero)


def test_dice_are_counted_wherever_they_are_rolled(book: Book) -> None:
    """
    book "All kinds"

    sheet
        stat GRIT = 2d6 + 1
        number gold = 0 in 0..20

    === 1
    ~ gold +3d6
    ~ roll 1d6
        1-6
    ~ roll 4d6 as pool
    ~ test GRIT on 2d6
        pass
        fail
    ~ compare 1d6 + GRIT with 2d6
        higher
        lower
        equal
    ~ repeat 1d2 times
        ~ gold -1d3
    ~ random
        1:
        2:
    ~ victory
    """
    # 2 for the hero, 3, 1, 4, 2, 1 + 2, 1 for how often and one each time, on average 1.5; a lottery is no die.
    assert counted(book).best == pytest.approx(2 + 3 + 1 + 4 + 2 + 3 + 1 + 1.5, rel=1e-14)
    assert counted(book, GRIT=7).best == pytest.approx(3 + 1 + 4 + 2 + 3 + 1 + 1.5, rel=1e-14)


def test_a_reader_who_knows_better_rolls_less(book: Book) -> None:
    """
    book "Waiting"

    === 1
    * Wait for a six
        ~ roll 1d6
            1-5 -> 1
            6 -> victory
    * Cut the knot -> 2

    === 2
    ~ roll 2d6
        2-7 -> defeat
        8-12 -> victory
    """
    # Best play waits: six rolls, on average. Uniform: D = (1 + 5/6 D) / 2 + 2 / 2, so D = 18/7.
    found = counted(book)
    assert found.best == pytest.approx(6, rel=1e-12)
    assert found.uniform == pytest.approx(18 / 7, rel=1e-12)


def test_the_random_reader_knows_secrets_as_often_as_the_book_says(book: Book) -> None:
    """
    book "Secret"

    === 1
    * You know the answer [knows 40%] -> 16 secret
    * You do not -> 2

    === 2
    ~ roll 1d4
        1-4 -> victory

    === 16
    ~ roll 1d2
        1 -> 2
        2 -> victory
    """
    # Two in five have two options, and half of them turn to 16: 0.2 roll there, and half of these go on to 2, as do all
    # others: 0.2 + 0.8 + 0.1. Whether a reader knows is no die. Best play may do either; of equal ways it takes the
    # first: 1 + 1/2.
    found = counted(book)
    assert found.uniform == pytest.approx(1.1, rel=1e-14)
    assert found.best == pytest.approx(1.5, rel=1e-14)


def test_best_play_looks_at_points_where_the_book_does(book: Book) -> None:
    """
    book "Points, too"
        aim win then score

    === 1
    * Quickly
        ~ roll 1d6
            1-6 -> victory
    * Well
        ~ score +5
        ~ roll 3d6 as x
        ~ if x > 3
            -> victory
        -> victory
    """
    # Both win; the second has 5 points more, and three dice. Chance picks one or the other: (1 + 3) / 2.
    found = counted(book)
    assert found.best == pytest.approx(3, rel=1e-14)
    assert found.uniform == pytest.approx(2, rel=1e-14)


def test_points_and_secrets_together(book: Book) -> None:
    """
    book "Points and a secret"
        aim win then score

    === 1
    * Known to few [knows 50%]
        ~ score 1
        ~ roll 4d6
            4-24 -> victory
    * Known to all
        ~ roll 1d6
            1-6 -> victory
    """
    # Half of the readers have both, and half of these take the first: 1/4 · 4 + 3/4 · 1.
    found = counted(book)
    assert found.best == pytest.approx(4, rel=1e-14)
    assert found.uniform == pytest.approx(7 / 4, rel=1e-14)


def test_points_do_not_count_as_dice(book: Book) -> None:
    """
    book "Points"
        aim score

    === 1
    ~ score 100
    ~ score 2d6
    ~ ending "Out" score 7
    """
    found = counted(book)
    assert found.best is None
    assert found.uniform == pytest.approx(2, rel=1e-14)


@pytest.mark.slow
def test_a_limit_leaves_them_uncounted(book: Book) -> None:
    """
    book "Steps"

    sheet
        number n = 0 in 0..1000

    === 1
    * On [if n < 1000]
        ~ n +1
        -> 1
    * Out -> victory
    """
    with pytest.raises(LimitReached, match="more than 10 states; --limit-states 1000 allows more"):
        dice_per_play(book, limits=Limits(states=10))
    with pytest.raises(LimitReached, match="time"):
        dice_per_play(book, limits=Limits(seconds=0.0))


def test_a_ledger_throws_where_there_is_a_doubt(book: Book) -> None:
    """
    sheet
        codeword HIT

    === 1
    ~ repeat 6 times
        ~ random by ledger
            1:
                ~ note HIT
            5:
    -> victory
    """
    # A die each time until the hit comes; from then on nothing is due. The sixth would be sure.
    missed = [1, 5 / 6, 20 / 36, 60 / 216, 120 / 1296]
    found = counted(without_luck(book).book)
    assert found.best == found.uniform == pytest.approx(sum(missed))


def test_a_hidden_die_is_rolled_once(book: Book) -> None:
    """
    === 1
    ~ random by systematic account luck
        0:
        1:
    ~ repeat 3 times
        ~ random by systematic account luck
            1:
            5:
    ~ victory
    """
    # The first event is certain and asks no die; then one is enough for all.
    assert counted(without_luck(book).book).best == 1


def test_each_outcome_but_the_last_has_a_hidden_die(book: Book) -> None:
    """
    === 1
    ~ repeat 2 times
        ~ random by systematic
            1:
            1:
            4:
    ~ victory
    """
    # The second is asked where the first outcome does not happen, which is so at least once in two events.
    assert counted(without_luck(book).book).best == 2


def test_a_roll_to_which_play_returns_for_ever_counts_once(book: Book) -> None:
    """
    === 1
    ~ roll 1d2
        1 -> 2
        2 -> victory

    === 2
    * On -> 3

    === 3
    ~ roll 2d6
        2-6 -> 2
        7-12 -> 3
    """
    # One die for all, and two for the half that rolls in chapter 3 for ever.
    assert counted(book).uniform == pytest.approx(1 + 1 / 2 * 2)
