"""Our book, to Twee and back: the same chapters lead to each other, and the same chance to win, as a fraction."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from gamebook import project, verbs
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.graph.chapters import chapter_graph
from gamebook.interop.export.twee import twee
from gamebook.interop.importing import Imported, import_book
from gamebook.model.book import Book
from gamebook.project import Project
from tests.support.random_books import books
from tests.support.skipping import explored

TOP = Path(__file__).parents[3]
FIGHT = """book "A fight"
    use fighting-fantasy

=== 1 The yard
You hear a growl.
~ fight "Wolf" SKILL 8 STAMINA 4
-> 3
* Never -> 2

=== 2 The pond
~ test luck
    lucky
        You swim.
        -> victory
    unlucky -> defeat

=== 3 The door
* In -> 2
* Home -> victory
"""


def returned(book: Book, folder: Path) -> Book:
    """The book as it comes back, with all that it says."""
    found = imported(book, folder)
    assert kept(found) == []
    return Project.of(found.text).book


def kept(found: Imported) -> list[str]:
    """What could not be modelled, but for the sheet in the margin."""
    return [construct for _, construct, _, left in found.census.rows() if left and construct != "special passage"]


def imported(book: Book, folder: Path) -> Imported:
    """The book after a visit to Twee."""
    path = folder / "story.twee"
    path.write_text("".join(twee(book)), "utf-8")
    wins = [f"The end: {ending.name}" for ending in book.endings if ending.kind == "victory"]
    used = [name for name in wins if f"\n:: {name} [" in path.read_text("utf-8")]
    return import_book(path, victories=used)


def links(book: Book, chapters: set[str]) -> set[tuple[str, str]]:
    """Which chapters lead to which, with no other chapter between them."""
    graph = nx.DiGraph(chapter_graph(book))
    found = set()
    for chapter in chapters & set(graph):
        waiting, seen = list(graph.successors(chapter)), set()
        while waiting:
            there = waiting.pop()
            if there in seen:
                continue
            seen.add(there)
            if there in chapters:
                found.add((chapter, there))
            else:
                waiting.extend(graph.successors(there))
    return found


def best(book: Book, hero: dict[str, int] | None = None) -> Fraction:
    found = exactly(book, hero)
    assert isinstance(found, Exactly)
    return found.best


@pytest.mark.parametrize("name", ["tests/data/real/damsel-in-distress.gbk", "books/starter.gbk", "books/tutorial.gbk"])
def test_the_same_chapters(name: str, tmp_path: Path) -> None:
    book = project.load(TOP / name).book
    chapters = {chapter.name for chapter in book.chapters}
    again = returned(book, tmp_path)
    assert chapters <= {chapter.name for chapter in again.chapters}
    assert links(again, chapters) == links(book, chapters)


def test_the_same_chance(tmp_path: Path) -> None:
    """Published: 667/800."""
    book = project.load(TOP / "tests/data/real/damsel-in-distress.gbk").book
    assert best(returned(book, tmp_path)) == Fraction(667, 800)


@pytest.mark.slow
def test_the_same_fight(tmp_path: Path) -> None:
    book = Project.of(FIGHT).book
    again = returned(book, tmp_path)
    for policy in (None, "uniform"):
        before, after = (verbs.solve(each, policy=policy).value for each in (book, again))
        assert after == pytest.approx(before, abs=1e-12)


@pytest.mark.slow
def test_random_books(tmp_path: Path) -> None:
    whole: list[Book] = []

    @settings(max_examples=60, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(books(rivals=False))
    def agree(book: Book) -> None:
        explored(book, limit=500)
        found = imported(book, tmp_path)
        if not kept(found):
            whole.append(book)
            assert best(Project.of(found.text).book) == best(book)

    agree()
    assert len(whole) > 5
