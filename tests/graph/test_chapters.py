"""The chapter map, of pages and of models built by hand."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest
from msgspec import structs

from gamebook.graph.chapters import chapter_graph, loops, neighbourhood, unreachable
from gamebook.model.book import Chapter
from gamebook.project import Project
from gamebook.resolve.resolve import resolve
from gamebook.source import Source
from gamebook.syntax.parse import parse
from tests.support import build
from tests.support.build import LOSE, WIN, add, choose, no, op, option, turn, watch, when


def read(source: Source) -> nx.MultiDiGraph[str]:
    book = resolve([parse(source)]).book
    assert book is not None
    return chapter_graph(book)


def ways(graph: nx.MultiDiGraph[str], chapter: str) -> list[tuple[Any, ...]]:
    """(target, kind, label, condition, effects) of each way out."""
    return [
        (target, way["kind"], way["label"], way["condition"], way["effects"])
        for _, target, way in graph.out_edges(chapter, data=True)
    ]


def test_choices_with_conditions_and_effects(source: Source) -> None:
    """
    sheet
        number gold = 3 in 0..9
        item   rope

    === 1 The gate
    One two three.

    * Climb [if rope] -> 2
    * Bribe the guard
        ~ pay 2 gold
        ~ gain rope
        -> 3
    * Give up -> defeat "At home"

    === 2
    ~ victory

    === 3
    -> 2
    """
    graph = read(source)
    assert ways(graph, "1") == [
        ("2", "choice", "Climb", "rope", ()),
        ("3", "choice", "Bribe the guard", "gold >= 2", ("pay 2 gold", "gain rope")),
        ("ending:At home", "choice", "Give up", "", ()),
    ]
    assert ways(graph, "3") == [("2", "plain", "", "", ())]
    first, second = graph.nodes["1"], graph.nodes["2"]
    assert (first["title"], first["words"], first["start"], first["ending"]) == ("The gate", 3, True, None)
    assert (second["ending"], second["ending_kind"]) == ("victory", "victory")
    assert ways(graph, "2") == []
    assert graph.nodes["ending:At home"] == {"kind": "ending", "name": "At home", "ending_kind": "defeat"}
    assert list(graph) == ["1", "2", "3", "ending:At home"]


def test_rows_and_what_is_known_after_them(source: Source) -> None:
    """
    sheet
        number gold = 3 in 0..9

    === 1
    ~ roll 1d6
        1-2 -> 2
        3-5
            ~ gold +1
        6
            ~ victory
    ~ if gold > 3
        -> 3
    -> 2

    === 2
    ~ random
        1: -> 1
        3: -> 3

    === 3
    * Wait -> 1
    * Sleep
        ~ gold -1
    ~ defeat
    """
    graph = read(source)
    assert ways(graph, "1") == [
        ("2", "chance", "1-2", "", ()),
        ("2", "chance", "3-5", "gold <= 3", ("gold +1",)),
        ("ending:victory", "chance", "6", "", ()),
        ("3", "chance", "3-5", "gold > 3", ("gold +1",)),
    ]
    assert [way[1:3] for way in ways(graph, "2")] == [("chance", "1 in 4"), ("chance", "3 in 4")]
    assert ways(graph, "3")[1] == ("ending:defeat", "choice", "Sleep", "", ("gold -1",))
    assert graph.nodes["1"]["rolls"]
    assert not graph.nodes["3"]["rolls"]


def test_fights_tests_and_triggers(source: Source) -> None:
    """
    sheet
        stat SKILL = 7
        stat STAMINA = 4

    test skill
        succeed 2d6 <= SKILL
        pass | fail

    when STAMINA <= 0 -> defeat "Dead"

    combat fight
        foe SKILL, STAMINA
        won when foe STAMINA <= 0
        round
            ~ compare 2d6 + SKILL with 2d6 + foe SKILL
                higher
                    ~ foe STAMINA -2
                lower
                    ~ STAMINA -2

    anytime
        * Rest [if STAMINA < 4]
            ~ STAMINA +1

    === 1
    ~ fight "Guard" SKILL 5 STAMINA 4
        escape -> 2
    -> 3

    === 2
    ~ test skill
        pass -> 3
        fail -> 1

    === 3
    * Leave -> victory
    """
    graph = read(source)
    assert ways(graph, "1") == [
        ("2", "choice", "Escape", "", ()),
        ("3", "chance", "won", "", ()),
        ("ending:Dead", "trigger", "when STAMINA <= 0", "", ()),
    ]
    assert graph.nodes["1"]["fights"] == ("Guard",)
    assert (graph.nodes["1"]["rolls"], graph.nodes["1"]["deadly"]) == (False, True)
    assert graph.nodes["2"]["tests"] == ("skill",)
    # Resting can only take the reader away from STAMINA <= 0.
    assert not graph.nodes["3"]["deadly"]
    assert [way[1] for way in ways(graph, "3")] == ["choice"]


def test_the_way_back_says_where_from(source: Source) -> None:
    """
    === 1
    * Look -> 3
    * Go on -> 2

    === 2
    * Look -> 3
    * Win -> victory

    === 3
    -> back
    """
    assert [way[:4] for way in ways(read(source), "3")] == [("1", "plain", "", "from 1"), ("2", "plain", "", "from 2")]


def test_the_way_after_conditions_says_that_none_of_them_holds(source: Source) -> None:
    """
    sheet
        number gold = 3 in 0..9
        item   rope

    === 1
    ~ if gold > 4
        -> 2
    ~ else if gold > 1
        -> 3
    -> 4

    === 2
    ~ if gold > 4
        ~ if rope
            -> 3
        ~ gold -1
    -> 4

    === 3
    ~ victory

    === 4
    ~ defeat
    """
    graph = read(source)
    assert [way[::3] for way in ways(graph, "1")] == [
        ("2", "gold > 4"),
        ("3", "gold <= 4 and gold > 1"),
        ("4", "gold <= 4 and gold <= 1"),
    ]
    assert [(way[0], *way[3:]) for way in ways(graph, "2")] == [
        ("3", "gold > 4 and rope", ()),
        ("4", "gold > 4 and not rope or gold <= 4", ("if gold > 4: gold -1",)),
    ]


def test_who_decides_on_the_way(source: Source) -> None:
    """
    === 1
    ~ rival chooses "her move"
        * She bars the door -> 2
        * She runs
            ~ roll 1d6
                1-2 -> 3
                3-6
                    You may follow.
    * Follow -> 3
    * Stay -> 2

    === 2
    ~ random
        1: -> 1
        3:
            Nothing comes.
    -> 3

    === 3
    ~ victory
    """
    graph = read(source)
    found = [
        (source, target, way["kind"], way["deciders"], way["label"]) for source, target, way in graph.edges(data=True)
    ]
    assert found == [
        ("1", "2", "rival", ("rival",), "She bars the door"),
        ("1", "2", "choice", ("rival", "dice", "reader"), "She runs · 3-6 · Stay"),
        ("1", "3", "chance", ("rival", "dice"), "She runs · 1-2"),
        ("1", "3", "choice", ("rival", "dice", "reader"), "She runs · 3-6 · Follow"),
        ("2", "1", "chance", ("dice",), "1 in 4"),
        ("2", "3", "chance", ("dice",), "3 in 4"),
    ]


def test_effects_that_dice_conditions_and_choices_bring(source: Source) -> None:
    """
    sheet
        number gold = 2 in 0..9
        item rope, lamp x 3
        one-of weapon: none, sword
        limit pack 4: rope, lamp

    === 1
    * Dice
        ~ gain 1d2 lamp
        -> 2
    * Condition
        ~ if gold > 1
            ~ gain rope
            ~ gold -1
        ~ else
            ~ gold +1
        -> 2
    * Lose
        ~ lose random pack
        ~ lose sword
        -> 2
    * Tick
        ~ tick a box
        -> 2
    * Repeat
        ~ repeat 1d2 times
            ~ gold +1
        ~ repeat until gold > 5
            ~ gold +1
        -> 2
    * Roll
        ~ roll 1d6
            1-3
                ~ gold +1
            4-6
                Nothing.
        ~ may "Buy a rope"
            ~ pay 1 gold
            ~ gain rope
        -> 2

    === 2
    ~ victory
    """
    assert {way[2]: way[4] for way in ways(read(source), "1")} == {
        "Dice": ("gain 1d2 lamp",),
        "Condition": ("if gold > 1: gain rope and gold -1", "if gold <= 1: gold +1"),
        "Lose": ("weight rope: lose rope", "weight lamp: lose lamp", "if weapon = sword: weapon = none"),
        "Tick": ("tick a box",),
        "Repeat": ("1d2 times: gold +1", "until gold > 5: gold +1"),
        "Roll": ("1-3: gold +1", "Buy a rope: pay 1 gold and gain rope"),
    }


FIGHTS = """use fighting-fantasy
sheet
    number gold = 2 in 0..9

