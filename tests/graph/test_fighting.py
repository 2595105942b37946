from __future__ import annotations

import gamebook
from gamebook.analysis.decisions import decisions
from gamebook.graph.fighting import asked_in_fights, parts_of_foes
from gamebook.model.blocks import steps_in
from gamebook.model.step import Roll

BOOK = """book "Fight"
use fighting-fantasy

=== 1
~ fight "Wolf" SKILL 5 STAMINA 4
* On -> 2
* Home -> victory

=== 2
~ victory
"""


def test_luck_in_fights_and_the_choice_after() -> None:
    book = gamebook.Project.of(BOOK).edition().book
    found = asked_in_fights(book)
    told = decisions(book)
    (after,) = [each for each in told.values() if "On" in each.labels.values()]
    assert after.address not in found
    assert found
    assert all("Wolf" in told[address].against for address in found)
    assert {each.address for each in told.values() if each.in_fight} == found


TOGETHER = """book "Beasts"
sheet
    stat life = 20
when life <= 0 -> defeat
combat fight
    foe bite, life
    won when foe life <= 0
    round
        ~ roll 1d2 as mine
        ~ each foe
            ~ roll 1d3 as theirs
            ~ life -foe bite
        ~ any foe
            ~ roll 1d4 as picked
            ~ foe life -1
        ~ if foe life > 1
            ~ roll 1d5 as after
    others
        ~ roll 1d6 as other
=== 1
~ fight "Jackal" bite 1 life 9 and "Hyena" bite 5 life 9
    each round
        ~ roll 1d8 as first
        ~ each foe
            ~ roll 1d10 as early
-> victory
"""


def test_whom_the_rolls_of_a_round_are_about() -> None:
    """In a block for one foe it is that foe, whoever is attacked; what comes before the round is about nobody."""
    book = gamebook.Project.of(TOGETHER).edition().book
    parts = parts_of_foes(book)
    rolls = [step for block in book.blocks for step in steps_in(block) if isinstance(step, Roll)]
    about: dict[str, list[str]] = {}
    for roll in rolls:
        about.setdefault(roll.label, []).append(parts.get(roll.address, ""))
    each, one = ["Jackal", "Hyena"], ["Hyena", "Jackal"]
    assert about == {
        "1d8": [""],
        "1d10": each,
        "1d2": each,
        "1d3": each * 2,
        "1d4": each * 2,
        "1d5": each,
        "1d6": one,
    }
