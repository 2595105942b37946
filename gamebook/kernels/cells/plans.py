"""In which order cells are worked out: batches of contexts, and for each batch its nodes.

Contexts that can lead back to each other (a fight's rounds, a hub) are one *knot*; most are single. Knots of one shape
that do not depend on each other make a *batch*: they are worked out together, row by row, a row being a knot of the
batch and a mixture of the axes that no turn of the knot touches. What the turns do touch is tabulated once for the
shape, as *nodes*: (member of the knot, values of the touched axes), so ordered that a node comes after all that it
leads to. A fight's rounds move forward and give single nodes; nodes that still lead back to each other are a real loop.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Flags, Ids, Ints
from gamebook.kernels.cells.contexts import Contexts, Shape
from gamebook.kernels.cells.layout import Layout
from gamebook.kernels.compiled import allocating, kernel
from gamebook.kernels.components import components
from gamebook.kernels.keys import find
from gamebook.kernels.machine import Turns

# Places in the counts of `add_shapes`.
SHAPES, MEMBERS, NODES, WAYS, CARRIES, GUESSED, TOO_MANY = range(7)
MOST_NODES = 10_000_000
"""A knot with more nodes is not tabulated: it would take seconds, in which nobody looks at the clock."""
LONGEST_GUESS = 1 << 20
"""The most nodes of which an order is kept."""


class Plan(NamedTuple):
    """The nodes of every shape of knot."""

    member_start: Ints
    """int64[shapes + 1]: a shape's members are member_start[k] .. member_start[k + 1]."""
    member_carry: Ints
    """int64[members]: where the offsets of its rows start in `carry`."""
    rows: Ints
    """int64[shapes]: mixtures of the axes that are carried."""
    node_start: Ints
    """int64[shapes + 1]"""
    member: Ids
    """int32[nodes]: the member of the knot, counted within the shape."""
    turn: Ids
    offset: Ids
    """int32[nodes]: the cell, counted from the first cell of its context, in one knot."""
    loop: Ids
    """int32[nodes]: 1; at the first node of a real loop how many nodes it has, at its other nodes 0."""
    way_start: Ints
    """int64[nodes + 1]: a node's ways, in the order of its turn's ways."""
    base: Ids
    """int32[ways]: the cell led to, counted likewise."""
    way_carry: Ids
    """int32[ways]: where the offsets of the rows on arrival start in `carry`."""
    inner: Ids
    """int32[ways]: the node led to, counted within the shape, if it belongs to the same knot; else -1."""
    carry: Ints


@allocating
def knots(d: Contexts, order: Ids, start: Ints, edge_start: Ints, edges: Ids) -> tuple[Ints, Ints, Ids]:
    """Sort the members of each knot by group, and tell how knots depend on each other and which look alike.

    Args:
        order, start: the knots, from `components`; sorted in place. Contexts that are in none count as endings.

    Returns:
        level: int64[knots]: more than that of every other knot it leads to.
        likeness: int64[knots]: a hash of the groups and the inner edges.
        position: int32[contexts]: where a context stands in its knot.
    """
    count = start.shape[0] - 1
    level = np.zeros(count, np.int64)
    likeness = np.zeros(count, np.int64)
    contexts = edge_start.shape[0] - 1
    knot = np.full(contexts, np.int32(-1))
    position = np.zeros(contexts, np.int32)
    for k in range(count):
        members = order[start[k] : start[k + 1]]
        if members.shape[0] > 1:
            by = np.empty(members.shape[0], np.int64)
            for i in range(members.shape[0]):
                by[i] = np.int64(d.group[members[i]]) * contexts + members[i]
            members[:] = members[np.argsort(by, kind="mergesort")]  # quicksort would need a list
        for i in range(members.shape[0]):
            knot[members[i]] = k
            position[members[i]] = i
    for k in range(count):
        mixed = np.uint64(0)
        for i in range(start[k], start[k + 1]):
            c = order[i]
            mixed = (mixed ^ np.uint64(d.group[c] + 1)) * np.uint64(0xBF58476D1CE4E5B9)
            mixed ^= mixed >> np.uint64(31)
            for j in range(edge_start[c], edge_start[c + 1]):
                to = edges[j]
                if knot[to] == k:
                    mixed = (mixed ^ np.uint64((j - edge_start[c]) * 65536 + position[to] + 1)) * np.uint64(
                        0x94D049BB133111EB
                    )
                    mixed ^= mixed >> np.uint64(29)
                elif knot[to] >= 0:
                    level[k] = max(level[k], level[knot[to]] + 1)
        likeness[k] = np.int64(mixed >> np.uint64(1))
    return level, likeness, position


