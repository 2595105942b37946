"""Which groups of contexts play leaves in the same ways, but for what they lead to.

Whoever has seven pieces of gold can buy what costs three, and so can whoever has eight. They lead to other contexts; if
those count as one, these may, too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.cells.contexts import CLASSES, GROUPS, Contexts, Shape
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.cells.plans import mixtures_of
from gamebook.kernels.compiled import allocating, inlined, kernel
from gamebook.kernels.keys import find
from gamebook.kernels.machine import Turns


@allocating
def turns_of(shape: Shape, t: Turns, d: Contexts, lay: Layout, g: int) -> Ints:
    """int64[mixtures]: the turns of a group, in the order of the numbers that play touches there."""
    p, words = d.group_point[g], d.group_key.shape[1]
    some = mixtures_of(shape, lay, p, shape.touched[p], True)
    found, key = np.empty(some.node.shape[0], np.int64), np.empty(words, np.int64)
    for m in range(found.shape[0]):
        for w in range(words):
            key[w] = d.group_key[g, w]
        for b in range(shape.variable.shape[0]):
            if shape.touched[p, b] and shape.live[p, b]:
                key[shape.word[b]] |= np.int64(some.value[m, b]) << shape.shift[b]
        found[m] = t.slots[find(t.key, t.slots, key, words)]
    return found


@inlined
def mixed(hashed: int, value: int) -> int:
    """A hash, with one more number in it."""
    found = (np.uint64(hashed) ^ np.uint64(value)) * np.uint64(0xBF58476D1CE4E5B9)
    return found ^ (found >> np.uint64(29))


@inlined
def brought(shape: Shape, t: Turns, p: int, way: int, b: int) -> int:
    """The value of an axis that a way from a point brings; -1 where it brings none."""
    q = np.int64(t.to[way])
    if q < 0 or not shape.live[q, b] or not shape.touched[p, b]:
        return np.int64(-1)
    return (t.sets[way, shape.word[b]] >> shape.shift[b]) & shape.mask[b]


@allocating
def hashes(
    shape: Shape, t: Turns, d: Contexts, counts: Ints, lay: Layout, chance: Ints
) -> tuple[NDArray[np.uint64], Ids]:
    """What a group's turns hold, and the order in which they lead to its classes.

    Args:
        chance: the chances of `t`, bit for bit as integers.

    Returns: uint64[groups], a hash of all but the contexts led to, and int32[classes].
    """
    groups, lanes = counts[GROUPS], chance.shape[0] // t.to.shape[0]
    found, number = np.empty(groups, np.uint64), np.full(counts[CLASSES], np.int32(-1))
    for g in range(groups):
        p, classes = d.group_point[g], 0
        held = mixed(np.uint64(0), p)
        for turn in turns_of(shape, t, d, lay, g):
            held = mixed(held, t.first_action[turn + 1] - t.first_action[turn])
            for action in range(t.first_action[turn], t.first_action[turn + 1]):
                held = mixed(held, t.first_way[action + 1] - t.first_way[action])
                for way in range(t.first_way[action], t.first_way[action + 1]):
                    e = d.way_class[way]
                    if number[e] < 0:
                        number[e] = classes
                        classes += 1
                    held = mixed(mixed(held, number[e]), d.class_to[e])
                    for b in range(shape.variable.shape[0]):
                        held = mixed(held, brought(shape, t, p, way, b))
                    for lane in range(lanes):
                        held = mixed(held, chance[way * lanes + lane])
        found[g] = held
    return found, number


@allocating
def confirmed(
    shape: Shape, t: Turns, d: Contexts, lay: Layout, chance: Ints, number: Ids, like: Ids
) -> Ids:  # fmt: skip
    """int32[groups]: the group whose turns hold the same; itself where those of `like` hold something else.

    Args:
        chance, number: as in `hashes`, and from it.
        like: int32[groups]: for each group one with the same hash.
    """
    found = like.copy()
    for g in range(like.shape[0]):
        if like[g] != g and not _same(
            shape, t, d, turns_of(shape, t, d, lay, g), turns_of(shape, t, d, lay, like[g]), chance, number
        ):
            found[g] = g
    return found


@kernel
def _same(shape: Shape, t: Turns, d: Contexts, turns: Ints, others: Ints, chance: Ints, number: Ids) -> bool:
    lanes = chance.shape[0] // t.to.shape[0]
    if turns.shape[0] != others.shape[0] or t.to.shape[0] == 0:
        return False
    for i in range(turns.shape[0]):
        first, other = t.first_action[turns[i]], t.first_action[others[i]]
        if t.first_action[turns[i] + 1] - first != t.first_action[others[i] + 1] - other:
            return False
        for action in range(t.first_action[turns[i] + 1] - first):
            way, beside = t.first_way[first + action], t.first_way[other + action]
            if t.first_way[first + action + 1] - way != t.first_way[other + action + 1] - beside:
                return False
            for k in range(t.first_way[first + action + 1] - way):
                if not _same_way(shape, t, d, way + k, beside + k, chance, lanes, number):
                    return False
    return True


@inlined
def _same_way(
    shape: Shape, t: Turns, d: Contexts, way: int, other: int, chance: Ints, lanes: int, number: Ids
) -> bool:  # fmt: skip
    e, f = d.way_class[way], d.way_class[other]
    if number[e] != number[f] or d.class_to[e] != d.class_to[f]:
        return False
    p, q = d.group_point[d.class_group[e]], d.group_point[d.class_group[f]]
    for b in range(shape.variable.shape[0]):
        if brought(shape, t, p, way, b) != brought(shape, t, q, other, b):
            return False
    for lane in range(lanes):
        if chance[way * lanes + lane] != chance[other * lanes + lane]:
            return False
    return p == q
