"""Whether play can come to a trap: a menu after which no way leads to an ending that is worth reaching.

First much is forgotten, and an opponent decides what it was (`program.opposed`): where the reader is sure of a good end
all the same, there is no trap. What the opponent won by is remembered next (as in `solver.above`).

Where much is forgotten and even a reader who decides what it was finds no way, there is a trap, if play comes there:
this is tried in the book itself (`solver.hunt`).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from math import inf

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.errors import OutOfTime
from gamebook.job import look
from gamebook.kernels.arrays import Flags, Ints
from gamebook.limits import Limits, within
from gamebook.model.arithmetic import reads
from gamebook.model.deaths import REAL_CHOICE
from gamebook.program.choices import Menus, choices_apart
from gamebook.program.code import NodeId, Program, Stop, asked
from gamebook.program.forget import forgotten, needed, sources, values_of
from gamebook.program.goals import Sought, with_goals
from gamebook.program.opposed import opposed
from gamebook.program.possible import Possible
from gamebook.solver.graphs import led_to, surely_leading_to
from gamebook.solver.hunt import Hunt, Taken, WaysBack, live_at
from gamebook.solver.reaching import Kept, of_the_book
from gamebook.solver.space import Space, explore
from gamebook.solver.walk import At, Walk

MOST = 2_000_000
"""States of a book in which things are forgotten."""
ASKED = 12
"""Of what the opponent won by, so many things are remembered next, each by itself."""
AHEAD = 2_000
"""Decisions after a menu that are looked at, to see whether anything is left to choose, and how it ends."""


class Trap(Struct, frozen=True):
    """A trap to which play comes."""

    at: Taken
    """The menu in which all is lost, with no option taken."""
    taken: tuple[Taken, ...]
    """The decisions before it."""
    ends: bool
    """Whether play ends after it, in a defeat; else it never ends."""


class Traps(Struct, frozen=True):
    """What is known of traps."""

    none: bool = False
    """It is known that there are none."""
    found: Trap | None = None
    """One of them."""
    perhaps: frozenset[NodeId] | None = None
    """The menus at which there may be one, or more; None: at any."""


def traps(
    program: Program, menus: Menus, goals: Collection[int], possible: Possible, limits: Limits, *, hunt: bool = True
) -> Traps:
    """Are there traps?

    Args:
        program: the book.
        menus: the menus in which the reader has something to choose.
        goals: the endings that are worth reaching.
        possible: what may happen in the book.
        limits: the time for the search, and the memory that a list of states may take.
        hunt: whether a trap is looked for, where there may be one.
    """
    deadline = limits.deadline(time.monotonic())
    search = _Search(program, menus, goals, possible, inf if deadline is None else deadline, limits.memory)
    found = None
    with suppress(OutOfTime), within(deadline):
        found = search.found(hunt=hunt)
    return Traps(not search.perhaps, found, search.perhaps)


class _Search:
    def __init__(
        self,
        program: Program,
        menus: Menus,
        goals: Collection[int],
        possible: Possible,
        deadline: float,
        memory: int | None,
    ) -> None:
        apart = choices_apart(program, menus)
        self._program, self._menus, self._real, self._origin = apart.program, apart.menus, apart.real, apart.origin
        values = {new: possible.values[old] for new, old in apart.origin.items() if old in possible.values}
        self._possible = replace(possible, values={**possible.values, **values})
        self._goals = np.array(sorted(goals), np.int64)
        self._book: Sought = with_goals(apart.program, ())
        self._come_from, self._live = sources(self._book.program), live_at(self._book.program)
        self._deadline, self._memory = deadline, memory
        self._seen, self._waiting = {Kept()}, [(1.0, 0, Kept())]
        self.perhaps = self._own_nodes(node for node in apart.real if node in self._possible.values)
        """The menus of the book at which something may be lost, for all that is known."""
        self._hunted = 0
        """With so many states remembered a trap was hunted for."""

    def found(self, *, hunt: bool) -> Trap | None:
        """A trap; None if there is none, or none was found in time."""
        while self._waiting and self.perhaps and time.monotonic() < self._deadline:
            _, _, kept = heappop(self._waiting)
            against = opposed(self._book.program, kept, self._possible)
            space = self._listed(against.program)
            if space is None:
                continue
            rivals = np.append(space.owner, 0)[space.states.point] == 1
            sure = surely_leading_to(space.ways, rivals, self._goals)
            lost = np.flatnonzero(self._at_choices(space) & ~sure)
            self.perhaps &= self._own_nodes(np.unique(space.code.point_node[space.states.point[lost]]).tolist())
            ever = space.leading_to(self._goals)
            if hunt and not ever[lost].all() and space.size > self._hunted:
                self._hunted = 2 * space.size
                trap = self._hunt(kept)
                if trap is not None:
                    return trap
            for more in self._won_by(space, against.decides, sure, lost, kept):
                self._ask(kept | more, space.size * values_of(self._book.program, more - kept))
        return None

    def _ask(self, kept: Kept, states: float) -> None:
        if kept not in self._seen:
            self._seen.add(kept)
            heappush(self._waiting, (states, len(self._seen), kept))

    def _listed(self, program: Program) -> Space | None:
        """All states of a book; None where they are too many."""
        left = max(0.0, self._deadline - time.monotonic())
        limits = Limits(states=MOST, seconds=left, memory=self._memory)
        space = explore(program, limits=limits, progress=lambda _found: look())
        return space if space.complete else None

    def _at_choices(self, space: Space) -> Flags:
        """bool[n]: the states at a menu with a real choice."""
        return np.isin(space.states.point, space.code.point[[*self._real]])

    def _won_by(
        self, space: Space, decides: Mapping[NodeId, NodeId], sure: Flags, lost: Ints, kept: Kept
    ) -> list[Kept]:
        """What the opponent decided so that the reader is not sure, most often first, with all that it comes from."""
        ways = space.ways
        beyond, waiting = np.zeros(space.size, np.bool_), lost
        while len(waiting):
            beyond[waiting] = True
            after = led_to(ways, waiting)
            waiting = after[~beyond[after] & ~sure[after]]
        spared = np.zeros(space.size, np.bool_)  # one of its ways would have been good
        spared[space.way_state[sure[ways.to]]] = True
        node = np.append(space.code.point_node, -1)[space.states.point]
        turning = node[beyond & spared & ~sure]
        known = {self._book.program.cells[variable].name for variable in kept}
        counted = Counter[Kept]()
        for number, times in Counter(turning.tolist()).items():
            for expr in asked(self._book.program.nodes[decides[number]]) if number in decides else ():
                if not reads(expr) <= known:
                    counted[needed(self._come_from, (expr,))] += times
        return [each for each, _ in counted.most_common(ASKED)]

    # ---- a trap that is there ---------------------------------------------------------------------------

    def _hunt(self, kept: Kept) -> Trap | None:
        """A trap to which play comes, seen with what is remembered."""
        program = self._book.program
        space = self._listed(forgotten(program, kept))
        if space is None:
            return None
        hopeless = ~space.leading_to(self._goals)
        goals = np.flatnonzero(self._at_choices(space) & hopeless)
        if not len(goals):
            return None
        hunt = Hunt(program, self._live, space, WaysBack(space).steps(goals))
        at = hunt.go(search=True)
        if at is None:
            for granted in hunt.lacked:
                more = needed(self._come_from, granted)
                self._ask(kept | more, space.size * values_of(program, more - kept))
            return None
        ends = self._ahead(Walk(program, space), at)
        taken = of_the_book(hunt.taken, self._program.nodes, self._book)
        here = Taken(at.node, -1, at.sheet)
        return None if ends is None else Trap(self._own(here), tuple(map(self._own, taken)), ends)

    def _own_nodes(self, nodes: Iterable[NodeId]) -> frozenset[NodeId]:
        """The menus of the book that some nodes are."""
        return frozenset(self._origin.get(node, node) for node in nodes)

    def _own(self, taken: Taken) -> Taken:
        """The same at the menu of the book."""
        return replace(taken, node=self._origin.get(taken.node, taken.node))

    def _ahead(self, walk: Walk, start: At) -> bool | None:
        """Whether play ends after a menu; None if there is nothing more to choose, or that is not known."""
        if len(self._open(walk, start)) < REAL_CHOICE:
            return None
        waiting, known, more, ends = [start], set[tuple[int, ...]](), False, False
        for at in waiting:  # grows meanwhile
            look()
            if len(waiting) > AHEAD or (more and ends):
                break
            ends |= isinstance(self._book.program.nodes[at.node], Stop)
            more |= at is not start and bool(self._open(walk, at))
            for option in walk.options(at):
                after = walk.on(walk.take(at, option))
                key = (after.node, *(after.sheet[variable] for variable in self._live[after.node]))
                if key not in known:
                    known.add(key)
                    waiting.append(after)
        return ends if more and (ends or len(waiting) <= AHEAD) else None

    def _open(self, walk: Walk, at: At) -> Sequence[int]:
        """The options that count and are open, at a menu; none elsewhere."""
        counting = self._menus.get(at.node, ())
        return [option for option in walk.options(at) if option in counting]
