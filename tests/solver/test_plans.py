"""Room for plans."""

from __future__ import annotations

from gamebook.solver.plans import PlanRoom, make_plan, plan_bytes
from gamebook.solver.pool import Pool


def test_the_memory_of_a_plan_is_known_before_it_is_made() -> None:
    room = PlanRoom(shapes=3, members=7, nodes=20, ways=50, carries=11)
    assert plan_bytes(room) == sum(array.nbytes for array in make_plan(Pool(), room))
