from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gamebook = Callable[..., Any]

TOSS = """book "Heads"

strategy tails
    at 1: Tails
    otherwise first

=== 1
* Heads
    ~ roll 1d4
        1-3 -> victory
        4 -> defeat
* Tails
    ~ roll 1d4
        1 -> victory
        2-4 -> defeat
"""


@pytest.fixture
def toss(tmp_path: Path) -> str:
    (tmp_path / "toss.gbk").write_text(TOSS, "utf-8")
    return "toss.gbk"


@pytest.mark.parametrize(("policy", "chance"), [("best", 0.75), ("uniform", 0.5), ("tails", 0.25)])
def test_policies(gamebook: Gamebook, toss: str, policy: str, chance: float) -> None:
    found = json.loads(gamebook("simulate", toss, "--plays", "1e5", "--policy", policy, "--json").out)
    victory = next(row for row in found["endings"] if row["ending"] == "victory")
    assert victory["exactly"] == pytest.approx(chance)
    assert abs(victory["value"] - chance) < 0.012  # eight standard deviations
    assert victory["low"] < victory["value"] < victory["high"]


def test_one_screen(gamebook: Gamebook, toss: str) -> None:
    outcome = gamebook("simulate", toss, "--plays", "20000", "--seed", "5", "--confidence", "0.999999")
    assert outcome.code == 0
    assert outcome.out.startswith("20,000 plays with best, seed 5\n")
    assert "75.000%  inside  victory" in outcome.out
    assert outcome.err.endswith("plays a second\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--plays", "many"), "--plays wants a whole number"),
        (("--plays", "0"), "--plays wants a whole number"),
        (("--plays", "inf"), "--plays wants a whole number"),
        (("--policy", "edge"), "there is no strategy edge"),
        (("--hero", "SKILL=9"), "SKILL"),
    ],
)
def test_what_goes_wrong(gamebook: Gamebook, toss: str, words: tuple[str, ...], said: str) -> None:
    outcome = gamebook("simulate", toss, *words)
    assert outcome.code == 2
    assert said in outcome.err


def test_too_large(gamebook: Gamebook, toss: str) -> None:
    assert gamebook("simulate", toss, "--limit-states", "1").code == 3
