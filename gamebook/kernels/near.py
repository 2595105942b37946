"""A component's states copied together, so that all passes over it look at memory in one place.

States of one component are numbered in the order in which they were found, and so lie far apart in a large book. To
solve a component takes some ten passes over its states, and each would ask for the same distant places again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import Game, Moves, Values
from gamebook.kernels.compiled import allocating, kernel
from gamebook.kernels.rounds import Room, make_room

FAR = 50_000
"""A book with fewer states than this is small enough for the cache of a processor: copying would not help."""
MOST = 20_000
"""States of the largest component that is copied: a larger one would not lie close together, either."""


class Near(NamedTuple):
    """Room for a component of up to m states, and for what its ways lead out to."""

    game: Game
    """The component's states are the first, in their order; after them comes a state for each way out."""
    values: Values
    visits: Floats
    """float64[m]"""
    states: Ids
    """int32[m]: 0, 1, 2, …"""
    first: Ints
    """int64[m]: the first action of each state, where it was copied from."""
    end: Ints
    """int64[actions]: where the successors of each action end there."""
    out: Ids
    """int32[m + ways + 1]: from m on, the state that each way out leads to."""
    mark: Ids
    """int32[m + ways], all 0."""
    room: Room


@allocating
def make_near(
    size: int, states: int, actions: int, ways: int, ties_last: bool, slack: float, gross: float, wins: bool
) -> Near:
    """Room for components of up to so many states, actions and ways of a book of `size` states.

    There is none where copying does not pay.

    Args:
        ties_last, slack, gross, wins: of the game, where it is one.
    """
    far = size >= FAR and states <= MOST
    m, a, e = (states, actions, ways) if far else (0, 0, 0)
    moves = Moves(np.zeros(m + 1, np.int64), np.zeros(a + 1, np.int64), np.zeros(e, np.int32), np.zeros(e))
    game = Game(moves, np.zeros(a), np.zeros(m, np.int32), np.zeros(a), ties_last, slack, gross, wins)
    values = Values(np.zeros(m + e), np.zeros(m + e), np.zeros(m + e, np.int64))
    return Near(
        game, values, np.zeros(m), np.arange(m).astype(np.int32), np.zeros(m, np.int64), np.zeros(a, np.int64),
        np.zeros(m + e + 1, np.int32), np.zeros(m + e, np.int32), make_room(m + e, m),
    )  # fmt: skip


@kernel
def gather(far: Moves, weight: Floats, states: Ids, mark: Ids, near: Near) -> int:
    """Copy how a component's states lead to each other, and out; returns where what is outside ends.

    All first actions are copied, then all actions, then all ways: so no look into memory waits for the one before.

    Args:
        weight: float64[a]
        mark: int32[n], all 0; used for marks and left all 0.
    """
    to = near.game.moves
    size = states.shape[0]
    for k in range(size):
        s = states[k]
        near.first[k] = far.first_action[s]
        to.first_action[k] = far.first_action[s + 1] - far.first_action[s]
        mark[s] = k + 1
    actions = 0
    for k in range(size):
        first = near.first[k]
        last = first + to.first_action[k]
        to.first_action[k] = actions
        for a in range(first, last):
            to.first_successor[actions] = far.first_successor[a]
            near.end[actions] = far.first_successor[a + 1]
            near.game.weight[actions] = weight[a]
            actions += 1
    to.first_action[size] = actions
    ways = 0
    for a in range(actions):
        first = to.first_successor[a]
        to.first_successor[a] = ways
        for i in range(first, near.end[a]):
            to.successor[ways] = far.successor[i]
            to.chance[ways] = far.chance[i]
            ways += 1
    to.first_successor[actions] = ways
    beyond = size
    for i in range(ways):
        t = to.successor[i]
        place = mark[t] - 1
        near.out[beyond] = t
        to.successor[i] = place if place >= 0 else beyond
        beyond += 1 if place < 0 else 0
    for s in states:
        mark[s] = 0
    return beyond


@kernel
def gather_game(g: Game, states: Ids, low: Floats, high: Floats, mark: Ids, near: Near) -> None:
    """Copy a component, but for the values of its states, which nobody knows yet.

    Args:
        low, high: float64[n], bounds of what the component leads to.
        mark: int32[n], all 0; used for marks and left all 0.
    """  # fmt: skip
    beyond = gather(g.moves, g.weight, states, mark, near)
    first = near.game.moves.first_action
    size = states.shape[0]
    for k in range(size):
        near.game.mode[k] = g.mode[states[k]]
        for a in range(first[k + 1] - first[k]):
            near.game.reward[first[k] + a] = g.reward[near.first[k] + a]
    for i in range(size, beyond):
        near.values.low[i] = low[near.out[i]]
        near.values.high[i] = high[near.out[i]]


@kernel
def hand_back(v: Values, states: Ids, near: Near) -> None:
    """Values and best actions of the copy, for the component."""
    first = near.game.moves.first_action
    for k in range(states.shape[0]):
        s = states[k]
        v.low[s] = near.values.low[k]
        v.high[s] = near.values.high[k]
        best = near.values.best[k]
        v.best[s] = near.first[k] + best - first[k] if best >= 0 else best


@kernel
def send_out(visits: Floats, states: Ids, near: Near) -> None:
    """Visits of the copy, for the component, and what they bring to states outside."""
    m = near.game.moves
    size = states.shape[0]
    for k in range(size):
        visits[states[k]] = near.visits[k]
    for k in range(size):
        for a in range(m.first_action[k], m.first_action[k + 1]):
            share = near.visits[k] * near.game.weight[a]
            if share > 0.0:
                for i in range(m.first_successor[a], m.first_successor[a + 1]):
                    if m.successor[i] >= size:
                        visits[near.out[m.successor[i]]] += share * m.chance[i]
