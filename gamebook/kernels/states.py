"""The states found so far, numbered in the order found, with actions and successors flat as in a sparse matrix."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.code import Code
from gamebook.kernels.compiled import allocating, inlined, kernel
from gamebook.kernels.keys import find, pack, unpack

# Places in the array of counts: how far the arrays of a listing are filled.
STATES, ACTIONS, SUCCESSORS, CURSOR, TURNS, TURN_ACTIONS, TURN_WAYS, ROUNDINGS = range(8)

EVEN = 1e-300
"""What an action earns whose gains and losses cancel: nothing on average, yet rounds of it never settle."""


class States(NamedTuple):
    """The states found so far. The first `endings` of them are the endings; they have no actions."""

    point: Ids
    """int32[n]: the point a state stands at; -1 for an ending."""
    key: Ints
    """int64[n, words]: the point and the live variables, packed."""
    first_action: Ints
    """int64[n + 1]: a state's actions are first_action[s] .. first_action[s + 1]."""
    option: Ids
    """int32[a]: which option an action is; -1 where there is no decision."""
    reward: Floats
    """float64[a]: points expected on the way; `EVEN` where gains and losses cancel."""
    first_successor: Ints
    """int64[a + 1]"""
    successor: Ids
    chance: Floats
    slots: Ids
    """int32[power of two]: hash table of state numbers; -1 is empty."""
    seen: Ids
    """int32[marks]: the first state from which play passes a note; -1 if none does."""


@inlined
def find_or_add(m: Code, s: States, counts: Ints, point: int, key: Ints) -> int:
    """The number of the state (point, key), new if need be; -1 when there is no room."""
    slot = find(s.key, s.slots, key, m.words)
    number = np.int64(s.slots[slot])
    if number < 0 and counts[STATES] < s.point.shape[0]:
        number = counts[STATES]
        s.slots[slot] = number
        s.point[number] = point
        for w in range(m.words):
            s.key[number, w] = key[w]
        counts[STATES] = number + 1
    return number


@allocating
def first_states(m: Code, s: States, counts: Ints, point: int, envs: Ints, found: Ids, begin: int) -> int:
    """`find_or_add` for callers outside the kernels, many at a point.

    Args:
        envs: int64[n, variables]
        found: int32[n], filled from `begin` on with their numbers.

    Returns: n, or the first for which there was no room.
    """
    for i in range(begin, found.shape[0]):
        found[i] = find_or_add(m, s, counts, point, pack(m, point, envs[i]))
        if found[i] < 0:
            return i
    return found.shape[0]


@allocating
def known_states(m: Code, s: States, point: int, envs: Ints) -> Ids:
    """int32[n]: the number of each state (point, envs[i]), or -1."""
    found = np.empty(envs.shape[0], np.int32)
    for i in range(found.shape[0]):
        found[i] = s.slots[find(s.key, s.slots, pack(m, point, envs[i]), m.words)]
    return found


@kernel
def read_state(m: Code, s: States, state: int, env: Ints) -> None:
    """`unpack` for callers outside the kernels."""
    unpack(m, s.point[state], s.key, state, env)
