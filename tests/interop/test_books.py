"""Books of other programs, against what their authors' own programs say of them, and against what is known."""

from __future__ import annotations

import json
import re
from collections import deque
from fractions import Fraction
from pathlib import Path

import pytest

import gamebook
from gamebook.interop.draft import Draft, If, Jump, Link, walk
from gamebook.interop.importing import import_book
from tests.support.imports import edges, imported, ways
from tests.support.inputs import source
from tests.support.samples import GRAPH_JSON, GRAPHML

DAMSEL, ARENA = "adventure-book/damsel-in-distress", "adventure-book/arena"


def unreachable(draft: Draft) -> set[str]:
    """Chapters that no way leads to, conditions left aside."""
    onward: dict[str, set[str]] = {}
    for chapter, target in edges(draft):
        onward.setdefault(chapter, set()).add(target)
    met, waiting = {draft.start}, deque([draft.start])
    while waiting:
        for target in onward.get(waiting.popleft(), set()) - met:
            met.add(target)
            waiting.append(target)
    return {chapter.name for chapter in draft.chapters} - met


# ---- adventure-book: imported, not transcribed --------------------------------------------------------


def test_damsel_in_distress() -> None:
    imported = import_book(source(DAMSEL), victories=["princess_rescued"])
    assert len(imported.draft.chapters) == 11
    assert imported.census.of("link") == (17, 0)
    assert imported.census.of("dice") == (7, 0)
    solution = gamebook.solve(text=imported.text, exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == Fraction(667, 800)
    assert float(solution.exactly.uniform) == pytest.approx(0.1899036458, abs=1e-10)


def test_a_page_alone_is_no_book() -> None:
    with pytest.raises(gamebook.GamebookError, match="one page of an adventure-book; import its folder"):
        import_book(source(f"{ARENA}/train.txt"))


def test_the_arena() -> None:
    imported = import_book(source(ARENA), guess=(-6, 6))
    assert len(imported.draft.chapters) == 26
    assert imported.census.of("link") == (38, 0)
    assert unreachable(imported.draft) == {"death", "intro"}
    assert imported.settled.sheet.guessed == {"fame", "strength"}  # neither has a bound
    report = gamebook.check(text=imported.text)
    (lock,) = [each for each in report.findings if each.code == "GB205"]
    (text,) = report.sources.values()
    line = text.position(lock.span.start).line
    assert "=== rookie-loss" in [each for each in text.text.split("\n")[:line] if each.startswith("===")][-1]


# ---- gamebookformat: the author's own .dot, .map and .check -------------------------------------------

GBF = ["bgg", "codewords", "counters", "format", "items", "itemslist", "paged", "references", "trade", "withmaps"]


PAGED = {"start": 1, "second": 4, "third": 3, "end": 2}
"""The one book whose .map is not there: its numbers, by how many links each section has in the .dot."""


@pytest.mark.parametrize("name", GBF)
def test_gamebookformat(name: str) -> None:
    draft = import_book(source(f"gamebookformat/{name}.gamebook")).draft
    expected = source("gamebookformat/expected")
    numbers = PAGED if name == "paged" else json.loads((expected / f"{name}.map").read_text("utf-8"))
    dot = (expected / f"{name}.dot").read_text("utf-8")
    wanted = {(int(one), int(other)) for one, other in re.findall(r"(\d+)->(\d+)", dot)}
    assert {(numbers[one], numbers[other]) for one, other in edges(draft)} == wanted
    assert all(numbers[each.name] == each.number for each in draft.chapters if each.number is not None)
    said = set(re.findall(r"reach section '(\w+)'", (expected / f"{name}.check").read_text("utf-8")))
    if name == "withmaps":
        draft.start = "start"
    assert unreachable(draft) == said


def test_fixed_numbers_are_read() -> None:
    numbers = {
        each.name: each.number for each in import_book(source("gamebookformat/withmaps.gamebook")).draft.chapters
    }
    assert numbers == {"start": 10, "end": 99}  # from withmaps.map, which stands beside it
    book = import_book(source("gamebookformat/codewords.gamebook"))
    assert "//     gamebook number BOOK --shuffle --pin start=1 --pin second=2\n" in book.text
    first = book.draft.chapters
    assert [(each.name, each.number) for each in first if each.number] == [("start", 1), ("second", 2)]


# ---- Adventure: the counts of the README --------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rooms", "exits", "checks", "dangling", "unreached"),
    [
        ("Curse_of_the_Crimson_Cutlass", 23, 50, 0, 10, 0),
        ("The_Labyrinth_of_Shadows", 15, 34, 14, 0, 2),
        ("Enchanted_woods", 15, 26, 0, 0, 0),
        ("Forgotten_Temple", 6, 15, 4, 0, 0),
        ("Noir", 29, 54, 0, 0, 0),
    ],
)
def test_adventures(name: str, rooms: int, exits: int, checks: int, dangling: int, unreached: int) -> None:
    imported = import_book(source(f"adventure-vs/{name}.json"))
    draft = imported.draft
    assert (len(draft.chapters), len(ways(draft))) == (rooms, exits)
    assert imported.census.of("dice") == (checks, 0)
    assert len(set(imported.settled.dangling)) == dangling
    assert len(unreachable(draft)) == unreached
    if name == "Noir":
        assert sum(not any(isinstance(step, Link | Jump) for step in walk(each.body)) for each in draft.chapters) == 11


