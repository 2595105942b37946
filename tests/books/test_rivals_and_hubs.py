"""The original books with a rival and with a free hub."""

from __future__ import annotations

from fractions import Fraction

import pytest

import gamebook
from gamebook.play.explore import Graph, explore
from gamebook.play.step import Machine
from gamebook.resources import resource_folder
from gamebook.solver import exact
from gamebook.solver.solving import solve
from tests.resolve import reading

BARGE, PALACE = (resource_folder("books") / f"the-{name}.gbk" for name in ("gilded-barge", "winter-palace"))


@pytest.mark.parametrize("path", [BARGE, PALACE], ids=lambda path: path.stem)
def test_nothing_is_odd(path: object) -> None:
    assert gamebook.check(gamebook.Project(str(path))).findings == ()


@pytest.mark.slow
def test_the_barge_moment_by_moment() -> None:
    """Twenty chapters and more, a rival in a loop; a list, arrays and fractions against the exact interpreter."""
    book = gamebook.Project(BARGE).book
    assert len(book.chapters) >= 20
    graph = explore(Machine(book))
    assert isinstance(graph, Graph)
    expected = exact.solve(graph, exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    solution = gamebook.solve(BARGE, exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == expected.value
    for listed in (None, 0):
        best = solve(book, listed=listed).best
        assert Fraction(best.low) <= expected.value <= Fraction(best.high)
        assert best.high - best.low <= 1e-12


def test_the_rival_tells() -> None:
    """If the reader might answer in her place, more would be won."""
    text = BARGE.read_text("utf-8")
    kinder = reading.book(text.replace('~ rival chooses "her answer"', '~ choose "her answer"'))
    assert gamebook.solve(kinder).value > gamebook.solve(BARGE).value + 0.01


def test_the_palace_is_worth_its_best_way_out() -> None:
    """Skates and the swan cost nothing and win 6 of 10; the lake without them wins 2 against 2, else again; key and
    terrace win 4/6 of 4/6 at most. Walking on for ever wins nothing, however often it is offered.
    """
    solution = gamebook.solve(PALACE, exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == Fraction(6, 10)
    assert max(Fraction(1, 2), Fraction(4, 6) ** 2) < Fraction(6, 10)


def test_who_goes_straight_on_never_comes_out() -> None:
    solution = gamebook.solve(PALACE, policy="straight-on")
    assert solution.value == 0
    assert {row.ending: row.best for row in solution.endings if row.best} == {"endless": 1.0}
