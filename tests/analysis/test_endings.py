from __future__ import annotations

import pytest

from gamebook.analysis.difficulty import Method, difficulty
from gamebook.analysis.endings import endings
from gamebook.analysis.failures import failures
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


def test_play_without_end_is_known_from_the_moves_however_seldom_it_is() -> None:
    """One draw of a thousand million after another goes round for ever: 1 less the other chances would be 0."""
    many = 999_999_999
    seldom = book(
        one=(random((1, (turn("two"),)), (many, (WIN,))),),
        two=(random((1, (turn("round"),)), (many, (WIN,))),),
        round=(turn("round"),),
    )
    solved = solve(seldom)
    (endless,) = [row for row in endings(solved) if row.kind == "endless"]
    assert (endless.best, endless.uniform) == (pytest.approx(1e-18), pytest.approx(1e-18))
    ((shown,),) = [row.shown for row in failures(solved, solved.best)]
    assert (shown.kind, shown.chance) == ("endless", pytest.approx(1e-18))
