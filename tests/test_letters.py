"""What is a word."""

from __future__ import annotations

import pytest

from gamebook.analysis.census import census
from gamebook.graph.chapters import chapter_graph
from gamebook.letters import word_count
from gamebook.model.book import Book


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Oui ! Non ? Si : la mer ; « bon ».", 6),
        ("Oui! Non? Si: la mer; «bon».", 6),
        ("l\u2019eau\u00a0! 5 % -- two \u2013 three", 4),
        ("* * *", 0),
        ("", 0),
    ],
)
def test_a_word_has_a_letter_or_a_digit_in_it(text: str, count: int) -> None:
    assert word_count(text) == count


def test_signs_between_blanks_are_no_words_of_a_book(book: Book) -> None:
    """
    book "Mots"
        language "fr"

    sheet
        number n = 1 in 0..2

    === 1
    Oui ! Non ? {n} : la mer ; « bon » -- ici.
    * Aller ! -> 2

    === 2
    ~ victory
    """
    assert census(book).words == 8
    assert chapter_graph(book).nodes["1"]["words"] == 7
