from __future__ import annotations

import pytest
from msgspec.structs import replace

import gamebook
from gamebook.analysis.difficulty import Method
from gamebook.report.solution_data import method


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
