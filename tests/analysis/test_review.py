"""Looking back on a play."""

from __future__ import annotations

import pytest

from gamebook.analysis.outlook import Adviser
from gamebook.analysis.review import review
from gamebook.limits import Limits
from gamebook.play.session import Session
from gamebook.project import Project

DOOR = """\
book "Door"
sheet
    stat might = 1d2
=== 1
* Push [if might = 2] -> 2
* Knock
    ~ roll 1d2
        1 -> 2
        2 -> 3
=== 2
~ victory
=== 3
~ defeat
"""


def begun(might: int) -> tuple[Session, Adviser]:
    """A hero who has just come to the first chapter."""
    book = Project.of(DOOR).book
    sessions = [Session(book, seed) for seed in range(20)]
    for session in sessions:
        assert review(session, Adviser(book, {}, Limits())) is None
        session.roll()
    return next(each for each in sessions if each.sheet["might"] == might), Adviser(book, {}, Limits())


@pytest.mark.parametrize(("might", "worth"), [(1, 1 / 2), (2, 1.0)])
def test_dice_that_made_the_hero_are_no_luck(might: int, worth: float) -> None:
    found = review(*begun(might))
    assert found is not None
    assert (found.begin, found.now) == (pytest.approx(worth), pytest.approx(worth))
    assert (found.luck, found.mistakes, found.choices) == (0.0, 0.0, ())


def test_a_mistake_and_then_luck() -> None:
    """Who could push knocks: that costs one half. Then the coin brings all, or takes the rest."""
    session, adviser = begun(2)
    session.choose(1)
    session.roll()
    found = review(session, adviser)
    assert found is not None
    won = float(session.chapter == "2")
    assert (found.begin, found.now, found.rivals) == (pytest.approx(1.0), won, 0.0)
    assert (found.mistakes, found.luck) == (pytest.approx(-1 / 2), pytest.approx(won - 1 / 2))
    (taken,) = found.choices
    assert taken.after == pytest.approx(1 / 2)
