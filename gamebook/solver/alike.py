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
from typing import NamedTuple

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


class Near(NamedTuple):
    """Which contexts are nearly alike, and what is wrong if one of them stands for the others."""

    chosen: Ints
    """int64[contexts]: the one that stands for each, by its row or as a context."""
    below: float
    """By how much any of them is worth less than the one that stands for it, at most."""
    above: float
    """By how much any of them is worth more, at most."""


def nearly_alike(low: Floats, high: Floats, room: float, watch: Callable[[], None] | None) -> Near:
    """Which of some contexts of one point can stand for which others.

    Args:
        low, high: float64[contexts, cells], bounds of what each is worth, number by number.
        room: how far one may lie below and above another, together.
        watch: called now and then; it may raise to break off.
    """
    middle = low.mean(axis=1)
    chosen = np.empty(len(low), np.int64)
    leaders, means = np.empty(len(low), np.int64), np.empty(len(low))
    count, below, above = 0, 0.0, 0.0
    for row in np.argsort(middle, kind="stable").tolist():
        first = int(np.searchsorted(means[:count], middle[row] - room))
        near = leaders[first:count]
        for place in (0, -1):  # most others are seen to lie too far away by one number
            near = near[np.abs(low[near, place] - low[row, place]) <= room]
        leader = row
        if len(near):
            more = np.maximum((high[row] - low[near]).max(axis=1), 0.0)
            less = np.maximum((high[near] - low[row]).max(axis=1), 0.0)
            nearest = int((more + less).argmin())
            if more[nearest] + less[nearest] <= room:
                leader = int(near[nearest])
                above, below = max(above, float(more[nearest])), max(below, float(less[nearest]))
        if leader == row:
            leaders[count], means[count] = row, middle[row]
            count += 1
        chosen[row] = leader
        if watch is not None:
            watch()
    return Near(chosen, below, above)
