"""Triggers of the header: what a condition mentions."""

from __future__ import annotations

from gamebook.project import Project
from gamebook.solver.solving import solve


def test_a_condition_mentions_what_makes_no_difference_now() -> None:
    """With hard = 1, gold makes no difference. The trigger is looked at wherever gold changes, as with hard = 0."""
    text = """\
book "Test"
param hard = 1
sheet
    number gold = 0 in 0..9
    number tin = 0 in 0..9
let rich = gold > 3
when hard or gold > 3 -> defeat
when hard or rich -> defeat
when tin > 3 -> defeat
=== 1
~ gold +1
~ tin +1
~ victory
"""
    assert [each.mentions for each in Project.of(text).book.watches] == [("gold",), ("gold",), ("tin",)]


def test_a_value_of_a_one_of_is_mentioned() -> None:
    """`sword` alone asks for the weapon, also where another part of the condition always holds."""
    text = """\
book "Test"
sheet
    one-of weapon: none, sword
when 1 or sword -> victory
=== 1
~ gain sword
-> defeat
"""
    book = Project.of(text).book
    assert [each.mentions for each in book.watches] == [("weapon",)]
    assert solve(book).best.low == 1.0
