"""`gamebook compare`, from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gamebook = Callable[..., Any]

# By dice 1/2 and then 1/3; without dice the first roll is sure, and the second is left to them, for it may kill.
WELL = """book "The Well"

=== 1 The bucket
~ roll 1d6
    1-4 -> 2
    5-6 -> 3

=== 2 The rope
~ roll 1d6
    1-3 -> victory
    4-6 -> defeat

=== 3 The ladder
-> victory
"""


@pytest.fixture
def well(tmp_path: Path) -> str:
    (tmp_path / "well.gbk").write_text(WELL, "utf-8")
    return "well.gbk"


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_side_by_side(gamebook: Gamebook, well: str) -> None:
    outcome = gamebook("compare", well, "--resolve", "dice,residual")
    assert outcome.code == 0
    told = lines(outcome.out)
    assert told[0] == "The Well"
    assert told[2] == "mode best play uniform deaths fights survived states"
    assert told[3].startswith("dice 66.667% 66.667% 33.333% – –")  # 4/6 * 1/2 + 2/6
    assert told[4].startswith("residual 50.000% 50.000% 50.000% – –")
    assert "residual 50.000% as dice" in told
    assert "residual: 1 place, in 2" in told
    # The ladder is worth 1 and the rope 1/2: the first roll adds 4/6 * 2/6 / 4 = 2/36, the second 4/6 * 1/4 = 6/36.
    assert "2 The rope 75.0% 50.000% 50.000%" in told
    assert "1 The bucket 25.0% 66.667% 50.000%" in told


def test_up_to_a_chapter(gamebook: Gamebook, well: str) -> None:
    told = lines(gamebook("compare", well, "--resolve", "dice,residual", "--until", "2").out)
    assert told[3].startswith("dice 66.667%")  # four faces of six lead to the rope
    assert told[4].startswith("residual 100.000%")


def test_as_data(gamebook: Gamebook, well: str) -> None:
    data = json.loads(gamebook("compare", well, "--resolve", "dice,systematic", "--json").out)
    assert [mode["mode"] for mode in data["modes"]] == ["dice", "systematic"]
    assert [mode["victory"] for mode in data["modes"]] == pytest.approx([2 / 3, 2 / 3])
    assert data["modes"][0]["route"]["chapters"] == ["1", "2"]
    assert data["chapters"][0]["values"]["dice"] == pytest.approx(1 / 2)


def test_a_limit_leaves_bounds(gamebook: Gamebook, well: str) -> None:
    outcome = gamebook("compare", well, "--resolve", "dice", "--limit-states", "1")
    assert outcome.code == 3
    assert "? ? ? ? over" in "\n".join(lines(outcome.out))


def test_what_cannot_be_asked(gamebook: Gamebook, well: str) -> None:
    outcome = gamebook("compare", well, "--resolve", "dice,luck")
    assert outcome.code == 2
    assert "--resolve wants some of dice, expected, ledger, residual, systematic, not luck" in outcome.err
