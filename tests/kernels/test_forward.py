"""Visits inside components, compared with the same linear equations solved in fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamebook.kernels import forward
from gamebook.kernels.bellman import Moves
from gamebook.kernels.near import make_near
from tests.solver.test_engine import many

Actions = list[list[tuple[int, float]]]
"""Of one state, by action, the ways: where to, and how many sixteenths of the chance."""
OUT = 0
"""The one state outside; the component's states follow it."""


@st.composite
def components(draw: st.DrawFn) -> list[Actions]:
    """By state the actions.

    All states follow a line, so that they hang together. Ways lead on, back to a few places, or out.
    """
    size = draw(st.integers(2, 40))
    places = draw(st.lists(st.integers(1, size), min_size=1, max_size=8))
    last = draw(st.sampled_from([1.0, 2**-30]))  # of the only way out that is certain to be there
    states: list[Actions] = []
    for state in range(1, size + 1):
        on = state + 1 if state < size else draw(st.sampled_from([OUT, places[0]]))
        actions: Actions = []
        for _ in range(draw(st.integers(1, 2))):
            to = draw(st.lists(st.sampled_from([OUT, *places, *range(state, size + 1)]), max_size=2))
            shares = [draw(st.integers(1, 5)) for _ in to]
            actions.append([*zip(to, map(float, shares), strict=True), (on, 16.0 - sum(shares))])
        states.append(actions)
    to, share = states[-1][0].pop()
    states[-1][0] += [(to, share - last), (OUT, last)]
    return states


@many
@given(components())
def test_visits_are_what_fractions_say(states: list[Actions]) -> None:
    size = len(states) + 1
    chances = [[(to, share / 16 / len(actions)) for action in actions for to, share in action] for actions in states]
    expected = _solved(size, chances)
    ways = [way for actions in states for action in actions for way in action]
    moves = Moves(
        np.cumsum([0, 0, *(len(actions) for actions in states)]),
        np.cumsum([0, *(len(action) for actions in states for action in actions)]),
        np.array([to for to, _ in ways], np.int32),
        np.array([share / 16 for _, share in ways]),
    )
    weight = np.concatenate([np.full(len(actions), 1 / len(actions)) for actions in states])
    visits = np.zeros(size)
    visits[1] = 1.0
    order, start = np.arange(size, dtype=np.int32), np.array([0, 1, size])
    component = np.array([0, *(size - 1) * [1]], np.int32)
    room = forward.make_room(size, size - 1)
    assert (
        forward.forward(
            moves, weight, order, start, component, 1, visits, room, make_near(0, 0, 0, 0, False, 0.0, 0.0, True)
        )
        == -1
    )
    assert visits == pytest.approx(np.array([float(each) for each in expected]), rel=1e-12)
    assert not room.turns.number.any()  # left as the next component needs it


def _solved(size: int, chances: list[list[tuple[int, float]]]) -> list[Fraction]:
    """Visits when play begins in state 1: x = arrivals + moves x, by Gauss and Jordan."""
    rows = [[Fraction(int(i == j)) for j in range(size)] + [Fraction(int(i == 1))] for i in range(size)]
    for state, ways in enumerate(chances, start=1):
        for to, chance in ways:
            rows[to][state] -= Fraction(chance)
    for k in range(size):
        pivot = next(i for i in range(k, size) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [each / rows[k][k] for each in rows[k]]
        for i in range(size):
            if i != k and rows[i][k]:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]
