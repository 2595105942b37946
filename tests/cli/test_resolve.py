"""`--resolve` at every command about a book: by residual the bucket's first row is sure, the rope stays on dice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gamebook = Callable[..., Any]

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
def well(gamebook: Gamebook) -> str:  # noqa: ARG001 - it goes to the folder
    Path("well.gbk").write_text(WELL, "utf-8")
    return "well.gbk"


def test_check(gamebook: Gamebook, well: str) -> None:
    assert json.loads(gamebook("check", well, "--format", "json").out) == []
    found = json.loads(gamebook("check", well, "--format", "json", "--resolve", "residual").out)
    assert [each["code"] for each in found] == ["GB320", "GB204"]  # left on dice; the ladder is never reached


def test_map(gamebook: Gamebook, well: str) -> None:
    drawn = gamebook("map", well, "--format", "dot", "-o", "-").out
    assert "best play wins 67%" in drawn  # 4/6 * 1/2 + 2/6
    assert "best play wins 50%" in gamebook("map", well, "--format", "dot", "-o", "-", "--resolve", "residual").out


def test_stats(gamebook: Gamebook, well: str) -> None:
    by_dice = json.loads(gamebook("stats", well, "--json").out)
    without = json.loads(gamebook("stats", well, "--json", "--resolve", "residual").out)
    assert by_dice["dice"]["best"] == pytest.approx(1 + 4 / 6)
    assert without["dice"]["best"] == pytest.approx(1)
    assert without | {"dice": None} == by_dice | {"dice": None}, "nothing else of a book depends on its mode"


@pytest.mark.parametrize("command", ["check", "map", "stats", "solve", "play"])
def test_a_mode_that_is_none(gamebook: Gamebook, well: str, command: str) -> None:
    outcome = gamebook(command, well, "--resolve", "luck")
    assert outcome.code == 2
    assert "'luck' is not one of" in outcome.err
