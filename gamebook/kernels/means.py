"""Means over what actions lead to."""

from __future__ import annotations

from gamebook.kernels.arrays import Floats, Ints
from gamebook.kernels.bellman import Moves
from gamebook.kernels.compiled import kernel


@kernel
def means(m: Moves, value: Floats, actions: Ints, found: Floats) -> None:
    """The mean of some value of states after each of some actions.

    Args:
        m: how states lead to each other.
        value: float64[n]
        actions: int64[k]
        found: float64[k], filled.
    """
    for k in range(len(actions)):
        total = 0.0
        for way in range(m.first_successor[actions[k]], m.first_successor[actions[k] + 1]):
            total += m.chance[way] * value[m.successor[way]]
        found[k] = total
