from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from gamebook.analysis.changes import Changes, by_title, changes
from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.parse import parse
from gamebook.syntax.printer import print_page
from tests.support.naive.random_text import random_book
from tests.support.slowly import then_slowly

BOOK = """book "Moat"

sheet
    number gold = 3 in 0..9

=== 1 The gate
A man with a lamp stands at the gate. He does not look at you.

* Pay him [if gold >= 2]
    ~ pay 2 gold
    -> 2
* Swim -> 3

=== 2 The yard
You are inside, and nobody has seen you.

~ test-free
-> victory

=== 3 The water
It is colder than you thought.

~ random
    1: -> 2
    2: -> defeat
""".replace("~ test-free\n", "")


def page(text: str) -> ast.Page:
    return parse(Source("book.gbk", text)).page


def changed(old: str, new: str) -> Changes:
    return changes([page(old)], [page(new)])


def only(found: Changes) -> tuple[str, str | None, str | None]:
    (chapter,) = found.chapters
    (change,) = chapter.changes
    assert chapter.old == chapter.new
    return change.what, change.before, change.after


def test_the_same_book() -> None:
    assert changed(BOOK, BOOK).none


def test_layout_and_comments_are_no_change() -> None:
    lines = BOOK.replace("lamp stands at", "lamp\nstands at").replace("-> 3", "-> 3    // the long way")
    assert changed(BOOK, lines + "\n\n// The end.\n").none


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("* Swim -> 3", "* Dive -> 3", ("choice", "* Swim -> 3", "* Dive -> 3")),
        ("* Swim -> 3", "* Swim -> 2", ("choice", "* Swim -> 3", "* Swim -> 2")),
        ("* Swim -> 3\n", "", ("choice", "* Swim -> 3", None)),
        ("* Swim -> 3\n", "* Swim -> 3\n* Wait -> 1\n", ("choice", None, "* Wait -> 1")),
        ("1: -> 2", "3: -> 2", ("rule", "~ random: 1: -> 2", "~ random: 3: -> 2")),
        ("lamp", "torch", (
            "prose",
            "A man with a lamp stands at the gate. He does not look at you.",
            "A man with a torch stands at the gate. He does not look at you.",
        )),
        ("The gate\n", "The old gate\n", ("title", "The gate", "The old gate")),
    ],
)  # fmt: skip
def test_one_change(old: str, new: str, told: tuple[str, str | None, str | None]) -> None:
    assert only(changed(BOOK, BOOK.replace(old, new))) == told


def test_the_header() -> None:
    found = changed(BOOK, BOOK.replace("gold = 3", "gold = 4"))
    assert not found.chapters
    (change,) = found.header
    assert (change.before, change.after) == ("number gold = 3 in 0..9", "number gold = 4 in 0..9")


def renumbered(text: str, names: dict[str, str]) -> str:
    """The text with other numbers at headings and arrows."""
    return re.sub(r"(?m)(^=== |-> )(\d+)", lambda found: found[1] + names.get(found[2], found[2]), text)


def test_a_renumbered_chapter_is_no_new_one() -> None:
    found = changed(BOOK, renumbered(BOOK, {"2": "7"}))
    (chapter,) = found.chapters
    assert (chapter.old, chapter.new, chapter.changes) == ("2", "7", ())


def test_a_new_chapter_in_the_middle_moves_the_others() -> None:
    """A chapter 2 is put in; of the old 2, now 3, two words changed as well."""
    moved = renumbered(BOOK, {"2": "3", "3": "4"}).replace("nobody has seen you", "nobody heard you")
    found = changed(BOOK, moved.replace("=== 3", "=== 2 A dog\nIt barks.\n\n-> 3\n\n=== 3"))
    assert [(each.old, each.new, len(each.changes)) for each in found.chapters] == [
        (None, "2", 0),
        ("2", "3", 1),
        ("3", "4", 0),
    ]
    assert found.renamed == {"1": "1", "2": "3", "3": "4"}


def test_a_link_to_a_chapter_that_gave_its_number_away() -> None:
    """The old 2 is gone and 2 is another chapter now: `-> 2` reads the same and leads elsewhere."""
    other = "=== 2 A cell\nStraw, rats and a bucket are all that you find behind this door.\n\n-> defeat\n\n=== 3"
    found = changed(BOOK, re.sub(r"(?s)=== 2 .*?=== 3", other, BOOK))
    told = {(each.old, each.new): [(c.before, c.after) for c in each.changes] for each in found.chapters}
    # Where nothing of a chapter is left but its number, it is the same chapter, rewritten: its number says so.
    assert set(told) == {("2", "2")}


def test_a_link_to_a_chapter_that_is_gone() -> None:
    found = changed(BOOK, re.sub(r"(?s)=== 2 .*?=== 3", "=== 3", BOOK).replace("-> 2", "-> 3"))
    told = {(each.old, each.new): [(c.before, c.after) for c in each.changes] for each in found.chapters}
    assert told["2", None] == []
    assert told["3", "3"] == [("~ random: 1: -> 2 (removed)", "~ random: 1: -> 3")]


@pytest.mark.parametrize("seed", then_slowly(range(60), 6))
def test_random_books_renumbered(seed: int, tmp_path: Path) -> None:
    """Every chapter gets a paragraph of its own and another number: none is new, gone or changed."""
    path = random_book(seed).write(tmp_path)
    written = page(path.read_text("utf-8"))
    told = ast.Page(
        written.declarations,
        tuple(
            ast.Chapter(each.name, each.title, (ast.Prose(f"paragraph of {number} alone"), *each.body))
            for number, each in enumerate(written.chapters)
            if isinstance(each, ast.Chapter)
        ),
    )
    old = page(print_page(told))
    names = [each.name for each in old.chapters if isinstance(each, ast.Chapter)]
    shuffled = random.Random(seed).sample(names, len(names))
    renaming = dict(zip(names, shuffled, strict=True))
    pattern = re.compile(r"((?m:^)=== |-> |visited |ticked in |ticked |start |(?m:^) +at )([\w-]+)")
    text = pattern.sub(lambda found: found[1] + renaming.get(found[2], found[2]), print_page(told))
    text = re.sub(
        r"ticked (?:in )?(?!and|or)([\w-]+)",
        lambda found: f"ticked {'' if found[1][0].isdecimal() else 'in '}{found[1]}",
        text,
    )
    new = page(text)
    found = changes([old], [new])
    assert found.renamed == renaming
    assert all(each.old != each.new and not each.changes for each in found.chapters)


def test_chapters_of_which_only_titles_are_known() -> None:
    old = {"1": "", "2": "Inn", "3": "Bog", "4": "Road", "5": "Road", "6": "Tower", "7": "Gone"}
    new = {"1": "", "2": "Bog", "3": "Inn", "4": "Road", "5": "The road", "6": "Keep", "9": "Road"}
    assert by_title(old, new) == {"1": "1", "2": "3", "3": "2", "4": "4", "5": "9", "6": "6"}
