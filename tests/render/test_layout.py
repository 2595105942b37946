"""Where chapters stand on a map that a page draws by itself."""

from __future__ import annotations

import re
from itertools import combinations

import networkx as nx
import pytest

from gamebook.graph.chapters import chapter_graph
from gamebook.project import Project
from gamebook.render.layout import Layout, Spot, _left_out, plan, told
from gamebook.resources import resource_folder

TOUCH = 3.0
"""Points between the end of a line and the box that it ends at."""


@pytest.fixture(scope="module")
def starter() -> Layout:
    return plan(Project(resource_folder("books") / "starter.gbk").book, parts=True).layout()


def inside(spot: Spot, box: tuple[float, float, float, float], by: float = 0.0) -> bool:
    left, top, width, height = box
    across = left - by <= spot.x - spot.width / 2 and spot.x + spot.width / 2 <= left + width + by
    return across and top - by <= spot.y - spot.height / 2 and spot.y + spot.height / 2 <= top + height + by


def test_every_chapter_and_every_turn_is_there_once(starter: Layout) -> None:
    graph = chapter_graph(Project(resource_folder("books") / "starter.gbk").book)
    chapters = {name for name, fields in graph.nodes(data=True) if fields["kind"] == "chapter"}
    assert {spot.name for spot in starter.spots if spot.kind == "chapter"} == chapters
    turns = {
        (graph.nodes[start]["name"], graph.nodes[end]["name"])
        for start, end, way in graph.edges(data=True)
        if way["kind"] != "trigger"
    }
    assert sorted((line.source, line.target) for line in starter.lines) == sorted(turns)
    assert [spot.name for spot in starter.spots if spot.start] == ["1"]
    assert {spot.ends for spot in starter.spots if spot.name == "6"} == {"victory"}


def test_boxes_lie_apart_inside_the_map(starter: Layout) -> None:
    assert all(inside(spot, (0, 0, starter.width, starter.height), by=1) for spot in starter.spots)
    for one, other in combinations(starter.spots, 2):
        apart = (
            abs(one.x - other.x) >= (one.width + other.width) / 2
            or abs(one.y - other.y) >= (one.height + other.height) / 2
        )
        assert apart, (one.name, other.name)


@pytest.mark.parametrize(
    ("kinds", "line"),
    [
        (("trigger",), "trigger"),
        (("anytime",), "trigger"),
        (("trigger", "anytime"), "trigger"),
        (("trigger", "choice"), "choice"),
        (("chance",), "chance"),
        (("chance", "trigger"), "choice"),
    ],
)
def test_turns_that_graphviz_left_out_are_straight_lines(kinds: tuple[str, ...], line: str) -> None:
    """From the right edge of a box 20 wide to the left edge of another, 100 further to the right."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_edges_from(("1", "2", {"kind": kind, "ends": False}) for kind in kinds)
    spots = {
        name: Spot(f"c{name}", name, "chapter", "", (), "", "", False, x, 50, 20, 20)
        for name, x in (("1", 50), ("2", 150))
    }
    (found,) = _left_out(graph, spots, ())
    assert (found.start, found.end, found.source, found.target, found.kind) == ("c1", "c2", "1", "2", line)
    assert [float(each) for each in re.findall(r"[0-9.]+", found.path)] == [60, 50, 140, 50]
    assert not list(_left_out(graph, spots, {("1", "2")}))


def test_lines_end_where_they_lead(starter: Layout) -> None:
    spots = {spot.id: spot for spot in starter.spots}
    for line in starter.lines:
        numbers = [float(each) for each in re.findall(r"-?\d+\.?\d*", line.path)]
        for place, (x, y) in ((line.start, numbers[:2]), (line.end, numbers[-2:])):
            spot = spots[place]
            assert abs(x - spot.x) <= spot.width / 2 + TOUCH, line
            assert abs(y - spot.y) <= spot.height / 2 + TOUCH, line


def test_a_frame_holds_its_part_and_nothing_else(starter: Layout) -> None:
    assert [name for name, *_ in starter.frames] == ["Part one: the road", "Part two: the cave"]
    for name, *box in starter.frames:
        for spot in starter.spots:
            if spot.kind == "chapter":
                assert inside(spot, tuple(box)) == (spot.part == name)  # type: ignore[arg-type]


BOOK = """\
book "A \\N{HEAVY BLACK HEART} <b>&amp; \\"map\\""

=== 1 <script>alert(1)</script>
* Up -> 2
* Down -> defeat "x<y"
=== 2
-> victory
"""


def test_only_the_structure_counts() -> None:
    before = plan(Project.of(BOOK).book)
    assert plan(Project.of(BOOK.replace("=== 2\n", "=== 2\nMany more words.\n\n")).book).key == before.key
    assert plan(Project.of(BOOK.replace("* Up -> 2", "* Go up -> 2")).book).key == before.key
    assert plan(Project.of(BOOK.replace("* Up -> 2\n", "* Up -> 2\n* Again -> 1\n")).book).key != before.key
    assert before.layout().key == before.key


def test_words_of_the_book_come_through_as_they_are() -> None:
    book = Project.of(BOOK).book
    found = {spot.name: spot for spot in plan(book).layout().spots}
    chapters, turns = told(book)
    assert "".join(found["1"].lines).replace("…", "") in "<script>alert(1)</script>"
    assert chapters["1"].startswith("1 <script>alert(1)</script>")
    assert (found["x<y"].kind, found["x<y"].ends) == ("ending", "defeat")
    assert turns["1", "2"] == "1 to 2\nUp"


def chain(chapters: int) -> str:
    """Each chapter leads to the next, every tenth back to the first, and some far ahead."""
    lines = []
    for number in range(1, chapters):
        back = "* Back -> 1\n" if number % 10 == 0 else ""
        lines.append(f"=== {number}\n* On -> {number + 1}\n* Ahead -> {min(number + 7, chapters)}\n{back}")
    return "\n".join([*lines, f"=== {chapters}\n-> victory\n"])


@pytest.mark.slow
@pytest.mark.parametrize("chapters", [200, 700], ids=["large", "vast"])
def test_large_maps_have_every_turn_too_and_fit_a_window(chapters: int) -> None:
    """The turns of a vast map that Graphviz does not draw are there as well; a chain is cut into columns."""
    book = Project.of(chain(chapters)).book
    found = plan(book).layout()
    pairs = {(line.source, line.target) for line in found.lines}
    wanted = {(str(each), str(each + 1)) for each in range(1, chapters)}
    wanted |= {(str(each), str(min(each + 7, chapters))) for each in range(1, chapters)}
    wanted |= {(str(each), "1") for each in range(10, chapters, 10)}
    assert pairs == wanted
    assert len(found.lines) == len(pairs)
    assert all(line.path for line in found.lines)
    test_boxes_lie_apart_inside_the_map(found)
    test_lines_end_where_they_lead(found)
    assert 0.3 < found.width / found.height < 3


def test_what_a_draft_lacks_does_not_look_like_an_end() -> None:
    """9 is on no page: a click writes it. 2 is begun: a click leads to its text."""
    text = 'book "B"\n    draft\n=== 1\n* A -> 2\n* B -> 9\n* C -> defeat\n=== 2\nRain.\n'
    spots = {spot.name: (spot.kind, spot.ends) for spot in plan(Project.of(text).book).layout().spots}
    assert spots == {
        "1": ("chapter", ""),
        "2": ("chapter", ""),
        "9": ("missing", ""),
        "defeat": ("ending", "defeat"),
    }
