"""List the states that a policy reaches, with more on the sheet than the states its decisions were found for."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.code import DECIDE, Code
from gamebook.kernels.compiled import kernel
from gamebook.kernels.keys import find, unpack
from gamebook.kernels.listing import landing, turn_of
from gamebook.kernels.machine import Scratch, Turns
from gamebook.kernels.states import ACTIONS, CURSOR, STATES, SUCCESSORS, States

# What `follow` answers.
DONE, MORE_ROOM, UNKNOWN = range(3)


@kernel
def state_known(m: Code, s: States, number: int, known: Code, solved: States, env: Ints, key: Ints) -> int:
    """The solved state that decides for a state; -1 if there is none.

    Args:
        env: int64[variables], used.
        key: int64[words of the solved states], used.
    """
    point = known.point[m.point_node[s.point[number]]]
    unpack(m, s.point[number], s.key, number, env)
    key[:] = 0
    key[0] = point
    for f in range(known.field_start[point], known.field_start[point + 1]):
        value = env[known.field_variable[f]] - known.field_low[f]
        key[known.field_word[f]] |= value << known.field_shift[f]
    return np.int64(solved.slots[find(solved.key, solved.slots, key, known.words)])


@kernel
def follow(
    m: Code, s: States, t: Turns, counts: Ints, w: Scratch, known: Code, solved: States, weight: Floats, key: Ints,
    chunk: int,
) -> int:  # fmt: skip
    """List what up to `chunk` more states lead to, each as one action: the mixture that the policy takes.

    Nodes are the same in both programs, and whatever a solved state holds the others hold as well.

    Args:
        known, solved, weight: the states that decisions were found for, and how often actions are taken.
        key: int64[words of those states], used.

    Returns: DONE; MORE_ROOM when an array is full: the caller makes room and calls again; UNKNOWN where the policy does
    not tell what to do.
    """  # fmt: skip
    s.first_action[: m.endings + 1] = 0
    number = max(counts[CURSOR], m.endings)
    stop = number + chunk
    while number < counts[STATES] and number < stop:
        counts[CURSOR] = number
        turn = turn_of(m, s, t, counts, number, w)
        if turn < 0:
            return MORE_ROOM
        first = np.int64(0)
        last = np.int64(1)
        decides = m.code[m.node[m.point_node[s.point[number]]]] == DECIDE
        if decides:
            state = state_known(m, s, number, known, solved, w.base, key)
            if state < 0:
                return UNKNOWN
            first = solved.first_action[state]
            last = solved.first_action[state + 1]
        action = counts[ACTIONS]
        successor = counts[SUCCESSORS]
        if action + 1 >= s.option.shape[0]:
            return MORE_ROOM
        for a in range(first, last):
            share = weight[a] if decides else 1.0
            if share <= 0.0:
                continue
            for taken in range(t.first_action[turn], t.first_action[turn + 1]):
                if decides and t.option[taken] != solved.option[a]:
                    continue
                for way in range(t.first_way[taken], t.first_way[taken + 1]):
                    if successor >= s.successor.shape[0]:
                        return MORE_ROOM
                    landed = landing(m, s, t, counts, number, way, w)
                    if landed < 0:
                        return MORE_ROOM
                    s.successor[successor] = landed
                    s.chance[successor] = share * t.chance[way]
                    successor += 1
        s.option[action] = -1
        s.reward[action] = 0.0
        s.first_successor[action + 1] = successor
        counts[ACTIONS] = action + 1
        counts[SUCCESSORS] = successor
        number += 1
        s.first_action[number] = action + 1
        counts[CURSOR] = number
    return DONE
