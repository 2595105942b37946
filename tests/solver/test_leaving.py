"""The chance to leave a state is a sum of its ways out: one less the chance to stay would be mere rounding."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import csr_array

from bench.sweep import sweep
from gamebook.analysis.difficulty import difficulty
from gamebook.model.book import Book
from gamebook.solver.cycles import READER, Component, solve_component
from gamebook.solver.simulate import chain
from gamebook.solver.solving import solve
from tests.support.build import LOSE, WIN, random, turn
from tests.support.build import book as built

RARE = 10**9


@pytest.mark.slow
def test_variants_of_a_slow_loop(book: Book) -> None:
    """
    sheet
        number aim = 3 in 0..8

    === 1
    ~ random
        aim: -> victory
        1: -> defeat
        999999999: -> 1
    """
    variants = [{"aim": aim} for aim in (1, 2, 7)]
    found = sweep(book, variants)
    for number, hero in enumerate(variants):
        exact = hero["aim"] / (hero["aim"] + 1)
        assert found.value[found.space.root, number] == pytest.approx(exact, rel=1e-14)


def test_points_of_a_slow_loop_in_plays_by_chance(book: Book) -> None:
    """
    book "Patience"
        aim score

    === 1
    ~ score +1
    ~ random
        1: -> victory
        999999999: -> 1
    """
    ready = chain(solve(book).best)
    assert (ready.gain * ready.visits).max() == pytest.approx(1e9, rel=1e-14)


def test_options_of_slow_loops_are_no_ties(book: Book) -> None:
    """
    book "Two Waits"
        aim win then score

    anytime
        * Wait on the left
            ~ random
                1: -> 2
                999999999:
        * Wait on the right
            ~ random
                1: -> 3
                999999999:

    === 1
    * Give up -> defeat

    === 2
    ~ score +1
    ~ random
        1: -> victory
        1: -> defeat

    === 3
    ~ random
        50000001: -> victory
        49999999: -> defeat
    """
    found = difficulty(solve(book))
    assert found.points is not None
    assert (found.points.low, found.points.high) == (0.0, 0.0)  # the points are on the way that wins less often


@pytest.mark.parametrize("rare", [1e-6, 1e-12, 1e-200])
def test_a_way_out_that_mostly_comes_straight_back(rare: float) -> None:
    """One state, in which the reader may stay, or leave once in a long time to win three times out of four."""
    one = Component(
        owner=np.array([READER], np.int32),
        state=np.array([0, 0], np.int32),
        inside=csr_array(np.array([[1.0], [1.0 - rare]])),
        low=np.array([0.0, 0.75 * rare]),
        high=np.array([0.0, 0.75 * rare]),
        leaves_by=np.array([0.0, rare]),
        stays=np.array([True, False]),
        earns=np.zeros(2, bool),
        costs=np.zeros(2, bool),
        action=np.array([0, 1]),
        wins=True,
        slack=8.0,
    )
    found = solve_component(one)
    assert found.low[0] <= 0.75 <= found.high[0]
    assert found.high[0] - found.low[0] < 1e-13
    assert found.action[0] == 1


LENGTH = 302


def walk() -> Book:
    """A walk between two ends. One step of a thousand million falls: low down it loses, high up it wins."""
    chapters = {}
    for place in range(LENGTH):
        down, up = max(place - 1, 0), min(place + 1, LENGTH - 1)
        fall = (WIN,) if 2 * place >= LENGTH else (LOSE,)
        steps = random((RARE - 1, (turn(f"at{down}"),)), (RARE - 1, (turn(f"at{up}"),)), (2, fall))
        chapters[f"at{place}"] = (steps,)
    return built(**chapters)


def _worth() -> Fraction:
    """The walk in fractions: x(i) = q (x(i - 1) + x(i + 1)) + f(i), from the high end down to the start."""
    step, fall = Fraction(RARE - 1, 2 * RARE), Fraction(1, RARE)
    share, rest = Fraction(0), Fraction(0)  # x(i + 1) = share x(i) + rest
    for place in range(LENGTH - 1, -1, -1):
        won = fall if 2 * place >= LENGTH else Fraction(0)
        again = step if place == LENGTH - 1 else Fraction(0)  # at its ends the walk stands still for a step
        left = 1 - again - (step * share if place < LENGTH - 1 else 0)
        if place == 0:
            left -= step
            return (won + step * rest) / left
        share, rest = step / left, (won + step * rest) / left
    raise AssertionError


def test_a_long_walk_with_a_tiny_leak() -> None:
    exact = _worth()
    found = difficulty(solve(walk())).best
    assert Fraction(found.low) <= exact <= Fraction(found.high)
    assert found.high - found.low < 1e-8
