"""States as packed keys, numbered by hash tables.

A state is a point (a node where play can stand) and the values of the variables that are live there, packed into words
of 62 bits, each variable at a place of its own.
"""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.code import Code
from gamebook.kernels.compiled import allocating, inlined, kernel


@inlined
def find(keys: Ints, slots: Ids, key: Ints, words: int) -> int:
    """The slot of a key in a hash table of numbered keys: where it is, or the empty one where it belongs."""
    size = slots.shape[0] - 1
    mixed = np.uint64(0)
    for w in range(words):
        mixed ^= np.uint64(key[w])
        mixed *= np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(32)
    slot = np.int64(mixed & np.uint64(size))
    while True:
        other = slots[slot]
        if other < 0:
            break
        same = True
        for w in range(words):
            if keys[other, w] != key[w]:
                same = False
                break
        if same:
            break
        slot = (slot + 1) & size
    return slot


@kernel
def rehash(keys: Ints, slots: Ids, first: int, last: int) -> None:
    """Fill empty `slots` with the numbers first .. last - 1."""
    for number in range(first, last):
        slots[find(keys, slots, keys[number], keys.shape[1])] = number


@kernel
def rehash_some(keys: Ints, slots: Ids, numbers: Ints) -> None:
    """Put these numbers into `slots`; of equal keys the last is found."""
    for number in numbers:
        slots[find(keys, slots, keys[number], keys.shape[1])] = number


@inlined
def unpack(m: Code, point: int, keys: Ints, state: int, env: Ints) -> None:
    """Read a state's live variables into `env`; the others keep whatever they were."""
    for f in range(m.field_start[point], m.field_start[point + 1]):
        env[m.field_variable[f]] = ((keys[state, m.field_word[f]] >> m.field_shift[f]) & m.field_mask[f]) + m.field_low[
            f
        ]


@allocating
def pack(m: Code, point: int, env: Ints) -> Ints:
    """The key of the state with these variables at a point."""
    key = np.zeros(m.words, np.int64)
    key[0] = point
    for f in range(m.field_start[point], m.field_start[point + 1]):
        key[m.field_word[f]] |= (env[m.field_variable[f]] - m.field_low[f]) << m.field_shift[f]
    return key


@allocating
def packed(m: Code, point: int, envs: Ints) -> Ints:
    """int64[n, words]: the keys of many states at a point; `envs`: int64[n, variables]."""
    found = np.empty((envs.shape[0], m.words), np.int64)
    for i in range(envs.shape[0]):
        found[i] = pack(m, point, envs[i])
    return found
