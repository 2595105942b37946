"""Best play in exact fractions, over every state one by one: for small books, and to test the fast engine.

The value of a node is the least solution of Bellman's equations over what can be won: play that never ends wins nothing
and keeps what it has earned. Strong components are solved one after another, those that play ends in first; inside one,
policies are improved on strict gains only, each evaluated by solving its equations exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gamebook.job import look
from gamebook.model.book import Book
from gamebook.play.explore import Graph
from gamebook.solver.exact_component import NOTHING, Unsettled, Way, solve_component
from gamebook.solver.graphs import strong_components


class Solution(Struct, frozen=True):
    """Best play on a graph of states."""

    value: Fraction
    """What play is worth from the start: a win chance, or points with those earned before the first moment."""
    values: tuple[Fraction, ...]
    """What play is worth from each node on."""
    best: tuple[tuple[int, ...], ...]
    """For each decision, the positions of all equally good arcs; empty for other nodes."""
    policy: tuple[int, ...]
    """For each decision, the position of the arc that is played: of the best ones the first (or last) as `ties` says,
    unless play could then go round for ever and lose what it is worth. -1 for other nodes."""
    score: Fraction | Unsolved | None = None
    """Under `aim win then score` the points of best play from the start; None otherwise."""
    scores: tuple[Fraction, ...] = ()
    """The points from each node on, where they are known."""


class Unsolved(Struct, frozen=True):
    """No finite answer: a loop of the book gains for ever, or its points of both signs never settle."""

    why: Unsettled
    nodes: tuple[int, ...]
    """The nodes of the strong component in question."""


def win_worth(book: Book) -> dict[str, Fraction]:
    """What each ending is worth under `aim win`: 1 for a victory."""
    return {ending.name: Fraction(ending.kind == "victory") for ending in book.endings}


def solve(
    graph: Graph,
    worth: Mapping[str, Fraction] | None = None,
    ties: Literal["first", "last"] = "first",
    *,
    then_score: bool = False,
) -> Solution | Unsolved:
    """Best play of the reader against best play of the rivals.

    Args:
        graph: all states, as `explore` finds them.
        worth: what each ending is worth (those not named: nothing). None: play is for points.
        ties: which of equally good options is played.
        then_score: of options of equal worth those are best that earn more.
    """
    solver = _Solver(graph, worth)
    unsolved = solver.run()
    if unsolved is not None:
        return unsolved
    values = tuple(solver.values[number] for number in range(len(graph.nodes)))
    best = solver.best_arcs()
    points: Fraction | Unsolved | None = None
    scores: tuple[Fraction, ...] = ()
    if then_score:
        further = _then_score(graph, values, best)
        if isinstance(further, Unsolved):
            points = further
        else:
            best, scores = further
            points = scores[graph.start] + graph.start_score
    policy = [(arcs[0] if ties == "first" else arcs[-1]) if arcs else -1 for arcs in best]
    _keep_moving(graph, values, scores, best, policy, "reader", 1)
    _keep_moving(graph, values, scores, best, policy, "rival", -1)
    score = graph.start_score if worth is None else NOTHING
    return Solution(values[graph.start] + score, values, best, tuple(policy), points, scores)


def _then_score(
    graph: Graph, values: Sequence[Fraction], best: Sequence[tuple[int, ...]]
) -> tuple[tuple[tuple[int, ...], ...], tuple[Fraction, ...]] | Unsolved:
    """Of the best arcs those that earn most, and the points from each node on.

    Where something can be won, play must not stay for ever for the sake of points. A node that is worth nothing does
    not lead to one that is, so a component is of one kind.
    """
    nodes = tuple(
        replace(node, arcs=tuple(node.arcs[i] for i in arcs)) if arcs else node
        for node, arcs in zip(graph.nodes, best, strict=True)
    )
    solver = _Solver(replace(graph, nodes=nodes), None, [value > 0 for value in values])
    unsolved = solver.run()
    if unsolved is not None:
        return unsolved
    chosen = zip(best, solver.best_arcs(), strict=True)
    kept = tuple(tuple(arcs[i] for i in few) for arcs, few in chosen)
    return kept, tuple(solver.values[number] for number in range(len(nodes)))


def uniform(graph: Graph) -> Graph:
    """The graph of the random reader, who takes each open option with the same chance; rivals still choose."""
    nodes = []
    for node in graph.nodes:
        if node.kind == "reader":
            arcs = tuple(replace(arc, chance=Fraction(1, len(node.arcs))) for arc in node.arcs)
            nodes.append(replace(node, kind="chance", arcs=arcs))
        else:
            nodes.append(node)
    return replace(graph, nodes=tuple(nodes))


class _Solver:
    """Values of all nodes, one strong component after another."""

    def __init__(self, graph: Graph, worth: Mapping[str, Fraction] | None, leave: Sequence[bool] | None = None) -> None:
        self.graph = graph
        self.leave = leave
        self.worth = worth
        self.values: dict[int, Fraction] = {}

    def run(self) -> Unsolved | None:
        nodes = self.graph.nodes
        successors = {number: [arc.target for arc in node.arcs] for number, node in enumerate(nodes)}
        for part in strong_components(successors):
            look()
            first = nodes[part[0]]
            if first.kind == "end":
                self.values[part[0]] = (self.worth or {}).get(first.name, NOTHING)
            elif len(part) == 1 and part[0] not in successors[part[0]]:
                self.values[part[0]] = self._once(part[0])
            else:
                ways = {number: self._ways(number) for number in part}
                owners = {number: nodes[number].kind for number in part}
                leave = self.leave is not None and any(self.leave[number] for number in part)
                answer = solve_component(ways, owners, self.values, leave=leave)
                if isinstance(answer, str):
                    return Unsolved(answer, tuple(part))
                self.values.update(answer)
        return None

    def best_arcs(self) -> tuple[tuple[int, ...], ...]:
        """For each decision, the arcs that are worth what it is worth."""
        return tuple(
            tuple(i for i, way in enumerate(self._ways(number)) if self._after(way) == self.values[number])
            if node.kind in ("reader", "rival")
            else ()
            for number, node in enumerate(self.graph.nodes)
        )

    def _ways(self, number: int) -> list[Way]:
        scoring = self.worth is None
        return [Way(arc.chance, arc.target, arc.score if scoring else NOTHING) for arc in self.graph.nodes[number].arcs]

    def _after(self, way: Way) -> Fraction:
        return way.score + self.values[way.target]

    def _once(self, number: int) -> Fraction:
        """A node that play does not come back to."""
        worths = [self._after(way) for way in self._ways(number)]
        kind = self.graph.nodes[number].kind
        if kind == "chance":
            return sum((way.chance * value for way, value in zip(self._ways(number), worths, strict=True)), NOTHING)
        return max(worths) if kind == "reader" else min(worths)


def _keep_moving(
    graph: Graph,
    values: Sequence[Fraction],
    scores: Sequence[Fraction],
    best: Sequence[Sequence[int]],
    policy: list[int],
    owner: Literal["reader", "rival"],
    sign: int,
) -> None:
    """Mend a policy of best options that could go round for ever although there is something to be had.

    Nodes are settled where staying would cost nothing, and where play moves on to settled ones whatever the other
    player does; while some are not, one decision among them takes its first best option that leads to a settled one.
    """
    settled = [
        node.kind == "end"
        or (sign * values[number] <= 0 and (not scores or values[number] > 0 or sign * scores[number] <= 0))
        for number, node in enumerate(graph.nodes)
    ]

    def moves_on(number: int) -> bool:
        node = graph.nodes[number]
        if node.kind == "chance":
            return any(settled[arc.target] for arc in node.arcs)
        if node.kind == owner:
            return settled[node.arcs[policy[number]].target]
        return all(settled[node.arcs[choice].target] for choice in best[number])

    waiting = [number for number in reversed(range(len(graph.nodes))) if not settled[number]]
    while waiting:
        look()
        before = len(waiting)
        left = []
        for number in waiting:
            settled[number] = moves_on(number)
            if not settled[number]:
                left.append(number)
        waiting = left
        if len(waiting) == before:
            number, choice = next(
                (number, choice)
                for number in reversed(waiting)
                if graph.nodes[number].kind == owner
                for choice in best[number]
                if settled[graph.nodes[number].arcs[choice].target]
            )
            policy[number] = choice
