from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gamebook = Callable[..., Any]


@pytest.mark.slow
def test_one_screen(gamebook: Gamebook) -> None:
    outcome = gamebook("fight", "--hero", "12/24/12", "--foe", "White Dragon 15/22")
    assert outcome.code == 0
    lines = [" ".join(line.split()) for line in outcome.out.splitlines()]
    assert lines[:3] == [
        "A fight with White Dragon",
        "Hero SKILL 12, STAMINA 24, LUCK 12",
        "Foe White Dragon: SKILL 15, STAMINA 22",
    ]
    # the published table has 4.639095e-02 for SKILL 3 lower, with luck at its best
    assert any(line.startswith("best play 4.639%") for line in lines)
    assert any(line.startswith("parry: test your luck if STAMINA <= 2, else take it") for line in lines)


def test_data(gamebook: Gamebook) -> None:
    found = json.loads(gamebook("fight", "--hero", "9/6/8", "--foe", "9/2", "--rule", "with luck = 0", "--json").out)
    # one wound against three: 1 - 1/8
    assert found["ways"][0]["value"]["high"] == pytest.approx(7 / 8, rel=1e-12)
    assert sum(found["ways"][0]["rounds"]["chances"]) == pytest.approx(1)


def test_how_many_of_a_thing_is_a_number(gamebook: Gamebook) -> None:
    hero = "12/20,mindblast,meal=2,weaponskill=in-sword"
    found = gamebook("fight", "--system", "lone-wolf", "--hero", hero, "--foe", "17/1", "--json")
    assert json.loads(found.out)["things"] == {"mindblast": 1, "meal": 2, "weaponskill": "in-sword"}


@pytest.mark.slow
def test_pictures_and_tables(gamebook: Gamebook, tmp_path: Path) -> None:
    words = ("--hero", "9/6/4", "--foe", "9/4", "--plot", "a.png", "--table", "a.csv.gz", "--policy")
    outcome = gamebook("fight", *words)
    assert outcome.code == 0 and "Best play with LUCK 4" in outcome.out
    assert "a.png written" in outcome.err
    assert {path.name for path in tmp_path.iterdir()} == {"a.png", "a.csv.gz"}


def test_fractions(gamebook: Gamebook) -> None:
    """One wound against three between equals: 1 - 1/8; and every strategy beside it."""
    words = ("fight", "--hero", "9/6/8", "--foe", "9/2", "--rule", "with luck = 0", "--only", "never", "--exact")
    assert "best play: 7/8\nnever: 7/8\n" in gamebook(*words).out
    ways = json.loads(gamebook(*words, "--json").out)["ways"]
    assert [(way["name"], way["exactly"]) for way in ways] == [
        ("best play", "7/8"),
        ("never", "7/8"),
        ("random", None),
    ]


@pytest.mark.slow
def test_everywhere(gamebook: Gamebook, tmp_path: Path) -> None:
    words = ["fight", "--hero", "9/1..3/5..7", "--foe", "8..9/1..3"]
    words += ["--compare", "--only", "never,always", "--search", "t=4..6", "--histogram", "h.svg"]
    words += ["--gain", "never", "--along", "LUCK", "--summary", "s.png", "--advise"]
    outcome = gamebook(*words)
    assert outcome.code == 0
    for heading in ("Strategies in 54 fights", "Advice to remember", "Gain of best play over never", "Along LUCK"):
        assert heading in outcome.out
    assert {path.name for path in tmp_path.iterdir()} == {"h.svg", "s.png"}
    found = json.loads(gamebook(*words, "--json").out)
    assert set(found) == {"comparison", "remembered", "gain", "along", "summary", "policy"}


def test_as_a_book(gamebook: Gamebook, tmp_path: Path) -> None:
    outcome = gamebook("fight", "--hero", "9/18/9", "--foe", "7/8", "--foe", "6/6", "--together", "--page")
    (tmp_path / "fight.gbk").write_text(outcome.out, "utf-8")
    assert gamebook("solve", "fight.gbk", "--hero", "SKILL=9,STAMINA=18,LUCK=9").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--foe", "7"), "STAMINA is missing in 7"),
        (("--foe", "7/8", "--rule", "with dmg = 3"), "did you mean damage?"),
        (("--foe", "7/8", "--system", "magic"), "there is no rule system magic"),
        (("--foe", "7/8", "--plot", "a.gif"), "the name of a picture must end in .svg, .png or .pdf"),
        (("--foe", "7/8", "--table", "a.xls"), "the name of a table must end in"),
        (("--foe", "7/8", "--keep", "GOLD > 3"), "GOLD"),
        (("--foe", "7/8", "--policy", "--ties", "all"), "a map shows one option per state"),
        (("--foe", "7/2d6", "--policy"), "the foe's STAMINA is rolled"),
        (("--foe", "7/8", "--only", "nevre"), "there is no strategy nevre"),
        (("--foe", "7/8", "--search", "t=9..2"), "--search needs NAME=LOW..HIGH"),
        (("--foe", "7/8", "--compare"), "--compare needs ranges"),
        (("--foe", "7/8", "--along", "LUCK"), "--along needs ranges"),
        (("--foe", "7/1..8", "--along", "GOLD"), "GOLD is not a range of this fight; the ranges are foe STAMINA"),
        (("--foe", "7/1..8", "--gain", "nevre"), "did you mean never?"),
        (("--foe", "7/1..8", "--rule", "with luck = 0", "--compare", "--policy"), "a map has two directions"),
        (("--foe", "7/1..8", "--exact"), "--exact works for a single fight"),
        (("--foe", "7/1..8", "--compare", "--histogram", "a.svg"), "--histogram needs --compare and one --search"),
        (("--foe", "7/8", "--summary", "a.gif"), "the name of a picture must end in .svg, .png or .pdf"),
    ],
)
def test_what_goes_wrong(gamebook: Gamebook, words: tuple[str, ...], said: str) -> None:
    outcome = gamebook("fight", "--hero", "9/18/9", *words)
    assert outcome.code == 2
    assert said in outcome.err
