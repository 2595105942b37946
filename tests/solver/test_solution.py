"""What a solution says of states."""

from __future__ import annotations

import numpy as np
import pytest

from gamebook.job import Job
from gamebook.model.book import Book
from gamebook.project import Project
from gamebook.solver import solving
from gamebook.solver.solving import solve


def test_each_state_has_its_chapter_and_an_ending_has_none(book: Book) -> None:
    """
    === 1
    * Go -> 2
    * Stay -> 3

    === 2
    ~ roll 1d2
        1 -> victory
        2 -> defeat

    === 3
    * On -> 2
    """
    solved = solve(book)
    endings = len(solved.space.program.endings)
    assert set(solved.place[:endings].tolist()) == {-1}
    places = {solved.places[number] for number in np.unique(solved.place[endings:])}
    assert {"1", "2", "3"} <= places <= {"1", "2", "3", "the hero"}


def test_what_is_taken_and_where_play_goes_leave_out_only_what_never_happens(book: Book) -> None:
    """
    === 1
    ~ roll 1d4
        1..3
            -> 2
        4 -> 4

    === 2
    * Ring -> 3
    * Wait -> 2
    * Leave -> defeat

    === 3
    ~ roll 1d2
        1 -> victory
        2 -> 2

    === 4
    * Sing -> 4
    * Leave -> defeat
    """
    solved = solve(book)
    states = solved.space.states
    for played in (solved.best, solved.uniform):
        often = {}
        ways = {}
        for state in range(solved.space.size):
            for action in range(states.first_action[state], states.first_action[state + 1]):
                times = played.visits[state] * played.weight[action]
                for way in range(states.first_successor[action], states.first_successor[action + 1]):
                    if times > 0:
                        often[action] = (state, times)
                        ways[way] = (action, state, times * states.chance[way])
        taken, gone = played.taken, played.gone
        assert dict(zip(taken.action, zip(taken.state, taken.often, strict=True), strict=True)) == often
        assert dict(zip(gone.way, zip(gone.action, gone.state, gone.often, strict=True), strict=True)) == ways
        assert solved.flows(played)[list(ways)].tolist() == [each for _, _, each in ways.values()]
        assert np.count_nonzero(solved.flows(played)) == len(ways)
        assert (played.reached == (played.visits > 0)).all()
        assert (solved.space.mean_after(played.values.low, taken.action).tolist()) == [
            solved.space.mean_after(played.values.low)[action] for action in often
        ]
    # Best play rings and never waits; it sings or leaves, whichever: nothing can be won there.
    assert np.isclose(solved.best.visits[: len(solved.space.program.endings)].max(), 0.75)


@pytest.mark.slow
def test_both_readers_at_once_are_worth_what_each_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "WORTHWHILE", 0)
    starter = Project("books/starter.gbk").book
    alone, both = solve(starter), solve(starter, uniform=True)
    assert alone.known_uniform is None
    assert both.known_uniform is not None
    for one, other in ((alone.best, both.best), (alone.uniform, both.uniform)):
        assert np.array_equal(one.values.low, other.values.low)
        assert np.array_equal(one.values.high, other.values.high)
        assert np.array_equal(one.visits, other.visits)
    with Job(cores=1):
        assert solve(starter, uniform=True).known_uniform is None
