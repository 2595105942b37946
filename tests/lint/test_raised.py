"""Gains that change nothing; most of it stands in `tests/cases/balance-gain-*.gbk`."""

from __future__ import annotations

import pytest

from tests.support.check import check_text

BOOK = """book "Inn"
    use fighting-fantasy-provisions
{sheet}
=== 1
~ STAMINA +4
* Enter the cave [if SKILL > 8 {asked}] -> victory
* Leave -> victory
"""


@pytest.mark.parametrize(
    ("sheet", "asked", "example"),
    [
        ("", "", "while ring: STAMINA +4 (with an item ring on your sheet)"),  # `meal` is the rule system's
        ("sheet\n    item lamp = 1", "or lamp", "while lamp: STAMINA +4"),
    ],
)
def test_the_hint_names_a_thing_of_the_book(sheet: str, asked: str, example: str) -> None:
    (found,) = (each for each in check_text(BOOK.format(sheet=sheet, asked=asked)).findings if each.code == "GB414")
    assert (found.hint or "").endswith(f"as long as the reader has a thing: {example}")
