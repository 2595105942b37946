"""How likely moves of several kinds are: by hand, and against the values of a book that ends there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import gamebook
from gamebook.kernels.bellman import MIX
from gamebook.solver.backward import evaluate
from gamebook.solver.manner import Manner
from gamebook.solver.moves import Moves
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from tests.support.small_books import random_books

WALK = """
sheet
    number coins = 1 in 0..3

=== 1
~ random
    2:
        ~ coins +1
    1:
        ~ coins -1
~ if coins = 3
    -> victory
~ if coins = 0
    -> defeat
-> 1
"""


def test_a_walk_by_hand() -> None:
    """Up with 2/3, down with 1/3, from 1 of 3: ruin before 3 has the chance (1/2 - 1/8) / (1 - 1/8) = 3/7."""
    solved = solve(gamebook.Project.of(WALK).edition().book)
    space, played = solved.space, solved.uniform
    wins, loses = (
        space.states.successor == next(n for n, name in enumerate(space.program.endings) if name == ending)
        for ending in ("victory", "defeat")
    )
    moves = Moves(space, played.weight, ~(wins | loses), wins | loses)
    assert moves.chance(loses)[space.root] == pytest.approx(3 / 7, rel=1e-12)
    assert moves.chance(wins)[space.root] == pytest.approx(4 / 7, rel=1e-12)
    assert moves.chance(wins & loses)[space.root] == 0


def by_values(solved: Solved, wanted: np.ndarray, stops: np.ndarray) -> np.ndarray:
    """The same by value iteration over a graph in which such moves lead to one ending, and other stops to another."""
    space, over = solved.space, len(solved.space.program.endings) - 1
    to = np.where(stops, np.where(wanted, over, 0), space.states.successor).astype(np.int32)
    worth = np.zeros(len(space.program.endings))
    worth[over] = 1.0
    cut = replace(space, states=space.states._replace(successor=to))
    manner = Manner(np.full(space.size, MIX, np.int32), solved.uniform.weight)
    return evaluate(cut, manner, worth).middle


@pytest.mark.slow
def test_random_books(tmp_path: Path) -> None:
    """Moves drawn at random, in books with loops; what stops elsewhere, or goes on for ever, makes no such move."""
    chance = np.random.default_rng(1)
    count = 0
    for solved, _ in random_books(range(46_000, 46_090), tmp_path):
        states = solved.space.states
        soft_lock = states.successor == len(solved.space.program.endings) - 1
        stops = soft_lock | (chance.random(len(states.successor)) < 0.3)
        wanted = stops & ~soft_lock & (chance.random(len(stops)) < 0.5)
        found = Moves(solved.space, solved.uniform.weight, ~stops, stops).chance(wanted)
        inside = slice(len(solved.space.program.endings), None)
        assert found[inside] == pytest.approx(by_values(solved, wanted, stops)[inside], abs=1e-12)
        count += bool(wanted.any())
    assert count >= 5


def test_visits_before_a_walk_stops() -> None:
    """From 1 of 3: N1 = 1 + N2 / 3 and N2 = 2/3 N1, so that N1 = 9/7 and N2 = 6/7."""
    solved = solve(gamebook.Project.of(WALK).edition().book)
    space, played = solved.space, solved.uniform
    over = space.states.successor < len(space.program.endings)
    arrivals = np.zeros(space.size)
    arrivals[space.root] = 1.0
    found = Moves(space, played.weight, ~over, over).visits(arrivals)
    starts = solved.point_states[space.program.chapters["1"]]
    assert sorted(found[starts]) == pytest.approx([6 / 7, 9 / 7], rel=1e-12)
