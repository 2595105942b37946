from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.support.small_games import DOORS

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

RARE = """book "Rare gold"
    aim score

=== 1
~ random
    999: -> 2
    1: -> 3

=== 2
~ defeat "Nothing"

=== 3
~ victory "Gold" score 1000
"""


@pytest.fixture
def toss(tmp_path: Path) -> str:
    (tmp_path / "toss.gbk").write_text(TOSS, "utf-8")
    return "toss.gbk"


@pytest.mark.parametrize(("policy", "chance"), [("best", 0.75), ("random", 0.5), ("tails", 0.25)])
def test_policies(gamebook: Gamebook, toss: str, policy: str, chance: float) -> None:
    found = json.loads(gamebook("simulate", toss, "--plays", "1e5", "--policy", policy, "--json").out)
    victory = next(row for row in found["endings"] if row["ending"] == "victory")
    assert victory["exactly"] == (pytest.approx(chance) if policy == "best" else None)
    assert abs(victory["value"] - chance) < 0.012  # eight standard deviations
    assert victory["low"] < victory["value"] < victory["high"]


PAID = """book "Paid"
    aim win then score
=== 1
~ score +1
* Gamble
    ~ score 2d6
    -> 2
* Wait -> 2
=== 2
~ roll 1d6
    1-5 -> 3
    6 -> defeat
=== 3
* Take it -> victory "Paid" score 2
* Leave -> victory
"""


@pytest.mark.parametrize("aim", ["score", "win then score"])
def test_points_stand_beside_the_exact_ones(gamebook: Gamebook, tmp_path: Path, aim: str) -> None:
    """1 at the start, 7 on average for the gamble, and 2 in five of six plays."""
    (tmp_path / "paid.gbk").write_text(PAID.replace("win then score", aim), "utf-8")
    outcome = gamebook("simulate", "paid.gbk", "--plays", "1e5")
    assert re.search(r"9\.\d+ +9\.\d+ to 9\.\d+ +9\.66667 +inside +points\n", outcome.out)
    points = json.loads(gamebook("simulate", "paid.gbk", "--plays", "1e5", "--json").out)["points"]
    assert points["exactly"] == pytest.approx(1 + 7 + 2 * 5 / 6)
    assert points["low"] < points["exactly"] < points["high"]


def test_chapters_and_choices(gamebook: Gamebook, toss: str) -> None:
    words = ("simulate", toss, "--plays", "1000", "--policy", "tails", "--seed", "2")
    outcome = gamebook(*words, "--coverage")
    assert outcome.code == 0
    assert outcome.out.startswith("1,000 plays with tails, seed 2\n")
    assert "1 of 1 chapters entered, 1 of 2 options taken." in outcome.out
    assert "Never open" not in outcome.out
    assert "Open and never taken: “Heads” in 1" in outcome.out  # the book has it open, the strategy leaves it out
    assert "1,000      0     never  1        Heads\n" in outcome.out
    assert "1,000  1,000         1  1        Tails\n" in outcome.out
    found = json.loads(gamebook(*words, "--json").out)
    assert [(row["label"], row["taken"], row["first_play"]) for row in found["choices"]] == [
        ("Heads", 0, None),
        ("Tails", 1000, 1),
    ]
    assert found["chapters"] == [
        {"chapter": "1", "title": "", "entered": 1000, "plays": 1000, "ended": 1000, "first_play": 1}
    ]
    assert found["lengths"]["chapters"] == {"mean": 1.0, "tenth": 1, "median": 1, "ninetieth": 1}


def test_one_play_again(gamebook: Gamebook, toss: str) -> None:
    words = ("simulate", toss, "--policy", "random", "--seed", "4")
    won = json.loads(gamebook(*words, "--plays", "5", "--json").out)["endings"][0]["plays"]
    plays = [json.loads(gamebook(*words, "--replay", str(number), "--json").out) for number in range(1, 6)]
    assert sum(play["ending"] == "victory" for play in plays) == won
    assert plays[0]["steps"][0] == {"chapter": "1", "choice": None, "sheet": {}}
    told = gamebook(*words, "--replay", "3").out.splitlines()
    assert told[0] == "Play 3 with random, seed 4"
    assert told[2:] == ["1", f"  * {plays[2]['steps'][1]['choice']}", plays[2]["ending"]]


def test_time_is_up(gamebook: Gamebook, toss: str) -> None:
    outcome = gamebook("simulate", toss, "--policy", "random", "--plays", "1e12", "--timeout", "0.1")
    assert outcome.code == 0
    assert " plays with random, seed 1\n" in outcome.out
    plays = outcome.out.partition(" plays with")[0]
    assert f"gamebook: the time was over after {plays} of 1,000,000,000,000 plays\n" in outcome.err
    assert "the time was over" not in gamebook("simulate", toss, "--policy", "random", "--plays", "10").err


