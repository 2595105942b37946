from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.test_worth import CASTLE

Gamebook = Callable[..., Any]


@pytest.fixture
def book(tmp_path: Path) -> None:
    (tmp_path / "castle.gbk").write_text(CASTLE, "utf-8")
    (tmp_path / "lost.gbk").write_text("=== 1\n* A -> 2\n* B -> defeat\n=== 2\n-> defeat\n", "utf-8")


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


@pytest.mark.usefixtures("book")
def test_as_text(gamebook: Gamebook) -> None:
    outcome = gamebook("worth", "castle.gbk")
    assert outcome.code == 0
    told = lines(outcome.out)
    assert told[2:4] == ["Without one thing", "without best play change random change"]
    assert "key 50.000% -33.333% 50.000% -8.333%" in told
    assert "3 The gate 50.000% -33.333% 37.500% -20.833%" in told
    assert "Best play wins as often without any one of: rope, OWL." in told
    assert "Best play wins as often without any one of the chapters: 4." in told
    assert "has at some time OWL (chapter 2)" in told
    assert "Won without luck: not possible" in told
    assert "Different ways to win (sequences of chapters): 2" in told


@pytest.mark.usefixtures("book")
def test_as_data(gamebook: Gamebook) -> None:
    found = json.loads(gamebook("worth", "castle.gbk", "--only", "item, codeword", "--json").out)
    assert [(row["kind"], row["name"]) for row in found["without"]] == [
        ("item", "key"),
        ("item", "rope"),
        ("codeword", "OWL"),
    ]
    assert found["without"][0]["loss"] == pytest.approx(1 / 3)
    assert (found["routes"], found["routes_go_round"]) == ("2", [])


@pytest.mark.usefixtures("book")
def test_a_book_that_nobody_wins(gamebook: Gamebook) -> None:
    outcome = gamebook("worth", "lost.gbk")
    assert outcome.code == 0
    assert "No play wins." in lines(outcome.out)


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("words", [("--only", "keys"), ("--only", ""), ("--hero", "SKILL=9")])
def test_nonsense(gamebook: Gamebook, words: tuple[str, ...]) -> None:
    assert gamebook("worth", "castle.gbk", *words).code == 2


def test_a_book_that_is_hardly_ever_won(gamebook: Gamebook, tmp_path: Path) -> None:
    """Chapters 2 and 3 each win one play in a thousand million, and 2 goes on to 3: without either, half is left."""
    draw = "~ random\n    1: -> victory\n    999999999: "
    (tmp_path / "tiny.gbk").write_text(f"=== 1\n* A -> 2\n* B -> 3\n=== 2\n{draw}-> 3\n=== 3\n{draw}-> defeat\n")
    told = lines(gamebook("worth", "tiny.gbk", "--only", "chapter").out)
    assert "2 <0.001% down <0.001% <0.001% down <0.001%" in told
    assert "3 <0.001% down <0.001% <0.001% down <0.001%" in told
    assert not any("as often" in line for line in told)


def test_a_number_that_is_always_0_is_no_thing(gamebook: Gamebook, tmp_path: Path) -> None:
    """A rule system declares it for books that ask for it; readers of others write it down nowhere."""
    head = "param most = 0\n\nsheet\n    number tired = 0 in 0..most\n    number gold = 1 in 0..1\n\n"
    (tmp_path / "rest.gbk").write_text(f"{head}=== 1\n~ set tired = most\n~ pay 1 gold\n-> victory\n", "utf-8")
    found = json.loads(gamebook("worth", "rest.gbk", "--only", "number", "--json").out)
    assert [row["name"] for row in found["without"]] == ["gold"]
    assert json.loads(gamebook("stats", "rest.gbk", "--json").out)["numbers"] == 1
    asked = json.loads(gamebook("worth", "rest.gbk", "--only", "number", "--set", "most=1", "--json").out)
    assert [row["name"] for row in asked["without"]] == ["tired", "gold"]
