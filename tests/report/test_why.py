from __future__ import annotations

import pytest

import gamebook


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("You wait", "No play ends in: You wait."),
        ("You wait.", "No play ends in: You wait."),
        ("Why?", "ends in: Why?"),
    ],
)
def test_a_sentence_of_the_author_ends_once(name: str, told: str) -> None:
    text = (
        "sheet\n    number gold = 0 in 0..9\n=== 1\n* Go -> 2\n"
        f'* Stay [if gold > 5] -> ending "{name}"\n=== 2\n~ roll 1d2\n    1 -> victory\n    2 -> defeat\n'
    )
    (line,) = [line for line in gamebook.solve(text=text).to_text().splitlines() if "No play ends" in line]
    assert line.endswith(told)
