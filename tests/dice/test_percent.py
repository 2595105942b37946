from __future__ import annotations

from math import nan

from gamebook.dice.percent import percent


def test_three_digits() -> None:
    assert [percent(chance) for chance in (0.00012, 0.83375, 0.5)] == ["0.012%", "83.375%", "50.000%"]


def test_what_is_nearly_nothing_or_everything_says_so() -> None:
    assert [percent(chance) for chance in (1e-7, 0.0000099, 0.00001)] == ["<0.001%", "<0.001%", "0.001%"]
    assert [percent(chance) for chance in (0.99999, 0.999991, 0.999999)] == ["99.999%", ">99.999%", ">99.999%"]
    assert [percent(chance, 0) for chance in (0.009, 0.011, 0.989, 0.991)] == ["<1%", "1%", "99%", ">99%"]
    assert [percent(chance, 1) for chance in (0.0009, 0.9991)] == ["<0.1%", ">99.9%"]


def test_certain_is_only_what_is_proven() -> None:
    assert [percent(chance) for chance in (0.0, 1.0)] == ["0%", "100%"]
    assert percent(1.0, low=1 - 1e-15, high=1.0) == ">99.999%"
    assert percent(1.0, low=1.0, high=1.0) == "100%"
    assert percent(0.0, low=0.0, high=1e-15) == "<0.001%"
    assert percent(0.0, low=0.0, high=0.0) == "0%"


def test_a_chance_that_is_not_known() -> None:
    assert percent(nan) == "?"
