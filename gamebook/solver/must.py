"""What every winning play has in common, and whether a play can win without passing some points."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct

from gamebook.job import look
from gamebook.kernels.arrays import Flags, Ints
from gamebook.kernels.must import narrow
from gamebook.program.code import NodeId
from gamebook.solver.graphs import as_ways, reached_from
from gamebook.solver.space import Space

CHUNK = 200_000
"""States between two looks at the job."""
WORD = 64


class Winning(Struct, frozen=True, dict=True):
    """All plays of a listed book that win, whoever plays and however the dice fall."""

    space: Space
    goals: Ints
    """The numbers of the endings that are victories."""

    @cached_property
    def alive(self) -> Flags:
        """bool[n]: states from which a victory can still be reached."""
        return self.space.leading_to(self.goals)

    @property
    def possible(self) -> bool:
        """Whether any play wins."""
        return bool(self.alive[self.space.root])

    @cached_property
    def _source(self) -> Ints:
        return np.repeat(np.arange(self.space.size), np.diff(self.space.edge_start))

    def facts(self, passed: Sequence[Collection[NodeId]]) -> list[bool]:
        """For each fact whether it is one of every winning play; all are, if none wins.

        Args:
            passed: for each fact the points (nodes of the program) at which it becomes true.
        """
        words = max(1, -(-len(passed) // WORD))
        space = self.space
        by_point = np.zeros((len(space.code.point_node), words), np.uint64)
        for fact, nodes in enumerate(passed):
            for node in nodes:
                by_point[space.code.point[node], fact // WORD] |= np.uint64(1) << np.uint64(fact % WORD)
        found = np.full((space.size, words), ~np.uint64(0))
        found[space.root] = 0
        (order, _), ways = space.order, space.edge_start
        changed = True
        while changed:
            changed = False
            for stop in range(len(order), 0, -CHUNK):
                look()
                changed |= narrow(
                    order, ways, space.states.successor, self.alive, space.states.point, by_point,
                    stop, max(0, stop - CHUNK), found,
                )  # fmt: skip
        ends = np.bitwise_and.reduce(found[self.goals[self.alive[self.goals]]], axis=0)
        return [bool(ends[fact // WORD] >> np.uint64(fact % WORD) & np.uint64(1)) for fact in range(len(passed))]

    def possible_by(self, used: Flags) -> bool:
        """Whether a play can win that only takes some of the ways; `used`: bool[ways]."""
        if not used.any():
            return bool(self.space.root in self.goals)
        ways = as_ways(self._source[used], self.space.states.successor[used], self.space.size)
        return bool(reached_from(ways, np.array([self.space.root]))[self.goals].any())

    def sure(self) -> Flags:
        """bool[ways]: ways that no dice decide on: the only one of its action."""
        states = self.space.states
        return np.repeat(np.diff(states.first_successor) == 1, np.diff(states.first_successor))

    def starting_at(self, nodes: Collection[NodeId]) -> Flags:
        """bool[ways]: ways from states at some points."""
        points = np.zeros(len(self.space.code.point_node) + 1, bool)
        points[[self.space.code.point[node] for node in nodes]] = True
        return np.asarray(points[self.space.states.point[self._source]])
