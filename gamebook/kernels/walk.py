"""Random walks along a Markov chain that ends: one draw a step, from tables made beforehand.

Each state has as many slots as ways on. A draw picks a slot, each alike, and then one of its two ways by a threshold
(the alias method), so a step takes one random number and one look into the tables, however many ways there are.

Source: A. J. Walker, "An efficient method for generating discrete random variables with general distributions" (1977);
M. D. Vose, "A linear algorithm for generating random numbers with a given distribution" (1991). Random numbers:
G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number generators" (2014), SplitMix64.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.compiled import allocating, inlined, kernel

Thresholds = NDArray[np.uint32]

GAMMA = np.uint64(0x9E3779B97F4A7C15)
"""How far the counter behind the random numbers goes each time."""
FULL = 4294967296.0
"""Draws below a threshold are out of so many."""


@inlined
def mixed(counter: np.uint64) -> np.uint64:
    """64 random bits from a counter."""
    z = (counter ^ (counter >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inlined
def part(bits: np.uint64) -> float:
    """A number in [0, 1) from random bits."""
    return np.float64(bits >> np.uint64(11)) * 2.0**-53


@allocating
def slots(start: Ints, to: Ids, chance: Floats) -> tuple[Thresholds, Ids, Ids]:
    """The alias tables of a chain.

    Args:
        start: int64[n + 1], where each state's ways start; a state without ways is an end.
        to: int32[ways].
        chance: float64[ways], summing to 1 in each state; off by at most 2^-32 in the tables.

    Returns:
        For each slot a threshold, the way below it and the way from it on.
    """
    threshold = np.zeros(len(to), np.uint32)
    below, above = to.copy(), to.copy()
    widest = 0
    for s in range(len(start) - 1):
        widest = max(widest, start[s + 1] - start[s])
    share = np.zeros(widest)
    small, large = np.zeros(widest, np.int64), np.zeros(widest, np.int64)
    for s in range(len(start) - 1):
        first, count = start[s], start[s + 1] - start[s]
        total = 0.0
        for i in range(count):
            total += chance[first + i]
        smalls, larges = 0, 0
        for i in range(count):
            share[i] = chance[first + i] * count / total
            if share[i] < 1.0:
                small[smalls] = i
                smalls += 1
            else:
                large[larges] = i
                larges += 1
        while smalls > 0 and larges > 0:
            smalls -= 1
            i, j = small[smalls], large[larges - 1]
            threshold[first + i] = np.uint32(min(share[i] * FULL, FULL - 1))
            above[first + i] = to[first + j]
            share[j] -= 1.0 - share[i]
            if share[j] < 1.0:
                larges -= 1
                small[smalls] = j
                smalls += 1
    return threshold, below, above


@kernel
def walk(
    root: int,
    plays: int,
    counter: np.uint64,
    most_steps: int,
    start: Ints,
    threshold: Thresholds,
    below: Ids,
    above: Ids,
    gain: Floats,
    stay: Floats,
    ended: Ints,
    points: Floats,
) -> int:
    """Walk from `root` to an end, again and again.

    Args:
        root: where walks begin.
        plays: how many.
        counter: where the random numbers begin.
        most_steps: a walk that has taken so many is given up.
        start, threshold, below, above: the tables, from `slots`.
        gain: float64[n], points for each visit to a state; empty: no points.
        stay: float64[n], the logarithm of the chance that the next visit is to the same state, of which the tables know
            nothing; how many follow one another is drawn.
        ended: int64[n], counts of walks by the state they ended in; added to.
        points: float64[2], sums of the points of walks and of their squares; added to.

    Returns:
        How many walks were given up.
    """
    given_up = 0
    scoring = len(gain) > 0
    for _ in range(plays):
        state = root
        total = 0.0
        steps = 0
        while True:
            if scoring and gain[state] != 0.0:
                total += gain[state]
                if stay[state] > -np.inf:
                    counter += GAMMA
                    total += gain[state] * np.floor(np.log(1.0 - part(mixed(counter))) / stay[state])
            first = start[state]
            count = start[state + 1] - first
            if count == 0:
                ended[state] += 1
                break
            if steps == most_steps:
                given_up += 1
                break
            steps += 1
            counter += GAMMA
            bits = mixed(counter)
            slot = first + np.int64(((bits >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))
            state = below[slot] if np.uint32(bits & np.uint64(0xFFFFFFFF)) < threshold[slot] else above[slot]
        if scoring:
            points[0] += total
            points[1] += total * total
    return given_up
