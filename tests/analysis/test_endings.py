from __future__ import annotations

import pytest

from gamebook.analysis.difficulty import Method, difficulty
from gamebook.analysis.endings import endings
from gamebook.solver.solving import solve
from tests.support.build import LOSE, WIN, book, choose, d, op, option, random, roll, row, turn


def test_soft_locks_and_endless_play_are_told() -> None:
    strange = book(
        one=(random((1, (turn("stuck"),)), (1, (turn("round"),)), (2, (WIN,))),),
        stuck=(choose(option("open", WIN, if_=op(1, "=", 2))),),
        round=(turn("round"),),
    )
    rows = {row.ending: (row.kind, row.best, row.uniform) for row in endings(solve(strange))}
    assert rows == {
        "victory": ("victory", pytest.approx(1 / 2), pytest.approx(1 / 2)),
        "defeat": ("defeat", 0, 0),
        "soft lock": ("defeat", pytest.approx(1 / 4), pytest.approx(1 / 4)),
        "endless": ("endless", pytest.approx(1 / 4), pytest.approx(1 / 4)),
    }


def test_best_play_against_the_uniform_reader() -> None:
    told = difficulty(solve(book(one=(choose(option("a", WIN), option("b", LOSE), option("c", LOSE)),))))
    assert (told.best.low, told.best.high) == (1, 1)
    assert told.uniform is not None
    assert told.uniform.low <= 1 / 3 <= told.uniform.high
    assert (told.aim, told.complete) == ("win", True)
    assert told.method == Method()


def test_loops_are_said_to_be_there() -> None:
    dice = roll(d(6), row(1, 1, LOSE), row(2, 2, WIN), row(3, 6, turn("two")))
    told = difficulty(solve(book(one=(dice,), two=(choose(option("back", turn("one")), option("stop", LOSE)),))))
    assert told.method.loops and told.method.intervals != told.method.policies
    assert told.best.low <= 1 / 2 <= told.best.high
