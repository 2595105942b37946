"""What the rules page says of sums that readers cannot work out by themselves (language.md, values)."""

import pytest

from tests.support.published import Published, shown

WEAPON = "Where “weapon” is used as a number, it is: none = 0, sword = 1, axe = 2."
BY_0 = "A number divided by 0 gives 0, and so does the remainder."
REST = "The remainder of a number below 0 is counted from the next multiple below it: −7 divided by 2 leaves 1."


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("~ score +weapon", [WEAPON]),
        ("~ score +hits(weapon, 1)", [WEAPON]),
        ("~ if weapon > 1\n    ~ score +1", [WEAPON]),
        ("~ set other = weapon", []),
        ("~ if weapon = axe or weapon = other\n    ~ score +1", []),
        ("~ score +gold / 2", []),
        ("~ score +10 / gold", [BY_0]),
        ("~ score +10 / (gold + 1)", []),
        ("~ score +10 / 2d6", []),
        ("~ score +gold mod 2", []),
        ("~ score +debt mod 2", [REST]),
        ("~ score +(gold - 3) mod debt", [BY_0, REST]),
    ],
)
def test_what_cannot_be_worked_out_is_explained_where_it_is_asked(
    published: Published, step: str, told: list[str]
) -> None:
    text = f"""book "B"
    aim score
sheet
    number gold = 5 in 0..9
    number debt = 0 in -9..9
    one-of weapon: none, sword, axe
    one-of other: none, sword, axe
table hits columns 0..2 rows 1..1
    0 1 5
=== 1
{step}
~ set weapon = axe
-> victory
"""
    found = [line for _, line in shown(published(text).rules.blocks)]
    assert [line for line in found if line in {WEAPON, BY_0, REST}] == told
