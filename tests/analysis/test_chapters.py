from __future__ import annotations

from math import isinf, isnan

import pytest
from msgspec.structs import replace

from gamebook.analysis.chapters import chapters, strayed
from gamebook.analysis.costs import costs
from gamebook.analysis.scores import scores
from gamebook.analysis.strategies import strategies
from gamebook.solver.solving import solve
from tests.support.build import LOSE, WIN, book, choose, d, option, random, roll, row, score, turn

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


def test_what_a_chapter_is_worth_that_only_other_readers_come_to() -> None:
    """Who takes the bad choice half the time comes to `b`; nobody comes to `c`."""
    solved = solve(
        book(
            a=(choose(option("on", WIN), option("aside", turn("b"))),),
            b=(roll(d(6), row(1, 3, WIN), row(4, 6, LOSE)),),
            c=(WIN,),
        )
    )
    assert strayed(solved, solved.best, chapters(solved, solved.best)) == pytest.approx({"b": 1 / 2})


def test_where_first_visits_would_take_too_long_it_says_so() -> None:
    solved = solve(ROUND)
    a, b, c, _ = chapters(solved, solved.best, most_work=0)
    assert (a.visit, b.visit) == (None, None)
    assert c.visit == pytest.approx(2 / 3)


def test_the_other_columns_can_be_had_without_chances_of_a_visit() -> None:
    solved = solve(ROUND)
    rows = chapters(solved, solved.best, visited=False)
    assert rows == tuple(replace(row, visit=None) for row in chapters(solved, solved.best))


def test_where_play_stays_for_ever_all_that_it_comes_to_has_the_chance_of_getting_there() -> None:
    """A quarter of the plays come to `b`, and go on to and fro between `b` and `c`; `d` is passed only once."""
    endless = book(
        a=(roll(d(4), row(1, 1, turn("d")), row(2, 4, WIN)),),
        d=(choose(option("On", turn("b"))),),
        b=(choose(option("On", turn("c"))),),
        c=(roll(d(2), row(1, 1, turn("b")), row(2, 2, turn("c"))),),
    )
    solved = solve(endless)
    assert solved.best.endings == pytest.approx({"victory": 3 / 4, "defeat": 0, "soft lock": 0})
    assert [row.visit for row in chapters(solved, solved.best)] == pytest.approx([1, 1 / 4, 1 / 4, 1 / 4])
    assert [row.visit for row in chapters(solved, solved.uniform)] == pytest.approx([1, 1 / 4, 1 / 4, 1 / 4])


def test_what_has_no_total_is_not_told_as_a_number() -> None:
    """Even tosses for ever: who stops when he is ahead can be ahead by any number of points."""
    tosses = book(
        aim="score",
        a=(choose(option("Toss", random((1, (score(1),)), (1, (score(-1),))), turn("a")), option("Go", turn("b"))),),
        b=(score(2), WIN),
    )
    solved = solve(tosses)
    assert isnan(solved.best.value)
    a, b = chapters(solved, solved.best)
    assert a.value is not None
    assert isnan(a.value)
    assert b.value in (None, pytest.approx(2))
    toss, go = costs(solved)[0].options
    assert isnan(go.cost if toss.taken else toss.cost)
    best, uniform = strategies(tosses)
    assert isnan(best.gap)
    assert isnan(uniform.gap)


def test_where_nothing_ends_points_have_no_mean() -> None:
    sink = book(aim="score", a=(score(-1), turn("a")))
    assert isnan(scores(sink).best.mean)
    assert isnan(scores(sink).best.deviation)
    row = chapters(solve(sink), solve(sink).best)[0]
    assert row.value is not None
    assert isinf(row.value)
    assert isnan(strategies(sink)[1].gap)
