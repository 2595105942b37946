"""What a reader who has practised guesses of the options of a decision: a sum of weights (`kernels.practice`)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.compiled import inlined
from gamebook.kernels.walk import mixed

SMALL = 8
"""A variable with no more values than this is an item or a codeword."""
ALIKE = 1 << 18
"""Weights for items and codewords together, by a hash; they come first."""


class Features(NamedTuple):
    """What the reader sees at each decision, and where the weights for it are."""

    decision: Ids
    """int32[nodes]: the number of a decision, or -1."""
    start: Ints
    """int64[decisions + 1]: where the variables of each decision begin."""
    variable: Ids
    low: Ints
    """The least value of each variable."""
    values: Ints
    """How many of its values have a weight of their own; larger values share the last weight."""
    place: Ints
    """Where in the block of an option the weights of the variable begin; the weight of the option is the first."""
    block: Ints
    """int64[decisions]: how many weights an option has."""
    first: Ints
    """int64[decisions]: where the weights of the first option are; those of the others follow."""
    met: Ints
    """int64[decisions]: where what was met there is counted, less 1."""
    sign: Floats
    """float64[decisions]: 1 where the reader decides, -1 where a rival does."""


@inlined
def note_value(f: Features, seen: Ints, mix: np.uint64, d: int, i: int, x: int) -> np.uint64:
    """Note a value, as a distance from the least; the hash of what is alike, with it."""
    x = min(x, f.values[i] - 1)
    seen[i - f.start[d]] = f.place[i] + x
    return mixed(mix * np.uint64(SMALL) + np.uint64(x)) if f.values[i] <= SMALL else mix


@inlined
def see(f: Features, env: Ints, d: int, seen: Ints) -> None:
    """Note what the reader sees at a decision."""
    mix = np.uint64(d + 1)
    for i in range(f.start[d], f.start[d + 1]):
        mix = note_value(f, seen, mix, d, i, env[f.variable[i]] - f.low[i])
    seen[seen.shape[0] - 1] = np.int64(mix >> np.uint64(1))


@inlined
def alike(seen: Ints, option: int) -> int:
    """Where the weight for all items and codewords together is."""
    return np.int64(mixed(np.uint64(seen[seen.shape[0] - 1]) + np.uint64(option)) & np.uint64(ALIKE - 1))


@inlined
def guess(f: Features, weights: Floats, d: int, option: int, seen: Ints) -> float:
    """The sum of the weights of an option."""
    base = f.first[d] + option * f.block[d]
    total = weights[base] + weights[alike(seen, option)]
    for i in range(f.start[d + 1] - f.start[d]):
        total += weights[base + seen[i]]
    return total
