from __future__ import annotations

from gamebook.report.words import by, player, stats, titled
from gamebook.strategy.policy import BUILT_IN, policy


def test_whose_play_it_is() -> None:
    assert player(None) == "best play"
    assert player(policy(BUILT_IN[1])) == "the strategy uniform"


def test_a_book_by_title_and_author() -> None:
    assert (titled("Moat"), titled("")) == ("Moat", "A book without a title")
    assert (by("Ann"), by("")) == (", by Ann", "")


def test_values_in_a_line() -> None:
    assert stats({"SKILL": 9, "LUCK": 8}) == "SKILL 9, LUCK 8"
