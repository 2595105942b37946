"""Chances forwards, one component of states after another."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import Moves
from gamebook.kernels.compiled import inlined, kernel

SWEEPS = 400
"""Rounds of a component before it is left to a linear solver."""

SETTLED = 1e-15
"""So small a share of what has arrived may still be on its way."""

FEW = 200
"""States of a component that is solved as a full matrix."""

MOST_STEPS = 1e9
"""Visits beyond which play may stay for ever, and a full matrix says nothing."""


class Room(NamedTuple):
    """Room to work in, for components of up to m of the n states."""

    moving: Floats
    """float64[n], all 0 between components: what is on its way."""
    total: Floats
    """float64[n], all 0 for states not seen yet: what has passed."""
    number: Ids
    """int32[n], all -1 between components: the place of a state in its component."""
    system: Floats
    """float64[m, m + 2]: equations with two right sides, for the components of a few states."""


def make_room(states: int, largest: int) -> Room:
    """Room for components of up to `largest` of so many states."""
    few = min(largest, FEW)
    return Room(np.zeros(states), np.zeros(states), np.full(states, -1, np.int32), np.zeros((few, few + 2)))


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
def solve_few(m: Moves, weight: Floats, states: Ids, visits: Floats, room: Room) -> bool:
    """Visits inside a component as x = arrivals + moves x, by elimination; False where play may stay for ever.

    No pivots are looked for: the columns of I - moves are diagonally dominant. Beside the arrivals at hand one arrival
    everywhere is solved for, to see whether play leaves.
    """
    n = states.shape[0]
    system = room.system
    for i in range(n):
        room.number[states[i]] = i
        system[i, : n + 2] = 0.0
    for j in range(n):
        s = states[j]
        system[j, j] += 1.0
        system[j, n] = visits[s]
        system[j, n + 1] = 1.0
        for a in range(m.first_action[s], m.first_action[s + 1]):
            if weight[a] > 0.0:
                for k in range(m.first_successor[a], m.first_successor[a + 1]):
                    i = room.number[m.successor[k]]
                    if i >= 0:
                        system[i, j] -= weight[a] * m.chance[k]
    for s in states:
        room.number[s] = -1
    for k in range(n):
        pivot = system[k, k]
        if not pivot > 1.0 / MOST_STEPS:
            return False
        for i in range(k + 1, n):
            if system[i, k] != 0.0:
                factor = system[i, k] / pivot
                for j in range(k + 1, n + 2):
                    system[i, j] -= factor * system[k, j]
    for k in range(n - 1, -1, -1):
        for c in range(n, n + 2):
            for j in range(k + 1, n):
                system[k, c] -= system[k, j] * system[j, c]
            system[k, c] /= system[k, k]
        if not (0.5 <= system[k, n + 1] < MOST_STEPS):
            return False
    for i in range(n):
        visits[states[i]] = max(system[i, n], 0.0)
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
    """Whether play comes to any of these states."""
    for s in states:  # noqa: SIM110 - the kernel compiler knows no any()
        if visits[s] > 0.0:
            return True
    return False


@kernel
def forward(
    m: Moves, weight: Floats, order: Ids, start: Ints, component: Ids, at: int, visits: Floats, room: Room
) -> int:
    """Expected visits from sources to sinks: components `at`, …, 0; returns the one left to the caller, or -1.

    Args:
        weight: float64[a], how often each action is taken in its state.
        order, start: from `components`.
        component: int32[n], the component of each state.
        visits: float64[n]; on entry the expected number of arrivals from outside.
        room: room for the largest component.
    """
    for c in range(at, -1, -1):
        states = order[start[c] : start[c + 1]]
        if not comes(states, visits):
            continue
        if states.shape[0] > 1:
            settled = states.shape[0] <= room.system.shape[0] and solve_few(m, weight, states, visits, room)
            if not settled and not go_round(m, weight, component, states, visits, room):
                return c
            for s in states:
                send(m, weight, component, s, visits[s], False, visits)
        else:
            s = states[0]
            visits[s] /= departures(m, weight, s)
            send(m, weight, component, s, visits[s], False, visits)
    return -1
