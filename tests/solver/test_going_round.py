"""Equations solved by going round: by hand, and inside the solver, where everything is to be solved so."""

from __future__ import annotations

import time

import numpy as np
import pytest
from scipy.sparse import csc_array, csr_array

from gamebook.errors import OutOfTime
from gamebook.kernels.arrays import Ids
from gamebook.limits import within
from gamebook.solver import backward, closure, cycles
from gamebook.solver.closure import settle
from gamebook.solver.going_round import gone_round
from tests.support.naive.compare import compare


def test_what_settles_soon_is_found() -> None:
    """x = 1 + y / 2 and y = x / 4 have the solution 8/7, 2/7; from anywhere."""
    steps = csr_array(np.array([[0.0, 0.5], [0.25, 0.0]]))
    gains = np.array([1.0, 0.0])
    for near in (None, np.array([100.0, -7.0])):
        found = gone_round(steps, gains, near)
        assert found == pytest.approx([8 / 7, 2 / 7], rel=1e-14)


def test_nothing_comes_of_nothing() -> None:
    found = gone_round(csr_array(np.array([[0.5]])), np.zeros(1), np.ones(1))
    assert found == pytest.approx([0.0], abs=1e-280)


@pytest.mark.parametrize("stays", [1.0, 1 - 1e-6])
def test_what_does_not_settle_soon_is_left(stays: float) -> None:
    assert gone_round(csr_array(np.array([[stays]])), np.array([1.0])) is None


def test_the_clock_is_heard() -> None:
    with within(time.monotonic() - 1.0), pytest.raises(OutOfTime):
        gone_round(csr_array(np.array([[0.5]])), np.array([1.0]))


def test_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the plays in 0 come to 1, and half of those come back: 4/3 visits of 0, and 2/3 of 1."""
    monkeypatch.setattr(closure, "MANY", 0)
    moves = csc_array(np.array([[0.0, 0.5], [0.5, 0.0]]))
    monkeypatch.setattr(closure, "splu", lambda _: pytest.fail("the equations are taken apart"))
    found = settle(moves, np.array([0.5, 0.5]), np.array([1.0, 0.0]))
    assert found == pytest.approx([4 / 3, 2 / 3], rel=1e-14)


@pytest.mark.slow
@pytest.mark.parametrize(("seeds", "enough"), [(range(4), 2), (range(4, 16), 6)])
def test_values_of_random_books(seeds: range, enough: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Brackets hold the fractions of the naive interpreter when every loop is taken for a large one, and a hard one."""
    for module in (cycles, closure):
        monkeypatch.setattr(module, "AT_ONCE", 0)
        monkeypatch.setattr(module, "MANY", 0)
    monkeypatch.setattr(backward.backward, "backward", lambda *work: backward.backward.straight(*work[:6]))
    swept: list[bool] = []
    before = backward.Induction._swept

    def noted(work: backward.Induction, members: Ids) -> bool:
        swept.append(before(work, members))
        return swept[-1]

    monkeypatch.setattr(backward.Induction, "_swept", noted)
    tally = compare(seeds)
    assert tally.differ == []
    assert swept.count(True) >= enough
