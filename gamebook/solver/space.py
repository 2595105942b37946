"""All the states of a book that play can reach, as flat arrays."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import Literal, TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from gamebook.job import current
from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.bellman import Moves
from gamebook.kernels.code import Code
from gamebook.kernels.components import components, mark_before, most_together
from gamebook.kernels.means import means
from gamebook.kernels.states import (
    ACTIONS,
    CURSOR,
    ROUNDINGS,
    STATES,
    SUCCESSORS,
    States,
    known_states,
    read_state,
)
from gamebook.kernels.ways import Ways, mark_own
from gamebook.limits import NO_LIMITS, Limits
from gamebook.program.code import NodeId, Program
from gamebook.program.encode import encode, rivals
from gamebook.program.liveness import Liveness, liveness
from gamebook.solver.listing import Listing

CHUNK = 20_000
"""States listed between two looks at the clock, at the job and at the limits: a few milliseconds."""
WAITING = 0.3
"""The share of the states found that wait to be looked at, where a list may soon be complete. In books that are far too
large it is from 0.4 to 0.9 for long."""
SHRINKS = 2 / 3
"""In a longer list less may wait: of eight times as many states a quarter of that share."""
FIRST = 1_000
"""Where the number of states is limited, so much of it is listed before the first look at what has been found."""
OVER = 1 / 50
"""By which share of a limit a list may be longer, if states go on to lead to as many others as they did."""

Kind = TypeVar("Kind", bound=np.generic)
Limit = Literal["states", "memory", "timeout"]
"""What can stop a listing."""
Progress = Callable[[int], None]
"""Told the number of states found so far."""


class Space(Struct, frozen=True, dict=True):
    """The states of a program and how they lead to each other.

    States 0 .. endings-1 are the endings in the program's order, the last of them the soft lock. Arrays are those of
    `kernels.states.States`, cut to their true lengths.
    """

    program: Program
    code: Code
    states: States
    root: int
    """The state before the hero is made."""
    complete: bool
    """False when a limit stopped the listing: states from `listed` on have no actions."""
    listed: int
    roundings: int
    """How often a chance may have been rounded."""
    gross: float
    """The most points that an action is expected to bring, gains and losses both counted; 0 if none brings both."""
    seconds: float
    reached: int | None = None
    """The number of reachable states without endings, if these are only an excerpt; None: these are all."""
    looping: Flags | None = None
    """bool[n]: in an excerpt, which states play can come back to."""
    loops: int = 0
    """In an excerpt: sets of states that play can go round in, in the whole book."""
    arrays: bool = False
    """Whether it is an excerpt of arrays, and not of a list."""
    groups: int = 1
    """In how many groups heroes were solved in arrays: a state to which several groups come counts in each."""
    limit: Limit | None = None
    """The limit that stopped the listing; None where there was none, or the job was to end."""

    @property
    def whole(self) -> bool:
        """Whether all reachable states are listed."""
        return self.complete and self.reached is None

    @property
    def count(self) -> int:
        """The number of reachable states that were found. Endings do not count."""
        return self.reached if self.reached is not None else self.size - len(self.program.endings)

    @property
    def size(self) -> int:
        """The number of states, endings included."""
        return len(self.states.point)

    @property
    def moves(self) -> Moves:
        """What the kernels of values and chances walk over."""
        s = self.states
        return Moves(s.first_action, s.first_successor, s.successor, s.chance)

    @property
    def edge_start(self) -> Ints:
        """int64[n + 1]: where each state's successors start in `states.successor`; worked out anew each time."""
        return self.states.first_successor[self.states.first_action]

    def by_action(self, of_states: NDArray[Kind]) -> NDArray[Kind]:
        """What is known of states, for each of their actions; [n] -> [a]."""
        return np.repeat(of_states, np.diff(self.states.first_action))

    def by_way(self, of_states: NDArray[Kind]) -> NDArray[Kind]:
        """What is known of states, for each way that leads from them; [n] -> [w]."""
        return np.repeat(of_states, np.diff(self.edge_start))

    @property
    def action_state(self) -> Ints:
        """int64[a]: the state of each action."""
        return self.by_action(np.arange(self.size))

    @property
    def way_action(self) -> Ints:
        """int64[w]: the action of each entry of `states.successor`."""
        return np.repeat(np.arange(len(self.states.option)), np.diff(self.states.first_successor))

    @property
    def way_state(self) -> Ints:
        """int64[w]: the state of each entry of `states.successor`."""
        return self.by_way(np.arange(self.size))

    @property
    def ways(self) -> Ways:
        """Every way from a state to the next."""
        return Ways(self.edge_start, self.states.successor)

    def with_actions(self, kept: Flags) -> Space:
        """The same states with some of their actions; `kept`: bool[a]."""
        s = self.states
        ways = np.repeat(kept, np.diff(s.first_successor))
        states = s._replace(
            first_action=_counted(kept)[s.first_action],
            option=s.option[kept],
            reward=s.reward[kept],
            first_successor=np.append(_counted(ways)[s.first_successor[:-1][kept]], np.count_nonzero(ways)),
            successor=s.successor[ways],
            chance=s.chance[ways],
        )
        return replace(self, states=states)

    def mean_after(self, value: Floats, actions: Ints | None = None) -> Floats:
        """float64[a]: the mean of some value of states after each action; or int64[k]: after some actions."""
        if actions is None:
            actions = np.arange(len(self.states.option))
        found = np.empty(len(actions))
        means(self.moves, value, actions, found)
        return found

    @property
    def in_components(self) -> Flags:
        """bool[n]: states of components with more than one state."""
        order, start = self.order
        size = np.diff(start)
        found = np.zeros(self.size, np.bool_)
        found[order] = np.repeat(size > 1, size)
        return found

    @cached_property
    def returning(self) -> Flags:
        """bool[n]: states that play can come back to."""
        if self.looping is not None:
            return self.looping
        found = self.in_components
        mark_own(self.ways, found)
        return found

    @cached_property
    def order(self) -> tuple[Ids, Ints]:
        """States component by component, sinks first; and where components start."""
        return components(self.edge_start, self.states.successor)

    @property
    def rounds(self) -> int:
        """How many components of more than one state there are."""
        return int(np.count_nonzero(np.diff(self.order[1]) > 1))

    @cached_property
    def most_together(self) -> tuple[int, int, int]:
        """The most states, actions and ways that a component of more than one state has; 0 where there is none."""
        return most_together(*self.order, self.states.first_action, self.edge_start)

    def leading_to(self, goals: Ints) -> Flags:
        """bool[n]: from which states some way leads to one of the goals; goals lead to themselves."""
        found = np.zeros(self.size, np.bool_)
        found[goals] = True
        mark_before(*self.order, *self.ways, found)
        return found

    @cached_property
    def owner(self) -> Ids:
        """int32[points]: 1 where the rival decides, else 0."""
        return rivals(self.program, self.code).astype(np.int32)

    @property
    def bytes(self) -> int:
        """Memory held by the arrays of states."""
        return sum(array.nbytes for array in self.states)

    def values(self, state: int) -> dict[str, int]:
        """The live variables of a state, by name."""
        return live_values(self.program, self.code, self.states, state)

    def column(self, states: Ids | Ints, variable: int) -> Ints:
        """The values of one variable in states whose points have it live."""
        code = self.code
        points = self.states.point[states]
        result = np.full(len(states), code.start[variable], np.int64)
        for point in np.flatnonzero(np.bincount(points[points >= 0])):  # `np.unique` imports masked arrays
            fields = range(code.field_start[point], code.field_start[point + 1])
            field = next((f for f in fields if code.field_variable[f] == variable), None)
            if field is None:
                continue
            here = points == point
            word = self.states.key[np.asarray(states)[here], code.field_word[field]]
            result[here] = ((word >> code.field_shift[field]) & code.field_mask[field]) + code.field_low[field]
        return result

    def live_at(self, node: NodeId) -> set[str]:
        """The variables that matter at a point."""
        point = self.code.point[node]
        fields = slice(self.code.field_start[point], self.code.field_start[point + 1])
        return {self.program.cells[v].name for v in self.code.field_variable[fields]}

    def columns(self, node: NodeId, states: Ids | Ints) -> dict[str, Ints]:
        """The values of the variables that matter at a point, in some of its states."""
        code, program = self.code, self.program
        point = code.point[node]
        fields = range(code.field_start[point], code.field_start[point + 1])
        return {
            program.cells[code.field_variable[f]].name: (
                (self.states.key[states, code.field_word[f]] >> code.field_shift[f]) & code.field_mask[f]
            )
            + code.field_low[f]
            for f in fields
        }

    def find(self, node: int, values: Mapping[str, int]) -> int | None:
        """As `find_all`, for one state; None where it is not reached."""
        number = int(self.find_all(node, {name: np.array([value]) for name, value in values.items()}, 1)[0])
        return number if number >= 0 else None

    def find_all(self, node: int, columns: Mapping[str, Ints], count: int) -> Ids:
        """int32[count]: the states at a point with these values; -1 where one is not reached.

        If values have the same effect, it is the state with the value that represents them.

        Args:
            node: the point.
            columns: int64[count] by name; variables left out are as before anything happens.
            count: how many states are looked for.
        """
        cells, point = self.program.cells, self.code.point[node]
        envs = np.empty((count, len(cells)), np.int64)
        for number, cell in enumerate(cells):
            envs[:, number] = columns.get(cell.name, cell.start)
        found = known_states(self.code, self.states, point, envs)
        if (found < 0).any() and node in self.program.least:
            for number, cell in enumerate(cells):
                standing = self.program.least[node].get(cell.name)
                if standing is not None:
                    envs[:, number] = np.array(standing)[envs[:, number] - cell.low]
            found = np.where(found < 0, known_states(self.code, self.states, point, envs), found)
        return np.asarray(found)


