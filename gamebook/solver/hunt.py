"""The hunt for a way through a book to where the same book, with much forgotten, has one.

In the book in which much is forgotten it is known how many steps are left. A play goes where fewest are; and where that
is not open, it shows what would have to be remembered.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from heapq import heappop, heappush

import numpy as np
from msgspec import Struct

from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.model.expression import Expr
from gamebook.program.code import Decide, NodeId, Program, VariableId
from gamebook.program.liveness import liveness
from gamebook.solver.space import Space
from gamebook.solver.walk import At, Sheet, Walk, way
from gamebook.threads import uninterrupted

STRAYS = (0.0, 0.0, 0.05, 0.05, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3)
"""For each play that is tried: how often it takes another way to the place than the shortest one."""
ROUND = 30
"""So often in a play another way may be taken than the shortest one; then the play has gone round and round."""
LONGEST = 1_000
"""Decisions in such a play, also those about what is forgotten."""
STEPS = 3_000
"""Decisions that are looked at in a search for a way in the book itself."""
NOWHERE = 1 << 40
"""Steps where no way leads there."""


class Taken(Struct, frozen=True):
    """An option that was taken in a play."""

    node: NodeId
    option: int
    """Its number; -1: none was open."""
    sheet: Sheet


class WaysBack:
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


class Hunt:
    """Looks for a way in the book itself, by how many steps are left for all that is remembered."""

    def __init__(
        self,
        program: Program,
        live: Sequence[Sequence[VariableId]],
        space: Space,
        steps: Ints,
        stops: Collection[NodeId] = (),
    ) -> None:
        """Nothing is looked for yet.

        Args:
            program: the book, with all dice in the reader's hand (`program.goals`).
            live: for each node the variables that matter there.
            space: states of the same book in which things are forgotten.
            steps: int64[n], how many steps it is from a state to a goal.
            stops: the nodes of goals that are no decisions.
        """
        self._live, self._space, self._steps, self._stops = live, space, steps, stops
        self._walk, self._dice = Walk(program, space), random.Random(1)  # noqa: S311 - no secret
        self.lacked = Counter[tuple[Expr, ...]]()
        """What was not as it would have to be where plays ended, and how often."""
        self.taken: Sequence[Taken] = ()
        """The decisions on the way that was found."""

    def go(self, *, search: bool) -> At | None:
        """Some plays, and where they find nothing, a search; the goal that is found.

        Args:
            search: whether there is time for the search.
        """
        for stray in STRAYS:
            look()
            found = self._play(stray)
            if found is not None:
                return found
        return self._search() if search else None

    def _is_there(self, at: At) -> bool:
        return at.state is not None and self._steps[at.state] == 0

    def _play(self, stray: float) -> At | None:
        """One play along the shortest way; where that is not open, along any other that may lead to a goal.

        Args:
            stray: how often another way is taken, too.
        """
        walk, detours, taken = self._walk, Counter[tuple[Expr, ...]](), list[Taken]()
        at = walk.on(walk.start, self._stops)
        for _ in range(LONGEST):
            if self._is_there(at):
                self.taken = taken
                return at
            if not walk.is_decided(at):
                break
            best, open_ = self._options(at)
            if best is not None:
                granted = walk.granted(at, best)
                detours[granted] += 1
                if not open_ or detours[granted] > ROUND:
                    self.lacked[granted] += 1
                    return None
            if not open_:
                break
            _, option = self._dice.choice(open_) if self._dice.random() < stray else open_[0]
            taken.append(Taken(at.node, option, at.sheet))
            at = walk.on(walk.take(at, option), self._stops)
        self.lacked.update(each for each, _ in detours.most_common(1))
        return None

    def _search(self) -> At | None:
        """The goal that is found if moments are looked at first with fewest steps left."""
        walk, known = self._walk, set[tuple[int, ...]]()
        moments = [(walk.on(walk.start, self._stops), -1, -1)]
        waiting = [(0, 0.0, 0)]
        for _ in range(STEPS):
            if not waiting:
                break
            *_, number = heappop(waiting)
            at = moments[number][0]
            if self._is_there(at):
                self.taken = [*_way_to(moments, number)][::-1]
                return at
            if not walk.is_decided(at):
                continue
            for left, option in self._options(at)[1]:
                after = walk.on(walk.take(at, option), self._stops)
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
        # A closed option may lead to the same place as an open one: then the open one is taken.
        open_ = {way(known, option): option for option in reversed(self._walk.options(at))}
        led = [
            (left, open_[way(known, option)]) for left, option in ways if left < NOWHERE and way(known, option) in open_
        ]
        return None if way(known, ways[0][1]) in open_ else ways[0][1], led


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


def live_at(program: Program) -> list[list[VariableId]]:
    """For each node the variables that matter there."""
    return [[v for v in range(len(program.cells)) if mask >> v & 1] for mask in liveness(program).live]
