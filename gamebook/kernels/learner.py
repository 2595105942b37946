"""Plays of readers who remember: what they answered where they saw the same, and which answers killed them.

Memory is by *slot*: an open option of a sight (`solver.sights`). Random numbers: SplitMix64, as in `walk`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamebook.kernels.arrays import Floats, Ids, Ints
from gamebook.kernels.compiled import inlined, kernel
from gamebook.kernels.walk import GAMMA, mixed, part

Marks = NDArray[np.uint8]


class Maze(NamedTuple):
    """The states of a book, to be walked."""

    first_action: Ints
    share: Floats
    """float64[a]: running sums of how often the actions of a state are taken; where there is no sight."""
    first_successor: Ints
    successor: Ids
    chance: Floats
    """float64[w]: running sums of the chances of an action's successors."""
    sight: Ints
    """int64[n]: the sight of a state, or -1."""
    slot: Ints
    """int64[sights + 1]: where the slots of a sight start; its actions follow each other as they do."""
    over: Marks
    """uint8[n], 1 where a play is over: at an ending, and where all that will be asked about it is known."""
    good: Marks
    """uint8[endings], 1 for an ending that wins; endings are the first states."""
    root: int
    steps: int
    """A play that takes more steps is given up."""


@inlined
def drawn(sums: Floats, first: int, last: int, counter: np.uint64) -> int:
    """The number in first .. last - 1 that a random number falls on, by running sums."""
    at = part(mixed(counter))
    low = first
    high = last - 1
    while low < high:
        middle = (low + high) >> 1
        if at < sums[middle]:
            high = middle
        else:
            low = middle + 1
    return low


@inlined
def among(count: int, counter: np.uint64) -> int:
    """A number in 0 .. count - 1."""
    return np.int64(part(mixed(counter)) * count)


@kernel
def first_plays(m: Maze, first: int, last: int, counter: np.uint64, answer: Ints, met: Ints, found: Ints) -> None:
    """Plays of readers who give, where they see the same, the answer they gave last.

    Where they have been before and nothing has changed at all, they draw a new one, and remember that.

    Args:
        m: the states.
        first, last: the numbers of the plays are first .. last - 1; the least is 1.
        counter: where random numbers begin.
        answer: int64[sights], room to work in.
        met: int64[n], 0 at the beginning: the number of the last play that came to a state.
        found: int64[2], counts of plays: those that win, and those given up; added to.
    """
    for play in range(first, last):
        answer[:] = -1
        state = m.root
        left = m.steps
        while m.over[state] == 0 and left > 0:
            left -= 1
            sight = m.sight[state]
            if sight >= 0:
                if answer[sight] < 0 or met[state] == play:
                    counter += GAMMA
                    answer[sight] = among(m.slot[sight + 1] - m.slot[sight], counter)
                met[state] = play
                action = m.first_action[state] + answer[sight]
            else:
                counter += GAMMA
                action = drawn(m.share, m.first_action[state], m.first_action[state + 1], counter)
            counter += GAMMA
            state = m.successor[drawn(m.chance, m.first_successor[action], m.first_successor[action + 1], counter)]
        if m.over[state] == 0:
            found[1] += 1
        elif state < len(m.good):
            found[0] += m.good[state]


@kernel
def lives(
    m: Maze,
    first: int,
    last: int,
    attempts: int,
    counter: np.uint64,
    killed: Marks,
    met: Ints,
    trail: Ints,
    won: Ints,
) -> None:
    """Readers who play again and again until they win, and avoid what killed them.

    In a circle, where nothing has changed since they were there, they take whatever is open. A play that is given up is
    lost.

    Args:
        m: the states.
        first, last: the numbers of the readers are first .. last - 1; the least is 0.
        attempts: how often each tries at most.
        counter: where random numbers begin.
        killed: uint8[slots], room to work in.
        met: int64[n], 0 at the beginning: the last attempt, of all readers, that came to a state.
        trail: int64[k, 2], room for the choices of a play: sight and slot; of more than k the last ones are kept.
        won: int64[attempts + 1], counts of readers by the attempt they first win, 0 for none; added to.
    """
    for reader in range(first, last):
        killed[:] = 0
        first_win = 0
        for attempt in range(1, attempts + 1):
            state = m.root
            left = m.steps
            made = 0
            number = reader * attempts + attempt
            while m.over[state] == 0 and left > 0:
                left -= 1
                sight = m.sight[state]
                counter += GAMMA
                if sight >= 0:
                    start = m.slot[sight]
                    stop = m.slot[sight + 1]
                    fresh = 0
                    if met[state] != number:
                        for slot in range(start, stop):
                            fresh += 1 - killed[slot]
                    met[state] = number
                    slot = start + among(stop - start if fresh == 0 else fresh, counter)
                    if fresh > 0:
                        skip = slot - start
                        slot = start
                        while killed[slot] == 1 or skip > 0:
                            skip -= 1 - killed[slot]
                            slot += 1
                    trail[made % trail.shape[0], 0] = sight
                    trail[made % trail.shape[0], 1] = slot
                    made += 1
                    action = m.first_action[state] + slot - start
                else:
                    action = drawn(m.share, m.first_action[state], m.first_action[state + 1], counter)
                counter += GAMMA
                state = m.successor[drawn(m.chance, m.first_successor[action], m.first_successor[action + 1], counter)]
            if state < len(m.good) and m.good[state] == 1:
                first_win = attempt
                break
            known = max(made - trail.shape[0], 0)
            blamed = False
            while made > known and not blamed:
                made -= 1
                sight = trail[made % trail.shape[0], 0]
                killed[trail[made % trail.shape[0], 1]] = 1
                for slot in range(m.slot[sight], m.slot[sight + 1]):
                    blamed = blamed or killed[slot] == 0
            if not blamed:
                killed[:] = 0
        won[first_win] += 1
