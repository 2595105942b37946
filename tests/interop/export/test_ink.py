"""Exported stories, played by an ink runtime: every play of it is one that the interpreter could have had."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from gamebook import verbs
from gamebook.interop.export.ink import ink
from gamebook.interop.export.names import identifier
from gamebook.model.book import Book
from gamebook.project import Project
from tests.support.ink_runtime import HERE, needs_runtime, plays
from tests.support.random_books import books
from tests.support.replay import Choice, Seen, explains
from tests.support.skipping import explored

TOP = Path(__file__).parents[3]


def test_the_runtime_is_the_published_one() -> None:
    """`dist/ink-full.js` of inkjs 2.4.0, without its last line."""
    digest, name = (HERE / "inkjs.js.sha256").read_text("utf-8").split()
    assert name == "inkjs.js"
    assert hashlib.sha256((HERE / name).read_bytes()).hexdigest() == digest


def played(book: Book, folder: Path, count: int) -> Iterator[Seen]:
    """Random plays of a book by the runtime."""
    path = folder / "story.ink"
    path.write_text("".join(ink(book)), "utf-8")
    return (seen(book, events) for events in plays(path, count))


def seen(book: Book, events: list[Any]) -> Seen:
    names = {identifier(each.name): each.name for each in book.variables if each.on_sheet}
    chapters: list[list[str]] = [[]]
    choices, ending = [], ""
    for what, *about in events:
        if what == "chapter":
            chapters[-1].append(about[0])
        elif what == "ending":
            ending = about[0]
        elif what == "choice":
            labels, taken, sheet = about
            known = {names[name]: int(value) for name, value in sheet.items() if name in names}
            choices.append(Choice(labels, taken, known))
            chapters.append([])
    return Seen(chapters, choices, ending)


@pytest.mark.slow
@needs_runtime
@pytest.mark.parametrize(
    ("path", "count"),
    [
        ("tests/data/real/damsel-in-distress.gbk", 100),
        ("books/starter.gbk", 40),
        ("books/tutorial.gbk", 20),
    ],
)
def test_recorded_choices_lead_to_the_same_chapters(path: str, count: int, tmp_path: Path) -> None:
    book = Project(TOP / path).book
    found = list(played(book, tmp_path, count))
    assert len({each.ending for each in found}) > 1
    assert [each for each in found if not explains(book, each)] == []


@pytest.mark.slow
@needs_runtime
def test_dice_fall_as_they_should(tmp_path: Path) -> None:
    """2000 plays by chance; the random reader's share of wins, within four standard deviations."""
    book = Project(TOP / "tests/data/real/damsel-in-distress.gbk").book
    wins = {ending.name for ending in book.endings if ending.kind == "victory"}
    won = sum(each.ending in wins for each in played(book, tmp_path, 2000))
    chance = verbs.solve(book, policy="uniform").value
    assert abs(won / 2000 - chance) < 4 * (chance * (1 - chance) / 2000) ** 0.5


@pytest.mark.slow
@needs_runtime
def test_random_books(tmp_path: Path) -> None:
    @settings(
        max_examples=settings.default.max_examples // 5 or 1,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(books())
    def agree(book: Book) -> None:
        explored(book, limit=2_000)
        for each in played(book, tmp_path, 5):
            assert not each.ending or len(each.choices) > 30 or explains(book, each)

    agree()


ODD = """book "Odd *marks* {{x}} # not a tag"
    author "A | B"

sheet
    number gold = 3 in 0..9
    one-of weapon: none, sword, axe

=== 1 A title // with a comment
\\* A star. - A dash -> and an arrow; [brackets], a \\{brace}, <tags>, ~ and a back\\\\slash.

TODO is no task.

Open 9 to 5 /* not on Mondays, */*/* or http://a.b.

You hold {weapon} and {gold / 2} coins.
* [odd] -> 2
* + plus {gold} /* here -> 2

=== 2
~ gain axe
~ victory "The end: #1"
"""


@needs_runtime
def test_marks_of_ink_are_only_words(tmp_path: Path) -> None:
    book = Project.of(ODD).book
    (tmp_path / "story.ink").write_text("".join(ink(book)), "utf-8")
    (events,) = plays(tmp_path / "story.ink", 1)
    words = [about for what, *about in events if what == "text"]
    assert ["You hold none and 1 coins."] in words
    assert ["* A star. - A dash -> and an arrow; [brackets], a {brace}, <tags>, ~ and a back\\slash."] in words
    assert ["TODO is no task."] in words
    assert ["Open 9 to 5 /* not on Mondays, */*/* or http://a.b."] in words
    (choice,) = (about for what, *about in events if what == "choice")
    assert choice[0] == ["[odd]", "+ plus 3 /* here"]
    assert ["ending", "The end: #1"] in events


NAMES = """book "Names"

sheet
    number a = 7 in 0..9
    number b = 2 in 0..9
    number count = 2 in 0..9
    number sides = 1 in 0..9
    number column = 1 in 0..9
    number row = 1 in 0..9
    item cell, {words}

table grid columns 1..2 rows 1..2
    3 4
    5 6
table GRID columns 1..1 rows 1..1
    8

=== 1
~ if a mod b = 1 and a / b = 3 and grid(column, row) = 3 and GRID(column, row) = 8
    {gains}
    -> 2
-> defeat

=== 2
~ roll (count)d6
    0-54
        ~ if {all} and not cell
            -> victory
-> defeat
"""


def test_endings_with_the_same_words_say_what_is_written() -> None:
    """The tag, which is for programs, tells them apart."""
    text = '=== 1\n* Up -> victory "Home"\n* Down -> defeat "Home"\n'
    ends = [line for line in "".join(ink(Project.of(text).book)).splitlines() if "# ending" in line]
    assert ends == ["Home # ending: Home (victory)", "Home # ending: Home (defeat)"]


@pytest.mark.slow
@needs_runtime
def test_no_name_is_one_of_ink_or_of_a_helper(tmp_path: Path) -> None:
    words = (
        "CEILING CHOICE_COUNT FLOAT FLOOR INT LIST_ALL LIST_COUNT LIST_INVERT LIST_MAX LIST_MIN LIST_RANDOM LIST_RANGE"
        " LIST_VALUE MAX MIN POW RANDOM READ_COUNT SEED_RANDOM TURNS TURNS_SINCE divide modulo dice skip lot has hasnt"
        " temp ref function return VAR CONST LIST INCLUDE EXTERNAL TODO END DONE once stopping cycle shuffle list"
    )
    gains = "~ gain " + words.replace(" ", "\n    ~ gain ")
    written = NAMES.format(words=words.replace(" ", ", "), gains=gains, all=words.replace(" ", " and "))
    (tmp_path / "story.ink").write_text("".join(ink(Project.of(written).book)), "utf-8")
    (events,) = plays(tmp_path / "story.ink", 1)
    assert ["ending", "victory"] in events


def test_words_of_an_ending_with_values_are_those_of_its_knot() -> None:
    text = 'sheet\n    number gold = 5 in 0..9\n=== 1\n~ gold -2\n~ victory "Rich, with {gold} pieces"\n'
    story = "".join(ink(Project.of(text).book))
    assert "\nRich, with {gold} pieces # ending: " in story
    assert story.count("pieces #") == story.count("with {gold}") == 1
    assert "Victory" not in story
