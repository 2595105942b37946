import numpy as np
import pytest

from gamebook.solver import pool as module
from gamebook.solver.pool import Pool, fill


def test_what_an_array_held_is_still_there_on_request_when_it_grows() -> None:
    pool = Pool()
    pool.array("low", 3, np.int64)[:] = (1, 2, 3)
    assert pool.array("low", 5, np.int64, kept=True)[:3].tolist() == [1, 2, 3]


def test_memory_is_used_again() -> None:
    pool = Pool()
    large = pool.array("low", 100, np.float64)
    assert pool.array("low", 60, np.float64).base is large.base
    assert len(pool.array("low", 60, np.float64)) == 60


def test_names_do_not_share_memory() -> None:
    pool = Pool()
    low, high = pool.array("low", 4, np.float64), pool.array("high", 4, np.float64)
    low[:], high[:] = 0.0, 1.0
    assert low.tolist() == [0.0] * 4


def test_a_large_array_is_filled_bit_by_bit_so_that_the_clock_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 3)
    looks = list[None]()
    array = np.zeros(8)
    fill(array, 2.5, lambda: looks.append(None))
    assert array.tolist() == [2.5] * 8
    assert len(looks) == 3
