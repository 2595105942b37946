"""`gamebook sensitivity`, on books worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from gamebook.analysis import too_large
from gamebook.tasks import Alone, Failure

Gamebook = Callable[..., Any]

# At random half of the plays go left, where 1 in 4 wins; best play goes right, where 3 in 4 do.
DOORS = """book "Doors"

sheet
    number gold = 1 in 0..2

=== 1
* Left -> 2
* Right -> 3
* Bribe [if gold >= 2] -> victory

=== 2
~ random
    1: -> victory
    3: -> defeat

=== 3
~ random
    3: -> victory
    1: -> defeat
"""


@pytest.fixture(autouse=True)
def book(tmp_path: Path) -> Path:
    path = tmp_path / "doors.gbk"
    path.write_text(DOORS, "utf-8")
    return path


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def test_a_change_of_one_in_a_thousand_million(gamebook: Gamebook, tmp_path: Path) -> None:
    """Without row 2 the book is always won; a weight of 2 loses as much again: both are 1e-9, and no rounding."""
    book = 'book "Near"\n=== 1\n~ random\n    999999999: -> victory\n    1: -> defeat\n'
    (tmp_path / "near.gbk").write_text(book, "utf-8")
    told = lines(gamebook("sensitivity", "near.gbk", "--all").out)
    assert "1 row 2 1 up <0.001% down <0.001% 100% >99.999% down <0.001%" in told


def test_numbers_by_hand(gamebook: Gamebook) -> None:
    """With 2 gold the bribe always wins; one row more in chapter 2 makes 2/5 of 1/4 for half of the plays."""
    outcome = gamebook("sensitivity", "doors.gbk", "--reader", "random")
    assert outcome.code == 0
    told = lines(outcome.out)
    assert told[0].startswith("random wins with chance 50.000%")
    assert "start gold 1 – – 50.000% 66.667% –" in told
    assert "2 row 1 1 -12.500% +7.500% 37.500% 57.500% +9.375%" in told
    assert "1 if gold 2 +16.667% 0% 66.667% 50.000% –" in told
    assert "Not shown: 2 numbers not looked at" in outcome.out


def test_best_play(gamebook: Gamebook) -> None:
    told = lines(gamebook("sensitivity", "doors.gbk", "--all").out)
    assert "2 row 1 1 0% 0% – – 0%" in told
    assert "3 row 2 1 +25.000% -15.000% 100% 60.000% -18.750%" in told


def test_as_data(gamebook: Gamebook) -> None:
    found = json.loads(gamebook("sensitivity", "doors.gbk", "--number", "3 row 1", "--json").out)
    (number,) = found["numbers"]
    assert (number["address"], number["now"], number["kind"], number["visits"]) == ("3 row 1", 3, "weight", 1)
    assert DOORS[number["start"]] == "3"
    assert number["slope"] == pytest.approx(1 / 16)
    assert [change["value"] for change in number["changes"]] == [2, 4]
    assert number["changes"][0]["on_arrival"] == pytest.approx(2 / 3 - 3 / 4)
    assert number["changes"][0]["solved"]["low"] == pytest.approx(2 / 3)


def test_a_number_of_the_whole_book(gamebook: Gamebook) -> None:
    told = lines(gamebook("sensitivity", "doors.gbk", "--number", "most gold").out)
    assert "most gold 2 – – 75.000% 75.000%" in told


def test_a_value_that_the_book_does_not_allow(gamebook: Gamebook, book: Path) -> None:
    book.write_text(DOORS.replace("gold = 1 in", "gold = 2 in"), "utf-8")
    told = lines(gamebook("sensitivity", "doors.gbk").out)
    assert "start gold 2 – – 75.000% –" in told
    assert "start gold 3: the book would have an error: gold starts outside its range 0..2" in told


def test_a_book_without_numbers(gamebook: Gamebook, book: Path) -> None:
    book.write_text("=== 1\n-> victory\n", "utf-8")
    outcome = gamebook("sensitivity", "doors.gbk")
    assert outcome.code == 0
    assert lines(outcome.out) == ["best wins with chance 100% (always)", "No number of this book matters."]


def test_no_such_number(gamebook: Gamebook) -> None:
    outcome = gamebook("sensitivity", "doors.gbk", "--number", "2 row 9")
    assert outcome.code == 2
    assert "no number has the address 2 row 9" in outcome.err


def test_a_limit(gamebook: Gamebook) -> None:
    outcome = gamebook("sensitivity", "doors.gbk", "--limit-states", "1")
    assert outcome.code == 3
    assert "states" in outcome.err


def test_a_changed_book_that_is_not_solved(gamebook: Gamebook, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(_crew: Alone, _work: object, tasks: Sequence[object]) -> Iterator[tuple[object, Failure]]:
        return ((task, Failure("the cluster has gone")) for task in tasks)

    monkeypatch.setattr(Alone, "__call__", lose)
    outcome = gamebook("sensitivity", "doors.gbk", "--jobs", "1")
    assert outcome.code == 3
    assert outcome.err == "gamebook: not every changed book was solved: the cluster has gone\n"
    assert "the cluster has gone" in outcome.out


def test_points(gamebook: Gamebook, book: Path) -> None:
    book.write_text('book "P"\n    aim score\n\n=== 1\n~ score 3\n-> victory\n', "utf-8")
    told = lines(gamebook("sensitivity", "doors.gbk").out)
    assert told[0].startswith("best earns 3 points")
    assert "1 score 3 -1 +1 2 4" in told


def test_the_way_to_a_chapter(gamebook: Gamebook) -> None:
    """Half of the plays come to chapter 3; with 2 gold one in three, for a bribe is open, too."""
    told = lines(gamebook("sensitivity", "doors.gbk", "--reader", "random", "--until", "3", "--all").out)
    assert told[0].startswith("random wins with chance 50.000%")
    assert "start gold 1 – – 50.000% 33.333%" in [line.removesuffix(" –") for line in told]
    assert "1 if gold 2 -16.667% 0% 33.333% 50.000%" in [line.removesuffix(" –") for line in told]
    assert any(
        line.startswith("–: not computed. A number that holds for the whole book (start, ranges, when,")
        for line in told
    )
    assert gamebook("sensitivity", "doors.gbk", "--until", "7").code == 2


TIDE = """book "Tide"

