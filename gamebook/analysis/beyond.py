"""States that are not listed, but worked out one by one, where somebody asks what lies behind them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from math import inf

import numpy as np

from gamebook.analysis.reach import Reach
from gamebook.job import look
from gamebook.kernels.arrays import Ids
from gamebook.kernels.states import ACTIONS, CURSOR, STATES
from gamebook.program.code import NodeId
from gamebook.solver.listing import Listing
from gamebook.solver.space import live_values

MOST = 200_000
"""States that are found in this way, at most."""


class TooFar(Exception):  # noqa: N818 - says what is the matter
    """There is no room, or no time, to work out what lies behind a state."""


class Beyond:
    """The states of a book, of which some are listed, and those beyond them.

    Numbers of listed states, and of endings, are those of `Reach`. Others have higher numbers; a listed state that is
    met again beyond the list has two.
    """

    def __init__(self, reach: Reach, until: float = inf) -> None:
        """Nothing is worked out yet.

        Args:
            reach: what is listed.
            until: a `time.monotonic()` after which nothing more is worked out.
        """
        self._reach, self._until = reach, until
        self._space = reach.solved.space
        self._listing: Listing | None = None
        self._actions: dict[int, tuple[int, int]] = {}
        """For a state whose actions are worked out, where these are in the listing."""

    @property
    def size(self) -> int:
        """How many states were found beyond the list."""
        return 0 if self._listing is None else int(self._listing.counts[STATES])

    def node(self, state: int) -> NodeId:
        """The program's node of a state; -1 for an ending."""
        if state < self._reach.size:
            return int(self._reach.node[state])
        return int(self._space.code.point_node[self._own.states.point[state - self._reach.size]])

    def values(self, state: int) -> dict[str, int]:
        """The variables that still matter in a state."""
        if state < self._reach.size:
            return self._reach.values(state)
        return live_values(self._space.program, self._space.code, self._own.states, state - self._reach.size)

    def actions(self, state: int) -> list[tuple[int | None, Ids]]:
        """What can be done in a state, as in `Reach`.

        Raises:
            TooFar: it is not listed, and cannot be worked out.
        """
        if state < self._space.listed:
            return self._reach.actions(state)
        number = state - self._reach.size
        if number < 0:
            number = self._add(self._reach.node[state], self._reach.values(state))
        first, last = self._worked_out(number)
        s, endings = self._own.states, self._space.code.endings
        found = list[tuple[int | None, Ids]]()
        for action in range(first, last):
            ways = s.successor[s.first_successor[action] : s.first_successor[action + 1]]
            to = np.where(ways < endings, ways, ways + self._reach.size).astype(np.int32)
            found.append((int(s.option[action]) if s.option[action] >= 0 else None, to))
        return found

    def add(self, node: NodeId, values: Mapping[str, int]) -> int:
        """The number of a state beyond the list that play is known to reach."""
        return self._reach.size + self._add(node, values)

    @property
    def _own(self) -> Listing:
        """The states beyond the list; their actions are listed in the order in which somebody asked."""
        if self._listing is None:
            self._listing = Listing.begin(self._space.code)
        return self._listing

    def _add(self, node: NodeId, values: Mapping[str, int]) -> int:
        env = np.array([values.get(cell.name, cell.start) for cell in self._space.program.cells], np.int64)
        return self._own.add(int(self._space.code.point[node]), env)

    def _worked_out(self, number: int) -> tuple[int, int]:
        """Where the actions of a state are in the listing."""
        if number not in self._actions:
            look()
            if self.size > MOST or time.monotonic() > self._until:
                raise TooFar
            counts, first = self._own.counts, int(self._own.counts[ACTIONS])
            counts[CURSOR] = number
            while counts[CURSOR] == number:  # an array may be full, and grows
                self._own.explore(1)
            self._actions[number] = first, int(counts[ACTIONS])
        return self._actions[number]
