"""Between cells and listed states: what is played is listed, state by state, from values that lie in arrays."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Flags, Ints
from gamebook.kernels.cells.contexts import Shape
from gamebook.kernels.cells.grid import Grid
from gamebook.kernels.cells.layout import cell_of
from gamebook.kernels.cells.reached import is_reached, known_number, number_of
from gamebook.kernels.cells.sweep import Bytes
from gamebook.kernels.code import Code
from gamebook.kernels.compiled import allocating, kernel
from gamebook.kernels.keys import find
from gamebook.kernels.states import ACTIONS, CURSOR, STATES, States, find_or_add


@allocating
def cells_of(shape: Shape, g: Grid, s: States, first: int, last: int) -> Ints:
    """The numbers of the cells of the states first .. last - 1."""
    found = np.empty(last - first, np.int64)
    for state in range(first, last):
        cell = cell_of(shape, g.contexts, g.layout, np.int64(s.point[state]), s.key[state])
        found[state - first] = known_number(g.reached, cell)
    return found


@allocating
def add_cells(m: Code, shape: Shape, g: Grid, cells: Ints, s: States, counts: Ints) -> bool:
    """List the states of some cells; False when there is no room for all of them."""
    d, lay = g.contexts, g.layout
    axes = shape.variable.shape[0]
    key = np.empty(m.words, np.int64)
    for cell in cells:
        block = np.searchsorted(lay.block, cell, side="right") - 1
        width = np.int64(lay.width[lay.example[block]])
        knot = (cell - lay.block[block]) % width
        rest = (cell - lay.block[block]) // width
        context = g.batches.context[lay.from_example[block] + knot * lay.step[block]]
        point = np.int64(d.point[context])
        key[:] = 0
        for touched in (True, False):
            for b in range(axes):
                if shape.live[point, b] and shape.touched[point, b] == touched:
                    value = np.int64(lay.value[point, b, rest // lay.stride[point, b]])
                    key[shape.word[b]] |= value << shape.shift[b]
                    rest %= lay.stride[point, b]
        for w in range(m.words):
            key[w] |= d.key[context, w]
        if find_or_add(m, s, counts, point, key) < 0:
            return False
    return True


@allocating
def sampled(g: Grid, wanted: Flags, most: int) -> Ints:
    """Reached cells of some points, of each at most so many, evenly spread over all that it has.

    Args:
        wanted: bool[points]
    """
    d, lay, reached = g.contexts, g.layout, g.reached
    blocks = lay.example.shape[0]
    count = np.zeros(wanted.shape[0], np.int64)
    for block in range(blocks):
        point = d.point[lay.example[block]]
        last = lay.block[block + 1] - 1
        if wanted[point]:
            count[point] += number_of(reached, last) + is_reached(reached, last) - number_of(reached, lay.block[block])
    picked = np.empty(np.minimum(count, most).sum(), np.int64)
    seen = np.zeros(wanted.shape[0], np.int64)
    at = 0
    for block in range(blocks):
        point = d.point[lay.example[block]]
        if not wanted[point]:
            continue
        few = min(count[point], most)
        for cell in range(lay.block[block], lay.block[block + 1]):
            if is_reached(reached, cell):
                if (seen[point] + 1) * few // count[point] > seen[point] * few // count[point]:
                    picked[at] = cell
                    at += 1
                seen[point] += 1
    return picked


@allocating
def follow(m: Code, shape: Shape, g: Grid, best: Bytes, s: States, counts: Ints, number: int) -> int:
    """Add to the states what best play leads to, from state `number` on.

    Returns: the state at which there is no room for what it leads to; the number of states when all is done.
    """
    t = g.turns
    key = np.empty(m.words, np.int64)
    while number < counts[STATES]:
        point = s.point[number]
        cell = number_of(g.reached, cell_of(shape, g.contexts, g.layout, np.int64(point), s.key[number]))
        for w in range(m.words):
            key[w] = s.key[number, w] & m.touched_bits[point, w]
        turn = t.slots[find(t.key, t.slots, key, m.words)]
        a = t.first_action[turn] + best[cell]
        for way in range(t.first_way[a], t.first_way[a + 1]):
            if t.to[way] >= 0:
                for w in range(m.words):
                    key[w] = (s.key[number, w] & t.carries[way, w]) | t.sets[way, w]
                if find_or_add(m, s, counts, np.int64(t.to[way]), key) < 0:
                    return number
        number += 1
    return number


@kernel
def leave(s: States, counts: Ints) -> None:
    """The states from the cursor on stay without actions."""
    for number in range(counts[CURSOR], counts[STATES]):
        s.first_action[number + 1] = counts[ACTIONS]
    counts[CURSOR] = counts[STATES]
