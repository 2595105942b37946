"""The ways of a graph, and what can be reached along them. `gamebook.solver.graphs` asks the questions."""

from __future__ import annotations

from typing import NamedTuple

from gamebook.kernels.arrays import Flags, Floats, Ids, Ints
from gamebook.kernels.bellman import Moves
from gamebook.kernels.compiled import kernel


class Ways(NamedTuple):
    """A graph: from node n ways lead to `to[start[n]:start[n + 1]]`."""

    start: Ints
    """int64[nodes + 1]"""
    to: Ids
    """int32[ways]"""

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.start) - 1


@kernel
def mark_own(ways: Ways, found: Flags) -> None:
    """Mark nodes from which a way leads straight back; `found`: bool[nodes]."""
    for n in range(len(ways.start) - 1):
        for way in range(ways.start[n], ways.start[n + 1]):
            if ways.to[way] == n:
                found[n] = True


@kernel
def made(moves: Moves, weight: Floats, to: Ids) -> None:
    """Where play goes at all: ways that it never goes are led from a state to itself.

    Args:
        moves: how states lead to each other.
        weight: float64[a], how often an action is taken in its state.
        to: int32[w], filled.
    """
    for state in range(len(moves.first_action) - 1):
        for action in range(moves.first_action[state], moves.first_action[state + 1]):
            taken = weight[action] > 0.0
            for way in range(moves.first_successor[action], moves.first_successor[action + 1]):
                to[way] = moves.successor[way] if taken and moves.chance[way] > 0.0 else state


@kernel
def look_back(ways: Ways, found: Flags) -> tuple[int, int]:
    """Mark nodes from which a way leads to what was found, the last node first.

    Args:
        ways: the graph.
        found: bool[nodes], what is known to lead there; filled.

    Returns:
        more: how many nodes were marked; none: all that lead there are found.
        left: how many are not marked.
    """
    more = left = 0
    for n in range(len(found) - 1, -1, -1):
        if found[n]:
            continue
        left += 1
        for way in range(ways.start[n], ways.start[n + 1]):
            if found[ways.to[way]]:
                found[n] = True
                more += 1
                break
    return more, left - more


@kernel
def look_back_played(moves: Moves, weight: Floats, found: Flags) -> tuple[int, int]:
    """As `look_back`, along ways that play goes at all: those that `made` keeps.

    Args:
        moves: how states lead to each other.
        weight: float64[a], how often an action is taken in its state.
        found: as for `look_back`.
    """
    more = left = 0
    for state in range(len(found) - 1, -1, -1):
        if found[state]:
            continue
        left += 1
        for action in range(moves.first_action[state], moves.first_action[state + 1]):
            if weight[action] > 0.0:
                for way in range(moves.first_successor[action], moves.first_successor[action + 1]):
                    if moves.chance[way] > 0.0 and found[moves.successor[way]]:
                        found[state] = True
                        break
            if found[state]:
                more += 1
                break
    return more, left - more


@kernel
def spread(ways: Ways, found: Flags, waiting: Ids, count: int) -> None:
    """Find all that is reached from what was found.

    Args:
        ways: the graph.
        found: bool[nodes], what is known to be reached; filled.
        waiting: int32[nodes], begins with what was found; overwritten.
        count: how many were found.
    """
    done = 0
    while done < count:
        n = waiting[done]
        done += 1
        for way in range(ways.start[n], ways.start[n + 1]):
            to = ways.to[way]
            if not found[to]:
                found[to] = True
                waiting[count] = to
                count += 1


@kernel
def spread_played(moves: Moves, weight: Floats, found: Flags, waiting: Ids, count: int) -> None:
    """As `spread`, along ways that play goes at all: those that `made` keeps.

    Args:
        moves: how states lead to each other.
        weight: float64[a], how often an action is taken in its state.
        found, waiting, count: as for `spread`.
    """  # fmt: skip
    done = 0
    while done < count:
        state = waiting[done]
        done += 1
        for action in range(moves.first_action[state], moves.first_action[state + 1]):
            if weight[action] > 0.0:
                for way in range(moves.first_successor[action], moves.first_successor[action + 1]):
                    to = moves.successor[way]
                    if moves.chance[way] > 0.0 and not found[to]:
                        found[to] = True
                        waiting[count] = to
                        count += 1


@kernel
def turn_round(ways: Ways, back: Ways) -> None:
    """Every way the other way round.

    Args:
        ways: the graph.
        back: filled; `start` is int64[nodes + 2], zeros at first, and has a word too many at its end.
    """
    for to in ways.to:
        back.start[to + 2] += 1
    for n in range(len(back.start) - 1):
        back.start[n + 1] += back.start[n]
    for n in range(len(ways.start) - 1):
        for way in range(ways.start[n], ways.start[n + 1]):
            to = ways.to[way] + 1
            back.to[back.start[to]] = n
            back.start[to] += 1
