"""Rows of fights that are never played; more of it stands in `tests/cases`."""

from __future__ import annotations

import pytest

from tests.support.check import check_text

COIN = """sheet
    number life = 2 in 0..2
    item charm

when life <= 0 -> defeat "Dead"
{trigger}
combat fight
    foe life
    won when foe life <= 0
    round
        ~ roll 1d2
            1
                ~ foe life -1
            2
                ~ life -1

=== 1
* Take it
    ~ gain charm
* Leave it

~ fight "Rat" life 2
    each round
        ~ if life = 9
            -> defeat "Tired"
    lost -> 2
-> 3

=== 2
~ ending "In the cell"

=== 3
~ victory
"""
SAVED = "        ~ lose charm\n        ~ set life = 2\n"


@pytest.mark.parametrize(
    ("trigger", "told"),
    [
        (f"first when life <= 0\n    ~ if charm\n{SAVED}    ~ else\n        ~ defeat", ["GB314"]),
        (f"when life <= 0\n    ~ if charm\n{SAVED}    ~ else\n        ~ defeat", []),  # the row comes first
        (f"when life <= 1\n    ~ if charm\n{SAVED}    ~ else\n        ~ defeat", ["GB314"]),
        ("when life <= 0\n    ~ if charm\n        ~ defeat", []),  # the row is for those without it
        (f"when life <= 0\n    ~ if charm\n{SAVED}", []),
        (f"when life <= 0 and charm\n{SAVED.replace('        ', '    ')}when life <= 0 and not charm -> defeat", []),
    ],
)
def test_a_row_for_the_lost_behind_a_defeat_of_a_trigger(trigger: str, told: list[str]) -> None:
    found = check_text(COIN.format(trigger=trigger)).findings
    assert [each.code for each in found if each.code in ("GB314", "GB204")] == told
