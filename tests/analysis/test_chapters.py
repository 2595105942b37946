from __future__ import annotations

import pytest

from gamebook.analysis.chapters import chapters, deadliest
from gamebook.solve.solution import solve
from tests.support.build import LOSE, WIN, book, d, roll, row, turn

# Half the plays win at once; the others come to `b`, where half die and half go back.
ROUND = book(
    a=(roll(d(2), row(1, 1, turn("b")), row(2, 2, turn("c"))),),
    b=(roll(d(2), row(1, 1, turn("a")), row(2, 2, LOSE)),),
    c=(WIN,),
    lost=(WIN,),
)


def test_a_chapter_entered_again_counts_as_one_visit() -> None:
    solved = solve(ROUND)
    a, b, c, lost = chapters(solved, solved.best)
    assert [row.visit for row in (a, b, c, lost)] == pytest.approx([1, 1 / 2, 2 / 3, 0])
    assert [row.expected for row in (a, b, c, lost)] == pytest.approx([4 / 3, 2 / 3, 2 / 3, 0])


def test_value_on_arrival_and_deaths() -> None:
    solved = solve(ROUND)
    a, b, c, lost = chapters(solved, solved.best)
    assert [row.value for row in (a, b, c)] == pytest.approx([2 / 3, 1 / 3, 1])
    assert lost.value is None
    assert (b.deaths, b.share) == pytest.approx((1 / 3, 1))
    assert deadliest((a, b, c, lost)) == (b,)


def test_where_first_visits_would_take_too_long_it_says_so() -> None:
    solved = solve(ROUND)
    a, b, c, _ = chapters(solved, solved.best, most_work=0)
    assert (a.visit, b.visit) == (None, None)
    assert c.visit == pytest.approx(2 / 3)
