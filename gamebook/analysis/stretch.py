"""The steps between two points: which of them makes a victory impossible.

All states at one point are followed at once, an array for each variable.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Flags, Floats, Ints
from gamebook.model.expression import Expr
from gamebook.program.code import Branch, Chance, Decide, Do, Enter, NodeId, Stop, successors
from gamebook.program.columns import on_columns
from gamebook.solver.solution import Solved


class Fork(Struct, frozen=True):
    """What chance does somewhere in the program."""

    place: str
    """The chapter, or `hero`."""
    cause: str
    """The address of the step, or of the fight around it."""
    label: str = ""
    """The option taken, if it replaces a reader's choice."""


class Arrivals(Struct, frozen=True):
    """How likely some states come to which states next; each pair is there once."""

    row: Ints
    """int64[m]: which of the states, 0 to k - 1."""
    state: Ints
    """int64[m]: where it comes to, a point or an ending."""
    chance: Floats

    def part(self, which: Flags) -> Arrivals:
        """The arrivals of some rows; `which` is bool[k]."""
        here = which[self.row]
        return Arrivals(self.row[here], self.state[here], self.chance[here])

    def among(self, rows: Ints, share: Floats) -> Arrivals:
        """The same as seen from before: row i was row `rows[i]` there, and play came here with chance `share[i]`."""
        return Arrivals(rows[self.row], self.state, self.chance * share[self.row])


class Settled(Struct, frozen=True):
    """What becomes of some states on their way to the next points."""

    lost: Flags
    """bool[k]: whatever happens on the way, nothing good can come of it."""
    ends: Arrivals
    """Where the lost ones come to."""
    forks: Mapping[Fork, Arrivals]
    """How likely this fork settles it, where it was not settled at the beginning, and where play comes to then."""


class _Group(Struct, frozen=True):
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

    def found(self, states: Ints) -> Ints:
        """int64[k]: the numbers by which `settled` knows these states.

        Heroes that were solved in groups have each their own states, and of those that are alike it knows one.
        """
        space = self._solved.space
        points = space.states.point[states]
        found = states.astype(np.int64)
        for point in np.flatnonzero(np.bincount(points[points >= 0])).tolist():
            here = np.flatnonzero(points == point)
            node = space.code.point_node[point]
            found[here] = space.find_all(node, self._solved.columns(node, states[here]), len(here))
        return found

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
                        [
                            (part, self._from(group.part(at, part)))
                            for part, at in ((holds, yes), (~holds, no))
                            if part.any()
                        ],
                    )
                case Chance():
                    return self._chance(group, node)
                case Decide() | Enter() | Stop():
                    reached = self._states(group)
                    lost = self._lost[reached]
                    row = np.flatnonzero(lost)
                    return Settled(lost, Arrivals(row, reached[row], np.ones(len(row))), {})
                case _:
                    (after,) = successors(node)
                    group = _Group(after, group.columns, group.count)

    def _chance(self, group: _Group, node: Chance) -> Settled:
        weights = [self._value(weight, group) for weight in node.weights]
        whole = np.sum(weights, axis=0)
        lost = np.ones(group.count, bool)
        ends: list[Arrivals] = []
        settling: list[tuple[Fork, Arrivals]] = []
        forks: dict[Fork, list[Arrivals]] = {}
        for weight, after in zip(weights, node.nexts, strict=True):
            taken = weight > 0
            if not taken.any():
                continue
            then = self._from(group.part(after, taken))
            lost[taken] &= then.lost
            rows, share = np.flatnonzero(taken), weight[taken] / whole[taken]
            settling.append((self._fork(group.at, after), then.ends.among(rows, share)))
            for fork, arrivals in then.forks.items():
                forks.setdefault(fork, []).append(arrivals.among(rows, share))
        for fork, arrivals in settling:
            ends.append(arrivals.part(lost))
            forks.setdefault(fork, []).append(arrivals.part(~lost))
        return Settled(lost, _sum(ends), {fork: _sum(parts) for fork, parts in forks.items()})

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
        return space.find_all(group.at, group.columns, group.count).astype(np.int64)


def _joined(count: int, parts: Sequence[tuple[Flags, Settled]]) -> Settled:
    """What becomes of all states, from what becomes of some."""
    lost = np.zeros(count, bool)
    ends: list[Arrivals] = []
    forks: dict[Fork, list[Arrivals]] = {}
    for which, part in parts:
        lost[which] = part.lost
        rows, share = np.flatnonzero(which), np.ones(int(which.sum()))
        ends.append(part.ends.among(rows, share))
        for fork, arrivals in part.forks.items():
            forks.setdefault(fork, []).append(arrivals.among(rows, share))
    return Settled(lost, _sum(ends), {fork: _sum(arrivals) for fork, arrivals in forks.items()})


def _sum(parts: Sequence[Arrivals]) -> Arrivals:
    """All these arrivals, those of one state at one state as one."""
    row = np.concatenate([part.row for part in parts]).astype(np.int64)
    state = np.concatenate([part.state for part in parts]).astype(np.int64)
    chance = np.concatenate([part.chance for part in parts])
    width = int(state.max(initial=0)) + 1
    # The index keeps numpy from importing masked arrays.
    key, _, which = np.unique(row * width + state, return_index=True, return_inverse=True)
    return Arrivals(key // width, key % width, np.bincount(which, chance, len(key)).astype(np.float64))