def live_values(program: Program, code: Code, states: States, state: int) -> dict[str, int]:
    """The live variables of a state, by name."""
    env = np.zeros(len(code.start), np.int64)
    point = states.point[state]
    read_state(code, states, state, env)
    fields = slice(code.field_start[point], code.field_start[point + 1])
    return {program.cells[v].name: int(env[v]) for v in code.field_variable[fields]}


def explore(
    program: Program,
    *,
    reduce: bool = True,
    observed: tuple[str, ...] = (),
    looked_at: Mapping[NodeId, Collection[str]] | None = None,
    limits: Limits = NO_LIMITS,
    doubtful: int | None = None,
    progress: Progress | None = None,
    prepare: AbstractContextManager[None] | None = None,
) -> Space:
    """List every state that play can reach.

    Args:
        program: the book.
        reduce: forget variables that no longer matter; without it every state holds every variable.
        observed: variables to keep to the end because a report reads them.
        looked_at: variables to keep as far as a decision, by its node, because a reader looks at them there.
        limits: where to stop.
        doubtful: from so many states on, go on only while few of those found wait to be looked at (`may_end_soon`).
        progress: called every few milliseconds; by default the current job. Either may raise an exception to stop.
        prepare: inside of this the program is prepared, before any state is listed.

    Raises:
        OutOfTime: preparation was ended by `prepare`, or there was no time for it.
    """
    began = time.monotonic()
    every = (1 << len(program.cells)) - 1
    with prepare or nullcontext():
        if reduce:
            live = liveness(program, observed, looked_at=looked_at)
        else:
            live = Liveness((every,) * len(program.nodes), (every,) * len(program.nodes))
        code = encode(program, live)
    listing = Listing.begin(code)
    counts = listing.counts
    root = listing.add(int(code.point[program.entry]), code.start)
    complete, job = True, current()
    limit: Limit | None = None
    if progress is None:
        job.begin("listing states")
    pace = Pace(limits, listing)
    while counts[CURSOR] < counts[STATES]:
        pace.explore()
        (progress or job.step)(int(counts[STATES]))
        limit = reached(limits, listing, began)
        found, waiting = int(counts[STATES]), int(counts[STATES] - counts[CURSOR])
        if limit == "timeout" and not waiting:  # in time after all
            limit = None
        if doubtful is not None and found > doubtful and not may_end_soon(found, waiting, doubtful):
            limit = "states"
        if job.finishing or limit is not None:
            complete = False
            break
    listing.shrink()
    return replace(cut(program, listing, root, complete, began), limit=limit)


