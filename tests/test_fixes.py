"""Fixes: each removes its finding, brings no other, and changes nothing that was understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.diagnostics import Edit, Severity
from gamebook.edits import edited, sure_edits
from gamebook.fixes import fixes
from gamebook.project import Project
from gamebook.source import Span
from tests.support.slowly import but_slowly

CASES = sorted((Path(__file__).parent / "cases").glob("*.gbk"))
FIXED = {"GB002", "GB005", "GB010", "GB011", "GB039", "GB049", "GB050", "GB058", "GB062", "GB108"}
"""The findings of cases that have a fix; that there is no other is for the slow tests to see."""


def is_fixed(case: Path) -> bool:
    text = case.read_text("utf-8")
    return any(code in text for code in FIXED)


BOOK = """book "Crooked"
sheet
    number gold = 3 in 0..9
    codeword RAVEN
    item rope
=== 1
~ gain 2 gold
~ gain RAVEN    // a word
~ lose (1 + 1) gold
* Stay [if gold ≥ 2] —> 002
* Leave -> 0002
* Ride—> 002.
* Fly → 2
=== 2
~ roll 1d6
    1–3 -> 3
    4-6 -> 3
===3 A head without a blank
~ victory
"""
STRAIGHT = """book "Crooked"
sheet
    number gold = 3 in 0..9
    codeword RAVEN
    item rope
=== 1
~ gold +2
~ note RAVEN    // a word
~ gold -(1 + 1)
* Stay [if gold >= 2] -> 2
* Leave -> 2
* Ride -> 2
* Fly -> 2
=== 2
~ roll 1d6
    1-3 -> 3
    4-6 -> 3
=== 3 A head without a blank
~ victory
"""


def codes(project: Project) -> list[str]:
    return sorted(each.code for each in project.check("quick").findings)


def test_a_crooked_book_is_straightened() -> None:
    project = Project.of(BOOK)
    (fixed,) = fixes(project)
    assert (fixed.path, fixed.before, fixed.after) == ("book.gbk", BOOK, STRAIGHT)
    assert [each for each in project.check("quick").findings if each.severity is Severity.ERROR] == []
    assert fixes(project) == []


@pytest.mark.parametrize("case", but_slowly(CASES, lambda case: not is_fixed(case)), ids=lambda path: path.stem)
def test_a_fix_removes_its_finding_and_brings_no_other(case: Path) -> None:
    project = Project(case)
    before = project.check("quick").findings
    fixed = {each.code for each in before if each.fix}
    assert fixed <= FIXED
    if not fixed:
        assert fixes(project) == []
        return
    fixes(project)
    after = project.check("quick").findings
    assert not [each for each in after if each.fix]
    assert len([each for each in after if each.code in fixed]) < len([each for each in before if each.code in fixed])


def test_tabs_and_conditions_in_other_brackets() -> None:
    crooked = STRAIGHT.replace("    1-3", "\t1-3").replace("    4-6", "  \t4-6")
    crooked = crooked.replace("* Leave ->", "* Leave (if not rope) ->").replace("* Fly ->", "* Fly [not RAVEN] ->")
    (fixed,) = fixes(Project.of(crooked))
    straight = STRAIGHT.replace("* Leave ->", "* Leave [if not rope] ->").replace("* Fly ->", "* Fly [if not RAVEN] ->")
    assert fixed.after == straight


def test_a_star_gets_its_blank_where_it_can_only_be_a_choice() -> None:
    (fixed,) = fixes(Project.of(STRAIGHT.replace("* Fly ->", "*Fly ->")))
    assert fixed.after == STRAIGHT
    for prose in ("*Fly* -> 2", "**Fly** -> 2", "*Fly* to the tower", "*// Fly -> 2", "*Fly -> 1 -> 2", "*-> 2"):
        assert fixes(Project.of(STRAIGHT.replace("* Fly -> 2", prose))) == []


@pytest.mark.parametrize("lines", ["* → 2", "* <- 2", "    → 2", "→ 2\n  → 2.", "→ 2\n\n    A poem."])
def test_an_arrow_stays_where_its_line_could_not_be_read_then(lines: str) -> None:
    assert fixes(Project.of(STRAIGHT.replace("* Fly -> 2", f"Fly.\n{lines}"))) == []


def test_words_that_may_mean_something_else_are_left_alone() -> None:
    for words in ("(needs rope)", "[rope]", "[the rope]", "[rope or swap]"):
        assert fixes(Project.of(STRAIGHT.replace("* Leave ->", f"* Leave {words} ->"))) == []


@pytest.mark.parametrize(
    ("rule", "hint"),
    [
        ("gain 2 gold all or none", "write: ~ gold +2; “all or none” is only for items"),
        ("gain 2 gold or swap", "write: ~ gold +2; “or swap” is only for items"),
        ("lose random gold", "write: ~ gold -1; “random” is only for items"),
        ("gain 2 RAVEN", "write: ~ note RAVEN"),
        ("lose all debt", "write: ~ set debt = 0"),  # from -3, that would be a gift
    ],
)
def test_a_rule_for_items_is_not_fixed_where_something_would_be_lost(rule: str, hint: str) -> None:
    text = STRAIGHT.replace("    item rope", "    item rope\n    number debt = 0 in -9..9").replace("gold +2", rule)
    project = Project.of(text)
    (found,) = [each for each in project.check("quick").findings if each.code == "GB108"]
    assert (found.hint, [each.place for each in found.suggestions]) == (hint, ["line"])
    assert fixes(project) == []


def test_what_was_read_already_means_the_same() -> None:
    """Zeros in front are read as if they were not there: their fix changes no meaning."""
    crooked = STRAIGHT.replace("-> 3", "-> 03")
    project = Project.of(crooked)
    before = project.resolved.book
    assert before is not None
    (fixed,) = fixes(project)
    assert fixed.after == STRAIGHT
    assert project.resolved.book == before


def test_edits_that_overlap_are_not_mixed() -> None:
    def edit(start: int, end: int, text: str) -> Edit:
        return Edit(Span("x", start, end), text)

    assert edited("abcdef", [edit(4, 6, "!"), edit(0, 1, "AA")]) == "AAbcd!"
    (finding,) = [each for each in Project.of(BOOK).check("quick").findings if "≥" in each.message]
    several = [finding, finding]
    assert sure_edits(several, "book.gbk") == list(finding.fix)
    assert sure_edits(several, "another.gbk") == []


@pytest.mark.parametrize(
    ("crooked", "straight"),
    [
        ("=== 1: The gate   // the key is with Mara", "=== 1 The gate   // the key is with Mara"),
        ("===1 The hall // noqa: GB202  and my notes", "=== 1 The hall // noqa: GB202  and my notes"),
        ("== 1 // x", "=== 1 // x"),
        ("## 1 // x", "=== 1 // x"),
        ("=== Chapter 1 The end\t// TODO", "=== 1 The end\t// TODO"),
        ("=== 1: The gate\r", "=== 1 The gate\r"),
    ],
)
def test_a_heads_comment_and_line_end_stay(crooked: str, straight: str) -> None:
    (fixed,) = fixes(Project.of(f"{crooked}\n-> victory\n"))
    assert fixed.after == f"{straight}\n-> victory\n"


def test_a_shipped_system_is_never_changed() -> None:
    project = Project.of('book "X"\n    use fighting-fantasy\n=== 1\n-> 02\n=== 2\n~ victory\n')
    assert [each.path for each in fixes(project)] == ["book.gbk"]
