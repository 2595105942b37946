"""Endings of two readings of one book: the same where all but the name is the same."""

from __future__ import annotations

from inspect import cleandoc

from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.same_endings import with_endings_of
from gamebook.model.step import End
from gamebook.project import Project

TWO = """
=== 1
* Up -> 2
* Down -> 3

=== 2
~ victory "Home" score {}

=== 3
~ victory "Home" score {}
"""


def read(text: str) -> Book:
    return Project.of(cleandoc(text)).book


def names(book: Book) -> list[str]:
    return [ending.name for ending in book.endings]


def ends(book: Book) -> list[str]:
    return [step.ending for block in book.blocks for step in steps_in(block) if isinstance(step, End)]


def test_what_is_the_same_has_the_name_of_the_first_and_what_is_new_comes_last() -> None:
    book, other = with_endings_of(read(TWO.format(1, 1)), read(TWO.format(1, 2)))
    assert names(book) == names(other) == ["Home", "Home (2 points)"]
    assert ends(book) == ["Home", "Home"]
    assert ends(other) == ["Home", "Home (2 points)"]
    assert [ending.words for ending in book.endings] == ["Home", "Home"]


def test_a_name_that_another_ending_has_is_not_taken_for_it() -> None:
    """Both are `Home`; one is worth 1 point and the other 3."""
    book, other = with_endings_of(read(TWO.format(1, 1)), read(TWO.format(3, 3)))
    assert names(book) == ["Home", "Home 2"]
    assert ends(book) == ["Home", "Home"]
    assert ends(other) == ["Home 2", "Home 2"]


def test_nothing_is_new_in_the_same_book() -> None:
    book = read(TWO.format(1, 2))
    assert with_endings_of(book, book) == (book, book)
