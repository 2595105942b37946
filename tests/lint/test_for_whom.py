"""What is so for one hero is not said of the book: other heroes may need what this one never does."""

from __future__ import annotations

import pytest

from gamebook.diagnostics import Diagnostic, Severity
from gamebook.lint.options import OTHERS
from gamebook.project import Project

BOOK = """book "Figures"
sheet
    one-of fig: lion, skull
    number fear in 0..3
    number gold = 2 in 0..9
hero
    ~ choose "fig"
        * Lion
            ~ gain lion
        * Skull
            ~ gain skull

=== 1
~ gold -3
~ if not skull
    ~ fear +1
* On [if skull] -> 2
* Off -> 3

=== 2
-> victory

=== 3
~ if fear
    -> defeat
-> 2
"""


def _found(text: str, hero: str = "") -> dict[str, Diagnostic]:
    return {each.code: each for each in Project.of(text).check("full", hero=hero or None).findings}


def test_each_hero_needs_what_the_other_does_not() -> None:
    assert {*_found(BOOK)} == {"GB403", "GB115"}


@pytest.mark.parametrize(
    ("code", "message", "severity", "hint"),
    [
        ("GB208", "for lion: this condition always holds", Severity.INFO, OTHERS),
        ("GB206", "for lion: this choice is never open", Severity.INFO, OTHERS),
        ("GB401", "for lion: no victory can be reached", Severity.WARNING, OTHERS),
        # What one hero can meet, a reader can meet; but another may have more.
        ("GB403", "for lion: some readers have less than the 3 gold", Severity.WARNING, "ask before it"),
    ],
)
def test_a_finding_says_for_whom_it_holds(code: str, message: str, severity: Severity, hint: str) -> None:
    found = _found(BOOK.replace("\n-> 2\n", "\n-> defeat\n"), "lion")[code]
    assert found.message.startswith(message)
    assert found.severity is severity
    assert hint in (found.hint or "")


def test_a_chapter_that_only_other_heroes_reach() -> None:
    found = _found(BOOK.replace("hero\n", "when fear -> 4\nhero\n") + "\n=== 4\n-> 2\n", "skull")["GB204"]
    assert found.message.startswith("for skull: chapter 4 is never reached: ")
    assert (found.severity, found.hint) == (Severity.INFO, OTHERS)


def test_what_no_hero_can_change_is_said_of_the_book() -> None:
    found = _found(BOOK.replace("-> victory", "-> defeat") + "\n=== 4\n-> 2\n", "lion")
    assert (found["GB401"].message, found["GB401"].severity) == ("the book has no victory", Severity.ERROR)
    assert (found["GB204"].message, found["GB204"].severity) == (
        "chapter 4 is never reached: no link leads to it",
        Severity.WARNING,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hero", "hint"),
    [
        ("", "raise --limit-states (now 20), or check one reader with --hero average"),
        ("average", "raise --limit-states (now 20); gamebook solve --why-large shows what makes the book large"),
    ],
)
def test_who_gave_a_hero_is_not_told_to_give_one(hero: str, hint: str) -> None:
    walk = "".join(f"=== {number}\n* On -> {number + 1}\n* Off -> {number + 1}\n" for number in range(1, 40))
    text = f"""book "Long"
    expect win 10%..20%
sheet
    stat WIT = 2d6
{walk}=== 40
~ roll 1d6
    1-3 -> victory
    4-6 -> defeat
"""
    found = Project.of(text).check("full", hero=hero or None, limit_states=20).findings
    assert [each.hint for each in found if each.code == "GB410"] == [hint]
