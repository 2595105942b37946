"""How numbers and stats change."""

from __future__ import annotations

from gamebook.resolve.changed import changed
from gamebook.resolve.names import collect
from gamebook.source import Source
from gamebook.syntax.parse import parse

PAGE = """book "Test"
    carry lantern, gold

sheet
    stat   SKILL = 1d6 in 0..9
    stat   LUCK = 1d6 in 0..9
    number gold = 1
    number silver = 2
    number debt = 0
    number days = 0
    number left = 0
    number right = 0

while gold = 3: LUCK +1

=== 1
~ set silver = 4
~ if gold = 2
    ~ set silver = 7
~ initial SKILL -1
~ debt +1
~ pay 1 gold
~ swap left right
-> victory
"""


def test_each_way_to_change() -> None:
    found = changed(collect([parse(Source("test.gbk", PAGE)).page])[0])
    assert found.set_to("silver") == {4, 7}
    assert found.set_to("days") == set()
    assert found.freely == {"SKILL", "debt", "gold", "left", "right"}  # LUCK only as long as there is gold
    assert all(found.set_to(name) is None for name in found.freely)
    assert found.carried == {"lantern", "gold"}
