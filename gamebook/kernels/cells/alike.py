"""Whether the cells of other heroes differ in nothing but chances: then they need no plan of their own."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ids
from gamebook.kernels.cells.contexts import Contexts, Shape
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.compiled import allocating, inlined
from gamebook.kernels.keys import find
from gamebook.kernels.machine import Turns


@allocating
def pair_turns(shape: Shape, t: Turns, lay: Layout, old: Contexts, new: Contexts, groups: int, pair: Ids) -> bool:
    """Find for each turn of some contexts the turn of others that stands in its place; False if one leads elsewhere.

    Args:
        shape: the axes.
        t: all turns.
        lay: which values each axis can have at each point, in either.
        old, new: contexts, of the same points, groups and classes in the same order.
        groups: how many groups there are.
        pair: int32[turns], filled for the turns of the old contexts.
    """
    words, axes = old.key.shape[1], shape.variable.shape[0]
    key, there = np.empty(words, np.int64), np.empty(words, np.int64)
    rank = np.zeros(axes, np.int64)
    for g in range(groups):
        p = np.int64(old.group_point[g])
        b = np.int64(0)
        while b >= 0:
            for w in range(words):
                key[w], there[w] = old.group_key[g, w], new.group_key[g, w]
            for a in range(axes):
                if shape.touched[p, a] and shape.live[p, a]:
                    value = np.int64(lay.value[p, a, rank[a]]) << shape.shift[a]
                    key[shape.word[a]] |= value
                    there[shape.word[a]] |= value
            one = np.int64(t.slots[find(t.key, t.slots, key, words)])
            other = np.int64(t.slots[find(t.key, t.slots, there, words)])
            if one < 0 or other < 0 or not leads_alike(shape, t, old.way_class, new.way_class, one, other):
                return False
            pair[one] = other
            b = axes - 1  # the next mixture of values; after the last one all ranks are 0 again
            while b >= 0:
                if shape.touched[p, b] and shape.live[p, b]:
                    rank[b] += 1
                    if rank[b] < lay.size[p, b]:
                        break
                    rank[b] = 0
                b -= 1
    return True


@inlined
def leads_alike(shape: Shape, t: Turns, old: Ids, new: Ids, one: int, other: int) -> bool:
    """Whether two turns have the same options and ways, and every way leads to the same class with the same axes.

    Args:
        shape: the axes.
        t: all turns.
        old, new: int32[ways], the class of each way of the one turn, and of the other.
        one, other: the turns.
    """
    count = t.first_action[one + 1] - t.first_action[one]
    if t.first_action[other + 1] - t.first_action[other] != count:
        return False
    for i in range(count):
        a, b = t.first_action[one] + i, t.first_action[other] + i
        ways = t.first_way[a + 1] - t.first_way[a]
        if t.option[a] != t.option[b] or t.first_way[b + 1] - t.first_way[b] != ways:
            return False
        for k in range(ways):
            v, w = t.first_way[a] + k, t.first_way[b] + k
            if t.to[v] != t.to[w] or old[v] != new[w]:
                return False
            for axis in range(shape.variable.shape[0]):
                changed = t.sets[v, shape.word[axis]] ^ t.sets[w, shape.word[axis]]
                if (changed >> shape.shift[axis]) & shape.mask[axis] != 0:
                    return False
    return True
