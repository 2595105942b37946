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

# Places in the counts of `add_shape`.
SHAPES, MEMBERS, NODES, WAYS, CARRIES = range(5)


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
    offset: Ints
    """int64[nodes]: the cell, counted from the first cell of its context."""
    loop: Ids
    """int32[nodes]: 1; at the first node of a real loop how many nodes it has, at its other nodes 0."""
    way_start: Ints
    """int64[nodes + 1]: a node's ways, in the order of its turn's ways."""
    base: Ints
    """int64[ways]: added to the first cell of the context led to."""
    way_carry: Ints
    """int64[ways]: where the offsets of the rows on arrival start in `carry`."""
    inner: Ids
    """int32[ways]: the node led to, counted within the shape, if it belongs to the same knot; else -1."""
    carry: Ints


@allocating
def knots(d: Contexts, order: Ids, start: Ints, edge_start: Ints, edges: Ids) -> tuple[Ints, Ints, Ids]:
    """Sort the members of each knot by group, and tell how knots depend on each other and which look alike.

    Args:
        order, start: the knots, from `components`; sorted in place.

    Returns:
        level: int64[knots]: more than that of every other knot it leads to.
        likeness: int64[knots]: a hash of the groups and the inner edges.
        position: int32[contexts]: where a context stands in its knot.
    """
    count = start.shape[0] - 1
    level = np.zeros(count, np.int64)
    likeness = np.zeros(count, np.int64)
    contexts = order.shape[0]
    knot = np.empty(contexts, np.int32)
    position = np.empty(contexts, np.int32)
    for k in range(count):
        members = order[start[k] : start[k + 1]]
        if members.shape[0] > 1:
            by = np.empty(members.shape[0], np.int64)
            for i in range(members.shape[0]):
                by[i] = np.int64(d.group[members[i]]) * contexts + members[i]
            members[:] = members[np.argsort(by)]
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
                else:
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


