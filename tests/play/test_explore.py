"""Graphs of all states, small enough to count by hand."""

from __future__ import annotations

from fractions import Fraction

from gamebook.graph.states import to_networkx
from gamebook.model.book import SOFT_LOCK
from gamebook.play.explore import Graph, TooLarge, explore
from gamebook.play.step import Machine
from tests.support.build import LOSE, WIN, add, book, choose, d, loop, number, op, option, roll, row, turn, when

WALK = book(
    number("gold", 0, 3, 1),
    one=(
        when(op("gold", "=", 3), WIN),
        choose(option("Dig", add("gold", d(2))), option("Sleep", turn("one")), option("Stop")),
        when(op("gold", ">=", 2), turn("one")),
    ),
)


def test_states_are_found_once_and_each_ending_is_one_node() -> None:
    graph = explore(Machine(WALK))
    assert isinstance(graph, Graph)
    # Menus with 1 and 2 pieces, a die under the first (from 2 every throw brings 3), victory, and the soft lock of who
    # stops with 1.
    assert sorted(node.kind for node in graph.nodes) == ["chance", "end", "end", "reader", "reader"]
    assert {node.name for node in graph.nodes if node.kind == "end"} == {"victory", SOFT_LOCK}
    menu = graph.nodes[graph.start]
    assert [arc.label for arc in menu.arcs] == ["Dig", "Sleep", "Stop"]
    assert menu.arcs[1].target == graph.start


def test_ways_of_the_dice_to_one_place_are_one_arc() -> None:
    graph = explore(Machine(book(one=(roll(d(6), row(1, 4, WIN), row(5, 6, LOSE)),))))
    assert isinstance(graph, Graph)
    assert [arc.chance for arc in graph.nodes[graph.start].arcs] == [Fraction(2, 3), Fraction(1, 3)]


def test_too_many_states_are_a_result() -> None:
    assert explore(Machine(WALK), limit=3) == TooLarge(3)


def test_a_loop_without_dice_or_decision_leads_to_itself() -> None:
    graph = explore(Machine(book(one=(loop(0),))))
    assert isinstance(graph, Graph)
    assert [arc.target for arc in graph.nodes[0].arcs] == [0]


def test_networkx_has_the_same_nodes_and_arcs() -> None:
    graph = explore(Machine(WALK))
    assert isinstance(graph, Graph)
    found = to_networkx(graph)
    assert found.number_of_nodes() == len(graph.nodes)
    assert found.number_of_edges() == sum(len(node.arcs) for node in graph.nodes)
    assert found.nodes[graph.start]["kind"] == "reader"
