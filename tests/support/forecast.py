"""Exact chances of what happens under a policy, from the graph of all states: to measure the fast engine against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from msgspec.structs import replace

from gamebook.play.explore import Graph
from gamebook.solver.elimination import solve_rows
from gamebook.solver.graphs import strong_components

NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What happens under a policy."""

    visits: tuple[Fraction, ...]
    """How often each node is visited on average; where play goes round for ever, how often it gets there."""
    endings: Mapping[str, Fraction]
    """The chance of each ending."""
    endless: Fraction
    """The chance that play never ends."""


def follow(graph: Graph, policy: Sequence[int]) -> Graph:
    """The graph in which every decision is made as a policy says; -1 leaves a decision open."""
    nodes = tuple(
        node
        if choice < 0 or node.kind in ("chance", "end")
        else replace(node, kind="chance", arcs=(node.arcs[choice],))
        for node, choice in zip(graph.nodes, policy, strict=True)
    )
    return replace(graph, nodes=nodes)


def forecast(graph: Graph) -> Forecast:
    """What happens on a graph without decisions (`follow` and `exact.uniform` make them)."""
    arriving = [NOTHING] * len(graph.nodes)
    arriving[graph.start] = Fraction(1)
    endless = NOTHING
    successors = {number: [arc.target for arc in node.arcs] for number, node in enumerate(graph.nodes)}
    for part in reversed(strong_components(successors)):
        inside = set(part)
        if all(target in inside for number in part for target in successors[number]):
            if successors[part[0]]:  # play stays here for ever
                endless += sum((arriving[number] for number in part), NOTHING)
            continue
        rows: dict[int, tuple[Fraction, dict[int, Fraction]]] = {number: (arriving[number], {}) for number in part}
        for number in part:
            for arc in graph.nodes[number].arcs:
                if arc.target in inside:
                    row = rows[arc.target][1]
                    row[number] = row.get(number, NOTHING) + arc.chance
        for number, visits in solve_rows(rows).items():
            arriving[number] = visits
        for number in part:
            for arc in graph.nodes[number].arcs:
                if arc.target not in inside:
                    arriving[arc.target] += arriving[number] * arc.chance
    endings = {node.name: arriving[number] for number, node in enumerate(graph.nodes) if node.kind == "end"}
    return Forecast(tuple(arriving), endings, endless)
