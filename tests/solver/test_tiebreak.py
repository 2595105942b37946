"""`aim win then score`: by hand, and against the exact interpreter."""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn

import pytest
from hypothesis import given
from msgspec import structs

from gamebook.analysis.difficulty import Difficulty, difficulty
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.errors import OutOfTime
from gamebook.model.book import Book
from gamebook.play.explore import TooLarge, explore
from gamebook.play.step import Machine
from gamebook.solver import exact
from gamebook.solver.solving import solve
from tests.solver.test_engine import many
from tests.support.forecast import follow, forecast
from tests.support.random_books import books
from tests.support.skipping import explored


def worth(book: Book) -> tuple[Fraction, Fraction | None]:
    """The chance to win and the points, in fractions; listed states and moments must agree."""
    graph = explore(Machine(book))
    assert not isinstance(graph, TooLarge)
    found = exact.solve(graph, exact.win_worth(book), book.ties, then_score=True)
    listed = exactly(book)
    assert isinstance(found, exact.Solution)
    assert isinstance(listed, Exactly)
    points = found.score if isinstance(found.score, Fraction) else None
    assert (listed.best, listed.points) == (found.value, points)
    return found.value, points


def told(book: Book, won: str, points: str) -> Difficulty:
    """The book is worth this by all engines."""
    assert worth(book) == (Fraction(won), Fraction(points))
    found = difficulty(solve(book))
    assert found.points is not None
    assert Fraction(found.best.low) <= Fraction(won) <= Fraction(found.best.high)
    assert Fraction(found.points.low) <= Fraction(points) <= Fraction(found.points.high)
    assert found.points.high - found.points.low < 1e-9
    return found


def test_points_decide_between_equal_chances_only(book: Book) -> None:
    """
    book "Gates"
        aim win then score

    === 1
    * Low
        ~ score +3
        ~ roll 1d3
            1 -> victory
            2-3 -> defeat
    * High
        ~ score +1d6
        ~ roll 1d6
            1-2 -> victory
            3-6 -> defeat
    * Locked
        ~ score +100
        ~ roll 1d6
            1 -> victory
            2-6 -> defeat
    """
    found = told(book, "1/3", "7/2")
    assert found.calls is not None
    assert found.calls.widest <= 1e-15
    assert found.calls.closest == pytest.approx(0.5)  # 1/6 is half of 1/3


