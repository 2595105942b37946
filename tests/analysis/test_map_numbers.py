"""What a solved book says about its map."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamebook
from gamebook.analysis.map_numbers import map_numbers

BOOK = """book "Falls"

sheet
    number life = 1 in 0..3

when life <= 0 -> defeat "Dead"

=== 1 The ledge
~ roll 1d4
    1 -> grave
    2-4 -> 2

=== 2 The arrow trap
~ life -(1d2 - 1)
-> 3

=== 3 The hall
~ victory

=== grave
~ defeat "A long way down"
"""


def test_plays_are_lost_where_the_cause_is(tmp_path: Path) -> None:
    """The roll of 1 loses a quarter, not the page that it leads to; the trap half of the others, not the trigger."""
    path = tmp_path / "book.gbk"
    path.write_text(BOOK, encoding="utf-8")
    found = map_numbers(gamebook.solve(path))
    assert found.losses == {"1": pytest.approx(1 / 4), "2": pytest.approx(3 / 8)}
    assert found.lost == pytest.approx(5 / 8)
    assert found.worst == pytest.approx(3 / 8)
    assert found.worth == pytest.approx({"1": 3 / 8, "2": 1 / 2, "3": 1, "grave": 0})
    assert not found.strayed
