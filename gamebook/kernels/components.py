"""Strongly connected components of the states, sinks first."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Flags, Ids, Ints
from gamebook.kernels.compiled import allocating, kernel


@allocating
def components(edge_start: Ints, edge: Ids) -> tuple[Ids, Ints]:
    """States in an order in which every component comes after all that it leads to, and where components start.

    Args:
        edge_start: int64[n + 1]; the edges of state s are edge[edge_start[s]:edge_start[s + 1]].
        edge: int32[edges], the states they lead to.

    Returns:
        order: int32[n], states, those of one component next to each other.
        start: int64[components + 1], where each component starts in `order`.

    Source: R. Tarjan, Depth-first search and linear graph algorithms (1972), with an explicit stack.
    """
    n = edge_start.shape[0] - 1
    index = np.full(n, -1, np.int32)
    low = np.zeros(n, np.int32)
    settled = np.zeros(n, np.bool_)
    path = np.empty(n, np.int32)
    way = np.empty(n, np.int64)
    waiting = np.empty(n, np.int32)
    order = np.empty(n, np.int32)
    start = np.zeros(n + 1, np.int64)
    found = 0
    done = 0
    count = 0
    held = 0
    for root in range(n):
        if index[root] >= 0:
            continue
        depth = 0
        path[0] = root
        way[0] = edge_start[root]
        index[root] = low[root] = found
        found += 1
        waiting[held] = root
        held += 1
        while depth >= 0:
            s = path[depth]
            if way[depth] < edge_start[s + 1]:
                t = edge[way[depth]]
                way[depth] += 1
                if index[t] < 0:
                    depth += 1
                    path[depth] = t
                    way[depth] = edge_start[t]
                    index[t] = low[t] = found
                    found += 1
                    waiting[held] = t
                    held += 1
                elif not settled[t]:
                    low[s] = min(low[s], index[t])
                continue
            if low[s] == index[s]:
                while True:
                    held -= 1
                    t = waiting[held]
                    settled[t] = True
                    order[done] = t
                    done += 1
                    if t == s:
                        break
                count += 1
                start[count] = done
            depth -= 1
            if depth >= 0:
                low[path[depth]] = min(low[path[depth]], low[s])
    return order, start[: count + 1].copy()


@kernel
def most_together(order: Ids, start: Ints, first_action: Ints, edge_start: Ints) -> tuple[int, int, int]:
    """The most states, actions and edges that a component of more than one state has; 0 where there is none.

    Args:
        order, start: from `components`.
        first_action: int64[n + 1], where the actions of each state start.
        edge_start: int64[n + 1], where its edges do.
    """  # fmt: skip
    states, actions, edges = 0, 0, 0
    for c in range(len(start) - 1):
        members = order[start[c] : start[c + 1]]
        if len(members) > 1:
            a, e = 0, 0
            for s in members:
                a += first_action[s + 1] - first_action[s]
                e += edge_start[s + 1] - edge_start[s]
            states = max(states, len(members))
            actions = max(actions, a)
            edges = max(edges, e)
    return states, actions, edges


@kernel
def mark_before(order: Ids, start: Ints, edge_start: Ints, edge: Ids, found: Flags) -> None:
    """Mark all states from which some way leads to one that is marked.

    Args:
        order, start: from `components`: what a component leads to is settled before it.
        edge_start, edge: as there.
        found: bool[n], filled.
    """  # fmt: skip
    for c in range(len(start) - 1):
        members = order[start[c] : start[c + 1]]
        leads = False
        for s in members:
            leads = leads or found[s]
            for e in range(edge_start[s], edge_start[s + 1]):
                leads = leads or found[edge[e]]
            if leads:
                break
        if leads:
            for s in members:
                found[s] = True
