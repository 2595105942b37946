"""Numbers as variables of the model."""

from __future__ import annotations

import gamebook
from gamebook.resolve.numbers import numbers
from gamebook.resolve.varied import Varying, varied

BOOK = """
sheet
    number gold = 1 in 0..9
    number fame = 0

=== 1
~ gold +2
~ set fame = 3
~ tick one of 3
* Pay [if gold >= 3 and fame] -> victory
* Go -> defeat
"""


def kept(text: str) -> dict[str, tuple[int, ...]]:
    loaded = gamebook.Project.of(text).edition().loaded
    known = [each for each in numbers(loaded.sources, loaded.pages) if each.is_of_chapter and each.kind != "frame"]
    wanted = [
        Varying(each, (each.value + 1, each.value + 2), f"number {count}") for count, each in enumerate(known, start=1)
    ]
    book, left = varied(loaded.pages, wanted, {})
    by_name = {each.name: each for each in book.variables}
    return {
        each.number.address: (by_name[each.variable].low, by_name[each.variable].start, by_name[each.variable].high)
        for each in left
    }


def test_where_a_rule_needs_a_fixed_number_it_stays() -> None:
    """How many boxes there are is fixed; the others are variables with a range that holds all their values."""
    assert kept(BOOK) == {"1 change gold": (2, 2, 4), "1 if gold": (3, 3, 5)}


def test_what_a_number_is_set_to_stays_if_its_range_follows_from_that() -> None:
    assert "1 set fame" in kept(BOOK.replace("fame = 0", "fame = 0 in 0..9"))
    assert "1 set fame" not in kept(BOOK)


def test_variables_of_numbers_are_on_no_sheet() -> None:
    loaded = gamebook.Project.of(BOOK).edition().loaded
    (gold,) = [each for each in numbers(loaded.sources, loaded.pages) if each.address == "1 change gold"]
    book, _ = varied(loaded.pages, [Varying(gold, (3,), "number 1")], {})
    assert [each.name for each in book.variables if each.on_sheet] == ["gold", "fame"]
