"""Play in the studio: the page holds the moves, and a process plays them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.cli.main import run
from gamebook.errors import UsageError
from gamebook.project import Project
from gamebook.studio.bench import Bench, Json
from gamebook.studio.panels.play import advice, at, resume, review, save, sheet

DOOR = """\
book "The door"
sheet
    stat STRENGTH = 1d6
    item lantern

=== 1 The door
* Push
    ~ roll 2d6
        2-7 -> 2
        8-12 -> 3
* Knock
    ~ roll 1d6
        1-5 -> 2
        6 -> 3

=== 2 Outside
-> defeat "Shut out"

=== 3 Inside
* Look around
    ~ gain lantern
    -> 3
* Sleep -> victory
"""
PUSHED = 15 / 36
"""8 or more with two dice: 5 + 4 + 3 + 2 + 1 of 36."""
KNOCKED = 1 / 6


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    path = tmp_path / "door.gbk"
    path.write_text(DOOR)
    return Bench(Project(path), {})


def play(*moves: Json, **given: Json) -> Json:
    return {"seed": "1", "chapter": "", "hero": {"STRENGTH": 3}, "sheet": {}, "moves": list(moves), **given}


def test_what_a_play_can_begin_with(bench: Bench) -> None:
    found = sheet(bench, {})
    rows = [(row["name"], row["kind"], row["low"], row["rolled"]) for row in found["variables"]]
    assert rows == [("STRENGTH", "stat", 0, True), ("lantern", "item", 0, False)]
    assert (found["start"], found["rivals"]) == ("1", False)


def test_dice_of_ones_own(bench: Bench) -> None:
    due = at(bench, {"play": play(), "do": {"choose": 0}})
    assert due["moment"]["throws"] == [["2d6", 2, 12, ""]]
    assert sum(chance for label, chance in due["moment"]["ways"] if label == "8-12") == pytest.approx(PUSHED)
    inside = at(bench, {"play": play(*due["moves"]), "do": {"thrown": [9]}})
    assert (inside["chapter"], inside["moment"]["options"]) == ("3", ["Look around", "Sleep"])
    outside = at(bench, {"play": play(*due["moves"]), "do": {"thrown": [7]}})
    assert (outside["chapter"], outside["moment"]) == ("2", {"kind": "over", "ending": "Shut out", "ends": "defeat"})
    with pytest.raises(UsageError, match="2 to 12, not 13"):
        at(bench, {"play": play(*due["moves"]), "do": {"thrown": [13]}})


@pytest.mark.parametrize(("aim", "points"), [("win", None), ("score", 3), ("win then score", 3)])
def test_points_are_shown_where_they_count(tmp_path: Path, aim: str, points: int | None) -> None:
    path = tmp_path / "paid.gbk"
    path.write_text(f'book "Paid"\n    aim {aim}\n=== 1\n~ score +3\n* Go -> victory\n', "utf-8")
    assert at(Bench(Project(path), {}), {"play": play(hero={})})["points"] == points


def test_what_happened_is_told_once_and_all_of_it_after_an_undo(bench: Bench) -> None:
    first = at(bench, {"play": play(chapter="3")})
    assert [each["event"] for each in first["entries"]] == ["chapter"]
    looked = at(bench, {"play": play(chapter="3"), "do": {"choose": 0}, "table": first["table"], "told": 1})
    assert looked["from"] == 1
    assert [each["event"] for each in looked["entries"]] == ["choose", "change", "chapter"]
    assert ["item", "lantern", "1", None] in looked["sheet"]
    undone = at(bench, {"play": play(chapter="3"), "table": looked["table"], "told": 4})
    assert (undone["from"], undone["entries"]) == (0, first["entries"])
    assert [row[1] for row in undone["sheet"]] == ["STRENGTH"]


def test_the_same_seed_rolls_the_same_dice(bench: Bench) -> None:
    given = {"play": play(hero={}), "alone": True}
    assert at(bench, given)["entries"] == at(Bench(bench.project, {}), given)["entries"]


def test_a_sheet_of_ones_own(bench: Bench) -> None:
    found = at(bench, {"play": play(chapter="3", sheet={"lantern": 1})})
    assert [row[1] for row in found["sheet"]] == ["STRENGTH", "lantern"]
    with pytest.raises(UsageError, match="no chapter is called 4"):
        at(bench, {"play": play(chapter="4")})
    with pytest.raises(UsageError, match=r"lantern is in 0\.\.1, not 2"):
        at(bench, {"play": play(chapter="3", sheet={"lantern": 2})})


def test_a_hero_who_is_given_with_a_sheet_of_ones_own(bench: Bench) -> None:
    """The hero block knows the hero as he is given; what is put on the sheet is put there afterwards."""
    made = "hero\n    ~ if STRENGTH > 3\n        ~ gain lantern\n\n=== 1 The door"
    bench.project.edit(bench.project.main, DOOR.replace("=== 1 The door", made))
    begun = play(chapter="3", hero={"STRENGTH": 4}, sheet={"STRENGTH": "2"})
    rows = [["stat", "STRENGTH", "2", 4], ["item", "lantern", "1", None]]
    assert at(bench, {"play": begun})["sheet"] == rows
    again = resume(bench, {"text": save(bench, {"play": begun})})["play"]
    assert again == begun
    assert at(Bench(bench.project, {}), {"play": again})["sheet"] == rows


def test_the_chances_of_each_choice(bench: Bench) -> None:
    found = advice(bench, {"play": play()})
    assert found["options"] == pytest.approx([PUSHED, KNOCKED])
    assert (found["now"], found["best"], found["wins"]) == (pytest.approx(PUSHED), 0, True)


THIEF = """\
book "The thief"

