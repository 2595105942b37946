"""Chapters that no link leads to: the text alone shows them, so they are reported without solving."""

from __future__ import annotations

import pytest

from gamebook.diagnostics import Level
from gamebook.project import Project
from tests.support.check import check_text

LEVELS: tuple[Level, ...] = ("quick", "full")
BOOK = """book "B"
{header}
sheet
    number gold = 3 in 0..9
    codeword MOTH
=== 1
{first}
* On -> 2
=== 2
~ victory "Won"
{more}
"""


def _told(*, header: str = "", first: str = "", more: str = "") -> list[tuple[str, str]]:
    """The messages about chapters that are never reached, of a quick check; the full check has each of them once."""
    text = BOOK.format(header=header, first=first, more=more)
    quick, full = Project.of(text).check("quick").findings, check_text(text).findings
    found = [each for each in quick if each.code == "GB204"]
    assert [each for each in full if each.code == "GB204"] == found
    assert {each.level for each in found} <= {"quick"}
    return [(each.message.removeprefix("chapter "), each.hint or "") for each in found]


def test_a_chapter_without_links_is_told_with_what_only_it_leads_to() -> None:
    more = "=== 3\n* A -> 4\n* B -> 2\n=== 4\n-> 2\n=== 5\n-> 2"
    assert _told(more=more) == [
        ("3 is never reached: no link leads to it; chapter 4 is never reached either", "link to it, or remove it"),
        ("5 is never reached: no link leads to it", "link to it, or remove it"),
    ]


def test_a_loop_without_a_way_in_is_told_at_its_first_chapter() -> None:
    more = "=== 3\n* A -> 4\n* C -> 3\n=== 4\n* B -> 3\n* D -> 2"
    why = "links lead to it only from 4, which is never reached"
    assert _told(more=more) == [(f"3 is never reached: {why}; chapter 4 is never reached either", "link to it")]


@pytest.mark.parametrize(
    ("header", "first"),
    [
        ("", "* You know it -> 3 secret"),
        ("", "~ gold -1\n-> (gold + 1)"),
        ("start 3", ""),
        ("when gold <= 2 -> 3", "~ gold -1"),
        ("draft", "* Look -> 9"),
        ("anytime\n    * Look -> 3", ""),
    ],
)
def test_what_something_leads_to_is_not_told(header: str, first: str) -> None:
    assert not _told(header=header, first=first, more="=== 3\n-> 1")


def test_a_way_back_leads_nobody_there_for_the_first_time() -> None:
    more = "=== 3\n* A -> 4\n=== 4\n* Back -> back"
    why = "links lead to it only from 4, which is never reached"
    assert _told(more=more) == [(f"3 is never reached: {why}; chapter 4 is never reached either", "link to it")]


def test_a_wrong_number_is_one_mistake() -> None:
    """While a link leads to no chapter, it may be meant for the one that none leads to."""
    text = BOOK.format(header="", first="* Up -> 33", more="=== 3\n-> 2")
    assert [each.code for each in Project.of(text).check("quick").findings] == ["GB101"]


def test_a_line_that_is_never_reached_names_the_chapters_behind_it() -> None:
    text = BOOK.format(header="", first="-> 2\n-> 3", more="=== 3\n-> 4\n=== 4\n-> 2")
    for level in LEVELS:
        found = [each for each in Project.of(text).check(level).findings if each.code in ("GB202", "GB204")]
        assert [each.code for each in found] == ["GB202"]
        assert found[0].message.endswith("so chapter 3 is never reached; chapter 4 is never reached either")


def test_noqa_silences_it() -> None:
    text = BOOK.format(header="", first="", more="=== 3 // noqa: GB204\n-> 2")
    assert "GB204" not in {each.code for each in Project.of(text).check("quick").findings}
