"""More states for a listing, by their keys."""

from __future__ import annotations

from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.code import Code
from gamebook.kernels.compiled import kernel
from gamebook.kernels.states import STATES, States, find_or_add


@kernel
def add_all(m: Code, s: States, counts: Ints, points: Ids, keys: Ints, numbers: Ids, first: int) -> int:
    """Add states from `first` on, new or known, and note their numbers; returns the first one without room.

    Args:
        m: the tables of the program.
        s: the states found so far.
        counts: as in `states`.
        points: int32[k].
        keys: int64[k, words]
        numbers: int32[k], filled in.
        first: those before it are added already.
    """
    for k in range(first, points.shape[0]):
        if 2 * counts[STATES] >= s.point.shape[0]:
            return k
        numbers[k] = find_or_add(m, s, counts, points[k], keys[k])
    return points.shape[0]
