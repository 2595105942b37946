"""The numbers of a book and their addresses."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamebook
from gamebook.edits import edited
from gamebook.resolve.numbers import EVERYWHERE, START, Number, edits, numbers

BOOK = """use fighting-fantasy

sheet
    number gold = 4 in 0..8
    item   meal x 5 = 1
    number fame = 3

anytime
    * Eat [if meal]
        ~ lose meal
        ~ STAMINA +4

=== 1
~ fight "Wolf" SKILL 7 STAMINA 6
    with luck = 0
* Pay [if gold >= 3] -> 2
* Run -> 3

=== 2
~ gold -2
~ gold -2
~ random
    3: -> 3
    1: -> defeat

=== 3
~ roll 1d6
    1-2 -> defeat
    3-6
        ~ fame +5
        -> victory
"""


def numbers_of(text: str) -> tuple[Number, ...]:
    loaded = gamebook.Project.of(text).edition().loaded
    return numbers(loaded.sources, loaded.pages)


def test_each_number_has_an_address() -> None:
    assert [(each.address, each.value) for each in numbers_of(BOOK)] == [
        ("start gold", 4),
        ("least gold", 0),
        ("most gold", 8),
        ("most meal", 5),
        ("start meal", 1),
        ("start fame", 3),
        ("anytime change STAMINA", 4),
        ("1 foe SKILL", 7),
        ("1 foe STAMINA", 6),
        ("1 with luck", 0),
        ("1 if gold", 3),
        ("2 change gold", 2),
        ("2 change gold 2", 2),
        ("2 row 1", 3),
        ("2 row 2", 1),
        ("3 roll dice", 1),
        ("3 roll sides", 6),
        ("3 roll row 1 last", 2),
        ("3 change fame", 5),
    ]


def test_an_address_is_where_the_digits_are() -> None:
    assert all(BOOK[each.span.start : each.span.end] == str(each.value) for each in numbers_of(BOOK))


def test_an_address_stays_when_the_value_changes() -> None:
    changed = BOOK.replace("SKILL 7", "SKILL 12").replace("3: -> 3", "30: -> 3")
    assert [each.address for each in numbers_of(changed)] == [each.address for each in numbers_of(BOOK)]


@pytest.mark.slow
def test_addresses_of_shipped_books_are_unique() -> None:
    for path in sorted(Path("books").rglob("*.gbk")):
        loaded = gamebook.Project(path).edition().loaded
        addresses = [each.address for each in numbers(loaded.sources, loaded.pages)]
        assert len(addresses) == len(set(addresses))


def test_where_a_number_counts() -> None:
    by_address = {each.address: each for each in numbers_of(BOOK)}
    assert by_address["1 foe SKILL"].is_of_chapter
    assert by_address["start gold"].place == START
    assert by_address["anytime change STAMINA"].place == EVERYWHERE
    assert by_address["1 with luck"].place == EVERYWHERE  # it decides which rules the fight has
    kinds = {address: each.kind for address, each in by_address.items()}
    assert kinds["2 row 1"] == "weight"
    assert kinds["start meal"] == "start"
    assert kinds["most gold"] == kinds["3 roll dice"] == "frame"  # the rows are made for these dice
    assert kinds["3 change fame"] == "whole"


def test_two_draws_and_two_foes_are_told_apart() -> None:
    text = """use fighting-fantasy

=== 1
~ fight "Wolf" SKILL 7 STAMINA 6 then "Bear" SKILL 8 STAMINA 6
* On
    ~ random
        1: -> victory
        2: -> defeat
* Back
    ~ random
        3: -> victory
        4: -> defeat
