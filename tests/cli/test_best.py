"""The names of best play and of the reader `best`, on a book in which they differ; worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gamebook = Callable[..., Any]

# Best play knows the answer: 100%. The reader best: chapter 2 gives 1/2 + 1/2 * 1/2 = 3/4, as much as Safe.
# At random: half take Safe, 3/4; of the others half know the answer, and half of those give it: 1/4 + 3/4 * 1/2 = 5/8.
KNOWN = """=== 1
* On -> 2
* Safe
    ~ roll 1d4
        1 -> defeat
        2-4 -> victory

=== 2
* The answer [knows 50%] -> victory
* Guess
    ~ roll 1d2
        1 -> defeat
        2 -> victory
"""
SAME = KNOWN.replace(" [knows 50%]", "")
READER = "the reader best plays as well as it can, but knows such an option only as often as the book says"


@pytest.fixture(autouse=True)
def books(tmp_path: Path) -> None:
    (tmp_path / "known.gbk").write_text(KNOWN, "utf-8")
    (tmp_path / "same.gbk").write_text(SAME, "utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [("readers",), ("length",), ("sensitivity",), ("tune", "--target", "60%"), ("report", "--target", "60%")]
)
def test_where_the_reader_best_is_shown_a_line_says_who_it_is(gamebook: Gamebook, command: tuple[str, ...]) -> None:
    name, *more = command
    assert READER in gamebook(name, "known.gbk", *more).out
    assert READER not in gamebook(name, "same.gbk", *more).out


@pytest.mark.slow
def test_readers_are_compared_with_the_reader_best_by_its_name(gamebook: Gamebook) -> None:
    told = [" ".join(line.split()) for line in gamebook("report", "known.gbk").out.splitlines()]
    assert told.count("best play: 100%") == told.count("best: 75.000%") == 1
    assert "the reader best 75.000%" in told
    assert not any(line.startswith("best play ") and "75.000%" in line for line in told)
    assert "reader wins with chance below the reader best luck" in told
    assert "soft wins with chance of the way to the reader best" in told
    assert (
        "The random reader wins 68.750%, the reader best 75.000%; the last column is the share of this difference."
        in told
    )
    assert "best play random kind ending" in told


def test_what_costs_of_a_policy_are_measured_against(gamebook: Gamebook) -> None:
    out = gamebook("solve", "known.gbk", "--policy", "random", "--choices").out
    assert "Costs, and what is best, are measured against the reader best, who knows no more" in out
    assert "[knows]" not in gamebook("solve", "known.gbk", "--choices").out
    assert "[knows]" not in gamebook("solve", "same.gbk", "--policy", "random").out
