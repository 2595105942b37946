from __future__ import annotations

import pytest

from gamebook.analysis.difficulty import Bracket
from gamebook.report.amounts import Amounts


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (1.0, 1.0, "wins with chance 100% (always)"),
        (0.0, 0.0, "wins with chance 0% (never)"),
        (0.25, 0.25, "wins with chance 25.000% (0.2500000000 ± 0e+00)"),
        (1 - 2e-14, 1.0, "wins with chance >99.999% (at least 1 - 2e-14)"),
        (0.0, 3e-12, "wins with chance <0.001% (at most 3e-12)"),
        (0.0, 0.9, "wins with chance between 0% and 90.000%"),
        (0.0, 1.0, "wins with a chance that is not known yet"),
    ],
)
def test_what_play_comes_to(low: float, high: float, said: str) -> None:
    assert Amounts(wins=True).play(Bracket(low, high)) == said


def test_points_are_no_chances() -> None:
    assert Amounts(wins=False).play(Bracket(1.0, 1.0)) == "earns 1 points (1.0000000000 ± 0e+00)"
    assert Amounts(wins=False).play(Bracket(0.0, 1.0)) == "earns between 0 points and 1 points"
