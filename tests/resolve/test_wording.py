"""Phrases of a book for print: what is filled in."""

from __future__ import annotations

import pytest

from gamebook.project import Project


@pytest.mark.parametrize(
    ("phrase", "hint"),
    [
        ('turn = "go to {number}"', "{n} can be filled in"),
        ('choice-if = "{word}"', "{condition} and {label} can be filled in"),
        ('may = "{label}, {n}"', "{label} can be filled in"),
        ('turn-on = "on {n}"', "nothing can be filled in"),
    ],
)
def test_what_can_be_filled_in_is_told(phrase: str, hint: str) -> None:
    text = f'book "Test"\n    phrase {phrase}\n=== 1\n~ victory\n'
    assert [(each.code, each.hint) for each in Project.of(text).mistakes.findings] == [("GB502", hint)]


@pytest.mark.parametrize(
    ("language", "hint"),
    [
        ("Français", 'write: language "fr"'),
        ("german", 'write: language "de"'),
        ("ita", 'write: language "it"'),
        ("Klingon", 'write two or three letters, such as language "fr"'),
        ("fr", None),
        ("de-AT", None),
        ("en_GB", None),
        ("zh-Hans", None),
        ("nl", None),
        ("", None),
    ],
)
def test_a_language_is_a_code(language: str, hint: str | None) -> None:
    text = f'book "Test"\n    language "{language}"\n=== 1\n~ victory\n'
    found = [(each.code, each.hint) for each in Project.of(text).mistakes.findings]
    assert found == ([("GB512", hint)] if hint else [])
