from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Gamebook = Callable[..., Any]

COIN = """\
book "Coin"
=== 1
* Throw
    ~ random
        1: -> victory "Heads"
        1: -> defeat "Tails"
* Go home -> defeat "Home"
"""


@pytest.fixture
def coin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("coin.gbk").write_text(COIN, "utf-8")
    return "coin.gbk"


@pytest.mark.slow
def test_a_page_is_written(gamebook: Gamebook, coin: str) -> None:
    outcome = gamebook("report", coin, "-o", "coin.html")
    assert (outcome.code, outcome.out) == (0, "")
    assert "coin.html written" in outcome.err
    page = Path("coin.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "<dt>best play</dt><dd>50.000%</dd>" in page


@pytest.mark.slow
def test_without_a_file_it_is_text_or_what_is_asked_for(gamebook: Gamebook, coin: str) -> None:
    assert "\nFor whom it is hard\n" in gamebook("report", coin).out
    assert gamebook("report", coin, "--format", "markdown").out.startswith("# Coin\n")
    assert json.loads(gamebook("report", coin, "--json").out)[0]["title"] == "Coin"


@pytest.mark.slow
def test_of_a_book_too_large_to_solve_what_is_known_is_told(gamebook: Gamebook, coin: str) -> None:
    """The random reader wins with 1/4."""
    outcome = gamebook("report", coin, "--limit-states", "1")
    assert outcome.code == 3
    assert "too large to be solved within the limits" in outcome.out
    (line,) = [line for line in outcome.out.splitlines() if line.endswith("Heads")]
    low, high = (float(each.rstrip("%")) for each in line.split()[1:4:2])
    assert low < 25 < high and high - low < 3


RIVAL = """\
book "Gate"
sheet
    number n = 0 in 0..9

=== 1
~ n +1d6
~ rival chooses "her move"
    * She bars the door -> defeat
    * She waits -> victory
"""


@pytest.mark.slow
def test_nothing_simulated_stands_for_the_random_reader_where_there_is_a_rival(gamebook: Gamebook, coin: str) -> None:
    """A rival who plays well bars the door, always; one who chooses by lot waits in half of the plays."""
    Path("gate.gbk").write_text(RIVAL, "utf-8")
    assert json.loads(gamebook("solve", "gate.gbk", "--json").out)["uniform"] == {"low": 0.0, "high": 0.0}
    for book, told in ((coin, True), ("gate.gbk", False)):
        outcome = gamebook("report", book, "--limit-states", "1")
        assert (outcome.code, "random reader (with 99% confidence):" in outcome.out) == (3, told)
        found = json.loads(gamebook("solve", book, "--limit-states", "1", "--json").out)
        assert (found["uniform"], found["sample"] is not None) == (None, told)
        assert not told or found["sample"]["low"] < 0.25 < found["sample"]["high"]


@pytest.mark.slow
def test_numbers_to_change_for_a_target(gamebook: Gamebook, coin: str) -> None:
    """Two of three throws are heads if the weight of heads is 2."""
    outcome = gamebook("report", coin, "--target", "67%")
    assert "\nWhich numbers to change for the target\n" in outcome.out
    (line,) = [line for line in outcome.out.splitlines() if line.startswith("1 row 1 1 → 2")]
    assert line.split()[-2:] == ["66.667%", "0.333%"]
    assert gamebook("report", coin, "--target", "much").code == 2


ROAD = """\
book "Road"
=== 1
~ random
    3: -> 2
    1: -> defeat

=== 2
-> 3

=== 3
~ random
    1: -> victory
    1: -> defeat
"""


def test_up_to_a_chapter(gamebook: Gamebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("road.gbk").write_text(ROAD, "utf-8")
    told = gamebook("report", "road.gbk", "--until", "2").out
    assert "Coming to 2 counts as the win, and nothing else." in told
    assert "best play: 75.000%" in told and "37.500%" not in told
    assert "Endings   2: 1 victory, 1 defeat, 0 others" in told  # the book's own victory lies beyond
    (slope,) = [line for line in told.splitlines() if line.startswith("1 row 1")]
    assert "60.000%" not in slope and "66.667%" in slope and "80.000%" in slope  # 2 : 1 and 4 : 1
    outcome = gamebook("report", "road.gbk", "--until", "2", "--baseline", "road.gbk")
    assert outcome.code == 2
    assert "baseline" in outcome.err
    assert gamebook("report", "road.gbk", "--until", "7").code == 2


def test_a_name_that_no_format_has(gamebook: Gamebook, coin: str) -> None:
    outcome = gamebook("report", coin, "-o", "coin.docx")
    assert outcome.code == 2
    assert "coin.docx: the name of a report must end in .txt, .json, .csv, .md, .html or .pdf" in outcome.err


def test_the_older_version_goes_by_the_name_that_was_given(gamebook: Gamebook, coin: str) -> None:
    (Path(coin).parent / "older.gbk").write_text(Path(coin).read_text("utf-8"), "utf-8")
    told = gamebook("report", coin, "--quick", "--baseline", "older.gbk").out
    assert f"\nOld: older.gbk\nNew: {coin}\n" in told
    assert "The book is large" not in told  # it is not: --quick was asked for


def test_the_baseline_is_not_replaced(gamebook: Gamebook, coin: str) -> None:
    assert gamebook("solve", coin, "-o", "old.json").code == 0
    before = Path("old.json").read_bytes()
    order = ("report", coin, "--quick", "--baseline", "old.json", "-o", "old.json")
    outcome = gamebook(*order)
    assert outcome.code == 2
    assert "old.json is what the book is compared with; choose another name with -o, or overwrite" in outcome.err
    assert Path("old.json").read_bytes() == before
    assert gamebook(*order, "--force").code == 0
    assert Path("old.json").read_bytes() != before
