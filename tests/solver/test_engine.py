"""The array engine against the exact interpreter, on random books with every construct."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec import structs

from gamebook.model.book import Book
from gamebook.program.compile import compiled
from gamebook.solver import exact
from gamebook.solver.manner import best_play
from gamebook.solver.solution import Played, Solved, play
from gamebook.solver.solving import solve
from gamebook.solver.space import Limits, explore
from tests.support.random_books import books
from tests.support.skipping import explored

ENOUGH = 3_000
"""Exact states; larger books teach nothing more and take long."""
LIMITS = Limits(states=300_000)
"""Hidden dice for all that a book rolls may have more states than there is memory for: then a bracket must do."""

many = settings(
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def agrees(found: Played, value: Fraction) -> None:
    """The bracket holds the exact value and its middle is right to 1e-12."""
    assert Fraction(found.low) <= value <= Fraction(found.high)
    assert float(abs(Fraction(found.value) - value)) <= 1e-12 * max(1.0, abs(float(value)))


@many
@given(books())
def test_best_play_is_the_exact_interpreters(book: Book) -> None:
    graph = explored(book, ENOUGH)
    expected = exact.solve(graph, exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    solved = solve(structs.replace(book, aim="win"))
    agrees(solved.best, expected.value)


@pytest.mark.slow
@many
@given(books())
def test_the_uniform_reader_is_the_exact_interpreters(book: Book) -> None:
    graph = explored(book, ENOUGH)
    expected = exact.solve(exact.uniform(graph), exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    solved = solve(structs.replace(book, aim="win"))
    agrees(solved.uniform, expected.value)


@pytest.mark.slow
@many
@given(books())
def test_reductions_change_no_value(book: Book) -> None:
    book = structs.replace(book, aim="win")
    small, whole = solve(book), solve(book, reduce=False)
    assert small.space.size <= whole.space.size
    assert small.best.low <= whole.best.high
    assert whole.best.low <= small.best.high
    width = max(small.best.high - small.best.low, whole.best.high - whole.best.low)
    assert small.best.value == pytest.approx(whole.best.value, abs=max(1e-12, width))


@pytest.mark.slow
@many
@given(books())
def test_the_policy_earns_its_value(book: Book) -> None:
    """Endings under best play add up to the value: no policy that only goes round."""
    solved: Solved = solve(structs.replace(book, aim="win"))
    victories = {ending.name for ending in book.endings if ending.kind == "victory"}
    won = sum(chance for name, chance in solved.best.endings.items() if name in victories)
    assert won == pytest.approx(solved.best.value, abs=1e-9)


@pytest.mark.slow
@many
@given(books(aim="score", points=(-2, 2)))
def test_points_are_the_exact_interpreters_or_unknown(book: Book) -> None:
    """Where a loop's total is infinite or undefined, or not settled, the bracket says so; else it holds the value."""
    graph = explored(book, ENOUGH)
    expected = exact.solve(graph, None)
    found = solve(book).best
    if isinstance(expected, exact.Solution):
        assert found.low <= float(expected.value) + 1e-9
        assert found.high >= float(expected.value) - 1e-9
        if found.high - found.low < 1.0:
            agrees(found, expected.value)


def test_what_is_known_of_a_loop_stays_known_when_more_states_are_listed(book: Book) -> None:
    """
    book "A way out is known before the loop is"
        aim score

    === 1
    * Give up
        ~ ending "Home" score 5
    * Go blindly
        ~ random
            2: -> 2
            1: -> 3
            1: -> ending "Lost"

    === 2
    * Back -> 1
    * Out
        ~ ending "Outside"

    === 3
    * Back -> 1
    * On -> 4

    === 4
    ~ roll 1d6
        1-3 -> 5
        4-6 -> 6

    === 5
    ~ ending "Rich" score 3

    === 6
    ~ ending "Well off" score 2
    """
    program = compiled(book)
    lows = []
    for states in range(2, 12):
        space = explore(program, limits=Limits(states=states))
        lows.append(play(book, space, best_play(space)).values.low[space.root])
    known = lows.index(max(lows))
    assert lows[known:] == pytest.approx([5.0] * (10 - known), abs=1e-9)


def test_the_rounding_of_gains_and_losses_that_cancel_is_in_the_bracket(book: Book) -> None:
    """
    book "Even"
        aim score

    === 1
    ~ score 2 * 1d13 - 14
    ~ ending "Out"
    """
    # Fair: the mean of 1d13 is 7. In floats the thirteen products do not sum to 0.
    agrees(solve(book).best, Fraction(0))
