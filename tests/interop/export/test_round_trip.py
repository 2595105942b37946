"""Our book, to Twee or ink and back: the same links between chapters, and as a fraction the same chance to win."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from gamebook import verbs
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.graph.chapters import chapter_graph
from gamebook.interop.export.graphs import gexf, graphml, json_graph
from gamebook.interop.export.ink import ink
from gamebook.interop.export.names import identifier
from gamebook.interop.export.twee import twee
from gamebook.interop.importing import Imported, import_book
from gamebook.model.book import Book
from gamebook.project import Project
from tests.support.random_books import books
from tests.support.skipping import explored
from tests.support.slowly import then_slowly

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


def returned(book: Book, folder: Path, form: str = "twee") -> Book:
    """The book as it comes back, with all that it says."""
    found = imported(book, folder, form)
    assert kept(found) == []
    return Project.of(found.text).book


def kept(found: Imported) -> list[str]:
    """What could not be modelled, but for the sheet in the margin."""
    return [construct for _, construct, _, left in found.census.rows() if left and construct != "special passage"]


def imported(book: Book, folder: Path, form: str) -> Imported:
    """The book after a visit to Twee or to ink; its victories are told, for neither format knows of any."""
    path = folder / f"story.{form}"
    text = "".join((twee if form == "twee" else ink)(book))
    path.write_text(text, "utf-8")
    wins = {ending.name for ending in book.endings if ending.kind == "victory"}
    if form == "twee":
        used = [name for win in wins if f"\n:: {(name := f'The end: {win}')} [" in text]
    else:
        used = [
            knot
            for knot, win in re.findall(r"^=== (ending_\w+) ===\n.*# ending: (.*)$", text, re.MULTILINE)
            if win in wins
        ]
    return import_book(path, victories=used)


def called(chapter: str, form: str) -> str:
    """What a chapter is called when it comes back."""
    return chapter if form == "twee" else f"chapter_{identifier(chapter).lstrip('_')}"


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


both = pytest.mark.parametrize("form", ["twee", "ink"])


@both
@pytest.mark.parametrize(
    "name", then_slowly(["tests/data/real/damsel-in-distress.gbk", "books/starter.gbk", "books/tutorial.gbk"], 1)
)
def test_the_same_chapters(name: str, form: str, tmp_path: Path) -> None:
    book = Project(TOP / name).book
    before = links(book, {chapter.name for chapter in book.chapters})
    again = returned(book, tmp_path, form)
    chapters = {called(chapter.name, form) for chapter in book.chapters}
    assert chapters <= {chapter.name for chapter in again.chapters}
    assert links(again, chapters) == {(called(one, form), called(other, form)) for one, other in before}


@pytest.mark.parametrize("write", [json_graph, graphml, gexf], ids=["json", "graphml", "gexf"])
@pytest.mark.parametrize("name", ["tests/data/real/damsel-in-distress.gbk", "books/tutorial.gbk"])
def test_a_graph_comes_back(name: str, write: Callable[[Book], Iterator[str]], tmp_path: Path) -> None:
    book = Project(TOP / name).book
    (tmp_path / "graph").write_text("".join(write(book)), "utf-8")
    found = import_book(tmp_path / "graph")
    again = Project.of(found.text).book
    assert again.start == book.start
    assert [(each.name, each.title) for each in again.chapters] == [(each.name, each.title) for each in book.chapters]
    ways = [set(nx.DiGraph(chapter_graph(each)).edges) for each in (book, again)]
    assert ways[0] == ways[1]
    assert found.census.of("link") == (chapter_graph(book).number_of_edges(), 0)


RIVAL = """book "The Thief"

=== 1
~ rival chooses "her move"
    * She bars the door -> 2
    * She runs
        ~ roll 1d2
            1 -> 2
            2
                You are close.
* Follow -> 3

=== 2
~ defeat

=== 3
~ victory
"""


@pytest.mark.parametrize("write", [json_graph, graphml, gexf], ids=["json", "graphml", "gexf"])
def test_what_the_reader_does_not_choose_alone_comes_back_with_a_comment(
    write: Callable[[Book], Iterator[str]], tmp_path: Path
) -> None:
    (tmp_path / "graph").write_text("".join(write(Project.of(RIVAL).book)), "utf-8")
    found = import_book(tmp_path / "graph")
    assert [line.strip() for line in found.text.splitlines() if line.startswith(("*", "    // TODO"))] == [
        "* She bars the door -> 2",
        "// TODO import: by a rival: She bars the door",
        "* She runs · 1 -> 2",
        "// TODO import: by a rival, then by dice: She runs · 1",
        "* She runs · 2 · Follow -> 3",
        "// TODO import: by a rival, then by dice, then by the reader: She runs · 2 · Follow",
    ]
    assert kept(found) == ["chance", "rival"]


INTERRUPTED = """book "Cup"

