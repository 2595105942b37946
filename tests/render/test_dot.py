"""Maps as DOT: what is drawn how, safe words, the same text every time, and that Graphviz can draw it."""

from __future__ import annotations

import re
from copy import deepcopy
from itertools import pairwise

import pygraphviz
import pytest
from msgspec import structs
from msgspec.structs import replace

from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.map_numbers import MapNumbers
from gamebook.model.book import Book, Chapter, Ending
from gamebook.project import Project
from gamebook.render.dot import MapOptions, map_dot
from gamebook.render.map_style import DEATH, KINDS, PAPER, READABLE, ROUTE, SCALES, blend, faint_on, ink_on
from gamebook.render.picture import Drawing
from tests.support import build
from tests.support.build import choose, end, option, roll, row, turn

ENDINGS = (
    Ending(name="The crown", kind="victory"),
    Ending(name="Drowned", kind="defeat"),
    Ending(name="Home", kind="ending"),
)


def chapter(name: str, *body: object, title: str = "", part: str = "") -> Chapter:
    return Chapter(name=name, title=title, body=body, part=part)  # type: ignore[arg-type]


@pytest.fixture
def book() -> Book:
    start = choose(option("Swim", turn("2")), option("Walk", turn("3")), option("Go home", end("Home")))
    dice = roll(build.d(6), row(1, 3, turn("3")), row(4, 6, end("Drowned")))
    return structs.replace(
        build.book(endings=ENDINGS, one=()),
        title="The Moat",
        start="1",
        chapters=(
            chapter("1", start, title="The bank", part="One"),
            chapter("2", dice, title="In the water", part="One"),
            chapter("3", end("The crown"), title="The hall", part="Two"),
            chapter("4", turn("1"), title="The attic", part="Two"),
        ),
    )


@pytest.fixture
def numbers() -> MapNumbers:
    return MapNumbers(
        policy=None,
        wins=True,
        value=Bracket(0.75, 0.75),
        complete=True,
        worth={"1": 0.75, "2": 0.5, "3": 1.0},
        strayed=frozenset(),
        visits={"1": 1.0, "2": 0.5, "3": 0.75},
        losses={"2": 0.25},
        traffic={("1", "2"): 0.5, ("1", "3"): 0.5, ("2", "3"): 0.25},
        ends={("3", "The crown"): 0.75, ("2", "Drowned"): 0.25},
        route=frozenset({("1", "3"), ("3", "The crown")}),
        likeliest=True,
        luck={"1": 0.25, "2": 0.75},
    )


def drawn(dot: str) -> pygraphviz.AGraph:
    return pygraphviz.AGraph(string=dot)


def look(dot: str, *place: str) -> dict[str, str]:
    """What a node or an edge looks like."""
    graph = drawn(dot)
    return dict(graph.get_node(*place).attr if len(place) == 1 else graph.get_edge(*place).attr)


def test_the_structure_needs_no_numbers(book: Book) -> None:
    graph = drawn(map_dot(book))
    assert sorted(graph.nodes()) == ["1", "2", "3", "4", "ending 1 of 1", "ending 2 of 2"]
    assert sorted(graph.edges()) == [
        ("1", "2"), ("1", "3"), ("1", "ending 1 of 1"), ("2", "3"), ("2", "ending 2 of 2"), ("4", "1"),
    ]  # fmt: skip
    shapes = {node: graph.get_node(node).attr["shape"] for node in ("3", "ending 1 of 1", "ending 2 of 2")}
    assert shapes == {"3": "doubleoctagon", "ending 1 of 1": "hexagon", "ending 2 of 2": "octagon"}
    assert graph.get_node("3").attr["fillcolor"] == KINDS["victory"]
    assert graph.get_edge("1", "2").attr["label"].strip() == "Swim"
    assert graph.get_edge("2", "3").attr["style"] == "dashed"
    assert "START" in graph.get_node("1").attr["label"]
    assert "%" not in graph.get_node("1").attr["label"]


def test_what_cannot_be_reached_is_pale_and_dashed(book: Book, numbers: MapNumbers) -> None:
    for dot in (map_dot(book), map_dot(book, numbers)):
        attic = look(dot, "4")
        assert (attic["style"], attic["fillcolor"]) == ("dashed", PAPER)
        assert attic["tooltip"].startswith("4 The attic\\nunreachable")


def test_chapters_that_no_state_reaches_count_as_unreached_only_if_all_were_seen(
    book: Book, numbers: MapNumbers
) -> None:
    some = {key: value for key, value in numbers.worth.items() if key != "2"}
    unseen = replace(numbers, worth=some)
    assert look(map_dot(book, unseen), "2")["style"] == "dashed"
    assert "style" not in look(map_dot(book, replace(unseen, complete=False)), "2")


