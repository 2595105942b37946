"""What surely belongs to no round that costs nothing."""

from __future__ import annotations

import pytest

from gamebook.analysis.reach import Reach
from gamebook.analysis.repeats import Repeats, loops
from gamebook.program.code import Decide
from gamebook.project import Project
from gamebook.solver.solving import solve

TOWN = """sheet
    stat   STAMINA = 2d6 + 6
    number gold = 9 in 0..30
    item   lamp
    codeword WOOD

when STAMINA <= 0 -> defeat

=== 1
* To the inn -> 2
* To the market -> 3
* To the forest [if not WOOD] -> 4
* To the king
    ~ pay 12 gold
    -> victory

=== 2
* Sleep
    ~ pay 2 gold
    ~ STAMINA +3
    -> 2
* Back -> 1

=== 3
* Buy [if not lamp]
    ~ pay 3 gold
    ~ gain lamp
    -> 3
* Sell [if lamp]
    ~ lose lamp
    ~ gold +3
    -> 3
* Back -> 1

=== 4
~ note WOOD
~ STAMINA -2
~ gold +5
~ roll 1d6
    1 -> defeat
    2..6 -> 1
"""
WANTED = {"STAMINA", "gold"}


def _left(text: str) -> int:
    """From how many states a round may begin that costs nothing."""
    reach = Reach(solve(Project.of(text).edition().book))
    program = reach.solved.space.program
    menus = [number for number, node in enumerate(program.nodes) if isinstance(node, Decide)]
    assert any(not loop.points.isdisjoint(menus) for loop in loops(program, WANTED))
    repeats = Repeats(reach, WANTED, menus)
    return sum(len(repeats.starts(node)) for node in menus)


@pytest.mark.parametrize(
    ("text", "some"),
    [
        (TOWN, False),
        (TOWN.replace("gold +3", "gold +2"), False),
        (TOWN.replace("gold +3", "gold +4"), True),
        (TOWN.replace("    ~ pay 2 gold\n", ""), True),
        (TOWN.replace("    ~ pay 2 gold\n", "    ~ STAMINA -3\n"), False),
        (TOWN.replace("* Sell [if lamp]", "* Sell [if lamp and gold < 5]").replace("gold +3", "gold +4"), True),
        (
            TOWN.replace("* Sell [if lamp]", "* Sell [if lamp and gold < 5]")
            .replace("gold +3", "gold +4")
            .replace("    ~ STAMINA +3\n", ""),
            False,
        ),
    ],
    ids=["no profit", "a loss", "a profit", "free sleep", "no gain", "pays for the sleep", "never rich"],
)
def test_what_may_belong_to_a_round(text: str, some: bool) -> None:
    assert bool(_left(text)) is some