=== 1
* One
    ~ fight "Rat" SKILL 5 STAMINA 3
        won
            ~ gold +2
    -> 2
* Two
    ~ fight
        foe "Rat" SKILL 5 STAMINA 3
        foe "Cat" SKILL 6 STAMINA 3
        won
            ~ gold +3
    -> 2
* Fly
    ~ fight "Bat" SKILL 5 STAMINA 3
        won
            ~ gold +4
        escape from round 2
            ~ gold -1
    -> 2

=== 2
~ victory
"""


def test_what_a_fight_brings_when_it_is_won() -> None:
    found = {way[2]: way[4] for way in ways(chapter_graph(Project.of(FIGHTS).book), "1") if way[1] == "chance"}
    assert found == {
        "One · won": ("gold +2",),
        "Two · won": ("gold +3",),
        "Fly · after the fight": ("won: gold +4",),
    }


@pytest.fixture
def maze() -> nx.MultiDiGraph[str]:
    """1 to 2 and 3, which go round; 4 alone; 5 reached by a trigger only."""
    return chapter_graph(
        build.book(
            build.number("gold", 0, 9),
            watches=(watch("w", op("gold", ">", 8), "gold", turn("five")),),
            one=(turn("two"),),
            two=(add("gold", 1), choose(option("on", turn("three")), option("home", LOSE))),
            three=(when("gold", turn("two")), WIN),
            four=(turn("four"),),
            five=(WIN,),
        )
    )


def test_what_cannot_be_reached(maze: nx.MultiDiGraph[str]) -> None:
    assert unreachable(maze) == ["four"]


def test_loops_in_book_order(maze: nx.MultiDiGraph[str]) -> None:
    assert loops(maze) == [["two", "three"], ["four"]]


def test_a_neighbourhood(maze: nx.MultiDiGraph[str]) -> None:
    assert list(neighbourhood(maze, "two", 1)) == ["two", "three", "five", "ending:defeat"]
    assert list(neighbourhood(maze, "four")) == ["four"]


def test_after_a_branch_that_turns_its_condition_is_known_not_to_hold(maze: nx.MultiDiGraph[str]) -> None:
    assert ways(maze, "three") == [
        ("two", "plain", "", "gold", ()),
        ("ending:victory", "plain", "", "not gold", ()),
    ]


def test_chapters_not_written_yet_have_a_place() -> None:
    chapters = (Chapter(name="1", title="", body=(turn("2"),)),)
    book = structs.replace(build.book(one=(turn("2"),)), chapters=chapters, start="1")
    assert chapter_graph(book).nodes["2"]["kind"] == "missing"


def test_equal_ways_are_one() -> None:
    twice = turn("two")
    graph = chapter_graph(build.book(one=(when(no("gold"), twice), twice), two=(WIN,)))
    assert [way[3] for way in ways(graph, "one")] == ["not gold", "gold"]


def test_a_neighbourhood_keeps_the_order_of_the_map() -> None:
    road = [str(number) for number in range(40)]
    graph: nx.MultiDiGraph[str] = nx.path_graph(road, create_using=nx.MultiDiGraph)
    assert list(neighbourhood(graph, "0", 9)) == road[:10]


def test_a_computed_turn_leads_only_where_its_number_can_lead(source: Source) -> None:
    """
    sheet
        number mark = 0 in 0..12
    === 1
    * Wait
        ~ set mark = 12
        -> 2
    * Go -> 2
    === 2
    * The door -> 29
    * Add [if mark] -> (29 + mark)
    === 29
    -> victory
    === 41
    -> victory
    """
    assert ways(read(source), "2") == [
        ("29", "choice", "The door", "", ()),
        ("41", "choice", "Add", "mark and 29 + mark = 41", ()),
    ]


def test_who_has_settled_what_a_condition_asks_for_decides(source: Source) -> None:
    """
    sheet
        number gold = 3 in 0..9
        item rope

    === 1
    ~ choose bet in 0..gold
    ~ if bet > 1
        -> 2
    -> 3

    === 2
    ~ roll 1d6 as d
    * Jump [if d > 3] -> 3
    * Wait
        ~ if d = 1
            -> 4
        -> 5

    === 3
    ~ choose
        * Pay
            ~ gold -1
        * Keep
    ~ roll 1d6
        1-3
            ~ gold -1
        4-6
    ~ if gold = 3
        -> 4
    ~ set gold = 2
    ~ if gold = rope
        -> 4
    -> 5

    === 4
    ~ gold +1d6
    ~ if rope
        ~ set gold = 3
    ~ if gold > 5
        -> 5
    ~ victory

    === 5
    ~ roll 1d6
        1-3
            ~ gold -1
        4-6
    ~ if rope
        -> 4
    ~ defeat
    """
    graph = read(source)
    found = [(source, target, way["kind"], way["deciders"]) for source, target, way in graph.edges(data=True)]
    assert found == [
        ("1", "2", "choice", ("reader",)),
        ("1", "3", "choice", ("reader",)),
        ("2", "3", "choice", ("dice", "reader")),
        ("2", "4", "chance", ("reader", "dice")),
        ("2", "5", "chance", ("reader", "dice")),
        ("3", "4", "chance", ("reader", "dice")),
        ("3", "4", "chance", ("reader", "dice")),
        ("3", "5", "chance", ("reader", "dice")),
        ("4", "5", "chance", ("dice",)),
        ("4", "ending:victory", "chance", ("dice",)),
        ("5", "4", "plain", ()),  # what the dice do has no part in where it leads
        ("5", "ending:defeat", "plain", ()),
    ]


def test_what_one_pass_settles_decides_the_next(source: Source) -> None:
    """
    sheet
        number gold = 3 in 0..9

    === 1
    ~ repeat 3 times
        ~ if gold = 0
            -> 2
        ~ roll 1d6
            1-3
                ~ set gold = 0
            4-6
    ~ victory

    === 2
    ~ defeat
    """
    assert [way["deciders"] for _, _, way in read(source).edges(data=True)] == [("dice",), ("dice",)]
