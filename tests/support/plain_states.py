"""The states of a solved book as plain nodes in exact fractions: measures are worked out from them in plain Python."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

import networkx as nx

from gamebook.model.book import SOFT_LOCK
from gamebook.program.code import Decide
from gamebook.solver.solution import Solved
from tests.support.naive.solver import ONE, ZERO, Action, Node


class NoFractionsError(Exception):
    """Some chances are no simple fractions."""


@dataclass
class Plain:
    """The states of a book; the first is the start."""

    nodes: list[Node]
    chapter: list[str]
    """Where each is; empty for endings."""
    begins: list[bool]
    """Whether a chapter begins there."""
    decision: list[str]
    """The address of the decision there, or nothing."""
    options: list[tuple[str, ...]]
    """The addresses of what is open there."""

    def sight(self, number: int) -> tuple[str, str, tuple[str, ...]]:
        """What the reader sees there."""
        return self.chapter[number], self.decision[number], self.options[number]

    @property
    def ends(self) -> bool:
        """Whether play can end from each node: then, at random, it does."""
        return all(self._leading_to([n for n, node in enumerate(self.nodes) if node.end is not None]))

    def lost(self) -> list[bool]:
        """From which nodes no victory can be reached."""
        won = [n for n, node in enumerate(self.nodes) if node.end is not None and node.end[0] == "victory"]
        return [not leads for leads in self._leading_to(won)]

    def _leading_to(self, goals: list[int]) -> list[bool]:
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(range(len(self.nodes)))
        for number, node in enumerate(self.nodes):
            graph.add_edges_from((after, number) for action in node.actions for after in action.chances)
        found = set(goals).union(*(nx.descendants(graph, number) for number in goals))
        return [number in found for number in range(len(self.nodes))]


def fraction(chance: float) -> Fraction:
    """The simple fraction that a chance was rounded from."""
    found = Fraction(chance).limit_denominator(10**7)
    if abs(float(found) - chance) > 4e-16 * chance:
        raise NoFractionsError
    return found


def plain(solved: Solved) -> Plain:
    """The states of a book that is played for winning.

    Raises:
        NoFractionsError: its chances have large denominators.
    """
    space, program = solved.space, solved.space.program
    s = space.states
    order = [space.root, *(state for state in range(space.size) if state != space.root)]
    number = {state: place for place, state in enumerate(order)}
    kinds = {ending.name: ending.kind for ending in solved.book.endings} | {SOFT_LOCK: "stuck"}
    starts = set(program.chapters.values())
    found = Plain([], [], [], [], [])
    for state in order:
        if state < len(program.endings):
            name = program.endings[state]
            node, at = Node(end=(kinds[name], name)), -1
        else:
            at = int(space.code.point_node[s.point[state]])
            decide = program.nodes[at]
            actions = [
                Action(
                    {
                        number[int(s.successor[i])]: fraction(float(s.chance[i]))
                        for i in range(s.first_successor[a], s.first_successor[a + 1])
                    },
                    ZERO,
                )
                for a in range(s.first_action[state], s.first_action[state + 1])
            ]
            if any(sum(action.chances.values()) != ONE for action in actions):
                raise NoFractionsError
            node = Node(decide.owner if isinstance(decide, Decide) else "reader", actions)
        found.nodes.append(node)
        found.chapter.append(program.places[at] if at >= 0 else "")
        found.begins.append(at in starts)
        decides = at >= 0 and isinstance(program.nodes[at], Decide)
        found.decision.append(program.nodes[at].address if decides else "")  # type: ignore[union-attr]
        open_ = [s.option[a] for a in range(s.first_action[state], s.first_action[state + 1])] if decides else []
        found.options.append(tuple(program.nodes[at].options[o].address for o in open_ if o >= 0))  # type: ignore[union-attr]
    return found


def stopped(nodes: list[Node], ends: Collection[int]) -> list[Node]:
    """The same nodes, where play stops at some of them."""
    return [Node(node.owner, [], ("stopped", "")) if number in ends else node for number, node in enumerate(nodes)]
