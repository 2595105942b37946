from __future__ import annotations

from math import inf

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
    assert Amounts(wins=False).play(Bracket(1.0, 1.0)) == "earns 1 point (1.0000000000 ± 0e+00)"
    assert Amounts(wins=False).play(Bracket(0.0, 1.0)) == "earns between 0 points and 1 point"


@pytest.mark.parametrize(
    ("low", "high", "has_no_total", "is_not_known_yet"),
    [
        (-inf, inf, "earns an unknown total: see gamebook check", "earns points that are not known yet"),
        (4.5, inf, "earns at least 4.5 points: see gamebook check", "earns at least 4.5 points"),
        (-inf, 4.5, "earns at most 4.5 points: see gamebook check", "earns at most 4.5 points"),
        (inf, inf, "earns +∞ points: the total has no bound", "earns +∞ points: the total has no bound"),
    ],
)
def test_a_limit_is_no_reason_to_look_for_what_is_wrong_with_a_total(
    low: float, high: float, has_no_total: str, is_not_known_yet: str
) -> None:
    points = Amounts(wins=False)
    assert points.play(Bracket(low, high)) == has_no_total
    assert points.play(Bracket(low, high), complete=False) == is_not_known_yet


def test_points_that_are_nothing_but_rounding() -> None:
    assert Amounts(wins=False).play(Bracket(-2e-14, 2e-14 - 1e-28)) == "earns 0 points (0.0000000000 ± 2e-14)"
    assert str(Amounts(wins=False).within(Bracket(-2e-14, 2e-14 - 1e-28))) == "0"


@pytest.mark.parametrize(
    ("before", "after", "chance", "points"),
    [
        (0.25, 0.5, "+25.000%", "+0.25"),
        (0.5, 0.25, "-25.000%", "-0.25"),
        (0.5, 0.5 - 1e-14, "0%", "0"),
        (2e-9, 1e-9, "down <0.001%", "0"),
        (1e-9, 2e-9, "up <0.001%", "0"),
        (1 - 1e-9, 0.0, "down >99.999%", "-1"),
        (0.0, 1.0, "+100%", "+1"),
        (0.5, 2.0, "+150.000%", "+1.5"),  # a slope
    ],
)
def test_a_change(before: float, after: float, chance: str, points: str) -> None:
    assert str(Amounts(wins=True).change(before, after)) == chance
    assert str(Amounts(wins=False).change(before, after)) == points


def test_a_change_that_is_no_rounding() -> None:
    assert str(Amounts(wins=True).change(1 - 1e-9, 1.0)) == "0%"
    assert str(Amounts(wins=True).change(1 - 1e-9, 1.0, rounding=1e-12)) == "up <0.001%"
    assert str(Amounts(wins=True).change(1.0, 1 - 1e-14, rounding=1e-12)) == "0%"
    assert str(Amounts(wins=False).change(1 - 1e-9, 1.0, rounding=1e-12)) == "0"


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.5, "at most 50.000%"), (1 - 1e-9, "at most 100%"), (0.25000001, "at most 25.001%"), (1e-9, "at most 0.001%")],
)
def test_what_is_known_from_above(value: float, said: str) -> None:
    assert Amounts(wins=True).at_most(value) == said