WELL = """=== road
* On -> well
* Home -> victory

=== well
-> ladder

=== ladder
* Up -> well
* Up again -> well
"""
# There is but one step in the pit: nothing is chosen in these rounds.
PIT = """=== road
* On -> pit
* Home -> victory

=== pit
~ repeat until 1 = 2
    ~ roll 1d2 as d
-> victory
"""


@pytest.mark.parametrize(("text", "loop"), [(WELL, "well, ladder"), (PIT, "pit")])
def test_plays_that_never_end_are_the_reason(
    gamebook: Gamebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, loop: str
) -> None:
    monkeypatch.setattr("gamebook.solver.sample.MOST_UNFINISHED", 10)
    (tmp_path / "round.gbk").write_text(text, "utf-8")
    outcome = gamebook("simulate", "round.gbk", "--policy", "random", "--plays", "1000", "--json")
    told = json.loads(outcome.out)
    assert (outcome.code, told["unfinished"], set(told["loop"])) == (0, 10, set(loop.split(", ")))
    assert "the time was over" not in outcome.err
    names = ", ".join(told["loop"])
    where = f"chapter{'s' if ',' in names else ''} {names}"
    why = f"10 plays that did not end were stopped; they go round in {where}: no more plays were begun"
    assert f"gamebook: {why} after {told['plays']} of 1,000 plays\n" in outcome.err
    assert gamebook("simulate", "round.gbk", "--policy", "random", "--plays", "4", "--json").code == 0


