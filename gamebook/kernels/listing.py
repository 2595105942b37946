"""List all states that play can reach, with what each action leads to."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ints
from gamebook.kernels.code import Code
from gamebook.kernels.compiled import inlined, kernel
from gamebook.kernels.keys import find
from gamebook.kernels.machine import Scratch, Turns, work_out
from gamebook.kernels.states import ACTIONS, CURSOR, STATES, SUCCESSORS, TURNS, States, find_or_add


@inlined
def turn_of(m: Code, s: States, t: Turns, counts: Ints, number: int, w: Scratch) -> int:
    """The turn of a state, worked out if need be; -1 when there is no room."""
    point = s.point[number]
    for word in range(m.words):
        w.touched[word] = s.key[number, word] & m.touched_bits[point, word]
    turn = np.int64(t.slots[find(t.key, t.slots, w.touched, m.words)])
    if turn < 0 and work_out(m, s, t, counts, number, w):
        turn = counts[TURNS] - 1
    return turn


@inlined
def landing(m: Code, s: States, t: Turns, counts: Ints, number: int, way: int, w: Scratch) -> int:
    """The state that a way of a turn leads to from a state; -1 when there is no room."""
    to = np.int64(t.to[way])
    if to < 0:
        return -1 - to
    for word in range(m.words):
        w.key[word] = (s.key[number, word] & t.carries[way, word]) | t.sets[way, word]
    return find_or_add(m, s, counts, to, w.key)


@inlined
def list_actions(m: Code, s: States, t: Turns, counts: Ints, w: Scratch, number: int) -> bool:
    """Append what each action of a state leads to; False, with nothing appended, where there is no room."""
    turn = turn_of(m, s, t, counts, number, w)
    if turn < 0:
        return False
    first = t.first_action[turn]
    last = t.first_action[turn + 1]
    action = counts[ACTIONS]
    successor = counts[SUCCESSORS]
    if action + last - first >= s.option.shape[0]:
        return False
    if successor + t.first_way[last] - t.first_way[first] > s.successor.shape[0]:
        return False
    for a in range(first, last):
        s.option[action] = t.option[a]
        s.reward[action] = t.reward[a]
        for i in range(t.first_way[a], t.first_way[a + 1]):
            landed = landing(m, s, t, counts, number, i, w)
            if landed < 0:
                return False
            s.successor[successor] = landed
            s.chance[successor] = t.chance[i]
            successor += 1
        action += 1
        s.first_successor[action] = successor
    counts[ACTIONS] = action
    counts[SUCCESSORS] = successor
    return True


@kernel
def explore(m: Code, s: States, t: Turns, counts: Ints, w: Scratch, chunk: int) -> bool:
    """List the actions of up to `chunk` more states, in the order found. False when an array is full.

    The caller makes room and calls again; what was begun of a state is taken back. counts[CURSOR] says how far the
    listing has come.
    """
    number = max(counts[CURSOR], m.endings)
    s.first_action[: m.endings + 1] = 0
    stop = number + chunk
    while number < counts[STATES] and number < stop:
        counts[CURSOR] = number
        if not list_actions(m, s, t, counts, w, number):
            return False
        number += 1
        s.first_action[number] = counts[ACTIONS]
        counts[CURSOR] = number
    return True
