"""Strategies side by side, in books that are solved and in books that are not."""

from __future__ import annotations

from fractions import Fraction
from math import inf, isnan, sqrt

import pytest

import gamebook
from gamebook.analysis.difficulty import difficulty
from gamebook.analysis.strategies import strategies
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.compile import compiled
from gamebook.project import Project
from gamebook.render.text import text
from gamebook.report.strategies import data, sections
from gamebook.solver.solving import solve
from gamebook.solver.space import explore
from tests.support.check import check_text

WALK = """sheet
    number n = 0 in 0..9

strategy left
    at 1: Left
    otherwise random

strategy clever
    at 1: Left
    otherwise best

=== 1
~ set n = 1d9
* Left -> 2
* Right -> 3

=== 2
* One [if n = 1] -> victory
* Two [if n = 2] -> victory
* Many [if n > 2] -> 3
* Stay -> defeat

=== 3
* On [if n > 6] -> victory
* Off -> defeat
"""
# Left: with 1 or 2 one of two options wins; with 3 to 6 half go on to 3 in vain, with 7 to 9 half go on, and half win.
LEFT = Fraction(2, 9) / 2 + Fraction(3, 9) / 4
RIGHT = Fraction(3, 9) / 2
FAIR_GAME = """sheet
    number gold = 30 in 0..100

strategy bold
    at 1: Bet
    otherwise random

=== 1
~ if gold = 0
    -> defeat
~ if gold = 100
    -> victory
* Bet -> 2
* Go home -> defeat

=== 2
~ roll 1d2
    1
        ~ gold +1
        -> 1
    2
        ~ gold -1
        -> 1
"""


def book_of(source: str) -> Book:
    book = check_text(source).resolved.book
    assert book is not None
    return book


def test_a_strategy_that_is_solved_is_not_played() -> None:
    rows = {row.policy.strategy.name: row for row in strategies(book_of(WALK))}
    assert {name: row.value.middle for name, row in rows.items()} == {
        "best": pytest.approx(5 / 9),
        "clever": pytest.approx(5 / 9),
        "left": pytest.approx(float(LEFT)),
        "random": pytest.approx(float((LEFT + RIGHT) / 2)),
    }
    assert all(row.complete and row.sample is None for row in rows.values())


def test_a_book_that_is_too_long_to_list_is_solved_in_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.analysis.strategies.LISTED", 10)
    book = book_of(FAIR_GAME)
    limits = Limits(longest=20)
    rows = {row.policy.strategy.name: row for row in strategies(book, limits=limits)}
    for name in ("best", "bold"):
        assert rows[name].complete
        assert rows[name].value.low <= 30 / 100 <= rows[name].value.high  # a fair game between 0 and 100
        assert rows[name].value.high - rows[name].value.low < 1e-9
    # Who goes home every other time has f(k) = (f(k - 1) + f(k + 1)) / 4, f(0) = 0 and f(100) = 1, so
    # f(k) = (r^k - r^-k) / (r^100 - r^-100) with r = 2 + √3.
    lucky = (2 + sqrt(3)) ** -70
    assert rows["random"].complete
    assert rows["random"].value.middle == pytest.approx(lucky, rel=1e-6)
    assert not solve(book, limits=limits).space.complete
    assert not explore(compiled(book), limits=limits).complete  # so a spread of points is refused, too


def test_where_a_limit_comes_first_plays_show_what_a_strategy_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamebook.analysis.strategies.SAMPLED", 0.05)
    book = book_of(WALK)
    rows = {row.policy.strategy.name: row for row in strategies(book, limits=Limits(states=3))}
    for name, chance in (("left", LEFT), ("random", (LEFT + RIGHT) / 2)):
        assert not rows[name].complete
        played = rows[name].sample
        assert played is not None
        assert played.win.low <= chance <= played.win.high
        assert played.win.high - played.win.low < 0.1
        assert isnan(rows[name].gap)
    assert rows["best"].sample is rows["clever"].sample is None  # they leave decisions to best play
    told = text(list(sections(book, tuple(rows.values())))).plain
    assert "left: not solved; in plays, it wins about " in told
    shown = {each["name"]: each["simulated"] for each in data(book, tuple(rows.values()))["strategies"]}
    assert shown["best"] is None
    assert shown["left"]["value"]["low"] <= LEFT <= shown["left"]["value"]["high"]


def test_nobody_plays_against_a_rival(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rival answers each strategy at its best; plays have rivals who choose by lot."""
    monkeypatch.setattr("gamebook.analysis.strategies.SAMPLED", 0.05)
    rivals = WALK.replace("* On [if", "~ rival chooses\n    * Close -> defeat\n    * Open -> 4\n\n=== 4\n* On [if")
    rows = gamebook.strategies(text=rivals, limit_states=3)
    assert not rows[0].complete
    assert all(row.sample is None for row in rows)


@pytest.mark.parametrize("aim", ["score", "win then score"])
@pytest.mark.parametrize("gain", ["1", "1d6", "1d2 - 1d2"])
def test_points_without_a_total_are_what_solve_says(aim: str, gain: str) -> None:
    written = f'book "Mill"\n    aim {aim}\n\n=== 1\n* Grind\n    ~ score {gain}\n    -> 1\n* Out -> victory\n'
    made = Project.of(written).book
    best, solved = strategies(made)[0], difficulty(solve(made))
    for value, points in ((best.value, best.points), (solved.best, solved.points)):
        told = points or value
        assert (told.low, told.high) == (-inf, inf)
