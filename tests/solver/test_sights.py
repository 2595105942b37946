"""What readers see: by hand, and against plain nodes."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamebook
from gamebook.solver.sights import sights
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from tests.support.small_books import random_books

MARKET = """
sheet
    number gold = 0 in 0..2

=== 1
~ random
    1: -> 2
    1:
        ~ gold +1
        -> 2
    1:
        ~ gold +2
        -> 2

=== 2
* Walk on -> 3
* Buy a map [if gold >= 1] -> 3
* Run -> 3

=== 3
* Left -> victory
* Right -> defeat
"""


def solved_text(text: str) -> Solved:
    return solve(gamebook.Project.of(text).edition().book)


def test_a_market_by_hand() -> None:
    """With or without money for a map: two sights of one choice, though three amounts of gold; and one sight after."""
    found = sights(solved_text(MARKET).space)
    told = {(found.chapter[n], found.options[found.first[n] : found.first[n + 1]]) for n in range(found.count)}
    assert sorted((chapter, len(options)) for chapter, options in told) == [("2", 2), ("2", 3), ("3", 2)]
    few, all_ = sorted((options for chapter, options in told if chapter == "2"), key=len)
    assert set(few) < set(all_)


def test_what_is_left_out_is_no_sight() -> None:
    solved = solved_text(MARKET)
    every = sights(solved.space)
    found = sights(solved.space, {every.decision[0]})
    assert set(found.decision) == set(every.decision) - {every.decision[0]}


@pytest.mark.slow
def test_random_books(tmp_path: Path) -> None:
    """Two states have one sight if chapter, decision and open options are the same; each action has its option."""
    books = list(random_books(range(48_500, 48_540), tmp_path))
    assert len(books) >= 2
    for solved, nodes in books:
        found, space = sights(solved.space), solved.space
        order = [space.root, *(state for state in range(space.size) if state != space.root)]
        number: dict[int, object] = {}
        for place, state in enumerate(order):
            sight = int(found.of_state[state])
            decides = len(nodes.nodes[place].actions) > 1 and nodes.nodes[place].owner == "reader"
            assert (sight >= 0) == decides
            if decides:
                assert number.setdefault(sight, nodes.sight(place)) == nodes.sight(place)
                slots = found.of_action[space.states.first_action[state] : space.states.first_action[state + 1]]
                assert slots.tolist() == list(range(found.first[sight], found.first[sight + 1]))
                assert tuple(found.options[slot] for slot in slots) == nodes.options[place]
        assert len(set(number.values())) == len(number) == found.count
