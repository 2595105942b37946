"""Ways of a small graph, by hand."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.bellman import Moves
from gamebook.kernels.ways import Ways, look_back, look_back_played, made, mark_own, spread_played


def test_what_leads_straight_back_is_marked() -> None:
    """0 leads to 1 and to itself, 1 to 2, and 2 nowhere; 3 leads to 2, and was marked before."""
    found = np.array([False, False, False, True])
    mark_own(Ways(np.array([0, 2, 3, 3, 4]), np.array([1, 0, 2, 2], np.int32)), found)
    assert found.tolist() == [True, False, False, True]


def test_ways_that_play_never_goes_lead_back() -> None:
    """State 1 may do two things: the first leads to 0 or, with no chance, to 2; the second is never done."""
    moves = Moves(
        first_action=np.array([0, 0, 2, 3]),
        first_successor=np.array([0, 2, 3, 4]),
        successor=np.array([0, 2, 2, 1], np.int32),
        chance=np.array([1.0, 0.0, 1.0, 1.0]),
    )
    to = np.full(4, -1, np.int32)
    made(moves, np.array([1.0, 0.0, 0.5]), to)
    assert to.tolist() == [0, 1, 1, 1]


def test_play_spreads_along_the_ways_that_it_goes() -> None:
    """State 0 may lead to 1, or with no chance to 2; 1 leads to 3 by what is done there, and to 4 by what is not."""
    moves = Moves(
        first_action=np.array([0, 1, 3, 3, 3, 3]),
        first_successor=np.array([0, 2, 3, 4]),
        successor=np.array([1, 2, 3, 4], np.int32),
        chance=np.array([1.0, 0.0, 1.0, 1.0]),
    )
    found, waiting = np.array([True, False, False, False, False]), np.zeros(5, np.int32)
    spread_played(moves, np.array([1.0, 1.0, 0.0]), found, waiting, 1)
    assert found.tolist() == [True, True, False, True, False]


def test_looking_back_finds_a_chain_at_once_and_one_against_the_order_step_by_step() -> None:
    """0 leads to 1, 1 to 2; and 4 to 3, 5 to 4. Node 6 leads nowhere."""
    ways = Ways(np.array([0, 1, 2, 2, 2, 3, 4, 4]), np.array([1, 2, 3, 4], np.int32))
    found = np.array([False, False, True, True, False, False, False])
    assert look_back(ways, found) == (3, 2)
    assert found.tolist() == [True, True, True, True, True, False, False]
    assert look_back(ways, found) == (1, 1)
    assert look_back(ways, found) == (0, 1)
    assert found.tolist() == [True] * 6 + [False]


def test_looking_back_follows_the_ways_that_play_goes() -> None:
    """1 leads to 0 by what is done there; 2 by what is not; 3 with no chance; 4 to 1, and 5 to 4 against the order."""
    moves = Moves(
        first_action=np.array([0, 0, 1, 3, 4, 5, 6]),
        first_successor=np.array([0, 1, 2, 3, 5, 6, 7]),
        successor=np.array([0, 0, 3, 0, 3, 1, 4], np.int32),
        chance=np.array([1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0]),
    )
    weight = np.array([1.0, 0.0, 1.0, 1.0, 0.5, 1.0])
    found = np.array([True, False, False, False, False, False])
    assert look_back_played(moves, weight, found) == (1, 4)
    assert look_back_played(moves, weight, found) == (1, 3)
    assert look_back_played(moves, weight, found) == (1, 2)
    assert look_back_played(moves, weight, found) == (0, 2)
    assert found.tolist() == [True, True, False, False, True, True]
