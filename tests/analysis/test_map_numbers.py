"""The numbers on a map."""

from __future__ import annotations

import pytest

import gamebook
from gamebook.analysis.map_numbers import map_numbers


def test_where_luck_decides() -> None:
    """A coin in chapter 1, and after it one in chapter 2: the variances 1/4 · 1/4 and 1/2 · 1/4 make 3/16."""
    coin = "~ roll 1d2\n    1 -> {won}\n    2 -> {lost}\n"
    text = f"=== 1\n{coin.format(won='2', lost='4')}=== 2\n{coin.format(won='3', lost='4')}"
    found = map_numbers(gamebook.solve(text=f"{text}=== 3\n~ victory\n=== 4\n~ defeat\n"))
    assert found.luck == {"1": pytest.approx(1 / 3), "2": pytest.approx(2 / 3)}
