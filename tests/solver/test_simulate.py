from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy.special import stdtrit

import gamebook
from gamebook.fights.encounter import encounter
from gamebook.fights.outcome import study_fight
from gamebook.kernels.walk import FULL, slots
from gamebook.model.book import Book
from gamebook.project import Project
from gamebook.solver.estimate import mean, proportion
from gamebook.solver.simulate import Simulation, chain, simulate
from gamebook.solver.solving import solve
from tests.support.slowly import then_slowly

BOOKS = Path(__file__).parents[2] / "books"
SURE = 1 - 1e-9
"""Confidence of intervals that a correct program misses once in many years."""


@pytest.mark.parametrize("number", then_slowly(range(20), 5))
def test_random_fights(number: int) -> None:
    draw = random.Random(number)
    hero = f"{draw.randint(7, 12)}/{draw.randint(4, 24)}/{draw.randint(2, 12)}"
    study = study_fight(encounter(hero, [f"{draw.randint(5, 12)}/{draw.randint(2, 20)}"]))
    for played in (study.solved.best, study.solved.uniform):
        found = simulate(chain(played), 50_000, number, confidence=SURE)
        for name, chance in played.endings.items():
            assert found.endings[name].low <= chance <= found.endings[name].high


@pytest.mark.slow
@pytest.mark.parametrize("manner", ["uniform", "best"])
def test_the_shipped_book(manner: str) -> None:
    book = Project(BOOKS / "the-long-ebb.gbk").book
    solved = solve(book, {"SKILL": 9, "STAMINA": 19, "LUCK": 9})
    played = solved.best if manner == "best" else solved.uniform
    found = simulate(chain(played), 100_000, confidence=SURE)
    assert all(found.endings[name].low <= chance <= found.endings[name].high for name, chance in played.endings.items())


def test_tables_hold_the_chances() -> None:
    """What the slots of a state give together is what they were made of."""
    draw = np.random.default_rng(1)
    counts = np.array([0, 1, 2, 3, 7, 40])
    start = np.concatenate([[0], np.cumsum(counts)])
    to = draw.integers(0, 6, counts.sum()).astype(np.int32)
    chance = draw.random(counts.sum()) ** 4
    for first, last in pairwise(start):
        chance[first:last] /= chance[first:last].sum()
    threshold, below, above = slots(start, to, chance)
    for first, last in pairwise(start):
        found, wanted = np.zeros(6), np.zeros(6)
        part = slice(first, last)
        share = threshold[part] / FULL
        np.add.at(found, below[part], share / (last - first))
        np.add.at(found, above[part], (1 - share) / (last - first))
        np.add.at(wanted, to[part], chance[part])
        np.testing.assert_allclose(found, wanted, atol=2.0**-31)


def test_seeds(book: Book) -> None:
    """
    === 1
    ~ roll 1d6
        1 -> victory
        2-5 -> 1
        6 -> defeat
    """
    walked = chain(solve(book).best)
    assert simulate(walked, 40_000, 7) == simulate(walked, 40_000, 7)
    assert simulate(walked, 40_000, 7) != simulate(walked, 40_000, 8)
    assert abs(simulate(walked, 40_000, 7).endings["victory"].value - 0.5) < 0.02  # eight standard deviations


def test_play_without_end(book: Book) -> None:
    """
    === 1
    ~ roll 1d4
        1 -> victory
        2 -> 2
        3 -> 3
        4 -> 4

    === 2
    -> 2

    === 3
    ~ roll 1d2
        1 -> 3
        2 -> 4

    === 4
    -> 3
    """
    found = simulate(chain(solve(book).best), 10_000, confidence=SURE)
    assert found.endings["endless"].low <= 0.75 <= found.endings["endless"].high
    assert found.endings["victory"].low <= 0.25 <= found.endings["victory"].high


def test_points(book: Book) -> None:
    """
    book "Points"
        aim score

    === 1
    ~ score +1d6
    ~ roll 1d3
        1 -> 1
        2 -> 2
        3
            ~ ending "Over" score 4

    === 2
    ~ score -1
    ~ ending "Out"
    """
    solved = solve(book)
    found = simulate(chain(solved.best), 100_000, confidence=SURE)
    assert found.points is not None
    assert found.points.low is not None
    assert found.points.high is not None
    # x = 3.5 + (x - 1 + 4) / 3, and the first roll may come again and again
    assert found.points.low < 6.75 < found.points.high
    assert found.points.high - found.points.low < 0.2


