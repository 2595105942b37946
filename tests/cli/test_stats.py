from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BOOK = """book "Small"
    use fighting-fantasy

sheet
    number gold = 2d6 in 0..12
    item   rope
    codeword RAVEN

anytime
    * Count your gold [if gold > 0]
        ~ gold -1

=== 1 The gate
Two words.
* Climb [if rope] -> 2
* Knock
    ~ test luck
        lucky -> 2
        unlucky -> 3

=== 2
~ fight "Guard" SKILL 7 STAMINA 6
~ gain rope
-> 4

=== 3
~ note RAVEN
~ roll 1d6
    1-3 -> 1
    4-6
        ~ defeat "Lost"

=== 4
~ if RAVEN
    ~ victory "Won"
~ ending "Home"

=== 5 Nowhere
-> 4
"""


SUM = """book "Sum"
sheet
    number key = 0 in 0..60

=== 1
* Take the key
    ~ set key = 7
    -> 1
* Count -> (40 + key)
* Go home -> 2

=== 2
-> defeat

=== 47
-> victory
"""


def test_a_sum_is_no_choice(gamebook: Callable[..., Any], tmp_path: Path) -> None:
    """Three choices, of six words; what happens to who comes with the wrong key is none."""
    (tmp_path / "sum.gbk").write_text(SUM, "utf-8")
    found = json.loads(gamebook("stats", "sum.gbk", "--json").out)
    assert (found["choices"], found["decisions"], found["words"]) == (3, 1, 6)


def test_what_stands_on_no_page_is_not_counted(gamebook: Callable[..., Any], tmp_path: Path) -> None:
    """Beside `may` one may do nothing, and below the answers of an `ask` one may give another: nobody wrote that."""
    text = 'book "May"\n=== 1\nOne.\n~ may "Four five"\n    Six.\n~ ask "Seven?"\n    8 -> victory\n-> defeat\n'
    (tmp_path / "may.gbk").write_text(text, "utf-8")
    found = json.loads(gamebook("stats", "may.gbk", "--json").out)
    assert (found["choices"], found["decisions"]) == (2, 2)
    before = found["words"]
    (tmp_path / "may.gbk").write_text(text.replace(' "Four five"', ' "Four"'), "utf-8")
    assert json.loads(gamebook("stats", "may.gbk", "--json").out)["words"] == before - 1


@pytest.fixture
def small(tmp_path: Path) -> str:
    (tmp_path / "small.gbk").write_text(BOOK, "utf-8")
    return "small.gbk"


def test_counts(gamebook: Callable[..., Any], small: str) -> None:
    outcome = gamebook("stats", small, "--json")
    assert outcome.code == 0
    found = json.loads(outcome.out)
    expected = {
        "title": "Small",
        "words": 4,
        "chapters": 5,
        "unreachable": 1,
        "unwritten": 0,
        "longest_chapter": "1",
        "longest_chapter_words": 4,
        "decisions": 1,
        "choices": 2,
        "victories": 1,
        "defeats": 2,
        "other_endings": 1,
        "fights": 1,
        "tests": 1,
        "rolls": 1,
        "stats": 3,
        "numbers": 1,
        "items": 1,
        "codewords": 1,
        "shortest_win": 3,
        "longest_win": 4,
        "loops": True,
    }
    assert {name: found[name] for name in expected} == expected


def test_for_people(gamebook: Callable[..., Any], small: str) -> None:
    out = gamebook("stats", small).out
    assert out.startswith("Small\nChapters  5, 1 of them unreachable\n")
    routes = "shortest way to win 3 chapters, longest at most 4, each counted once; the book contains loops"
    assert f"Routes    on the map, whatever the conditions: {routes}\n" in out


def test_dice_of_one_hero(gamebook: Callable[..., Any]) -> None:
    Path("toss.gbk").write_text("=== 1\n~ roll 1d6\n    1-3 -> 1\n    4-6 -> victory\n", "utf-8")
    found = json.loads(gamebook("stats", "toss.gbk", "--json").out)["dice"]
    assert found == {"best": pytest.approx(2), "uniform": pytest.approx(2)}
    assert "Dice      per play 2.00 with best play, 2.00 with the random reader\n" in gamebook("stats", "toss.gbk").out
    out = gamebook("stats", "toss.gbk", "--limit-states", "1").out
    assert "Dice      not counted: the book has more than 1 states; --limit-states 1000 allows more" in out
    assert "not counted: the time was over" in gamebook("stats", "toss.gbk", "--timeout", "0").out
    outcome = gamebook("stats", "toss.gbk", "--hero", "SKILL=9")
    assert (outcome.code, "SKILL" in outcome.err) == (2, True)


def test_errors(gamebook: Callable[..., Any], small: str) -> None:
    Path(small).write_text(BOOK.replace("-> 3", "-> 33"), "utf-8")
    outcome = gamebook("stats", small)
    assert (outcome.code, outcome.out) == (1, "")
    assert "GB101" in outcome.err


def test_routes_are_those_of_the_map(gamebook: Callable[..., Any], tmp_path: Path) -> None:
    """To win, one looks for the key first: 1, 2, 1; the map has a link to the victory at once."""
    path = tmp_path / "key.gbk"
    path.write_text("sheet\n    item key\n\n=== 1\n* Out [if key] -> victory\n* Look -> 2\n\n=== 2\n~ gain key\n-> 1\n")
    out = gamebook("stats", str(path)).out
    assert (
        "Routes    on the map, whatever the conditions: shortest way to win 1 chapter, longest at most 2, each " in out
    )


COIN = """sheet
    item rope, lamp

=== 1
* Toss [if not rope]
    ~ roll 1d2
        1 -> victory
        2 -> defeat
* Stay -> defeat
"""


def test_csv_has_the_numbers_of_each_line(gamebook: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "coin.gbk").write_text(COIN, "utf-8")
    rows = {row[0]: row[2:] for row in csv.reader(gamebook("stats", "coin.gbk", "--format", "csv").out.splitlines())}
    assert rows["Words"] == ["2", "2.0", "2"]
    assert rows["Choices"] == ["2", "1"]
    assert rows["Endings"] == ["2", "1", "1", "0"]
    assert rows["Sheet"] == ["0", "0", "2", "0"]
    assert rows["Dice"] == ["1.0", "0.5"]