sheet
    number tide = 5 in 0..5

=== 1
* Run
    ~ tide -1
    -> 2
* Walk
    ~ tide -3
    -> 2

=== 2
~ tide -1
~ if tide <= 3
    -> victory
-> defeat
"""


def test_a_change_that_costs_only_who_does_not_expect_it(gamebook: Gamebook, book: Path) -> None:
    """With `tide -0` whoever ran drowns, at 4; who knows of it from the start walks, to 2."""
    book.write_text(TIDE)
    outcome = gamebook("sensitivity", "doors.gbk")
    assert "2 change tide 1 -100% 0% 100% 100%" in lines(outcome.out)
    assert (
        "2 change tide: who knows of the change from the start plays in another way and loses nothing." in outcome.out
    )
    assert "from the start plays" not in gamebook("sensitivity", "doors.gbk", "--reader", "random").out


def test_a_book_that_is_hardly_ever_won(gamebook: Gamebook, book: Path) -> None:
    """One draw in a thousand million wins: with the weight 0 none does, with 2 twice as many do."""
    book.write_text("=== 1\n~ random\n    1: -> victory\n    999999999: -> defeat\n")
    assert "1 row 1 1 down <0.001% up <0.001% 0% <0.001% up <0.001%" in lines(gamebook("sensitivity", "doors.gbk").out)


@pytest.mark.slow
def test_work_ends_soon_after_the_limit_of_states(gamebook: Gamebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """A road of 300 miles, each with a state or more; of 50 that may be listed, five are found between two looks."""
    road = "sheet\n    number miles = 0 in 0..300\n\n=== 1\n~ miles +1\n* On [if miles < 300] -> 1\n* Rest -> victory\n"
    Path("road.gbk").write_text(f'book "Road"\n\n{road}', "utf-8")
    counts: list[int] = []
    monkeypatch.setattr(too_large, "listed_apart", lambda count: counts.append(count) or "")
    outcome = gamebook("sensitivity", "road.gbk", "--limit-states", "50")
    assert (outcome.code, "has more than 50 states" in outcome.err) == (3, True)
    assert 50 < counts[0] < 70


@pytest.mark.slow
def test_changes_of_a_chapter_that_is_read_again_are_sums(gamebook: Gamebook, tmp_path: Path) -> None:
    """Two visits a play; with 1 more, one of them wins 3/5 in place of 1/2, as long as who rolls again has 1/2."""
    text = "=== 1\n~ random\n    1: -> victory\n    1: -> defeat\n    2: -> 1\n"
    (tmp_path / "again.gbk").write_text(text, "utf-8")
    told = lines(gamebook("sensitivity", "again.gbk").out)
    assert "1 row 1 1 -33.333% +20.000% 0% 66.667% +25.000%" in told
    assert any(line.startswith("A chapter here is read more than once in a play") for line in told)
    once = gamebook("sensitivity", "doors.gbk", "--reader", "random").out
    assert "more than once" not in once


def test_a_value_with_which_a_reader_could_be_stuck(gamebook: Gamebook, book: Path) -> None:
    """There is no chapter 31, and none with the number 33: nothing is said of what such a book is worth."""
    sheet = 'book "Key"\n\nsheet\n    number key = 0 in 0..9\n'
    start = "=== 1\n~ set key = 2\n~ roll 1d2\n    1 -> 30\n    2 -> victory\n"
    book.write_text(f"{sheet}\n{start}\n=== 30\n-> (30 + key)\n\n=== 32\n~ victory\n", "utf-8")
    told = lines(gamebook("sensitivity", "doors.gbk").out)
    assert "1 set key 2 – – – –" in told
    assert "1 set key 1: the book would have an error: a reader could be stuck in chapter 30" in told
