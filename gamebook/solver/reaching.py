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
from gamebook.model.expression import Expr
from gamebook.program.code import Decide, NodeId, Program, VariableId
from gamebook.program.forget import forgotten, needed, sources
from gamebook.program.goals import Place, Sought, with_goals
from gamebook.program.liveness import liveness
from gamebook.solver.space import Space, explore
from gamebook.solver.walk import At, Sheet, Walk, way
from gamebook.threads import uninterrupted

FEW, MOST = 200_000, 1_000_000
"""States of a book in which things are forgotten: first no more than this, and then no more than that."""
STRAYS = (0.0, 0.0, 0.05, 0.05, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3)
"""For each play that is tried: how often it takes another way to the place than the shortest one."""
ROUND = 30
"""So often in a play another way may be taken than the shortest one; then the play has gone round and round."""
LONGEST = 1_000
"""Decisions in such a play, also those about what is forgotten."""
STEPS = 3_000
"""Decisions that are looked at in a search for a way in the book itself."""
SEARCHED = 8
"""Such a search is done again for a place when what is remembered has so many times as many states."""

NOWHERE = 1 << 40
"""Steps where no way leads there."""

Kept = frozenset[VariableId]


class Taken(Struct, frozen=True):
    """An option that was taken in a play."""

    node: NodeId
    option: int
    """Its number; -1: none was open."""
    sheet: Sheet


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
        masks = liveness(self._book.program).live
        self._searched = Counter[int]()
        """The states with which each place was searched for in the book itself."""
        self._live = [[v for v in range(len(program.cells)) if mask >> v & 1] for mask in masks]
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
                ways_back = ways_back or _WaysBack(space)
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
        hunt = _Hunt(self._book.program, self._live, space, steps)
        arrived, stopped = None, Counter[Kept]()
        for stray in STRAYS:
            look()
            arrived, granted = hunt.play(goals, stray)
            if arrived is not None:
                break
            if granted:
                stopped[kept | needed(self._come_from, granted)] += 1
        if arrived is None and self._most == MOST and space.size >= SEARCHED * self._searched[number]:
            self._searched[number] = space.size
            arrived = hunt.search(goals)
        if arrived is not None:
            self.ways[goals[arrived]] = tuple(self._of_the_book(hunt.taken))
            del self._left[number]
            return
        for more, _ in stopped.most_common() if space.complete else ():  # with more it would be cut off sooner
            self._ask(more, (number,), space.size * self._values_of(more - kept))

    def _of_the_book(self, taken: Iterable[Taken]) -> Iterable[Taken]:
        """The decisions of a play that are decisions of the book, too: dice are none."""
        for each in taken:
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

    def steps(self, goals: Ints) -> Ints:
        """int64[n]: how many steps it is to one of the goals; `NOWHERE` where no way leads there."""
        from scipy.sparse import csr_array  # noqa: PLC0415 - slow to import, and small books do not need it
        from scipy.sparse.csgraph import breadth_first_order  # noqa: PLC0415 - as above

        size = self._size  # the number of one more state, from which ways lead to the goals
        back = np.concatenate([self._to, np.full(len(goals), size)]), np.concatenate([self._from, goals])
        graph = csr_array((np.ones(len(back[0]), np.int8), back), shape=(size + 1, size + 1))
        order, before = uninterrupted(partial(breadth_first_order, graph, size))
        place = np.empty(size + 1, np.int64)
        place[order] = np.arange(len(order))
        before_it = place[before[order[1:]]]  # never falls, as those are found first that are nearer
        steps, last, layer = np.full(size, NOWHERE, np.int64), 1, 0
        while last < len(order):
            after = 1 + int(np.searchsorted(before_it, last))
            steps[order[last:after]] = layer
            last, layer = after, layer + 1
        return steps


class _Hunt:
    """Looks for a way in the book itself, by how many steps are left for all that is remembered."""

    def __init__(self, program: Program, live: Sequence[Sequence[int]], space: Space, steps: Ints) -> None:
        self._program, self._live, self._space, self._steps = program, live, space, steps
        self._walk, self._dice = Walk(program, space), random.Random(1)  # noqa: S311 - no secret
        self.taken: Sequence[Taken] = ()
        """The decisions on the way that was found."""

    def play(self, goals: Collection[NodeId], stray: float) -> tuple[NodeId | None, Sequence[Expr]]:
        """One play along the shortest way; where that is not open, along any other that may lead to a goal.

        Args:
            goals: the points that are looked for.
            stray: how often another way is taken, too.

        Returns: The goal that was found; or None, and what was not as it would have to be where the play ended.
        """
        walk, detours, taken = self._walk, Counter[Expr](), list[Taken]()
        at = walk.on(walk.start, goals)
        for _ in range(LONGEST):
            if at.node in goals:
                self.taken = taken
                return at.node, ()
            if not walk.is_decided(at):
                break
            best, open_ = self._options(at)
            if best is not None:
                granted = walk.granted(at, best)
                if not open_:
                    return None, granted
                detours.update(granted)
                if detours[granted[0]] > ROUND:
                    return None, granted
            if not open_:
                break
            _, option = self._dice.choice(open_) if self._dice.random() < stray else open_[0]
            taken.append(Taken(at.node, option, at.sheet))
            at = walk.on(walk.take(at, option), goals)
        return None, tuple(each for each, _ in detours.most_common(1))

    def search(self, goals: Collection[NodeId]) -> NodeId | None:
        """The goal that is found if moments are looked at first with fewest steps left; None if there is none."""
        walk, known = self._walk, set[tuple[int, ...]]()
        moments = [(walk.on(walk.start, goals), -1, -1)]
        waiting = [(0, 0.0, 0)]
        for _ in range(STEPS):
            if not waiting:
                break
            *_, number = heappop(waiting)
            at = moments[number][0]
            if at.node in goals:
                self.taken = [*_way_to(moments, number)][::-1]
                return at.node
            if not walk.is_decided(at):
                continue
            for left, option in self._options(at)[1]:
                after = walk.on(walk.take(at, option), goals)
                key = (after.node, *(after.sheet[variable] for variable in self._live[after.node]))
                if key not in known:
                    known.add(key)
                    heappush(waiting, (left, self._dice.random(), len(moments)))
                    moments.append((after, number, option))
        return None

    def _options(self, at: At) -> tuple[int | None, list[tuple[int, int]]]:
        """The options that are open and may lead to a goal, the shortest way first.

        Returns: the option on the shortest way of all, if it is not open; and those that are: how many steps are left
        after each, and its number.
        """
        state, s, known = self._walk.found(at), self._space.states, self._space.program.nodes[at.node]
        assert isinstance(known, Decide)
        actions = range(s.first_action[state], s.first_action[state + 1])
        ways = sorted((int(self._steps[s.successor[s.first_successor[a]]]), int(s.option[a])) for a in actions)
        open_ways = self._walk.open_ways(at)
        open_ = [(left, option) for left, option in ways if left < NOWHERE and way(known, option) in open_ways]
        return None if way(known, ways[0][1]) in open_ways else ways[0][1], open_


def _way_to(moments: Sequence[tuple[At, int, int]], number: int) -> Iterable[Taken]:
    """The decisions before a moment, the last one first.

    Args:
        moments: each with the number of the one before it, and the option taken there.
        number: the moment.
    """
    while True:
        _, before, option = moments[number]
        if before < 0:
            return
        at = moments[before][0]
        yield Taken(at.node, option, at.sheet)
        number = before
