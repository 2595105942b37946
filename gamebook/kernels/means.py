"""Means over what actions lead to."""

from __future__ import annotations

from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.bellman import Moves
from gamebook.kernels.compiled import kernel


@kernel
def means(m: Moves, value: Floats, actions: Ints, found: Floats) -> None:
    """The mean of some value of states after each of some actions.

    Terms are added in the order of numpy's `reduceat`, the first one last: so up to eight of them have its roundings.

    Args:
        m: how states lead to each other.
        value: float64[n]
        actions: int64[k]
        found: float64[k], filled.
    """
    for k in range(len(actions)):
        first, last = m.first_successor[actions[k]], m.first_successor[actions[k] + 1]
        others = 0.0
        for way in range(first + 1, last):
            others += m.chance[way] * value[m.successor[way]]
        found[k] = m.chance[first] * value[m.successor[first]] + others if first < last else 0.0
