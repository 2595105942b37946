"""Advice asks for what a name means in the book: the value with the bonuses of its `while` lines."""

from __future__ import annotations

from fractions import Fraction
from inspect import cleandoc

import pytest

import gamebook

WORN = """
    book "Worn"

    sheet
        stat nerve = 1d6
        item charm = 1
        while charm: nerve +2

    === 1
    * Walk
        ~ roll 1d2
            1 -> victory
            2 -> defeat
    * Jump
        ~ roll 1d10 as d
        ~ if d <= nerve
            -> victory
        -> defeat
"""
"""With the charm nerve is 3 to 8. From 6 on it is better to jump: 3 times 1/2, then 6/10, 7/10 and 8/10."""

LENT = """
    book "Lent"

    sheet
        stat nerve = 1d6
        item charm, fear
        while charm: nerve +2
        while fear: nerve -1

    hero
        ~ roll 1d2
            1
                ~ gain charm
            2
                ~ gain fear

    === 1
    * Walk
        ~ roll 1d2
            1 -> victory
            2 -> defeat
    * Jump
        ~ roll 1d8 as d
        ~ if d <= nerve
            -> victory
        -> defeat
"""
"""Nerve is 3 to 8 or 0 to 5; of 8 the larger of it and 4: 4 4 5 6 7 8 and 4 4 4 4 4 5."""

LOST = """
    book "Lost"

    sheet
        stat nerve = 1d6
        item charm
        while charm: nerve +2

    hero
        ~ roll 1d2
            1
                ~ gain charm
            2

    === 1
    * Walk
        ~ roll 1d2
            1 -> victory
            2 -> defeat
    * Jump
        ~ lose charm
        ~ roll 1d8 as d
        ~ if d <= nerve
            -> victory
        -> defeat
"""
"""Who jumps has no charm: of 8 the larger of nerve and 4, 4 4 4 4 5 6, and the charm counts for nothing."""


@pytest.mark.parametrize(
    ("text", "when", "best"),
    [
        (WORN, "nerve <= 5", Fraction(3, 5)),
        (LENT, "nerve <= 4", Fraction(59, 96)),
        (LOST, "nerve - charm * 2 <= 4", Fraction(27, 48)),
    ],
)
def test_conditions_of_advice_mean_in_the_book_what_they_say(text: str, when: str, best: Fraction) -> None:
    """Written back into the book as a strategy, the advice earns all that best play does."""
    book = cleandoc(text) + "\n"
    study = gamebook.solve(text=book)
    (told,) = study.advice
    assert study.value == pytest.approx(float(best))
    assert (told.exact, told.rules[0].when) == (True, when)
    first, last = told.rules
    strategy = f'\nstrategy told\n    at 1: "{first.label}" if {first.when} else "{last.label}"\n    otherwise first\n'
    head, chapters = book.split("\n=== 1")
    again = gamebook.solve(text=f"{head}{strategy}\n=== 1{chapters}", policy="told")
    assert again.value == pytest.approx(float(best))
