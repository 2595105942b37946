"""Room for arrays."""

from __future__ import annotations

from gamebook.solver.arrays import _make_plan, _plan_bytes, _PlanRoom
from gamebook.solver.pool import Pool


def test_the_memory_of_a_plan_is_known_before_it_is_made() -> None:
    room = _PlanRoom(shapes=3, members=7, nodes=20, ways=50, carries=11)
    assert _plan_bytes(room) == sum(array.nbytes for array in _make_plan(Pool(), room))
