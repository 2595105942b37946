from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamebook.analysis.alike import alike, each_alike


@pytest.mark.parametrize(
    ("one", "other", "chances", "points"),
    [
        (0.5, 0.5 + 1e-14, True, True),
        (2e-9, 1e-9, False, True),
        (1e-12, 0.0, False, True),
        (0.0, 0.0, True, True),
        (3.0, 3.0001, False, False),
    ],
)
def test_rounding_is_a_share_of_a_chance_but_not_of_less_than_a_point(
    one: float, other: float, chances: bool, points: bool
) -> None:
    assert alike(one, other, wins=True) is alike(other, one, wins=True) is chances
    assert alike(one, other, wins=False) is alike(other, one, wins=False) is points


def test_totals_without_a_bound() -> None:
    assert alike(inf, inf, wins=False)
    assert not alike(inf, 3.0, wins=False)
    assert not alike(inf, -inf, wins=False)


VALUES = st.sampled_from([0.0, 1e-12, 1e-9, 2e-9, 0.3, 0.1 + 0.2, 0.3 + 1e-9, 3.0, 3.0 + 3e-9, inf, -inf])


@given(st.lists(st.tuples(VALUES, VALUES), min_size=1), st.booleans())
def test_many_pairs_at_once(pairs: list[tuple[float, float]], wins: bool) -> None:
    some, others = np.array(pairs).T
    assert each_alike(some, others, wins=wins).tolist() == [alike(*pair, wins=wins) for pair in pairs]
    assert each_alike(some, 0.3, wins=wins).tolist() == [alike(one, 0.3, wins=wins) for one, _ in pairs]
