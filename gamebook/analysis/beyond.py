"""States that are not listed, but worked out one by one, where somebody asks what lies behind them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from math import inf

import numpy as np

from gamebook.analysis.reach import Reach
from gamebook.job import look
from gamebook.kernels.states import ACTIONS, CURSOR, STATES, known_states, read_state
from gamebook.program.code import NodeId
from gamebook.solver.listing import Listing
from gamebook.solver.space import live_values

MOST = 200_000
"""States that are found in this way, at most, before what lies behind the last is worked out."""


class TooFar(Exception):  # noqa: N818 - says what is the matter
    """There is no room, or no time, to work out what lies behind a state."""


class Beyond:
    """The states of a book, of which some are listed, and those beyond them.

    Numbers of the states of `Reach` are the same here; others have higher ones.
    """

    def __init__(self, reach: Reach, until: float = inf) -> None:
        """Nothing is worked out yet.

        Args:
            reach: what is listed.
            until: a `time.monotonic()` after which nothing more is worked out.
        """
        self._reach, self.until = reach, until
        self._space = reach.solved.space
        self._listing: Listing | None = None
        self._after: dict[int, list[tuple[int | None, tuple[int, ...]]]] = {}
        """What follows each state of the listing that was worked out."""
        self._numbers: dict[int, int] = {}
        """The number of each state of the listing, as far as asked."""

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

    def after(self, state: int) -> list[tuple[int | None, tuple[int, ...]]]:
        """What can be done in a state: the option's number (None where nobody decides), and the states that may follow.

        Raises:
            TooFar: the state is not listed, and there is no room or time to work it out.
        """
        if state < self._space.listed:
            return [(option, tuple(to.tolist())) for option, to in self._reach.actions(state)]
        number = state - self._reach.size
        if number < 0:
            number = self._add(self._reach.node[state], self._reach.values(state))
        if number not in self._after:
            self._after[number] = [*self._worked_out(number)]
        return self._after[number]

    def add(self, node: NodeId, values: Mapping[str, int]) -> int:
        """The number of a state that play is known to reach."""
        return self._number(self._add(node, values))

    @property
    def _own(self) -> Listing:
        """The states beyond the list; their actions are listed in the order in which somebody asked."""
        if self._listing is None:
            self._listing = Listing.begin(self._space.code)
        return self._listing

    def _number(self, own: int) -> int:
        """The number of a state of the listing."""
        space = self._space
        if own < space.code.endings:
            return own
        if own not in self._numbers:
            point, number = int(self._own.states.point[own]), -1
            if self._reach.is_come_to(int(space.code.point_node[point])):
                env = np.zeros((1, len(space.code.start)), np.int64)
                read_state(space.code, self._own.states, own, env[0])
                number = int(known_states(space.code, space.states, point, env)[0])
            self._numbers[own] = number if number >= 0 else self._reach.size + own
        return self._numbers[own]

    def _add(self, node: NodeId, values: Mapping[str, int]) -> int:
        env = np.array([values.get(cell.name, cell.start) for cell in self._space.program.cells], np.int64)
        return self._own.add(int(self._space.code.point[node]), env)

    def _worked_out(self, number: int) -> Iterator[tuple[int | None, tuple[int, ...]]]:
        """`after` for a state of the listing."""
        look()
        if self.size > MOST or time.monotonic() > self.until:
            raise TooFar
        counts, first = self._own.counts, int(self._own.counts[ACTIONS])
        counts[CURSOR] = number
        while counts[CURSOR] == number:  # an array may be full, and grows
            self._own.explore(1)
        s = self._own.states
        for action in range(first, int(counts[ACTIONS])):
            ways = s.successor[s.first_successor[action] : s.first_successor[action + 1]]
            option = int(s.option[action])
            yield option if option >= 0 else None, tuple(map(self._number, ways.tolist()))
