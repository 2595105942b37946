"""What the report on two versions says of values that are not known."""

from __future__ import annotations

import pytest

from gamebook.analysis.chances import Chances
from gamebook.analysis.difference import Difference, Version
from gamebook.analysis.difficulty import Bracket
from gamebook.report.diff import has_bounds, sections
from gamebook.report.section import Facts, Lines

SURE = Bracket(0.5, 0.5)
KNOWN = Chances("win", {}, {"best": SURE, "random": SURE})
CUT = Chances("win", {}, {"best": Bracket(0.0, 1.0)}, complete=False, cut_short=True)
LARGE = Chances("win", {}, {"best": SURE})


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (KNOWN, CUT, ["–: not known: a limit was reached before."]),
        (CUT, KNOWN, ["–: not known: a limit was reached before."]),
        (
            KNOWN,
            LARGE,
            ["–: not computed, for this version has very many states; gamebook diff --reader asks for one."],
        ),
        (KNOWN, KNOWN, []),
        (CUT, CUT, ["Other readers are not known: a limit was reached before."]),
    ],
)
def test_why_there_is_a_dash(old: Chances, new: Chances, told: list[str]) -> None:
    versions = (Version(name, "", (), None, each) for name, each in (("old", old), ("new", new)))
    parts = (part for section in sections(Difference(*versions)) for part in section.parts)
    assert [line for part in parts if isinstance(part, Lines) for line in part.lines] == told


def test_a_draft_is_compared_as_it_is_and_says_so() -> None:
    draft = Chances("win", {}, {"best": SURE}, hope=1.0)
    versions = (Version(name, "", (), None, each) for name, each in (("old", draft), ("new", KNOWN)))
    facts = [part for section in sections(Difference(*versions)) for part in section.parts if isinstance(part, Facts)]
    assert dict(facts[0].rows)["Old"] == "old (a draft: nobody wins in what is not written yet)"
    assert dict(facts[0].rows)["New"] == "new"


@pytest.mark.parametrize(
    ("old", "bounds"),
    [(SURE, False), (Bracket(0.0, 1.0), False), (Bracket(0.25, 1.0), True), (Bracket(0.5, 0.5 + 1e-9), False)],
)
def test_bounds_are_what_is_shown_as_two_numbers(old: Bracket, bounds: bool) -> None:
    versions = Version("old", "", (), None, Chances("win", {}, {"best": old})), Version("new", "", (), None, KNOWN)
    assert has_bounds(Difference(*versions)) == bounds
