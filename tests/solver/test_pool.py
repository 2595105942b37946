import numpy as np

from gamebook.solver.pool import Pool


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
