"""What pictures made with matplotlib share."""

from __future__ import annotations

from gamebook.render.figures import rule, sheet


def test_both_axes_have_a_tick_at_each_fourth_number() -> None:
    axes = sheet(2, 2).add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 13), ylim=(0, 6))
    rule(axes, (1, 12), (1, 5), 6)
    assert (axes.get_xticks().tolist(), axes.get_yticks().tolist()) == ([4, 8, 12], [4])


def test_an_axis_without_such_a_number_has_its_first() -> None:
    axes = sheet(2, 2).add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 4), ylim=(0, 8))
    rule(axes, (1, 3), (5, 7), 6)
    assert (axes.get_xticks().tolist(), axes.get_yticks().tolist()) == ([1], [5])
