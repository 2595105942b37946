"""Of equally good choices best play takes the first, in loops, too, unless it would go round for ever by it."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from msgspec import structs

from gamebook import Project
from gamebook.kernels.bellman import MIX
from gamebook.model.book import Book
from gamebook.solver.manner import Manner
from gamebook.solver.solution import Played, play
from gamebook.solver.solving import solve
from tests.kernels.test_collapse import mazes
from tests.resolve import reading
from tests.solver.test_engine import many

NEAR = 1e-9


def visits(book: Book) -> dict[str, float]:
    """By chapter, how often best play comes there."""
    solved = solve(book)
    return {name: solved.arrival(solved.best, name).expected for name in solved.space.program.chapters}


def test_who_can_leave_at_once_does_not_play(book: Book) -> None:
    """
    === 1
    * Leave -> victory
    * Play -> 2

    === 2
    ~ roll 1d2
        1 -> 1
        2 -> 3

    === 3
    * Back -> 1
    * On -> victory
    """
    assert visits(book) == {"1": 1.0, "2": 0.0, "3": 0.0}


def test_the_last_is_played_if_the_book_says_so(book: Book) -> None:
    """
    === 1
    * Leave -> victory
    * Play -> 2

    === 2
    ~ roll 1d2
        1 -> 1
        2 -> 3

    === 3
    * On -> victory
    * Back -> 1
    """
    # Back, the last in chapter 3, and Play would go round for ever: both change at once, as each of them leads on.
    assert visits(book) == {"1": 1.0, "2": 0.0, "3": 0.0}
    last = structs.replace(book, ties="last")
    assert visits(last) == {"1": 1.0, "2": 0.0, "3": 0.0}


@pytest.mark.parametrize("aim", ["score", "win then score"])
@pytest.mark.parametrize("ties", ["first", "last"])
def test_points_that_are_equal(aim: str, ties: Literal["first", "last"]) -> None:
    """Both chapters are worth 3, and nothing is lost by going to and fro."""
    text = (
        f'book "T"\n    aim {aim}\n=== 1\n* A -> victory score 3\n* B -> 2\n=== 2\n* C -> 1\n* D -> victory score 3\n'
    )
    book = structs.replace(reading.book(text), ties=ties)
    assert visits(book) == {"1": 1.0, "2": {"first": 0.0, "last": 1.0}[ties]}


def test_points_that_cancel_are_equal_to_none(book: Book) -> None:
    """
    book "T"
        aim score

    === 1
    * Leave -> victory
    * Bet -> 2

    === 2
    ~ roll 1d10
        1 -> victory score 3
        2-4 -> victory score -1
        5-10 -> victory
    """
    assert visits(book) == {"1": 1.0, "2": 0.0}  # 1/10 * 3 - 3/10, where floats are wrong by 6e-17


@pytest.mark.parametrize("ties", ["first", "last"])
def test_who_earns_nothing_by_going_round_leaves(book: Book, ties: Literal["first", "last"]) -> None:
    """
    book "T"
        aim score

    === 1
    * A -> 1
    * B -> victory
    * C -> 1
    """
    assert visits(structs.replace(book, ties=ties)) == {"1": 1.0}


def test_a_victory_that_is_sure_by_the_other_choice_may_be_sure_by_the_last_too(book: Book) -> None:
    """
    book "test"
        ties last

    === 1
    ~ roll 1d4
        1 -> 2
        2-4 -> defeat

    === 2
    * On -> 3
    * Once more -> 1
    * By the bridge
        ~ random
            5: -> 4
            2: -> 3

    === 3
    ~ roll 1d2
        1 -> 3
        2 -> victory

    === 4
    ~ roll 1d9
        1-5 -> 4
        6-9 -> 2
    """
    # Who takes the bridge comes back from it 5 times of 7: 7/2 visits to chapter 2 for each first one.
    assert visits(book)["2"] == pytest.approx(1 / 4 * 7 / 2)


def test_who_has_lost_goes_on_to_the_end(book: Book) -> None:
    """
    sheet
        number gold = 2 in 0..4

    === 1
    ~ roll 1d2
        1 -> victory
        2 -> 2

    === 2
    * Leave -> defeat
    * Play
        ~ roll 1d2
            1
                ~ gold +1
            2
                ~ gold -1
        -> 2
    """
    assert visits(book) == {"1": 1.0, "2": 0.5}


@pytest.mark.parametrize("ties", ["first", "last"])
def test_in_mazes_the_first_is_played_wherever_it_leads_on(ties: str) -> None:
    played_first = 0

    @many
    @given(mazes())
    def compare(maze: Book) -> None:
        nonlocal played_first
        best = solve(structs.replace(maze, ties=ties)).best
        first = _always_first(maze, best, -1 if ties == "last" else 0)
        choices = np.diff(best.space.states.first_action) > 1
        won = best.values.middle > 0.0  # who has lost plays on, and does not stay for ever
        as_good = choices & won & (np.abs(first.values.middle - best.values.middle) < NEAR)
        state = np.repeat(np.arange(best.space.size), np.diff(best.space.states.first_action))
        here = as_good[state]
        assert np.array_equal(best.weight[here], first.weight[here])
        # and elsewhere best play takes what is as good, and is worth what it says
        again = play(maze, best.space, Manner(np.full_like(best.manner.mode, MIX), best.weight))
        assert np.abs(again.values.middle - best.values.middle).max() < NEAR
        played_first += int(as_good.sum())

    compare()
    assert played_first > 0


def _always_first(maze: Book, best: Played, which: int) -> Played:
    """Who takes the first of the best options everywhere (or the last), even for ever."""
    states = best.space.states
    weight = np.zeros(len(states.option))
    for state in np.flatnonzero(np.diff(states.first_action) > 0).tolist():
        actions = np.arange(states.first_action[state], states.first_action[state + 1])
        worth = best.action_values[actions]
        weight[actions[worth >= worth.max() - NEAR][which]] = 1.0
    return play(maze, best.space, Manner(np.full_like(best.manner.mode, MIX), weight))


ALMOST = """
=== almost
~ random
    999999999: -> victory
    1:
        ~ random
            999999: -> victory
            1: -> defeat
