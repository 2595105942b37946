"""A part of a program, against what its nodes say."""

from __future__ import annotations

from gamebook.program.code import Decide, Do, Stop, reached
from gamebook.program.lower import lower
from gamebook.program.part import part
from gamebook.project import Project

TEXT = """sheet
    number gold = 1 in 0..5
    number moons = 0 in 0..3

=== 1
~ moons +1
-> 2

=== 2
~ if gold > 3
    -> 3
~ gold +1
-> 4

=== 3
~ victory

=== 4
~ if moons > 2
    -> 3
-> 2
"""


def test_a_part_begins_with_the_values_that_the_reader_picks() -> None:
    program = lower(Project.of(TEXT).book)
    at = program.chapters
    alone = part(program, [at["2"]], {at["3"]: 0, at["4"]: 1}, ("three", "four"))
    asked = {program.cells[variable].name: variable for variable in alone.asked}
    assert asked.keys() == {"gold"}  # moons matter only in chapter 4
    assert sorted(node.ending for node in alone.program.nodes if isinstance(node, Stop)) == [0, 1]
    whole = alone.beginning({asked["gold"]: [1, 4, 5]})
    first = whole.nodes[whole.entry]
    assert isinstance(first, Decide)
    sets = [whole.nodes[option.next] for option in first.options]
    assert [node.sets[0][1].value for node in sets if isinstance(node, Do)] == [1, 4, 5]  # type: ignore[union-attr]
    assert alone.begins[at["2"]] in reached(whole, whole.entry)
    assert len(whole.places) == len(whole.nodes)
