"""Components of states that all ways round lead through a few places: a turn passed back and forth, a run begun anew.

Given what those places are worth, best play follows in one pass over the others, and with it how their values depend
on the places'. As many linear equations as there are places then say what these are worth under that play, and so on
until it does not change: policy iteration, or Newton's method, in a handful of unknowns. All this is done in floats;
what comes of it is no bound yet. Bounds are then guessed a little apart from it and proven: if so many rounds of
Bellman's operator, rounded outward, move the guess inward everywhere, it holds, for the operator is monotone and has
one fixed point where nobody can stay. Where there are more places than a few, values come from plain sweeps instead,
and are proven alike.

Source of the proof by guessing: A. Hartmanns and B. L. Kaminski, "Optimistic Value Iteration", CAV 2020.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import MAXIMISE, MIX, UNIT, Game, Moves, Values, state_bounds
from gamebook.kernels.compiled import allocating, inlined, kernel

PLACES = 6
"""The most places that all ways round lead through."""
ROUNDS = 60
"""Rounds of policy iteration, and of the operator for one proof."""
FIRST = 16
"""How many roundings wide the first guess is: with fewer, a proof takes many rounds."""
GUESSES = 12
"""Guesses, each four times as wide as the one before."""
SMALL = 120
"""States of a component that fractions can settle, where only wide guesses could be proven."""
FEW_GUESSES = 6
"""Guesses for such a component."""
SWEEPS = 200
"""Sweeps over a component that all ways round lead through more places of."""
STILL = 4e-16
"""Values that move by no more than this, relative to the largest, have settled."""
GAIN = 1e-13
"""A policy changes for more than this, relative to the value: less is rounding."""
WORSE = 1e-10
"""What is played because it is as good as the best may be worth so much less, relative to the largest value: what each
round loses adds up where play hardly ever leaves."""
LARGEST = 200_000
"""States of the largest component that is tried: what a policy needs is kept for each."""


class Room(NamedTuple):
    """Room to work in, for components of up to m of the n states."""

    middle: Floats
    """float64[n]: values by the last pass."""
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
    """float64[m, PLACES + 2]: a place's value as a function of the turning places': factors, then the constant, then
    the chance to leave without coming to any of them."""
    system: Floats
    """float64[PLACES, PLACES + 2]: the same for the turning places themselves, while they are taken out one by one."""
    guess: Floats
    """float64[PLACES]: the values of the turning places, as far as they are known."""


@allocating
def make_room(states: int, largest: int) -> Room:
    """Room for components of up to `largest` of so many states."""
    size = largest if largest <= LARGEST else 0
    return Room(
        np.zeros(states), np.zeros(states, np.int32), np.zeros(size, np.int32), np.zeros(size, np.int32),
        np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size, np.int64), np.zeros((size, PLACES + 2)),
        np.zeros((PLACES, PLACES + 2)), np.zeros(PLACES),
    )  # fmt: skip


@kernel
def find_order(m: Moves, states: Ids, room: Room) -> int:
    """Fill in `order` and `turning`; returns how many places play turns back to, PLACES + 1 for more than PLACES.

    The search begins where most ways lead to, so that few others are turned back to.
    """
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
        room.edge[0] = m.first_successor[m.first_action[states[k]]]
        while top >= 0:
            k = room.stack[top]
            last = m.first_successor[m.first_action[states[k] + 1]]
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
                    room.edge[top] = m.first_successor[m.first_action[states[t]]]
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


@inlined
def worth(g: Game, room: Room, action: int) -> float:
    """What an action is worth by `middle`, where a turning place has the value last found for it."""
    m = g.moves
    total = g.reward[action]
    for i in range(m.first_successor[action], m.first_successor[action + 1]):
        t = m.successor[i]
        k = room.number[t] - 1
        guessed = k >= 0 and room.turning[k] >= 0
        total += m.chance[i] * (room.guess[room.turning[k]] if guessed else room.middle[t])
    return total


@inlined
def depends(g: Game, room: Room, k: int, action: int, share: float, places: int) -> None:
    """Add to the form of place k what an action brings, taken with this share."""
    m = g.moves
    form = room.form
    form[k, places] += share * g.reward[action]
    for i in range(m.first_successor[action], m.first_successor[action + 1]):
        p = share * m.chance[i]
        t = room.number[m.successor[i]] - 1
        if t < 0:
            form[k, places] += p * room.middle[m.successor[i]]
            form[k, places + 1] += p
        elif room.turning[t] >= 0:
            form[k, room.turning[t]] += p
        else:
            for x in range(places + 2):
                form[k, x] += p * form[t, x]


@inlined
def formed(room: Room, k: int, places: int) -> float:
    """What place k is worth by its form, and the values last found for the turning places."""
    value = room.form[k, places]
    for x in range(places):
        value += room.form[k, x] * room.guess[x]
    return value


@kernel
def follow(g: Game, v: Values, states: Ids, room: Room, places: int, chooses: bool) -> int:
    """Best play given the values of the turning places, into `best` and `middle`; then those values by this play.

    Args:
        chooses: False: `best` stays.

    Returns: in how many states play changed; -1 where it can go round for ever.
    """
    m = g.moves
    form = room.form
    changed = 0
    for j in range(states.shape[0]):
        k = room.order[j]
        s = states[k]
        first, last = m.first_action[s], m.first_action[s + 1]
        for x in range(places + 2):
            form[k, x] = 0.0
        if g.mode[s] == MIX:
            for a in range(first, last):
                if g.weight[a] > 0.0:
                    depends(g, room, k, a, g.weight[a], places)
            room.middle[s] = formed(room, k, places)
            continue
        choice = v.best[s]
        if chooses and last - first > 1:
            sign = 1.0 if g.mode[s] == MAXIMISE else -1.0
            value = worth(g, room, choice)
            top = sign * value + GAIN * abs(value)
            for a in range(first, last):
                if a != v.best[s]:
                    other = worth(g, room, a)
                    if sign * other > top:
                        top = sign * other
                        choice = a
            if choice != v.best[s]:
                v.best[s] = choice
                changed += 1
        depends(g, room, k, choice, 1.0, places)
        room.middle[s] = formed(room, k, places)
    return changed if solve_places(states, room, places) else -1


@kernel
def solve_places(states: Ids, room: Room, places: int) -> bool:
    """The values of the turning places, into `guess`; False where play can stay among them for ever.

    They are taken out one by one, the ways through each added to those of the others. The chance to move on from one is
    the sum of its ways, never one less the chance to come back; see `chains`.
    """
    system = room.system
    for k in range(states.shape[0]):
        x = room.turning[k]
        if x >= 0:
            for y in range(places + 2):
                system[x, y] = room.form[k, y]
    for x in range(places):
        out = system[x, places + 1]
        for y in range(x + 1, places):
            out += system[x, y]
        if not out > 0.0:
            return False
        for z in range(x + 1, places + 2):
            system[x, z] /= out
        for y in range(x + 1, places):
            share = system[y, x]
            if share > 0.0:
                for z in range(x + 1, places + 2):
                    if z != y:
                        system[y, z] += share * system[x, z]
    for x in range(places - 1, -1, -1):
        room.guess[x] = system[x, places]
        for y in range(x + 1, places):
            room.guess[x] += system[x, y] * room.guess[y]
    return True


@kernel
def sweep(g: Game, states: Ids, room: Room, begin: float) -> bool:
    """Values of all places by sweeps to and fro, into `middle`; True when they hardly move any more.

    Args:
        begin: what all are believed to be worth at first; from below, as what is believed too high takes long to fall.
    """
    m = g.moves
    count = states.shape[0]
    for k in range(count):
        room.order[k] = k
        room.turning[k] = -1
        room.middle[states[k]] = begin
    for turn in range(SWEEPS):
        moved = 0.0
        largest = 1e-300
        for j in range(count):
            s = states[j if turn % 2 == 0 else count - 1 - j]
            first, last = m.first_action[s], m.first_action[s + 1]
            value = 0.0
            if g.mode[s] == MIX:
                for a in range(first, last):
                    value += g.weight[a] * worth(g, room, a)
            else:
                sign = 1.0 if g.mode[s] == MAXIMISE else -1.0
                value = -np.inf
                for a in range(first, last):
                    value = max(value, sign * worth(g, room, a))
                value *= sign
            moved = max(moved, abs(value - room.middle[s]))
            largest = max(largest, abs(value))
            room.middle[s] = value
        if moved <= STILL * largest:
            return True
    return False


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
                largest = max(largest, abs(g.reward[a]))  # what is earned and what comes after may cancel
            for i in range(m.first_successor[a], m.first_successor[a + 1]):
                t = m.successor[i]
                if room.number[t] == 0:
                    below = max(below, room.middle[t] - v.low[t])
                    above = max(above, v.high[t] - room.middle[t])
                    least = min(least, v.low[t])
                    most = max(most, v.high[t])
    gap = FIRST * (g.slack + 8) * UNIT * largest
    for _ in range(GUESSES if states.shape[0] > SMALL else FEW_GUESSES):
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
def prove_play(g: Game, v: Values, states: Ids, room: Room, places: int) -> bool:
    """`prove`; where the first of equally good actions are not worth what was proven in the end, others are played."""
    for k in range(states.shape[0]):
        room.edge[k] = v.best[states[k]]
    if not prove(g, v, states, room):
        return False
    same = True
    largest = 0.0
    for k in range(states.shape[0]):
        same = same and (g.mode[states[k]] == MIX or room.edge[k] == v.best[states[k]])
        largest = max(largest, abs(v.low[states[k]]), abs(v.high[states[k]]))
    if same:
        return True
    good = follow(g, v, states, room, places, False) >= 0
    for k in range(states.shape[0]):
        value = formed(room, k, places)
        good = good and v.low[states[k]] - WORSE * largest <= value <= v.high[states[k]] + WORSE * largest
    if not good:
        for k in range(states.shape[0]):
            v.best[states[k]] = room.edge[k]
    return True


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
    decided = False
    least = np.inf
    most = -np.inf
    for s in states:
        decided = decided or (g.mode[s] != MIX and m.first_action[s + 1] - m.first_action[s] > 1)
        for i in range(m.first_successor[m.first_action[s]], m.first_successor[m.first_action[s + 1]]):
            t = m.successor[i]
            if room.number[t] == 0:
                room.middle[t] = (v.low[t] + v.high[t]) / 2
                known = known and abs(room.middle[t]) < np.inf
                least = min(least, room.middle[t])
                most = max(most, room.middle[t])
    settled = False
    places = find_order(m, states, room) if known else PLACES + 1
    if places <= PLACES:
        for x in range(places):
            room.guess[x] = (least + most) / 2
        for turn in range(ROUNDS):
            changed = follow(g, v, states, room, places, True)
            if changed < 0:
                break
            if not decided:  # one pass says how all values depend on those of the turning places, which are known now
                for k in range(size):
                    room.middle[states[k]] = formed(room, k, places)
                settled = prove(g, v, states, room)
                break
            if changed == 0 and turn > 0:
                settled = prove_play(g, v, states, room, places)
                break
    elif known and sweep(g, states, room, least):
        settled = prove(g, v, states, room)
    for s in states:
        room.number[s] = 0
    return settled
