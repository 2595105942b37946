"""Bounds from above of books that are too large: what is best play worth where much is forgotten?

First everything is forgotten. Then what makes the bound narrower is remembered, one thing after another: all that must
be known at some place to say where play goes on, with all that this comes from. Each time it is what helps most.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from math import inf

from gamebook.job import Limits
from gamebook.kernels.arrays import Floats
from gamebook.program.code import Program, VariableId
from gamebook.program.forget import forgotten, groups
from gamebook.solver.backward import best_play, evaluate
from gamebook.solver.space import explore

MOST = 200_000
"""States of a book in which things are forgotten."""
SECONDS = 2.0
"""The longest that one of them is solved for."""
GAIN = 1e-6
"""A bound that is narrower by less is not narrower."""

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
        self._steps = self._search()
        self._go_on: Callable[[float], None] = lambda _share: None

    def step(self, go_on: Callable[[float], None]) -> bool:
        """Look at one more set of variables that are remembered; False where there is nothing more to look at.

        Args:
            go_on: called every few milliseconds; it may raise to break off. Then the search is over.
        """
        self._go_on = go_on
        return next(self._steps, False)

    def _search(self) -> Iterator[bool]:
        program = self._program
        kept: Kept = frozenset()
        self.high = min(self.high, self._bound(kept))
        yield True
        left = groups(program)
        while left:
            found: dict[Kept, float] = {}
            for group in sorted(left, key=lambda each: (len(each), sorted(each))):
                found[group] = self._bound(kept | group)
                yield True
            best = min(found, key=lambda group: found[group])
            if not found[best] < self.high - GAIN:
                return
            self.high = found[best]
            kept |= best
            left = frozenset(group for group in left if not group <= kept and found[group] <= 1.0)

    def _bound(self, kept: Kept) -> float:
        """The bound where these are remembered; infinite where that is too much."""

        def go_on(_count: int) -> None:
            self._go_on(0.0)

        def stop() -> bool:
            self._go_on(0.0)
            return False

        memory = self._memory()
        limits = Limits(states=MOST, memory=None if memory == inf else int(memory))
        space = explore(forgotten(self._program, kept), limits=limits, progress=go_on)
        if not space.complete:
            return inf
        values = evaluate(space, best_play(space), self._worth, deadline=time.monotonic() + SECONDS, stop=stop)
        return min(1.0, float(values.high[space.root])) if values.settled else inf