@kernel
def _offsets(shape: Shape, lay: Layout, p: int, q: int, carried: Flags, rows: int, out: Ints) -> None:
    """For each row at p the offset it brings to a cell at q."""
    axes = carried.shape[0]
    for r in range(rows):
        rest = r
        total = np.int64(0)
        for back in range(axes):
            b = axes - 1 - back
            if carried[b]:
                rank = rest % lay.size[p, b]
                rest //= lay.size[p, b]
                if shape.live[q, b]:
                    total += lay.rank[q, b, lay.value[p, b, rank]] * lay.stride[q, b]
        out[r] = total


class Knot(NamedTuple):
    """A knot whose nodes are being tabulated.

    Its nodes are first numbered member by member, the values of the inside axes of each in the order of their ranks.
    """

    members: Ids
    """int32[members]: its contexts, sorted."""
    inside: Flags
    """bool[axes]: whether a turn of any member touches the axis."""
    carried: Flags
    """bool[axes]: whether rows differ in it."""
    rows: int
    """How many mixtures of the carried axes there are."""
    first_node: Ints
    """int64[members + 1]"""
    turn: Ids
    """int32[nodes]"""
    offset: Ints
    """int64[nodes]: as in `Plan`."""


class Mixtures(NamedTuple):
    """The mixtures of values of some axes at a point."""

    node: Ints
    """int64[mixtures]: what each adds to the number of a node."""
    cell: Ints
    """int64[mixtures]: what it adds to the cell."""
    value: Ids
    """int32[mixtures, axes]"""


@allocating
def _radix(shape: Shape, lay: Layout, point: int, inside: Flags) -> Ints:
    """int64[axes]: how far apart the nodes of two ranks of an axis are; 0 where the axis is not inside, or not live."""
    axes = inside.shape[0]
    found = np.zeros(axes, np.int64)
    room = np.int64(1)
    for back in range(axes):
        b = axes - 1 - back
        if inside[b] and shape.live[point, b]:
            found[b] = room
            room *= lay.size[point, b]
    return found


@allocating
def mixtures_of(shape: Shape, lay: Layout, point: int, inside: Flags, touched: bool) -> Mixtures:
    """All mixtures of the inside axes that a turn at the point touches, or of those that it does not."""
    axes = inside.shape[0]
    radix = _radix(shape, lay, point, inside)
    count = np.int64(1)
    for b in range(axes):
        if radix[b] > 0 and shape.touched[point, b] == touched:
            count *= lay.size[point, b]
    found = Mixtures(np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros((count, axes), np.int32))
    for m in range(count):
        rest = m
        for back in range(axes):
            b = axes - 1 - back
            if radix[b] > 0 and shape.touched[point, b] == touched:
                rank = rest % lay.size[point, b]
                rest //= lay.size[point, b]
                found.node[m] += rank * radix[b]
                found.cell[m] += rank * lay.stride[point, b]
                found.value[m, b] = lay.value[point, b, rank]
    return found


