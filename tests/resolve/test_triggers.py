"""Triggers of the header: what a condition mentions."""

from __future__ import annotations

from gamebook.project import Project


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
