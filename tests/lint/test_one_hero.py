"""Where the states of all heroes are too many, one hero is looked at: where he is stuck, a reader can be stuck."""

from __future__ import annotations

import pytest

from gamebook.lint import facts
from gamebook.project import Project
from gamebook.solver.traps import Traps

WAY = "".join(f"=== {number}\n* On -> {number + 1}\n\n" for number in range(1, 10))
BOOK = f"""book "A Long Way"
    start 1

sheet
    stat   WIT = 2d6
    number key = 0 in 0..1

{WAY}=== 10
~ if WIT > 11
    ~ set key = 1
* Open the door [if key] -> 11

=== 11
~ victory
"""
STATES = 30
"""More than one hero has, fewer than eleven heroes have."""


def _found(**wishes: int) -> dict[str, str]:
    found = Project.of(BOOK).check("full", **wishes).findings  # type: ignore[arg-type]  # the options of a check
    return {each.code: f"{each.hint} {' '.join(other.message for other in each.related)}" for each in found}


def test_all_heroes_are_looked_at_where_they_are_few() -> None:
    found = _found()
    assert "--hero" not in found["GB205"]
    assert "GB406" not in found


def test_one_hero_is_looked_at_where_they_are_many() -> None:
    found = _found(limit_states=STATES)
    assert found["GB205"].strip().endswith("this was seen with --hero average")
    assert "be stuck" not in found.get("GB406", "")


@pytest.mark.parametrize(
    ("text", "size"), [(BOOK, 23), (BOOK.replace(" [if key]", ""), 24)], ids=["stuck", "only counted"]
)
def test_that_one_hero_can_be_checked_whole_is_said_where_it_is_known(
    text: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facts, "may_be_lost", lambda *_: None)  # as if there were no room for arrays
    monkeypatch.setattr(facts, "traps", lambda *_, **__: Traps())  # and much of the book could not be forgotten

    def told(states: int) -> str:
        found = Project.of(text).check("full", limit_states=states).findings
        return next(each.hint or "" for each in found if each.code == "GB406")

    assert told(STATES).startswith(
        f"check one reader with --hero average, all of whose {size} states can be checked; or "
    )
    assert told(5).startswith("check one reader with --hero average; or ")


@pytest.mark.slow
def test_what_that_hero_does_not_reach_stays_open() -> None:
    found = _found(limit_states=5)
    assert "GB205" not in found
    assert "whether a reader can be stuck: chapter 10" in found["GB406"]


@pytest.mark.parametrize("stuck", [True, False])
def test_a_hero_who_goes_on_is_no_finding(stuck: bool) -> None:
    """The average hero has 7."""
    text = BOOK if stuck else BOOK.replace("WIT > 11", "WIT > 6")
    found = Project.of(text).check("full", limit_states=STATES).findings
    assert ("GB205" in {each.code for each in found}) == stuck
