"""A book that differs from an earlier version in words alone is not solved again."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import structs

import gamebook
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.model.step import Say
from gamebook.project import Project
from gamebook.solver import solving
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from tests.support.random_books import books

many = settings(
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
COIN = """book "Coin"
    start 1

=== 1 Toss
A coin lies here.

~ roll 1d6
    1-2 -> victory "Heads"
    3-6 -> defeat "Tails"
"""


def said(book: Book, number: int, words: str) -> Book:
    """The book with more prose in a chapter."""
    chapter = book.chapters[number % len(book.chapters)]
    longer = structs.replace(chapter, body=(Say(text=(words,)), *chapter.body), title=words)
    return structs.replace(book, chapters=tuple(longer if c is chapter else c for c in book.chapters))


def assert_same(one: Solved, other: Solved) -> None:
    assert one.book == other.book
    for mine, theirs in ((one.best, other.best), (one.uniform, other.uniform)):
        assert mine.values.low.tobytes() == theirs.values.low.tobytes()
        assert mine.values.high.tobytes() == theirs.values.high.tobytes()
        assert mine.visits.tobytes() == theirs.visits.tobytes()


@pytest.mark.slow
@many
@given(books(), st.integers(0, 99), st.sampled_from([None, 0]))
def test_more_prose_solves_nothing(book: Book, number: int, listed: int | None) -> None:
    before = solve(book, listed=listed)
    longer = said(book, number, "Rain.")
    fresh = solve(longer, listed=listed)
    with patch.object(solving, "_solved", side_effect=AssertionError("solved again")):
        again = solve(longer, listed=listed, before=before)
    assert_same(again, fresh)


def test_an_answer_that_is_kept_has_the_limits_of_the_new_question() -> None:
    book = Project.of(COIN).book
    again = solve(said(book, 0, "Rain."), limits=Limits(states=70), listed=7, before=solve(book, listed=7))
    assert (again.search.limits, again.search.listed) == (Limits(states=70), 7)


@pytest.mark.slow
@many
@given(books(), books(), st.sampled_from(["aim", "book"]))
def test_any_other_change_is_solved(book: Book, other: Book, what: str) -> None:
    changed = other if what == "book" else structs.replace(book, aim="win" if book.aim == "score" else "score")
    assert_same(solve(changed, before=solve(book)), solve(changed))


@pytest.mark.slow
@many
@given(books(), books(), st.sampled_from([0, 20]))
def test_what_follows_a_large_book_is_what_a_fresh_solve_gives(book: Book, other: Book, listed: int) -> None:
    """Arrays are tried first, and are the answer where the new book is as large."""
    before = solve(book, listed=listed, classes=True)
    fresh = solve(other, listed=listed, classes=True)
    again = solve(other, listed=listed, classes=True, before=before)
    assert again.space.size == fresh.space.size
    assert_same(again, fresh)


@pytest.mark.parametrize(
    ("old", "new", "chance"),
    [
        ("A coin lies here.", "A coin lies here, and shines.", 1 / 3),
        ("1-2 -> victory", "1-2 -> defeat", 0.0),  # then "Heads" is a defeat
        ('1-2 -> victory "Heads"\n    3-6', '1-3 -> victory "Heads"\n    4-6', 1 / 2),
    ],
)
def test_an_edited_project(old: str, new: str, chance: float) -> None:
    project = Project.of(COIN)
    assert gamebook.solve(project).difficulty.best.middle == pytest.approx(1 / 3)
    project.edit(project.main, COIN.replace(old, new))
    assert gamebook.solve(project).difficulty.best.middle == pytest.approx(chance)
