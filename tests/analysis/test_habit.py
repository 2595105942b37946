"""Play carried over from one book to another."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gamebook.analysis.habit import _ask, follow, habit
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.program.compile import lowered, reduced
from gamebook.solver.manner import best_play
from gamebook.solver.solution import Played, play
from gamebook.solver.solving import solve
from gamebook.solver.space import explore
from gamebook.srr import without_luck
from tests.solver.test_engine import many
from tests.support.ledgers import luckless
from tests.support.random_books import books

FEW = Limits(states=20_000)
"""Where that is too few, bounds are wider; they hold all the same. Games with thousands of loops would take minutes."""


def out_of_habit(book: Book, learned: Book) -> Played:
    """A book played as another is best played."""
    solved = solve(learned)
    space = explore(reduced(follow(lowered(book), habit(solved, solved.best))), limits=FEW)
    return play(book, space, best_play(space))


@pytest.mark.slow
@many
@given(books())
def test_best_play_out_of_habit_is_best_play(book: Book) -> None:
    book = structs.replace(book, aim="win")
    best = solve(book).best
    found = out_of_habit(book, book)
    assert found.low <= best.high
    assert best.low <= found.high


@pytest.mark.slow
@many
@given(books(modes=True), st.sampled_from(("expected", "ledger", "residual", "systematic")))
def test_in_another_mode_it_is_worth_no_more_than_best_play(book: Book, mode: Mode) -> None:
    book = structs.replace(book, aim="win")
    luckless = without_luck(book, mode).book
    assert out_of_habit(luckless, without_luck(book, "dice").book).low <= solve(luckless, limits=FEW).best.high


@pytest.mark.parametrize(("against", "worth"), [(2, Fraction(3, 5)), (4, Fraction(3, 7)), (9, Fraction(3, 12))])
def test_the_same_option_is_taken_whatever_it_is_worth(against: int, worth: Fraction) -> None:
    """Against 2 the coin (3/5) is better than the die (2/6); who is used to it stays with it."""
    text = """
        === 1
        * The coin
            ~ random
                {against}: -> defeat
                3: -> victory
        * The die
            ~ roll 1d6
                1-2 -> victory
                3-6 -> defeat
    """
    learned = luckless(text.format(against=2)).book
    assert out_of_habit(luckless(text.format(against=against)).book, learned).value == pytest.approx(float(worth))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=30))
def test_a_tree_answers_every_row(rows: list[tuple[int, int, int]]) -> None:
    known = {(a, b): option for a, b, option in rows}
    values = np.array(list(known), np.int64).T.reshape(2, -1)
    tree = _ask(("a", "b"), values, np.array(list(known.values()), np.int64))
    for (a, b), option in known.items():
        told = tree
        while not isinstance(told, int):
            told = told.yes if {"a": a, "b": b}[told.variable] <= told.bound else told.no
        assert told == option


def test_a_habit_that_depends_on_the_sheet_and_on_what_is_open() -> None:
    """Who has 2 gold pays (3/5 against 2/6), who has 1 cannot. With 9 against 3, paying is worse, and a habit."""
    text = """
        sheet
            number gold = 1 in 0..3

        === 1
        ~ roll 1d2 as found
        ~ set gold = found
        -> 2

        === 2
        * Pay [if gold >= 2]
            ~ random
                {against}: -> defeat
                3: -> victory
        * Roll
            ~ roll 1d6
                1-2 -> victory
                3-6 -> defeat
    """
    learned = luckless(text.format(against=2)).book
    worth = Fraction(1, 2) * Fraction(1, 3) + Fraction(1, 2) * Fraction(3, 12)
    assert out_of_habit(luckless(text.format(against=9)).book, learned).value == pytest.approx(float(worth))
