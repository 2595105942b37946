"""Choices that tell what dice showed where no rule rolls them, and choices that only look so."""

from __future__ import annotations

import pytest

from gamebook.reading import read_text

HEADER = """book "T"
    language "{}"
    use fighting-fantasy
sheet
    item sword
    number gold = 9 in 0..9
=== 1
"""
FOOTER = """
=== 2
~ victory
=== 3
~ defeat
=== 4
~ roll 1d6
    1-3 -> 2
    4-6 -> 3
"""


def _found(lines: str, language: str = "en") -> list[str]:
    """The hints of results that are choices."""
    text = f"{HEADER.format(language)}{lines}{FOOTER}"
    return [each.hint or "" for each in read_text("test.gbk", text).earlier if each.code == "GB064"]


@pytest.mark.parametrize(
    ("lines", "rule", "rows"),
    [
        ("Throw a die.\n* If you rolled 1-3 -> 2\n* If you rolled 4-6 -> 3", "roll 1d6", "1-3 -> 2 and 4-6 -> 3"),
        ("* If the roll is 1-3 -> 3\n* If the roll is 4-6 -> 2", "roll 1d6", "1-3 -> 3 and 4-6 -> 2"),
        ("* If the die shows a 6 -> 3\n* Otherwise -> 2", "roll 1d6", "6 -> 3 and 1-5 -> 2"),
        ("* You rolled 2-7 -> 3\n* You rolled 8-12 -> 2", "roll 2d6", "2-7 -> 3 and 8-12 -> 2"),
        ("Roll two dice.\n* 7 or less -> 3\n* 8+ -> 2", "roll 2d6", "7 or less -> 3 and 8 or more -> 2"),
        ("* 1-3 -> 2\n* 4-6\n    -> 3", "roll 1d6", "1-3 -> 2 and 4-6; what is under a choice goes under its row"),
        ("* 0-4 -> 2\n* 5-9 -> 3", "roll 1d10 - 1", "0-4 -> 2 and 5-9 -> 3"),
        ("* If you are Lucky -> 3\n* If you are Unlucky -> 2", "test luck", "lucky -> 3 and unlucky -> 2"),
        ("* If you are lucky -> 3\n* Otherwise -> 2", "test luck", "lucky -> 3"),
        ("* If you succeed -> 3\n* If you fail -> 2", "test skill", "pass -> 3 and fail -> 2"),
    ],
)
def test_results_of_dice_that_nobody_rolls(lines: str, rule: str, rows: str) -> None:
    (hint,) = _found(lines)
    assert hint == (
        f"write “~ {rule}”, and in place of such choices put under it, with four blanks before each row: {rows}"
    )


@pytest.mark.parametrize(
    ("language", "lines", "rows"),
    [
        ("de", "* Wenn du 1-3 würfelst -> 2\n* Wenn du 4 bis 6 würfelst -> 3", "1-3 -> 2 and 4-6 -> 3"),
        ("de", "* Hast du eine 1 gewürfelt -> 2\n* Sonst -> 3", "1 -> 2 and 2-6 -> 3"),
        ("de", "Wirf einen Würfel.\n* 1 -> 2\n* 2-6 -> 3", "1 -> 2 and 2-6 -> 3"),
        ("de", "* Wenn du Glück hast -> 2\n* Wenn du Pech hast -> 3", "lucky -> 2 and unlucky -> 3"),
        ("fr", "* Si vous obtenez 1 à 3 -> 2\n* Si vous obtenez 4 à 6 -> 3", "1-3 -> 2 and 4-6 -> 3"),
        ("it", "* Se hai ottenuto 1-3 -> 2\n* Altrimenti -> 3", "1-3 -> 2 and 4-6 -> 3"),
        ("es", "* Si sacas un 6 -> 2\n* De lo contrario -> 3", "6 -> 2 and 1-5 -> 3"),
    ],
)
def test_such_results_in_the_language_of_the_book(language: str, lines: str, rows: str) -> None:
    (hint,) = _found(lines, language)
    assert hint.endswith(f"before each row: {rows}")


@pytest.mark.parametrize(
    "lines",
    [
        "* 1-3 coins -> 2\n* 4-6 coins -> 3",
        "How many do you take?\n* 1-3 -> 2\n* 4-6 -> 3",
        "* 1-3 -> 4\n* 4-6 -> 2",  # a bet: chapter 4 rolls
        "* 1-3 -> 2\n* 4-7 -> 3",  # no dice show that
        "* 1 -> 2\n* 2 -> 3\n* 3 -> 2\n* 4 -> 3\n* 5 -> 2\n* 6 -> 3",  # doors
        "* 1-3 -> 2\n* 4-6 -> 3\n* Leave -> 2",
        "* Lucky -> 2\n* Unlucky -> 3",  # horses
        "* If you are lucky -> 2\n* Go on -> 3",
        "* If you are Lucky [if sword] -> 2\n* If you are Unlucky [if not sword] -> 3",
        "~ test luck\n~ gold +1\n* If you are lucky -> 2\n* If you are unlucky -> 3",
        "* Throw 1 -> 2\n* Throw 2 -> 3",  # stones
        "* If your answer is 52 -> 3\n* Otherwise -> 2",
        "* If you get 7 -> 2\n* Go -> 3",
        "~ roll 1d6 as d\n~ gold -d\n* 1-3 -> 2\n* 4-6 -> 3",
    ],
)
def test_choices_that_are_no_such_results(lines: str) -> None:
    assert _found(lines) == []


def test_without_a_test_in_the_book_luck_is_only_a_word() -> None:
    text = "=== 1\n* If you are lucky -> 2\n* If you are unlucky -> 3\n=== 2\n~ victory\n=== 3\n~ defeat\n"
    assert [each.code for each in read_text("test.gbk", text).earlier] == []
