"""Questions about small and large graphs: what leads where, and where play can go round or be kept.

Graphs of listed states are arrays (`Ways`); those of exact solvers and of the map are mappings.
The kernels of values have their own (`kernels.components`, `kernels.collapse`), which make no objects.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import numpy as np

from gamebook.kernels.arrays import Flags, Ids, Ints, distinct, spans
from gamebook.kernels.ways import Ways, look_back, spread, turn_round

Place = TypeVar("Place", bound=Hashable)

LOOKS = 8
"""Looks at a whole graph before it is turned round."""


def strong_components(successors: Mapping[Place, Iterable[Place]]) -> list[list[Place]]:
    """The strong components, each after all those it leads to (Tarjan 1972). Others than the keys are ignored."""
    order: dict[Place, int] = {}
    low: dict[Place, int] = {}
    open_: list[Place] = []
    is_open: set[Place] = set()
    found: list[list[Place]] = []
    for root in successors:
        if root in order:
            continue
        trail: list[tuple[Place, Iterator[Place]]] = []
        entering: Place | None = root
        while entering is not None or trail:
            if entering is not None:
                order[entering] = low[entering] = len(order)
                open_.append(entering)
                is_open.add(entering)
                trail.append((entering, iter(successors[entering])))
                entering = None
            here, following = trail[-1]
            for there in following:
                if there not in successors:
                    continue
                if there not in order:
                    entering = there
                    break
                if there in is_open:
                    low[here] = min(low[here], order[there])
            if entering is not None:
                continue
            trail.pop()
            if trail:
                low[trail[-1][0]] = min(low[trail[-1][0]], low[here])
            if low[here] == order[here]:
                start = _last(open_, here)
                found.append(open_[start:])
                is_open.difference_update(open_[start:])
                del open_[start:]
    return found


def _last(stack: Sequence[Place], item: Place) -> int:
    """The position of an item in a stack, searched from its top."""
    place = len(stack) - 1
    while stack[place] != item:
        place -= 1
    return place


def end_components(successors: Mapping[int, Sequence[int]], free: Collection[int]) -> list[set[int]]:
    """The largest sets of nodes in which play can be kept for ever.

    In such a set every node of `free` has a successor inside, every other node has all of its successors inside, and
    each node can be reached from each. Nodes outside the keys are outside of everything.
    """
    found: list[set[int]] = []
    pending = [set(part) for part in strong_components(successors)]
    while pending:
        region = pending.pop()
        losing = True
        while losing:
            losing = False
            for node in tuple(region):
                inside = [there in region for there in successors[node]]
                if not (any(inside) if node in free else inside and all(inside)):
                    region.discard(node)
                    losing = True
        parts = strong_components({node: [n for n in successors[node] if n in region] for node in region})
        if len(parts) == 1:
            found.append(region)
        else:
            pending.extend(set(part) for part in parts)
    return found


def as_ways(source: Ints | Ids, target: Ints | Ids, size: int) -> Ways:
    """A graph of `size` nodes.

    Args:
        source: where each way begins.
        target: where it ends.
        size: the number of nodes.
    """
    if (np.diff(source) < 0).any():
        order = np.argsort(source, kind="stable")
        source, target = source[order], target[order]
    return Ways(np.searchsorted(source, np.arange(size + 1)), target.astype(np.int32, copy=False))


def led_to(ways: Ways, nodes: Ints | Ids) -> Ints:
    """int64[k]: the nodes that a way leads to from one of some nodes, each once."""
    _, found = spans(ways.start, nodes)
    return np.unique(ways.to[found]).astype(np.int64)


def leading_to(ways: Ways, goals: Ints) -> Flags:
    """bool[n]: from which nodes of a graph some way leads to one of the goals; goals lead to themselves.

    States are mostly numbered in the order of play, so that a few looks from the last to the first find nearly all of
    them; a graph that is turned round takes longer, but never much longer.
    """
    found = np.zeros(ways.size, np.bool_)
    found[goals] = True
    for _ in range(LOOKS):
        more, left = look_back(ways, found)
        if not more or not left:
            return found
    return reached_from(_back(ways), np.flatnonzero(found))


def surely_leading_to(ways: Ways, opposed: Flags, goals: Ints) -> Flags:
    """bool[n]: from which nodes a player surely comes to a goal, whatever an opponent does; goals lead to themselves.

    One of the opponent's nodes counts if all its ways lead there, another one if one way does (an attractor: E. Grädel,
    W. Thomas, T. Wilke, *Automata, Logics, and Infinite Games*, 2002).

    Args:
        ways: the graph.
        opposed: bool[n], the nodes at which the opponent decides.
        goals: int64[k].
    """
    back, left = _back(ways), np.diff(ways.start)
    found = np.zeros(ways.size, np.bool_)
    found[goals] = True
    new = goals
    while len(new):
        _, leading = spans(back.start, new)
        nodes, times = np.unique(back.to[leading], return_counts=True)
        left[nodes] -= times
        new = nodes[~found[nodes] & (~opposed[nodes] | (left[nodes] == 0))].astype(np.int64)
        found[new] = True
    return found


def layers(ways: Ways) -> Iterator[Ints]:
    """The nodes of a graph without loops, in layers: all ways of a node lead to earlier layers; sinks are the first.

    In a graph with loops the nodes that lead to one are in no layer.
    """
    back, left = _back(ways), np.diff(ways.start)
    layer = np.flatnonzero(left == 0)
    while len(layer):
        yield layer
        _, found = spans(back.start, layer)
        before = back.to[found]
        np.subtract.at(left, before, 1)
        layer = distinct(before[left[before] == 0])


def _back(ways: Ways) -> Ways:
    """Every way the other way round."""
    back = Ways(np.zeros(ways.size + 2, np.int64), np.empty(len(ways.to), np.int32))
    turn_round(ways, back)
    return Ways(back.start[:-1], back.to)


def reached_from(ways: Ways, starts: Ints) -> Flags:
    """bool[n]: to which nodes of a graph some way leads from one of the starts; starts lead to themselves."""
    found = np.zeros(ways.size, np.bool_)
    found[starts] = True
    waiting = np.empty(ways.size, np.int32)
    first = np.flatnonzero(found)
    waiting[: len(first)] = first
    spread(ways, found, waiting, len(first))
    return found


def places(members: Ids, states: Ids) -> Ints:
    """int64[states]: the position of each state among the members (ascending), or -1."""
    at = np.minimum(np.searchsorted(members, states), len(members) - 1)
    return np.where(members[at] == states, at, -1)
