from __future__ import annotations

import pytest
from msgspec.structs import replace

import gamebook
from gamebook.analysis.difficulty import Method
from gamebook.report.solution_data import data, method


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Method(), "backward induction"),
        (Method(arrays=True), "backward induction over arrays"),
        (Method(arrays=True, loops=True), "backward induction over arrays, with loops"),
        (Method(loops=True, intervals=True), "backward induction, with loops: interval iteration"),
        (Method(loops=True, policies=True), "backward induction, with loops: policy iteration"),
        (
            Method(loops=True, intervals=True, policies=True),
            "backward induction, with loops: interval and policy iteration",
        ),
    ],
)
def test_the_method_in_words(found: Method, words: str) -> None:
    hard = gamebook.solve(text='=== 1\n* Go -> victory "Won"\n').difficulty
    assert method(replace(hard, method=found)) == words
    assert method(replace(hard, method=found, complete=False)) == "bounds from the states found before the limit"


def test_plays_at_random_show_the_chance_to_win_where_that_comes_first() -> None:
    """Half of the plays are won, each with five points: those are no chance."""
    book = 'book "Coin"\n    aim win then score\n=== 1\n~ score +5\n* A -> victory\n* B -> defeat\n'
    found = gamebook.solve(text=book, limit_states=1)
    assert found.difficulty.uniform is None
    plays = data(found)["sample"]
    assert plays["low"] < 0.5 < plays["high"]
