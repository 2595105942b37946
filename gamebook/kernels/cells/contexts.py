"""Which contexts and numbers play can reach, without listing its states.

The variables of a state are parted in two: the *axes* (numbers with many values: STAMINA, gold) and the rest, the
*context* (items, codewords, hours). At each point the contexts that play can reach are listed exactly as they follow
from each other; of each axis only the set of its values is kept. States are thought to be every context with every
mixture of values: too many rather than too few, which costs room and no truth.

Play from a point on depends only on the touched variables, so contexts that agree in those form a *group*, and all that
leads a group to one place with the same settings is a *class*: one table of contexts serves all of it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Flags, Ids, Ints
from gamebook.kernels.cells.lanes import NO_ROOM, NO_TURNS, Lanes, turn_at
from gamebook.kernels.code import Code
from gamebook.kernels.compiled import kernel
from gamebook.kernels.keys import find
from gamebook.kernels.machine import Scratch, Turns
from gamebook.kernels.states import States

# What `discover` answers.
DONE, MORE_TURNS, MORE_JOINT, MORE_CONTEXTS, MORE_GROUPS, MORE_CLASSES, PAUSE, TOO_MANY, UNLIKE = range(9)

MOST_MIXTURES = 200_000
"""Mixtures of numbers that play may touch between one point and the next."""

# Places in the counts of `discover`.
CONTEXTS, GROUPS, CLASSES, LED, WORKED = range(5)


class Shape(NamedTuple):
    """Which variables are axes, and where they lie in a key."""

    variable: Ids
    """int32[axes]: the variable of the program."""
    word: Ids
    shift: Ids
    mask: Ints
    live: Flags
    """bool[points, axes]: whether the axis is part of a state there."""
    touched: Flags
    """bool[points, axes]: whether play from there to the next points reads or sets it."""
    context_bits: Ints
    """int64[points, words]: the places of the point and of its context in a key."""
    group_bits: Ints
    """int64[points, words]: those of them that are touched."""
    next_start: Ints
    """int64[points + 1]: the points that may follow a point are next[next_start[p]:next_start[p + 1]]."""
    next: Ids


class Contexts(NamedTuple):
    """What has been found."""

    key: Ints
    """int64[c, words]: the point and the context, packed."""
    point: Ids
    group: Ids
    place: Ids
    """int32[c]: which context of its group it is."""
    next_member: Ids
    slots: Ids
    group_key: Ints
    group_point: Ids
    group_size: Ids
    group_worked: Ints
    """int64[g]: how many mixtures of touched axes have been worked out."""
    first_member: Ids
    first_class: Ids
    next_group: Ids
    """int32[g]: the next group at the same point."""
    group_slots: Ids
    first_group: Ids
    """int32[points]"""
    class_group: Ids
    class_to: Ids
    """int32[e]: the point led to; -1 - n for ending n."""
    class_sets: Ints
    class_carries: Ints
    next_class: Ids
    way_class: Ids
    """int32[ways of turns]: the class a way belongs to."""
    worked: Flags
    """bool[turns]: whether the turn belongs to what has been found."""
    seen: Flags
    """bool[points, axes, values]: the values an axis can have at a point."""
    used: Flags
    """bool[next]: whether play goes that way."""
    waiting: Flags
    """bool[points]: something new is known about the point."""


class Work(NamedTuple):
    """Room to work in."""

    group: Ints
    """int64[words]: the key of a group."""
    key: Ints
    """int64[words]: the key of a context led to."""
    way: Ints
    """int64[words]: the settings of a way."""
    axis: Ints
    """int64[axes]: the touched axes of a group."""
    value: Ints
    """int64[axes]: the mixture of their values at hand."""


def make_work(words: int, axes: int) -> Work:
    """Room for keys of so many words, and so many axes."""
    keys, values = np.zeros((3, words), np.int64), np.zeros((2, axes), np.int64)
    return Work(keys[0], keys[1], keys[2], values[0], values[1])


@kernel
def add_context(shape: Shape, d: Contexts, counts: Ints, point: int, key: Ints, work: Work) -> int:
    """Make sure of a context; DONE, or which array is full."""
    words = key.shape[0]
    slot = find(d.key, d.slots, key, words)
    if d.slots[slot] >= 0:
        return DONE
    c = counts[CONTEXTS]
    if c >= d.point.shape[0]:
        return MORE_CONTEXTS
    group_key = work.group
    for w in range(words):
        group_key[w] = key[w] & shape.group_bits[point, w]
    group_slot = find(d.group_key, d.group_slots, group_key, words)
    g = np.int64(d.group_slots[group_slot])
    if g < 0:
        g = counts[GROUPS]
        if g >= d.group_point.shape[0]:
            return MORE_GROUPS
        for w in range(words):
            d.group_key[g, w] = group_key[w]
        d.group_point[g] = point
        d.group_size[g] = 0
        d.group_worked[g] = 0
        d.first_member[g] = -1
        d.first_class[g] = -1
        d.next_group[g] = d.first_group[point]
        d.first_group[point] = g
        d.group_slots[group_slot] = g
        d.waiting[point] = True
        counts[GROUPS] = g + 1
    for w in range(words):
        d.key[c, w] = key[w]
    d.point[c] = point
    d.group[c] = g
    d.place[c] = d.group_size[g]
    d.group_size[g] += 1
    d.next_member[c] = d.first_member[g]
    d.first_member[g] = c
    d.slots[slot] = c
    counts[CONTEXTS] = c + 1
    return DONE


@kernel
def lead(shape: Shape, d: Contexts, counts: Ints, c: int, e: int, work: Work) -> int:
    """Follow a class from one context of its group."""
    q = np.int64(d.class_to[e])
    if q < 0:
        return DONE
    for w in range(work.key.shape[0]):
        work.key[w] = (d.key[c, w] & d.class_carries[e, w]) | d.class_sets[e, w]
    return add_context(shape, d, counts, q, work.key, work)


@kernel
def add_way(m: Code, shape: Shape, t: Turns, d: Contexts, counts: Ints, g: int, way: int, work: Work) -> int:
    """Note where a way of a turn leads: its class, the values it brings, and the contexts."""
    key = work.way
    p = d.group_point[g]
    q = np.int64(t.to[way])
    for w in range(m.words):
        key[w] = t.sets[way, w] & shape.context_bits[q, w] if q >= 0 else 0
    e = np.int64(d.first_class[g])
    while e >= 0:
        same = d.class_to[e] == q
        for w in range(m.words):
            same = same and d.class_sets[e, w] == key[w]
        if same:
            break
        e = np.int64(d.next_class[e])
    if q >= 0:
        for b in range(shape.variable.shape[0]):
            if shape.live[q, b] and shape.touched[p, b]:
                x = (t.sets[way, shape.word[b]] >> shape.shift[b]) & shape.mask[b]
                if not d.seen[q, b, x]:
                    d.seen[q, b, x] = True
                    d.waiting[q] = True
        for i in range(shape.next_start[p], shape.next_start[p + 1]):
            if shape.next[i] == q:
                d.used[i] = True
    if e < 0:
        e = counts[CLASSES]
        if e >= d.class_to.shape[0]:
            return MORE_CLASSES
        counts[CLASSES] = e + 1
        d.class_group[e] = g
        d.class_to[e] = q
        for w in range(m.words):
            d.class_sets[e, w] = key[w]
            d.class_carries[e, w] = t.carries[way, w] & shape.context_bits[q, w] if q >= 0 else 0
        d.next_class[e] = d.first_class[g]
        d.first_class[g] = e
        c = np.int64(d.first_member[g])
        while c >= 0:
            if c < counts[LED]:
                answer = lead(shape, d, counts, c, e, work)
                if answer != DONE:
                    return answer
            c = np.int64(d.next_member[c])
    d.way_class[way] = e
    return DONE


@kernel
def look(
    m: Code,
    shape: Shape,
    s: States,
    single: Turns,
    single_counts: Ints,
    t: Turns,
    turn_counts: Ints,
    lanes: Lanes,
    d: Contexts,
    counts: Ints,
    g: int,
    room: Scratch,
    work: Work,
) -> int:
    """Work out all turns of a group for the values its touched axes are known to have."""
    p = np.int64(d.group_point[g])
    axes = shape.variable.shape[0]
    touched = work.axis
    value = work.value
    value[:] = 0
    key = work.key
    mixtures = np.int64(1)
    count = 0
    for b in range(axes):
        if shape.touched[p, b] and shape.live[p, b]:
            touched[count] = b
            count += 1
            some = 0
            for x in range(shape.mask[b] + 1):
                some += d.seen[p, b, x]
            mixtures *= some
    if mixtures == d.group_worked[g]:
        return DONE
    if mixtures > MOST_MIXTURES:
        return TOO_MANY
    for i in range(count):
        while value[i] <= shape.mask[touched[i]] and not d.seen[p, touched[i], value[i]]:
            value[i] += 1
    while mixtures > 0:
        for w in range(m.words):
            key[w] = d.group_key[g, w]
        for i in range(count):
            b = touched[i]
            key[shape.word[b]] |= value[i] << shape.shift[b]
        turn = turn_at(m, s, single, single_counts, t, turn_counts, lanes, p, key, room)
        if turn < 0:
            return MORE_TURNS if turn == NO_TURNS else MORE_JOINT if turn == NO_ROOM else UNLIKE
        if not d.worked[turn]:
            for way in range(t.first_way[t.first_action[turn]], t.first_way[t.first_action[turn + 1]]):
                answer = add_way(m, shape, t, d, counts, g, way, work)
                if answer != DONE:
                    return answer
            d.worked[turn] = True
            counts[WORKED] += 1
        i = count - 1
        while i >= 0:
            b = touched[i]
            value[i] += 1
            while value[i] <= shape.mask[b] and not d.seen[p, b, value[i]]:
                value[i] += 1
            if value[i] <= shape.mask[b]:
                break
            value[i] = 0
            while not d.seen[p, b, value[i]]:
                value[i] += 1
            i -= 1
        if i < 0:
            break
    d.group_worked[g] = mixtures
    return DONE


@kernel
def discover(
    m: Code, shape: Shape, s: States, single: Turns, single_counts: Ints, t: Turns, turn_counts: Ints, lanes: Lanes,
    d: Contexts, counts: Ints, room: Scratch, work: Work, chunk: int,
) -> int:  # fmt: skip
    """Go on from the contexts and values in `d` until nothing new is found.

    Nothing is lost when an array is full: the caller makes room and calls again.

    Args:
        single, single_counts: turns of one hero each.
        t, turn_counts: turns of all lanes; the same where there is one lane.

    Returns: DONE; the array that is full; PAUSE after about `chunk` turns and contexts; TOO_MANY mixtures; or UNLIKE.
    """
    points = shape.live.shape[0]
    stop = counts[WORKED] + counts[LED] + chunk
    while True:
        while counts[LED] < counts[CONTEXTS]:
            c = counts[LED]
            e = np.int64(d.first_class[d.group[c]])
            while e >= 0:
                answer = lead(shape, d, counts, c, e, work)
                if answer != DONE:
                    return answer
                e = np.int64(d.next_class[e])
            counts[LED] = c + 1
            if counts[WORKED] + counts[LED] > stop:
                return PAUSE
        quiet = True
        for p in range(points):
            if not d.waiting[p]:
                continue
            quiet = False
            d.waiting[p] = False
            g = np.int64(d.first_group[p])
            while g >= 0:
                answer = look(m, shape, s, single, single_counts, t, turn_counts, lanes, d, counts, g, room, work)
                if answer != DONE:
                    d.waiting[p] = True
                    return answer
                g = np.int64(d.next_group[g])
            for i in range(shape.next_start[p], shape.next_start[p + 1]):
                if d.used[i]:
                    q = shape.next[i]
                    for b in range(shape.variable.shape[0]):
                        if shape.live[q, b] and not shape.touched[p, b]:
                            for x in range(shape.mask[b] + 1):
                                if d.seen[p, b, x] and not d.seen[q, b, x]:
                                    d.seen[q, b, x] = True
                                    d.waiting[q] = True
            if counts[WORKED] + counts[LED] > stop:
                return PAUSE
        if quiet:
            return DONE
