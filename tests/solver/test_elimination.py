"""Systems of equations with solutions known beforehand."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from gamebook.solver.elimination import solve_rows

tenths = st.integers(-9, 9).map(lambda n: Fraction(n, 10))


def test_a_fair_walk() -> None:
    """From 1 of 3 a fair walk reaches 3 before 0 one time in three."""
    half = Fraction(1, 2)
    rows = {1: (Fraction(0), {2: half}), 2: (half, {1: half})}
    assert solve_rows(rows) == {1: Fraction(1, 3), 2: Fraction(2, 3)}


def test_a_row_may_lead_to_itself() -> None:
    assert solve_rows({0: (Fraction(1), {0: Fraction(3, 4)})}) == {0: 4}


@given(st.lists(st.tuples(tenths, st.lists(st.integers(0, 5), max_size=4)), min_size=6, max_size=6))
def test_the_solution_solves(drawn: list[tuple[Fraction, list[int]]]) -> None:
    rows = {i: (constant, dict.fromkeys(targets, Fraction(1, 5))) for i, (constant, targets) in enumerate(drawn)}
    found = solve_rows(rows)
    for i, (constant, row) in rows.items():
        assert found[i] == constant + sum(factor * found[j] for j, factor in row.items())