def test_an_adventure_that_is_no_json_is_told_with_its_line() -> None:
    path = source("adventure-vs/Crashed_Shipwreck.json")
    with pytest.raises(gamebook.GamebookError, match=r"Crashed_Shipwreck\.json:7:\d+: this is not valid JSON"):
        import_book(path)


def test_a_check_is_won_with_the_target_or_more(tmp_path: Path) -> None:
    check = {"dice_type": "1d10", "target": 6, "success": {"room": "b"}, "failure": {"room": "c"}}
    rooms = {"a": {"description": "", "exits": {"Go": {"skill_check": check}}}, "b": {"exits": {}}, "c": {"exits": {}}}
    path = tmp_path / "story.json"
    path.write_text(json.dumps({"name": "x", "start_room": "a", "rooms": rooms}), "utf-8")
    solution = gamebook.solve(text=import_book(path, victories=["b"]).text, exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == Fraction(1, 2)  # 6 to 10


# ---- the others, by their own counts ------------------------------------------------------------------


def test_gamebook_engine() -> None:
    imported = import_book(source("gamebookengine/introduction.gbook"))
    assert len(imported.draft.chapters) == 10
    assert imported.census.of("link") == (14, 0)
    assert imported.census.of("effect") == (8, 0)
    (choice,) = [
        step
        for chapter in imported.draft.chapters
        for step in walk(chapter.body)
        if isinstance(step, Link) and step.condition
    ]
    assert "surprise" in str(choice.label)
    line = next(each for each in imported.text.split("\n") if "special surprise" in each)
    assert line.count("= 1") == 8  # its eight rules


TWO_OF_A_NAME = {
    "gbook": (
        json.dumps({"pages": [{"uuid": f"{n}", "content": "# Cave", "decisions": []} for n in range(1, 4)]}),
        ["Cave", "Cave 2", "Cave 3"],  # with the number of the page
    ),
    "aon": (
        "<gamebook>" + "".join(f'<section id="sect{number}"/>' for number in (1, 2, 1)) + "</gamebook>",
        ["1", "2"],
    ),
    "lgc": (
        "<book>" + "".join(f'<entity type="{kind}" name="a"/>' for kind in ("chapter", "intro", "chapter")) + "</book>",
        ["a", "a (again 2)", "a (again 3)"],
    ),
    "gamebookformat": ("* 1 A\nFirst.\n* 2 B\nOther.\n* 1 A\nAgain.\n", ["A", "B"]),  # it stands below the book
}


@pytest.mark.parametrize("name", TWO_OF_A_NAME)
def test_chapters_of_one_name(tmp_path: Path, name: str) -> None:
    text, names = TWO_OF_A_NAME[name]
    path = tmp_path / "book"
    path.write_text(text, "utf-8")
    assert [each.name for each in import_book(path, name).draft.chapters] == names


def test_pangamebook() -> None:
    draft = import_book(source("pangamebook/example.md")).draft
    assert edges(draft) == {
        ("1", "second"), ("1", "third"), ("second", "third"), ("second", "some_other_section"),
        ("some_other_section", "5"), ("some_other_section", "10"),
    }  # fmt: skip
    assert {each.name: each.number for each in draft.chapters if each.number} == {"1": 1, "5": 5, "10": 10}
    assert unreachable(draft) == {"unreached"}


def test_mui() -> None:
    imported = import_book(source("mui/little_red_riding_hood.md"))
    assert imported.census.of("link") == (15, 0)
    assert imported.census.of("condition") == (1, 0)
    assert imported.census.of("effect") == (4, 0)  # two of the state, two of choices
    assert unreachable(imported.draft) == set()
    assert "* 推门进去 [if is_late] -> wolf_in_bed" in imported.text


def test_squiffy() -> None:
    imported = import_book(source("squiffy/coffeeshop.squiffy"))
    text = source("squiffy/coffeeshop.squiffy").read_text("utf-8")
    assert imported.census.of("condition") == (text.count("{{#if"), 0)
    assert imported.census.of("effect") == (len(re.findall(r"@set|@inc|\{\{inc", text)), 0)
    assert unreachable(imported.draft) == set()
    report = gamebook.check(text=imported.text)
    assert {each.code for each in report.findings if each.severity.value == "error"} <= {"GB401"}  # no victory, yet


def test_libro_game_creator() -> None:
    imported = import_book(source("lgc/1.xlgc"))
    assert edges(imported.draft) == {("1", "2"), ("1", "4"), ("2", "intro"), ("intro", "rules"), ("rules", "1")}
    assert [(each.name, each.number) for each in imported.draft.chapters if each.number] == [("1", 1)]
    assert "=== 4\nRisposta giusta, hai vinto\n" in imported.text
    assert "~ victory" in imported.text


@pytest.mark.parametrize("text", [GRAPH_JSON, GRAPHML], ids=["json", "graphml"])
def test_graphs_of_other_programs(tmp_path: Path, text: str) -> None:
    book = imported(tmp_path, text, "graph")
    assert edges(book.draft) == {("Hall", "Cave"), ("Hall", "Pit"), ("Cave", "Hall")}
    assert book.draft.start == "Hall"  # nothing is said of it: the first
    assert "* Down -> Cave" in book.text


ODD_GRAPH = """{"directed": true, "nodes": [{"id": "a"}, {"id": "a", "title": "Twin"}, [1], null, {"x": 1},
{"id": "b"}], "links": [{"source": "a", "target": "b"}, {"source": "q", "target": "b", "label": "from nowhere"},
{"source": null, "target": "a"}, {"source": "a", "target": null}, 7]}"""


def test_what_has_no_place_in_a_graph_is_told(tmp_path: Path) -> None:
    book = imported(tmp_path, ODD_GRAPH, "graph.json")
    assert [each.name for each in book.draft.chapters] == ["a", "b"]
    assert book.draft.start == "a"
    assert book.census.of("link") == (1, 4)
    assert book.census.of("other") == (0, 4)
    assert "// TODO import: edge from no chapter\n// source: q, target: b, label: from nowhere" in book.text
    assert "// TODO import: second node with one id\n// id: a, title: Twin" in book.text


ENDING_GRAPH = """{"nodes": [{"id": "a"}, {"id": "b", "ending_kind": "ending"}, {"id": "c", "ending": "Home",
"ending_kind": "defeat"}, {"id": "d", "kind": "ending"}], "links": [{"source": "a", "target": "b"},
{"source": "a", "target": "c"}, {"source": "b", "target": "c", "kind": "plain"}]}"""


def test_an_ending_of_a_chapter_in_a_graph_stays(tmp_path: Path) -> None:
    (tmp_path / "graph.json").write_text(ENDING_GRAPH, "utf-8")
    book = import_book(tmp_path / "graph.json", victories=["b"])
    note = "// TODO import: the chapter ends so where no other way is taken"
    assert f'=== b\n* c -> c\n* ending\n    {note}\n    ~ victory "b"\n\n=== c\n~ defeat "Home"\n' in book.text
    assert "// TODO import: node without an edge\n// id: d, kind: ending" in book.text


@pytest.mark.parametrize("entity", ['<!ENTITY a "aaaa">', '<!ENTITY x SYSTEM "file:///etc/passwd">'])
def test_xml_with_entities_is_refused(tmp_path: Path, entity: str) -> None:
    path = tmp_path / "book.xlgc"
    path.write_text(
        f"<!DOCTYPE entities [{entity}]><entities><entity name='1' type='chapter'>&a;</entity></entities>", "utf-8"
    )
    with pytest.raises(gamebook.GamebookError, match="entities"):
        import_book(path)


def test_a_broken_marked_section_is_text(tmp_path: Path) -> None:
    chapter = "<entity name='1' type='chapter'><attribute name='description'>&lt;![CD x</attribute></entity>"
    text = f"<entities>{chapter}</entities>"
    (tmp_path / "book.xlgc").write_text(text, "utf-8")
    assert "<![CD x" in import_book(tmp_path / "book.xlgc").text


def test_a_turn_that_is_forced_stands_before_the_choices() -> None:
    draft = import_book(source("gamebookformat/codewords.gamebook")).draft
    (chapter,) = [each for each in draft.chapters if each.name == "autotest"]
    forced = [step for step in chapter.body if isinstance(step, If)]
    assert [step.body[0] for step in forced if isinstance(step.body[0], Jump)]
