"""Words of a choice that look like a part of its turn."""

from __future__ import annotations

import pytest

from gamebook.reading import read_text
from gamebook.resolve.resolve import resolve


def _of_a_menu(menu: str) -> list[str]:
    text = f"sheet\n    number gold = 5 in 0..9\n\n=== 1\n{menu}\n\n=== 2\n~ victory\n\n=== 3\n~ defeat\n"
    found = resolve(read_text("x.gbk", text).loaded.pages).findings
    return [each.hint or "" for each in found if each.code in ("GB049", "GB052")]


@pytest.mark.parametrize("number", ["(3)", "[3]", ": 3", "- 3", "– 3", ".... 3", "… 3", "@3", "#3", "(#3)", "(3)."])
def test_a_number_behind_the_words_of_a_choice(number: str) -> None:
    menu = f"* Take the high road {number}\n* Take the low road -> 2"
    assert _of_a_menu(f"{menu}\n-> 2") == ["if chapter 3 is meant, write: * Take the high road -> 3"]
    assert _of_a_menu(f"{menu}\n-> 3") == []
    assert _of_a_menu(menu) == []  # GB201 says it


def test_a_link_of_markdown_in_a_choice() -> None:
    link = "* [Take the high road](3)\n* Take the low road -> 2\n-> 2"
    assert _of_a_menu(link) == ["if chapter 3 is meant, write: * Take the high road -> 3"]


@pytest.mark.parametrize(
    "menu",
    [
        "* Buy bread (3)\n    ~ gold -1\n* Leave -> 2\n-> 2",
        "* Buy bread (3)\n* Stay\n-> 2",  # nothing there has an arrow
        "* Door #2 -> 2\n* Door #3\n-> 2",
        "* Knock (9)\n* Leave -> 2\n-> 2",  # no such chapter
        "* Knock 3 times\n* Leave -> 2\n-> 2",
        "* Knock at 3\n* Leave -> 2\n-> 2",
        "* Bet 3\n* Leave -> 2\n-> 2",
        "* Levels 1-3\n* Leave -> 2\n-> 2",
        "* Say: it is 10:3\n* Leave -> 2\n-> 2",
        "* Climb (3) -> 3\n* Leave -> 2\n-> 2",
    ],
)
def test_other_numbers_behind_the_words_of_a_choice(menu: str) -> None:
    assert _of_a_menu(menu) == []


@pytest.mark.parametrize(
    ("choice", "meant"),
    [
        ("* You know it [secret] -> 2", "* You know it -> 2 secret"),
        ("* You know it [if gold] [secret] -> 2", None),  # an error says it
        ("* You know it [secret] [if gold] -> 2", "* You know it [if gold] -> 2 secret"),
        ("* You know it [40%] -> 2 secret", "* You know it [knows 40%] -> 2 secret"),
        ("* You know it [40 %] [if gold] -> 2 secret", "* You know it [if gold] [knows 40%] -> 2 secret"),
        ("* Jump the gap [40%] -> 2", None),  # what a reader may hope for, perhaps
        ("* You know it [secret] -> 2 secret", None),
        ("* You know it \\[secret] -> 2", None),
        ("* Take the passage (secret) -> 2", None),
        ("* Take the [secret] passage -> 2", None),
        ("* [secret] -> 2", None),
        ("* Give him all [secret]\n    -> 2", None),
        ("* It is 40% -> 2 secret", None),
        ("* You know it [secret] -> smithy", None),  # only the number of a chapter can be a secret
    ],
)
def test_words_of_a_secret_link(choice: str, meant: str | None) -> None:
    text = f"sheet\n    number gold = 5 in 0..9\n\n=== 1\n{choice}\n* No -> 2\n\n=== 2\n~ victory\n"
    found = resolve(read_text("x.gbk", text).loaded.pages).findings
    assert [each.hint for each in found if each.code == "GB062"] == ([f"write: {meant}"] if meant else [])


def test_what_is_called_secret_may_be_a_condition() -> None:
    text = "sheet\n    item secret\n\n=== 1\n* You know it [secret] -> 2\n* No -> 2\n\n=== 2\n~ victory\n"
    found = resolve(read_text("x.gbk", text).loaded.pages).findings
    assert [each.hint for each in found if each.code == "GB062"] == ["write: * You know it [if secret] -> 2"]
