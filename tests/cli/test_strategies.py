from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gamebook = Callable[..., Any]

# Three doors: 1/2, 1/3, and a gate that the keeper shuts.
DOORS = """book "Doors"
    use plain

param odds = 3

strategy bold(n = 1)
    at 1: Left if n = 1 else Right
    otherwise random

strategy shy
    at 1 "Gate"
    otherwise random

=== 1
* Left
    ~ random
        1: -> victory
        1: -> defeat
* Right
    ~ random
        1: -> victory
        odds - 1: -> defeat
* Gate
    ~ rival chooses "keeper"
        * Open -> victory
        * Shut -> defeat
"""


@pytest.fixture
def doors(tmp_path: Path) -> str:
    (tmp_path / "doors.gbk").write_text(DOORS, "utf-8")
    return "doors.gbk"


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_side_by_side(gamebook: Gamebook, doors: str) -> None:
    outcome = gamebook("strategies", doors, "--set", "odds=4")
    assert outcome.code == 0
    head, *rows = lines(outcome.out)
    assert head == "strategy wins with chance below best play"
    assert [(row.split()[0], row.split()[-1]) for row in rows] == [
        ("best", "0%"),
        ("bold(n", "0%"),
        ("random", "25.000%"),  # (1/2 + 1/4 + 0) / 3
        ("shy", "50.000%"),
    ]


def test_as_data(gamebook: Gamebook, doors: str) -> None:
    found = json.loads(gamebook("strategies", doors, "--json").out)
    assert found["book"] == {"title": "Doors", "aim": "win", "then_score": False, "unwritten": []}
    rows = {row["name"]: row for row in found["strategies"]}
    assert rows["bold"]["parameters"] == {"n": 1}
    assert rows["random"]["value"]["low"] <= 5 / 18 <= rows["random"]["value"]["high"]
    assert rows["random"]["gap"] == pytest.approx(2 / 9)
    assert all(row["complete"] for row in rows.values())


def test_what_is_but_rounding_costs_nothing(gamebook: Gamebook) -> None:
    """Every way out is an even chance; a reader who picks at random goes round for a while, which loses nothing."""
    Path("hub.gbk").write_text(
        """book "Hub"
    start hub
sheet
    number seen = 0 in 0..3
=== hub
* Look around [if seen < 3]
    ~ seen +1
    -> hub
* Wait -> hub
* Door A -> a
* Door B -> b
=== a
~ roll 1d6
    1-3 -> victory
    4-6 -> defeat
=== b
~ roll 1d2
    1 -> victory
    2 -> defeat
""",
        "utf-8",
    )
    rows = lines(gamebook("strategies", "hub.gbk").out)[1:]
    assert [(row.split()[0], row.split()[-1]) for row in rows] == [("best", "0%"), ("random", "0%")]


def test_one_of_them(gamebook: Gamebook, doors: str) -> None:
    shown = lines(gamebook("solve", doors, "--policy", "bold(n=2)", "--exact").out)
    assert shown[2].startswith("Strategy bold(n = 2) wins with chance 33.333%")
    assert shown[3] == "exactly 1/3 = 0.333333333333333"
    assert not any("niform" in line for line in shown)
    assert "33.333% victory victory" in shown
    found = json.loads(gamebook("solve", doors, "--policy", "bold(n=2)", "--json").out)
    assert found["policy"] == {"name": "bold", "parameters": {"n": 2}, "whole": True}
    assert json.loads(gamebook("solve", doors, "--json").out)["policy"] is None


def test_what_cannot_be_asked(gamebook: Gamebook, doors: str) -> None:
    outcome = gamebook("solve", doors, "--policy", "bald")
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no strategy bald; did you mean bold?" in outcome.err
    assert gamebook("strategies", doors, "--hero", "SKILL=3").code == 2


def test_a_limit_gives_bounds(gamebook: Gamebook, doors: str) -> None:
    outcome = gamebook("strategies", doors, "--limit-states", "1")
    assert outcome.code == 3
    assert "not known yet" in outcome.out
    assert outcome.err.endswith("gamebook: a limit was reached before some of the answers\n"), "there are no bounds"


BRAWL = """book "Brawl"
    use fighting-fantasy

=== 1
* Fight
    ~ fight "Troll" SKILL 9 STAMINA 7
    -> victory
* Lie down -> defeat
"""


def test_fights_at_their_best(gamebook: Gamebook) -> None:
    Path("brawl.gbk").write_text(BRAWL, "utf-8")
    hero = ("--hero", "SKILL=9,STAMINA=14,LUCK=9")

    def worth(*arguments: str) -> dict[str, float]:
        rows = json.loads(gamebook("strategies", "brawl.gbk", *hero, "--json", *arguments).out)["strategies"]
        return {row["name"]: row["value"]["low"] for row in rows}

    plain, best = worth(), worth("--fights", "best")
    # Half of the readers fight at all.
    assert best["random"] == pytest.approx(best["best"] / 2, abs=1e-12)
    assert plain["random"] < best["random"] - 0.01
    shown = gamebook("solve", "brawl.gbk", *hero, "--policy", "random", "--fights", "best").out
    assert "picks at random, fights at best and wins with chance" in shown
    assert gamebook("solve", "brawl.gbk", *hero, "--fights", "best").code == 2


def test_data_says_what_a_draft_lacks(gamebook: Gamebook) -> None:
    Path("draft.gbk").write_text('book "D"\n    draft\n\n=== 1\n* On -> 17\n* Rest -> victory\n', "utf-8")
    assert json.loads(gamebook("strategies", "draft.gbk", "--json").out)["book"]["unwritten"] == ["17"]