=== 1 The yard
~ rival chooses "her move"
    * She bars the door
        ~ roll 1d6
            1-2 -> victory
            3-6 -> defeat
    * She sleeps -> victory
"""


def test_a_rival_may_play_her_best(bench: Bench) -> None:
    """She bars the door, whatever the lot would say; then two of six faces win."""
    bench.project.edit(bench.project.main, THIEF)
    for seed in range(4):
        found = at(bench, {"play": play(hero={}, seed=seed, rivals="best")})
        assert [move[2] for move in found["moves"]] == ["She bars the door"]
    asked = at(bench, {"play": play(hero={}, rivals="ask")})
    assert asked["moment"]["owner"] == "rival"


def test_a_play_is_saved_and_taken_up_again(bench: Bench) -> None:
    due = at(bench, {"play": play(chapter="3", sheet={"lantern": "0"}), "do": {"choose": 0}})
    text = save(bench, {"play": play(*due["moves"], chapter="3", sheet={"lantern": "0"})})
    found = resume(bench, {"text": text})
    assert found["same"]
    assert found["play"] == play(*due["moves"], chapter="3", sheet={"lantern": "0"})
    again = at(bench, {"play": found["play"]})
    assert (again["sheet"], again["chapter"]) == (due["sheet"], "3")
    bench.project.edit(bench.project.main, DOOR.replace("Sleep", "Rest"))
    assert not resume(bench, {"text": text})["same"]
    with pytest.raises(UsageError, match="no saved play"):
        resume(bench, {"text": "{}"})


def test_a_play_with_settings_and_a_mode_is_taken_up_with_them(bench: Bench) -> None:
    """With `need = 0` the hero can lift the door; by `residual` a branch of its dice is known beforehand."""
    text = DOOR.replace("sheet\n", "param need = 6\nsheet\n", 1).replace(
        "* Knock", "* Lift [if STRENGTH >= need] -> 3\n* Knock"
    )
    bench.project.edit(bench.project.main, text)
    assert at(bench, {"play": play()})["moment"]["options"] == ["Push", "Knock"]
    for chosen in ({"settings": {"need": 0}}, {"settings": {"need": 0}, "mode": "expected"}):
        lifted = at(bench, {"play": play(**chosen), "do": {"choose": 1}})
        assert (lifted["chapter"], lifted["moves"][-1][2]) == ("3", "Lift")
        found = resume(bench, {"text": save(bench, {"play": play(*lifted["moves"], **chosen)})})
        assert found == {"play": play(*lifted["moves"], **chosen), "same": True}
        assert at(bench, {"play": found["play"]})["chapter"] == "3"


def test_a_large_seed_is_kept_to_the_last_digit(bench: Bench) -> None:
    text = save(bench, {"play": play(seed=str(10**400 + 1))})
    found = resume(bench, {"text": text})
    assert found["play"]["seed"] == str(10**400 + 1)
    assert at(bench, {"play": found["play"]})["moment"]["options"] == ["Push", "Knock"]


def test_gamebook_play_continues_what_the_studio_saved(
    bench: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    due = at(bench, {"play": play(chapter="3"), "do": {"choose": 0}})
    (tmp_path / "door.play.json").write_text(save(bench, {"play": play(*due["moves"], chapter="3")}))
    code = run(["play", str(tmp_path / "door.gbk"), "--resume", str(tmp_path / "door.play.json"), "--auto", "best"])
    assert (code, "victory" in capsys.readouterr().out.lower()) == (0, True)


def test_what_luck_and_what_mistakes_did(bench: Bench) -> None:
    """Knocking costs 15/36 - 1/6; the six after it is worth 1 - 1/6."""
    due = at(bench, {"play": play(), "do": {"choose": 1}})
    inside = at(bench, {"play": play(*due["moves"]), "do": {"thrown": [6]}})
    found = review(bench, {"play": play(*inside["moves"])})
    assert found["begin"] == pytest.approx(PUSHED)
    assert found["mistakes"] == pytest.approx(KNOCKED - PUSHED)
    assert found["luck"] == pytest.approx(1 - KNOCKED)
    assert (found["now"], found["rivals"], found["unclear"]) == (1, 0, 0)
    assert [(row["label"], row["best"]) for row in found["choices"]] == [("Knock", "Push")]
    lost = at(bench, {"play": play(*due["moves"]), "do": {"thrown": [1]}})
    found = review(bench, {"play": play(*lost["moves"])})
    assert (found["luck"], found["now"]) == (pytest.approx(-KNOCKED), 0)


def test_a_play_goes_on_in_a_book_that_has_changed(bench: Bench) -> None:
    due = at(bench, {"play": play(), "do": {"choose": 1}})
    bench.project.edit(bench.project.main, DOOR.replace("Knock", "Sing"))
    found = at(bench, {"play": play(*due["moves"])})
    assert (found["wholly"], found["moves"]) == (False, [])
    bench.project.edit(bench.project.main, DOOR.replace("Push", "Kick"))
    found = at(bench, {"play": play(*due["moves"])})
    assert (found["wholly"], found["moves"]) == (True, due["moves"])


def test_a_play_with_a_hero_whose_picks_are_known_is_not_asked_for_them(tmp_path: Path) -> None:
    """Such a play may come from a file that `gamebook play --hero rope` has saved."""
    path = tmp_path / "gift.gbk"
    made = "hero\n    ~ choose\n        * A rope\n            ~ gain rope\n        * None\n"
    path.write_text(f"sheet\n    item rope\n\n{made}\n=== 1\n* Climb [if rope] -> victory\n* Stay -> defeat\n")
    begun = at(Bench(Project(path), {}), {"play": play(hero={"rope": 1})})
    assert begun["chapter"] == "1"
    assert begun["moment"]["options"] == ["Climb", "Stay"]


def test_a_change_of_an_initial_value_is_told(tmp_path: Path) -> None:
    path = tmp_path / "nerve.gbk"
    path.write_text("sheet\n    stat NERVE = 1d6 in 0..12\n=== 1\n~ initial NERVE +2\n* On -> victory\n")
    due = at(Bench(Project(path), {}), {"play": play(hero={"NERVE": 5})})
    assert {"event": "change", "changes": {"initial NERVE": [5, 7]}} in due["entries"]


def test_an_amount_has_its_name_and_no_other_number(tmp_path: Path) -> None:
    """The page shows no numbers of its own beside amounts: their keys are the amounts themselves."""
    path = tmp_path / "bet.gbk"
    path.write_text("=== 1\n~ choose bet in 2..4\n* 7 -> victory\n")
    bench = Bench(Project(path), {})
    due = at(bench, {"play": play(hero={})})
    assert due["moment"] == {
        "kind": "choice",
        "owner": "reader",
        "options": ["2", "3", "4"],
        "fight": False,
        "amount": "bet",
    }
    due = at(bench, {"play": play(hero={}), "do": {"choose": 1}})
    assert (due["moment"]["options"], "amount" in due["moment"]) == (["7"], False)


def test_being_stuck_is_no_ending_with_these_words(tmp_path: Path) -> None:
    path = tmp_path / "lock.gbk"
    path.write_text('=== 1\n* Won -> victory "soft lock"\n* On\n    * Never [if 1 = 2] -> 1\n')
    bench = Bench(Project(path), {})
    won, stuck = (at(bench, {"play": play(hero={}), "do": {"choose": each}})["moment"] for each in (0, 1))
    assert won == {"kind": "over", "ending": "soft lock", "ends": "victory"}
    assert stuck == {"kind": "over", "ending": "soft lock", "ends": "defeat", "stuck": True}