sheet
    number life = 3 in 0..3

when life <= 0 -> defeat "End"

=== 1
* Drink -> 2
* Wait -> ending "End"

=== 2
~ life -1d6
~ victory "End"
"""


SETTLED = """sheet
    number gold = 3 in 0..9

=== 1
Word.
~ roll 1d6 as d
~ if d > 3
    -> 2
-> 3

=== 2
Two words.
~ choose bet in 0..gold
~ if bet > 1
    -> 3
-> victory

=== 3
-> defeat
"""


@pytest.mark.parametrize("write", [json_graph, graphml, gexf], ids=["json", "graphml", "gexf"])
def test_dice_that_are_asked_for_later_come_back_with_a_comment(
    write: Callable[[Book], Iterator[str]], tmp_path: Path
) -> None:
    (tmp_path / "graph").write_text("".join(write(Project.of(SETTLED).book)), "utf-8")
    text = import_book(tmp_path / "graph").text
    one, two = text.partition("=== 1")[2].split("=== 2")
    assert one.count("by dice") == 2
    assert "by " not in two.partition("=== 3")[0]
    assert "// 1 word, which the graph does not hold" in one
    assert "// 2 words, which the graph does not hold" in two


@pytest.mark.parametrize("write", [json_graph, graphml, gexf], ids=["json", "graphml", "gexf"])
def test_the_endings_of_a_graph_come_back(write: Callable[[Book], Iterator[str]], tmp_path: Path) -> None:
    book = Project.of(INTERRUPTED).book
    (tmp_path / "graph").write_text("".join(write(book)), "utf-8")
    again = Project.of(import_book(tmp_path / "graph").text).book
    ends = [{(each.kind, each.words) for each in one.endings} for one in (book, again)]
    assert ends[0] == ends[1] == {("victory", "End"), ("defeat", "End"), ("ending", "End")}


@pytest.mark.parametrize("form", then_slowly(["ink", "twee"], 1))
def test_the_same_chance(form: str, tmp_path: Path) -> None:
    """Published: 667/800."""
    book = Project(TOP / "tests/data/real/damsel-in-distress.gbk").book
    assert best(returned(book, tmp_path, form)) == Fraction(667, 800)


HELPERS = """book "Names of helpers"

sheet
    number total = 5 in 0..9
    number lot = 7 in 0..9
    number score = 1 in 0..9

=== 1
~ roll 1d6
    1-3
        ~ total +1
    4-6
        ~ total +2
~ random
    1:
        ~ lot +1
    2:
        ~ lot +2
* Coin
    ~ score +3
    -> 2
* Door -> 3

=== 2
~ if total = 6 and lot = 8 and score = 1
    -> victory
-> defeat

=== 3
-> defeat
"""


@both
def test_numbers_with_the_names_of_helpers_have_the_values_of_the_book(form: str, tmp_path: Path) -> None:
    book = Project.of(HELPERS).book
    assert best(book) == Fraction(1, 6)
    assert best(returned(book, tmp_path, form)) == Fraction(1, 6)


@both
@pytest.mark.slow
def test_the_same_fight(form: str, tmp_path: Path) -> None:
    book = Project.of(FIGHT).book
    again = returned(book, tmp_path, form)
    for policy in (None, "uniform"):
        before, after = (verbs.solve(each, policy=policy).value for each in (book, again))
        assert after == pytest.approx(before, abs=1e-12)


@both
def test_a_fight_whose_rounds_differ_comes_back_whole(form: str, tmp_path: Path) -> None:
    fight = FIGHT.replace("STAMINA 4\n", "STAMINA 4\n    with damage = 3 for 1 round\n")
    returned(Project.of(fight).book, tmp_path, form)


@both
@pytest.mark.slow
def test_random_books(form: str, tmp_path: Path) -> None:
    whole: list[Book] = []

    @settings(max_examples=60, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(books(rivals=False))
    def agree(book: Book) -> None:
        explored(book, limit=500)
        found = imported(book, tmp_path, form)
        if not kept(found):
            whole.append(book)
            assert best(Project.of(found.text).book) == best(book)

    agree()
    assert len(whole) > 5
