"""Bounds from above of books that are too large: what is best play worth where much is forgotten?

First everything is forgotten. Then what stops best play of that book in the book itself is remembered, with all that it
comes from (`solver.refinement`); and so on, as long as the states are few enough.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from math import inf, prod

import numpy as np

from gamebook.job import Limits
from gamebook.kernels.arrays import Floats
from gamebook.kernels.code import Code
from gamebook.kernels.seeking import Ceiling
from gamebook.program.code import NodeId, Program, VariableId
from gamebook.program.forget import forgotten, sources
from gamebook.solver.backward import Values, best_play, evaluate
from gamebook.solver.refinement import missing
from gamebook.solver.space import Space, explore
from gamebook.solver.watch import CLOSE

MOST = 500_000
"""States of a book in which things are forgotten."""
SECONDS = 2.0
"""The longest that one of them is solved for."""
LATER = 10.0
"""One that was not solved in less time is tried again after others that have so many times as many states."""

Kept = frozenset[VariableId]


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
        self._steps = self._search()
        self._go_on: Callable[[float], None] = lambda _share: None
        self._seconds = SECONDS

    def step(self, go_on: Callable[[float], None], seconds: float = SECONDS) -> bool:
        """Solve one more book in which less is forgotten; False where there is none that is small enough.

        Args:
            go_on: called every few milliseconds; it may raise to break off. Then the search is over.
            seconds: the longest that it is solved for; a book that takes longer is tried once more later.
        """
        self._go_on, self._seconds = go_on, seconds
        return next(self._steps, False)

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

    def _search(self) -> Iterator[bool]:
        """Remember more and more, in the order of how many states that will probably be."""
        come_from, seen = sources(self._program), {Kept()}
        waiting = [(1.0, 0, Kept())]
        while waiting:
            size, number, kept = heappop(waiting)
            found = self._solved(kept)
            if found is None and self._seconds < SECONDS:
                heappush(waiting, (LATER * size, number, kept))
            yield True
            if found is None:
                continue
            for each in missing(self._program, *found, come_from, lambda: self._go_on(0.0)):
                more = kept | each
                if more not in seen:
                    seen.add(more)
                    heappush(waiting, (found[0].size * self._values_of(each - kept), len(seen), more))

    def _values_of(self, variables: Kept) -> float:
        """How many mixtures of values some variables can have; what is soon over counts once."""
        cells = (self._program.cells[variable] for variable in variables)
        return prod(1.0 if cell.passing else cell.high - cell.low + 1.0 for cell in cells)

    def _solved(self, kept: Kept) -> tuple[Space, Values] | None:
        """The book in which these are remembered, with best play; None where that is too much."""

        def go_on(_count: int) -> None:
            self._go_on(0.0)

        def stop() -> bool:
            self._go_on(0.0)
            return False

        memory = self._memory() - self.bytes
        limits = Limits(states=MOST, memory=None if memory == inf else int(memory))
        space = explore(forgotten(self._program, kept), limits=limits, progress=go_on)
        if not space.complete:
            return None
        values = evaluate(space, best_play(space), self._worth, deadline=time.monotonic() + self._seconds, stop=stop)
        if not values.settled:
            return None
        self.high = min(self.high, float(values.high[space.root]))
        self._known = space, values.high
        return space, values
