"""Components with loops, given as matrices."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.sparse import csr_array

from gamebook.solver.cycles import RIVAL, Component, ComponentAnswer, _rival, solve_component


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
