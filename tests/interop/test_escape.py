"""Words of any origin as prose."""

from __future__ import annotations

import pytest

from gamebook.interop.escape import prose
from tests.support.pages import codes


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("*set gold 3", "\\*set gold 3"),
        ("<<set $gold to 3>>", "\\<<set $gold to 3>>"),
        ("(set: $gold to 3)", "\\(set: $gold to 3)"),
        ("VAR gold = 3", "VAR gold \\= 3"),
        ("(if you like)", "(if you like)"),
    ],
)
def test_a_rule_of_another_program_stays_prose(words: str, written: str) -> None:
    assert prose([words]) == written
    assert codes(f"=== 1\n{written}\n") == []
