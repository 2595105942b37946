"""Drafts: what is named and not written, or only begun, is an ending of its own."""

from __future__ import annotations

from gamebook.project import Project
from tests.resolve.reading import book, codes, core, findings, meaning

HEAD = """
    book "Test"
        draft
    sheet
        number key = 1 in 0..3
"""


def test_a_chapter_on_no_page_ends_the_book() -> None:
    found = book(f"{HEAD}\n    === 1\n    * On -> 17\n    * Down -> cellar\n    * Home -> victory\n")
    assert [(each.name, each.written) for each in found.chapters] == [("1", "yes"), ("17", "no"), ("cellar", "no")]
    assert {each.name: each.kind for each in found.endings} == {
        "victory": "victory",
        "not written yet": "not written yet",
    }
    assert found.unfinished
    assert found.unwritten == ("17", "cellar")


def test_a_chapter_without_a_rule_is_only_begun() -> None:
    found = book(f"{HEAD}\n    === 1\n    -> 2\n\n    === 2 A hall\n    It is dark.\n\n    === 3\n")
    assert [(each.name, each.written) for each in found.chapters] == [("1", "yes"), ("2", "begun"), ("3", "begun")]
    assert core(f"{HEAD}\n    === 1\n") == ["end not written yet"]


def test_without_the_line_it_is_an_error() -> None:
    text = f"{HEAD}\n    === 1\n    * On -> 17\n    * Off -> 2\n\n    === 2\n    Dark.\n".replace("draft", "start 1")
    assert codes(text) == ["GB101", "GB201"]
    assert findings(text)[0][1:] == ("17", "the nearest is 2; or write the chapter: === 17")


def test_one_finding_names_all_of_them_at_the_first_place() -> None:
    text = f"{HEAD}\n    === 1\n    * On -> 20\n    * Down -> mill\n    * Up -> 6b\n    * In -> 20\n"
    assert findings(text) == [("GB133", "20", "")]
    assert meaning(text).findings[0].message == "3 chapters are not written yet: 6b, 20, mill"
    assert meaning(f"{HEAD}\n    === 1\n    -> 2\n").findings[0].message == "chapter 2 is not written yet"


def test_a_name_like_another_is_probably_a_slip() -> None:
    text = f"{HEAD}\n    === 1\n    * A -> smihty\n    * B -> smithy\n    * C -> Victory\n    === smithy\n    -> 1\n"
    assert [each[:2] for each in findings(text)] == [("GB134", "smihty"), ("GB134", "Victory"), ("GB133", "smihty")]
    hints = [each[2] for each in findings(text)]
    assert hints == ["did you mean smithy?", "write: -> victory", ""]


def test_whatever_names_a_chapter_may_name_one_that_is_missing() -> None:
    """`start`, `visited` and triggers; a number that dice give."""
    text = f"{HEAD}\n    when key = 3 -> 9\n    === 1\n    * Ask [if visited 5] -> victory\n    -> (30 + 1d2)\n"
    assert meaning(text).findings[0].message == "4 chapters are not written yet: 5, 9, 31, 32"
    assert book(text.replace("draft", "draft\n        start 7")).start == "7"


def test_a_number_that_no_chapter_has_leads_to_nothing_written() -> None:
    text = f"{HEAD}\n    === 1\n    ~ key +1\n    -> (10 + key)\n\n    === 12\n    -> victory\n"
    assert core(text)[-1] == "end not written yet"
    assert not codes(text)
    assert not book(text).unwritten


def test_a_way_back_from_where_nobody_comes_yet() -> None:
    text = f"{HEAD}\n    === 1\n    -> victory\n\n    === 2\n    -> back\n"
    assert not codes(text)
    assert codes(text.replace("draft", "start 1"))


def test_things_may_be_of_use_in_chapters_that_are_missing() -> None:
    text = 'book "Test"\n    draft\nsheet\n    item lamp, rope\n=== 1\n~ gain lamp\n-> 2\n'
    assert codes(text) == ["GB133"]
    assert codes(f"{text}=== 2\n-> victory\n") == ["GB115", "GB114"]
    assert not codes(f"{text}=== 2\n-> (2 + lamp)\n")
    assert not codes(f"{text}=== 2\n-> back\n".replace("-> 2", "-> victory"))


def test_after_an_edit_nothing_is_forgotten() -> None:
    """A chapter that names one that is missing is read anew, whatever was edited."""
    text = 'book "Test"\n    draft\n=== 1\n* On -> 2\n* Off -> 3\n=== 2\n-> victory\n'
    project = Project.of(text)
    assert project.book.unwritten == ("3",)
    project.edit("book.gbk", text.replace("-> victory", "-> 4"))
    assert project.book.unwritten == ("3", "4")
    project.edit("book.gbk", f"{text}=== 3\n-> 1\n")
    assert not project.book.unfinished


def test_a_rule_system_is_no_draft() -> None:
    files = {"house.gbk": "system house\n    draft\n"}
    project = Project.of('book "Test"\n    use house\n=== 1\n-> 2\n', files)
    assert [each.code for each in project.mistakes.findings] == ["GB101"]
