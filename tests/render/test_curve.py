"""The picture of how a reader's strength changes the chances."""

from __future__ import annotations

import re
from math import nan

import pytest

from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.readers import ReaderRow
from gamebook.model.reader import reader
from gamebook.project import Project
from gamebook.render.curve import _round_out, _step, curve_svg
from gamebook.report.curve import asked


@pytest.mark.parametrize(
    ("size", "step"), [(1.0, 0.2), (1.4, 0.25), (2.5, 0.5), (5.0, 1.0), (8.0, 1.0), (50.0, 10.0), (0.03, 0.005)]
)
def test_three_to_ten_round_numbers_make_the_size(size: float, step: float) -> None:
    assert _step(size) == pytest.approx(step)
    assert 3 <= size / step <= 10


def test_the_picture_ends_at_round_numbers() -> None:
    assert _round_out(0.31, 0.82) == pytest.approx((0.3, 0.9))
    assert _round_out(2.0, 2.0) == pytest.approx((2.0, 2.5))


def test_lines_of_the_picture_are_round_numbers_from_none_to_all() -> None:
    """Chances are drawn from 0% to 100%; the field begins 44 below the top and is 300 high, so that 20% are 60."""
    rows = [ReaderRow(reader(name), Bracket(0.5, 0.5), nan) for name in asked("careless")]
    drawn = curve_svg(Project.of("=== 1\n-> victory\n").book, "careless", rows)
    assert re.findall(r'text-anchor="end">(.+)</text>', drawn) == ["0%", "20%", "40%", "60%", "80%", "100%"]
    assert re.findall(r'class="grid" d="M64 ([-\d.]+)H', drawn) == ["344.0", "284.0", "224.0", "164.0", "104.0", "44.0"]
