"""Contexts from which play goes on alike: one of them is worked out for all.

Contexts of a group differ only in what play does not touch before the next point. If what they lead to is alike, too,
they are worth the same: a rope makes no difference once the wall is behind the reader. So it is seen case by case:
no variable need be forgotten in all of a chapter.

Sources: R. Givan, T. Dean, M. Greig, "Equivalence notions and model minimization in Markov decision processes" (2003);
T. Dean, R. Givan, S. Leach, "Model reduction techniques for computing approximately optimal solutions for Markov
decision processes" (1997), for those that are nearly alike.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels.arrays import Floats, Ids, Ints, spans

_FACTORS = np.array([0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x9E3779B97F4A7C15], np.uint64)
_SHIFT = np.uint64(29)


def alike(
    contexts: Ids, group: Ids, start: Ints, to: Ids, instead: Ids, watch: Callable[[], None] | None
) -> Ids:  # fmt: skip
    """int32[contexts]: for each of some contexts the one that is worked out for it.

    Classes of contexts are parted until all members of each lead to the same classes, way by way. They are compared
    by hashes, and in the end for certain.

    Args:
        contexts: those of a layer.
        group: int32[all contexts], their groups: all of a group have the same ways, from equal points.
        start, to: where the ways of each context start, and where they lead.
        instead: int32[all contexts], what is known already: contexts of lower layers for which one is worked out.
        watch: called now and then; it may raise to break off.
    """
    row, way = spans(start, contexts)
    ways = start[contexts + 1] - start[contexts]
    begin, led, number = np.cumsum(ways) - ways, to[way], way - start[contexts][row]
    leads, label = np.flatnonzero(ways), instead.astype(np.int64)
    mine, count = len(instead) + group[contexts].astype(np.int64), 0
    label[contexts] = mine  # contexts of this layer have labels that no others have
    while True:
        hashed = _hashed(mine, label[led], number, begin[leads], leads)
        _, first, found = np.unique(hashed, return_index=True, return_inverse=True)
        mine = len(instead) + found
        label[contexts] = mine
        if len(first) == count:
            break
        count = len(first)
        if watch is not None:
            watch()
    chosen = first[found]
    at = begin[chosen][row] + number
    same = (ways[chosen] == ways).all() and (group[contexts[chosen]] == group[contexts]).all()
    if same and (label[led[at]] == label[led]).all():
        return contexts[chosen]
    return contexts  # two classes have one hash


def _hashed(mine: Ints, led: Ints, number: Ints, begin: Ints, leads: Ints) -> NDArray[np.uint64]:
    """uint64[contexts]: a hash of the class of each, and of the classes that its ways lead to."""
    mixed = (led.astype(np.uint64) + np.uint64(1)) * _FACTORS[0]
    mixed = (mixed ^ (mixed >> _SHIFT) ^ number.astype(np.uint64)) * _FACTORS[1]
    mixed = (mixed ^ (mixed >> _SHIFT)) * _FACTORS[2]
    found: NDArray[np.uint64] = mine.astype(np.uint64) * _FACTORS[1]
    if len(leads):
        found[leads] ^= np.add.reduceat(mixed, begin) * _FACTORS[0]
    return found


def nearly_alike(
    values: Floats, room: float, measure: Callable[..., Floats], watch: Callable[[], None] | None
) -> Ints:  # fmt: skip
    """int64[contexts]: for each of some contexts of one point the one that may stand for it, by its row.

    Args:
        values: float64[contexts, cells], what each is worth, number by number.
        room: how far one may lie from the one that stands for it,
        measure: by this measure of all differences, their mean or the largest of them.
        watch: called now and then; it may raise to break off.
    """
    middle = values.mean(axis=1)
    chosen = np.empty(len(values), np.int64)
    leaders, means = np.empty(len(values), np.int64), np.empty(len(values))
    count = 0
    for row in np.argsort(middle, kind="stable").tolist():
        first = int(np.searchsorted(means[:count], middle[row] - room))
        near = leaders[first:count]
        far = measure(np.abs(values[near] - values[row]), axis=1)
        if len(near) and far.min() <= room:
            chosen[row] = near[int(far.argmin())]
        else:
            chosen[row] = leaders[count] = row
            means[count] = middle[row]
            count += 1
        if watch is not None:
            watch()
    return chosen
