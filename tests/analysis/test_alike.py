from __future__ import annotations

from math import inf

import pytest

from gamebook.analysis.alike import alike


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
