"""The player is the engine: with the same seed and the same choices, the same events as `gamebook play --json`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from gamebook.cli.main import run
from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.project import Project
from gamebook.srr import without_luck
from tests.support.naive.random_text import CONSTRUCTS, random_book
from tests.support.player import assert_same, lines, random_models, told
from tests.support.slowly import but_slowly

SHIPPED = sorted(Path("books").rglob("*.gbk"))
QUICK = ("starter",)
MODES: tuple[Mode, ...] = ("expected", "ledger", "residual", "systematic")
RARE = (61, 63, 71, 81, 102, 104, 889)
"""Random books that show the rarest constructs: a change of the foe, tests with other dice, dice that explode, the way
back, the number of the round, any foe, and a foe by name."""


@pytest.mark.parametrize("path", but_slowly(SHIPPED, lambda path: path.stem not in QUICK), ids=lambda path: path.stem)
def test_a_shipped_book(path: Path) -> None:
    assert assert_same([(path.stem, Project(path).book)], range(3))


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_book_often_and_in_every_mode(path: Path) -> None:
    books = [(path.stem, Project(path).book), *((mode, Project(path, mode=mode).book) for mode in MODES)]
    assert assert_same(books, range(100, 101), 100)


ALIKE = """
=== 1
* A -> victory "Crown" score 2
* B -> victory "Crown"
* C -> defeat "Crown"
* D -> defeat
"""


def test_endings_with_the_same_words_are_told_as_they_are_written() -> None:
    book = Project.of(ALIKE).book
    seeds = range(12)
    ends = [event for seed in seeds for event in told(book, seed).events if event["event"] == "end"]
    assert {(event["ending"], event["kind"], event["points"]) for event in ends} == {
        ("Crown", "victory", 2),
        ("Crown", "victory", 0),
        ("Crown", "defeat", 0),
        ("defeat", "defeat", 0),
    }
    assert assert_same([("alike", book)], seeds)


DICE_FOR_THE_SECOND = """
sheet
    stat life = 3
combat fight
    foe life
    won when foe life <= 0
    round
        ~ foe life -1
=== 1
~ fight "Rat" life 1 then "Wolf" life 1d2 then "Bear" life 1
-> victory
"""


def test_a_foe_whose_dice_are_rolled_before_keeps_its_name() -> None:
    book = Project.of(DICE_FOR_THE_SECOND).book
    changed = [name for event in told(book, 1).events for name in event.get("changes", {})]
    assert {*changed} == {"Wolf life", "Rat life", "Bear life"}
    assert assert_same([("dice", book)], range(4))


INNER = """
combat fight
    foe life
    won when foe life <= 0
    round
        ~ roll 1d2
            1
                ~ foe life -1
            2
=== 1
~ fight "Guard" life 2
    each round
        ~ if round = 1
            ~ fight "Dog" life 2
-> victory
"""


def test_a_fight_inside_another_one() -> None:
    book = Project.of(INNER).book
    changed = [name for event in told(book, 1).events for name in event.get("changes", ())]
    assert changed == ["Dog life", "Dog life", "Guard life", "Guard life"]
    assert assert_same([("inner", book)], range(3))


VALUES = r"""
sheet
    number gold = 5 in 0..9
    one-of hat: none, red
rule out(lost)
    ~ defeat "Out, and {lost} lost"
=== 1
* A
    ~ gold -2
    -> victory "{gold} pieces, \{hat {hat}\}"
* B -> victory "{gold} pieces, \{hat {hat}\}"
* C
    ~ do out(3)
* D
    ~ do out(4)
