"""Contexts from which play goes on alike: one of them is worked out for all.

From contexts of a kind play goes on in the same ways. If what these lead to is alike, too, the contexts are worth the
same: a rope makes no difference once the wall is behind the reader, and the ninth meal none if eight are enough. So it
is seen case by case: no variable need be forgotten in all of a chapter.

Sources: R. Givan, T. Dean, M. Greig, "Equivalence notions and model minimization in Markov decision processes" (2003);
T. Dean, R. Givan, S. Leach, "Model reduction techniques for computing approximately optimal solutions for Markov
decision processes" (1997), for those that are nearly alike.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels.arrays import Floats, Ids, Ints, spans
from gamebook.kernels.cells.contexts import CLASSES, GROUPS, Contexts, Shape
from gamebook.kernels.cells.kinds import confirmed, hashes
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.machine import Turns

_FACTORS = np.array([0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x9E3779B97F4A7C15], np.uint64)
_SHIFT = np.uint64(29)


def kinds(shape: Shape, turns: Turns, d: Contexts, counts: Ints, lay: Layout) -> tuple[Contexts, Ids]:
    """The contexts, their classes sorted; and int32[contexts], their kinds.

    From contexts of a kind play goes on in the same ways, one by one, but for what these lead to.
    """
    groups, classes = int(counts[GROUPS]), int(counts[CLASSES])
    chance = turns.chance.view(np.int64)
    found, number = hashes(shape, turns, d, counts, lay, chance)
    _, first, which = np.unique(found, return_index=True, return_inverse=True)
    kind = confirmed(shape, turns, d, lay, chance, number, first[which].astype(np.int32))
    by = np.lexsort((number, d.class_group[:classes])).astype(np.int32)
    group = d.class_group[by]
    begins = np.flatnonzero(np.diff(group, prepend=-1))
    first_class, next_class = np.full(groups, -1, np.int32), np.full(classes, -1, np.int32)
    first_class[group[begins]] = by[begins]
    next_class[by[:-1]] = np.where(np.diff(group) == 0, by[1:], -1)
    return d._replace(first_class=first_class, next_class=next_class), kind[d.group]


def alike(
    contexts: Ids, kind: Ids, start: Ints, to: Ids, instead: Ids, watch: Callable[[], None] | None
) -> Ids:  # fmt: skip
    """int32[contexts]: for each of some contexts the one that is worked out for it.

    Classes of contexts are parted until all members of each lead to the same classes, way by way. They are compared
    by hashes, and in the end for certain.

    Args:
        contexts: those of a layer.
        kind: int32[all contexts], from `kinds`.
        start, to: where the ways of each context start, and where they lead.
        instead: int32[all contexts], what is known already: contexts of lower layers for which one is worked out.
        watch: called now and then; it may raise to break off.
    """
    row, way = spans(start, contexts)
    ways = start[contexts + 1] - start[contexts]
    begin, led, number = np.cumsum(ways) - ways, to[way], way - start[contexts][row]
    leads, label = np.flatnonzero(ways), instead.astype(np.int64)
    mine, count = len(instead) + kind[contexts].astype(np.int64), 0
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
    same = (ways[chosen] == ways).all() and (kind[contexts[chosen]] == kind[contexts]).all()
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