@allocating
def add_shape(
    shape: Shape, t: Turns, d: Contexts, lay: Layout, members: Ids, position: Ids, plan: Plan, counts: Ints
) -> bool:
    """Tabulate the nodes of a knot; False (and nothing added) when there is no room.

    Args:
        members: the contexts of one knot of this shape, sorted.
        position: int32[contexts]: where a context stands in its knot.
    """
    axes = shape.variable.shape[0]
    words = d.key.shape[1]
    count = members.shape[0]
    inside = np.zeros(axes, np.bool_)
    carried = np.zeros(axes, np.bool_)
    for i in range(count):
        p = d.point[members[i]]
        for b in range(axes):
            if shape.touched[p, b]:
                inside[b] = True
    rows = np.int64(1)
    first = d.point[members[0]]
    for b in range(axes):
        if shape.live[first, b] and not inside[b]:
            carried[b] = True
            rows *= lay.size[first, b]
    # Nodes of each member.
    node_base = np.zeros(count + 1, np.int64)
    for i in range(count):
        p = d.point[members[i]]
        mixtures = np.int64(1)
        for b in range(axes):
            if inside[b] and shape.live[p, b]:
                mixtures *= lay.size[p, b]
        node_base[i + 1] = node_base[i] + mixtures
    nodes = node_base[count]
    if counts[NODES] + nodes + 1 > plan.turn.shape[0] or counts[MEMBERS] + count + 1 > plan.member_carry.shape[0]:
        return False
    if counts[SHAPES] + 2 > plan.member_start.shape[0]:
        return False
    carry = counts[CARRIES]
    ways = counts[WAYS]
    turn = np.empty(nodes, np.int32)
    member = np.empty(nodes, np.int32)
    offset = np.empty(nodes, np.int64)
    way_start = np.zeros(nodes + 1, np.int64)
    key = np.empty(words, np.int64)
    value = np.zeros(axes, np.int64)
    loops = False
    # Where rows lie at each place that a member leads to: filled in as places are met.
    longest = 0
    for i in range(count):
        e = np.int64(d.first_class[d.group[members[i]]])
        classes = 1
        while e >= 0:
            classes += 1
            e = np.int64(d.next_class[e])
        longest = max(longest, classes)
    place = np.empty(longest, np.int64)
    place_carry = np.empty(longest, np.int64)
    for i in range(count):
        c = members[i]
        p = np.int64(d.point[c])
        g = d.group[c]
        places = 1
        place[0] = p
        if carry + rows * (longest + 1) > plan.carry.shape[0]:
            return False
        _offsets(shape, lay, p, p, carried, rows, plan.carry[carry : carry + rows])
        place_carry[0] = carry
        plan.member_carry[counts[MEMBERS] + i] = carry
        carry += rows
        for n in range(node_base[i], node_base[i + 1]):
            rest = n - node_base[i]
            cell = np.int64(0)
            for w in range(words):
                key[w] = d.group_key[g, w]
            for back in range(axes):
                b = axes - 1 - back
                if inside[b] and shape.live[p, b]:
                    rank = rest % lay.size[p, b]
                    rest //= lay.size[p, b]
                    value[b] = lay.value[p, b, rank]
                    cell += rank * lay.stride[p, b]
                    if shape.touched[p, b]:
                        key[shape.word[b]] |= value[b] << shape.shift[b]
            tn = np.int64(t.slots[find(t.key, t.slots, key, words)])
            turn[n] = tn
            member[n] = i
            offset[n] = cell
            from_way = t.first_way[t.first_action[tn]]
            to_way = t.first_way[t.first_action[tn + 1]]
            if ways + to_way - from_way > plan.base.shape[0]:
                return False
            for way in range(from_way, to_way):
                q = np.int64(t.to[way])
                base = np.int64(0)
                inner = np.int64(-1)
                where = -1
                if q >= 0:
                    e = np.int64(d.way_class[way])
                    to = np.int64(lay.target[lay.class_start[e] + d.place[c]])
                    j = np.int64(position[to])
                    if j < count and members[j] == to:
                        inner = np.int64(0)
                        loops = True
                    for b in range(axes):
                        if not shape.live[q, b] or (not shape.touched[p, b] and not inside[b]):
                            continue
                        x = value[b]
                        if shape.touched[p, b]:
                            x = (t.sets[way, shape.word[b]] >> shape.shift[b]) & shape.mask[b]
                        rank = np.int64(lay.rank[q, b, x])
                        base += rank * lay.stride[q, b]
                        if inner >= 0 and inside[b]:
                            inner = inner * lay.size[q, b] + rank
                    if inner >= 0:
                        inner += node_base[j]
                    for k in range(places):
                        if place[k] == q:
                            where = k
                            break
                    if where < 0:
                        where = places
                        place[places] = q
                        place_carry[places] = carry
                        _offsets(shape, lay, p, q, carried, rows, plan.carry[carry : carry + rows])
                        carry += rows
                        places += 1
                else:
                    for k in range(places):
                        if place[k] < 0:
                            where = k
                            break
                    if where < 0:
                        where = places
                        place[places] = -1
                        place_carry[places] = carry
                        plan.carry[carry : carry + rows] = 0
                        carry += rows
                        places += 1
                plan.base[ways] = base
                plan.way_carry[ways] = place_carry[where]
                plan.inner[ways] = inner
                ways += 1
            way_start[n + 1] = ways - counts[WAYS]
    at = counts[NODES]
    if loops:
        edge_start = np.zeros(nodes + 1, np.int64)
        edges = np.empty(way_start[nodes], np.int32)
        found = 0
        for n in range(nodes):
            for way in range(way_start[n], way_start[n + 1]):
                to = plan.inner[counts[WAYS] + way]
                if to >= 0:
                    edges[found] = to
                    found += 1
            edge_start[n + 1] = found
        order, start = components(edge_start, edges)
    else:
        order = np.arange(int(nodes)).astype(np.int32)
        start = np.arange(int(nodes) + 1)
    # Nodes and their ways, put in order.
    old_base = plan.base[counts[WAYS] : ways].copy()
    old_carry = plan.way_carry[counts[WAYS] : ways].copy()
    old_inner = plan.inner[counts[WAYS] : ways].copy()
    rank_of = np.empty(nodes, np.int32)
    for i in range(nodes):
        rank_of[order[i]] = i
    ways = counts[WAYS]
    for k in range(start.shape[0] - 1):
        for i in range(start[k], start[k + 1]):
            n = order[i]
            plan.loop[at + i] = start[k + 1] - start[k] if i == start[k] else 0
            plan.member[at + i] = member[n]
            plan.turn[at + i] = turn[n]
            plan.offset[at + i] = offset[n]
            plan.way_start[at + i] = ways
            for way in range(way_start[n], way_start[n + 1]):
                plan.base[ways] = old_base[way]
                plan.way_carry[ways] = old_carry[way]
                plan.inner[ways] = rank_of[old_inner[way]] if old_inner[way] >= 0 else -1
                ways += 1
    plan.way_start[at + nodes] = ways
    s = counts[SHAPES]
    plan.rows[s] = rows
    plan.member_start[s + 1] = counts[MEMBERS] + count
    plan.node_start[s + 1] = at + nodes
    counts[SHAPES] = s + 1
    counts[MEMBERS] += count
    counts[NODES] += nodes
    counts[WAYS] = ways
    counts[CARRIES] = carry
    return True
