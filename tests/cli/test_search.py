from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gamebook = Callable[..., Any]

# Bank the die from t on, or toss a coin for six: 3 and less are worth tossing, 1/2 · 6 = 3 being a tie.
DIE = """book "Die"
    use plain
    aim score

sheet
    number die = 1d6

strategy bank(t = 6)
    at 1: Bank if die >= t else Toss
    otherwise first

=== 1
* Bank
    ~ score die
    -> ending "Home"
* Toss
    ~ random
        1:
            ~ score 6
        1:
    -> ending "Home"
"""


@pytest.fixture
def die(tmp_path: Path) -> str:
    (tmp_path / "die.gbk").write_text(DIE, "utf-8")
    return "die.gbk"


@pytest.mark.slow
def test_the_screen(gamebook: Gamebook, die: str) -> None:
    outcome = gamebook("search", die, "--strategy", "bank", "--times", "2")
    shown = [" ".join(line.split()) for line in outcome.out.splitlines()]
    assert outcome.code == 0
    assert shown[0] == "bank(t = 4)"  # nearest to the declared 6 of those as good
    assert shown[1] == "earns 4 points, as much as best play."  # (3 + 3 + 3 + 4 + 5 + 6) / 6
    assert shown[3].startswith("genetic 2 of 2")
    assert shown[4].startswith("coordinate 2 of 2")


def test_what_is_lost_is_told_in_the_unit_of_the_value(gamebook: Gamebook, die: str) -> None:
    won = DIE.replace("    aim score\n", "").replace("~ score 6", "-> victory")
    won = won.replace("~ score die\n", "~ if die >= 5\n        -> victory\n")
    Path(die).write_text(won, "utf-8")
    outcome = gamebook("search", die, "--strategy", "bank", "--range", "t=1..2")
    # best play wins with 5 and 6, and else tosses: 2/6 + 4/6 · 1/2 = 2/3; with t = 2, 2/6 + 1/6 · 1/2 = 5/12
    assert "wins with chance 41.667%, 25.000% below best play (66.667%)." in outcome.out


def test_as_data(gamebook: Gamebook, die: str) -> None:
    found = json.loads(gamebook("search", die, "--strategy", "bank", "--method", "coordinate", "--json").out)
    assert found["parameters"] == {"t": 4}
    assert found["value"] == pytest.approx(4)
    assert found["gap"] == pytest.approx(0, abs=1e-12)
    assert [each["method"] for each in found["searches"]] == ["coordinate"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--strategy", "bnak"), "there is no strategy bnak; did you mean bank?"),
        (("--strategy", "random"), "the strategy random has no parameters to search"),
        (("--strategy", "bank", "--range", "t=5"), "--range needs NAME=LOW..HIGH, not t=5"),
        (("--strategy", "bank", "--range", "t=5..2"), "--range needs NAME=LOW..HIGH, not t=5..2"),
        (("--strategy", "bank", "--range", "t=0..10000"), "10,001 values of t are too many to try"),
        (
            ("--strategy", "bank", "--hero", "sword"),
            "the hero does not roll or pick sword; the hero rolls or picks die",
        ),
    ],
)
def test_what_cannot_be_asked(gamebook: Gamebook, die: str, arguments: tuple[str, ...], said: str) -> None:
    outcome = gamebook("search", die, *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err


def test_the_time_is_over(gamebook: Gamebook, die: str) -> None:
    outcome = gamebook("search", die, "--strategy", "bank", "--timeout", "0")
    assert (outcome.code, outcome.out) == (3, "")
    assert "the time was over before the first trial" in outcome.err
