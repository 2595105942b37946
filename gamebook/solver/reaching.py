"""Whether play ever comes to some places of a book that is too large to list.

The book in which much is forgotten has few states. Where even that has no way to a place, nobody ever comes there. Else
the way is tried in the book itself: either play comes there, or what was taken for granted is not so, and is remembered
(as in `solver.above`, with the reader in command of the dice).
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from heapq import heappop, heappush

import numpy as np
from msgspec import Struct

from gamebook.errors import OutOfTime
from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.limits import Limits, within
from gamebook.program.code import Decide, Node, Program, VariableId
from gamebook.program.forget import forgotten, needed, sources, values_of
from gamebook.program.goals import Place, Sought, with_goals
from gamebook.solver.hunt import Hunt, Taken, WaysBack, live_at
from gamebook.solver.space import Space, explore

FEW, MOST = 200_000, 1_000_000
"""States of a book in which things are forgotten: first no more than this, and then no more than that."""
SEARCHED = 8
"""Such a search is done again for a place when what is remembered has so many times as many states."""

Kept = frozenset[VariableId]


class Reached(Struct, frozen=True):
    """What is known of some places."""

    never: frozenset[Place]
    """Those to which play never comes."""
    ways: Mapping[Place, tuple[Taken, ...]]
    """Those to which it does, with the decisions of a play on its way there."""


NOTHING = Reached(frozenset(), {})
"""Nothing is known."""


def reaching(program: Program, sought: Sequence[Collection[Place]], seconds: float, memory: int | None) -> Reached:
    """To which places does play come?

    Args:
        program: the book.
        sought: for each question the places of which play must come to one.
        seconds: the time for it.
        memory: the bytes that a list of states may take; None: any number.
    """
    deadline = time.monotonic() + seconds
    search = _Search(program, sought, deadline, memory)
    with suppress(OutOfTime), within(deadline):  # what is known by then is true
        search.run()
    return Reached(frozenset(place for number in search.never for place in sought[number]), search.ways)


class _Search:
    def __init__(
        self, program: Program, sought: Sequence[Collection[Place]], deadline: float, memory: int | None
    ) -> None:
        self._book: Sought = with_goals(program, sought)
        self._nodes = program.nodes
        self._come_from = sources(self._book.program)
        self._live = live_at(self._book.program)
        self._searched = Counter[int]()
        """The states with which each place was searched for in the book itself."""
        self._deadline, self._memory = deadline, memory
        self._left = dict.fromkeys(range(len(sought)))
        self.never = set[int]()
        self.ways = dict[Place, tuple[Taken, ...]]()
        self._most = FEW
        self._asked: dict[Kept, dict[int, None]] = defaultdict(dict)
        """What is to be remembered, and for which questions."""
        self._waiting = list[tuple[float, int, Kept]]()
        """The same in the order of how many states that will probably be."""

    def run(self) -> None:
        """Remember more and more, as long as there is time."""
        for self._most in (FEW, MOST):
            self._asked, self._waiting = defaultdict(dict), []
            self._ask(Kept(), self._left, 1.0)
            while self._waiting and self._left:
                _, _, kept = heappop(self._waiting)
                for_these = [number for number in self._asked[kept] if number in self._left]
                if for_these and not self._remember(kept, for_these):
                    return

    def _ask(self, kept: Kept, numbers: Iterable[int], states: float) -> None:
        if kept not in self._asked:
            heappush(self._waiting, (states, len(self._asked), kept))
        self._asked[kept].update(dict.fromkeys(numbers))

    def _remember(self, kept: Kept, numbers: Collection[int]) -> bool:
        """Answer what can be answered if this is remembered; False where the time is over."""
        left = self._deadline - time.monotonic()
        if left <= 0.0:
            return False
        limits = Limits(states=self._most, seconds=left, memory=self._memory)
        space = explore(forgotten(self._book.program, kept), limits=limits, progress=lambda _found: look())
        if space.limit == "timeout":
            return False
        goals = {number: self._states_at(space, number) for number in self._left}
        if space.complete:
            for number in [number for number, states in goals.items() if not len(states)]:
                self.never.add(number)
                del self._left[number]
        ways_back = None
        for number in numbers:
            if number in self._left and len(goals[number]):
                ways_back = ways_back or WaysBack(space)
                if time.monotonic() > self._deadline:
                    return False
                self._try(number, kept, space, ways_back.steps(goals[number]))
        return True

    def _states_at(self, space: Space, number: int) -> Ints:
        points = [space.code.point[node] for node in self._book.goals[number]]
        return np.flatnonzero(np.isin(space.states.point, points))

    def _try(self, number: int, kept: Kept, space: Space, steps: Ints) -> None:
        """Try to come to a place; where nothing comes there, ask for what was lacking."""
        goals = self._book.goals[number]
        hunt = Hunt(self._book.program, self._live, space, steps, goals)
        search = self._most == MOST and space.size >= SEARCHED * self._searched[number]
        if search:
            self._searched[number] = space.size
        found = hunt.go(search=search)
        if found is not None:
            self.ways[goals[found.node]] = of_the_book(hunt.taken, self._nodes, self._book)
            del self._left[number]
        elif space.complete:  # with more it would be cut off sooner
            stopped = Counter[Kept]()
            for granted, times in hunt.lacked.items():
                stopped[kept | needed(self._come_from, granted)] += times
            for more, _ in stopped.most_common():
                self._ask(more, (number,), space.size * values_of(self._book.program, more - kept))


def of_the_book(taken: Iterable[Taken], nodes: Sequence[Node], book: Sought) -> tuple[Taken, ...]:
    """The decisions of a play that are decisions of the book, too: dice are none.

    Args:
        taken: the play.
        nodes: of the book.
        book: the same with places that are looked for.
    """
    found = list[Taken]()
    for each in taken:
        origin = book.origin[each.node]
        is_decided = origin is not None and isinstance(book.program.nodes[each.node], Decide)
        if origin is not None and is_decided and isinstance(nodes[origin], Decide):
            found.append(Taken(origin, each.option, each.sheet))
    return tuple(found)
