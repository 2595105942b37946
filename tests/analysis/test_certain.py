from __future__ import annotations

from math import inf, nan, nextafter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gamebook.analysis.certain import Certain, mean, means, sums
from gamebook.analysis.chapters import chapters
from gamebook.analysis.difficulty import proven
from gamebook.analysis.endings import endings
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from tests.support.build import LOSE, WIN, book, choose, d, option, random, roll, row, turn

RARE = 10**8


def once_lost(what: object) -> object:
    """One time in a hundred million something else happens."""
    return random((RARE - 1, (WIN,)), (1, (what,)))


# Three unlikely things in a row lose: the chance to win is 1 - 1e-24, which no float can hold.
NEARLY = book(a=(once_lost(turn("b")),), b=(once_lost(turn("c")),), c=(once_lost(LOSE),))
# Round and round until a six comes: sure to win, though nobody can say when.
SIX = book(a=(roll(d(6), row(1, 5, turn("a")), row(6, 6, WIN)),), lost=(LOSE,))


def at_start(solved: Solved) -> int:
    return solved.space.root


def test_what_is_almost_sure_is_not_sure() -> None:
    solved = solve(NEARLY)
    assert solved.best.value == 1.0  # rounded
    assert not Certain(solved, solved.best).wins[at_start(solved)]
    assert proven(solved, solved.best).low < 1.0
    certain, everywhere = Certain(solved, solved.best), np.arange(solved.space.size)
    assert certain.worths(everywhere).tolist() == [certain.worth(state) for state in everywhere]
    assert certain.worth(at_start(solved)) == certain.worths(np.array([at_start(solved)]))[0] == nextafter(1.0, 0.0)
    chances = {each.kind: each.best for each in endings(solved)}
    assert chances == {"victory": nextafter(1.0, 0.0), "defeat": pytest.approx(1e-24)}
    first, *_ = chapters(solved, solved.best)
    assert first.visit == 1.0
    assert first.value is not None
    assert first.value < 1.0


def test_what_must_come_is_sure_however_long_it_takes() -> None:
    solved = solve(SIX)
    assert proven(solved, solved.best).low == proven(solved, solved.best).high == 1.0
    assert {each.kind: each.best for each in endings(solved)} == {"victory": 1.0, "defeat": 0.0}


def test_a_chance_to_go_round_for_ever_makes_nothing_sure() -> None:
    stuck = book(
        a=(roll(d(2), row(1, 1, WIN), row(2, 2, turn("b"))),),
        b=(turn("c"),),
        c=(turn("b"),),
    )
    solved = solve(stuck)
    certain = Certain(solved, solved.best)
    assert not certain.wins[at_start(solved)]
    assert certain.hopes[at_start(solved)]
    assert certain.mean_worth(solved.arrival(solved.best, "b").states) == 0.0


def test_of_two_ways_only_the_one_that_is_played_counts() -> None:
    fork = book(a=(choose(option("safe", WIN), option("mad", LOSE)),))
    solved = solve(fork)
    assert Certain(solved, solved.best).wins[at_start(solved)]
    assert not Certain(solved, solved.uniform).wins[at_start(solved)]
    never = Certain(solved, solved.best).chance(0.25, np.array([solved.space.program.endings.index("defeat")]))
    assert never == 0.0


def test_a_mean_of_different_values_lies_between_them() -> None:
    almost = nextafter(1.0, 0.0)
    assert mean([(0.5, 1.0), (1e-30, almost)]) < 1.0
    assert mean([(1 / 3, 1.0), (1 / 3, 1.0), (1 / 3, 1.0), (0.0, 0.5)]) == 1.0
    assert np.isnan(mean([(0.5, 1.0), (0.5, nan)]))


WEIGHTED = st.tuples(
    st.sampled_from([0.0, 1e-300, 1 / 3, 0.1, 0.25, 1.0]), st.sampled_from([0.0, 1 / 3, 0.7, 1.0, -2.5, inf, -inf, nan])
)


@given(st.lists(st.lists(WEIGHTED, min_size=1, max_size=12), max_size=5))
def test_many_means_at_once_are_the_same_to_the_last_bit(groups: list[list[tuple[float, float]]]) -> None:
    assume(all(any(weight > 0 for weight, _ in group) for group in groups))
    weights, values = np.array([pair for group in groups for pair in group]).reshape(-1, 2).T
    begins = np.cumsum([0, *map(len, groups)])[:-1]
    np.testing.assert_array_equal(means(begins, weights, values), [mean(group) for group in groups])
    one_by_one = [0.0] * len(groups)
    for number, group in enumerate(groups):
        for weight, _ in group:
            one_by_one[number] += weight
    assert sums(begins, weights).tolist() == one_by_one