"""


def test_values_in_the_words_of_endings() -> None:
    """However many values there are, each of the two endings is one, with the name that is written."""
    book = Project.of(VALUES).book
    assert [each.name for each in book.endings] == [r"{gold} pieces, \{hat {hat}\}", "Out, and {lost} lost"]
    seeds = range(20)
    ends = [event for seed in seeds for event in told(book, seed).events if event["event"] == "end"]
    assert {event["ending"] for event in ends} == {
        "3 pieces, {hat none}",
        "5 pieces, {hat none}",
        "Out, and 3 lost",
        "Out, and 4 lost",
    }
    assert assert_same([("values", book)], seeds)


EARNED = """
book "Earned"
    aim score
sheet
    number gold = 0 in 0..9
=== 1
~ score +1
~ gold +1
-> 2
=== 2
* Roll
    ~ score 1d6 - 3
    -> 3
* Nothing
    ~ score +0
    -> 3
=== 3
Three.
-> victory "V" score gold + 3
"""


def test_points_are_told_where_they_are_earned() -> None:
    book = Project.of(EARNED).book
    kinds = [event["event"] for event in told(book, 1).events]
    assert kinds[:4] == ["book", "chapter", "points", "change"]
    assert kinds[-2:] == ["points", "end"]
    assert assert_same([("earned", book)], range(12))


NERVE = """
sheet
    stat NERVE = 1d6 in 0..12
hero
    ~ initial NERVE +1
=== 1
* Be brave
    ~ initial NERVE +2
    -> 2
* Be bold
    ~ both NERVE +2, initial NERVE +2
    -> 2
=== 2
* On -> victory
"""


def test_changes_of_initial_values() -> None:
    book = Project.of(NERVE).book
    changed = [tuple(event["changes"]) for event in told(book, 1).events if event["event"] == "change"]
    assert changed[:2] == [("NERVE",), ("initial NERVE",)]
    assert len(changed) == 3
    assert assert_same([("nerve", book)], range(6))


@pytest.mark.slow
def test_random_books_as_text(tmp_path: Path) -> None:
    assert assert_same(((name, book) for name, book, _ in _texts(range(6), tmp_path)), range(2))


@pytest.mark.slow
def test_many_random_books_as_text_show_every_construct(tmp_path: Path) -> None:
    found = list(_texts((*range(6, 60), *RARE), tmp_path))
    assert frozenset().union(*(used for _, _, used in found)) == CONSTRUCTS
    assert assert_same(((name, book) for name, book, _ in found), range(4), 60)


@pytest.mark.slow
def test_random_models() -> None:
    assert assert_same(random_models(12), range(2))


@pytest.mark.slow
@pytest.mark.parametrize("modes", [False, True], ids=["by dice", "without luck"])
def test_many_random_models(modes: bool) -> None:
    assert assert_same(random_models(30 if modes else 50, modes), range(3))


@pytest.mark.slow
def test_random_books_without_luck(tmp_path: Path) -> None:
    found = ((name, book) for name, book, _ in _texts(range(5), tmp_path))
    assert assert_same(((name, without_luck(book, _mode(name)).book) for name, book in found), range(2))


@pytest.mark.slow
def test_many_random_books_without_luck(tmp_path: Path) -> None:
    found = ((name, book) for name, book, _ in _texts(range(600, 620), tmp_path))
    assert assert_same(((name, without_luck(book, _mode(name)).book) for name, book in found), range(3))


def test_the_command_says_the_same(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The whole command, from its arguments to its output."""
    play = told(Project(Path("books/tutorial.gbk")).book, 7)
    monkeypatch.setattr("sys.stdin", StringIO("".join(f"{number + 1}\n" for number in play.choices)))
    assert run(["play", "books/tutorial.gbk", "--seed", "7", "--json"]) == 0
    assert lines(capsys.readouterr().out) == play.events


def _mode(name: str) -> Mode:
    return Random(name).choice(MODES)


def _texts(seeds: Iterable[int], folder: Path) -> Iterator[tuple[str, Book, set[str]]]:
    """Random books of pages, with the constructs that they show."""
    for seed in seeds:
        written = random_book(seed)
        yield f"text {seed}", Project(written.write(folder)).book, written.used
