"""Which lines of prose a reader of a story sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from gamebook.interop.export.departures import PICTURES, TABLES, departures
from gamebook.interop.export.ink import ink
from gamebook.interop.export.prose import shown_lines
from gamebook.interop.export.twee import twee
from gamebook.model.book import Book
from gamebook.project import Project

BLANKS = "\u00a0" * 4

PROSE = {
    "It rains\nand rains.\n\nThen  it\nstops.": ["It rains and rains.", "Then it stops."],
    "The tide goes out,\n    it comes in,\n\tand nobody\n        asks.": [
        "The tide goes out,",
        f"{BLANKS}it comes in,",
        f"{BLANKS}and nobody",
        f"{BLANKS}{BLANKS}asks.",
    ],
    "    A song\nthat goes on.": [f"{BLANKS}A song that goes on."],
    "You see:\n- a lamp\n  of brass\n- a rope\nthat is long\n\nAnd a cat.": [
        "You see:",
        "- a lamp of brass",
        "- a rope that is long",
        "And a cat.",
    ],
    "1. One\n2) Two\n\n   and a half": ["1. One", "2) Two", "and a half"],
    "It was\n-3 degrees in\n1848.": ["It was -3 degrees in 1848."],
    "* A star.\n* Another.": ["* A star. * Another."],
    "Look:\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |\n\nAnd\ngo on.": [
        "Look:",
        "| a | b |",
        "|---|:-:|",
        "| 1 | 2 |",
        "| 3 | 4 |",
        "And go on.",
    ],
    "a | b\n-- | --\n1 | 2": ["a | b", "-- | --", "1 | 2"],
    "Either | or\n- that | is": ["Either | or", "- that | is"],
    "It is |\nand goes on\n---": ["It is | and goes on ---"],
    "\n \n": [],
}


@pytest.mark.parametrize("text", PROSE)
def test_lines(text: str) -> None:
    assert shown_lines(text) == PROSE[text]


SONG = """=== 1
The tide goes out,
    it comes in.

- one
- two
-> victory
"""


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (ink, f"The tide goes out,\n{BLANKS}it comes in.\n\\- one\n\\- two\n"),
        (twee, f"The tide goes out,<br>{BLANKS}it comes in.<br>- one<br>- two<br>\n"),
    ],
)
def test_verse_and_lists_keep_their_lines(form: Callable[[Book], Iterator[str]], told: str) -> None:
    assert told in "".join(form(Project.of(SONG).book))


def test_pictures_are_told() -> None:
    assert PICTURES in departures(Project.of("=== 1\nLook: ![a map](map.png)\n-> victory\n").book)
    assert PICTURES not in departures(Project.of("=== 1\nLook![^1] (now)\n-> victory\n").book)


TABLE = "=== 1\n| a | b |\n|---|--:|\n| 1 | 2 |\n-> victory\n"


def test_rows_of_a_table_are_lines_and_are_told() -> None:
    book = Project.of(TABLE).book
    assert "\\| a \\| b \\|\n\\|---\\|--:\\|\n\\| 1 \\| 2 \\|\n" in "".join(ink(book))
    assert "| a | b |<br>|" in "".join(twee(book)) and "|<br>| 1 | 2 |<br>" in "".join(twee(book))
    assert TABLES in departures(book)
    assert TABLES not in departures(Project.of("=== 1\nEither | or\n- - -\n-> victory\n").book)
