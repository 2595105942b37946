"""Small components in which nothing is decided: games of chance that go to and fro until they end.

They are solved without a subtraction. The chance to leave a state is the sum of the chances of its ways out, never one
less the chance to stay; so a loop that play leaves once in a thousand million rounds, or in as many times as many, is
as good as any other. What each state is worth is a quotient of two sums of products (of one chance for each state,
over the forests of ways out of the component), all of them with one sign. So if every chance is right to a share e of
itself, a value of n states is right to 2 n e, however long play goes round.

Sources: W. K. Grassmann, M. I. Taksar, D. P. Heyman, "Regenerative analysis and steady state distributions for Markov
chains", Operations Research 33 (1985); C. A. O'Cinneide, "Entrywise perturbation theory and error analysis for Markov
chains", Numerische Mathematik 65 (1993).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids
from gamebook.kernels.bellman import MIX, UNIT, Game, Values
from gamebook.kernels.compiled import allocating, kernel

MOST = 600
"""States of a component that is solved as a full matrix."""
WIDEST = 1e-6
"""A bracket wider than this, relative to the value, is none worth having; nor is its error a sum of small ones."""


class Matrices(NamedTuple):
    """Room to work in, for components of up to m states."""

    moves: Floats
    """float64[m, m]: chances to move among the component's states; none from a state to itself."""
    leaves: Floats
    """float64[m]: chances to leave the component."""
    found: Floats
    """float64[m, 3]: what a visit brings by itself and by leaving, from below and from above, and the size of its
    terms; then what states are worth."""


@allocating
def make_matrices(largest: int) -> Matrices:
    """Room for components of up to `largest` states."""
    size = min(largest, MOST)
    return Matrices(np.zeros((size, size)), np.zeros(size), np.zeros((size, 3)))


@kernel
def read_chain(g: Game, v: Values, members: Ids, number: Ids, room: Matrices) -> tuple[int, float, float]:
    """Fill in the matrices; returns how many terms the longest sum has, and between what values must lie.

    Args:
        number: int32[states], 0 for all that are not members, and left so.
    """
    moves, leaves, found = room
    m = g.moves
    n = members.shape[0]
    longest = 0
    least = np.inf  # where nothing is earned, values lie between those of the ways out
    most = -np.inf
    free = True
    for i in range(n):
        number[members[i]] = i + 1
        moves[i, :n] = 0.0
        leaves[i] = 0.0
        found[i, :] = 0.0
    for i in range(n):
        s = members[i]
        terms = 0
        for a in range(m.first_action[s], m.first_action[s + 1]):
            share = g.weight[a] if g.mode[s] == MIX else 1.0
            if share <= 0.0:
                continue
            free = free and g.reward[a] == 0.0
            found[i, 0] += share * g.reward[a]
            found[i, 1] += share * g.reward[a]
            found[i, 2] += share * (abs(g.reward[a]) + g.gross)
            for k in range(m.first_successor[a], m.first_successor[a + 1]):
                t = m.successor[k]
                j = number[t] - 1
                p = share * m.chance[k]
                terms += 1
                if j >= 0:
                    if j != i:
                        moves[i, j] += p
                    continue
                leaves[i] += p
                found[i, 0] += p * v.low[t]
                found[i, 1] += p * v.high[t]
                found[i, 2] += p * max(abs(v.low[t]), abs(v.high[t]))
                least = min(least, v.low[t])
                most = max(most, v.high[t])
        longest = max(longest, terms + m.first_action[s + 1] - m.first_action[s])
    for s in members:
        number[s] = 0
    return longest, (least if free else -np.inf), (most if free else np.inf)


@kernel
def solve_chain(g: Game, v: Values, members: Ids, number: Ids, room: Matrices) -> bool:
    """Bounds of every state of a component without decisions, put into `low` and `high`; False if there are none.

    States are taken out one by one, the ways through them added to those of the others. Each sum and each product
    rounds entries that all have one sign, by so many units of themselves; what that may do to the values is the same
    as if the chances of the states that are left had been that much off.

    Args:
        members: the component's states; what they lead to outside has its bounds.
        number: int32[states], all 0; used and left so.
    """
    n = members.shape[0]
    if n > room.moves.shape[0]:
        return False
    for s in members:
        if g.mode[s] != MIX and g.moves.first_action[s + 1] - g.moves.first_action[s] != 1:
            return False
    longest, least, most = read_chain(g, v, members, number, room)
    moves, leaves, found = room
    error = (2 * n + 2) * (g.slack + longest)  # in units of 2^-53, relative to the size of what is summed
    for k in range(n):
        out = leaves[k]
        terms = 1
        for j in range(k + 1, n):
            if moves[k, j] > 0.0:
                out += moves[k, j]
                terms += 1
        if not out > 0.0:
            return False  # play stays for ever
        for i in range(k + 1, n):
            if moves[i, k] > 0.0:
                share = moves[i, k] / out
                for j in range(k + 1, n):
                    if j != i:
                        moves[i, j] += share * moves[k, j]
                leaves[i] += share * leaves[k]
                for c in range(3):
                    found[i, c] += share * found[k, c]
        for c in range(3):
            found[k, c] /= out
        for j in range(k + 1, n):
            moves[k, j] /= out
        error += (2 * (n - k)) * (terms + 3) + 2 * terms + 3
    for k in range(n - 1, -1, -1):
        for c in range(3):
            for j in range(k + 1, n):
                found[k, c] += moves[k, j] * found[j, c]
    error *= 1.1 * UNIT  # what is of second order, and the rounding of the size itself
    if not error < WIDEST:
        return False
    for i in range(n):
        if not found[i, 2] < np.inf:
            return False
    for i in range(n):
        s = members[i]
        v.low[s] = max(least, found[i, 0] - error * found[i, 2])
        v.high[s] = min(most, found[i, 1] + error * found[i, 2])
        v.best[s] = g.moves.first_action[s]
    return True
