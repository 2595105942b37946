"""A name that is declared with a blank: the lines that use it are no mistakes of their own."""

from __future__ import annotations

import pytest

from gamebook.diagnostics import Diagnostic
from gamebook.project import Project

USES = "when iron crowbar -> 1\n", "* A [if iron crowbar] -> 2\n", "* B [if not iron crowbar] -> 2\n"


def _found(sheet: str, chapter: str, header: str = "") -> tuple[Diagnostic, ...]:
    text = f'book "B"\n{header}sheet\n    {sheet}\n=== 1\n{chapter}=== 2\n~ victory\n'
    return Project.of(text).check("quick").findings


@pytest.mark.parametrize("sheet", ["item iron crowbar", "item rope, iron crowbar", "item iron crowbar, big red lamp"])
def test_the_lines_that_use_it_stand_beside_it(sheet: str) -> None:
    (found,) = _found(sheet, f"~ gain iron crowbar\n{USES[1]}{USES[2]}", USES[0])
    assert (found.message, found.hint) == (
        "a name has no blank in it",
        "write iron-crowbar, here and where it is used",
    )
    assert [each.text for each in found.suggestions] == ["iron-crowbar"]
    assert len(found.related) == len(USES)


def test_so_do_those_of_a_later_name_of_more_words_on_its_line() -> None:
    (found,) = _found("item iron crowbar, big red lamp", "* A [if big  red lamp] -> 2\n* B [if iron crowbar] -> 2\n")
    assert len(found.related) == 2


def test_without_a_use_it_may_be_two_names() -> None:
    (found,) = _found("item iron crowbar", "* A -> 2\n")
    assert found.hint == "write iron-crowbar, or put a comma between two names"


@pytest.mark.parametrize("condition", ["brass crowbar", "crowbar iron", "iron crowbars", "cast-iron crowbar"])
def test_other_lines_have_findings_of_their_own(condition: str) -> None:
    assert [each.code for each in _found("item iron crowbar", f"* A [if {condition}] -> 2\n* B -> 2\n")] == [
        "GB036"
    ] * 2
