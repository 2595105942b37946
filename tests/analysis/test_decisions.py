"""What an author called the decisions of a book."""

from __future__ import annotations

from gamebook.analysis.decisions import decisions
from gamebook.model.book import Book


def test_which_options_only_move_on_and_which_are_offered_again(book: Book) -> None:
    """
    sheet
        number gold = 3 in 0..9

    anytime
        * Count the gold
            You have {gold}.

    === 1
    * Walk on
        The road is long.
        -> 2
    * Pay the ferryman
        ~ pay 1 gold
        -> 2
    * Give up -> defeat

    === 2
    ~ victory
    """
    found = next(each for each in decisions(book).values() if "Walk on" in each.labels.values())
    assert {found.labels[address] for address in found.plain} == {"Walk on", "Give up"}
    assert {found.labels[address] for address in found.anytime} == {"Count the gold"}
