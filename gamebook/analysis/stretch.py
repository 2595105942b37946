"""The steps between two points: which of them makes a victory impossible.

All states at one point are followed at once, an array for each variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.kernels.states import known_states
from gamebook.model.expression import Expr
from gamebook.program.code import Branch, Chance, Decide, Do, Enter, NodeId, Stop, successors
from gamebook.program.columns import on_columns
from gamebook.solver.solution import Solved


@dataclass(frozen=True, slots=True)
class Fork:
    """What chance does somewhere in the program."""

    place: str
    """The chapter, or `hero`."""
    cause: str
    """The address of the step, or of the fight around it."""
    label: str = ""
    """The option taken, if it replaces a reader's choice."""


@dataclass(frozen=True)
class Settled:
    """What becomes of some states on their way to the next points."""

    lost: Flags
    """bool[k]: whatever happens on the way, nothing good can come of it."""
    forks: Mapping[Fork, Floats]
    """float64[k]: the chance that this fork settles it, where it was not settled at the beginning."""


@dataclass(frozen=True)
class _Group:
    """States on their way, all at one node."""

    at: NodeId
    columns: Mapping[str, Ints]
    """int64[k], every variable."""
    count: int

    def part(self, at: NodeId, which: Flags) -> _Group:
        """Some of them, at another node."""
        columns = {name: values[which] for name, values in self.columns.items()}
        return _Group(at, columns, int(which.sum()))


class Stretch:
    """Follows states through the program, from point to point."""

    def __init__(self, solved: Solved, lost: Flags) -> None:
        """Take the states apart.

        Args:
            solved: the book.
            lost: bool[n], the states from which nothing good can come.
        """
        self._solved = solved
        self._lost = lost

    def forks(self, start: NodeId) -> frozenset[Fork]:
        """Everything that chance may do from a node to the next points."""
        program = self._solved.space.program
        found: set[Fork] = set()
        waiting, seen = [start], {start}
        while waiting:
            number = waiting.pop()
            node = program.nodes[number]
            if isinstance(node, Decide | Enter | Stop):
                continue
            if isinstance(node, Chance):
                found.update(self._fork(number, after) for after in node.nexts)
            for after in successors(node):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return frozenset(found)

    def settled(self, node: NodeId, start: NodeId, states: Ints) -> Settled:
        """What settles the fate of some states.

        Args:
            node: their point.
            start: where they go on from there.
            states: int64[k], their numbers.
        """
        known = self._solved.columns(node, states)
        columns = {
            cell.name: known.get(cell.name, np.full(len(states), cell.start, np.int64))
            for cell in self._solved.space.program.cells
        }
        return self._from(_Group(start, columns, len(states)))

    def _from(self, group: _Group) -> Settled:
        program = self._solved.space.program
        while True:
            node = program.nodes[group.at]
            match node:
                case Do(sets=sets, next=after):
                    new = {program.cells[variable].name: self._value(expr, group) for variable, expr in sets}
                    group = _Group(after, {**group.columns, **new}, group.count)
                case Branch(condition=condition, yes=yes, no=no):
                    holds = self._value(condition, group) != 0
                    return _joined(
                        group.count,
                        (
                            (part, self._from(group.part(at, part)))
                            for part, at in ((holds, yes), (~holds, no))
                            if part.any()
                        ),
                    )
                case Chance():
                    return self._chance(group, node)
                case Decide() | Enter() | Stop():
                    return Settled(self._lost[self._states(group)], {})
                case _:
                    (after,) = successors(node)
                    group = _Group(after, group.columns, group.count)

    def _chance(self, group: _Group, node: Chance) -> Settled:
        weights = [self._value(weight, group) for weight in node.weights]
        whole = np.sum(weights, axis=0)
        lost = np.ones(group.count, bool)
        forks: dict[Fork, Floats] = {}
        for weight, after in zip(weights, node.nexts, strict=True):
            taken = weight > 0
            if not taken.any():
                continue
            then = self._from(group.part(after, taken))
            lost[taken] &= then.lost
            share = weight[taken] / whole[taken]
            here = self._fork(group.at, after)
            for fork, chance in ((here, then.lost.astype(float)), *then.forks.items()):
                forks.setdefault(fork, np.zeros(group.count))[taken] += share * chance
        return Settled(lost, {fork: np.where(lost, 0.0, chance) for fork, chance in forks.items()})

    def _fork(self, number: NodeId, after: NodeId) -> Fork:
        program = self._solved.space.program
        return Fork(program.places[number], program.causes.get(number, ""), program.labels.get((number, after), ""))

    def _value(self, expr: Expr, group: _Group) -> Ints:
        return on_columns(expr, group.columns, group.count, self._solved.space.program.tables)

    def _states(self, group: _Group) -> Ints:
        """int64[k]: the states that a group has reached, at a point or an ending."""
        space = self._solved.space
        node = space.program.nodes[group.at]
        if isinstance(node, Stop):
            return np.full(group.count, node.ending)
        cells = space.program.cells  # a book without variables has none
        env = np.zeros((group.count, len(cells)), np.int64)
        for number, cell in enumerate(cells):
            env[:, number] = group.columns[cell.name]
        point = space.code.point[group.at]
        return known_states(space.code, space.states, point, env).astype(np.int64)


def _joined(count: int, parts: Iterator[tuple[Flags, Settled]]) -> Settled:
    """What becomes of all states, from what becomes of some."""
    lost = np.zeros(count, bool)
    forks: dict[Fork, Floats] = {}
    for which, part in parts:
        lost[which] = part.lost
        for fork, chance in part.forks.items():
            forks.setdefault(fork, np.zeros(count))[which] = chance
    return Settled(lost, forks)