@allocating
def _knot(shape: Shape, d: Contexts, lay: Layout, members: Ids) -> Knot:
    """A knot with room for its nodes; their turns are not known yet."""
    axes = shape.variable.shape[0]
    count = members.shape[0]
    inside = np.zeros(axes, np.bool_)
    carried = np.zeros(axes, np.bool_)
    for i in range(count):
        for b in range(axes):
            if shape.touched[d.point[members[i]], b]:
                inside[b] = True
    first = d.point[members[0]]
    rows = np.int64(1)
    for b in range(axes):
        if shape.live[first, b] and not inside[b]:
            carried[b] = True
            rows *= lay.size[first, b]
    first_node = np.zeros(count + 1, np.int64)
    for i in range(count):
        p = d.point[members[i]]
        mixtures = np.int64(1)
        for b in range(axes):
            if inside[b] and shape.live[p, b]:
                mixtures *= lay.size[p, b]
        first_node[i + 1] = first_node[i] + mixtures
    nodes = first_node[count]
    return Knot(members, inside, carried, rows, first_node, np.empty(nodes, np.int32), np.empty(nodes, np.int64))


@allocating
def _find_turns(shape: Shape, t: Turns, d: Contexts, lay: Layout, knot: Knot) -> int:
    """Fill in the turns and the cells of a knot's nodes; returns how many ways they have together."""
    words = d.key.shape[1]
    key = np.empty(words, np.int64)
    ways = np.int64(0)
    for i in range(knot.members.shape[0]):
        c = knot.members[i]
        p = d.point[c]
        some = mixtures_of(shape, lay, p, knot.inside, True)
        others = mixtures_of(shape, lay, p, knot.inside, False)
        for m in range(some.node.shape[0]):
            for w in range(words):
                key[w] = d.group_key[d.group[c], w]
            for b in range(knot.inside.shape[0]):
                if shape.touched[p, b] and shape.live[p, b]:
                    key[shape.word[b]] |= np.int64(some.value[m, b]) << shape.shift[b]
            turn = t.slots[find(t.key, t.slots, key, words)]
            for u in range(others.node.shape[0]):
                node = knot.first_node[i] + some.node[m] + others.node[u]
                knot.turn[node] = turn
                knot.offset[node] = some.cell[m] + others.cell[u]
            own = t.first_way[t.first_action[turn + 1]] - t.first_way[t.first_action[turn]]
            ways += own * others.node.shape[0]
    return ways


@allocating
def _find_ways(
    shape: Shape, t: Turns, d: Contexts, lay: Layout, position: Ids, knot: Knot, first_way: Ints, plan: Plan, carry: int
) -> int:
    """Fill in where the ways of a knot's nodes lead; `inner` in the first numbering of nodes.

    Args:
        first_way: int64[nodes]: where in the plan a node's ways start.
        carry: how much of `plan.carry` is in use.

    Returns: how much of it is in use now; -1 if there was too little.
    """
    axes = knot.inside.shape[0]
    count = knot.members.shape[0]
    for i in range(count):
        c = knot.members[i]
        p = np.int64(d.point[c])
        some = mixtures_of(shape, lay, p, knot.inside, True)
        others = mixtures_of(shape, lay, p, knot.inside, False)
        classes = 0
        e = np.int64(d.first_class[d.group[c]])
        while e >= 0:
            classes += 1
            e = np.int64(d.next_class[e])
        if carry + knot.rows * (classes + 1) > plan.carry.shape[0]:
            return -1
        # Where rows and untouched axes lie at each place that is led to: filled in as places are met.
        places = 0
        place = np.empty(classes, np.int64)
        place_carry = np.empty(classes, np.int64)
        radix = np.zeros((classes, axes), np.int64)
        to_node = np.zeros((classes, others.node.shape[0]), np.int64)
        to_cell = np.zeros((classes, others.node.shape[0]), np.int64)
        for m in range(some.node.shape[0]):
            node = knot.first_node[i] + some.node[m]
            turn = knot.turn[node]
            begin = t.first_way[t.first_action[turn]]
            for way in range(begin, t.first_way[t.first_action[turn + 1]]):
                q = max(np.int64(t.to[way]), np.int64(-1))
                k = 0
                while k < places and place[k] != q:
                    k += 1
                if k == places:
                    places += 1
                    place[k] = q
                    place_carry[k] = carry
                    if q >= 0:
                        _offsets(shape, lay, p, q, knot.carried, knot.rows, plan.carry[carry : carry + knot.rows])
                        radix[k] = _radix(shape, lay, q, knot.inside)
                        for b in range(axes):
                            if knot.inside[b] and shape.live[q, b] and not shape.touched[p, b]:
                                for u in range(others.node.shape[0]):
                                    rank = np.int64(lay.rank[q, b, others.value[u, b]])
                                    to_node[k, u] += rank * radix[k, b]
                                    to_cell[k, u] += rank * lay.stride[q, b]
                    else:
                        plan.carry[carry : carry + knot.rows] = 0
                    carry += knot.rows
                base = np.int64(0)
                inner = np.int64(-1)
                if q >= 0:
                    to = lay.target[lay.class_start[d.way_class[way]] + d.place[c]]
                    j = np.int64(position[to])
                    if j < count and knot.members[j] == to:
                        inner = knot.first_node[j]
                    for b in range(axes):
                        if shape.live[q, b] and shape.touched[p, b]:
                            x = (t.sets[way, shape.word[b]] >> shape.shift[b]) & shape.mask[b]
                            rank = np.int64(lay.rank[q, b, x])
                            base += rank * lay.stride[q, b]
                            if inner >= 0:
                                inner += rank * radix[k, b]
                for u in range(others.node.shape[0]):
                    at = first_way[node + others.node[u]] + way - begin
                    plan.base[at] = base + to_cell[k, u]
                    plan.way_carry[at] = place_carry[k]
                    plan.inner[at] = inner + to_node[k, u] if inner >= 0 else np.int64(-1)
    return carry


