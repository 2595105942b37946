"""Large systems of equations x = a + P x, solved by going round and round, where play leaves soon.

To eliminate so many states takes minutes, and memory for all that each comes to depend on; to go round a few hundred
times takes seconds. What comes of it is as near as rounding allows, and proves nothing.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csc_array, csr_array

from gamebook.job import look
from gamebook.kernels.arrays import Floats
from gamebook.kernels.bellman import UNIT

MANY = 20_000
"""States whose equations are worth it."""
ROUNDS = 4_000
"""Rounds at most."""
FORESEEN = 50
"""Rounds after which it is looked at, again and again, whether so many are enough."""
STILL = 8 * UNIT
"""Values that move by no more than this, relative to the largest, have settled."""

LEAST = 1e-290
"""Less is nothing."""


def gone_round(steps: csr_array | csc_array, gains: Floats, near: Floats | None = None) -> Floats | None:
    """Solve x = gains + steps x by putting x in there until nothing moves; None where that takes too many rounds.

    Args:
        steps: float64[n, n].
        gains: float64[n].
        near: float64[n], where to begin; None: nothing is known.

    Raises:
        OutOfTime: as `job.look`.
    """
    x = gains if near is None else near
    before = np.inf
    for count in range(ROUNDS):
        look()
        after = steps @ x + gains
        moved = float(np.abs(after - x).max(initial=0.0))
        x = after
        still = STILL * max(LEAST, float(np.abs(x).max(initial=0.0)))
        if moved <= still:
            return np.asarray(x)
        if count % FORESEEN == 0:
            if count and not _settles(moved / before, still / moved, ROUNDS - count):
                return None
            before = moved
    return None


def _settles(ratio: float, wanted: float, rounds: int) -> bool:
    """Whether what became smaller by a ratio in `FORESEEN` rounds becomes as small as wanted in some more rounds."""
    return ratio < 1.0 and FORESEEN * np.log(wanted) / np.log(ratio) <= rounds
