"""Where a play begins with other values than the book's."""

from __future__ import annotations

import pytest

from gamebook.play.begin import begin_at
from gamebook.play.moment import Chance, Decision, Ended
from gamebook.play.session import Session
from gamebook.verbs import solve
from tests.resolve.reading import book

TEXT = """
    book "Test"
    sheet
        stat N = 1d3{range}
    === 1
    ~ N -1
    ~ N +9
    ~ if N >= {goal}
        -> victory
    -> defeat
    === 2
    {change}
    -> 1
"""


@pytest.mark.parametrize(
    ("limits", "change", "set_to", "most"),
    [
        ("", "", 3, 3),
        (" in 0..9", "", 3, 3),
        (" in 0..9", "", 5, 4),  # the initial value goes to the highest roll, 3: after a loss 4 is the most
        (" in 0..9", "~ initial N +1", 5, 5),  # here it goes to the end of the range
    ],
)
def test_an_initial_value_rises_with_its_stat_as_far_as_its_range(
    limits: str, change: str, set_to: int, most: int
) -> None:
    for goal in (most, most + 1):
        model = book(TEXT.format(range=limits, goal=goal, change=change))
        session = Session(begin_at(model, sheet={"N": set_to}), seed=1)
        while isinstance(session.moment, Chance):
            session.roll()
        if isinstance(session.moment, Decision):  # the hero is made
            session.choose(0)
        assert isinstance(session.moment, Ended)
        won = session.moment.ending == "victory"
        assert won == (goal == most)
        assert solve(model, sheet={"N": set_to}).difficulty.best.middle == won
