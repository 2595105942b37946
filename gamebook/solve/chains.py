"""Small components in which nothing is decided: a game of chance that goes to and fro until it ends.

Such a component is a system of linear equations, x = b + P x. With few states it is solved as a full matrix, bounds
and the steps until play leaves at once, and then proven like any other: u >= b + P u bounds x from above, since the
steps s with P s <= s - 1/2 show that play leaves.
"""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Floats
from gamebook.kernels.bellman import UNIT

MOST = 200
"""States of a component that is solved as a full matrix."""
TRIES = 6
"""How often a bound that is not proven is moved outward."""


def solve_chain(moves: Floats, low: Floats, high: Floats, slack: float) -> tuple[Floats, Floats] | None:
    """Bounds for every state of a component with a single action in each; None where they are not proven.

    Args:
        moves: float64[n, n], chances to come from a state (row) to one of the component.
        low, high: float64[n], what is earned on the way and by leaving, bounded below and above.
        slack: rounding of one action's value, in units of 2^-53.
    """
    size = len(low)
    system = np.eye(size) - moves
    sides = np.column_stack([low, high, np.ones(size)])
    try:
        found = np.linalg.solve(system, sides)
        found += np.linalg.solve(system, sides - system @ found)
    except np.linalg.LinAlgError:
        return None
    below, above, steps = found.T
    if not (np.isfinite(found).all() and (steps >= 0).all() and (steps - moves @ steps >= 0.5).all()):
        return None
    unit = (slack + size + 4) * UNIT * 2
    bounds = []
    for value, earned, sign in ((below, low, -1.0), (above, high, 1.0)):
        room = unit * max(float(np.abs(value).max()), float(np.abs(earned).max()))
        error = 2 * (room + float(np.abs(moves @ value + earned - value).max()))
        for _ in range(TRIES):
            bound = value + sign * error * steps
            if (sign * (bound - moves @ bound - earned) >= room).all():
                bounds.append(bound)
                break
            error *= 2
    return (bounds[0], bounds[1]) if len(bounds) == 2 else None
