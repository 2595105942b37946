"""All the states of a book that play can reach, as flat arrays."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels import listing
from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.bellman import Moves
from gamebook.kernels.code import Code
from gamebook.kernels.components import components
from gamebook.kernels.keys import rehash
from gamebook.kernels.machine import Turns, scratch
from gamebook.kernels.states import (
    ACTIONS,
    CURSOR,
    ROUNDINGS,
    STATES,
    SUCCESSORS,
    TURN_ACTIONS,
    TURN_WAYS,
    TURNS,
    States,
    first_state,
    known_state,
    read_state,
)
from gamebook.program.code import Decide, Program
from gamebook.program.encode import encode
from gamebook.program.liveness import Liveness, liveness

CHUNK = 100_000
"""States listed between two looks at the clock and the keyboard: a few milliseconds."""

Progress = Callable[[int], None]
"""Told the number of states found so far."""


@dataclass(frozen=True)
class Limits:
    """Where a solve gives up: what is over the limit is left out, and the answer becomes a bracket."""

    states: int | None = None
    memory: int | None = None
    """Bytes of state arrays."""
    seconds: float | None = None


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Space:
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

    @property
    def size(self) -> int:
        """The number of states, endings included."""
        return len(self.states.point)

    @property
    def moves(self) -> Moves:
        """What the kernels of values and chances walk over."""
        s = self.states
        return Moves(s.first_action, s.first_successor, s.successor, s.chance)

    @cached_property
    def edge_start(self) -> Ints:
        """int64[n + 1]: where each state's successors start in `states.successor`."""
        return self.states.first_successor[self.states.first_action]

    @cached_property
    def order(self) -> tuple[Ids, Ints]:
        """States component by component, sinks first; and where components start."""
        return components(self.edge_start, self.states.successor)

    @cached_property
    def owner(self) -> Ids:
        """int32[points]: 1 where the rival decides, else 0."""
        nodes = [self.program.nodes[n] for n in self.code.point_node]
        return np.array([isinstance(n, Decide) and n.owner == "rival" for n in nodes], np.int32)

    @property
    def bytes(self) -> int:
        """Memory held by the arrays of states."""
        return sum(array.nbytes for array in self.states)

    def values(self, state: int) -> dict[str, int]:
        """The live variables of a state, by name."""
        env = np.zeros(len(self.code.start), np.int64)
        point = self.states.point[state]
        read_state(self.code, self.states, state, env)
        fields = slice(self.code.field_start[point], self.code.field_start[point + 1])
        return {self.program.cells[v].name: int(env[v]) for v in self.code.field_variable[fields]}

    def column(self, states: Ids | Ints, variable: int) -> Ints:
        """The values of one variable in states that all stand at points where it is live."""
        code = self.code
        points = self.states.point[states]
        result = np.full(len(states), code.start[variable], np.int64)
        for point in np.unique(points):
            fields = range(code.field_start[point], code.field_start[point + 1])
            field = next((f for f in fields if code.field_variable[f] == variable), None)
            if field is None:
                continue
            here = points == point
            word = self.states.key[np.asarray(states)[here], code.field_word[field]]
            result[here] = ((word >> code.field_shift[field]) & code.field_mask[field]) + code.field_low[field]
        return result

    def find(self, node: int, values: Mapping[str, int]) -> int | None:
        """The state at a point with these values (variables left out are as before anything happens), if reached."""
        env = self.code.start.copy()
        for number, cell in enumerate(self.program.cells):
            env[number] = values.get(cell.name, cell.start)
        found = int(known_state(self.code, self.states, self.code.point[node], env))
        return found if found >= 0 else None


def no_states(code: Code, states: int, actions: int, successors: int) -> States:
    """Empty arrays with room for so many."""
    return States(
        point=np.full(states, -1, np.int32),
        key=np.zeros((states, code.words), np.int64),
        first_action=np.zeros(states + 1, np.int64),
        option=np.zeros(actions, np.int32),
        reward=np.zeros(actions),
        first_successor=np.zeros(actions + 1, np.int64),
        successor=np.zeros(successors, np.int32),
        chance=np.zeros(successors),
        slots=_slots(states),
        seen=np.full(code.marks, -1, np.int32),
    )


def _resized(array: NDArray[Any], length: int) -> NDArray[Any]:
    if length == len(array):
        return array
    new = np.zeros((length, *array.shape[1:]), array.dtype)
    kept = min(length, len(array))
    new[:kept] = array[:kept]
    return new


def no_turns(code: Code, turns: int) -> Turns:
    """Empty arrays with room for so many."""
    return Turns(
        key=np.zeros((turns, code.words), np.int64),
        first_action=np.zeros(turns + 1, np.int64),
        option=np.zeros(2 * turns, np.int32),
        reward=np.zeros(2 * turns),
        first_way=np.zeros(2 * turns + 1, np.int64),
        to=np.zeros(4 * turns, np.int32),
        chance=np.zeros(4 * turns),
        sets=np.zeros((4 * turns, code.words), np.int64),
        carries=np.zeros((4 * turns, code.words), np.int64),
        slots=_slots(turns),
    )


