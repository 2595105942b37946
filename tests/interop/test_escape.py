"""Words of any origin as prose."""

from __future__ import annotations

import pytest

from gamebook.interop.escape import line, prose
from tests.support.pages import codes


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("*set gold 3", "\\*set gold 3"),
        ("<<set $gold to 3>>", "\\<<set $gold to 3>>"),
        ("(set: $gold to 3)", "\\(set: $gold to 3)"),
        ("VAR gold = 3", "VAR gold \\= 3"),
        ("(if you like)", "(if you like)"),
        (":: 2 The hall", "\\:: 2 The hall"),
    ],
)
def test_a_rule_of_another_program_stays_prose(words: str, written: str) -> None:
    assert prose([words]) == written
    assert codes(f"=== 1\n{written}\n") == []


@pytest.mark.parametrize(
    ("words", "written"), [("The hall ===", "The hall = = ="), ("a == b", "a == b"), ("==", "= =")]
)
def test_a_title_that_ends_like_a_head(words: str, written: str) -> None:
    assert line(words) == written
    assert codes(f"=== 1 {written}\n~ victory\n") == []