@kernel
def _first_ways(t: Turns, knot: Knot, order: Ids, begin: int, first_way: Ints) -> None:
    """Where in the plan the ways of each node start, if nodes stand there in this order."""
    at = begin
    for i in range(order.shape[0]):
        turn = knot.turn[order[i]]
        first_way[order[i]] = at
        at += t.first_way[t.first_action[turn + 1]] - t.first_way[t.first_action[turn]]


@allocating
def _sorted(order: Ids, first_way: Ints, begin: int, end: int, plan: Plan) -> tuple[Ids, Ints]:
    """The nodes in an order in which none leads to a later one, and where their loops start in it.

    Args:
        order: nodes in the order in which their ways stand in plan.inner[begin:end], the inner ones by node.
    """
    nodes = order.shape[0]
    edge_start = np.zeros(nodes + 1, np.int64)
    edges = np.empty(end - begin, np.int32)
    rank = np.empty(nodes, np.int32)
    for i in range(nodes):
        rank[order[i]] = i
    found = 0
    for i in range(nodes):
        last = first_way[order[i + 1]] if i + 1 < nodes else end
        for way in range(first_way[order[i]], last):
            if plan.inner[way] >= 0:
                edges[found] = rank[plan.inner[way]]
                found += 1
        edge_start[i + 1] = found
    by_rank, start = components(edge_start, edges)
    return order[by_rank], start


