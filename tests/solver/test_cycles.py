"""Components with loops, given as matrices."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.sparse import csr_array

from gamebook.solver.cycles import READER, RIVAL, Component, ComponentAnswer, _rival, solve_component


@pytest.mark.parametrize("solve", [solve_component, _rival])
def test_a_rival_who_cannot_keep_play_takes_the_worst_way_out(solve: Callable[[Component], ComponentAnswer]) -> None:
    """One way goes round with 1/2 and else is worth 0.6; the other ends play with 0.8."""
    found = solve(
        Component(
            owner=np.array([RIVAL], np.int32),
            state=np.array([0, 0], np.int32),
            inside=csr_array(np.array([[0.5], [0.0]])),
            low=np.array([0.3, 0.8]),
            high=np.array([0.3, 0.8]),
            leaves_by=np.array([0.5, 1.0]),
            stays=np.array([False, False]),
            earns=np.array([False, False]),
            costs=np.array([False, False]),
            action=np.array([7, 8]),
            wins=True,
            slack=8.0,
        )
    )
    assert (found.low[0], found.high[0]) == pytest.approx((0.6, 0.6), abs=1e-12)
    assert found.action[0] == 7


def _three(owners: list[int], low: list[float], high: list[float]) -> Component:
    """From 0 two ways lead to 1 and 2 alike, or one out; from 1 and from 2 one leads back to 0, and one out."""
    return Component(
        owner=np.array(owners, np.int32),
        state=np.array([0, 0, 1, 1, 2, 2], np.int32),
        inside=csr_array(
            np.array([[0, 0.5, 0.25], [0, 0, 0], [1, 0, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0]], dtype=np.float64)
        ),
        low=np.array(low),
        high=np.array(high),
        leaves_by=np.array([0.25, 1, 0, 1, 0, 1]),
        stays=np.array([False, False, True, False, True, False]),
        earns=np.zeros(6, bool),
        costs=np.zeros(6, bool),
        action=np.arange(6),
        wins=False,
        slack=8.0,
    )


UNKNOWN = np.inf


@pytest.mark.parametrize(
    ("owner", "out", "low", "high"),
    [
        (READER, (-UNKNOWN, UNKNOWN), (5, 5, 5), (np.inf, np.inf, np.inf)),  # it may be worth anything
        (READER, (-UNKNOWN, 16), (5, 5, 5), (8, 8, 16)),  # or 16 at most: 8 is half of 8 and a quarter of 16
        (READER, (-np.inf, -np.inf), (5, 5, 5), (5, 5, 5)),  # who goes there loses without end, and need not
        (RIVAL, (-np.inf, -np.inf), (5, 5, -np.inf), (5, 5, -np.inf)),  # unless it is not for the reader to say
        (RIVAL, (-UNKNOWN, UNKNOWN), (5, 5, -np.inf), (np.inf, np.inf, np.inf)),
    ],
)
def test_ways_out_of_which_too_little_is_known_take_nothing_from_the_others(
    owner: int, out: tuple[float, float], low: tuple[float, ...], high: tuple[float, ...]
) -> None:
    """A way out of 0 is worth 5 and one of 1 nothing; what one of 2 is worth nobody knows."""
    found = solve_component(_three([READER, READER, owner], [0, 5, 0, 0, 0, out[0]], [0, 5, 0, 0, 0, out[1]]))
    assert found.low == pytest.approx(low, abs=1e-12)
    assert found.high == pytest.approx(high, abs=1e-12)
    assert found.action[0] == 1
