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

"""


@pytest.mark.parametrize(("limits", "set_to"), [("", 3), (" in 0..9", 3), (" in 0..9", 5)])
def test_an_initial_value_rises_with_its_stat(limits: str, set_to: int) -> None:
    most = set_to  # what is lost comes back, and no more
    for goal in (most, most + 1):
        model = book(TEXT.format(range=limits, goal=goal))
        session = Session(begin_at(model, sheet={"N": set_to}), seed=1)
        while isinstance(session.moment, Chance):
            session.roll()
        if isinstance(session.moment, Decision):  # the hero is made
            session.choose(0)
        assert isinstance(session.moment, Ended)
        won = session.moment.ending == "victory"
        assert won == (goal == most)
        assert solve(model, sheet={"N": set_to}).difficulty.best.middle == won
