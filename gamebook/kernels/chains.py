"""Small components in which nothing is decided: games of chance that go to and fro until they end."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.bellman import UNIT
from gamebook.kernels.compiled import allocating

MOST = 200
"""States of a component that is solved as a full matrix."""
TRIES = 6
"""How often a bound that is not proven is moved outward."""


@allocating
def solve_chain(
    members: Ids,
    first_action: Ints,
    first_successor: Ints,
    successor: Ids,
    chance: Floats,
    reward: Floats,
    slack: float,
    number: Ids,
    low: Floats,
    high: Floats,
) -> bool:
    """Bounds of every state of a component with one action in each, put into `low` and `high`; False if not proven.

    Solves x = b + P x for both bounds of b, and s = 1 + P s for the steps until play leaves, by elimination without
    pivoting (I - P is an M-matrix). Then x +- e s is checked: u >= b + P u bounds x from above, since P s <= s - 1/2
    shows that play leaves.

    Args:
        members: the component's states.
        first_action, first_successor, successor, chance, reward: as in a listing of states.
        slack: rounding of one action's value, in units of 2^-53.
        number: int32[states], -1 everywhere; left as it was.
        low, high: float64[states], bounds of what the component leads to.
    """
    n = members.shape[0]
    moves = np.zeros((n, n))
    sides = np.zeros((n, 3))
    longest = 0
    for i in range(n):
        if first_action[members[i] + 1] - first_action[members[i]] != 1:
            return False
    for i in range(n):
        number[members[i]] = i
    for i in range(n):
        a = first_action[members[i]]
        size = 0.0
        for k in range(first_successor[a], first_successor[a + 1]):
            j = number[successor[k]]
            if j >= 0:
                moves[i, j] += chance[k]
            else:
                sides[i, 0] += chance[k] * low[successor[k]]
                sides[i, 1] += chance[k] * high[successor[k]]
                size += chance[k] * max(abs(low[successor[k]]), abs(high[successor[k]]))
        terms = first_successor[a + 1] - first_successor[a]
        longest = max(longest, terms)
        size = (slack + terms) * UNIT * (size + abs(reward[a]))
        sides[i, 0] += reward[a] - size
        sides[i, 1] += reward[a] + size
        sides[i, 2] = 1.0
    for i in range(n):
        number[members[i]] = -1
    system = -moves
    found = sides.copy()
    for i in range(n):
        system[i, i] += 1.0
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
    room = (slack + longest + 4) * UNIT * 2 * largest
    for c in range(2):
        sign = -1.0 if c == 0 else 1.0
        error = room
        for i in range(n):
            worth = sides[i, c]
            for j in range(n):
                worth += moves[i, j] * found[j, c]
            error = max(error, room + abs(worth - found[i, c]))
        error *= 2
        proven = False
        for _ in range(TRIES):
            proven = True
            for i in range(n):
                worth = sides[i, c]
                for j in range(n):
                    worth += moves[i, j] * (found[j, c] + sign * error * found[j, 2])
                bound = found[i, c] + sign * error * found[i, 2]
                proven = proven and sign * (bound - worth) >= room
            if proven:
                break
            error *= 2
        if not proven:
            return False
        for i in range(n):
            found[i, c] += sign * error * found[i, 2]
    for i in range(n):
        low[members[i]] = found[i, 0]
        high[members[i]] = found[i, 1]
    return True