def test_colours_tell_the_chance_to_win(book: Book, numbers: MapNumbers) -> None:
    graph = drawn(map_dot(book, numbers))
    for name, worth in numbers.worth.items():
        assert graph.get_node(name).attr["fillcolor"] == blend(SCALES["value"], worth)
    assert "75%" in graph.get_node("1").attr["label"]
    assert "best play from here wins 50%\\nbest play gets here with chance 50%" in graph.get_node("2").attr["tooltip"]
    assert "best play wins 75%" in graph.graph_attr["label"]


def test_losses_show_on_borders_and_traffic_on_lines(book: Book, numbers: MapNumbers) -> None:
    graph = drawn(map_dot(book, numbers))
    water = graph.get_node("2").attr
    assert (water["color"], float(water["penwidth"])) == (DEATH[1], 7.0)
    assert "100% of all lost plays are lost by what happens here" in water["tooltip"]
    assert float(graph.get_edge("1", "2").attr["penwidth"]) == pytest.approx(0.7 + 3 * 0.5)
    assert "taken 0.25 times per play" in graph.get_edge("2", "ending 2 of 2").attr["tooltip"]


def test_the_route_is_drawn_through(book: Book, numbers: MapNumbers) -> None:
    graph = drawn(map_dot(book, numbers))
    routed = [edge for edge in graph.edges() if edge.attr["color"] == ROUTE]
    assert routed == [("1", "3")]


def test_other_colours(book: Book, numbers: MapNumbers) -> None:
    deaths = drawn(map_dot(book, numbers, MapOptions("deaths")))
    assert deaths.get_node("2").attr["fillcolor"] == SCALES["deaths"][-1]
    assert deaths.get_node("1").attr["fillcolor"] == SCALES["deaths"][0]
    traffic = drawn(map_dot(book, numbers, MapOptions("traffic")))
    assert traffic.get_node("2").attr["fillcolor"] == SCALES["traffic"][2]
    luck = drawn(map_dot(book, numbers, MapOptions("luck")))
    assert luck.get_node("2").attr["fillcolor"] == SCALES["luck"][-1]
    assert luck.get_node("3").attr["fillcolor"] == SCALES["luck"][0]
    assert map_dot(book, numbers, MapOptions("structure")) == map_dot(book, None, MapOptions("structure"))


def test_points_run_from_the_fewest_to_the_most(book: Book, numbers: MapNumbers) -> None:
    points = replace(numbers, wins=False, value=Bracket(20.0, 20.0), worth={"1": 20.0, "2": -10.0, "3": 50.0})
    graph = drawn(map_dot(book, points))
    assert graph.get_node("1").attr["fillcolor"] == SCALES["value"][2]
    assert ">-10<" in graph.graph_attr["label"]
    assert "best play earns 20" in graph.graph_attr["label"]


def test_parts_are_frames(book: Book) -> None:
    graph = drawn(map_dot(book, None, MapOptions(parts=True)))
    frames = {part.graph_attr["label"]: sorted(part.nodes()) for part in graph.subgraphs()}
    assert frames == {"One": ["1", "2"], "Two": ["3", "4"]}


def test_a_neighbourhood_and_links(book: Book) -> None:
    graph = drawn(map_dot(book, None, MapOptions(start="2", depth=1, link="book.html#{chapter}")))
    assert sorted(graph.nodes()) == ["2", "3", "ending 2 of 2"]
    assert graph.get_node("3").attr["URL"] == "book.html#3"
    assert look(map_dot(book), "3")["URL"] == "#chapter-3"


NASTY = 'A "quoted" <b>&amp;</b>\\N \\ {x|y} \x07\n]] <![CDATA['


def test_no_title_label_or_ending_can_break_the_map() -> None:
    evil = structs.replace(
        build.book(endings=(Ending(name=NASTY, kind="defeat"), *build.ENDINGS), one=()),
        title=NASTY,
        chapters=(
            chapter("one", choose(option(NASTY, end(NASTY)), option("<b>", turn("two"))), title=NASTY, part=NASTY),
            chapter("two", end(NASTY), title="<"),
        ),
    )
    dot = map_dot(evil, None, MapOptions(parts=True, link=f"{NASTY}#{{chapter}}"))
    svg = Drawing(dot).picture("svg").decode()
    words = re.sub(r"&#160;|&#xa0;", " ", svg)
    assert "A &quot;quoted&quot; &lt;b&gt;&amp;amp;" in words
    assert "\\N" in words
    assert "<b>" not in words
    assert "\x07" not in dot


