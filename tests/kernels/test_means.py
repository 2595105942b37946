"""Means over what actions lead to, by hand."""

from __future__ import annotations

import numpy as np

from gamebook.kernels.bellman import Moves
from gamebook.kernels.means import means


def test_what_an_action_leads_to_is_weighed_by_its_chances() -> None:
    """Action 0 leads to state 1 for sure, action 1 to 0 (a quarter) and 2, action 2 nowhere."""
    moves = Moves(
        first_action=np.array([0, 1, 2, 3]),
        first_successor=np.array([0, 1, 3, 3]),
        successor=np.array([1, 0, 2], np.int32),
        chance=np.array([1.0, 0.25, 0.75]),
    )
    found = np.full(3, np.nan)
    means(moves, np.array([8.0, 5.0, 4.0]), np.array([2, 1, 0]), found)
    assert found.tolist() == [0.0, 5.0, 5.0]  # 8 / 4 + 4 * 3 / 4
