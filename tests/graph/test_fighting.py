from __future__ import annotations

import gamebook
from gamebook.analysis.words import decisions
from gamebook.graph.fighting import asked_in_fights

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
