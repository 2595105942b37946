"""Waiting that ends, and leaves nothing behind."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from fractions import Fraction
from threading import Event
from typing import Any

import pytest

from gamebook.errors import OutOfTime
from gamebook.job import look
from gamebook.limits import within
from gamebook.model.book import Book
from gamebook.solver import backward, component, solving
from gamebook.solver.cycles import Component, ComponentAnswer
from gamebook.solver.elimination import solve_rows
from gamebook.solver.solving import solve
from gamebook.solver.space import Limits, Space, explore
from gamebook.threads import uninterrupted


def test_a_step_of_a_library_gives_its_result() -> None:
    assert uninterrupted(lambda: 7) == 7
    with within(time.monotonic() + 60):
        assert uninterrupted(lambda: 7) == 7


def test_what_a_step_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        uninterrupted(lambda: 1 // 0)


def test_a_step_that_comes_too_late_is_left() -> None:
    ended = Event()
    with within(time.monotonic() + 0.01), pytest.raises(OutOfTime):
        uninterrupted(ended.wait)
    ended.set()


def test_where_there_is_time_a_look_asks_whether_to_stop_and_goes_on() -> None:
    asked: list[int] = []

    def stop() -> bool:
        asked.append(len(asked))
        return False

    look()
    with within(time.monotonic() + 60, stop):
        assert asked == []
        look()
        look()
        assert asked == [0, 1]
    look()
    assert asked == [0, 1]


def test_where_nothing_is_limited_a_look_does_not_end_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """However late it is: the clock is not asked."""
    monkeypatch.setattr(time, "monotonic", lambda: pytest.fail("the clock was asked"))
    look()
    with within(None):
        look()


@pytest.mark.parametrize(("deadline", "stop"), [(0.0, None), (None, lambda: True)])
def test_limits_hold_inside_and_no_longer(deadline: float | None, stop: Callable[[], bool] | None) -> None:
    """0 is long ago on a monotonic clock."""
    with within(deadline, stop), pytest.raises(OutOfTime):
        look()
    look()


def test_fractions_are_left_between_two_rows() -> None:
    """x = 1 + y / 2 and y = 1 have the solution 3 / 2, 1."""
    rows = {0: (Fraction(1), {1: Fraction(1, 2)}), 1: (Fraction(1), dict[int, Fraction]())}
    assert solve_rows(rows) == {0: Fraction(3, 2), 1: 1}
    with within(None, lambda: True), pytest.raises(OutOfTime):
        solve_rows(rows)


def test_a_component_that_takes_too_long_leaves_an_honest_bracket(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    book "Round"
        aim score

    === 1
    * Next room -> 2
    * Out
        ~ score +3
        -> ending "Out"

    === 2
    * Back
        ~ score -1
        -> 1
    """

    def endless(_component: Component) -> ComponentAnswer:
        while True:
            look()

    best = solve(book).best
    assert best.low <= 3 <= best.high
    monkeypatch.setattr(component, "solve_component", endless)
    threads = threading.active_count()
    late = solve(book, limits=Limits(seconds=0.05))
    assert threading.active_count() == threads
    assert not late.space.complete
    assert late.best.low <= 3 <= late.best.high
    assert late.best.high == float("inf")
    inside = late.point_states[late.space.program.chapters["2"]]
    assert (late.best.values.high[inside] == float("inf")).all()


def test_limits_around_hold_in_a_component(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    === 1
    * Next room -> 2
    * Out -> victory

    === 2
    ~ rival chooses
        * Back -> 1
        * Out -> defeat
    """

    def endless(_component: Component) -> ComponentAnswer:
        while True:
            look()

    solved = solve(book)
    with monkeypatch.context() as patched:
        patched.setattr(component, "solve_component", endless)
        patched.setattr(backward.backward, "backward", lambda _game, _values, _order, _start, at, *_: at)
        with within(time.monotonic() + 0.05), pytest.raises(OutOfTime):
            _ = solved.uniform
    assert solved.uniform.value == pytest.approx(1 / 2)  # and nothing is kept of what came too late


def test_a_part_of_the_time_is_kept_for_values(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    === 1
    ~ roll 1d6
        1-5 -> 1
        6 -> victory
    """
    given = []

    def listed(*program: Any, **options: Any) -> Space:
        given.append(options["limits"].seconds)
        return explore(*program, **options)

    monkeypatch.setattr(solving, "explore", listed)
    solve(book, limits=Limits(seconds=600))
    assert given
    assert all(0 < seconds < 600 for seconds in given)
