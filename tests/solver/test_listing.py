from __future__ import annotations

import numpy as np
import pytest

import gamebook
from gamebook.errors import LimitReached
from gamebook.program.compile import compiled
from gamebook.solver import listing
from gamebook.solver.space import explore

PURSE = """
sheet
    number gold = 0 in 0..40

=== 1
~ gold +1d6
-> 2

=== 2
* Again [if gold < 30] -> 1
* Stop [if gold = 17] -> victory
* Leave -> defeat
"""


def test_in_a_shorter_table_all_states_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chapter 2 is entered with 1, 2, 3, … 35 coins: from at most 29 a die adds up to 6."""
    program = compiled(gamebook.Project.of(PURSE).book)
    before = explore(program)
    monkeypatch.setattr(listing, "LARGE", 0)
    space = explore(program)
    assert len(space.states.slots) < len(before.states.slots)
    node = program.chapters["2"]
    found = [space.find(node, {"gold": gold}) for gold in range(41)]
    assert [gold for gold, state in enumerate(found) if state is not None] == [*range(1, 36)]
    assert [space.values(state)["gold"] for state in found if state is not None] == [*range(1, 36)]


def test_room_that_the_system_does_not_grant_is_not_reserved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "LARGE", 0)
    monkeypatch.setattr(listing, "AHEAD", 1 << 36)
    grown = listing.resized(np.ones((4, 4), np.int64), 8)
    assert grown.tolist() == [[1] * 4] * 4 + [[0] * 4] * 4


def test_more_states_than_there_is_memory_for() -> None:
    with pytest.raises(LimitReached, match="too little memory"):
        listing.resized(np.ones((4, 4), np.int64), 1 << 50)
