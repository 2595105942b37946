"""Contexts in which it is certain what best play is worth, whatever the numbers are and the dice show.

An opponent is thought to decide all dice, and all numbers of those that are axes. A context from which the reader wins
this game is *won*: best play wins there for certain. From where no victory can be reached it is *lost*.
"""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.cells.contexts import CONTEXTS, Contexts
from gamebook.kernels.cells.values import Bytes
from gamebook.kernels.compiled import allocating, inlined, kernel
from gamebook.kernels.machine import Turns

OPEN, WON, LOST = range(3)


@inlined
def group_of(t: Turns, d: Contexts, turn: int) -> int:
    """The group that a turn belongs to."""
    return np.int64(d.class_group[d.way_class[t.first_way[t.first_action[turn]]]])


@allocating
def turns_by_group(t: Turns, d: Contexts, groups: int) -> tuple[Ints, Ids]:
    """Where the turns of each group start, and the turns."""
    start = np.zeros(groups + 1, np.int64)
    for turn in range(d.worked.shape[0]):
        if d.worked[turn]:
            start[group_of(t, d, turn) + 1] += 1
    for g in range(groups):
        start[g + 1] += start[g]
    at = start[:groups].copy()
    found = np.empty(start[groups], np.int32)
    for turn in range(d.worked.shape[0]):
        if d.worked[turn]:
            g = group_of(t, d, turn)
            found[at[g]] = turn
            at[g] += 1
    return start, found


@inlined
def wins_by(
    t: Turns, d: Contexts, class_start: Ints, target: Ids, worth: Floats, known: Bytes, c: int, action: int
) -> bool:
    """Whether play surely wins from a context by an action, as far as is known."""
    for way in range(t.first_way[action], t.first_way[action + 1]):
        e = d.way_class[way]
        to = target[class_start[e] + d.place[c]]
        if to < 0:
            if worth[-1 - d.class_to[e]] < 1.0:
                return False
        elif known[to] != WON:
            return False
    return True


@kernel
def is_won(
    t: Turns, d: Contexts, class_start: Ints, target: Ids, worth: Floats, known: Bytes, rivals: Flags,
    first_turn: Ints, turns: Ids, c: int,
) -> bool:  # fmt: skip
    """Whether the reader surely wins from a context, as far as is known."""
    g = d.group[c]
    rival = rivals[d.point[c]]
    for i in range(first_turn[g], first_turn[g + 1]):
        turn = turns[i]
        won = rival
        for action in range(t.first_action[turn], t.first_action[turn + 1]):
            if wins_by(t, d, class_start, target, worth, known, c, action) != rival:
                won = not rival
                break
        if not won:
            return False
    return first_turn[g] < first_turn[g + 1]


@allocating
def close(
    t: Turns, d: Contexts, counts: Ints, class_start: Ints, target: Ids, worth: Floats, rivals: Flags,
    first_turn: Ints, turns: Ids, known: Bytes,
) -> bool:  # fmt: skip
    """Look once for more contexts that are won, and for such as are not lost; False where none is left.

    Args:
        class_start, target: as in `Layout`.
        worth: float64[endings]
        rivals: bool[points]
        first_turn, turns: from `turns_by_group`.
        known: uint8[contexts]: OPEN, WON, or LOST; all are lost at first.
    """
    news = False
    for back in range(counts[CONTEXTS]):
        c = counts[CONTEXTS] - 1 - back
        if known[c] == LOST:
            e = np.int64(d.first_class[d.group[c]])
            while e >= 0:
                to = target[class_start[e] + d.place[c]]
                if worth[-1 - d.class_to[e]] > 0.0 if to < 0 else known[to] != LOST:
                    known[c] = OPEN
                    news = True
                    break
                e = np.int64(d.next_class[e])
        if known[c] == OPEN and is_won(t, d, class_start, target, worth, known, rivals, first_turn, turns, c):
            known[c] = WON
            news = True
    return news


@allocating
def reached_open(known: Bytes, edge_start: Ints, edges: Ids, starts: Ids) -> Flags:
    """bool[contexts]: the open contexts that play can come to, if it ends in all others.

    Args:
        edge_start, edges: from `layout.following`.
        starts: int32[n], the contexts in which play begins.
    """
    contexts = known.shape[0]
    found = np.zeros(contexts, np.bool_)
    waiting = np.empty(contexts, np.int32)
    count = 0
    for c in starts:
        if known[c] == OPEN and not found[c]:
            found[c] = True
            waiting[count] = c
            count += 1
    while count > 0:
        count -= 1
        c = waiting[count]
        for i in range(edge_start[c], edge_start[c + 1]):
            to = edges[i]
            if known[to] == OPEN and not found[to]:
                found[to] = True
                waiting[count] = to
                count += 1
    return found
