"""Simple rules in place of a policy, worked out by hand."""

from __future__ import annotations

import numpy as np

from gamebook.program.narrow import Leaf, Split
from gamebook.solver.rules import CLOSED, rule

GOLD = np.array([[1, 7], [2, 3], [3, 5], [4, 1]], np.int32)
"""Four states: gold in the first column, and a number that says nothing in the second."""
BOTH = np.array([0, 1], np.int32)
nan = float("nan")


def leaf(*options: int) -> Leaf:
    return Leaf(frozenset(options))


def test_what_costs_nothing_is_left_out() -> None:
    worth = np.array([[0.5, 0.5], [0.5, 0.4], [0.6, 0.6], [0.7, 0.2]])
    assert rule(GOLD, worth, 1.0, BOTH, 0.0) == leaf(0)


def test_a_question_that_decides_is_asked() -> None:
    """Up to gold 2 the second option is better by 0.3, above it the first is."""
    worth = np.array([[0.2, 0.5], [0.2, 0.5], [0.5, 0.2], [0.5, 0.2]])
    assert rule(GOLD, worth, 1.0, BOTH, 0.01) == Split(0, 2, leaf(1), leaf(0))


def test_a_value_that_was_not_seen_belongs_to_the_next_lower_one() -> None:
    """Only gold 0 and 4 were seen: 4 stands for all values that are enough, 0 for all others."""
    worth = np.array([[0.2, 0.5], [0.5, 0.2]])
    assert rule(np.array([[0], [4]], np.int32), worth, 1.0, np.array([0], np.int32), 0.01) == Split(
        0, 3, leaf(1), leaf(0)
    )


def test_a_question_that_spares_little_is_not_asked() -> None:
    """Always the first option costs 0.3 twice, in states that one play in a hundred comes to: 0.006."""
    worth = np.array([[0.2, 0.5], [0.2, 0.5], [0.5, 0.1], [0.5, 0.1]])
    assert rule(GOLD, worth, 0.01, BOTH, 0.01) == leaf(0)
    assert rule(GOLD, worth, 0.01, BOTH, 0.005) == Split(0, 2, leaf(1), leaf(0))


def test_more_options_are_kept_where_no_question_helps() -> None:
    worth = np.array([[0.5, 0.2], [0.2, 0.5], [0.5, 0.2], [0.2, 0.5]])
    assert rule(np.zeros((4, 2), np.int32), worth, 1.0, BOTH, 0.1) == leaf(0, 1)


def test_a_closed_option_does_not_do_alone() -> None:
    """The first is better by 0.2 where it is open, but closed where gold is 1; then play would be lost."""
    worth = np.array([[nan, 0.1], [0.3, 0.1], [0.3, 0.1], [0.3, 0.1]])
    assert CLOSED > 0.3
    assert rule(GOLD[:, 1:], worth, 1.0, np.array([], np.int32), 0.01) == leaf(0, 1)
    assert rule(GOLD, worth, 1.0, BOTH, 0.01) == Split(0, 1, leaf(1), leaf(0))


def test_what_is_always_kept() -> None:
    worth = np.array([[0.5, 0.2]])
    assert rule(GOLD[:1], worth, 1.0, BOTH, 0.01, frozenset({-1})) == leaf(-1, 0)
