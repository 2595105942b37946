"""Whether play ever comes to some places of a book that is too large to list.

The book in which much is forgotten has few states. Where even that has no way to a place, nobody ever comes there. Else
the way is tried in the book itself: either play comes there, or what was taken for granted is not so, and is remembered
(as in `solver.above`, with the reader in command of the dice).
"""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from heapq import heappop, heappush
from math import prod

import numpy as np
from msgspec import Struct

from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.limits import Limits
from gamebook.program.code import Decide, Program, VariableId
from gamebook.program.forget import forgotten, needed, sources
from gamebook.program.goals import Place, Sought, with_goals
from gamebook.solver.space import Space, explore
from gamebook.solver.trial import Played, Taken, Trial
from gamebook.threads import uninterrupted

FEW, MOST = 200_000, 1_000_000
"""States of a book in which things are forgotten: first no more than this, and then no more than that."""
STRAYS = (0.0, 0.0, 0.05, 0.05, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3)
"""For each play that is tried: how often it takes another way to the place than the shortest one."""
LONGEST = 3_000
"""Nodes in such a play."""

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
    search = _Search(program, sought, time.monotonic() + seconds, memory)
    search.run()
    return Reached(frozenset(place for number in search.never for place in sought[number]), search.ways)


class _Search:
    def __init__(
        self, program: Program, sought: Sequence[Collection[Place]], deadline: float, memory: int | None
    ) -> None:
        self._book: Sought = with_goals(program, sought)
        self._nodes = program.nodes
        self._come_from = sources(self._book.program)
        self._deadline, self._memory = deadline, memory
        self._left = dict.fromkeys(range(len(sought)))
        self.never = set[int]()
        self.ways = dict[Place, tuple[Taken, ...]]()
        self._asked: dict[Kept, dict[int, None]] = defaultdict(dict)
        """What is to be remembered, and for which questions."""
        self._waiting = list[tuple[float, int, Kept]]()
        """The same in the order of how many states that will probably be."""

    def run(self) -> None:
        """Remember more and more, as long as there is time."""
        for most in (FEW, MOST):
            self._asked, self._waiting = defaultdict(dict), []
            self._ask(Kept(), self._left, 1.0)
            while self._waiting and self._left:
                _, _, kept = heappop(self._waiting)
                for_these = [number for number in self._asked[kept] if number in self._left]
                if for_these and not self._remember(kept, for_these, most):
                    return

    def _ask(self, kept: Kept, numbers: Iterable[int], states: float) -> None:
        if kept not in self._asked:
            heappush(self._waiting, (states, len(self._asked), kept))
        self._asked[kept].update(dict.fromkeys(numbers))

    def _remember(self, kept: Kept, numbers: Collection[int], most: int) -> bool:
        """Answer what can be answered if this is remembered; False where the time is over."""
        left = self._deadline - time.monotonic()
        if left <= 0.0:
            return False
        limits = Limits(states=most, seconds=left, memory=self._memory)
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
                ways_back = ways_back or _WaysBack(space)
                if time.monotonic() > self._deadline:
                    return False
                self._try(number, kept, space, _Shortest(space, ways_back.rank(goals[number])))
        return True

    def _states_at(self, space: Space, number: int) -> Ints:
        points = [space.code.point[node] for node in self._book.goals[number]]
        return np.flatnonzero(np.isin(space.states.point, points))

    def _try(self, number: int, kept: Kept, space: Space, plan: _Shortest) -> None:
        """Try to come to a place; where nothing comes there, ask for what was lacking."""
        trial, stopped = Trial(self._book.program, space, plan, LONGEST), Counter[Kept]()
        for stray in STRAYS:
            look()
            plan.stray = stray
            played = trial.play(self._book.goals[number])
            if played.arrived is not None:
                self.ways[self._book.goals[number][played.arrived]] = tuple(self._of_the_book(played))
                del self._left[number]
                return
            if played.lacked:
                stopped[kept | needed(self._come_from, played.lacked)] += 1
        for more, _ in stopped.most_common():
            self._ask(more, (number,), space.size * self._values_of(more - kept))

    def _of_the_book(self, played: Played) -> Iterable[Taken]:
        """The decisions of a play that are decisions of the book, too: dice are none."""
        for each in played.taken:
            origin = self._book.origin[each.node]
            if isinstance(self._nodes[origin], Decide) and isinstance(self._book.program.nodes[each.node], Decide):
                yield Taken(origin, each.option, each.sheet)

    def _values_of(self, variables: Kept) -> float:
        """How many mixtures of values some variables can have; what is soon over counts once."""
        cells = (self._book.program.cells[variable] for variable in variables)
        return prod(1.0 if cell.passing else cell.high - cell.low + 1.0 for cell in cells)


class _WaysBack:
    """The ways of a space, from where they lead to where they come from."""

    def __init__(self, space: Space) -> None:
        self._size = space.size
        self._to, self._from = space.states.successor.astype(np.int64), space.way_state

    def rank(self, goals: Ints) -> Ints:
        """int64[n]: how many states are nearer to one of the goals; as many as there are where no way leads there."""
        from scipy.sparse import csr_array  # noqa: PLC0415 - slow to import, and small books do not need it
        from scipy.sparse.csgraph import breadth_first_order  # noqa: PLC0415 - as above

        size = self._size  # the number of one more state, from which ways lead to the goals
        back = np.concatenate([self._to, np.full(len(goals), size)]), np.concatenate([self._from, goals])
        graph = csr_array((np.ones(len(back[0]), np.int8), back), shape=(size + 1, size + 1))
        order = uninterrupted(partial(breadth_first_order, graph, size, return_predecessors=False))
        rank = np.full(size, size, np.int64)
        rank[order[1:]] = np.arange(len(order) - 1)
        return rank


class _Shortest:
    """The plan that goes the shortest way; and where it is not open, any other way that leads there."""

    def __init__(self, space: Space, rank: Ints) -> None:
        self._space, self._rank = space, rank
        self._dice = random.Random(1)  # noqa: S311 - no secret
        self.stray = 0.0
        """How often another way is tried first."""

    def options(self, state: int, known: bool) -> Sequence[int]:  # noqa: ARG002 - all ways are possible ones
        """The options that lead to the goal, the shortest way first."""
        s, nowhere = self._space.states, self._space.size
        actions = range(s.first_action[state], s.first_action[state + 1])
        ranks = [(int(self._rank[s.successor[s.first_successor[a]]]), int(s.option[a])) for a in actions]
        found = [option for rank, option in sorted(ranks) if rank < nowhere] or [option for _, option in ranks[:1]]
        if self.stray and self._dice.random() < self.stray:
            self._dice.shuffle(found)
        return found
