"""What every way to an end has passed, on a small graph by hand."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.must import narrow

ALL = np.uint64(2**64 - 1)


def bits(*states: int) -> int:
    return sum(1 << state for state in states)


def test_facts_of_every_way() -> None:
    """0 leads to 1 and 2, both lead to 3, which leads to the goal 4; 2 also leads to 5, which is lost.

    Each state has a point and a fact of its own. Every way to 3 has passed 0, but 1 or 2 only some; every way to 4
    has passed 0 and 3. Nothing is asked of what is lost.
    """
    order = np.array([5, 4, 3, 2, 1, 0], np.int32)
    edge_start = np.array([0, 2, 3, 5, 6, 6, 6])
    successor = np.array([1, 2, 3, 3, 5, 4], np.int32)
    alive = np.array([True] * 5 + [False])
    point = np.arange(6, dtype=np.int32)
    passed = np.array([[bits(state)] for state in range(6)], np.uint64)
    facts = np.full((6, 1), ALL)
    facts[0] = 0
    assert narrow(order, edge_start, successor, alive, point, passed, 6, 0, facts)
    assert facts[:, 0].tolist() == [0, bits(0), bits(0), bits(0), bits(0, 3), int(ALL)]
    assert not narrow(order, edge_start, successor, alive, point, passed, 6, 0, facts)


def test_a_loop_takes_away_until_nothing_changes() -> None:
    """0 and 1 lead to each other, 0 also to the goal 2: nothing but 0 is passed by every way to it."""
    order = np.array([2, 0, 1], np.int32)
    edge_start = np.array([0, 2, 3, 3])
    successor = np.array([1, 2, 0], np.int32)
    alive = np.ones(3, bool)
    passed = np.array([[bits(state)] for state in range(3)], np.uint64)
    facts = np.full((3, 1), ALL)
    facts[0] = 0
    while narrow(order, edge_start, successor, alive, np.arange(3, dtype=np.int32), passed, 3, 0, facts):
        pass
    assert facts[:, 0].tolist() == [0, bits(0), bits(0)]
