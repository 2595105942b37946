"""How play ends up to a chapter, on books worked out by hand."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import gamebook
from gamebook.graph.until import cut_at


def book(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "book.gbk"
    path.write_text(inspect.cleandoc(text) + "\n", "utf-8")
    return path


MARKET = """
    book "To Market"
        ties last

    sheet
        number gold = 3 in 0..9
        item   rope, lantern

    === 1
    * The ford
        ~ roll 1d4
            1 -> defeat "Drowned"
            2-4 -> 2
    * The bridge
        ~ pay 2 gold
        -> 2
    * The ferry
        ~ pay 1 gold
        ~ gain rope
        -> 3

    === 2
    ~ gain lantern
    -> 4

    === 3
    ~ roll 1d2
        1
            ~ gold +2
            -> 4
        2 -> 4

    === 4
    ~ victory "Sold"
    """


def test_reaching_the_chapter_is_the_win_and_the_sheet_is_told(tmp_path: Path) -> None:
    solution = gamebook.solve(book(tmp_path, MARKET), until=["4"])
    assert solution.value == 1
    # Bridge and ferry are both sure; the last of the best is taken.
    assert [(each.chance, each.chapter, dict(each.sheet)) for each in solution.end_states] == [
        (0.5, "4", {"gold": 2, "rope": 1}),
        (0.5, "4", {"gold": 4, "rope": 1}),
    ]


def test_who_never_gets_there_has_lost(tmp_path: Path) -> None:
    text = MARKET.replace("gold = 3", "gold = 0")
    solution = gamebook.solve(book(tmp_path, text), until=["4"])
    assert solution.value == 0.75
    ends = [(each.chance, each.chapter, each.reached, each.ending) for each in solution.end_states]
    assert ends == [(0.75, "4", True, "reached 4"), (0.25, "1", False, "Drowned")]


def test_several_chapters_count_alike(tmp_path: Path) -> None:
    solution = gamebook.solve(book(tmp_path, MARKET), until=["3", "2"])
    assert solution.value == 1
    assert [(each.chapter, dict(each.sheet)) for each in solution.end_states] == [("3", {"gold": 2, "rope": 1})]


def test_the_books_own_victories_do_not_count(tmp_path: Path) -> None:
    solution = gamebook.solve(book(tmp_path, MARKET.replace("1 -> defeat", "1 -> victory")), until=["2"])
    assert solution.value == 1
    assert {each.ending for each in solution.end_states} == {"reached 2"}


def test_a_loop_on_the_way_is_worked_through(tmp_path: Path) -> None:
    text = """
        book "Stairs"

        sheet
            number steps = 1 in 0..3

        === 1
        ~ roll 1d2
            1
                ~ steps +1
            2
                ~ steps -1
        ~ if steps = 3
            -> 2
        ~ if steps = 0
            -> defeat
        -> 1

        === 2
        ~ victory
        """
    solution = gamebook.solve(book(tmp_path, text), until=["2"])
    chances = {each.chapter: each.chance for each in solution.end_states}
    assert chances == pytest.approx({"1": 2 / 3, "2": 1 / 3}, abs=1e-15)


def test_there_must_be_such_a_chapter(tmp_path: Path) -> None:
    model = gamebook.Project(book(tmp_path, MARKET)).book
    with pytest.raises(ValueError, match="no chapter is called 9"):
        cut_at(model, ["9"])


def test_chapters_beyond_are_left_out(tmp_path: Path) -> None:
    model = gamebook.Project(book(tmp_path, MARKET)).book
    assert [chapter.name for chapter in cut_at(model, ["2", "3"]).chapters] == ["1", "2", "3"]
    assert cut_at(model, []) is model


def test_what_cannot_differ_is_not_told(tmp_path: Path) -> None:
    text = MARKET.replace(
        "gold = 3 in 0..9", "gold = 3 in 0..9\n        number luck = 7 in 7..7\n        number age = 4 in 0..9"
    )
    solution = gamebook.solve(book(tmp_path, text), until=["3"])
    assert [dict(each.sheet) for each in solution.end_states if each.reached] == [{"gold": 2, "rope": 1}]
