"""A book as a program."""

from __future__ import annotations

import pytest

from gamebook.program.code import Decide
from gamebook.program.lower import lower
from gamebook.solver.solving import solve
from tests.support.build import LOSE, WIN, book, choose, random


def test_a_decision_without_options_is_passed_over() -> None:
    """Two in three come to it, and go on to win."""
    written = book(one=(random((2, (choose(),)), (1, (LOSE,))), WIN))
    assert not any(isinstance(node, Decide) for node in lower(written).nodes)
    found = solve(written)
    assert (found.best.value, found.uniform.value) == pytest.approx((2 / 3, 2 / 3))
