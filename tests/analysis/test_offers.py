from __future__ import annotations

import gamebook
from gamebook.analysis.offers import offers
from gamebook.solver.solution import solve

BOOK = """
=== 1
* Left -> 2
* Right -> victory

=== 2
~ rival chooses
    * Mild -> victory
    * Hard -> defeat
"""


def test_readers_and_rivals() -> None:
    solved = solve(gamebook.Project.of(BOOK).edition().book)
    found = offers(solved)
    told = [(each.chapter, each.label, each.owner, each.in_fight) for each in found.rows]
    assert told == [
        ("1", "Left", "reader", False),
        ("1", "Right", "reader", False),
        ("2", "Mild", "rival", False),
        ("2", "Hard", "rival", False),
    ]
    numbers = found.of_action.tolist()
    assert sorted(number for number in numbers if number >= 0) == [0, 1, 2, 3]
    assert numbers.count(-1) == len(numbers) - 4  # where nobody decides
