"""Heroes side by side: those who go the same ways with other chances share contexts, plan and cells.

A hero of SKILL 8 meets what one of SKILL 7 meets. So the values of the variables that only chances read are taken out
of the key of a state, and in their place stands which *line-up* it is: what each hero (each *lane*) has of them there.
The turn of a line-up has the ways of all its heroes, in the order that each of them has them in, and a chance for each
hero: 0 where a hero never goes that way. What is known of a cell is kept for each hero, one beside the other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Ints
from gamebook.kernels.code import Code
from gamebook.kernels.compiled import inlined, kernel
from gamebook.kernels.keys import find
from gamebook.kernels.machine import Scratch, Turns, work_out
from gamebook.kernels.states import TURN_ACTIONS, TURN_WAYS, TURNS, States

NO_TURNS, NO_ROOM, UNLIKE = -1, -2, -3
"""What `turn_at` answers where there is no turn: no room for that of one hero, or of all; heroes differ in more."""

MOST = 8
"""Heroes side by side: their marks fill a byte."""


class Lanes(NamedTuple):
    """What heroes side by side differ in."""

    count: int
    bits: Ints
    """int64[words]: the places in a key of the variables that they differ in."""
    live: Ints
    """int64[points, words]: those of them that are live at a point."""
    word: int
    """Where in a key the number of the line-up stands."""
    shift: int
    mask: int
    used: Ints
    """int64[1]: how many line-ups are known; the first is of heroes who differ in nothing that is live."""
    key: Ints
    """int64[line-ups, lanes, words]: what each hero has, packed."""
    turn: Ints
    """int64[lanes]: room for the turn of each hero,"""
    way: Ints
    """int64[lanes]: for a way of it,"""
    next: Ints
    """int64[lanes, words]: and for what the hero has on arrival."""


def one_lane(points: int, words: int) -> Lanes:
    """One hero alone, who differs from nobody."""
    return make_lanes(1, np.zeros((points, words), np.int64), np.zeros(words, np.int64), 0, 0, 0)


def make_lanes(count: int, live: Ints, bits: Ints, word: int, shift: int, mask: int) -> Lanes:
    """So many heroes; no line-up is known but that of heroes who differ in nothing."""
    words = bits.shape[0]
    return Lanes(
        count, bits, live, word, shift, mask, np.ones(1, np.int64), np.zeros((mask + 1, count, words), np.int64),
        np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros((count, words), np.int64),
    )  # fmt: skip


@kernel
def lineup(lanes: Lanes) -> int:
    """The number of the line-up in `lanes.next`, new if need be; `UNLIKE` where there are too many."""
    words = lanes.bits.shape[0]
    for n in range(lanes.used[0]):
        same = True
        for h in range(lanes.count):
            for w in range(words):
                same = same and lanes.key[n, h, w] == lanes.next[h, w]
        if same:
            return n
    n = lanes.used[0]
    if n > lanes.mask:
        return UNLIKE
    for h in range(lanes.count):
        for w in range(words):
            lanes.key[n, h, w] = lanes.next[h, w]
    lanes.used[0] = n + 1
    return n


@inlined
def turn_at(
    m: Code, s: States, single: Turns, single_counts: Ints, t: Turns, counts: Ints, lanes: Lanes, point: int, key: Ints,
    room: Scratch,
) -> int:  # fmt: skip
    """The turn of all heroes at once, worked out if need be; `NO_TURNS`, `NO_ROOM` or `UNLIKE` where there is none.

    Args:
        single, single_counts: turns of one hero; `t` and `counts` themselves where there is only one.
        t, counts: turns of all.
        key: of the turn.
    """
    found = np.int64(t.slots[find(t.key, t.slots, key, m.words)])
    if found >= 0:
        return found
    n = (key[lanes.word] >> lanes.shift) & lanes.mask
    for h in range(lanes.count):
        for w in range(m.words):
            room.touched[w] = (key[w] & ~lanes.bits[w]) | (lanes.key[n, h, w] & m.touched_bits[point, w])
        turn = np.int64(single.slots[find(single.key, single.slots, room.touched, m.words)])
        if turn < 0:
            for w in range(m.words):
                s.key[0, w] = room.touched[w]
            s.point[0] = point
            if not work_out(m, s, single, single_counts, np.int64(0), room):
                return NO_TURNS
            turn = single_counts[TURNS] - 1
        lanes.turn[h] = turn
    return lanes.turn[0] if lanes.count == 1 else join(m, single, t, counts, lanes, n, key)


@kernel
def join(m: Code, single: Turns, t: Turns, counts: Ints, lanes: Lanes, n: int, key: Ints) -> int:
    """Add the turn of all heroes, made of `lanes.turn`, those of each; `NO_ROOM` or `UNLIKE`, and nothing is added.

    Args:
        n: the line-up at hand.
    """
    turn, action, ways = counts[TURNS], counts[TURN_ACTIONS], counts[TURN_WAYS]
    first = single.first_action[lanes.turn[0]]
    options = single.first_action[lanes.turn[0] + 1] - first
    for h in range(1, lanes.count):
        other = single.first_action[lanes.turn[h]]
        if single.first_action[lanes.turn[h] + 1] - other != options:
            return UNLIKE
        for i in range(options):
            if single.option[other + i] != single.option[first + i]:
                return UNLIKE
    if turn >= t.key.shape[0] or action + options >= t.option.shape[0]:
        return NO_ROOM
    for i in range(options):
        t.option[action] = single.option[first + i]
        ways = join_ways(m, single, t, lanes, action, i, ways)
        if ways < 0:
            return NO_ROOM
        if not settle_lineups(m, single, t, lanes, n, i, t.first_way[action], ways):
            return UNLIKE
        action += 1
        t.first_way[action] = ways
    for w in range(m.words):
        t.key[turn, w] = key[w]
    t.first_action[turn + 1] = action
    t.slots[find(t.key, t.slots, key, m.words)] = turn
    counts[TURNS], counts[TURN_ACTIONS], counts[TURN_WAYS] = turn + 1, action, ways
    return turn


@inlined
def join_ways(m: Code, single: Turns, t: Turns, lanes: Lanes, action: int, i: int, begin: int) -> int:
    """Write the ways of all heroes' i-th action from `begin` on; returns where they end, -1 where there is no room.

    The ways of each hero stay in their order, so that sums over them are rounded as for that hero alone.
    """
    end = begin
    for h in range(lanes.count):
        own = single.first_action[lanes.turn[h]] + i
        t.reward[action * lanes.count + h] = single.reward[own]
        at = begin
        for v in range(single.first_way[own], single.first_way[own + 1]):
            if single.chance[v] <= 0.0:
                continue
            found = at
            while found < end:
                same = t.to[found] == single.to[v]
                for w in range(m.words):
                    same = same and t.sets[found, w] == single.sets[v, w] & ~lanes.bits[w]
                if same:
                    break
                found += 1
            if found == end:
                if end >= t.to.shape[0]:
                    return np.int64(-1)
                open_way(m, t, lanes.count, at, end)
                end += 1
                found = at
                t.to[found] = single.to[v]
                for w in range(m.words):
                    t.sets[found, w] = single.sets[v, w] & ~lanes.bits[w]
                    t.carries[found, w] = single.carries[v, w] & ~lanes.bits[w]
            t.chance[found * lanes.count + h] = single.chance[v]
            at = found + 1
    return end


@inlined
def open_way(m: Code, t: Turns, lanes: int, at: int, end: int) -> None:
    """Move the ways from `at` to `end` on by one, and make `at` a way that nobody goes."""
    for back in range(end - at):
        way = end - back
        t.to[way] = t.to[way - 1]
        for w in range(m.words):
            t.sets[way, w] = t.sets[way - 1, w]
            t.carries[way, w] = t.carries[way - 1, w]
        for h in range(lanes):
            t.chance[way * lanes + h] = t.chance[(way - 1) * lanes + h]
    for h in range(lanes):
        t.chance[at * lanes + h] = 0.0


@inlined
def settle_lineups(m: Code, single: Turns, t: Turns, lanes: Lanes, n: int, i: int, begin: int, end: int) -> bool:
    """Add to the ways begin .. end - 1 which line-up arrives; False where there are too many.

    A hero who never goes a way has there what he had before: any value will do.
    """
    for h in range(lanes.count):
        lanes.way[h] = single.first_way[single.first_action[lanes.turn[h]] + i]
    for way in range(begin, end):
        q = np.int64(t.to[way])
        for h in range(lanes.count):
            goes = t.chance[way * lanes.count + h] > 0.0
            if goes:
                while single.chance[lanes.way[h]] <= 0.0:
                    lanes.way[h] += 1
            v = lanes.way[h]
            for w in range(m.words):
                had = lanes.key[n, h, w]
                if goes and q >= 0:
                    had = (had & single.carries[v, w]) | single.sets[v, w]
                lanes.next[h, w] = had & lanes.live[q, w] if q >= 0 else 0
            if goes:
                lanes.way[h] += 1
        if q >= 0:
            arrived = lineup(lanes)
            if arrived < 0:
                return False
            t.sets[way, lanes.word] |= arrived << lanes.shift
    return True
