from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from gamebook.analysis import readers as analysed
from gamebook.analysis.readers import Outcome
from gamebook.errors import OutOfTime
from gamebook.solver.solution import Solved

Gamebook = Callable[..., Any]
OUTCOME = analysed.outcome

# At random 1/2 is lost at the doors; two of three readers know of the hatch, which always wins.
DOORS = """book "Doors"

=== 1
* Left -> 2
* Right -> victory

=== 2 The cellar
~ random
    1: -> victory
    1: -> defeat
"""
HATCH = DOORS.replace("* Right", "* Hatch [knows 50%] -> victory\n* Right").replace(
    "Right -> victory", "Right -> defeat"
)
COINS = """book "Coins"
    aim score

=== 1
* Take one
    ~ score 1
    ~ victory
* Take three
    ~ score 3
    ~ victory
"""


@pytest.fixture
def books(tmp_path: Path) -> None:
    for name, text in {"doors": DOORS, "hatch": HATCH, "coins": COINS}.items():
        (tmp_path / f"{name}.gbk").write_text(text, "utf-8")


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@pytest.mark.usefixtures("books")
def test_readers_side_by_side(gamebook: Gamebook) -> None:
    """At random 3/4: of the variance 3/16 the dice make 1/2 * 1/4, the guess 1/16."""
    outcome = gamebook("readers", "doors.gbk", "--reader", "best", "--reader", "random")
    assert outcome.code == 0
    told = lines(outcome.out)
    assert told[0] == "reader wins with chance below best play luck"
    assert told[1].startswith("best 100% (always)")
    assert told[2].startswith("random 75.000% (0.7500000000")
    assert told[2].endswith("25.000% 66.7%")
    assert "1 25.000% 0% 33.3%" in told
    assert "2 The cellar 0% 66.7% 0%" in told  # no mistake can be made there, but most of the luck is there


def late_after(monkeypatch: pytest.MonkeyPatch, done: int) -> None:
    """From now on the time is over when so many readers are done."""
    count = iter(range(done))

    def outcome(solved: Solved, *given: Any) -> Outcome:
        if next(count, None) is None:
            raise OutOfTime
        return OUTCOME(solved, *given)

    monkeypatch.setattr(analysed, "outcome", outcome)