"""
    assert [each.address for each in numbers_of(text)] == [
        '1 "Wolf" SKILL',
        '1 "Wolf" STAMINA',
        '1 "Bear" SKILL',
        '1 "Bear" STAMINA',
        "1 random 1 row 1",
        "1 random 1 row 2",
        "1 random 2 row 1",
        "1 random 2 row 2",
    ]


@pytest.mark.parametrize(
    ("condition", "open_"),
    [
        ("gold > 2", (0, 1, 2)),
        ("gold >= 2", (1, 2, 3)),
        ("gold < 2", (1, 2, 3)),
        ("gold <= 2", (0, 1, 2)),
        ("gold = 2", (0, 1, 2, 3)),
        ("gold != 2", (0, 1, 2, 3)),
        ("2 < gold", (0, 1, 2)),
        ("2 >= gold", (0, 1, 2)),
        ("gold + 1 > 2", (0, 1, 2, 3, 4)),  # of a sum it is not said
    ],
)
def test_with_which_values_there_is_something_to_ask(condition: str, open_: tuple[int, ...]) -> None:
    """Gold is 0, 1, 2 or 3."""
    text = f"sheet\n    number gold = 0 in 0..3\n\n=== 1\n~ if {condition}\n    -> victory\n-> defeat\n"
    number = [each for each in numbers_of(text) if each.value == 2][-1]
    assert tuple(value for value in range(5) if number.asks(value, {"gold": (0, 3)})) == open_
    assert number.asks(9, {})


def test_a_number_that_names_a_chapter_is_none() -> None:
    text = "sheet\n    number n = 1\n\n=== 1\n-> (n + 1)\n\n=== 2\n-> victory\n"
    assert [each.address for each in numbers_of(text)] == ["start n"]


def test_numbers_of_parameters() -> None:
    text = "param price = 3\n\n=== 1\n* Ask the price [if price > 2] -> victory\n"
    assert [(each.address, each.value) for each in numbers_of(text)] == [("param price", 3), ("1 if price", 2)]


def test_digits_that_are_not_the_value_are_left_alone() -> None:
    """An edit would not know what to write in place of 007."""
    text = "sheet\n    number n = 007 in 0..9\n\n=== 1\n* On [if n > 02] -> victory\n"
    assert [(each.address, each.value) for each in numbers_of(text)] == [("least n", 0), ("most n", 9)]


ROWS = """table blows columns -1..0 rows 1..2
    2 3
    -4 0

=== 1
* Easy [knows 40%] -> victory
* Roll
    ~ roll 1d6
        1-2 -> defeat
        3 -> 1
        4-6 -> victory
"""


def test_where_rows_part() -> None:
    """A row that ends elsewhere moves the beginning of the next one; two changes of one row meet in it."""
    by_address = {each.address: each for each in numbers_of(ROWS)}
    first, second = by_address["1 roll row 1 last"], by_address["1 roll row 2 last"]
    assert (first.value, second.value) == (2, 3)
    assert (first.range, second.range) == (range(1, 3), range(3, 6))
    assert edited(ROWS, edits({first: 1})) == ROWS.replace("1-2 ->", "1 ->").replace("3 ->", "2-3 ->")
    both = edited(ROWS, edits({first: 1, second: 5}))
    assert [line.split()[0] for line in both.splitlines()[-3:]] == ["1", "2-5", "6"]


OPEN = """
book "Open"
=== 1
~ roll 2d6 + 1
    5 or less -> defeat
    6-9
    10 or more -> victory
"""


def test_where_open_rows_part() -> None:
    by_address = {each.address: each for each in numbers_of(OPEN)}
    first, second = by_address["1 roll row 1 last"], by_address["1 roll row 2 last"]
    assert (first.range, second.range) == (range(3, 9), range(6, 13))
    assert edited(OPEN, edits({first: 4})) == OPEN.replace("5 or", "4 or").replace("6-9", "5-9")
    both = edited(OPEN, edits({first: 7, second: 11}))
    assert [line.split(" -> ")[0].strip() for line in both.splitlines()[-3:]] == ["7 or less", "8-11", "12 or more"]
    other = OPEN.replace("2d6 + 1", "keep highest 2 of 3d6")  # what these dice can give is not worked out here
    assert [each.address for each in numbers_of(other) if each.kind == "shape"] == []


def test_percentages_and_cells() -> None:
    by_address = {each.address: each for each in numbers_of(ROWS)}
    assert by_address["1 knows"].value == 40
    assert by_address["table blows row 2 column -1"].value == 4  # the digits of -4
    assert edited(ROWS, edits({by_address["table blows row 1 column 0"]: 7})) == ROWS.replace("2 3", "2 7")
    assert {by_address[each].kind for each in ("1 knows", "1 roll row 1 last")} == {"shape"}