def test_where_time_ends_before_the_points_the_chance_is_known(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    book "Gate"
        aim win then score

    === 1
    * Low
        ~ score +3
        ~ roll 1d3
            1 -> victory
            2-3 -> defeat
    * Stay -> defeat
    """

    def too_late(*_: object) -> NoReturn:
        raise OutOfTime

    monkeypatch.setattr("gamebook.solver.tiebreak.equals", too_late)
    found = solve(book)
    assert not found.space.complete
    assert found.best.points is None
    assert found.best.low <= 1 / 3 <= found.best.high < 1 / 3 + 1e-9


def test_options_a_billionth_apart_are_not_equal(book: Book) -> None:
    """
    book "Scales"
        aim win then score

    === 1
    * One
        ~ score +5
        ~ random
            500000000: -> victory
            500000001: -> defeat
    * Other
        ~ random
            1: -> victory
            1: -> defeat
    """
    found = told(book, "1/2", "0")
    assert found.calls is not None
    assert found.calls.closest == pytest.approx(1e-9, rel=1e-3)


def test_who_can_win_does_not_stay_for_the_sake_of_points(book: Book) -> None:
    """
    book "Rooms"
        aim win then score

    === 1
    * Next door -> 2
    * Out by the moat
        ~ score -4
        -> 3

    === 2
    * Back -> 1
    * Out by the drain
        ~ score -2
        -> 3

    === 3
    ~ roll 1d2
        1 -> victory
        2
            ~ score +1
            -> defeat
    """
    told(book, "1/2", "-3/2")


def test_who_has_lost_may_stay(book: Book) -> None:
    """
    book "Cell"
        aim win then score

    === 1
    ~ roll 1d4
        1 -> victory
        2-4 -> 2

    === 2
    * Wait -> 2
    * Give up
        ~ score -4
        -> defeat
    """
    told(book, "1/4", "0")


def test_who_has_lost_may_still_earn(book: Book) -> None:
    """
    book "Cell"
        aim win then score

    === 1
    ~ roll 1d4
        1 -> victory
        2-4 -> 2

    === 2
    * Wait -> 2
    * Give up -> defeat
    * Sing
        ~ score +8
        -> defeat
    """
    told(book, "1/4", "6")


def test_the_rival_gives_the_fewest_points(book: Book) -> None:
    """
    book "Keeper"
        aim win then score

    === 1
    ~ rival chooses "keeper"
        * Silver
            ~ score +2
            -> 2
        * Gold
            ~ score +3
            -> 2
        * Lead -> victory

    === 2
    ~ roll 1d2
        1 -> victory
        2 -> defeat
    """
    told(book, "1/2", "2")


def test_a_game_of_two_in_turns(book: Book) -> None:
    """
    book "Turns"
        aim win then score

    === 1
    * Wager
        ~ score +1
        ~ roll 1d2
            1 -> victory
            2 -> 2
    * Pass
        ~ roll 1d2
            1 -> victory
            2 -> 2

    === 2
    ~ rival chooses "he"
        * Raise
            ~ score +5
            ~ roll 1d2
                1 -> defeat
                2 -> 1
        * Call
            ~ score -1
            ~ roll 1d2
                1 -> defeat
                2 -> 1
    """
    # win: w = 1/2 + 1/4 w; points: s = 1 + 1/2 (-1 + 1/2 s)
    told(book, "2/3", "2/3")


def test_points_to_be_had_for_ever_have_no_bound(book: Book) -> None:
    """
    book "Mill"
        aim win then score

    === 1
    * Grind
        ~ score +1
        -> 1
    * Out -> victory
    """
    assert worth(book) == (Fraction(1), None)
    found = difficulty(solve(book))
    assert found.best.low >= 1 - 1e-12
    assert found.points is not None
    assert (found.points.low, found.points.high) == (float("-inf"), float("inf"))


def test_a_rival_who_keeps_victory_away_saves_no_points_by_a_trace_of_chance(book: Book) -> None:
    """
    book "Gate"
        aim win then score

    === 1
    ~ rival chooses "warden"
        * To the yard -> 3
        * Out -> defeat

    === 2
    ~ random
        1:
            -> 3
        1:
            ~ score -3
            -> defeat

    === 3
    ~ rival chooses "warden"
        * Round -> 2
        * Open -> victory
    """
    # He never opens, so nothing is won either way; of ways that win nothing he takes the one that is sure to cost 3.
    told(book, "0", "-3")


@pytest.mark.slow
@many
@given(books(points=(-2, 2)))
def test_random_books(book: Book) -> None:
    book = structs.replace(book, aim="win", then_score=True)
    graph = explored(book, 2000)
    expected = exact.solve(graph, exact.win_worth(book), then_score=True)
    assert isinstance(expected, exact.Solution)
    played = solve(book).best
    assert Fraction(played.low) <= expected.value <= Fraction(played.high)
    assert sum(played.endings[ending.name] for ending in book.endings if ending.kind == "victory") == pytest.approx(
        float(expected.value), abs=1e-9
    )
    if isinstance(expected.score, Fraction):
        assert played.points is not None
        low, high = (float(end[played.space.root]) for end in (played.points.low, played.points.high))
        assert low <= expected.score <= high
        if high - low < 1.0:
            assert (low + high) / 2 == pytest.approx(float(expected.score), abs=1e-9)


@pytest.mark.slow
@many
@given(books(points=(-2, 2)))
def test_random_books_in_fractions(book: Book) -> None:
    book = structs.replace(book, aim="win", then_score=True)
    graph = explored(book, 500)
    expected = exact.solve(graph, exact.win_worth(book), then_score=True)
    assert isinstance(expected, exact.Solution)
    found = exactly(book)
    if isinstance(found, Exactly) and isinstance(expected.score, Fraction):
        assert found.best == expected.value
        assert found.points == expected.score


@pytest.mark.slow
@many
@given(books(points=(-2, 2)))
def test_the_exact_policy_wins_and_earns_what_it_is_worth(book: Book) -> None:
    graph = explored(book, 500)
    found = exact.solve(graph, exact.win_worth(book), then_score=True)
    assert isinstance(found, exact.Solution)
    if not isinstance(found.score, Fraction):
        return
    followed = follow(graph, found.policy)
    ends = forecast(followed)
    kinds = {ending.name: ending.kind for ending in book.endings}
    assert sum(p for name, p in ends.endings.items() if kinds.get(name) == "victory") == found.value
    earned = sum(
        ends.visits[number] * arc.chance * arc.score
        for number, node in enumerate(followed.nodes)
        for arc in node.arcs
        if ends.visits[number]
    )
    if not ends.endless:  # a visit of a place where play stays is counted once
        assert earned + graph.start_score == found.score


def test_a_rival_in_a_free_loop_leaves_a_sure_victory_sure(book: Book) -> None:
    """
    book "Gold"
        aim win then score
    === 1
    * Take the gold
        ~ score +5
        -> 2
    * Leave it -> victory
    === 2
    * On -> victory
    * Look round -> 3
    === 3
    ~ rival chooses "way"
        * This -> 2
        * That -> 2
    """
    assert told(book, "1", "5").points is not None


def test_a_rival_ends_a_loop_that_would_give_more(book: Book) -> None:
    """
    book "Again and again"
        aim win then score
    === 1
    * Out -> victory score 2
    * In
        ~ score +4
        ~ rival chooses "way"
            * Out -> victory
            * Back
                ~ score -1
                -> 1
    """
    assert told(book, "1", "4").points is not None


def test_a_rival_in_a_free_loop_takes_what_the_reader_waits_for(book: Book) -> None:
    """
    book "Loop and rival"
        aim win then score

    sheet
        number gold = 2 in 0..9

    === 1
    ~ rival chooses "host"
        * He smiles
            ~ gold +1
        * He steals
            ~ gold -1
    * Again -> 1
    * Stop
        ~ score +gold
        -> victory
    """
    # To wait brings nothing, for the host steals each time; to wait until the purse is full is no plan.
    solved = solve(book)
    assert solved.best.value == 1
    assert solved.best.points is not None
    assert solved.best.points.told_in(solved.space.root) == pytest.approx(1)
