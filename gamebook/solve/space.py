"""All the states of a book that play can reach, as flat arrays."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gamebook.kernels import machine
from gamebook.kernels.components import components
from gamebook.kernels.machine import ACTIONS, CURSOR, STATES, SUCCESSORS, Code, Ids, Ints, States
from gamebook.program.code import Decide, Program
from gamebook.program.encode import encode
from gamebook.program.liveness import live_variables

CHUNK = 20_000
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


@dataclass(frozen=True)
class Space:
    """The states of a program and how they lead to each other.

    States 0 .. endings-1 are the endings in the program's order, the last of them the soft lock. Arrays are those of
    `kernels.machine.States`, cut to their true lengths.
    """

    program: Program
    code: Code
    states: States
    root: int
    """The state before the hero is made."""
    complete: bool
    """False when a limit stopped the listing: states from `listed` on have no actions."""
    listed: int
    seconds: float

    @property
    def size(self) -> int:
        """The number of states, endings included."""
        return len(self.states.point)

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
        machine.read_state(self.code, self.states, state, env)
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
        found = int(machine.known_state(self.code, self.states, self.code.point[node], env))
        return found if found >= 0 else None


def _empty(code: Code, states: int, actions: int, successors: int) -> States:
    return States(
        point=np.full(states, -1, np.int32),
        key=np.zeros((states, code.words), np.int64),
        first_action=np.zeros(states + 1, np.int64),
        option=np.zeros(actions, np.int32),
        reward=np.zeros(actions),
        first_successor=np.zeros(actions + 1, np.int64),
        successor=np.zeros(successors, np.int32),
        chance=np.zeros(successors),
        slots=np.full(1 << (2 * states).bit_length(), -1, np.int32),
        seen=np.full(code.marks, -1, np.int32),
    )


def _resized(array: machine.Ints, length: int) -> machine.Ints:
    new = np.zeros((length, *array.shape[1:]), array.dtype)
    kept = min(length, len(array))
    new[:kept] = array[:kept]
    return new


def _grown(code: Code, states: States, counts: Ints) -> States:
    """Half-full arrays stay; full ones double."""
    room = len(states.point)
    if 2 * counts[STATES] >= room:
        room *= 2
    actions = len(states.option) * (2 if 2 * counts[ACTIONS] >= len(states.option) else 1)
    successors = len(states.successor) * (2 if 2 * counts[SUCCESSORS] >= len(states.successor) else 1)
    grown = States(
        point=_resized(states.point, room),
        key=_resized(states.key, room),
        first_action=_resized(states.first_action, room + 1),
        option=_resized(states.option, actions),
        reward=_resized(states.reward, actions),
        first_successor=_resized(states.first_successor, actions + 1),
        successor=_resized(states.successor, successors),
        chance=_resized(states.chance, successors),
        slots=states.slots if room == len(states.point) else np.full(1 << (2 * room).bit_length(), -1, np.int32),
        seen=states.seen,
    )
    if room != len(states.point):
        machine.rehash(code, grown, counts)
    return grown


def explore(
    program: Program,
    *,
    reduce: bool = True,
    observed: tuple[str, ...] = (),
    limits: Limits = Limits(),
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
    live = live_variables(program, observed) if reduce else [every] * len(program.nodes)
    code = encode(program, live)
    states = _empty(code, 4096, 8192, 16384)
    counts = np.zeros(4, np.int64)
    counts[STATES] = len(program.endings)
    root = machine.first_state(code, states, counts, code.point[program.entry], code.start.copy())
    complete = True
    while counts[CURSOR] < counts[STATES]:
        if not machine.explore(code, states, counts, CHUNK):
            states = _grown(code, states, counts)
        if progress is not None:
            progress(int(counts[STATES]))
        if _over(limits, counts, states, began):
            complete = False
            break
    return _cut(program, code, states, counts, root, complete, began)


def _over(limits: Limits, counts: Ints, states: States, began: float) -> bool:
    return (
        (limits.states is not None and counts[STATES] > limits.states)
        or (limits.memory is not None and sum(array.nbytes for array in states) > limits.memory)
        or (limits.seconds is not None and time.monotonic() - began > limits.seconds)
    )


def _cut(
    program: Program, code: Code, states: States, counts: Ints, root: int, complete: bool, began: float
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
    return Space(program, code, cut, root, complete, listed, time.monotonic() - began)
