"""Waiting that ends."""

from __future__ import annotations

import time
from threading import Event

import pytest

from gamebook.model.book import Book
from gamebook.solve import component
from gamebook.solve.cycles import Component, Solved, solve_component
from gamebook.solve.patience import in_time
from gamebook.solve.solution import solve
from gamebook.solve.space import Limits


def test_work_in_time_gives_its_result() -> None:
    assert in_time(lambda: 7, None) == 7
    assert in_time(lambda: 7, time.monotonic() + 60) == 7


def test_what_work_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        in_time(lambda: 1 // 0, None)


def test_work_that_comes_too_late_gives_nothing() -> None:
    ended = Event()
    assert in_time(ended.wait, time.monotonic() + 0.01) is None
    ended.set()


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
    * Back -> 1
    """
    ended = Event()

    def endless(component: Component) -> Solved:
        ended.wait()
        return solve_component(component)

    best = solve(book).best
    assert best.low <= 3 <= best.high
    monkeypatch.setattr(component, "solve_component", endless)
    late = solve(book, limits=Limits(seconds=0.05))
    ended.set()
    assert not late.space.complete
    assert late.best.low <= 3 <= late.best.high
    assert late.best.high == float("inf")
    inside = late.point_states[late.space.program.chapters["2"]]
    assert (late.best.values.high[inside] == float("inf")).all()
