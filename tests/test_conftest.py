"""The fixtures that read a test's docstring."""

from __future__ import annotations

import pytest

from gamebook.model.book import Book
from gamebook.source import Source


def test_the_docstring_is_the_file(source: Source) -> None:
    """
    === 1 The gate
    A poem
        keeps its shape.
    """
    assert source.text == "=== 1 The gate\nA poem\n    keeps its shape.\n"


def test_the_docstring_is_the_book(book: Book) -> None:
    """
    book "Short"
        start 1

    === 1 The gate
    ~ victory "Home"
    """
    assert (book.title, [chapter.title for chapter in book.chapters]) == ("Short", ["The gate"])


def test_a_book_with_errors_fails_the_test(request: pytest.FixtureRequest) -> None:
    """
    === 1
    -> 212
    """
    with pytest.raises(pytest.fail.Exception, match=r"GB101\] no chapter is numbered 212"):
        request.getfixturevalue("book")
