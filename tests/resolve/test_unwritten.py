"""Drafts: what is named and not written, or only begun, is an ending of its own."""

from __future__ import annotations

from inspect import cleandoc

from msgspec import structs

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


def test_a_chapter_that_is_missing_is_entered_like_an_empty_one() -> None:
    """`each chapter`, visits and the way back: the book with `=== 17` and nothing below it is the same book."""
    each = "\n    each chapter\n        ~ if key = 3\n            -> back\n        ~ key +1\n"
    text = f"{HEAD}\n    when visited 17 -> 1{each}\n    === 1\n    * On -> 17\n    * Home -> 18\n"
    missing, empty = book(text), book(f"{text}\n    === 17\n    === 18\n")
    assert missing.chapters == tuple(
        each if each.name == "1" else structs.replace(each, written="no", part="") for each in empty.chapters
    )
    assert (missing.variables, missing.watches) == (empty.variables, empty.watches)


def test_a_way_on_which_nothing_follows_is_not_written_yet() -> None:
    """A change, a row, a branch and a choice without a turn."""
    for rules in ("~ key +1", "~ roll 1d6\n    1-3 -> 1\n    4-6", "~ if key\n    -> 1", "* A -> 1\n* B"):
        text = f"{cleandoc(HEAD)}\n=== 1\nA hall.\n{rules}\n"
        assert [each.code for each in meaning(text).findings] == ["GB133"]
        assert meaning(text).findings[0].message == "chapter 1 is not written to its end yet"
        assert book(text).chapters[0].written == "begun"
        assert "GB201" in codes(text.replace("draft", "start 1"))
    both = f"{HEAD}\n    === 1\n    * On -> 17\n    * Off -> 2\n    === 2\n    ~ key +1\n"
    assert findings(both) == [("GB133", "17", "")]
    assert meaning(both).findings[0].message == "2 chapters are not written yet: 2 (begun), 17"


def test_a_turn_in_words_is_still_found_in_a_draft() -> None:
    text = f"{HEAD}\n    === 1\n    -> 7\n\n    === 7\n    ~ key +1\n    If you are brave, turn to 1.\n"
    assert codes(text) == ["GB051"]


def test_a_block_for_all_chapters_is_not_where_one_of_them_stops() -> None:
    text = f"{HEAD}\n    each chapter\n        ~ key +1\n    === 1\n    -> 2\n    === 2\n"
    assert findings(text) == [("GB133", "2", "")]


def test_a_chapter_without_a_rule_is_only_begun() -> None:
    found = book(f"{HEAD}\n    === 1\n    -> 2\n\n    === 2 A hall\n    It is dark.\n\n    === 3\n")
    assert [(each.name, each.written) for each in found.chapters] == [("1", "yes"), ("2", "begun"), ("3", "begun")]
    assert core(f"{HEAD}\n    === 1\n") == ["end not written yet"]


def test_without_the_line_it_is_an_error() -> None:
    text = f"{HEAD}\n    === 1\n    * On -> 17\n    * Off -> 2\n\n    === 2\n    {{key}}.\n".replace("draft", "start 1")
    assert codes(text) == ["GB101", "GB201"]
    later = "or write the chapter: === 17, or draft in the header until then"
    assert findings(text)[0][1:] == ("17", f"the nearest is 2; {later}")


def test_one_finding_names_all_of_them_at_the_first_place() -> None:
    text = f"{HEAD}\n    === 1\n    * On -> 20\n    * Down -> mill\n    * Up -> 6b\n    * In -> 20\n"
    assert findings(text) == [("GB133", "20", "")]
    assert meaning(text).findings[0].message == "3 chapters are not written yet: 6b, 20, mill"
    assert meaning(f"{HEAD}\n    === 1\n    -> 2\n").findings[0].message == "chapter 2 is not written yet"


