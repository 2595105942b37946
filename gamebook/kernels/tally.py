"""Random plays along listed states, in which some things are counted: chapters, dice, words.

Random numbers are those of `kernels.walk`.
"""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.compiled import kernel
from gamebook.kernels.walk import GAMMA, Thresholds, mixed


@kernel
def tally(
    root: int,
    counter: np.uint64,
    most_steps: int,
    start: Ints,
    threshold: Thresholds,
    below: Ids,
    above: Ids,
    to: Ids,
    action: Ids,
    gain: Ids,
    found: Ints,
) -> int:
    """Play from `root` to an end, once for each row of `found`.

    Args:
        root: the state where plays begin.
        counter: where the random numbers begin.
        most_steps: a play that has taken so many is given up; its row is -1.
        start: int64[n + 1], where each state's ways start; a state without ways is an end.
        threshold, below, above: the alias tables of `walk.slots`, whose ways are numbers of ways.
        to: int32[ways], the state that each leads to.
        action: int32[ways], the action that each belongs to.
        gain: int32[actions, k], what each action adds to each count.
        found: int64[plays, k], filled in.

    Returns:
        How many plays were given up.
    """
    given_up = 0
    for row in range(found.shape[0]):
        for k in range(found.shape[1]):
            found[row, k] = 0
        state = root
        steps = 0
        while start[state + 1] > start[state]:
            if steps == most_steps:
                given_up += 1
                for k in range(found.shape[1]):
                    found[row, k] = -1
                break
            steps += 1
            counter += GAMMA
            bits = mixed(counter)
            count = np.uint64(start[state + 1] - start[state])
            slot = start[state] + np.int64(((bits >> np.uint64(32)) * count) >> np.uint64(32))
            way = below[slot] if np.uint32(bits & np.uint64(0xFFFFFFFF)) < threshold[slot] else above[slot]
            for k in range(found.shape[1]):
                found[row, k] += gain[action[way], k]
            state = to[way]
    return given_up
