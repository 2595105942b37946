"""Facts of every way to an end: what each play that comes to a state has passed, as sets of bits.

LM(s) = the intersection, over all s' that lead to s and can still come to the goal, of LM(s') and the facts of s'.

Source: L. Zhu, R. Givan, "Landmark extraction via planning graph propagation" (2003), on a graph of states, where it is
complete.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels.arrays import Flags, Ids, Ints
from gamebook.kernels.compiled import kernel

Bits = NDArray[np.uint64]


@kernel
def narrow(
    order: Ids,
    edge_start: Ints,
    successor: Ids,
    alive: Flags,
    point: Ids,
    passed: Bits,
    first: int,
    stop: int,
    facts: Bits,
) -> bool:
    """Go once through some states, and take from those they lead to what is not a fact of every way.

    Args:
        order: the states, ends first; they are gone through from the end.
        edge_start: int64[n + 1], where each state's ways start in `successor`.
        successor: int32[ways].
        alive: bool[n], states from which the goal can be reached; others are left out.
        point: int32[n], the point that a state stands at.
        passed: uint64[points, words], the facts of a point.
        first, stop: the states to go through are order[first - 1] … order[stop], backwards.
        facts: uint64[n, words], what every way has passed that comes to a state; all ones before.

    Returns:
        Whether something was taken away.
    """
    changed = False
    for i in range(first - 1, stop - 1, -1):
        s = order[i]
        if not alive[s]:
            continue
        for e in range(edge_start[s], edge_start[s + 1]):
            t = successor[e]
            if not alive[t]:
                continue
            for w in range(facts.shape[1]):
                left = facts[t, w] & (facts[s, w] | passed[point[s], w])
                if left != facts[t, w]:
                    facts[t, w] = left
                    changed = True
    return changed
