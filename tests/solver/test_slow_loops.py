"""Loops in which the change between two sweeps says nothing: right digits, or an honest wide bracket."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from bench.synthetic import market
from gamebook.analysis.all_advice import advice
from gamebook.analysis.exactly import exactly
from gamebook.model.book import Book
from gamebook.play.explore import Graph, explore
from gamebook.play.step import Machine
from gamebook.reading import read_text
from gamebook.report.advice import sentence
from gamebook.solver import exact
from gamebook.solver.solution import Played
from gamebook.solver.solving import solve
from tests.support.build import LOSE, WIN, add, book, choose, number, op, option, random, score, turn, when


def holds(found: Played, value: Fraction) -> None:
    assert Fraction(found.low) <= value <= Fraction(found.high)


def walk(size: int) -> Book:
    """A fair walk from the middle of 0..size, won at the top and lost at the bottom."""
    ends = (when(op("x", "=", 0), LOSE), when(op("x", "=", size), WIN))
    step = random((1, (add("x", 1),)), (1, (add("x", -1),)))
    return book(number("x", 0, size, start=size // 2), one=(step, *ends, turn("one")))


@pytest.mark.slow
@pytest.mark.parametrize("size", [240, 1000])
def test_a_fair_walk_from_the_middle(size: int) -> None:
    """241 places: a general solver that stops when values hardly change says 0.498172."""
    found = solve(walk(size)).best
    holds(found, Fraction(1, 2))
    assert found.high - found.low < 1e-6


@pytest.mark.parametrize("leak", [10**3, 10**6, 10**9])
def test_a_loop_that_leaks_slowly(leak: int) -> None:
    """One of three ways out in so many rounds: won twice as often as lost."""
    there = random((2, (WIN,)), (1, (LOSE,)), (leak, (turn("two"),)))
    back = random((1, (LOSE,)), (2, (WIN,)), (leak, (turn("one"),)))
    found = solve(book(one=(there,), two=(back,))).best
    holds(found, Fraction(2, 3))
    assert found.high - found.low < 1e-5


@pytest.mark.parametrize("leak", [10**3, 10**6])
def test_a_duel_that_leaks_slowly(leak: int) -> None:
    """Reader and rival may hurry or wait; hurrying is better for neither, and both end in 1/3."""
    wait = random((1, (WIN,)), (2, (LOSE,)), (leak, (turn("two"),)))
    back = random((1, (WIN,)), (2, (LOSE,)), (leak, (turn("one"),)))
    one = choose(option("wait", wait), option("hurry", random((1, (WIN,)), (3, (LOSE,)))))
    two = choose(option("wait", back), option("hurry", random((1, (WIN,)), (1, (LOSE,)))), owner="rival")
    holds(solve(book(one=(one,), two=(two,))).best, Fraction(1, 3))


def test_points_in_a_duel_that_need_not_end() -> None:
    """The rival may hold the reader for ever, for nothing; the reader may leave for 3 points before he meets him."""
    one = choose(option("wait", turn("two")), option("leave", score(3), WIN))
    two = choose(option("hold", turn("one")), option("let go", score(5), WIN), owner="rival")
    found = solve(book(one=(one,), two=(two,), aim="score")).best
    holds(found, Fraction(3))
    assert found.high - found.low < 1e-6


def test_a_walk_that_pays_ten_a_step() -> None:
    """A fair walk on 0..10 from 2 takes 2 · (10 - 2) = 16 steps; from 5, 25."""
    ends = (when(op("x", "=", 0), LOSE), when(op("x", "=", 10), LOSE))
    step = random((1, (add("x", 1),)), (1, (add("x", -1),)))
    for start, steps in ((2, 16), (5, 25)):
        walked = book(number("x", 0, 10, start=start), aim="score", one=(score(-10), step, *ends, turn("one")))
        found = solve(walked).best
        holds(found, Fraction(-10 * steps))
        assert found.high - found.low < 1e-9


def test_going_round_at_a_price(book: Book) -> None:
    """
    book "Toll Hub"
        aim score

    === 1
    * Next door
        ~ score -1
        -> 2
    * Give up
        ~ ending "Out"

    === 2
    * Back
        ~ score -1
        -> 1
    * Wait -> 2
    * On
        ~ score -1
        -> 3

    === 3
    * Back
        ~ score -2
        -> 2
    * Aside -> 4
    * Dig
        ~ score -1
        ~ roll 1d4
            1
                ~ score +10
                ~ ending "Rich"
            2-4 -> 3

    === 4
    * Back -> 3
    """
    # Digging costs 4 on average and brings 10; two steps there cost 2.
    best = solve(book).best
    assert best.low <= 4 <= best.high
    assert best.high - best.low < 1e-10
    assert best.endings["Rich"] == pytest.approx(1)


def test_who_cannot_leave_but_at_a_price_may_stay(book: Book) -> None:
    """
    book "Toll House"
        aim score

    === 1
    * Next door
        ~ score -1
        -> 2
    * Wait -> 1

    === 2
    * Back
        ~ score -1
        -> 1
    * Out
        ~ score -5
        ~ ending "Out"
    """
    best = solve(book).best
    assert best.low <= 0 <= best.high
    assert best.high - best.low < 1e-10


def test_a_loop_with_no_way_out_that_costs_is_avoided(book: Book) -> None:
    """
    book "Sink"
        aim score

    === 1
    * Walk -> 2
    * Out
        ~ score +5
        ~ ending "Out"

    === 2
    ~ score -1
    * On -> 3
    * Straight on
        ~ score -1
        -> 2

    === 3
    * By the stairs
        ~ score -1
        -> 2
    * By the ladder -> 2
    """
    for ties in ("first", "last"):
        solved = solve(structs.replace(book, ties=ties))
        assert solved.best.low <= 5 <= solved.best.high
        assert solved.best.high - solved.best.low < 1e-10
        assert solved.best.endings["Out"] == 1
        assert solved.uniform.high == -np.inf


def test_a_book_that_only_loses_is_worth_less_than_any_number(book: Book) -> None:
    """
    book "Sink"
        aim score

    === 1
    ~ score -1
    * On -> 2
    * Straight on -> 1

    === 2
    -> 1
    """
    assert solve(book).best.high == -np.inf


def test_even_tosses_for_ever_have_no_total(book: Book) -> None:
    """
    book "Even"
        aim score

    === 1
    * Toss
        ~ roll 1d2
            1
                ~ score +1
                -> 1
            2
                ~ score -1
                -> 1
    * Go home
        ~ ending "Home"
    """
    # Who stops when he is ahead is sure to come home with a point, and so with any number of them.
    best = solve(book).best
    assert (best.low, best.high) == (-np.inf, np.inf)
    graph = explore(Machine(book))
    assert isinstance(graph, Graph)
    assert isinstance(exact.solve(graph, None), exact.Unsolved)
    assert isinstance(exactly(book), exact.Unsolved)


def test_a_point_won_before_a_roll_and_lost_after_it_never_settles(book: Book) -> None:
    """
    book "Swing"
        aim score

    === 1
    ~ score +1
    ~ roll 1d2
        1
            ~ score -1
            -> 1
        2
            ~ score -1
            -> 1
    """
    # One point, none, one point, none, for ever.
    best = solve(book).best
    assert (best.low, best.high) == (-np.inf, np.inf)


def test_what_cannot_be_told_is_left_by_the_best_sure_way(book: Book) -> None:
    """
    book "Hub"
        aim score

    === 1
    * Swamp -> 2
    * Mine
        ~ score +1
        -> 3
    * Poor
        ~ ending "Poor" score 1
    * Rich
        ~ ending "Rich" score 5

    === 2
    ~ score -1
    -> 2

    === 3
    ~ roll 1d6
        1-3
            ~ score +1
            -> 3
        4-6
            ~ score -2
            -> 1
    """
    # Gains and losses in one loop: no claim is made. But the swamp is ruin, and Rich is the best that is sure.
    solved = solve(book)
    assert (solved.best.low, solved.best.high) == (-np.inf, np.inf)
    assert solved.best.endings["Rich"] == 1
    (advised,) = advice(solved)
    assert sentence(advised) == "Rich"
    assert advised.exact


def test_a_uniform_reader_who_only_pays(book: Book) -> None:
    """
    book "Sink"
        aim score

    === 1
    ~ score -1
    -> 1
    """
    solved = solve(book)
    assert solved.best.high == solved.uniform.high == -np.inf


@pytest.mark.slow
@pytest.mark.parametrize(
    ("most", "price", "life"),
    [(14, 12, "1d2 + 6"), (20, 15, "1d2 + 12")],
)
def test_a_market_where_a_reader_could_gamble_for_ages(most: int, price: int, life: str) -> None:
    """Some plays go on for 10^13 rounds, and none of them is best: their rounding must not count, and takes no time."""
    read = read_text(Path("market.gbk"), market(most, price, life)).resolved.book
    assert read is not None
    found = solve(read).best
    graph = explore(Machine(read))
    assert isinstance(graph, Graph)
    answer = exact.solve(graph, exact.win_worth(read))
    assert isinstance(answer, exact.Solution)
    holds(found, answer.value)
    assert found.high - found.low < 4e-12


def test_points_where_a_rival_may_hold_the_reader_among_many_loops(book: Book) -> None:
    """
    book "Tolls"
        aim score

    sheet
        number gold = 1d3 - 1 in 0..4

    === 1
    * Use gold [if gold > 0] -> 1
        ~ gold -1
    * Knock -> 1
        ~ rival chooses
            * Wait -> 1
            * Open -> 2
                ~ score +4
    * Sell it all [if gold = 2] -> 2
        ~ score +3

    === 2
    ~ ending "Out"
    """
    # The rival never opens. Who begins with two pieces sells them; the others get nothing.
    found = solve(book).best
    holds(found, Fraction(1))
    assert found.high - found.low < 1e-9
