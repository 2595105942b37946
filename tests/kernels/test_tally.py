"""Counting along random plays, where there is only one way to go."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.tally import tally


def counted(to: list[int], gain: list[list[int]], plays: int) -> tuple[int, list[list[int]]]:
    """Plays of at most 5 steps from state 0, where each state but the last has one way; and how many are given up."""
    ways = np.arange(len(to), dtype=np.int32)
    start = np.array([*range(len(to) + 1), len(to)])
    found = np.full((plays, len(gain[0])), 77)
    threshold = np.full(len(to), 2**31, np.uint32)
    leads, adds = np.array(to, np.int32), np.array(gain, np.int32)
    lost = tally(0, np.uint64(1), 5, start, threshold, ways, ways, leads, ways, adds, found)
    return lost, found.tolist()


def test_each_play_counts_what_its_actions_add() -> None:
    """From 0 by 2 to 1 and to the end at 3: 1 + 10 + 100 of the first, and 4 + 0 + 2 of the second."""
    assert counted([2, 3, 1], [[1, 4], [100, 2], [10, 0]], 3) == (0, [[111, 6]] * 3)


def test_a_play_that_goes_on_and_on_is_given_up() -> None:
    assert counted([1, 0], [[1], [1]], 2) == (2, [[-1], [-1]])


def test_a_play_of_just_as_many_steps_is_not() -> None:
    assert counted([1, 2, 3, 4, 5], [[1]] * 5, 1) == (0, [[5]])
    assert counted([1, 2, 3, 4, 5, 6], [[1]] * 6, 1) == (1, [[-1]])
