"""Between cells and listed states: what is played is listed, state by state, from values that lie in arrays."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.cells.contexts import Shape
from gamebook.kernels.cells.grid import Grid
from gamebook.kernels.cells.lanes import Lanes
from gamebook.kernels.cells.layout import find_cell
from gamebook.kernels.cells.reached import cell_numbered, is_reached, number_at, number_of
from gamebook.kernels.cells.values import Bytes
from gamebook.kernels.code import Code
from gamebook.kernels.compiled import allocating, inlined, kernel
from gamebook.kernels.keys import find
from gamebook.kernels.machine import Turns
from gamebook.kernels.states import ACTIONS, CURSOR, STATES, States, find_or_add


@inlined
def find_place(shape: Shape, lanes: Lanes, g: Grid, point: int, key: Ints, number: int, room: Ints) -> tuple[int, int]:
    """Where what is known of a state is kept, and the number of its hero; -1 where no cell stands for the state.

    Several heroes of several line-ups may stand for one state: what is known of it is the same.

    Args:
        key: the state, packed.
        number: the first to look for: heroes are counted line-up by line-up.
        room: int64[2, words]
    """
    while number < lanes.used[0] * lanes.count:
        n, lane = number // lanes.count, number % lanes.count
        same = True
        for w in range(key.shape[0]):
            same = same and (key[w] & lanes.live[point, w]) == lanes.key[n, lane, w]
            room[0, w] = key[w] & ~lanes.bits[w]
        if same:
            room[0, lanes.word] |= n << lanes.shift
            cell = find_cell(shape, g.contexts, g.layout, point, room[0], room[1])
            if cell >= 0 and is_reached(g.reached, cell):
                return lanes.count * number_of(g.reached, cell) + lane, number
        number += 1
    return np.int64(-1), number


@allocating
def place_of(shape: Shape, lanes: Lanes, g: Grid, point: int, key: Ints) -> int:
    """`find_place` for callers outside the kernels."""
    place, _ = find_place(shape, lanes, g, point, key, np.int64(0), np.empty((2, key.shape[0]), np.int64))
    return place


@allocating
def cells_of(
    shape: Shape, lanes: Lanes, g: Grid, visits: Floats, s: States, first: int, last: int
) -> tuple[Ints, Floats]:
    """Where what is known of the states first .. last - 1 is kept, and how often they are reached.

    Args:
        visits: float64[reached * lanes]: how often each hero reaches a cell.
    """
    room = np.empty((2, s.key.shape[1]), np.int64)
    found, come = np.empty(last - first, np.int64), np.zeros(last - first)
    for i in range(last - first):
        point = np.int64(s.point[first + i])
        found[i], number = find_place(shape, lanes, g, point, s.key[first + i], np.int64(0), room)
        place = found[i]
        while place >= 0:
            come[i] += visits[place]
            place, number = find_place(shape, lanes, g, point, s.key[first + i], number + 1, room)
    return found, come


@allocating
def add_cells(
    m: Code, shape: Shape, lanes: Lanes, g: Grid, present: Bytes, cells: Ints, s: States, counts: Ints
) -> bool:  # fmt: skip
    """List the states of some cells, of each hero who reaches them; False when there is no room for all of them.

    Args:
        present: uint8[reached]: which lanes reach a cell, a bit each.
    """
    d, lay = g.contexts, g.layout
    axes = shape.variable.shape[0]
    own, key = np.empty(m.words, np.int64), np.empty(m.words, np.int64)
    for cell in cells:
        block = np.searchsorted(lay.block, cell, side="right") - 1
        width = np.int64(lay.width[lay.example[block]])
        knot = (cell - lay.block[block]) % width
        rest = (cell - lay.block[block]) // width
        context = g.batches.context[lay.from_example[block] + knot * lay.step[block]]
        point = np.int64(d.point[context])
        own[:] = 0
        for touched in (True, False):
            for b in range(axes):
                if shape.live[point, b] and shape.touched[point, b] == touched:
                    value = np.int64(lay.value[point, b, rest // lay.stride[point, b]])
                    own[shape.word[b]] |= value << shape.shift[b]
                    rest %= lay.stride[point, b]
        n = (d.key[context, lanes.word] >> lanes.shift) & lanes.mask
        for lane in range(lanes.count):
            if (present[number_of(g.reached, cell)] >> lane) & 1 == 0:
                continue
            for w in range(m.words):
                key[w] = own[w] | (d.key[context, w] & ~lanes.bits[w]) | lanes.key[n, lane, w]
            if find_or_add(m, s, counts, point, key) < 0:
                return False
    return True


@allocating
def sampled(g: Grid, wanted: Flags, most: int) -> Ints:
    """Cells of some points, of each at most so many, evenly spread over all that it has.

    Args:
        wanted: bool[points]
    """
    lay, reached = g.layout, g.reached
    count = np.zeros(wanted.shape[0], np.int64)
    for block in range(lay.example.shape[0]):
        point = g.contexts.point[lay.example[block]]
        if wanted[point]:
            count[point] += number_at(reached, lay.block[block + 1]) - number_at(reached, lay.block[block])
    picked = np.empty(np.minimum(count, most).sum(), np.int64)
    seen = np.zeros(wanted.shape[0], np.int64)
    done = np.zeros(wanted.shape[0], np.int64)
    at = 0
    for block in range(lay.example.shape[0]):
        point = g.contexts.point[lay.example[block]]
        if not wanted[point]:
            continue
        begin = number_at(reached, lay.block[block])
        here = number_at(reached, lay.block[block + 1]) - begin
        few = min(count[point], most)
        while done[point] < few:
            next_one = ((done[point] + 1) * count[point] - 1) // few
            if next_one >= seen[point] + here:
                break
            picked[at] = cell_numbered(reached, begin + next_one - seen[point])
            at += 1
            done[point] += 1
        seen[point] += here
    return picked


@allocating
def sampled_nodes(g: Grid, group: Ids, most: Ints) -> Ints:
    """Cells of some groups of nodes, evenly spread over all that a group has.

    Args:
        group: int32[nodes]: the group of each node of the plan, or -1.
        most: int64[groups]: of each at most so many.
    """
    reached, plan = g.reached, g.plan
    count = np.zeros(most.shape[0], np.int64)
    for b in range(g.batches.shape.shape[0]):
        for node in range(plan.node_start[g.batches.shape[b]], plan.node_start[g.batches.shape[b] + 1]):
            if group[node] >= 0:
                for r in range(plan.rows[g.batches.shape[b]]):
                    begin, end = run_of(g, b, node, r)
                    count[group[node]] += number_at(reached, end) - number_at(reached, begin)
    picked = np.empty(np.minimum(count, most).sum(), np.int64)
    seen = np.zeros(most.shape[0], np.int64)
    done = np.zeros(most.shape[0], np.int64)
    at = 0
    for b in range(g.batches.shape.shape[0]):
        for node in range(plan.node_start[g.batches.shape[b]], plan.node_start[g.batches.shape[b] + 1]):
            w = group[node]
            if w < 0 or done[w] >= most[w]:
                continue
            few = min(count[w], most[w])
            for r in range(plan.rows[g.batches.shape[b]]):
                first, end = run_of(g, b, node, r)
                begin = number_at(reached, first)
                here = number_at(reached, end) - begin
                while done[w] < few and ((done[w] + 1) * count[w] - 1) // few < seen[w] + here:
                    picked[at] = cell_numbered(reached, begin + ((done[w] + 1) * count[w] - 1) // few - seen[w])
                    at += 1
                    done[w] += 1
                seen[w] += here
    return picked


@inlined
def run_of(g: Grid, b: int, node: int, r: int) -> tuple[int, int]:
    """The cells of a node in one row of all knots of a batch, which lie together: the first, and one after the last."""
    plan = g.plan
    member = plan.member_start[g.batches.shape[b]] + plan.member[node]
    c = g.batches.context[g.batches.start[b] + plan.member[node]]
    width = np.int64(g.layout.width[c])
    first = g.layout.context_cell[c] + width * (plan.offset[node] + plan.carry[plan.member_carry[member] + r])
    return first, first + width


@kernel
def turns_of(m: Code, t: Turns, s: States, key: Ints, found: Ints, first: int) -> None:
    """Fill in the turns of the states from `first` on, which are known.

    Args:
        key: int64[words], room for a key.
        found: int64[n]
    """
    for i in range(found.shape[0]):
        for w in range(m.words):
            key[w] = s.key[first + i, w] & m.touched_bits[s.point[first + i], w]
        found[i] = t.slots[find(t.key, t.slots, key, m.words)]


@allocating
def count_states(shape: Shape, lanes: Lanes, g: Grid, present: Bytes, contexts: int) -> int:
    """How many states the cells stand for, endings left out: a state that several heroes come to is one.

    Args:
        present: uint8[reached]: which lanes reach a cell, a bit each.
        contexts: how many there are.
    """
    d, lay = g.contexts, g.layout
    heroes = same_heroes(lanes)
    key = np.empty(lanes.bits.shape[0], np.int64)
    twin = np.full(lanes.used[0], -1, np.int64)  # the context that differs in the line-up alone
    total = 0
    for c in range(contexts):
        if lay.width[c] == 0:  # it is not worked out
            continue
        n = (d.key[c, lanes.word] >> lanes.shift) & lanes.mask
        for w in range(key.shape[0]):
            key[w] = d.key[c, w]
        for o in range(n):
            twin[o] = -1
            if heroes[n, :, o].any():
                key[lanes.word] = (d.key[c, lanes.word] & ~(lanes.mask << lanes.shift)) | (o << lanes.shift)
                twin[o] = d.slots[find(d.key, d.slots, key, key.shape[0])]
        twin[n] = c
        rows = 1
        for b in range(shape.variable.shape[0]):
            rows *= lay.size[d.point[c], b]
        for row in range(rows):
            for lane in range(lanes.count):
                if not comes(g, present, c, row, np.int64(1) << lane):
                    continue
                new = True
                for o in range(n + 1):
                    if heroes[n, lane, o] != 0 and twin[o] >= 0 and lay.width[twin[o]] > 0:
                        new = new and not comes(g, present, twin[o], row, heroes[n, lane, o])
                total += new
    return total


@allocating
def same_heroes(lanes: Lanes) -> Ints:
    """int64[n, lane, o]: who of line-up `o`, a bit each, comes before a lane of `n` and has what it has."""
    used = lanes.used[0]
    found = np.zeros((used, lanes.count, used), np.int64)
    for n in range(used):
        for lane in range(lanes.count):
            for o in range(n + 1):
                for h in range(lanes.count if o < n else lane):
                    same = True
                    for w in range(lanes.bits.shape[0]):
                        same = same and lanes.key[n, lane, w] == lanes.key[o, h, w]
                    found[n, lane, o] |= np.int64(same) << h
    return found


@inlined
def comes(g: Grid, present: Bytes, context: int, row: int, lanes: int) -> bool:
    """Whether a row of a context is reached by at least one of some lanes, which are given as bits."""
    cell = g.layout.context_cell[context] + row * np.int64(g.layout.width[context])
    return is_reached(g.reached, cell) and np.int64(present[number_of(g.reached, cell)]) & lanes != 0


@allocating
def follow(
    m: Code, shape: Shape, lanes: Lanes, g: Grid, t: Turns, best: Bytes, s: States, counts: Ints, number: int
) -> int:
    """Add to the states what best play leads to, from state `number` on.

    Args:
        t: turns of one hero.
        best: as in `sweep.Cells`.

    Returns: the state at which there is no room for what it leads to; the number of states when all is done.
    """
    key, room = np.empty(m.words, np.int64), np.empty((2, m.words), np.int64)
    while number < counts[STATES]:
        point = s.point[number]
        place, _ = find_place(shape, lanes, g, np.int64(point), s.key[number], np.int64(0), room)
        for w in range(m.words):
            key[w] = s.key[number, w] & m.touched_bits[point, w]
        turn = t.slots[find(t.key, t.slots, key, m.words)]
        a = t.first_action[turn] + best[place]
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
