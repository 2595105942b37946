"""Between cells and listed states: what is played is listed, state by state, from values that lie in arrays."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Ids, Ints
from gamebook.kernels.cells.contexts import Contexts, Shape
from gamebook.kernels.cells.layout import Layout, cell_of
from gamebook.kernels.cells.reached import Reached, known_number, number_of
from gamebook.kernels.cells.sweep import Bytes
from gamebook.kernels.code import Code
from gamebook.kernels.compiled import allocating, kernel
from gamebook.kernels.keys import find
from gamebook.kernels.machine import Turns
from gamebook.kernels.states import ACTIONS, CURSOR, STATES, States, find_or_add


@allocating
def cells_of(shape: Shape, d: Contexts, lay: Layout, reached: Reached, s: States, first: int, last: int) -> Ints:
    """The numbers of the cells of the states first .. last - 1."""
    found = np.empty(last - first, np.int64)
    for state in range(first, last):
        found[state - first] = known_number(reached, cell_of(shape, d, lay, s.point[state], s.key[state]))
    return found


@allocating
def add_cells(
    m: Code, shape: Shape, d: Contexts, lay: Layout, context_at: Ids, cells: Ints, s: States, counts: Ints
) -> bool:
    """List the states of some cells; False when there is no room for all of them.

    Args:
        context_at: int32[contexts], the contexts in the order of their points and of their cells there.
    """
    axes = shape.variable.shape[0]
    key = np.empty(m.words, np.int64)
    for cell in cells:
        point = np.searchsorted(lay.offset, cell, side="right") - 1
        rest = cell - lay.offset[point]
        key[:] = 0
        for touched in (True, False):
            for b in range(axes):
                if shape.live[point, b] and shape.touched[point, b] == touched:
                    value = np.int64(lay.value[point, b, rest // lay.stride[point, b]])
                    key[shape.word[b]] |= value << shape.shift[b]
                    rest %= lay.stride[point, b]
            if touched:
                context = context_at[lay.first_context[point] + rest // lay.context_stride[point]]
                rest %= lay.context_stride[point]
        for w in range(m.words):
            key[w] |= d.key[context, w]
        if find_or_add(m, s, counts, point, key) < 0:
            return False
    return True


@allocating
def follow(
    m: Code, shape: Shape, t: Turns, d: Contexts, lay: Layout, reached: Reached, best: Bytes, s: States, counts: Ints,
    number: int,
) -> int:  # fmt: skip
    """Add to the states what best play leads to, from state `number` on.

    Returns: the state at which there is no room for what it leads to; the number of states when all is done.
    """
    key = np.empty(m.words, np.int64)
    while number < counts[STATES]:
        point = s.point[number]
        cell = number_of(reached, cell_of(shape, d, lay, point, s.key[number]))
        for w in range(m.words):
            key[w] = s.key[number, w] & m.touched_bits[point, w]
        turn = t.slots[find(t.key, t.slots, key, m.words)]
        a = t.first_action[turn] + best[cell]
        for way in range(t.first_way[a], t.first_way[a + 1]):
            if t.to[way] >= 0:
                for w in range(m.words):
                    key[w] = (s.key[number, w] & t.carries[way, w]) | t.sets[way, w]
                if find_or_add(m, s, counts, t.to[way], key) < 0:
                    return number
        number += 1
    return number


@kernel
def leave(s: States, counts: Ints) -> None:
    """The states from the cursor on stay without actions."""
    for number in range(counts[CURSOR], counts[STATES]):
        s.first_action[number + 1] = counts[ACTIONS]
    counts[CURSOR] = counts[STATES]