def simulated(text: str, policy: str = "best", plays: int = 100_000) -> Simulation:
    found = gamebook.simulate(text=text, plays=plays, policy=policy, confidence=SURE)
    assert isinstance(found, Simulation)
    return found


@pytest.mark.parametrize("aim", ["score", "win then score"])
def test_each_play_has_its_own_points(aim: str) -> None:
    """A coin: whoever sees heads earns 10, and one more for each further throw of heads."""
    found = simulated(f"""book "Coin"
    aim {aim}

=== 1
~ roll 1d2
    1
        ~ score +10
        -> 2
    2 -> ending "Tails"

=== 2
~ roll 1d2
    1
        ~ score +1
        -> 2
    2 -> ending "Heads"
""")
    assert found.points is not None and found.points.low is not None and found.points.high is not None
    # Heads once in two; beyond it a mean of 1 with a variance of 2: E = 11/2, E of squares = (121 + 2)/2
    assert found.points.low < 5.5 < found.points.high
    half = stdtrit(99_999, (1 + SURE) / 2) * ((123 / 2 - 5.5**2) / 100_000) ** 0.5
    assert (found.points.high - found.points.low) / 2 == pytest.approx(half, rel=0.02)
    assert found.points.value != pytest.approx(5.5, abs=1e-9)


def test_points_that_are_rolled_differ_from_play_to_play() -> None:
    """A die: its variance is 35/12."""
    found = simulated('book "Die"\n    aim score\n\n=== 1\n~ score +1d6\n-> ending "Over"\n')
    assert found.points is not None and found.points.low is not None and found.points.high is not None
    half = stdtrit(99_999, (1 + SURE) / 2) * (35 / 12 / 100_000) ** 0.5
    assert (found.points.high - found.points.low) / 2 == pytest.approx(half, rel=0.02)


def test_points_of_a_slow_loop() -> None:
    """One point a round, and one round in a million is the last: a play has a million rounds, and a million spread."""
    rounds = 1_000_000
    book = f"""book "Patience"
    aim score

=== 1
~ score +1
~ random
    1: -> victory
    {rounds - 1}: -> 1
"""
    found = simulated(book, plays=20_000)
    assert found.endings["victory"].value == 1
    assert found.points is not None and found.points.low is not None and found.points.high is not None
    assert found.points.low < rounds < found.points.high
    half = stdtrit(19_999, (1 + SURE) / 2) * rounds / 20_000**0.5
    assert (found.points.high - found.points.low) / 2 == pytest.approx(half, rel=0.1)


def test_intervals() -> None:
    """Clopper and Pearson: 0 of 10 at 95% is 1 - 0.025^(1/10); 5 of 10 is symmetrical; tables give 0.1871."""
    none = proportion(0, 10, 0.95)
    assert (none.low, none.high) == (0.0, pytest.approx(1 - 0.025**0.1))
    half = proportion(5, 10, 0.95)
    assert half.low == pytest.approx(0.1871, abs=5e-5)
    assert half.high == pytest.approx(1 - half.low)


def test_a_mean_of_plays_that_are_all_alike() -> None:
    """1,000 points in 1 of 1,000 plays: none of 300 plays shows them in 0.999^300 = 74 of 100 cases.

    What never came in 300 plays comes in less than 1 - 0.005^(1/300) of all, at 99%.
    """
    for points in (0.0, 7.0, 1 / 3):
        found = mean(np.array([300 * points, 300 * points**2]), 300, 0.99)
        assert found.value == pytest.approx(points)
        assert (found.low, found.high) == (None, None)
        assert found.unseen == pytest.approx(1 - 0.005 ** (1 / 300))


def test_one_play_that_differs() -> None:
    """One of 1,000,000 plays had 1,001 points in place of 1,000."""
    found = mean(np.array([1e9 + 1, 1e12 + 2001]), 1_000_000, 0.99)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 1000.000001 < found.high
    assert found.high - found.low == pytest.approx(2 * 2.575829e-6, rel=1e-3)


def test_the_mean_of_two() -> None:
    """0 and 2: the mean is 1, its error 1, and Student's quantile at 99% with one degree of freedom 63.657."""
    found = mean(np.array([2.0, 4.0]), 2, 0.99)
    assert found.low == pytest.approx(1 - 63.657, abs=1e-3)
    assert found.high == pytest.approx(1 + 63.657, abs=1e-3)
