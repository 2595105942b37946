"""Initial values that are set while the hero is made, and never again: the program holds what they can be."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings

from gamebook.model.book import Book
from gamebook.play.begin import begin_at
from gamebook.play.moment import Chance, Decision
from gamebook.play.session import Session
from gamebook.program.lower import lower
from tests.support.check import check_text
from tests.support.random_books import books

SHEET = """sheet
    stat SKILL = 1d6 + 6
    stat LIFE = 2d6 + 12 in 0..30
    number gold = 2d6 in 0..100
"""


def _book(chapter: str, hero: str = "") -> Book:
    read = check_text(f'book "T"\n{SHEET}{hero}=== 1\n{chapter}\n~ victory\n')
    assert read.resolved.book is not None
    return read.resolved.book


def _ranges(book: Book, hero: Mapping[str, int] | None = None) -> dict[str, tuple[int, int]]:
    return {cell.name: (cell.low, cell.high) for cell in lower(book, hero).cells}


def test_what_only_dice_set_is_what_dice_show() -> None:
    found = _ranges(_book("~ gold +1\n~ LIFE -1"))
    assert (found["SKILL"], found["initial SKILL"]) == ((0, 12), (7, 12))
    assert (found["LIFE"], found["initial LIFE"]) == ((0, 30), (14, 24))
    assert found["gold"] == (0, 100)


@pytest.mark.parametrize(
    ("chapter", "hero"),
    [
        ("~ initial LIFE +1", ""),
        ("~ swap LIFE SKILL", ""),
        ("", "hero\n    ~ if gold > 6\n        ~ initial LIFE +1\n"),
    ],
)
def test_what_is_set_elsewhere_has_its_declared_range(chapter: str, hero: str) -> None:
    assert _ranges(_book(chapter, hero))["initial LIFE"] == (0, 30)


def test_a_change_of_the_hero_counts() -> None:
    assert _ranges(_book("", "hero\n    ~ initial LIFE +2\n    ~ LIFE -20\n"))["initial LIFE"] == (14, 26)


def test_all_that_changes_at_once_is_worked_out_before() -> None:
    found = _ranges(_book("", "hero\n    ~ swap SKILL LIFE\n"))
    assert (found["initial SKILL"], found["initial LIFE"]) == ((7, 12), (7, 24))


def test_a_hero_block_that_play_can_leave_sets_nothing_for_certain() -> None:
    found = _ranges(_book("", "hero\n    ~ if gold > 6\n        -> 1\n    ~ set initial LIFE = 20\n"))
    assert found["initial LIFE"] == (0, 30)


def test_a_hero_may_be_given_what_dice_cannot_show() -> None:
    book = _book("~ LIFE -1")
    assert _ranges(book, {"LIFE": 3})["initial LIFE"][0] == 3
    assert _ranges(begin_at(book, sheet={"LIFE": 30}))["initial LIFE"] == (14, 30)


@pytest.mark.slow  # of random books
@settings(deadline=None)
@given(books())
def test_no_play_of_a_random_book_leaves_the_ranges(book: Book) -> None:
    """Once the hero is made; a number that is still to be rolled is read by nobody."""
    ranges = _ranges(book)
    choices = random.Random(0)
    for seed in range(5):
        session = Session(book, seed)
        for _ in range(40):
            if session.chapter:
                for name, value in session.sheet.items():
                    low, high = ranges[name]
                    assert low <= value <= high, name
            match session.moment:
                case Chance():
                    session.roll()
                case Decision(options=options):
                    session.choose(choices.randrange(len(options)))
                case _:
                    break
