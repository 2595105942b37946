from __future__ import annotations

import numpy as np

import gamebook
from gamebook.analysis.offers import offers
from gamebook.solver.solving import solve

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
    numbers = found.of(solved.space.action_state, np.arange(len(solved.space.states.option))).tolist()
    assert sorted(number for number in numbers if number >= 0) == [0, 1, 2, 3]
    assert numbers.count(-1) == len(numbers) - 4  # where nobody decides


SAME = """
sheet
    number gold = 0 in 0..9

=== 1
~ choose "first"
    * Wait
        ~ gold +1
    * Go
~ choose "second"
    * Wait
    * Run
        ~ gold +1
-> victory
"""


def test_the_same_words_at_two_decisions_of_a_chapter() -> None:
    """Only where the words do not tell which it is, the decision is named."""
    found = offers(solve(gamebook.Project.of(SAME).edition().book, reduce=False))
    told = [(each.label, each.name) for each in found.rows]
    assert sorted(told) == [("Go", ""), ("Run", ""), ("Wait", "first"), ("Wait", "second")]
