from __future__ import annotations

import pytest

from bench.measure import ratio


@pytest.mark.parametrize(
    ("now", "before", "told"),
    [
        ("1.50 s", "3.00 s", "x0.50"),
        ("1,200", "1,000", "x1.20"),
        ("40 ms", "1 s", ""),
        ("1.5 s", "", ""),
        ("0 s", "0 s", ""),
        ("40-60 ms", "40-60 ms", ""),
        ("3, 4 ms", "6, 4 ms", "x0.50"),
    ],
)
def test_ratios(now: str, before: str, told: str) -> None:
    assert ratio(now, before) == told
