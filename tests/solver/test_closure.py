"""Visits of states that lead to each other, against the same equations solved by numpy without an order."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csc_array

from gamebook.solver import closure
from gamebook.solver.closure import Closure


@pytest.mark.parametrize("few", [0, closure.FEW], ids=["many lead to each other", "few do"])
def test_visits_of_random_play(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closure, "FEW", few)
    dice = np.random.default_rng(1)
    for _ in range(20):
        size = int(dice.integers(2, 40))
        moves = np.zeros((size, size))
        onward = dice.permutation(size)  # a number for each state: most ways lead to higher ones
        for here in range(size):
            ways = dice.choice(size, int(dice.integers(1, min(size, 5))), replace=False)
            kept = [there for there in ways if onward[there] > onward[here] or dice.random() < 0.2]
            moves[kept, here] = dice.random(len(kept))
        moves *= 0.9 / np.maximum(1.0, moves.sum(axis=0))
        arrivals = dice.random(size)
        found = Closure(csc_array(moves), 1.0 - moves.sum(axis=0)).visits(arrivals)
        assert found == pytest.approx(np.linalg.solve(np.eye(size) - moves, arrivals), rel=1e-12)
