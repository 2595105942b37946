"""The picture of how a reader's strength changes the odds."""

from __future__ import annotations

import pytest

from gamebook.render.curve import _round_out, _step


@pytest.mark.parametrize(
    ("size", "step"), [(1.0, 0.2), (1.4, 0.25), (2.5, 0.5), (5.0, 1.0), (8.0, 1.0), (50.0, 10.0), (0.03, 0.005)]
)
def test_three_to_ten_round_numbers_make_the_size(size: float, step: float) -> None:
    assert _step(size) == pytest.approx(step)
    assert 3 <= size / step <= 10


def test_the_picture_ends_at_round_numbers() -> None:
    assert _round_out(0.31, 0.82) == pytest.approx((0.3, 0.9))
    assert _round_out(2.0, 2.0) == pytest.approx((2.0, 2.5))