def test_numbers_that_readers_work_out_may_be_missing() -> None:
    """Key is set to 1 and 3: 102 and its like cannot be meant. Whether anybody has 1 at the door is not known here."""
    text = f"{HEAD}\n    === 1\n    ~ set key = 3\n    * Door -> (100 + key)\n    * Gate -> (30 - key)\n"
    doors = "(100 + key) may lead to 101, 103"
    gates = "(30 - key) may lead to 27, 29"
    assert findings(text) == [("GB133", "(100 + key)", "")]
    assert meaning(text).findings[0].message == f"chapters may not be written yet: {doors}; {gates}"
    assert not book(text).unwritten
    more = f"{text}    * Out -> 9\n    === 101\n    -> victory\n"
    known = meaning(more).findings[0].message
    assert known == f"chapter 9 is not written yet; perhaps more: {doors.replace('101, ', '')}; {gates}"
    whole = f"{text}    === 101\n    === 103\n    === 27\n    === 29\n"
    assert "may" not in meaning(whole).findings[0].message


def test_only_some_of_many_numbers_are_told() -> None:
    text = f"{HEAD}\n    === 1\n    -> (2d6)\n"
    assert meaning(text).findings[0].message == "chapters may not be written yet: (2d6) may lead to 2, 3, 4, 5, 6 …"


def test_a_name_like_another_is_probably_a_slip() -> None:
    text = f"{HEAD}\n    === 1\n    * A -> smihty\n    * B -> smithy\n    * C -> Victory\n    === smithy\n    -> 1\n"
    assert [each[:2] for each in findings(text)] == [("GB134", "smihty"), ("GB134", "Victory"), ("GB133", "smihty")]
    hints = [each[2] for each in findings(text)]
    assert hints == ["did you mean smithy?", "write: -> victory", ""]


def test_whatever_names_a_chapter_may_name_one_that_is_missing() -> None:
    """`start`, `visited` and triggers."""
    text = f"{HEAD}\n    when key = 3 -> 9\n    === 1\n    * Ask [if visited 5] -> victory\n    -> victory\n"
    assert meaning(text).findings[0].message == "2 chapters are not written yet: 5, 9"
    assert book(text.replace("draft", "draft\n        start 7")).start == "7"


def test_a_number_that_no_chapter_has_leads_to_nothing_written() -> None:
    text = f"{HEAD}\n    === 1\n    ~ key +1\n    -> (10 + key)\n\n    === 12\n    -> victory\n"
    assert core(text)[-1] == "end not written yet"
    assert codes(text) == ["GB133"]
    assert not book(text).unwritten


def test_a_way_back_from_where_nobody_comes_yet() -> None:
    text = f"{HEAD}\n    === 1\n    -> victory\n\n    === 2\n    -> back\n"
    assert not codes(text)
    assert codes(text.replace("draft", "start 1"))


def test_things_may_be_of_use_in_chapters_that_are_missing() -> None:
    text = 'book "Test"\n    draft\nsheet\n    item lamp, rope\n=== 1\n~ gain lamp\n-> 2\n'
    assert codes(text) == ["GB133"]
    assert codes(f"{text}=== 2\n-> victory\n") == ["GB115", "GB114"]
    assert codes(f"{text}=== 2\n-> (2 + lamp)\n") == ["GB133"]
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


def test_a_strategy_may_name_what_is_not_written_yet() -> None:
    """Nothing names the mill; 17 is missing, 2 only begun; and at 1 there may be more options one day."""
    rules = "at mill: Grind\n        at 17: Jump\n        at 2: Jump\n        at 1: Dig"
    text = f"{HEAD}\n    strategy bold\n        {rules}\n    === 1\n    * On -> 17\n    * Off -> 2\n    === 2\n"
    found = [each for each in meaning(text).findings if each.code != "GB133"]
    assert [(each.code, each.severity.value, each.message) for each in found] == [
        ("GB135", "warning", "there is no decision mill yet"),
        ("GB135", "warning", "there is no option Dig at 1 yet"),
    ]


def test_a_rule_system_is_no_draft() -> None:
    files = {"house.gbk": "system house\n    draft\n"}
    project = Project.of('book "Test"\n    use house\n=== 1\n-> 2\n', files)
    assert [each.code for each in project.mistakes.findings] == ["GB101"]
