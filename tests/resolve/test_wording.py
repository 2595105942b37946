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
