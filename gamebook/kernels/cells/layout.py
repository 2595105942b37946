"""Where each state's value lies: one array of cells, batch after batch, member by member, number by number.

Knots of one batch are worked out together, so that the same member of each of them (a *block*) lies together: a block
is (values of the touched axes) x (values of the other axes) x (knot), each axis counted by the rank of its value among
those it can have there. Cells 0, 1, … before all blocks are the endings.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.cells.closed import OPEN
from gamebook.kernels.cells.contexts import CLASSES, CONTEXTS, Contexts, Shape
from gamebook.kernels.cells.values import Bytes
from gamebook.kernels.compiled import allocating, inlined
from gamebook.kernels.keys import find


class Layout(NamedTuple):
    """The arithmetic of cells."""

    size: Ints
    """int64[points, axes]: how many values an axis has there; 1 where it is not live."""
    rank: Ids
    """int32[points, axes, values]: a value's rank there, or -1."""
    value: Ids
    """int32[points, axes, ranks]: the value of a rank."""
    stride: Ints
    """int64[points, axes]: times the knots of the batch, so many cells lie between a rank and the next."""
    context_cell: Ints
    """int64[c]: the first cell of a context."""
    width: Ids
    """int32[c]: how many knots its batch has; 0 for a context that is not worked out."""
    block: Ints
    """int64[blocks + 1]: where a block's cells start."""
    example: Ids
    """int32[blocks]: the context of a block's first knot."""
    from_example: Ints
    """int64[blocks]: where that one stands in `Batches.context`."""
    step: Ids
    """int32[blocks]: how far apart the contexts of its other knots stand there."""
    class_start: Ints
    """int64[e + 1]: where a class's targets start; one for each context of its group."""
    target: Ids
    """int32: the context a class leads to; -1 for an ending."""
    target_cell: Ints
    """int64: its first cell; that of an ending."""
    target_width: Ids
    """int32: how many knots its batch has."""


@allocating
def targets(d: Contexts, counts: Ints, class_start: Ints, target: Ids) -> None:
    """Fill `target`."""
    words = d.key.shape[1]
    key = np.empty(words, np.int64)
    for e in range(counts[CLASSES]):
        c = np.int64(d.first_member[d.class_group[e]])
        while c >= 0:
            at = class_start[e] + d.place[c]
            target[at] = -1
            if d.class_to[e] >= 0:
                for w in range(words):
                    key[w] = (d.key[c, w] & d.class_carries[e, w]) | d.class_sets[e, w]
                target[at] = d.slots[find(d.key, d.slots, key, words)]
            c = np.int64(d.next_member[c])


@allocating
def following(d: Contexts, counts: Ints, class_start: Ints, target: Ids, known: Bytes) -> tuple[Ints, Ids]:
    """Which contexts lead to which: where each one's edges start, and the edges.

    Args:
        known: uint8[contexts], as in `closed`: only those that are open lead on.
    """
    n = counts[CONTEXTS]
    start = np.zeros(n + 1, np.int64)
    edges = np.empty(class_start[class_start.shape[0] - 1], np.int32)
    count = 0
    for c in range(n):
        e = np.int64(d.first_class[d.group[c]]) if known[c] == OPEN else np.int64(-1)
        while e >= 0:
            to = target[class_start[e] + d.place[c]]
            if to >= 0:
                edges[count] = to
                count += 1
            e = np.int64(d.next_class[e])
        start[c + 1] = count
    return start, edges[:count]


@allocating
def cell_of(shape: Shape, d: Contexts, lay: Layout, point: int, key: Ints) -> int:
    """The cell of a packed state; -1 if there is none."""
    return find_cell(shape, d, lay, point, key, np.empty_like(key))


@inlined
def find_cell(shape: Shape, d: Contexts, lay: Layout, point: int, key: Ints, context: Ints) -> int:
    """`cell_of`, with room for the key of the context."""
    words = key.shape[0]
    for w in range(words):
        context[w] = key[w] & shape.context_bits[point, w]
    c = np.int64(d.slots[find(d.key, d.slots, context, words)])
    if c < 0:
        return np.int64(-1)
    cell = lay.context_cell[c]
    for b in range(shape.variable.shape[0]):
        if shape.live[point, b]:
            rank = lay.rank[point, b, (key[shape.word[b]] >> shape.shift[b]) & shape.mask[b]]
            if rank < 0:
                return np.int64(-1)
            cell += rank * lay.stride[point, b] * lay.width[c]
    return cell