def large(chapters: int) -> Book:
    return structs.replace(
        build.book(one=()),
        start="1",
        chapters=tuple(
            chapter(str(n), choose(*(option("on", turn(str(t))) for t in (2 * n, 2 * n + 1) if t <= chapters)))
            if 2 * n <= chapters
            else chapter(str(n), build.LOSE)
            for n in range(1, chapters + 1)
        ),
    )


def test_large_maps_have_small_nodes_straight_lines_and_no_words() -> None:
    graph = drawn(map_dot(large(200)))
    assert graph.graph_attr["splines"] == "line"
    assert graph.node_attr["fixedsize"] == "true"
    assert graph.get_edge("1", "2").attr["label"] is None
    assert look(map_dot(large(20)), "1", "2")["label"].strip() == "on"
    assert look(map_dot(large(200), None, MapOptions(labels=True)), "1", "2")["label"].strip() == "on"


@pytest.mark.parametrize(("chapters", "size"), [(40, "24"), (41, "38.4"), (200, "72")])
def test_the_title_grows_with_the_map(chapters: int, size: str) -> None:
    """24 points on a map of up to 40 chapters; 1.6 times that on a larger one, and 3 times where boxes are small."""
    sizes = re.findall(r'POINT-SIZE="([0-9.]+)"', map_dot(large(chapters)))
    assert sizes[0] == size


def test_the_same_book_makes_the_same_text(book: Book, numbers: MapNumbers) -> None:
    assert map_dot(book, numbers) == map_dot(deepcopy(book), replace(numbers))


@pytest.mark.parametrize("scale", SCALES.values(), ids=list(SCALES))
def test_words_stand_out_on_every_colour(scale: tuple[str, ...]) -> None:
    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for step in range(201):
        fill = blend(scale, step / 200)
        for ink in (ink_on(fill), faint_on(fill)):
            light, dark = sorted((luminance(fill), luminance(ink)), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= READABLE
    shades = [luminance(blend(scale, step / 20)) for step in range(21)]
    assert shades == sorted(shades, reverse=True)


def test_where_all_are_worth_the_same_all_are_as_good_as_the_best(book: Book, numbers: MapNumbers) -> None:
    """A book of points in which each chapter is worth 3: the darkest colour, as for the best of a scale."""
    same = replace(numbers, wins=False, value=Bracket(3.0, 3.0), worth={"1": 3.0, "2": 3.0, "3": 3.0})
    assert {look(map_dot(book, same), name)["fillcolor"] for name in "123"} == {SCALES["value"][-1]}


def tiers(wide: int, deep: int) -> Book:
    """A chapter, and below it tiers of so many chapters, each of which leads to the one below it."""
    names = [[f"{tier}-{place}" for place in range(wide)] for tier in range(1, deep)]
    below = {above: name for one, other in pairwise(names) for above, name in zip(one, other, strict=True)}
    first = chapter("0", choose(*(option("on", turn(name)) for name in names[0])))
    others = [chapter(name, turn(below[name]) if name in below else build.LOSE) for tier in names for name in tier]
    return structs.replace(build.book(one=()), start="0", chapters=(first, *others))


@pytest.mark.parametrize(
    ("wide", "deep", "sideways"),
    [
        # In inches, a chapter is 1.4 by 0.5 and 0.15 from the next; tiers are 0.9 apart, or 2.6 sideways.
        (21, 10, False),  # 40 by 14 sideways, 33 by 14 downwards: nearer to a square
        (28, 8, True),  # 32 by 18 sideways, 43 by 11 downwards
        (6, 40, False),  # 160 by 4 sideways, 9 by 56 downwards
    ],
)
def test_a_large_map_runs_the_way_that_comes_nearer_to_a_square(wide: int, deep: int, sideways: bool) -> None:
    assert ("rankdir=LR" in map_dot(tiers(wide, deep))) == sideways


def test_a_title_between_angle_brackets_is_text() -> None:
    book = Project.of('book "<b>Bold</b>"\n\n=== 1 <i>\n-> victory "<won>"\n').book
    assert b"&lt;b&gt;Bold" in Drawing(map_dot(book)).picture("svg")


def test_what_a_draft_lacks_is_dashed_and_says_so() -> None:
    """9 is on no page, 2 is begun, and no chapter has the number that is worked out."""
    text = """book "B"
    draft
sheet
    number key = 1d2 in 1..2
=== 1
* A -> 2
* B -> 9
* C
    -> (10 + key)
=== 2
Rain.
=== 11
-> victory
"""
    dot = map_dot(Project.of(text).book)
    for name in ("2", "9", "ending 1 of 1"):
        assert (look(dot, name)["style"], look(dot, name)["color"]) == ("dashed", DEATH[1])
        assert "not written yet" in look(dot, name)["label"].replace("\\n", " ")
