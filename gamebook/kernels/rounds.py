"""Components of states that all ways round lead through a few places: a turn passed back and forth, a run begun anew.

Under a policy every value is a linear function of the values at those places, found in one pass; they follow from as
many equations. Policies improve until none does, in floats; what comes of it is no bound yet. Bounds are then guessed a
little apart from it and proven: if so many rounds of Bellman's operator, rounded outward, move the guess inward
everywhere, it holds, for the operator is monotone and has one fixed point where nobody can stay.

Source of the proof by guessing: A. Hartmanns and B. L. Kaminski, "Optimistic Value Iteration", CAV 2020.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import MAXIMISE, MIX, UNIT, Game, Values, state_bounds
from gamebook.kernels.compiled import kernel

PLACES = 6
"""The most places that all ways round lead through."""
ROUNDS = 60
"""Rounds of policy iteration, and of the operator for one proof."""
FIRST = 16
"""How many roundings wide the first guess is: with fewer, a proof takes many rounds."""
GUESSES = 12
"""Guesses, each four times as wide as the one before."""
GAIN = 1e-13
"""A policy changes for more than this, relative to the value: less is rounding."""
LARGEST = 200_000
"""States of the largest component that is tried: what a policy needs is kept for each."""


class Room(NamedTuple):
    """Room to work in, for components of up to m of the n states."""

    middle: Floats
    """float64[n]: values of a policy."""
    number: Ids
    """int32[n], all 0 between components: 1 + the place of a state in its component."""
    order: Ids
    """int32[m]: places in the component, each after those it leads to, but for a few."""
    turning: Ids
    """int32[m]: the number of a place that play turns back to, else -1."""
    entries: Ids
    """int32[m]: how many ways lead to a place; then how far the search has come with it."""
    stack: Ids
    edge: Ints
    form: Floats
    """float64[m, PLACES + 1]: a place's value as a function of the turning places': factors, then the constant."""
    system: Floats
    """float64[PLACES, PLACES + 1]: the equations of the turning places, with their right sides."""


def make_room(states: int, largest: int) -> Room:
    """Room for components of up to `largest` of so many states."""
    size = largest if largest <= LARGEST else 0

    def ids(count: int) -> NDArray[np.int32]:
        return np.zeros(count, np.int32)

    return Room(
        np.zeros(states), ids(states), ids(size), ids(size), ids(size), ids(size), np.zeros(size, np.int64),
        np.zeros((size, PLACES + 1)), np.zeros((PLACES, PLACES + 1)),
    )  # fmt: skip


@kernel
def played(g: Game, v: Values, s: int) -> tuple[int, int]:
    """The actions that a policy takes in a state: from the first, up to and without the second."""
    if g.mode[s] == MIX:
        return g.moves.first_action[s], g.moves.first_action[s + 1]
    return v.best[s], v.best[s] + 1


@kernel
def find_order(g: Game, v: Values, states: Ids, room: Room) -> int:
    """Fill in `order` and `turning`; returns how many places play turns back to, PLACES + 1 for more than PLACES.

    The search begins where most ways lead to, so that few others are turned back to.
    """
    m = g.moves
    size = states.shape[0]
    for k in range(size):
        room.entries[k] = 0
        room.turning[k] = -1
    for s in states:
        for i in range(m.first_successor[m.first_action[s]], m.first_successor[m.first_action[s + 1]]):
            if room.number[m.successor[i]] > 0:
                room.entries[room.number[m.successor[i]] - 1] += 1
    root = 0
    for k in range(size):
        if room.entries[k] > room.entries[root]:
            root = k
    for k in range(size):
        room.entries[k] = 0  # from here on: 1 while the search is below a place, 2 when it is done
    found = 0
    done = 0
    for begin in range(-1, size):
        k = root if begin < 0 else begin
        if room.entries[k] != 0:
            continue
        top = 0
        room.stack[0] = k
        room.entries[k] = 1
        room.edge[0] = m.first_successor[played(g, v, states[k])[0]]
        while top >= 0:
            k = room.stack[top]
            last = m.first_successor[played(g, v, states[k])[1]]
            down = False
            while room.edge[top] < last and not down:
                t = room.number[m.successor[room.edge[top]]] - 1
                room.edge[top] += 1
                if t < 0 or room.entries[t] == 2:
                    continue
                if room.entries[t] == 0:
                    top += 1
                    room.stack[top] = t
                    room.entries[t] = 1
                    room.edge[top] = m.first_successor[played(g, v, states[t])[0]]
                    down = True
                elif room.turning[t] < 0:
                    if found == PLACES:
                        return PLACES + 1
                    room.turning[t] = found
                    found += 1
            if not down:
                room.entries[k] = 2
                room.order[done] = k
                done += 1
                top -= 1
    return found


@kernel
def follow(g: Game, v: Values, states: Ids, room: Room, places: int) -> bool:
    """The values of the policy, into `middle`; False where it can go round for ever."""
    m = g.moves
    form = room.form
    for j in range(states.shape[0]):
        k = room.order[j]
        s = states[k]
        for x in range(places + 1):
            form[k, x] = 0.0
        first, last = played(g, v, s)
        for a in range(first, last):
            share = g.weight[a] if g.mode[s] == MIX else 1.0
            form[k, places] += share * g.reward[a]
            for i in range(m.first_successor[a], m.first_successor[a + 1]):
                p = share * m.chance[i]
                t = room.number[m.successor[i]] - 1
                if t < 0:
                    form[k, places] += p * room.middle[m.successor[i]]
                elif room.turning[t] >= 0:
                    form[k, room.turning[t]] += p
                else:
                    for x in range(places + 1):
                        form[k, x] += p * form[t, x]
    if not solve_places(states, room, places):
        return False
    for k in range(states.shape[0]):
        value = form[k, places]
        for x in range(places):
            value += form[k, x] * room.system[x, places]
        room.middle[states[k]] = value
    return True


@kernel
def solve_places(states: Ids, room: Room, places: int) -> bool:
    """The values of the turning places, into the last column of `system`; False where there is no one solution."""
    system = room.system
    for k in range(states.shape[0]):
        x = room.turning[k]
        if x >= 0:
            for y in range(places):
                system[x, y] = (1.0 if x == y else 0.0) - room.form[k, y]
            system[x, places] = room.form[k, places]
    for x in range(places):  # Gauss; the equations are diagonally dominant, so the pivots stand where they are
        pivot = system[x, x]
        if pivot <= 1e-14:
            return False
        for z in range(places + 1):
            system[x, z] /= pivot
        for y in range(places):
            factor = system[y, x]
            if y != x and factor != 0.0:
                for z in range(places + 1):
                    system[y, z] -= factor * system[x, z]
    return True


@kernel
def improve(g: Game, v: Values, states: Ids, room: Room) -> int:
    """Change the policy where another action is better; returns in how many states."""
    m = g.moves
    changed = 0
    for s in states:
        if g.mode[s] == MIX or m.first_action[s + 1] - m.first_action[s] == 1:
            continue
        sign = 1.0 if g.mode[s] == MAXIMISE else -1.0
        top = -np.inf
        choice = v.best[s]
        now = 0.0
        for a in range(m.first_action[s], m.first_action[s + 1]):
            worth = g.reward[a]
            for i in range(m.first_successor[a], m.first_successor[a + 1]):
                worth += m.chance[i] * room.middle[m.successor[i]]
            worth *= sign
            if a == v.best[s]:
                now = worth
            if worth > top:
                top = worth
                choice = a
        if top > now + GAIN * abs(now):
            v.best[s] = choice
            changed += 1
    return changed


@kernel
def prove(g: Game, v: Values, states: Ids, room: Room) -> bool:
    """Bounds near `middle`, into `low` and `high`; False where none of the guesses can be proven."""
    m = g.moves
    below = 0.0  # how wide the brackets outside are
    above = 0.0
    least = np.inf  # where nothing is earned, values lie between those of the ways out
    most = -np.inf
    largest = 1e-300
    for s in states:
        largest = max(largest, abs(room.middle[s]))
        for a in range(m.first_action[s], m.first_action[s + 1]):
            if g.reward[a] != 0.0:
                least, most = -np.inf, np.inf
            for i in range(m.first_successor[a], m.first_successor[a + 1]):
                t = m.successor[i]
                if room.number[t] == 0:
                    below = max(below, room.middle[t] - v.low[t])
                    above = max(above, v.high[t] - room.middle[t])
                    least = min(least, v.low[t])
                    most = max(most, v.high[t])
    gap = FIRST * (g.slack + 8) * UNIT * largest
    for _ in range(GUESSES):
        for s in states:
            v.low[s] = room.middle[s] - below - gap
            v.high[s] = room.middle[s] + above + gap
        for _ in range(ROUNDS):
            inward = True
            for j in range(states.shape[0]):
                s = states[room.order[j]]
                l, h, a = state_bounds(g, v, s)
                v.low[s], v.high[s], v.best[s] = l, h, a
                inward = inward and l >= room.middle[s] - below - gap and h <= room.middle[s] + above + gap
            if inward:
                for s in states:
                    v.low[s] = max(v.low[s], least)
                    v.high[s] = min(v.high[s], most)
                return True
        gap *= 4.0
    return False


@kernel
def solve_rounds(g: Game, v: Values, states: Ids, room: Room) -> bool:
    """A component in which nobody can stay; True when its bounds are proven."""
    m = g.moves
    size = states.shape[0]
    if size > room.order.shape[0]:
        return False
    for k in range(size):
        room.number[states[k]] = k + 1
        v.best[states[k]] = m.first_action[states[k]]
    known = True
    for s in states:
        for i in range(m.first_successor[m.first_action[s]], m.first_successor[m.first_action[s + 1]]):
            t = m.successor[i]
            if room.number[t] == 0:
                room.middle[t] = (v.low[t] + v.high[t]) / 2
                known = known and abs(room.middle[t]) < np.inf
    settled = False
    for _ in range(ROUNDS if known else 0):
        places = find_order(g, v, states, room)
        if places > PLACES or not follow(g, v, states, room, places):
            break
        if improve(g, v, states, room) == 0:
            settled = prove(g, v, states, room)
            break
    for s in states:
        room.number[s] = 0
    return settled