def may_end_soon(found: int, waiting: int, doubtful: int) -> bool:
    """Whether a list may soon be complete.

    Args:
        found: the states in it.
        waiting: those of them that wait to be looked at.
        doubtful: the number of states from which on this is asked.
    """
    share: float = WAITING * min(1.0, doubtful / found) ** SHRINKS
    return waiting <= share * found


class Pace:
    """Lists states, so many between two looks at the limits that the number of states is hardly overrun.

    Near the limit they are fewer, and fewer also where each leads to many others. They at most double, for the next
    ones may lead to more than those before.
    """

    def __init__(self, limits: Limits, listing: Listing) -> None:
        """For a listing that has begun."""
        self._most, self._listing = limits.listed, listing
        self._chunk = CHUNK if self._most is None else max(1, min(CHUNK, self._most // FIRST))

    def explore(self) -> None:
        """List some more states."""
        counts = self._listing.counts
        listed, found = int(counts[CURSOR]), int(counts[STATES])
        self._listing.explore(self._chunk)
        if self._most is not None:
            each = max(1.0, (int(counts[STATES]) - found) / max(1, int(counts[CURSOR]) - listed))
            left = self._most - (int(counts[STATES]) - self._listing.code.endings)
            some = int(max(left / 2, self._most * OVER) / each)
            self._chunk = max(1, min(CHUNK, 2 * self._chunk, some))


def reached(limits: Limits, listing: Listing, began: float) -> Limit | None:
    """The first of the limits that is overrun. Endings are no states here, as in reports."""
    if limits.listed is not None and listing.counts[STATES] - listing.code.endings > limits.listed:
        return "states"
    if limits.memory is not None and listing.needs > limits.memory:
        return "memory"
    if limits.seconds is not None and time.monotonic() - began > limits.seconds:
        return "timeout"
    return None


def cut(program: Program, listing: Listing, root: int, complete: bool, began: float) -> Space:
    """What has been listed, without the room for more.

    Args:
        began: `time.monotonic()` when the listing began.
    """
    states, counts = listing.states, listing.counts
    count, actions, successors, listed = (int(counts[i]) for i in (STATES, ACTIONS, SUCCESSORS, CURSOR))
    states.first_action[listed : count + 1] = actions  # no further: what lies behind takes no memory yet
    short = States(
        point=states.point[:count],
        key=states.key[:count],
        first_action=states.first_action[: count + 1],
        option=states.option[:actions],
        reward=_lean(states.reward[:actions]),
        first_successor=states.first_successor[: actions + 1],
        successor=states.successor[:successors],
        chance=states.chance[:successors],
        slots=states.slots,
        seen=states.seen,
    )
    return Space(
        program=program,
        code=listing.code,
        states=short,
        root=root,
        complete=complete,
        listed=listed,
        roundings=int(counts[ROUNDINGS]),
        gross=float(listing.room.gross[0]),
        seconds=time.monotonic() - began,
    )


def _lean(numbers: Floats) -> Floats:
    """The numbers; where all are 0, as in a book without points, an array that takes no memory until it is written."""
    return numbers if numbers.any() else np.zeros(len(numbers))


def _counted(flags: Flags) -> Ints:
    """int64[n + 1]: how many flags are set before each."""
    return np.concatenate([[0], np.cumsum(flags)])