@allocating
def add_shape(
    shape: Shape, t: Turns, d: Contexts, lay: Layout, members: Ids, position: Ids, plan: Plan, counts: Ints, guess: Ids
) -> bool:
    """Tabulate the nodes of a knot; False (and nothing added) when there is no room.

    Args:
        members: the contexts of one knot of this shape, sorted.
        position: int32[contexts]: where a context stands in its knot.
        guess: an order of nodes that did for an earlier knot: many knots differ in their chances only.
    """
    knot = _knot(shape, d, lay, members)
    count = members.shape[0]
    nodes = knot.turn.shape[0]
    if nodes > MOST_NODES:
        counts[TOO_MANY] = nodes
    if nodes > MOST_NODES or counts[NODES] + nodes > plan.turn.shape[0]:
        return False
    ways = counts[WAYS]
    end = ways + _find_turns(shape, t, d, lay, knot)
    carry = counts[CARRIES] + knot.rows * count
    if end > plan.base.shape[0] or carry > plan.carry.shape[0]:
        return False
    for i in range(count):
        here = counts[CARRIES] + knot.rows * i
        p = d.point[members[i]]
        _offsets(shape, lay, p, p, knot.carried, knot.rows, plan.carry[here : here + knot.rows])
        plan.member_carry[counts[MEMBERS] + i] = here
    guessed = counts[GUESSED] == nodes
    order = guess[:nodes].copy() if guessed else np.arange(nodes).astype(np.int32)
    start = np.arange(nodes + 1)
    rank = np.empty(nodes, np.int32)
    first_way = np.empty(nodes, np.int64)
    sure = False
    while True:
        _first_ways(t, knot, order, ways, first_way)
        after = _find_ways(shape, t, d, lay, position, knot, first_way, plan, carry)
        if after < 0:
            return False
        for i in range(nodes):
            rank[order[i]] = i
        if sure or _leads_back(order, rank, first_way, end, plan):
            break
        order, start = _sorted(order, first_way, ways, end, plan)
        sure = True
        if start.shape[0] == nodes + 1 and nodes <= guess.shape[0]:
            counts[GUESSED] = nodes
            guess[:nodes] = order
    _write_nodes(knot, order, start, rank, first_way, end, plan, counts)
    s = counts[SHAPES]
    plan.rows[s] = knot.rows
    plan.member_start[s + 1] = counts[MEMBERS] + count
    plan.node_start[s + 1] = counts[NODES] + nodes
    counts[SHAPES] = s + 1
    counts[MEMBERS] += count
    counts[NODES] += nodes
    counts[WAYS] = end
    counts[CARRIES] = after
    return True


@allocating
def add_shapes(
    shape: Shape, t: Turns, d: Contexts, lay: Layout, examples: Ints, order: Ids, start: Ints, position: Ids,
    plan: Plan, counts: Ints, guess: Ids, at: int, stop: int,
) -> int:  # fmt: skip
    """Tabulate the nodes of some knots; returns the number of the first for which there is no room, or `stop`.

    Args:
        examples: int64[shapes], a knot of each shape; the first for this call is examples[at].
        order, start: the knots, from `components`, with their members sorted.
        position, plan, counts, guess: as for `add_shape`.
        stop: the example before which to return, so that the caller can look at the clock.
    """
    for k in range(at, stop):
        members = order[start[examples[k]] : start[examples[k] + 1]]
        if not add_shape(shape, t, d, lay, members, position, plan, counts, guess):
            return k
    return stop


@kernel
def _leads_back(order: Ids, rank: Ids, first_way: Ints, end: int, plan: Plan) -> bool:
    """Whether no node leads to one that is later in this order."""
    nodes = order.shape[0]
    for i in range(nodes):
        last = first_way[order[i + 1]] if i + 1 < nodes else end
        for way in range(first_way[order[i]], last):
            if plan.inner[way] >= 0 and rank[plan.inner[way]] > i:
                return False
    return True


@kernel
def _write_nodes(
    knot: Knot, order: Ids, start: Ints, rank: Ids, first_way: Ints, end: int, plan: Plan, counts: Ints
) -> None:
    """Put the nodes into the plan in this order, and number the inner ways by it."""
    at = counts[NODES]
    for i in range(knot.members.shape[0]):
        for node in range(knot.first_node[i], knot.first_node[i + 1]):
            plan.member[at + rank[node]] = i
    for k in range(start.shape[0] - 1):
        for i in range(start[k], start[k + 1]):
            plan.loop[at + i] = start[k + 1] - start[k] if i == start[k] else 0
            plan.turn[at + i] = knot.turn[order[i]]
            plan.offset[at + i] = knot.offset[order[i]]
            plan.way_start[at + i] = first_way[order[i]]
    plan.way_start[at + order.shape[0]] = end
    for way in range(counts[WAYS], end):
        if plan.inner[way] >= 0:
            plan.inner[way] = rank[plan.inner[way]]
