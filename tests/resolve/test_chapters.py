"""Chapters as a whole: ways through them that run out."""

from __future__ import annotations

from gamebook.codes import chapter_map, names
from tests.resolve.reading import findings

TEXT = """
    === 1
    * Go -> 2
    * Stay
        ~ if {asked} > 1
            -> 2

    === 2
    You wait.
"""


def test_a_dead_end_is_not_told_where_an_error_may_be_its_cause() -> None:
    """In chapter 1 a condition cannot be read; in chapter 2 all is well but that nothing says where to turn."""
    told = [(code, at) for code, at, _ in findings(TEXT.format(asked="golf"))]
    assert told == [(names.UNKNOWN_NAME, "golf"), (chapter_map.DEAD_END, "2")]


def test_a_dead_end_is_told_where_all_can_be_read() -> None:
    """Who stays with one piece of gold or none comes to no turn in chapter 1 either."""
    told = [code for code, _, _ in findings("    sheet\n        number gold = 5 in 0..9\n" + TEXT.format(asked="gold"))]
    assert told.count(chapter_map.DEAD_END) == 2


def test_a_chapter_that_is_not_written_yet() -> None:
    """The hint names both cures; with the word in the header, nothing is missing any more."""
    text = 'book "T"\n    {}\n=== 1\n* Go -> village\n* Stay\n    ~ victory'
    ((_, _, hint),) = findings(text.format('author "A"'))
    assert hint == "write the chapter: === village, or draft in the header until then"
    assert names.UNKNOWN_CHAPTER not in [code for code, _, _ in findings(text.format("draft"))]
    ((code, _, hint),) = findings('book "T"\n    start 1\n=== hut\n~ victory')
    assert (code, hint) == (names.UNKNOWN_CHAPTER, "write the chapter: === 1, or draft in the header until then")