@pytest.mark.parametrize("policy", ["random", "best"])
def test_interrupted(gamebook: Gamebook, toss: str, policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played up to Ctrl-C is told; who has been interrupted is told so by the exit code."""
    monkeypatch.setattr("gamebook.cli.simulate.stoppable", lambda job: nullcontext(job.finish()))
    outcome = gamebook("simulate", toss, "--policy", policy, "--plays", "1e12")
    assert outcome.code == 130
    assert f" with {policy}, seed 1\n" in outcome.out


def test_a_rival_chooses_by_lot(gamebook: Gamebook, tmp_path: Path) -> None:
    (tmp_path / "duel.gbk").write_text(
        '=== 1\n~ rival chooses "her move"\n    * Spare -> victory\n    * Strike -> defeat\n', "utf-8"
    )
    outcome = gamebook("simulate", "duel.gbk", "--policy", "random", "--plays", "1000", "--coverage")
    assert "Rivals chose at random" in outcome.out
    assert "Spare (rival)" in outcome.out


def test_what_is_counted_in_fights_says_so(gamebook: Gamebook, tmp_path: Path) -> None:
    fight = 'book "Wolf"\n    use fighting-fantasy\n\n=== 1\n~ fight "Wolf" SKILL 6 STAMINA 2\n-> victory\n'
    (tmp_path / "wolf.gbk").write_text(fight, "utf-8")
    told = gamebook("simulate", "wolf.gbk", "--policy", "random", "--plays", "100").out
    assert "options taken, with those in fights and at any time." in told
    assert "\ndecisions, with those in fights " in told


def test_one_screen(gamebook: Gamebook, toss: str) -> None:
    outcome = gamebook("simulate", toss, "--plays", "20000", "--seed", "5", "--confidence", "0.999999")
    assert outcome.code == 0
    assert outcome.out.startswith("20,000 plays with best, seed 5\n")
    assert "75.000%  inside  victory" in outcome.out
    assert outcome.err.endswith("plays a second\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--plays", "many"), "--plays needs a whole number"),
        (("--plays", "0"), "--plays needs a whole number"),
        (("--plays", "inf"), "--plays needs a whole number"),
        (("--policy", "edge"), "there is no strategy edge"),
        (("--hero", "SKILL=9"), "SKILL"),
        (("--hero", "SKILL=9", "--policy", "random"), "SKILL"),
        (("--coverage",), "--policy random"),
        (("--replay", "1"), "--policy random"),
    ],
)
def test_what_goes_wrong(gamebook: Gamebook, toss: str, words: tuple[str, ...], said: str) -> None:
    outcome = gamebook("simulate", toss, *words)
    assert outcome.code == 2
    assert said in outcome.err


def test_too_large(gamebook: Gamebook, toss: str) -> None:
    assert gamebook("simulate", toss, "--limit-states", "1").code == 3
    assert gamebook("simulate", toss, "--limit-states", "1", "--policy", "random", "--plays", "10").code == 0


def test_plays_after_practice(gamebook: Gamebook, toss: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has practised always takes heads; a play that is played again ends as it did."""
    monkeypatch.setattr("gamebook.solver.practice.ROUND", 20_000)
    words = ("simulate", toss, "--policy", "practised", "--seed", "4")
    told = gamebook(*words, "--plays", "1000", "--coverage")
    assert told.code == 0
    assert told.out.startswith("1,000 plays with good play after 1 round of practice, seed 4\n")
    assert "Open and never taken: “Tails” in 1" in told.out
    won = json.loads(gamebook(*words, "--plays", "5", "--json").out)["endings"][0]["plays"]
    plays = [json.loads(gamebook(*words, "--replay", str(number), "--json").out) for number in range(1, 6)]
    assert sum(play["ending"] == "victory" for play in plays) == won
    assert {play["steps"][1]["choice"] for play in plays} == {"Heads"}
    more = gamebook(*words, "--practice", "2", "--replay", "1").out
    assert more.startswith("Play 1 with good play after 2 rounds of practice, seed 4\n")


def test_rivals_who_have_practised_are_named(
    gamebook: Gamebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamebook.solver.practice.ROUND", 20_000)
    (tmp_path / "doors.gbk").write_text(DOORS.rpartition("By hand")[0], "utf-8")
    words = ("simulate", "doors.gbk", "--plays", "100", "--policy")
    assert "Rivals have practised, too." in gamebook(*words, "practised").out
    assert json.loads(gamebook(*words, "practised", "--json").out)["rivals"] == "by practice"
    assert "Rivals chose at random among their open options." in gamebook(*words, "uniform").out


def test_no_time_to_practise(gamebook: Gamebook, toss: str) -> None:
    outcome = gamebook("simulate", toss, "--policy", "practised", "--timeout", "0")
    assert outcome.code == 3
    assert "the first round of practice was not over" in outcome.err


def test_ctrl_c_while_practising(gamebook: Gamebook, toss: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.cli.simulate.stoppable", lambda job: nullcontext(job.finish()))
    outcome = gamebook("simulate", toss, "--policy", "practised")
    assert outcome.code == 130
    assert "the first round of practice was not over" in outcome.err


def test_practice_is_for_victories_and_for_its_policy(gamebook: Gamebook, toss: str, tmp_path: Path) -> None:
    outcome = gamebook("simulate", toss, "--policy", "random", "--practice", "2")
    assert outcome.code == 2
    assert "--practice only works together with --policy practised" in outcome.err
    (tmp_path / "coins.gbk").write_text('book "Coins"\n    aim score\n\n=== 1\n~ score +1\n~ victory\n', "utf-8")
    outcome = gamebook("simulate", "coins.gbk", "--policy", "practised")
    assert outcome.code == 2
    assert "aim score" in outcome.err


def test_what_is_certain_is_inside(gamebook: Gamebook, tmp_path: Path) -> None:
    """Chances of endings are sums of floats: 100% may be a rounding more than 1."""
    book = tmp_path / "guard.gbk"
    book.write_text(
        """\
use fighting-fantasy
=== 1
~ fight "Brass guard" SKILL 9 STAMINA 8
    after 4 rounds -> 2
-> 2
=== 2
~ victory "Paid"
"""
    )
    run = gamebook("simulate", str(book), "--hero", "SKILL=9,STAMINA=19,LUCK=9", "--plays", "1e4")
    assert "inside" in run.out
    assert "OUTSIDE" not in run.out


@pytest.mark.parametrize(
    ("plays", "why"),
    [
        ("1e20", "--plays is at most 1,000,000,000,000, not 1e20"),
        ("1.5", "--plays needs a whole number such as 20000 or 1e6, not 1.5"),
        ("nan", "--plays needs a whole number such as 20000 or 1e6, not nan"),
    ],
)
def test_numbers_of_plays_that_cannot_be(plays: str, why: str, toss: str, gamebook: Callable[..., Any]) -> None:
    outcome = gamebook("simulate", toss, "--plays", plays)
    assert (outcome.code, outcome.err) == (2, f"gamebook: {why}\n")


@pytest.mark.parametrize("policy", ["best", "random"])
def test_points_that_no_play_earned(gamebook: Gamebook, tmp_path: Path, policy: str) -> None:
    """The true number of points is 1, and nobody is to read an interval from 0 to 0."""
    (tmp_path / "rare.gbk").write_text(RARE, "utf-8")
    asked = ("simulate", "rare.gbk", "--plays", "300", "--policy", policy)
    told = gamebook(*asked).out
    assert "0 to 0 " not in told
    assert "OUTSIDE" not in told
    assert "what comes in fewer than 1 of 57 plays may be missing" in told
    points = json.loads(gamebook(*asked, "--json").out)["points"]
    assert (points["value"], points["low"], points["high"]) == (0, None, None)
