from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamebook import solve

Gamebook = Callable[..., Any]

# Fight with 2 swords of 3 or more courage, hide otherwise: worth courage * swords / 12 against 1/2.
DARE = """book "Dare"
    use plain

sheet
    number courage = 1d4
    number swords  = 1d3

=== 1
~ choose "dare"
    * Fight
        ~ random
            courage * swords: -> victory
            12 - courage * swords: -> defeat
    * Hide
        ~ random
            1: -> victory
            1: -> defeat
"""


@pytest.fixture
def dare(tmp_path: Path) -> str:
    (tmp_path / "dare.gbk").write_text(DARE, "utf-8")
    return "dare.gbk"


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_options_by_two_values(gamebook: Gamebook, dare: str) -> None:
    shown = lines(gamebook("solve", dare, "--table", "dare: courage by swords").out)
    assert shown == [
        "dare: what best play does",
        r"courage \ swords 1 2 3",
        "1 Hide Hide Hide",
        "2 Hide Hide Fight",
        "3 Hide Fight Fight",
        "4 Hide Fight Fight",
    ]


def test_a_threshold_by_one_value(gamebook: Gamebook, dare: str) -> None:
    shown = lines(gamebook("solve", dare, "--table", "dare: 4 - swords, least courage for Fight").out)
    assert shown[1:5] == ["4 - swords", "1 2", "2 3", "3 5"]  # with one sword never: one more than the greatest
    assert shown[5] == "Best play is a threshold rule: Fight from these values on, and not below them."
    shown = lines(gamebook("solve", dare, "--table", "dare: swords, least courage mod 3 for Fight").out)
    assert shown[-1].startswith("Best play is not a threshold rule: ")


def test_where_best_play_never_comes(gamebook: Gamebook, dare: str) -> None:
    Path(dare).write_text(DARE.replace("=== 1\n", "=== 1\n~ if courage = 4\n    -> victory\n"), "utf-8")
    assert "(" not in gamebook("solve", dare, "--table", "dare: courage by swords").out
    text = DARE.replace("=== 1\n", "=== 1\n* Go home [if courage = 4] -> victory\n* Stay\n")
    Path(dare).write_text(text, "utf-8")
    shown = lines(gamebook("solve", dare, "--table", "dare: courage by swords").out)
    assert "4 (Hide) (Fight) (Fight)" in shown  # a courage of 4 goes home, at once
    assert shown[-1] == "In brackets: never reached with best play."


def test_a_large_book_is_listed_whole(gamebook: Gamebook, dare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solved in arrays, only the states that best play comes to would be in the table."""
    page = DARE.replace("=== 1\n", "=== 1\n* Go home [if courage = 4] -> victory\n* Stay\n")
    Path(dare).write_text(page, "utf-8")
    asked = ("solve", dare, "--table", "dare: courage by swords")
    small = gamebook(*asked).out
    monkeypatch.setattr("gamebook.verbs.solving.LISTED", 0)
    assert gamebook(*asked).out == small
    with pytest.raises(ValueError, match="whole=True"):
        solve(dare).table("dare: courage by swords")


@pytest.mark.slow
def test_files(gamebook: Gamebook, dare: str) -> None:
    table = ("--table", "dare: courage by swords, least courage for Fight")
    for name in ("t.csv", "t.svg", "t.txt", "t.png", "t.pdf"):
        outcome = gamebook("solve", dare, *table, "-o", name)
        assert (outcome.code, outcome.out) == (0, "")
    assert Path("t.csv").read_text("utf-8").splitlines()[0] == "courage \\ swords,1,2,3"
    drawn = Path("t.svg").read_text("utf-8")
    assert len(re.findall(r'<g id="patch_\d+">', drawn)) - 2 == 12  # beside the sheet and the axes
    assert "the least courage for Fight" in drawn
    assert Path("t.png").read_bytes().startswith(b"\x89PNG")
    assert Path("t.pdf").read_bytes().startswith(b"%PDF")
    assert gamebook("solve", dare, *table, "-o", "t.xls").code == 2


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("dare", "a table is DECISION: ROWS by COLUMNS, least VALUE for OPTION, not dare"),
        ("dair: courage", "the reader has no decision dair; did you mean dare?"),
        ("dare: curage", "no value is called curage; did you mean courage?"),
        ("dare: courage +", "courage + cannot be read as a value"),
        ("dare: 1d6", "1d6: only names of the sheet, numbers and arithmetic are allowed"),
        ("dare: courage, least swords for Fihgt", "dare has no option Fihgt; did you mean Fight?"),
    ],
)
def test_what_cannot_be_asked(gamebook: Gamebook, dare: str, wanted: str, said: str) -> None:
    outcome = gamebook("solve", dare, "--table", wanted)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"gamebook: {said}\n"
