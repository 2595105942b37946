from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamebook.analysis.study import Study
from gamebook.cli import map as map_command

BOOK = """\
book "The Coin"
    start 1

=== 1 The table
* Toss -> 2
* Leave -> defeat "Home"

=== 2 The coin
~ roll 1d2
    1 -> 3
    2 -> defeat "Tails"

=== 3
~ victory
"""

Gamebook = Callable[..., Any]


@pytest.fixture
def coin(gamebook: Gamebook) -> str:  # noqa: ARG001 - it goes to the folder
    """The book, in the folder that commands run in."""
    Path("coin.gbk").write_text(BOOK, "utf-8")
    return "coin.gbk"


def test_the_picture_lies_here_under_the_books_name(gamebook: Gamebook, coin: str) -> None:
    outcome = gamebook("map", coin)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "coin.svg written\n")
    assert "best play wins 50%" in Path("coin.svg").read_text("utf-8").replace("&#160;", " ")


@pytest.mark.parametrize(("form", "begin"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("dot", b"digraph")])
def test_other_forms_by_name_or_by_option(gamebook: Gamebook, coin: str, form: str, begin: bytes) -> None:
    assert gamebook("map", coin, "--what", "structure", "-o", f"by-name.{form}").code == 0
    assert gamebook("map", coin, "--what", "structure", "--format", form).code == 0
    assert Path(f"by-name.{form}").read_bytes().startswith(begin)
    assert Path(f"coin.{form}").read_bytes().startswith(begin)


def test_text_may_go_to_stdout(gamebook: Gamebook, coin: str) -> None:
    outcome = gamebook("map", coin, "--what", "structure", "-o", "-", "--format", "dot")
    assert outcome.out.startswith("digraph")
    assert gamebook("map", coin, "--what", "structure", "-o", "-").out.startswith("<?xml")
    assert not list(Path().glob("*.svg"))


def test_a_neighbourhood_with_links(gamebook: Gamebook, coin: str) -> None:
    outcome = gamebook(
        *("map", coin, "--what", "structure", "-o", "-", "--format", "dot"),
        *("--from", "2", "--depth", "1", "--link-template", "book.html#{chapter}", "--no-labels"),
    )
    assert "book.html#3" in outcome.out
    assert "book.html#1" not in outcome.out


def test_links_lead_into_the_published_book(gamebook: Gamebook) -> None:
    """Also where chapters have names, and numbers that are kept."""
    Path("b.gbk").write_text("=== gate\n* On -> hall\n* Out -> defeat\n=== hall\n~ victory", "utf-8")
    Path("b.numbers.toml").write_text("[numbers]\ngate = 1\nhall = 7\n", "utf-8")
    assert gamebook("publish", "b.gbk", "-o", "b.html").code == 0
    drawn = gamebook("map", "b.gbk", "--what", "structure", "-o", "-", "--link-template", "b.html#c{number}").out
    links = re.findall(r'xlink:href="b\.html#(\w+)"', drawn)
    assert sorted(set(links)) == ["c1", "c7"]
    assert all(f'<section id="{each}">' in Path("b.html").read_text("utf-8") for each in links)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--from", "9"], "no chapter is called 9 (the nearest is "),
        (["-o", "map.jpg"], "map.jpg: a picture's name ends in .svg, .png, .pdf, .dot"),
        (["-o", "-", "--format", "png"], "gamebook: png goes to a file: -o coin.png"),
        (["--hero", "SKILL=x"], "the hero does not roll or pick SKILL"),
        (["--hero", "SKILL=9"], "the hero does not roll or pick SKILL"),
        (["-o", "no/such/folder.svg", "--what", "structure"], "there is no folder no/such"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_line(gamebook: Gamebook, coin: str, arguments: list[str], told: str) -> None:
    outcome = gamebook("map", coin, *arguments)
    assert outcome.code == 2
    assert told in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_book_with_errors_has_no_map(gamebook: Gamebook) -> None:
    Path("moat.gbk").write_text("=== 1\n* Climb -> 212\n", "utf-8")
    outcome = gamebook("map", "moat.gbk", "--what", "structure")
    assert outcome.code == 1
    assert "error[GB101]" in outcome.err
    assert not Path("moat.svg").exists()


def test_where_time_is_up_the_structure_is_drawn(
    gamebook: Gamebook, coin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamebook.solver.space.CHUNK", 1)  # look at the clock before all is listed
    outcome = gamebook("map", coin, "-o", "map.dot", "--timeout", "0")
    assert outcome.code == 3
    assert "not solved within 0 seconds, or the allowed memory; the map shows its structure only" in outcome.err
    assert "best play" not in Path("map.dot").read_text("utf-8")


def test_where_there_are_too_many_states_the_structure_is_drawn(gamebook: Gamebook, coin: str) -> None:
    outcome = gamebook("map", coin, "-o", "map.dot", "--limit-states", "1")
    assert outcome.code == 3
    assert "the book has more states than --limit-states 1 allows; the map shows its structure only;" in outcome.err
    assert "--timeout" not in outcome.err
    assert "best play" not in Path("map.dot").read_text("utf-8")


def test_a_map_is_not_solved_for_ever(gamebook: Gamebook, coin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --timeout there is a limit, too."""
    solve, seconds = map_command._solve, list[float]()

    def noted(*given: Any) -> Study:
        seconds.append(given[-1])
        return solve(*given)

    monkeypatch.setattr(map_command, "_solve", noted)
    assert gamebook("map", coin, "-o", "map.dot").code == 0
    assert gamebook("map", coin, "-o", "map.dot", "--timeout", "90").code == 0
    assert seconds == [20, 90]


def test_a_map_of_another_reader(gamebook: Gamebook, tmp_path: Path) -> None:
    fork = 'book "Fork"\n\n=== 1\n* Left -> 2\n* Right -> 3\n\n=== 2\n~ victory\n\n=== 3\n~ defeat\n'
    (tmp_path / "fork.gbk").write_text(fork, "utf-8")
    best = gamebook("map", "fork.gbk", "--what", "traffic", "-o", "-", "--format", "dot").out
    other = gamebook("map", "fork.gbk", "--what", "traffic", "--policy", "random", "-o", "-", "--format", "dot").out
    assert "best play wins 100%" in best
    assert "best play gets here with chance 0%" in best
    assert "the random reader wins 50%" in other
    assert other.count("the random reader gets here with chance 50%") == 2
    for words in ("Left", "Right"):  # links have the words of the choices, whoever chooses
        assert f'label="  {words}  "' in best
        assert f'label="  {words}  "' in other
    assert "style=dashed" not in other
    assert gamebook("map", "fork.gbk", "--policy", "bold").code == 2
