"""Components without decisions, against the ruin of a gambler and against fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from gamebook.kernels.bellman import MAXIMISE, Game, Moves, Values
from gamebook.kernels.chains import make_matrices, solve_chain
from gamebook.solver.elimination import solve_rows

Floats = NDArray[np.float64]
pytestmark = pytest.mark.usefixtures("kernels_as_python")


def solved(moves: Floats, wins: Floats) -> tuple[Floats, Floats] | None:
    """Bounds for states that move among each other, win with a chance, and lose otherwise (states n and n + 1)."""
    size = len(wins)
    lose = 1 - moves.sum(axis=1) - wins
    rows = [
        [*((j, moves[i, j]) for j in range(size) if moves[i, j]), (size, wins[i]), (size + 1, lose[i])]
        for i in range(size)
    ]
    low, high = np.zeros(size + 2), np.zeros(size + 2)
    low[size] = high[size] = 1.0
    number = np.zeros(size + 2, np.int32)
    moves_ = Moves(
        np.append(np.arange(size + 1), [size, size]).astype(np.int64),
        np.append(0, np.cumsum([len(row) for row in rows])).astype(np.int64),
        np.array([to for row in rows for to, _ in row], np.int32),
        np.array([chance for row in rows for _, chance in row]),
    )
    modes = np.full(size + 2, MAXIMISE, np.int32)
    game = Game(moves_, np.zeros(size), modes, np.zeros(size), False, 8.0, 0.0, True)
    values = Values(low, high, np.full(size + 2, -1, np.int64))
    proven = solve_chain(game, values, np.arange(size, dtype=np.int32), number, make_matrices(size))
    assert (number == 0).all()
    return (low[:size], high[:size]) if proven else None


@pytest.mark.slow
@pytest.mark.parametrize("up", [0.5, 0.3, 0.7])
def test_the_gamblers_ruin(up: float) -> None:
    """The chance to reach n before 0: k / n, or (1 - r^k) / (1 - r^n) with r = down / up (de Moivre, 1711)."""
    size = 49
    moves = np.diag(np.full(size - 1, up), 1) + np.diag(np.full(size - 1, 1 - up), -1)
    wins = np.zeros(size)
    wins[-1] = up
    found = solved(moves, wins)
    assert found is not None
    ratio = (1 - up) / up
    k = np.arange(1, size + 1)
    expected = k / (size + 1) if up == 0.5 else (1 - ratio**k) / (1 - ratio ** (size + 1))
    assert (found[0] <= expected).all()
    assert (expected <= found[1]).all()
    assert (found[1] - found[0] < 1e-10).all()


weights = st.lists(st.integers(0, 5), min_size=6, max_size=6)


@given(st.lists(weights, min_size=4, max_size=4))
def test_the_bracket_holds_the_fraction(rows: list[list[int]]) -> None:
    """Four states and two ways out: rows of weights, the last but one of which wins and the last loses."""
    if any(sum(row) == 0 for row in rows):
        return
    exact = {
        i: (Fraction(row[4], sum(row)), {j: Fraction(row[j], sum(row)) for j in range(4) if row[j]})
        for i, row in enumerate(rows)
    }
    leaving = {i for i, row in enumerate(rows) if row[4] or row[5]}
    for _ in range(4):
        leaving |= {i for i, row in enumerate(rows) if any(row[j] and j in leaving for j in range(4))}
    moves = np.array([[weight / sum(row) for weight in row[:4]] for row in rows])
    found = solved(moves, np.array([row[4] / sum(row) for row in rows]))
    if len(leaving) < 4:
        assert found is None  # somewhere play stays for ever
        return
    assert found is not None
    values = solve_rows(exact)
    for i in range(4):
        assert Fraction(float(found[0][i])) <= values[i] <= Fraction(float(found[1][i]))