"""
"""Lost once in 10^15 times. Chances that differ by so little count as equal."""
STRAIGHT = """
=== 1
* Gamble -> almost
* Walk -> 3

=== 3
* On -> 5
* Turn round -> 1

=== 5
-> victory
"""
FURTHER = """
=== 1
* Gamble -> almost
* On -> 2

=== 2
* Gamble -> almost
* Sure -> victory
"""
ITSELF = """
=== 1
* Gamble -> almost
* Sure -> 2

=== 2
~ roll 1d3
    1-2 -> victory
    3 -> 2
"""
ROUND = """
=== 1
* Gamble -> almost
* Try -> 2

=== 2
~ roll 1d3
    1-2 -> victory
    3 -> 1
"""
REPEATED = """
sheet
    number tries = 0 in 0..1

=== 1
~ repeat until tries = 1
    ~ choose "try"
        * Gamble -> almost
        * Try
            ~ roll 1d3
                1-2
                    ~ tries +1
                3
-> victory
"""
RIVAL = """
=== 1
~ rival chooses
    * High
    * Low
* Gamble -> almost
* Try -> 2

=== 2
~ roll 1d3
    1-2 -> victory
    3 -> 1
"""


@pytest.mark.parametrize("listed", [None, 1])
@pytest.mark.parametrize("text", [STRAIGHT, FURTHER, ITSELF, ROUND, REPEATED, RIVAL])
def test_what_is_certain_is_better_than_what_is_almost_certain(text: str, listed: int | None) -> None:
    solved = solve(Project.of(text + ALMOST).book, listed=listed)
    assert (solved.best.low, solved.best.high) == (1.0, 1.0)
    assert solved.best.endings["defeat"] == 0.0
    assert solved.arrival(solved.best, "almost").expected == 0.0
