"""Loops of many states, in which rounding makes equally good actions differ."""

from __future__ import annotations

import pytest

from gamebook.model.book import Book
from gamebook.project import Project
from gamebook.solver import hidden_ties
from gamebook.solver.solving import solve

FAIR = """
book "A fair game"
    aim   score
    ties  {ties}

sheet
    number gold = 12 in 0..24

=== 1
~ if gold = 0
    -> defeat
~ if gold = 24
    -> victory score 24
{choices}

=== 2
~ roll 1d2
    1
        ~ gold +1
    2
        ~ gold -1
-> 1

=== 3
~ score gold
-> victory
"""
LEAVE, PLAY = "* Leave -> 3", "* Play -> 2"


def visits(ties: str, *choices: str) -> dict[str, float]:
    """By chapter, how often best play comes there."""
    solved = solve(Project.of(FAIR.format(ties=ties, choices="\n".join(choices))).book)
    assert solved.best.value == pytest.approx(12)
    return {name: solved.arrival(solved.best, name).expected for name in solved.space.program.chapters}


@pytest.mark.parametrize(("ties", "choices"), [("first", (LEAVE, PLAY)), ("last", (PLAY, LEAVE))])
def test_who_may_leave_a_fair_game_at_once_leaves(ties: str, choices: tuple[str, str]) -> None:
    assert visits(ties, *choices) == {"1": 1.0, "2": 0.0, "3": 1.0}


@pytest.mark.parametrize(("ties", "choices"), [("first", (PLAY, LEAVE)), ("last", (LEAVE, PLAY))])
def test_who_plays_first_plays_to_the_end(ties: str, choices: tuple[str, str]) -> None:
    # From 12 it takes 12 * 12 games until the purse is empty or full.
    assert visits(ties, *choices) == pytest.approx({"1": 145.0, "2": 144.0, "3": 0.0})


@pytest.mark.parametrize("ties", ["first", "last"])
def test_an_action_that_leads_straight_back_is_not_played(ties: str) -> None:
    back = "* Turn round -> 1"
    choices = (back, LEAVE, PLAY) if ties == "first" else (PLAY, LEAVE, back)
    assert visits(ties, *choices) == {"1": 1.0, "2": 0.0, "3": 1.0}


def test_what_is_worse_in_the_end_is_not_played(book: Book) -> None:
    """
    === 1
    * Gamble
        ~ random
            1: -> 4
            1999999: -> 1
    * Wait -> 2
    * Leave -> 3

    === 2
    -> 1

    === 3
    ~ roll 1d2
        1 -> victory
        2 -> defeat

    === 4
    ~ random
        1: -> defeat
        4999999: -> 2
    """
    # To gamble loses 1 in 10^13: hardly more than rounding. Who gambles for ever loses all.
    solved = solve(book)
    assert solved.best.value == pytest.approx(0.5)
    assert solved.arrival(solved.best, "4").expected == 0.0


def test_loops_are_looked_at_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden_ties, "AT_A_TIME", 1)
    assert visits("last", PLAY, LEAVE) == {"1": 1.0, "2": 0.0, "3": 1.0}
