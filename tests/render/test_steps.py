"""A long way in few lines."""

from __future__ import annotations

from gamebook.render.steps import route_lines, shown


def test_a_route_has_a_head() -> None:
    assert route_lines(("in", "out")) == ["example route:", "  in", "  out"]
    assert route_lines(()) == []


def test_a_short_way_is_shown_as_it_is() -> None:
    assert list(shown(("in", "out", "in", "out", "in", "out", "home"))) == ["in", "out"] * 3 + ["home"]


def test_a_round_that_is_gone_again_and_again_is_shown_once() -> None:
    way = ("begin", *("in", "out") * 60, "in", *("wait",) * 50, "home")
    assert list(shown(way)) == [
        "begin",
        "in",
        "out",
        "… the same 2 steps 59 more times",
        "in",
        "wait",
        "… the same step 49 more times",
        "home",
    ]


def test_of_a_long_way_the_middle_is_left_out() -> None:
    way = tuple(f"step {number}" for number in range(1, 101))
    found = list(shown(way))
    assert found[31:34] == ["step 32", "… 60 more steps", "step 93"]
    assert (found[0], found[-1], len(found)) == ("step 1", "step 100", 41)
