"""Ways to play without luck, as they are declared."""

from __future__ import annotations

from gamebook.codes import names, rules
from tests.resolve.reading import findings

TEXT = """
    book "Test"
    account luck = {first} in 0..3
    account luck = 0 in 0..3
    === 1
    ~ roll 1d6 by ledger account luck
        1-6 -> victory
"""


def told(first: int) -> list[str]:
    return [code for code, _, _ in findings(TEXT.format(first=first))]


def test_an_account_that_cannot_be_used_takes_no_name() -> None:
    assert told(9) == [rules.BAD_START]
    assert told(1) == [names.DUPLICATE_NAME]
