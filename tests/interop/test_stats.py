"""What stats are called is known from the shipped rule systems, and from nowhere else."""

from __future__ import annotations

import pytest

from gamebook.interop.readers.stats import named, of_two_words, printed, stat, system_for


def test_print_has_its_own_words() -> None:
    assert printed()["GEWANDTHEIT"] == "SKILL"
    assert "ENDURANCE" not in printed()  # in French it is STAMINA, but Lone Wolf has a stat of that name
    assert of_two_words() == ("COMBAT-SKILL",)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["Skill", "Stamina"], ["SKILL", "STAMINA"]),
        (["COMBAT SKILL", "Endurance"], ["COMBAT-SKILL", "ENDURANCE"]),
        (["HABILETÉ", "ENDURANCE"], ["SKILL", "STAMINA"]),
        (["Gewandtheit", "Stärke"], ["SKILL", "STAMINA"]),
        (["SKILL", "ENDURANCE"], ["SKILL", "ENDURANCE"]),  # no system and no language has both
        (["MIGHT", "Glück", "Old Magic"], ["MIGHT", "Glück", "Old-Magic"]),  # a system that nobody here knows
        (["Gewandtheit", "Lebenskraft"], ["Gewandtheit", "Lebenskraft"]),
    ],
)
def test_the_numbers_of_a_foe_are_named_together(words: list[str], names: list[str]) -> None:
    assert named(words) == names


def test_a_stat_in_any_letters() -> None:
    assert [stat(each) for each in ("Luck", "combat skill", "Gold", "Chance")] == [
        "LUCK", "COMBAT-SKILL", "Gold", "Chance"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "system"),
    [
        (['~ fight "Orc" SKILL 5 STAMINA 6'], "fighting-fantasy"),
        (["~ test luck", "~ gold +1"], "fighting-fantasy"),
        (['~ fight "Orc" COMBAT-SKILL 12 ENDURANCE 20'], "lone-wolf"),
        (["~ gold +1"], None),
        (['~ fight "Orc" SKILL 5 LIFE 6', "~ gold +1"], None),  # which declares no LIFE
        (["~ STAMINA -1", "~ ENDURANCE -1"], None),  # no system has both
    ],
)
def test_a_system_has_all_that_is_used(lines: list[str], system: str | None) -> None:
    assert system_for(lines) == system