@pytest.mark.usefixtures("books")
def test_when_the_time_is_over_the_readers_that_were_done_are_shown(
    gamebook: Gamebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["--reader", "best", "--reader", "random", "--reader", "careless(20%)", "--reader", "soft(3)"]
    late_after(monkeypatch, 2)
    outcome = gamebook("readers", "doors.gbk", *asked)
    assert outcome.code == 3
    told = lines(outcome.out)
    assert told[2].endswith("25.000% 66.7%")
    assert told[3] == "Not done in time: careless(20%), soft(3)."
    ended = "gamebook: the time was over before the readers careless(20%), soft(3) were done; --timeout SECONDS allows"
    assert outcome.err.startswith(ended)
    late_after(monkeypatch, 3)
    outcome = gamebook("readers", "doors.gbk", *asked, "--json")
    found = json.loads(outcome.out)
    assert [each["reader"] for each in found["readers"]] == ["best", "random", "careless(20%)"]
    assert (found["late"], outcome.code) == (["soft(3)"], 3)
    late_after(monkeypatch, 5)
    outcome = gamebook("readers", "doors.gbk", *asked, "--curve", "careless", "--json")
    found = json.loads(outcome.out)
    assert ([each["reader"] for each in found["readers"]][-1], "curve" in found, outcome.code) == ("soft(3)", False, 3)
    assert outcome.err.rstrip().endswith("there is no curve")
    late_after(monkeypatch, 0)
    outcome = gamebook("readers", "doors.gbk", "--reader", "best")
    assert (outcome.code, outcome.out) == (3, "")
    assert "before the reader best was done" in outcome.err


@pytest.mark.usefixtures("books")
def test_a_limit_of_memory(gamebook: Gamebook) -> None:
    assert gamebook("readers", "doors.gbk", "--reader", "random", "--limit-memory", "1GB").code == 0
    outcome = gamebook("readers", "doors.gbk", "--reader", "random", "--limit-memory", "1KB")
    assert (outcome.code, outcome.out) == (3, "")
    assert "need more memory than the limit allows; --limit-memory SIZE allows more" in outcome.err


# Who wins goes left on the first day and right on the second; who answers the same every day is lost for certain.
DAYS = """book "Days"

sheet
    number day = 0 in 0..3

=== 1
~ day +1
-> 2

=== 2 The fork
* Left
    ~ if day = 1
        -> 1
    -> defeat
* Right
    ~ if day = 2
        -> victory
    -> defeat
"""


def test_where_nothing_is_left_to_luck(gamebook: Gamebook, tmp_path: Path) -> None:
    (tmp_path / "days.gbk").write_text(DAYS, "utf-8")
    outcome = gamebook("readers", "days.gbk", "--reader", "guide", "--reader", "best")
    assert outcome.code == 0
    told = lines(outcome.out)
    assert told[1:3] == ["guide 0% (never) 100% –", "best 100% (always) 0% –"]
    assert told[3:6] == ["What decides for guide", "chapter mistakes cost", "2 The fork 100%"]


@pytest.mark.usefixtures("books")
def test_a_reader_who_is_named_twice_is_told_of_once(gamebook: Gamebook) -> None:
    asked = ("--reader", "random", "--reader", "best", "--reader", "uniform", "--json")
    for command in ("readers", "length"):
        found = json.loads(gamebook(command, "doors.gbk", *asked).out)
        assert [row["reader"] for row in found["readers"]] == ["random", "best"]


@pytest.mark.usefixtures("books")
def test_as_data(gamebook: Gamebook) -> None:
    outcome = gamebook("readers", "doors.gbk", "--reader", "careless(50%)", "--json")
    (found,) = json.loads(outcome.out)["readers"]
    assert found["reader"] == "careless(50%)"
    assert found["value"]["low"] == pytest.approx(7 / 8)
    assert {row["chapter"]: row["luck"] for row in found["chapters"]} == {
        "the hero": 0,
        "1": 0,
        "2": pytest.approx(1 / 16),
    }


@pytest.mark.usefixtures("books")
def test_who_does_not_know_an_option_cannot_take_it(gamebook: Gamebook) -> None:
    """Half know of the hatch: best play wins always, or with 1/2; at random with 1/2 (of three doors), or 1/4."""
    outcome = gamebook("readers", "hatch.gbk", "--reader", "best", "--reader", "random", "--json")
    values = [row["value"]["low"] for row in json.loads(outcome.out)["readers"]]
    assert values == [pytest.approx(3 / 4), pytest.approx((1 / 2 + 1 / 4) / 2)]


@pytest.mark.usefixtures("books")
def test_points(gamebook: Gamebook) -> None:
    outcome = gamebook("readers", "coins.gbk", "--reader", "random")
    told = lines(outcome.out)
    assert told[0] == "reader earns below best play"
    assert told[1].endswith(" 1")
    assert "1 1" in told  # chapter 1 costs one point
    assert "luck" not in outcome.out


@pytest.mark.usefixtures("books")
def test_no_such_reader(gamebook: Gamebook) -> None:
    outcome = gamebook("readers", "doors.gbk", "--reader", "clever")
    assert outcome.code == 2
    assert "there is no reader clever" in outcome.err


@pytest.mark.usefixtures("books")
def test_a_limit(gamebook: Gamebook) -> None:
    outcome = gamebook("readers", "doors.gbk", "--limit-states", "1")
    assert (outcome.code, outcome.out) == (3, "")
    assert "states" in outcome.err


FORD = """book "Ford"

=== 1
* Ford -> 2
* Bridge -> victory

=== 2 The ford
~ random
    1: -> victory
    2: -> defeat
"""


def test_what_is_asked_for(gamebook: Gamebook, tmp_path: Path) -> None:
    """Half of the readers take the ford, where 2/3 of them are lost: 1/3, and each could have taken the bridge."""
    (tmp_path / "ford.gbk").write_text(FORD, "utf-8")
    outcome = gamebook("readers", "ford.gbk", "--reader", "random", "--choices", "--deaths", "--survival")
    told = lines(outcome.out)
    assert "33.333% 1 0.5 1 Ford" in told
    assert "2 The ford 0.5 33.333% 66.667%" in told
    assert "2 The ford 33.333% 0% 0% 0% 100%" in told
    assert "2 The ford 1 Ford 100% 66.667%" in told
    assert "1 50.000% 0% 50.000% 0%" in told
    assert "2 0% 0% 66.667% 33.333%" in told
    plain = gamebook("readers", "ford.gbk", "--reader", "random").out
    assert "costs" not in plain.replace("mistakes cost", "")
    data = json.loads(gamebook("readers", "ford.gbk", "--reader", "random", "--deaths", "--survival", "--json").out)
    (found,) = data["readers"]
    assert found["deaths"]["all"]["early"] == pytest.approx(1 / 3)
    assert [row["label"] for row in found["choices"]] == ["Ford", "Bridge"]
    assert found["survival"]["after"][2]["won"] == pytest.approx(2 / 3)
    assert {row["chapter"]: row["risk"] for row in found["hazards"]}["2"] == pytest.approx(2 / 3)


def test_how_far_readers_come_in_a_draft(gamebook: Gamebook, tmp_path: Path) -> None:
    """A quarter each wins and loses; half come to a chapter that is not there."""
    text = 'book "Half"\n    draft\n\n=== 1\n~ roll 1d4\n    1 -> victory\n    2 -> defeat\n    3-4 -> 9\n'
    (tmp_path / "half.gbk").write_text(text, "utf-8")
    told = lines(gamebook("readers", "half.gbk", "--reader", "random", "--survival").out)
    assert "chapters read can still win cannot win any more won lost not written yet" in told
    assert "2 0% 0% 25.000% 25.000% 50.000%" in told


def test_a_book_that_nobody_loses(gamebook: Gamebook, tmp_path: Path) -> None:
    (tmp_path / "walk.gbk").write_text("=== 1\n* On -> victory\n* Also on -> victory\n", "utf-8")
    outcome = gamebook("readers", "walk.gbk", "--reader", "random", "--choices", "--deaths", "--survival")
    assert outcome.code == 0
    assert "lost" not in outcome.out.partition("How far")[0]


def test_readers_who_know_only_words(gamebook: Gamebook, tmp_path: Path) -> None:
    """Two doors, one of which kills: who comes back knows which."""
    (tmp_path / "two.gbk").write_text("=== 1\n* Left -> defeat\n* Right -> victory\n", "utf-8")
    asked = ("--reader", "guide", "--reader", "first-timer", "--reader", "persistent", "--plays", "10000")
    outcome = gamebook("readers", "two.gbk", *asked)
    told = lines(outcome.out)
    assert told[1].startswith("guide 100% (always)")
    assert told[2].startswith("first-timer 50.000% (0.5")
    assert "1 50.000% 50.000%" in told  # the first attempt is exact in this table, too
    assert "Attempts until half of the readers have won: 1." in told
    found = json.loads(gamebook("readers", "two.gbk", *asked, "--json").out)["readers"]
    assert [row["method"] for row in found] == ["policy"] * 3
    lives = found[2]["attempts"]
    assert (lives["lives"], lives["seed"]) == (200, 1)
    first, second, later = lives["attempts"][:3]
    half = found[2]["value"]
    for number in (first["wins"], first["has_won"]):
        assert (number["low"], number["high"]) == (half["low"], half["high"])
    assert second["has_won"]["value"] == 1
    assert later["wins"] is None  # nobody is left to try a fifth time


FIGHT = """book "Fight"
use fighting-fantasy-strategies

=== 1
~ fight "Wolf" SKILL 8 STAMINA 8
~ victory
"""


def test_fights_by_a_strategy(gamebook: Gamebook, tmp_path: Path) -> None:
    """A first-timer who fights by a strategy wins as often as the strategy, where there is nothing else to choose."""
    (tmp_path / "fight.gbk").write_text(FIGHT, "utf-8")
    hero = ("--hero", "SKILL=8,STAMINA=14,LUCK=9")
    told = json.loads(gamebook("strategies", "fight.gbk", *hero, "--json").out)
    asked = ("--reader", "first-timer(when-lost)", "--reader", "first-timer")
    found = json.loads(gamebook("readers", "fight.gbk", *hero, *asked, "--json").out)["readers"]
    by_strategy = next(row for row in told["strategies"] if row["name"] == "when-lost")
    assert found[0]["value"]["low"] == pytest.approx(by_strategy["value"]["low"], rel=1e-9)
    assert found[0]["value"]["low"] > found[1]["value"]["high"]
    outcome = gamebook("readers", "fight.gbk", "--reader", "first-timer(nonsense)")
    assert outcome.code == 2
    assert "there is no strategy nonsense" in outcome.err


TWO_DOORS = """book "Doors & <gates>"

=== 1
* Left
    ~ random
        1: -> victory
        3: -> defeat
* Right
    ~ random
        3: -> victory
        1: -> defeat
"""


def test_a_curve_of_points_without_bound(gamebook: Gamebook, tmp_path: Path) -> None:
    text = 'book "E"\n    aim score\n=== 1\n* Work\n    ~ score +1\n    -> 1\n* Stop -> ending "Home"\n'
    (tmp_path / "endless.gbk").write_text(text, "utf-8")
    found = lines(gamebook("readers", "endless.gbk", "--curve", "soft").out)
    assert {"0 1 –", "1 ? –", "100 ? –"} <= set(found)
    assert found[-1] == "The random reader earns 1, best play an unknown total: see gamebook check."


def test_a_curve(gamebook: Gamebook, tmp_path: Path) -> None:
    """careless(e) wins with 3/4 - e/4: the share 1 - e of the way from 1/2 to 3/4."""
    (tmp_path / "two.gbk").write_text(TWO_DOORS, "utf-8")
    outcome = gamebook("readers", "two.gbk", "--curve", "careless", "-o", "curve.svg")
    told = lines(outcome.out)
    assert "100% 50.000% 0%" in told
    assert "20% 70.000% 80.0%" in told
    assert "0% 75.000% 100%" in told
    assert "What decides" not in outcome.out
    picture = ET.fromstring((tmp_path / "curve.svg").read_text("utf-8"))
    svg = "{http://www.w3.org/2000/svg}"
    assert next(picture.iter(f"{svg}text")).text == "Doors & <gates>: what skill brings"
    assert len(list(picture.iter(f"{svg}circle"))) == 12
    points = next(picture.iter(f"{svg}polyline")).attrib["points"].split()
    heights = [float(point.split(",")[1]) for point in points]
    assert heights == sorted(heights, reverse=True)  # ever higher on the page
    # From 50% to 75% is a quarter of the field; the middle of it is careless(50%).
    assert heights[3] == pytest.approx((heights[0] + heights[-1]) / 2, abs=0.1)
    assert heights[0] - heights[-1] == pytest.approx(300 / 4, abs=0.2)


def test_a_reader_who_errs_never_comes_to_the_end_of_the_way(gamebook: Gamebook, tmp_path: Path) -> None:
    """soft(100) still opens the wrong door now and then: its chance is below 1, and so is its share of the way."""
    (tmp_path / "two.gbk").write_text("=== 1\n* Left -> defeat\n* Right -> victory\n", "utf-8")
    soft = lines(gamebook("readers", "two.gbk", "--curve", "soft").out)
    assert "100 >99.999% >99.9%" in soft
    assert "100%" not in {line.split()[-1] for line in soft[2:-1]}
    assert "1 100% 100%" in lines(gamebook("readers", "two.gbk", "--curve", "lookahead").out)


def test_a_curve_as_data(gamebook: Gamebook, tmp_path: Path) -> None:
    (tmp_path / "two.gbk").write_text(TWO_DOORS, "utf-8")
    found = json.loads(gamebook("readers", "two.gbk", "--curve", "lookahead", "--json").out)
    assert found["readers"] == []
    assert [point["amount"] for point in found["curve"]["points"]][:3] == ["0", "1", "2"]
    assert [point["value"]["low"] for point in found["curve"]["points"]][:2] == [
        pytest.approx(1 / 2),
        pytest.approx(3 / 4),
    ]
    both = json.loads(gamebook("readers", "two.gbk", "--curve", "soft", "--reader", "best", "--json").out)
    assert [row["reader"] for row in both["readers"]] == ["best"]
    assert both["curve"]["best"]["low"] == pytest.approx(3 / 4)


@pytest.mark.usefixtures("books")
def test_a_curve_of_points(gamebook: Gamebook, tmp_path: Path) -> None:
    outcome = gamebook("readers", "coins.gbk", "--curve", "careless", "-o", "curve.svg")
    assert "50% 2.5 50.0%" in lines(outcome.out)
    assert (tmp_path / "curve.svg").read_text("utf-8").count("<circle") == 12


@pytest.mark.usefixtures("books")
def test_a_picture_needs_a_curve(gamebook: Gamebook) -> None:
    for asked in (["-o", "curve.svg"], ["--curve", "soft", "-o", "curve.txt"]):
        outcome = gamebook("readers", "doors.gbk", *asked)
        assert outcome.code == 2
        assert "--curve soft -o curve.svg" in " ".join(outcome.err.split())


@pytest.mark.usefixtures("books")
def test_readers_who_know_less_than_best_play(gamebook: Gamebook) -> None:
    """Half of the readers know the hatch; the others win with 1/2 in the cellar: 3/4. The report says why."""
    told = " ".join(lines(gamebook("readers", "hatch.gbk", "--reader", "best").out))
    assert "best 75.000% (0.75" in told
    assert "the reader best plays as well as it can, but knows such an option only as often as the book says" in told
    assert "reader best knows" not in gamebook("readers", "doors.gbk", "--reader", "best").out


@pytest.mark.usefixtures("books")
def test_a_simulated_chance_has_bounds_everywhere(gamebook: Gamebook, tmp_path: Path) -> None:
    """The chance is known between bounds, and so is what is missing to best play: both lie between the same numbers."""
    book = "=== 1\n* On -> 2\n* Back -> 1\n\n=== 2\n* On -> victory\n* Back -> 1\n* Out -> defeat\n"
    (tmp_path / "round.gbk").write_text(book, "utf-8")
    told = lines(gamebook("readers", "round.gbk", "--reader", "first-timer", "--plays", "2000").out)
    row = re.fullmatch(r"first-timer between ([\d.]+)% and ([\d.]+)% ([\d.]+)% to ([\d.]+)% –", told[1])
    assert row is not None, told[1]
    low, high, least, most = map(float, row.groups())
    assert least == pytest.approx(100 - high, abs=0.002)
    assert most == pytest.approx(100 - low, abs=0.002)
    assert "first-timer: from 2,000 simulated plays; the bounds hold the chance with 99% confidence." in told
    assert lines(gamebook("readers", "round.gbk", "--reader", "first-timer", "--plays", "2e3").out) == told
    many = gamebook("readers", "round.gbk", "--plays", "2e9")
    assert (many.code, many.err) == (2, "gamebook: --plays is at most 1,000,000,000, not 2e9\n")


@pytest.mark.usefixtures("books")
def test_points_have_no_luck(gamebook: Gamebook) -> None:
    """Three against one, and half of that at random: best play costs nothing, and nothing is said of what decides."""
    told = lines(gamebook("readers", "coins.gbk", "--reader", "best", "--reader", "random").out)
    assert told[1].endswith(" 0") and told[2].endswith(" 1")
    assert "What decides for best" not in told
    assert told[told.index("What decides for random") + 1 :][:2] == ["chapter mistakes cost", "1 1"]


def test_where_points_are_counted_only_a_defeat_is_a_loss(gamebook: Gamebook) -> None:
    text = """book "Harvest"
    aim score

=== 1
* Stay -> ending "Home" score 2
* Go
    ~ roll 1d2
        1 -> ending "Rich" score 9
        2 -> defeat "Pit"
"""
    Path("harvest.gbk").write_text(text, "utf-8")
    shown = lines(gamebook("readers", "harvest.gbk", "--reader", "random", "--survival", "--deaths").out)
    at = shown.index("How far random comes")
    assert shown[at + 1] == "chapters read goes on goes on to a defeat over, no defeat defeat"
    assert shown[at + 2 : at + 4] == ["0 100% 0% 0% 0%", "1 0% 0% 75.000% 25.000%"]
    assert "lost here: something happens there after which nothing but a defeat can be reached." in shown
    assert not [line for line in shown if "victory" in line or "win" in line]
