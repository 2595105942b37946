from __future__ import annotations

import pytest

from gamebook.analysis.failures import Cause
from gamebook.report.failures import what, with_chapters


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (Cause("1", "fight", "", "Orc, Troll"), "the fight with Orc, Troll"),
        (Cause("1", "fight", ""), "a fight"),
        (Cause("1", "test", "", "luck"), "test luck"),
        (Cause("1", "roll", "", "1d6"), "roll 1d6"),
        (Cause("1", "roll", "", written="STAMINA -2d6", option="Climb"), "“Climb”: STAMINA -2d6"),
        (Cause("1", "roll", "", "1d6", option="Climb", when="gold = 0"), "“Climb”: roll 1d6, when gold = 0"),
        (Cause("1", "choice", "", "Jump"), "“Jump”"),
        (Cause("1", "choice", ""), "a choice"),
        (Cause("1", "rival", "", "Shoot"), "the rival: “Shoot”"),
        (Cause("1", "rival", ""), "the rival"),
        (Cause("1", "start", ""), "nobody can win from the start"),
        (Cause("", "endless", ""), "play repeats for ever"),
        (Cause("1", "chance", ""), "chance"),
    ],
)
def test_a_cause_in_words(cause: Cause, words: str) -> None:
    assert what(cause) == words


def test_causes_with_the_same_words_in_one_chapter_are_told_apart() -> None:
    second, other, first, alone = (
        Cause(chapter, "fight", address, name)
        for chapter, address, name in (
            ("1", "1#21", "Wolf"),
            ("2", "2#1", "Wolf"),
            ("1", "1#3", "Wolf"),
            ("1", "1#40", "Cat"),
        )
    )
    assert with_chapters([second, other, first, alone]) == [
        "1 the fight with Wolf, 2 of 2",
        "2 the fight with Wolf",
        "1 the fight with Wolf, 1 of 2",
        "1 the fight with Cat",
    ]
