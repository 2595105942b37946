"""Books of mixed modes: the solver against the exact interpreter, and what carrying out the modes must not change."""

from __future__ import annotations

from math import isfinite

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.play.explore import Graph, explore
from gamebook.play.step import Machine
from gamebook.solver import exact
from gamebook.solver.solving import solve
from gamebook.srr import without_luck
from tests.solver.test_engine import ENOUGH, LIMITS, agrees, many
from tests.support.random_books import books
from tests.support.skipping import explored

few = settings(many, max_examples=settings().max_examples // 2)
FEW = 200
"""Exact states of a book of points: its loops are systems of equations in fractions."""
OVERRIDES = st.sampled_from((None, "expected", "ledger", "residual", "systematic"))


@pytest.mark.slow
@many
@given(books(modes=True), OVERRIDES)
def test_the_solver_is_the_exact_interpreter(book: Book, override: Mode | None) -> None:
    luckless = without_luck(book, override).book
    graph = explored(luckless, ENOUGH)
    best = exact.solve(graph, exact.win_worth(luckless))
    uniform = exact.solve(exact.uniform(graph), exact.win_worth(luckless))
    assert isinstance(best, exact.Solution)
    assert isinstance(uniform, exact.Solution)
    solved = solve(luckless)
    agrees(solved.best, best.value)
    agrees(solved.uniform, uniform.value)


@pytest.mark.slow
@few
@given(books(modes=True, rivals=False, aim="score", points=(0, 2)), OVERRIDES)
def test_points_of_the_solver_are_the_exact_interpreters(book: Book, override: Mode | None) -> None:
    luckless = without_luck(book, override).book
    graph = explore(Machine(luckless), limit=FEW)
    best = exact.solve(graph) if isinstance(graph, Graph) else None
    found = solve(luckless, limits=LIMITS).best
    if isinstance(best, exact.Solution) and isfinite(found.low) and isfinite(found.high):
        agrees(found, best.value)


@few
@given(books(modes=True), OVERRIDES)
def test_carried_out_once_is_carried_out(book: Book, override: Mode | None) -> None:
    luckless = without_luck(book, override).book
    again = without_luck(luckless)
    assert again.book is luckless
    assert not again.notes


@few
@given(books())
def test_a_book_on_dice_stays_as_it_is(book: Book) -> None:
    assert without_luck(book).book is book
    assert without_luck(book, "dice").book is book


@few
@given(books(modes=True))
def test_dice_for_all_are_the_book_without_its_modes(book: Book) -> None:
    """Under `dice` nothing but the modes is gone: the solver, which does not look at them, finds the same states."""
    found = without_luck(book, "dice").book
    assert not any(variable.kind == "account" for variable in found.variables)
    assert solve(found).best.value == solve(book).best.value
