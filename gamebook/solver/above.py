"""Bounds from above of books that are too large: what is best play worth where much is forgotten?

First everything is forgotten. Then what stops best play of that book in the book itself is remembered, with all that it
comes from (`solver.lacking`); and so on, as long as the states are few enough.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cached_property
from heapq import heappop, heappush
from math import inf

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.kernels.arrays import Floats
from gamebook.kernels.code import Code
from gamebook.kernels.seeking import Ceiling
from gamebook.limits import Limits
from gamebook.program.code import NodeId, Program, VariableId
from gamebook.program.forget import forgotten, sources, values_of
from gamebook.program.possible import Possible, possible
from gamebook.solver.backward import Values, evaluate
from gamebook.solver.lacking import missing
from gamebook.solver.manner import best_play
from gamebook.solver.space import Space, explore
from gamebook.solver.watch import CLOSE

MOST = 1_000_000
"""States of a book in which things are forgotten."""
SECONDS = 4.0
"""The longest that one of them is solved for."""
LATER = 10.0
"""One that was not solved in less time is tried again after others that have so many times as many states."""
SOONER = 2.0
"""One that was broken off is tried again after others that have twice as many."""
SOON = 0.5
"""Seconds to find out what forgotten values may be where dice depend on them."""

Kept = frozenset[VariableId]


class _Memory(Struct, frozen=True):
    """What is remembered in one of the books."""

    kept: Kept
    """All of it."""
    new: Kept
    """What was added last."""
    helped: Kept
    """What of the rest made the bound lower. If all is too much, this and `new` are tried without the others."""
    high: float
    """The bound before `new` was added."""


class Above:
    """The search for the bound."""

    def __init__(self, program: Program, worth: Floats, memory: Callable[[], float] = lambda: inf) -> None:
        """Nothing is known.

        Args:
            program: the book, lowered. Its values are chances to win.
            worth: float64[endings], what each ending is worth, from 0 to 1.
            memory: says how many bytes a book may take in which things are forgotten.
        """
        self._program, self._worth, self._memory = program, worth, memory
        self.high = 1.0
        """The bound of what best play is worth, so far."""
        self._known: tuple[Space, Floats] | None = None
        """The book in which least is forgotten of those that were solved, and what its states are worth at most."""
        self._come_from, nothing = sources(program), Kept()
        self._seen, self._waiting = {nothing}, [(1.0, 0, _Memory(nothing, nothing, nothing, 1.0))]
        """What was or will be remembered; and of that what waits, with how many states that will probably be."""
        self._go_on: Callable[[float], None] = lambda _share: None
        self._seconds = SECONDS

    def step(self, go_on: Callable[[float], None], seconds: float = SECONDS) -> bool:
        """Solve one more book in which less is forgotten; False where there is none that is small enough.

        Args:
            go_on: called every few milliseconds; it may raise to break off. The same book is then tried again later.
            seconds: the longest that it is solved for; a book that takes longer is tried once more later.
        """
        if not self._waiting:
            return False
        self._go_on, self._seconds = go_on, seconds
        states, number, memory = heappop(self._waiting)
        later = LATER if seconds < SECONDS else inf
        try:
            if self._follow(states, memory):
                later = inf
        except BaseException:
            later = SOONER
            raise
        finally:
            if later < inf:
                heappush(self._waiting, (later * states, number, memory))
        return True

    @property
    def bytes(self) -> int:
        """Memory held by what is known."""
        return 0 if self._known is None else self._known[0].bytes + self._known[1].nbytes

    def ceiling(self, code: Code, copies: Mapping[NodeId, NodeId]) -> Ceiling | None:
        """Bounds from above for states of the book, or of the same with fewer options; None where they would be 1.

        Args:
            code: of the book that is searched. Its variables, and its points, have the same numbers as in this one; new
                ones follow.
            copies: the points that new ones are copies of.
        """
        if self._known is None or self.high > 1.0 - CLOSE:
            return None
        (space, high), nodes = self._known, len(self._program.nodes)
        same = (copies.get(node, node) for node in code.point_node.tolist())
        return Ceiling(
            code=space.code,
            states=space.states,
            high=high,
            point=np.array([space.code.point[node] if node < nodes else -1 for node in same], np.int32),
            sheet=code.start.copy(),
            key=np.zeros(space.code.words, np.int64),
        )

    def _add(self, states: float, memory: _Memory) -> None:
        if memory.kept not in self._seen:
            self._seen.add(memory.kept)
            heappush(self._waiting, (states, len(self._seen), memory))

    def _follow(self, states: float, memory: _Memory) -> bool:
        """Solve a book, and see what should be remembered next; False where it is too much."""
        found = self._solved(memory.kept)
        if found is None:
            few = memory.helped | memory.new
            self._add(states / values_of(self._program, memory.kept - few), replace(memory, kept=few))
            return False
        space, values = found
        high = float(values.high[space.root])
        helped = memory.helped | memory.new if high < memory.high - CLOSE else memory.helped
        for new in missing(self._program, space, values, self._come_from, lambda: self._go_on(0.0)):
            kept = memory.kept | new
            self._add(space.size * values_of(self._program, kept - memory.kept), _Memory(kept, new, helped, high))
        return True

    @cached_property
    def _possible(self) -> Possible | None:
        return possible(self._program, SOON)

    def _solved(self, kept: Kept) -> tuple[Space, Values] | None:
        """The book in which these are remembered, with best play; None where that is too much."""

        def go_on(_count: int) -> None:
            self._go_on(0.0)

        def stop() -> bool:
            self._go_on(0.0)
            return False

        memory = self._memory() - self.bytes
        limits = Limits(states=MOST, memory=None if memory == inf else int(memory))
        space = explore(forgotten(self._program, kept, self._possible), limits=limits, progress=go_on)
        if not space.complete:
            return None
        values = evaluate(space, best_play(space), self._worth, deadline=time.monotonic() + self._seconds, stop=stop)
        if not values.settled:
            return None
        self.high = min(self.high, float(values.high[space.root]))
        self._known = space, values.high
        return space, values
