"""Chances forwards, one component of states after another."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import Moves
from gamebook.kernels.compiled import allocating, inlined, kernel
from gamebook.kernels.near import Near, gather, send_out
from gamebook.kernels.rounds import PLACES, find_order
from gamebook.kernels.rounds import Room as Turns
from gamebook.kernels.rounds import make_room as make_turns

SWEEPS = 400
"""Rounds of a component before it is left to a linear solver."""

SETTLED = 1e-15
"""So small a share of what has arrived may still be on its way."""

FEW = 200
"""States of a component that is solved as a full matrix."""

SHORT = 12
"""States of a component that is solved so before all else is tried."""


class Room(NamedTuple):
    """Room to work in, for components of up to m of the n states."""

    moving: Floats
    """float64[n], all 0 between components: what is on its way."""
    total: Floats
    """float64[n], all 0 for states not seen yet: what has passed."""
    turns: Turns
    """Room for components that all ways round lead through a few places of."""
    system: Floats
    """float64[m, m + 2]: chances to move, to leave, and arrivals, for the components of a few states."""


@allocating
def make_room(states: int, largest: int) -> Room:
    """Room for components of up to `largest` of so many states."""
    few = min(largest, FEW)
    return Room(np.zeros(states), np.zeros(states), make_turns(states, largest), np.zeros((few, few + 2)))


@inlined
def send(m: Moves, weight: Floats, component: Ids, s: int, flow: float, inside: bool, to: Floats) -> None:
    """Add to `to` what `flow` visits of a state bring to states of its own component, or else of others."""
    for a in range(m.first_action[s], m.first_action[s + 1]):
        share = flow * weight[a]
        if share > 0.0:
            for i in range(m.first_successor[a], m.first_successor[a + 1]):
                t = m.successor[i]
                if (component[t] == component[s]) == inside:
                    to[t] += share * m.chance[i]


@kernel
def departures(m: Moves, weight: Floats, s: int) -> float:
    """The share of visits of a state that do not lead straight back to it; 1 where all or none do."""
    leak = 0.0
    back = False
    for a in range(m.first_action[s], m.first_action[s + 1]):
        if weight[a] > 0.0:
            for i in range(m.first_successor[a], m.first_successor[a + 1]):
                if m.successor[i] != s:
                    leak += weight[a] * m.chance[i]
                else:
                    back = True
    return leak if back and leak > 0.0 else 1.0


@kernel
def take_out(moves: Floats, n: int) -> bool:
    """Visits of n places between which play moves; False where it may stay for ever.

    By elimination without a subtraction, as in `chains`: each visit is right to a few roundings however long play
    goes round.

    Args:
        moves: float64[≥ n, ≥ n + 2]: chances to move, to leave, and arrivals; written over, the last by the visits.
    """
    for k in range(n):  # moves[k, k]: how often play moves on from a visit
        moves[k, k] = moves[k, n]
        for j in range(k + 1, n):
            moves[k, k] += moves[k, j]
        if not moves[k, k] > 0.0:
            return False
        for i in range(k + 1, n):
            if moves[i, k] > 0.0:
                share = moves[i, k] / moves[k, k]
                for j in range(k + 1, n + 1):
                    if j != i:
                        moves[i, j] += share * moves[k, j]
        arrived = moves[k, n + 1] / moves[k, k]
        for j in range(k + 1, n):
            moves[j, n + 1] += arrived * moves[k, j]
    for k in range(n - 1, -1, -1):
        total = moves[k, n + 1]
        for i in range(k + 1, n):
            total += moves[i, n + 1] * moves[i, k]
        moves[k, n + 1] = total / moves[k, k]
    return True


@kernel
def solve_few(m: Moves, weight: Floats, states: Ids, visits: Floats, room: Room) -> bool:
    """Visits inside a component of a few states; False where play may stay for ever."""
    n = states.shape[0]
    moves, number = room.system, room.turns.number
    if n > moves.shape[0]:
        return False
    for i in range(n):
        number[states[i]] = i + 1
        moves[i, : n + 2] = 0.0
    for i in range(n):
        s = states[i]
        moves[i, n + 1] = visits[s]
        stops = True
        for a in range(m.first_action[s], m.first_action[s + 1]):
            if weight[a] > 0.0:
                stops = False
                for k in range(m.first_successor[a], m.first_successor[a + 1]):
                    j = number[m.successor[k]] - 1
                    if j != i:
                        moves[i, j if j >= 0 else n] += weight[a] * m.chance[k]
        if stops:  # nothing is done there
            moves[i, n] = 1.0
    for s in states:
        number[s] = 0
    if not take_out(moves, n):
        return False
    for k in range(n):
        visits[states[k]] = moves[k, n + 1]
    return True


@kernel
def turn_back(m: Moves, weight: Floats, states: Ids, visits: Floats, room: Room) -> bool:
    """Visits inside a component that all ways round lead through a few places of; False where it is not so.

    One pass, along the ways, says how often play comes from each of those places to each state before it comes to one
    of them again; see `rounds`, which does the same the other way round.
    """
    turns = room.turns
    size = states.shape[0]
    if size > turns.order.shape[0]:
        return False
    for k in range(size):
        turns.number[states[k]] = k + 1
    places = find_order(m, states, turns)
    settled = places <= PLACES and count_turns(m, weight, states, visits, turns, places)
    for s in states:
        turns.number[s] = 0
    return settled


@kernel
def turn_near(m: Moves, weight: Floats, states: Ids, visits: Floats, room: Room, near: Near) -> bool:
    """`turn_back` in a copy of the component."""
    gather(m, weight, states, room.turns.number, near)
    size = states.shape[0]
    for k in range(size):
        near.visits[k] = visits[states[k]]
        near.room.number[k] = k + 1
    turns, game = near.room, near.game
    places = find_order(game.moves, near.states[:size], turns)
    settled = places <= PLACES and count_turns(game.moves, game.weight, near.states[:size], near.visits, turns, places)
    near.room.number[:size] = 0
    return settled


@kernel
def count_turns(m: Moves, weight: Floats, states: Ids, visits: Floats, turns: Turns, places: int) -> bool:
    """The same, when places are in order and have their numbers."""
    size = states.shape[0]
    moves, often = turns.system, turns.form
    moves[:places] = 0.0
    for k in range(size):  # the last column: how often play comes before it has come to a turning place
        often[k] = 0.0
        x = turns.turning[k]
        if x >= 0:
            often[k, x] = 1.0
            moves[x, places + 1] = visits[states[k]]
        else:
            often[k, places] = visits[states[k]]
    for j in range(size - 1, -1, -1):
        k = turns.order[j]
        s = states[k]
        stops = True
        for a in range(m.first_action[s], m.first_action[s + 1]):
            if weight[a] > 0.0:
                stops = False
                for i in range(m.first_successor[a], m.first_successor[a + 1]):
                    p = weight[a] * m.chance[i]
                    t = turns.number[m.successor[i]] - 1
                    if t < 0:
                        for x in range(places):
                            moves[x, places] += p * often[k, x]
                    elif turns.turning[t] >= 0:
                        y = turns.turning[t]
                        moves[y, places + 1] += p * often[k, places]
                        for x in range(places):
                            moves[x, y] += p * often[k, x]
                    else:
                        for x in range(places + 1):
                            often[t, x] += p * often[k, x]
        if stops:
            for x in range(places):
                moves[x, places] += often[k, x]
    if not take_out(moves, places):
        return False
    for k in range(size):
        total = often[k, places]
        for x in range(places):
            total += often[k, x] * moves[x, places + 1]
        visits[states[k]] = total
    return True


@kernel
def go_round(m: Moves, weight: Floats, component: Ids, states: Ids, visits: Floats, room: Room) -> bool:
    """Visits inside a component, by following what has arrived until next to nothing is on its way.

    Returns: False when much is still on its way after many rounds; then nothing is changed.
    """
    moving, total = room.moving, room.total
    arrived = 0.0
    for s in states:
        arrived += visits[s]
        moving[s] = visits[s]
    left = arrived
    for _ in range(SWEEPS):
        if left <= SETTLED * arrived:
            break
        for s in states:
            flow = moving[s]
            if flow > 0.0:
                moving[s] = 0.0
                total[s] += flow
                send(m, weight, component, s, flow, True, moving)
        left = 0.0
        for s in states:
            left += moving[s]
    for s in states:
        moving[s] = 0.0
        if left <= SETTLED * arrived:
            visits[s] = total[s]
    return left <= SETTLED * arrived


@kernel
def comes(states: Ids, visits: Floats) -> bool:
    """Whether play reaches any of these states."""
    for s in states:  # noqa: SIM110 - the kernel compiler knows no any()
        if visits[s] > 0.0:
            return True
    return False


@kernel
def forward(
    m: Moves, weight: Floats, order: Ids, start: Ints, component: Ids, at: int, visits: Floats, room: Room, near: Near
) -> int:
    """Expected visits from sources to sinks: components `at`, …, 0; returns the one left to the caller, or -1.

    Args:
        weight: float64[a], how often each action is taken in its state.
        order, start: from `components`.
        component: int32[n], the component of each state.
        visits: float64[n]; on entry the expected number of arrivals from outside.
        room, near: room for the largest component.
    """  # fmt: skip
    for c in range(at, -1, -1):
        states = order[start[c] : start[c + 1]]
        if not comes(states, visits):
            continue
        if SHORT < states.shape[0] <= near.states.shape[0] and turn_near(m, weight, states, visits, room, near):
            send_out(visits, states, near)
        elif states.shape[0] > 1:
            settled = (
                (states.shape[0] <= SHORT and solve_few(m, weight, states, visits, room))
                or turn_back(m, weight, states, visits, room)
                or solve_few(m, weight, states, visits, room)
                or go_round(m, weight, component, states, visits, room)
            )
            if not settled:
                return c
            for s in states:
                send(m, weight, component, s, visits[s], False, visits)
        else:
            s = states[0]
            visits[s] /= departures(m, weight, s)
            send(m, weight, component, s, visits[s], False, visits)
    return -1
