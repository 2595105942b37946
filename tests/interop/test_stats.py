"""What stats are called is known from the shipped rule systems, and from nowhere else."""

from __future__ import annotations

import pytest

from gamebook.interop.readers.stats import of_two_words, printed, system_for


def test_print_has_its_own_words() -> None:
    assert printed()["GEWANDTHEIT"] == "SKILL"
    assert "ENDURANCE" not in printed()  # in French it is STAMINA, but Lone Wolf has a stat of that name
    assert of_two_words() == ("COMBAT-SKILL",)


@pytest.mark.parametrize(
    ("lines", "system"),
    [
        (['~ fight "Orc" SKILL 5 STAMINA 6'], "fighting-fantasy"),
        (["~ test luck", "~ gold +1"], "fighting-fantasy"),
        (['~ fight "Orc" COMBAT-SKILL 12 ENDURANCE 20'], "lone-wolf"),
        (["~ gold +1"], None),
        (["~ STAMINA -1", "~ ENDURANCE -1"], None),  # no system has both
    ],
)
def test_a_system_has_all_that_is_used(lines: list[str], system: str | None) -> None:
    assert system_for(lines) == system
