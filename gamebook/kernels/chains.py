"""Small components in which nothing is decided: games of chance that go to and fro until they end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids
from gamebook.kernels.bellman import UNIT, Game, Values
from gamebook.kernels.compiled import kernel

MOST = 200
"""States of a component that is solved as a full matrix."""
TRIES = 6
"""How often a bound that is not proven is moved outward."""


class Matrices(NamedTuple):
    """Room to work in, for components of up to m states."""

    moves: Floats
    """float64[m, m]: chances to move among the component's states."""
    system: Floats
    """float64[m, m]: the equations, while they are eliminated."""
    sides: Floats
    """float64[m, 3]: b from below and from above, and steps."""
    found: Floats
    """float64[m, 3]: what solves them."""


def make_matrices(largest: int) -> Matrices:
    """Room for components of up to `largest` states."""
    size = min(largest, MOST)
    return Matrices(np.zeros((size, size)), np.zeros((size, size)), np.zeros((size, 3)), np.zeros((size, 3)))


@kernel
def read_chain(g: Game, v: Values, members: Ids, number: Ids, room: Matrices) -> int:
    """Fill in `moves`, `system`, `sides` and `found`; returns how many successors the busiest state has.

    Args:
        number: int32[states], 0 for all that are not members, and left so.
    """
    moves, system, sides, found = room
    m = g.moves
    n = members.shape[0]
    longest = 0
    for i in range(n):
        number[members[i]] = i + 1
        moves[i, :n] = 0.0
        sides[i, :2] = 0.0
    for i in range(n):
        a = m.first_action[members[i]]
        size = 0.0
        for k in range(m.first_successor[a], m.first_successor[a + 1]):
            t = m.successor[k]
            if number[t] > 0:
                moves[i, number[t] - 1] += m.chance[k]
            else:
                sides[i, 0] += m.chance[k] * v.low[t]
                sides[i, 1] += m.chance[k] * v.high[t]
                size += m.chance[k] * max(abs(v.low[t]), abs(v.high[t]))
        terms = m.first_successor[a + 1] - m.first_successor[a]
        longest = max(longest, terms)
        size = (g.slack + terms) * UNIT * (size + abs(g.reward[a]) + g.gross)
        sides[i, 0] += g.reward[a] - size
        sides[i, 1] += g.reward[a] + size
        sides[i, 2] = 1.0
    for i in range(n):
        number[members[i]] = 0
        for j in range(n):
            system[i, j] = -moves[i, j]
        system[i, i] += 1.0
        for c in range(3):
            found[i, c] = sides[i, c]
    return longest


@kernel
def solve_chain(g: Game, v: Values, members: Ids, number: Ids, room: Matrices) -> bool:
    """Bounds of every state of a component with one action in each, put into `low` and `high`; False if not proven.

    Solves x = b + P x for both bounds of b, and s = 1 + P s for the steps until play leaves, by elimination without
    pivoting (I - P is an M-matrix). Then x +- e s is checked: u >= b + P u bounds x from above, since P s <= s - 1/2
    shows that play leaves.

    Args:
        members: the component's states; what they lead to outside has its bounds.
        number: int32[states], all 0; used and left so.
    """
    n = members.shape[0]
    if n > room.moves.shape[0]:
        return False
    for s in members:
        if g.moves.first_action[s + 1] - g.moves.first_action[s] != 1:
            return False
    longest = read_chain(g, v, members, number, room)
    moves, system, sides, found = room
    for k in range(n):
        pivot = system[k, k]
        if not pivot > 1e-12:
            return False
        for i in range(k + 1, n):
            if system[i, k] != 0.0:
                factor = system[i, k] / pivot
                for j in range(k + 1, n):
                    system[i, j] -= factor * system[k, j]
                for c in range(3):
                    found[i, c] -= factor * found[k, c]
    for k in range(n - 1, -1, -1):
        for c in range(3):
            for j in range(k + 1, n):
                found[k, c] -= system[k, j] * found[j, c]
            found[k, c] /= system[k, k]
    largest = 0.0
    for i in range(n):
        left = 0.0
        for j in range(n):
            left += moves[i, j] * found[j, 2]
        if not (0.0 <= found[i, 2] < np.inf and found[i, 2] - left >= 0.5):
            return False
        for c in range(2):
            if not abs(found[i, c]) < np.inf:
                return False
            largest = max(largest, abs(found[i, c]), abs(sides[i, c]))
    margin = (g.slack + longest + 4) * UNIT * 2 * largest
    for c in range(2):
        sign = -1.0 if c == 0 else 1.0
        error = margin
        for i in range(n):
            worth = sides[i, c]
            for j in range(n):
                worth += moves[i, j] * found[j, c]
            error = max(error, margin + abs(worth - found[i, c]))
        error *= 2
        proven = False
        for _ in range(TRIES):
            proven = True
            for i in range(n):
                worth = sides[i, c]
                for j in range(n):
                    worth += moves[i, j] * (found[j, c] + sign * error * found[j, 2])
                bound = found[i, c] + sign * error * found[i, 2]
                proven = proven and sign * (bound - worth) >= margin
            if proven:
                break
            error *= 2
        if not proven:
            return False
        for i in range(n):
            found[i, c] += sign * error * found[i, 2]
    for i in range(n):
        s = members[i]
        v.low[s] = found[i, 0]
        v.high[s] = found[i, 1]
        v.best[s] = g.moves.first_action[s]
    return True
