from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamebook.analysis import length
from gamebook.errors import OutOfTime
from gamebook.solver.solution import Played
from tests.analysis.test_length import ROUND

Gamebook = Callable[..., Any]


@pytest.fixture
def book(tmp_path: Path) -> None:
    (tmp_path / "round.gbk").write_text(ROUND, "utf-8")


@pytest.mark.usefixtures("book")
def test_as_text(gamebook: Gamebook) -> None:
    outcome = gamebook("length", "round.gbk", "--reader", "random")
    assert outcome.code == 0
    told = [" ".join(line.split()) for line in outcome.out.splitlines()]
    assert "chapters 2.7 2 2 4 2.7 2.7" in told
    assert "dice 0.7 0 0 2 1.3 0.3" in told
    assert "words 10.7 7 7 18 13.3 9.3" in told
    assert "1 play 2.2 different chapters, 1.0 endings" in told


@pytest.mark.usefixtures("book")
def test_as_data(gamebook: Gamebook) -> None:
    found = json.loads(gamebook("length", "round.gbk", "--json").out)
    assert [row["reader"] for row in found["readers"]] == ["best", "careless(10%)", "random"]
    (winners,) = (each for each in found["readers"][-1]["plays"] if each["who"] == "winners")
    (words,) = (each for each in winners["counts"] if each["what"] == "words")
    assert (words["mean"], words["exact"]) == (pytest.approx(40 / 3), True)
    assert found["words_per_minute"] == 228


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("words", [("--reader", "clever"), ("--hero", "SKILL=9"), ("--seed", "-1")])
def test_nonsense(gamebook: Gamebook, words: tuple[str, ...]) -> None:
    assert gamebook("length", "round.gbk", *words).code == 2


def test_help_says_that_readers_that_were_done_are_shown(gamebook: Gamebook) -> None:
    told = " ".join(gamebook("length", "--help").out.replace("│", " ").split())
    assert "Stop after this time and report what is known." in told
    assert "Give up after this time" not in told


@pytest.mark.usefixtures("book")
def test_readers_that_it_does_not_tell_of(gamebook: Gamebook) -> None:
    outcome = gamebook("length", "round.gbk", "--reader", "clever")
    assert outcome.code == 2
    assert "lookahead(2) or guide\n" in outcome.err
    assert "persistent" not in outcome.err


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("done", [0, 1, 2])
def test_readers_that_were_done_are_shown(gamebook: Gamebook, monkeypatch: pytest.MonkeyPatch, done: int) -> None:
    """The three usual readers, of whom some are done when the time is over."""
    played, count = length.play_as, 0

    def play_as(*given: Any) -> Played:
        nonlocal count
        count += 1
        if count > done:
            raise OutOfTime
        return played(*given)

    monkeypatch.setattr(length, "play_as", play_as)
    outcome = gamebook("length", "round.gbk", "--json")
    late = ["best", "careless(10%)", "random"][done:]
    whom = f"the reader {late[0]} was" if len(late) == 1 else f"the readers {', '.join(late)} were"
    assert (outcome.code, outcome.err.splitlines()[-1]) == (
        3,
        f"gamebook: the time was over before {whom} done; --timeout SECONDS allows more",
    )
    if not done:
        assert not outcome.out
        return
    found = json.loads(outcome.out)
    assert [row["reader"] for row in found["readers"]] == ["best", "careless(10%)"][:done]
    assert found["late"] == late
    count = 0
    assert f"Not done in time: {', '.join(late)}." in gamebook("length", "round.gbk").out


SHUT = """book "Shut"

sheet
    number n = 1d2

=== 1
* Wait -> 2
* Knock -> 2

=== 2
~ if n = 2
    -> victory
-> 1
"""
STAY = "=== 1\n* Stay -> 1\n* Leave -> defeat\n"


@pytest.mark.parametrize("form", ["text", "html", "md", "csv", "json"])
@pytest.mark.parametrize(("book", "asked"), [(SHUT, ("--hero", "n=1")), (STAY, ("--reader", "guide"))])
def test_no_play_ends(gamebook: Gamebook, tmp_path: Path, form: str, book: str, asked: tuple[str, ...]) -> None:
    """The door stays shut to a hero with n 1; who answers the same every time stays for ever."""
    (tmp_path / "shut.gbk").write_text(book, "utf-8")
    outcome = gamebook("length", "shut.gbk", *asked, "--to", form)
    assert outcome.code == 0
    assert ("No play ends" in outcome.out) == (form in ("text", "html", "md"))


@pytest.mark.slow
def test_a_report_of_a_book_that_never_ends(gamebook: Gamebook, tmp_path: Path) -> None:
    (tmp_path / "round.gbk").write_text("=== 1\n* On -> 1\n* Wait -> 1\n", "utf-8")
    outcome = gamebook("report", "round.gbk", "--full")
    assert outcome.code == 0
    assert "No play ends: all go round for ever." in outcome.out


def test_rounds_without_an_end_are_not_among_the_visits(gamebook: Gamebook, tmp_path: Path) -> None:
    note = "visits: the rounds of a play that can only go round for ever are not counted."
    (tmp_path / "shut.gbk").write_text(SHUT, "utf-8")
    for hero, told in (("n=1", True), ("n=2", False)):
        assert (note in gamebook("solve", "shut.gbk", "--hero", hero, "--chapters").out) == told


def test_plays_that_end_are_never_none(gamebook: Gamebook, tmp_path: Path) -> None:
    """One play in two million ends, and the table tells of it."""
    text = "=== 1\n~ random\n    2000000: -> 2\n    1: -> victory\n\n=== 2\n-> 2\n"
    (tmp_path / "rare.gbk").write_text(text, "utf-8")
    assert ">99.999% of the plays never end; the table is about the others." in gamebook("length", "rare.gbk").out


def test_csv_has_what_is_seen(gamebook: Gamebook, tmp_path: Path) -> None:
    (tmp_path / "shut.gbk").write_text(STAY, "utf-8")
    table = gamebook("length", "shut.gbk", "--reader", "random", "--format", "csv").out.partition("What is seen")[2]
    assert table.splitlines()[1:3] == [
        'after so many plays,"random, different chapters","random, endings"',
        "1 play,1.0,1.0",
    ]
