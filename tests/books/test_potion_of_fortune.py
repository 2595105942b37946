"""A dose of Fortune, with LUCK below its initial value, at it and beyond it."""

from __future__ import annotations

import pytest

from gamebook.play.moment import Decision
from gamebook.play.session import Session
from gamebook.project import Project

BOOK = """
use fighting-fantasy-potion

=== 1
~ LUCK {change}
* On -> victory
"""


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [("-4", 4, 9), ("+0", 8, 9), ("+3 beyond initial", 11, 11)],
)
def test_a_dose_never_takes_luck(change: str, before: int, after: int) -> None:
    session = Session(Project.of(BOOK.format(change=change)).book, 1, {"LUCK": 8})
    while session.chapter != "1":
        session.choose(2) if isinstance(session.moment, Decision) else session.roll()  # the potion of Fortune
    assert session.sheet["LUCK"] == before
    session.choose(1)
    assert (session.sheet["LUCK"], session.sheet["initial LUCK"]) == (after, 9)
