"""`gamebook compare`, from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

Gamebook = Callable[..., Any]
SCHEMA = json.loads((Path(__file__).parents[2] / "docs/schema/comparison.schema.json").read_text("utf-8"))

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


def as_published(text: str) -> dict[str, Any]:
    """The data, of the shape that is published."""
    Draft202012Validator.check_schema(SCHEMA)
    found = json.loads(text)
    Draft202012Validator(SCHEMA).validate(found)
    return dict(found)


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_side_by_side(gamebook: Gamebook, well: str) -> None:
    outcome = gamebook("compare", well, "--resolve", "dice,residual")
    assert outcome.code == 0
    told = lines(outcome.out)
    assert told[0] == "The Well"
    assert told[2] == "mode best play best play of dice random deaths fights fights won states"
    assert told[3].startswith("dice 66.667% 66.667% 66.667% 33.333% – –")  # 4/6 * 1/2 + 2/6
    assert told[4].startswith("residual 50.000% 50.000% 50.000% 50.000% – –")
    assert "residual 50.000% same as dice" in told
    assert "residual: 1 place, in 2" in told
    assert "More states" not in outcome.out  # only fights are counted
    # The ladder is worth 1 and the rope 1/2: the first roll adds 4/6 * 2/6 / 4 = 2/36, the second 4/6 * 1/4 = 6/36.
    assert "2 The rope 75.0% 50.000% 50.000%" in told
    assert "1 The bucket 25.0% 66.667% 50.000%" in told


def test_up_to_a_chapter(gamebook: Gamebook, well: str) -> None:
    told = lines(gamebook("compare", well, "--resolve", "dice,residual", "--until", "2").out)
    assert told[3].startswith("dice 66.667%")  # four faces of six lead to the rope
    assert told[4].startswith("residual 100% 100%")


def test_as_data(gamebook: Gamebook, well: str) -> None:
    data = as_published(gamebook("compare", well, "--resolve", "dice,systematic", "--json").out)
    answers = [mode["answers"] for mode in data["modes"]]
    assert [mode["mode"] for mode in data["modes"]] == ["dice", "systematic"]
    assert [each["victory"] for each in answers] == pytest.approx([2 / 3, 2 / 3])
    assert answers[0]["route"]["chapters"] == ["1", "2"]
    assert answers[0]["fights"] == {"fought": 0.0, "won": 0.0}
    assert data["chapters"][1]["values"]["dice"] == pytest.approx(1 / 2)


def test_bounds_are_spoken_of_only_where_there_are_some(gamebook: Gamebook, tmp_path: Path) -> None:
    book = tmp_path / "book.gbk"
    book.write_text('book "H"\n    aim score\n\n=== 1\n* Sow\n    ~ score +1d6\n    -> victory\n* Sleep -> defeat\n')
    outcome = gamebook("compare", str(book), "--resolve", "dice", "--limit-states", "1")
    assert outcome.err == "gamebook: a limit was reached before some of the answers\n"


def test_a_limit_leaves_bounds(gamebook: Gamebook, well: str) -> None:
    outcome = gamebook("compare", well, "--resolve", "dice", "--limit-states", "1")
    assert outcome.code == 3
    assert "? ? ? ? at least" in "\n".join(lines(outcome.out))
    assert "best play of" not in outcome.out  # no mode was solved, so there is none to carry over
    stopped = as_published(gamebook("compare", well, "--resolve", "dice", "--limit-states", "1", "--json").out)
    value = stopped["modes"][0]["value"]
    assert value["low"] <= 2 / 3 <= value["high"]
    assert not stopped["modes"][0]["complete"]
    assert stopped["modes"][0]["answers"] is stopped["modes"][0]["carried"] is None


def test_all_that_is_known_in_time_is_told(gamebook: Gamebook, well: str) -> None:
    """The whole book was listed when the time was over: nothing is missing."""
    asked = ("compare", well, "--resolve", "dice,residual")
    outcome = gamebook(*asked, "--timeout", "0")
    assert (outcome.code, outcome.out) == (0, gamebook(*asked).out)


@pytest.mark.slow
def test_best_play_alone_is_known(gamebook: Gamebook, well: str) -> None:
    outcome = gamebook("compare", well, "--resolve", "dice", "--limit-memory", "1")
    assert outcome.code == 3
    told = "\n".join(lines(outcome.out))
    assert "dice 66.667% ? ? ? ? at least 4" in told
    assert "dice: a limit was reached when only best play was known: it has at least 4 states" in told


def test_what_cannot_be_asked(gamebook: Gamebook, well: str) -> None:
    outcome = gamebook("compare", well, "--resolve", "dice,luck")
    assert outcome.code == 2
    assert "--resolve needs one or more of dice, expected, ledger, residual, systematic, not luck" in outcome.err


# By dice 3 of 6 doors open with a chance of 42/64, by the brass key alone; by systematic it opens every second door.
KEYS = """book "Six Doors"

sheet
    number open = 0 in 0..6

=== 1 The corridor
~ repeat 6 times
    ~ choose "key"
        * The brass key
            ~ random
                1:
                    ~ open +1
                1:
        * The iron key
            ~ random
                1:
                    ~ open +1
                2:
~ if open >= 3
    -> victory
-> defeat
"""


@pytest.mark.slow
def test_a_mode_over_the_limit_is_told_by_the_play_that_is_best_by_dice(gamebook: Gamebook, tmp_path: Path) -> None:
    (tmp_path / "doors.gbk").write_text(KEYS, "utf-8")
    asked = ("compare", "doors.gbk", "--resolve", "dice,systematic")
    whole = as_published(gamebook(*asked, "--json").out)["modes"]
    assert [mode["answers_are_of"] for mode in whole] == ["best", "best"]
    assert [mode["carried"]["low"] for mode in whole] == pytest.approx([42 / 64, 1])
    limit = ("--limit-states", str(whole[1]["states"] - 1))
    stopped = as_published(gamebook(*asked, *limit, "--json").out)["modes"][1]
    assert not stopped["complete"]
    assert stopped["value"] == {"low": pytest.approx(1), "high": 1}
    assert stopped["answers_are_of"] == "carried"
    assert stopped["answers"]["victory"] == pytest.approx(1)
    outcome = gamebook(*asked, *limit)
    assert outcome.code == 3
    told = " ".join(outcome.out.split())
    assert "shown instead: best play of dice" in told


def test_points_have_no_winning_route(gamebook: Gamebook, tmp_path: Path) -> None:
    text = 'book "Wages"\n    aim score\n\n=== 1\n~ score +1d6\n~ score +1d6 by dice\n~ ending "Home"\n'
    (tmp_path / "wages.gbk").write_text(text, "utf-8")
    out = gamebook("compare", "wages.gbk", "--resolve", "dice,expected").out
    told = lines(out)
    assert told[3].startswith("dice 7 7 7 0% – –")
    assert told[4].startswith("expected 6.5 6.5 6.5 0% – –")  # 3, and a die
    assert "route" not in out
