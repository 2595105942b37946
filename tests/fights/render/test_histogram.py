from __future__ import annotations

import pytest

from gamebook.fights.encounter import encounter
from gamebook.fights.heuristics import compare
from gamebook.fights.render.histogram import histogram_picture


def test_bars_for_each_strategy() -> None:
    found = compare(encounter("9/1..5/5..9", ["9/1..5"]), {"t": range(5, 10)}, ["never", "always", "when-won"])
    for each in found.strategies:
        assert each.name == "never" or sum(each.shares("t").values()) == pytest.approx(1.0 if each.best else 0.0)
    picture = histogram_picture(found, "svg", "Thresholds")
    assert b"always (best in" in picture and b"value of the parameter t" in picture
    assert b"never (" not in picture


def test_a_parameter_that_nobody_has() -> None:
    found = compare(encounter("9/1..2/5..6", ["9/1..2"]), {"x": range(2)}, ["never"])
    with pytest.raises(ValueError, match="no strategy with a parameter x is the best anywhere"):
        histogram_picture(found, "svg", "Thresholds")
