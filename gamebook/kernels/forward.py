"""Chances forwards, one component of states after another."""

from __future__ import annotations

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import Moves
from gamebook.kernels.compiled import inlined, kernel

SWEEPS = 400
"""Rounds of a component before it is left to a linear solver."""

SETTLED = 1e-15
"""So small a share of what has arrived may still be on its way."""


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
def go_round(
    m: Moves, weight: Floats, component: Ids, states: Ids, visits: Floats, moving: Floats, total: Floats
) -> bool:
    """Visits inside a component, by following what has arrived until next to nothing is on its way.

    Args:
        moving: float64[n], all 0; used to hold what is on its way, and left all 0.
        total: float64[n], all 0 for these states; used.

    Returns: False when much is still on its way after many rounds; then nothing is changed.
    """  # fmt: skip
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
def forward(
    m: Moves,
    weight: Floats,
    order: Ids,
    start: Ints,
    component: Ids,
    at: int,
    visits: Floats,
    moving: Floats,
    total: Floats,
) -> int:
    """Expected visits from sources to sinks: components `at`, …, 0; returns the one left to the caller, or -1.

    Args:
        weight: float64[a], how often each action is taken in its state.
        order, start: from `components`.
        component: int32[n], the component of each state.
        visits: float64[n]; on entry the expected number of arrivals from outside.
        moving, total: float64[n], all 0; used.
    """
    for c in range(at, -1, -1):
        states = order[start[c] : start[c + 1]]
        if states.shape[0] > 1:
            if not go_round(m, weight, component, states, visits, moving, total):
                return c
            for s in states:
                send(m, weight, component, s, visits[s], False, visits)
        elif visits[states[0]] > 0.0:
            s = states[0]
            visits[s] /= departures(m, weight, s)
            send(m, weight, component, s, visits[s], False, visits)
    return -1
