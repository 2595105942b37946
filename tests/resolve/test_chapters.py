"""Chapters as a whole: ways through them that run out, and where readers come from."""

from __future__ import annotations

import pytest

from gamebook.codes import chapter_map, names
from gamebook.model.arithmetic import TRUE
from gamebook.model.step import Trigger, Turn
from gamebook.project import Project
from gamebook.resolve.chapters import sources
from gamebook.resolve.resolve import resolve
from tests.resolve.reading import findings, meaning
from tests.support.growth import calls

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
    """The hint names both ways to correct it; with the word in the header, nothing is missing any more."""
    text = 'book "T"\n    {}\n=== 1\n* Go -> village\n* Stay\n    ~ victory'
    ((_, _, hint),) = findings(text.format('author "A"'))
    assert hint == "write the chapter: === village, or draft in the header until then"
    assert names.UNKNOWN_CHAPTER not in [code for code, _, _ in findings(text.format("draft"))]
    ((code, _, hint),) = findings('book "T"\n    start 1\n=== hut\n~ victory')
    assert (code, hint) == (names.UNKNOWN_CHAPTER, "write the chapter: === 1, or draft in the header until then")


def test_a_title_speaks_of_a_name_that_no_chapter_has() -> None:
    """Other links lead to that chapter, so the name may be of another one, too."""
    text = 'book "T"\n=== 1\n* In -> 10\n* To the fence -> fence\n=== 10 The fence\n~ victory'
    ((code, _, hint),) = findings(text)
    told = "did you mean 10 (The fence)? If not, write the chapter: === fence, or draft in the header until then"
    assert (code, hint) == (names.UNKNOWN_CHAPTER, told)


def _turn(chapter: str) -> Turn:
    return Turn(chapter=chapter, address="")


def test_where_a_reader_can_have_come_from() -> None:
    """2, 4 and 5 have a `-> back`. 3, 1 and 2 itself turn to 2, and whoever goes back from 5 comes to it, too.

    Only 2 turns to 5. The trigger leads to 4 from anywhere, and whoever goes back from 4 may come to 2 or 5 again.
    """
    bodies = {"3": (_turn("2"),), "1": (_turn("2"), _turn("3")), "2": (_turn("2"), _turn("5")), "5": (), "4": ()}
    trigger = Trigger(id="after the gong", condition=TRUE, mentions=(), body=(_turn("4"),))
    found = sources(bodies, [trigger], {"2", "5", "4"})
    assert found == {"2": ("3", "1", "5", "4"), "5": ("2", "4"), "4": ("3", "1", "2", "5", "4")}
    assert sources(bodies, [], {"4"}) == {"4": ()}


def test_errors_of_another_chapter_hide_no_dead_end() -> None:
    """An error in 1 and one in 3; 2 between them runs out."""
    text = "=== 1\n-> 8\n\n=== 2\nYou wait.\n\n=== 3\n-> 9\n"
    assert {(code, at) for code, at, _ in findings(text)} == {
        (names.UNKNOWN_CHAPTER, "8"),
        (chapter_map.DEAD_END, "2"),
        (names.UNKNOWN_CHAPTER, "9"),
    }


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("Talk … 3", "write -> 3 at its end, in place of “… 3”"),
        ("Talk - 3", "write -> 3 at its end, in place of “- 3”"),
        ("Talk (3)", "write -> 3 at its end, in place of “(3)”"),
        ("Talk #3", "write -> 3 at its end, in place of “#3”"),
        ("[Talk](3)", "write “Talk -> 3”, in place of “[Talk](3)”"),
        ("Talk … 4", 'add a turn at its end (-> 12), or an ending under it (~ defeat "…")'),
        ("Wait for 3", 'add a turn at its end (-> 12), or an ending under it (~ defeat "…")'),
    ],
)
def test_a_choice_without_an_arrow_is_shown_with_its_own_number(words: str, hint: str) -> None:
    (found,) = meaning(f"=== 1\n* {words}\n* Run -> 3\n\n=== 3\n-> victory\n").findings
    assert (found.code, found.hint) == (chapter_map.DEAD_END, hint)


def _dead_ends(chapters: int) -> str:
    """Every second chapter runs out, and the others have an error."""
    pages = (f"=== {name}\n" + ("Text." if name % 2 else f"~ gold +1\n-> {name + 1}") for name in range(2, chapters))
    return "\n".join(["=== 1\n* On -> 2\n* On -> 3", *pages, f"=== {chapters}\n~ victory"])


@pytest.mark.slow
def test_the_work_grows_with_the_length_of_a_half_written_book_and_no_faster() -> None:
    def work(chapters: int) -> int:
        loaded = Project.of(_dead_ends(chapters)).loaded
        return calls(lambda: resolve(loaded.pages))

    work(10)
    assert work(800) < 2.3 * work(400)