def _slots(room: int) -> Ids:
    """An empty hash table that stays less than half full."""
    return np.full(1 << (2 * room).bit_length(), -1, np.int32)


def _room(array: NDArray[Any], used: int, stuck: bool) -> int:
    """Twice the room where more than half is used, or where a single state needs more than there is."""
    return len(array) * (2 if stuck or 2 * used >= len(array) else 1)


def _grown(code: Code, s: States, counts: Ints, stuck: bool) -> States:
    """The same states with room for more."""
    room = _room(s.point, counts[STATES], stuck)
    actions, successors = _room(s.option, counts[ACTIONS], stuck), _room(s.successor, counts[SUCCESSORS], stuck)
    grown = States(
        point=_resized(s.point, room),
        key=_resized(s.key, room),
        first_action=_resized(s.first_action, room + 1),
        option=_resized(s.option, actions),
        reward=_resized(s.reward, actions),
        first_successor=_resized(s.first_successor, actions + 1),
        successor=_resized(s.successor, successors),
        chance=_resized(s.chance, successors),
        slots=s.slots if room == len(s.point) else _slots(room),
        seen=s.seen,
    )
    if room != len(s.point):
        rehash(grown.key, grown.slots, code.endings, counts[STATES])
    return grown


def _more_turns(t: Turns, counts: Ints, stuck: bool) -> Turns:
    """The same turns with room for more."""
    room = _room(t.key, counts[TURNS], stuck)
    actions, ways = _room(t.option, counts[TURN_ACTIONS], stuck), _room(t.to, counts[TURN_WAYS], stuck)
    grown = Turns(
        key=_resized(t.key, room),
        first_action=_resized(t.first_action, room + 1),
        option=_resized(t.option, actions),
        reward=_resized(t.reward, actions),
        first_way=_resized(t.first_way, actions + 1),
        to=_resized(t.to, ways),
        chance=_resized(t.chance, ways),
        sets=_resized(t.sets, ways),
        carries=_resized(t.carries, ways),
        slots=t.slots if room == len(t.key) else _slots(room),
    )
    if room != len(t.key):
        rehash(grown.key, grown.slots, 0, counts[TURNS])
    return grown


def explore(
    program: Program,
    *,
    reduce: bool = True,
    observed: tuple[str, ...] = (),
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> Space:
    """List every state that play can reach.

    Args:
        program: the book.
        reduce: forget variables that no longer matter; without it every state holds every variable.
        observed: variables to keep to the end because a report reads them.
        limits: where to stop.
        progress: called every few milliseconds.
    """
    began = time.monotonic()
    every = (1 << len(program.cells)) - 1
    live = liveness(program, observed)
    if not reduce:
        live = Liveness((every,) * len(program.nodes), (every,) * len(program.nodes))
    code = encode(program, live)
    states, turns = no_states(code, 4096, 8192, 16384), no_turns(code, 1024)
    counts = np.zeros(8, np.int64)
    counts[STATES] = len(program.endings)
    root = first_state(code, states, counts, code.point[program.entry], code.start.copy())
    room = scratch(code)
    complete, begun = True, -1
    while counts[CURSOR] < counts[STATES]:
        if not listing.explore(code, states, turns, counts, room, CHUNK):
            stuck, begun = begun == counts[CURSOR], int(counts[CURSOR])
            states, turns = _grown(code, states, counts, stuck), _more_turns(turns, counts, stuck)
        if progress is not None:
            progress(int(counts[STATES]))
        if _over(limits, counts, states, began):
            complete = False
            break
    return _cut(program, code, states, counts, root, complete, float(room.gross[0]), began)


def _over(limits: Limits, counts: Ints, states: States, began: float) -> bool:
    return (
        (limits.states is not None and counts[STATES] > limits.states)
        or (limits.memory is not None and sum(array.nbytes for array in states) > limits.memory)
        or (limits.seconds is not None and time.monotonic() - began > limits.seconds)
    )


def _cut(
    program: Program, code: Code, states: States, counts: Ints, root: int, complete: bool, gross: float, began: float
) -> Space:
    count, actions, successors, listed = (int(counts[i]) for i in (STATES, ACTIONS, SUCCESSORS, CURSOR))
    states.first_action[listed:] = actions
    cut = States(
        point=states.point[:count],
        key=states.key[:count],
        first_action=states.first_action[: count + 1],
        option=states.option[:actions],
        reward=states.reward[:actions],
        first_successor=states.first_successor[: actions + 1],
        successor=states.successor[:successors],
        chance=states.chance[:successors],
        slots=states.slots,
        seen=states.seen,
    )
    return Space(program, code, cut, root, complete, listed, int(counts[ROUNDINGS]), gross, time.monotonic() - began)
