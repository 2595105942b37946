"""States and turns while they are being listed: arrays that grow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from gamebook.errors import LimitReached
from gamebook.job import look
from gamebook.kernels import listing
from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.code import Code
from gamebook.kernels.keys import rehash, rehash_some
from gamebook.kernels.machine import Scratch, Turns, scratch
from gamebook.kernels.states import (
    ACTIONS,
    CURSOR,
    STATES,
    SUCCESSORS,
    TURN_ACTIONS,
    TURN_WAYS,
    TURNS,
    States,
    first_states,
)

ANSWER = 4.5
"""Bytes that an answer needs for each byte of listed states: for those, for values of two readers, and for reports."""
AHEAD = 16
"""Where a large array is asked for, so many times as much room is reserved."""
LARGE = 128 << 20
"""An array is large if it takes so many bytes with that room: what grows from 8 to 128 MB is not copied. The system
gives pages for so many only when something is written there. A smaller array may lie in memory that was in use before,
and all of it would be written over with zeros."""
AT_ONCE = 200_000
"""Numbers put into a hash table between two looks at the job."""


class Listing(Struct):
    """The states found so far and the turns computed so far."""

    code: Code
    states: States
    turns: Turns
    counts: Ints
    """int64[8]: how much of each array is used, by the names in `states`."""
    room: Scratch
    stuck: int = -1
    """The state at which an array was full last: if it is so again, one state needs more than there is."""
    plan_room: tuple[int, int, int] = (1 << 14, 1 << 15, 1 << 14)
    """Nodes, ways and carries that the last plan of arrays had room for."""
    first: int = 0
    """The first of the states that are found again."""
    recalled: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    """The states before `first` that are found again, too."""

    @classmethod
    def begin(cls, code: Code) -> Listing:
        """Nothing but the endings of a program."""
        counts = np.zeros(8, np.int64)
        counts[STATES] = code.endings
        return cls(
            code, no_states(code, 4096, 8192, 16384), no_turns(code, 1024), counts, scratch(code), first=code.endings
        )

    def add(self, point: int, env: Ints) -> int:
        """The number of a state, new if need be."""
        return int(self.add_all(point, env[None])[0])

    def add_all(self, point: int, envs: Ints) -> Ids:
        """The numbers of states at one point, new if need be; `envs`: int64[n, variables]."""
        found, at = np.empty(len(envs), np.int32), 0
        while at < len(envs):
            at = first_states(self.code, self.states, self.counts, point, envs, found, at)
            if at < len(envs):
                self.more_states()
        return found

    @property
    def turn_bytes(self) -> int:
        """Bytes that the turns take; room that is not used takes none."""
        counts = self.counts
        return _bytes(self.turns, _of_turns(counts[TURNS], counts[TURN_ACTIONS], counts[TURN_WAYS]))

    @property
    def bytes(self) -> int:
        """Bytes that states and turns take."""
        return self._listed + self.turn_bytes

    @property
    def needs(self) -> float:
        """Bytes that an answer needs, if no more states are listed than now."""
        return max(ANSWER * self._listed, 2.0 * self.bytes)  # arrays that grow are there twice

    @property
    def _listed(self) -> int:
        counts = self.counts
        return _bytes(self.states, _of_states(counts[STATES], counts[ACTIONS], counts[SUCCESSORS]))

    def forget(self) -> None:
        """States listed so far are not found again: what is like one of them is listed again."""
        self.first, self.recalled = int(self.counts[STATES]), np.zeros(0, np.int64)
        self._tabulate()

    def recall(self, numbers: Ints) -> None:
        """Of what was forgotten these states are found again; of those that are alike the last."""
        self.recalled = numbers
        self._tabulate()

    def shrink(self) -> None:
        """Make the table by which states are found shorter, if that frees much memory: no more are added."""
        used = int(self.counts[STATES])
        if self.states.slots.nbytes - slots_for(used) * self.states.slots.itemsize >= LARGE:
            self._tabulate(used)

    def _tabulate(self, room: int | None = None) -> None:
        """Make the table by which states are found, with room for so many; None: as many as there is room for."""
        s = self.states
        table = slots((len(s.point) if room is None else room) - self.first + len(self.recalled))
        rehash_some(s.key, table, self.recalled)
        _found_again(s.key, table, self.first, int(self.counts[STATES]))
        self.states = s._replace(slots=table)

    def explore(self, chunk: int) -> None:
        """List the actions of up to `chunk` more states; fewer where an array had to grow."""
        if not listing.explore(self.code, self.states, self.turns, self.counts, self.room, chunk):
            self.more_room()

    def more_room(self) -> None:
        """Twice the room where it is short; everywhere, if the same state was short of room before."""
        again = self.stuck == self.counts[CURSOR]
        self.stuck = int(self.counts[CURSOR])
        self.more_states(again)
        self.more_turns(again)

    def more_states(self, everywhere: bool = False) -> None:
        """Twice the room, everywhere or where states, actions or successors fill more than half."""
        s, counts = self.states, self.counts
        room = _room(s.point, counts[STATES], everywhere)
        more = room != len(s.point)
        actions, successors = (
            _room(s.option, counts[ACTIONS], everywhere),
            _room(s.successor, counts[SUCCESSORS], everywhere),
        )
        del s
        for name, length in _of_states(room, actions, successors).items():  # one by one: only one is there twice
            self.states = self.states._replace(**{name: resized(getattr(self.states, name), length)})
        if more:
            self._tabulate()

    def more_turns(self, everywhere: bool = False) -> None:
        """Twice the room, everywhere or where turns, their actions or their ways fill more than half."""
        self.turns = more_turns(self.turns, self.counts, everywhere)


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
        slots=slots(states),
        seen=np.full(code.marks, -1, np.int32),
    )


def no_turns(code: Code, turns: int, lanes: int = 1) -> Turns:
    """Empty arrays with room for so many, each with chances of so many heroes."""
    return Turns(
        key=np.zeros((turns, code.words), np.int64),
        first_action=np.zeros(turns + 1, np.int64),
        option=np.zeros(2 * turns, np.int32),
        reward=np.zeros(2 * turns * lanes),
        first_way=np.zeros(2 * turns + 1, np.int64),
        to=np.zeros(4 * turns, np.int32),
        chance=np.zeros(4 * turns * lanes),
        sets=np.zeros((4 * turns, code.words), np.int64),
        carries=np.zeros((4 * turns, code.words), np.int64),
        slots=slots(turns),
    )


def more_turns(t: Turns, counts: Ints, everywhere: bool = False) -> Turns:
    """The turns with twice the room, everywhere or where turns, their actions or their ways fill more than half."""
    lanes = len(t.chance) // len(t.to)
    room = _room(t.key, counts[TURNS], everywhere)
    actions, ways = _room(t.option, counts[TURN_ACTIONS], everywhere), _room(t.to, counts[TURN_WAYS], everywhere)
    more = t._replace(
        slots=t.slots if room == len(t.key) else slots(room),
        **{name: resized(getattr(t, name), length) for name, length in _of_turns(room, actions, ways, lanes).items()},
    )
    if room != len(t.key):
        _found_again(more.key, more.slots, 0, int(counts[TURNS]))
    return more


def _of_states(states: int, actions: int, successors: int) -> dict[str, int]:
    """How long the arrays are that hold so many."""
    return {
        "point": states,
        "key": states,
        "first_action": states + 1,
        "option": actions,
        "reward": actions,
        "first_successor": actions + 1,
        "successor": successors,
        "chance": successors,
    }


def _of_turns(turns: int, actions: int, ways: int, lanes: int = 1) -> dict[str, int]:
    """How long the arrays are that hold so many, each with chances of so many heroes."""
    return {
        "key": turns,
        "first_action": turns + 1,
        "option": actions,
        "reward": actions * lanes,
        "first_way": actions + 1,
        "to": ways,
        "chance": ways * lanes,
        "sets": ways,
        "carries": ways,
    }


def _bytes(arrays: States | Turns, lengths: Mapping[str, int]) -> int:
    """What a part of the arrays takes, and the table by which it is found."""
    parts = (getattr(arrays, name)[:length] for name, length in lengths.items())
    return arrays.slots.nbytes + sum(int(each.nbytes) for each in parts)


def slots(room: int) -> Ids:
    """An empty hash table that stays less than half full."""
    return np.full(slots_for(room), -1, np.int32)


def slots_for(room: int) -> int:
    """How long a hash table is that stays less than half full."""
    return 1 << (2 * room).bit_length()


def resized(array: NDArray[Any], length: int) -> NDArray[Any]:
    """The array, longer and filled up with zeros; it shares its memory with the array that was given, where it can.

    For a large array room is reserved for `AHEAD` times as much. That takes no memory before something is written
    there, and when the array grows again, most often nothing need be copied.

    Args:
        array: whole, or as it came from here; not a part of an array that has something else in its other parts.
        length: of the result, not less than the array's.
    """
    whole = array if array.base is None else array.base
    if len(whole) < length:
        look()  # to copy a large array takes a while
        size = length * (array.nbytes // max(1, len(array)))
        whole = _empty(array, length, AHEAD * length if AHEAD * size >= LARGE else length)
        whole[: len(array)] = array
    return whole[:length]


def _empty(like: NDArray[Any], length: int, room: int) -> NDArray[Any]:
    """An array of zeros, with that room where the system grants it: it may refuse to reserve more than it has.

    Raises:
        LimitReached: not even that length was granted.
    """
    try:
        return np.zeros((room, *like.shape[1:]), like.dtype)
    except MemoryError as error:
        if room > length:
            return _empty(like, length, max(length, room // 2))
        raise LimitReached("the machine has too little memory for the states of the book") from error


def _found_again(keys: Ints, slots: Ids, first: int, last: int) -> None:
    """Fill empty `slots` with the numbers first .. last - 1."""
    for begin in range(first, last, AT_ONCE):
        look()
        rehash(keys, slots, begin, min(begin + AT_ONCE, last))


def _room(array: NDArray[Any], used: int, more: bool) -> int:
    """Twice the room where more is needed or more than half is used."""
    return len(array) * (2 if more or 2 * used >= len(array) else 1)
