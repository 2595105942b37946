from __future__ import annotations

from inspect import cleandoc
from pathlib import Path

from msgspec.structs import replace

from gamebook.reading import read_text
from gamebook.report.words import by, player, sheet, stats, sure, titled
from gamebook.strategy.policy import BUILT_IN, policy


def test_whose_play_it_is() -> None:
    assert player(None) == "best play"
    assert player(policy(BUILT_IN[1])) == "the random reader"
    assert player(replace(policy(BUILT_IN[1]), best_fights=True)) == "the random reader, fights at best"


def test_a_book_by_title_and_author() -> None:
    assert (titled("Moat"), titled("")) == ("Moat", "A book without a title")
    assert (by("Ann"), by("")) == (", by Ann", "")


def test_values_in_a_line() -> None:
    assert stats({"SKILL": 9, "LUCK": 8}) == "SKILL 9, LUCK 8"


def test_how_sure_an_interval_is() -> None:
    assert [sure(each) for each in (0.99, 0.999, 0.5)] == ["99%", "99.9%", "50%"]


def test_a_sheet_in_words() -> None:
    """A thing is named, a value of a one-of goes by its name; the number that stands for it is nobody's business."""
    text = """
        sheet
            stat   SKILL = 9
            item   rope, lantern
            item   meal x 3
            one-of weapon: none, sword

        === 1
        -> victory
    """
    found = read_text(Path("sheet.gbk"), cleandoc(text)).resolved.book
    assert found is not None
    assert sheet(found, {"SKILL": 9, "rope": 1, "lantern": 0, "meal": 2, "weapon": 1}) == (
        "SKILL 9, rope, no lantern, meal 2, weapon sword"
    )
    assert sheet(found, {}) == "nothing"
