"""How points are spread, moment by moment in fractions: the graph of the interpreter, carried forward step by step."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from gamebook.play.explore import Graph


def spread(graph: Graph, steps: int) -> tuple[dict[tuple[str, Fraction], Fraction], Fraction]:
    """The chance of each ending with each number of points, and the chance of play that takes more steps.

    Args:
        graph: without decisions, as `forecast.follow` and `exact.uniform` make it.
        steps: how many to take.
    """
    here: dict[tuple[int, Fraction], Fraction] = {(graph.start, graph.start_score): Fraction(1)}
    ended: defaultdict[tuple[str, Fraction], Fraction] = defaultdict(Fraction)
    for _ in range(steps):
        after: defaultdict[tuple[int, Fraction], Fraction] = defaultdict(Fraction)
        for (number, points), chance in here.items():
            node = graph.nodes[number]
            if node.kind == "end":
                ended[node.name, points] += chance
            for arc in node.arcs:
                after[arc.target, points + arc.score] += chance * arc.chance
        here = after
    return dict(ended), sum(here.values(), Fraction(0))
