"""The map, as a page asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.errors import BookHasErrors, UsageError
from gamebook.project import Project
from gamebook.studio.bench import Bench
from gamebook.studio.panels.map import difference, layout, values

DICE = """\
book "Dice"

=== 1 The dice
~ roll 1d6
    1-2 -> 2
    3-6 -> 3

=== 2 The door
* Knock -> 4
* Leave -> defeat "Away"

=== 3 The pit
-> defeat "Dead"

=== 4 The end
-> victory
"""


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    path = tmp_path / "dice.gbk"
    path.write_text(DICE)
    return Bench(Project(path), {})


def test_colours_say_what_the_dice_say(bench: Bench) -> None:
    """Worked by hand: 2 of 6 faces win; the other 4 lose in chapter 1, by its roll."""
    found = values(bench, {})
    worth = {name: words for name, (_, _, words) in found["chapters"]["value"].items()}
    assert worth == {"1": "33%", "2": "100%", "3": "0%", "4": "100%"}
    traffic = {name: words for name, (_, _, words) in found["chapters"]["traffic"].items()}
    assert traffic == {"1": "100%", "2": "33%", "3": "67%", "4": "33%"}
    lines = {(source, target): often for source, target, often in found["lines"]}
    assert lines == pytest.approx(
        {("1", "2"): 1 / 3, ("1", "3"): 2 / 3, ("2", "4"): 1 / 3, ("3", "Dead"): 2 / 3, ("4", "victory"): 1 / 3}
    )
    assert ["2", "4"] in found["route"]
    assert ["1", "3"] not in found["route"]
    assert found["scales"]["value"][0::2] == ("0%", "100%")


def test_luck_lies_where_dice_decide(bench: Bench) -> None:
    """There is one roll, in chapter 1: all luck is there."""
    luck = {name: words for name, (_, _, words) in values(bench, {})["chapters"]["luck"].items()}
    assert luck == {"1": "100%", "2": "0%", "3": "0%", "4": "0%"}


def test_what_an_edit_moves_is_told_as_a_difference(bench: Bench) -> None:
    """Five faces of six win instead of two: half of all plays."""
    assert difference(bench, {})["chapters"] == {}
    bench.project.edit(bench.project.main, DICE.replace("1-2 -> 2\n    3-6", "1-5 -> 2\n    6"))
    found = difference(bench, {})
    assert {name: words for name, (_, _, words) in found["chapters"].items()} == {"1": "+50%"}
    assert found["scale"][0::2] == ("−50%", "+50%")
    bench.project.edit(bench.project.main, DICE.replace("-> 4", "-> 7"))
    with pytest.raises(UsageError, match="errors"):
        difference(bench, {})


@pytest.mark.parametrize(("won", "lost", "says"), [(9_999_999, 1, ">99%"), (1, 9_999_999, "<1%")])
def test_a_difference_of_almost_all_or_nothing_has_no_sign(bench: Bench, won: int, lost: int, says: str) -> None:
    """With one, `->99%` would be an arrow."""
    pit = f"~ random\n    {won}: -> 4\n    {lost}: -> defeat"
    bench.project.edit(bench.project.main, DICE.replace('-> defeat "Dead"', pit))
    found = difference(bench, {})
    assert found["chapters"]["3"][2] == f"up {says}"
    assert found["scale"][0::2] == (f"down {says}", f"up {says}")


PARTS = DICE.replace("\n=== 2", "\n// --- The house\n\n=== 2").replace("\n=== 3", "\n// --- Below\n\n=== 3")


def test_a_part_that_is_closed_is_one_box(bench: Bench) -> None:
    """Chapter 2 is the house; 3 and 4 lie below. Endings of what is closed are not shown."""
    bench.project.edit(bench.project.main, PARTS)
    found = layout(bench, {"closed": ["Below"]})
    assert [(each["name"], each["kind"]) for each in found["spots"]] == [
        ("1", "chapter"),
        ("2", "chapter"),
        ("Below", "part"),
        ("Away", "ending"),
    ]
    below = next(each["id"] for each in found["spots"] if each["kind"] == "part")
    assert found["inside"] == {"3": below, "4": below}
    assert sorted((line["source"], line["target"]) for line in found["lines"]) == [
        ("1", "2"),
        ("1", "Below"),
        ("2", "Away"),
        ("2", "Below"),
    ]
    assert layout(bench, {})["key"] != found["key"]


@pytest.mark.slow
def test_a_map_that_the_page_has_is_not_sent_again(bench: Bench) -> None:
    first = layout(bench, {})
    assert {spot["name"] for spot in first["spots"] if spot["kind"] == "chapter"} == {"1", "2", "3", "4"}
    assert layout(bench, {"known": first["key"]}) == {"key": first["key"], "says": first["says"]}
    bench.project.edit(bench.project.main, DICE.replace("1-2 -> 2\n    3-6", "1-5 -> 2\n    6"))
    changed = layout(bench, {"known": first["key"]})
    assert changed["key"] == first["key"], "other chances are no other structure"
    assert changed["says"] != first["says"], "but what pointers tell is new"
    bench.project.edit(bench.project.main, DICE.replace("* Knock", "* Wait -> 1\n* Knock"))
    assert layout(bench, {"known": first["key"]})["key"] != first["key"]


def test_a_map_whose_chapters_are_in_other_parts_now_is_sent_again(bench: Bench) -> None:
    first = layout(bench, {})
    assert "Below" not in {spot["part"] for spot in first["spots"]}
    bench.project.edit(bench.project.main, DICE.replace("=== 3", "// --- Below\n\n=== 3"))
    changed = layout(bench, {"known": first["key"]})
    assert {spot["name"] for spot in changed["spots"] if spot["part"] == "Below"} == {"3", "4"}
    bench.project.edit(bench.project.main, DICE.replace("=== 3", "// --- Under\n\n=== 3"))
    assert layout(bench, {"known": changed["key"]})["key"] not in (first["key"], changed["key"])


def test_chapters_that_are_not_written_are_on_the_map(bench: Bench) -> None:
    bench.project.edit(bench.project.main, DICE.replace("* Knock -> 4", "* Knock -> 7"))
    kinds = {spot["name"]: spot["kind"] for spot in layout(bench, {})["spots"]}
    assert (kinds["7"], kinds["2"]) == ("missing", "chapter")


def test_a_book_with_other_errors_has_no_map(bench: Bench) -> None:
    bench.project.edit(bench.project.main, DICE.replace("~ roll 1d6", "~ rool 1d6"))
    with pytest.raises(BookHasErrors):
        layout(bench, {})
