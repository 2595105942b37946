"""Components without decisions, against the ruin of a gambler and against fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamebook.solve.chains import solve_chain
from gamebook.solve.elimination import solve_rows


@pytest.mark.parametrize("up", [0.5, 0.3, 0.7])
def test_the_gamblers_ruin(up: float) -> None:
    """The chance to reach n before 0: k / n, or (1 - r^k) / (1 - r^n) with r = down / up (de Moivre, 1711)."""
    size = 49
    moves = np.diag(np.full(size - 1, up), 1) + np.diag(np.full(size - 1, 1 - up), -1)
    wins = np.zeros(size)
    wins[-1] = up
    found = solve_chain(moves, wins, wins, 8.0)
    assert found is not None
    ratio = (1 - up) / up
    k = np.arange(1, size + 1)
    expected = k / (size + 1) if up == 0.5 else (1 - ratio**k) / (1 - ratio ** (size + 1))
    assert (found[0] <= expected).all()
    assert (expected <= found[1]).all()
    assert (found[1] - found[0] < 1e-10).all()


weights = st.lists(st.integers(0, 5), min_size=5, max_size=5)


@given(st.lists(weights, min_size=4, max_size=4))
def test_the_bracket_holds_the_fraction(rows: list[list[int]]) -> None:
    """Four states and a way out: rows of weights, the last of which leaves and wins."""
    if any(sum(row) == 0 for row in rows):
        return
    exact = {
        i: (Fraction(row[4], sum(row)), {j: Fraction(row[j], sum(row)) for j in range(4) if row[j]})
        for i, row in enumerate(rows)
    }
    leaving = {i for i, row in enumerate(rows) if row[4]}
    for _ in range(4):
        leaving |= {i for i, row in enumerate(rows) if any(row[j] and j in leaving for j in range(4))}
    moves = np.array([[weight / sum(row) for weight in row[:4]] for row in rows])
    wins = np.array([row[4] / sum(row) for row in rows])
    found = solve_chain(moves, wins, wins, 8.0)
    if len(leaving) < 4:
        assert found is None  # somewhere play stays for ever
        return
    assert found is not None
    values = solve_rows(exact)
    for i in range(4):
        assert Fraction(float(found[0][i])) <= values[i] <= Fraction(float(found[1][i]))
