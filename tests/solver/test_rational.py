"""Fractions from the listing, against the exact interpreter moment by moment."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis import strategies as st

from gamebook.analysis.exactly import Exactly, exactly
from gamebook.model.book import Book
from gamebook.model.expression import Var
from gamebook.play.explore import TooLarge, explore
from gamebook.play.step import Machine
from gamebook.solver import exact
from gamebook.solver.exact import Unsolved
from gamebook.solver.rational import FEW, Action, _eliminated
from tests.support.build import (
    LOSE,
    WIN,
    add,
    book,
    choose,
    d,
    number,
    op,
    option,
    put,
    random,
    roll,
    row,
    score,
    turn,
    when,
)
from tests.support.random_books import books

many = settings(deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))


def moment_by_moment(written: Book, uniform: bool = False) -> Fraction | None:
    graph = explore(Machine(written), limit=2_000)
    if isinstance(graph, TooLarge):
        reject()
    worth = exact.win_worth(written) if written.aim == "win" else None
    solution = exact.solve(exact.uniform(graph) if uniform else graph, worth, written.ties)
    return solution.value if isinstance(solution, exact.Solution) else None


@pytest.mark.slow
@many
@given(books())
def test_chances(written: Book) -> None:
    expected = moment_by_moment(written)
    found = exactly(written)
    assert isinstance(found, Exactly)
    # Chances of dice that explode may be too fine to be made whole in 53 bits; then moments are counted one by one.
    assert found.values is not None or "explode=1" in repr(written)
    assert (found.best, found.uniform) == (expected, moment_by_moment(written, uniform=True))


@pytest.mark.slow
@pytest.mark.parametrize("points", [(0, 2), (-2, 0), (-2, 2)])
def test_points(points: tuple[int, int]) -> None:
    @many
    @given(books(aim="score", points=points))
    def agree(written: Book) -> None:
        best, uniform = moment_by_moment(written), moment_by_moment(written, uniform=True)
        found = exactly(written)
        if best is None or uniform is None:
            assert isinstance(found, Unsolved)
        else:
            assert isinstance(found, Exactly)
            assert (found.best, found.uniform) == (best, uniform)

    agree()


def test_thirds_and_sevenths_are_made_whole() -> None:
    """By chances that no float holds."""
    third, seventh = random((1, (put("x", 3),)), (2, (put("x", 1),))), random((1, (WIN,)), (48, (LOSE,)))
    written = book(number("x", 0, 3), one=(third, when("x", random((Var(name="x"), (WIN,)), (4, (LOSE,))))))
    assert exactly(written).best == Fraction(1, 3) * Fraction(3, 7) + Fraction(2, 3) * Fraction(1, 5)
    assert exactly(book(one=(seventh,))).best == Fraction(1, 49)


def test_weights_of_which_none_counts() -> None:
    """Those below 0 count as 0; where all are 0, play goes on."""
    nothing, some = random((0, (LOSE,)), (-1, (LOSE,))), random((1, (WIN,)), (-1, (LOSE,)), (2, (LOSE,)))
    assert exactly(book(one=(nothing, some))).best == Fraction(1, 3)


@pytest.mark.slow
def test_many_ways_back_to_as_many_places() -> None:
    """A ring in which every place may be the next. Its chances are too fine to be made whole: moments are counted."""
    places = FEW + 8
    hop, lose = (roll(d(places), store="x"), turn("one")), op(places, "-", Var(name="x"))
    written = book(number("x", 0, places), one=(random((Var(name="x"), (WIN,)), (lose, (LOSE,)), (100, hop)),))
    # From x the chance is (x + 100 v) / (places + 100). The mean over all places is v = (1 + places) / 2 / places.
    mean = Fraction(1 + places, 2 * places)
    assert exactly(written).best == 100 * mean / (places + 100)  # play begins with x = 0


@many
@given(st.integers(2, 12), st.integers(1, 60))
def test_the_gamblers_ruin(size: int, percent: int) -> None:
    """A walk from the middle of 0..2 size, a step up with p: 1 / (1 + (q/p)^size)."""
    p, q = Fraction(percent, 100), Fraction(100 - percent, 100)
    up, down = (add("x", 1),), (add("x", -1),)
    step = (
        random((percent, up), (100 - percent, down)),
        when(op("x", "=", 0), LOSE),
        when(op("x", "=", 2 * size), WIN),
    )
    written = book(number("x", 0, 2 * size, start=size), one=(*step, turn("one")))
    assert exactly(written).best == 1 / (1 + (q / p) ** size)


def test_a_bounded_walk_that_pays() -> None:
    """Ten a step, and each step is the last with a tenth: ten steps on average."""
    walk = (score(-10), random((1, (LOSE,)), (9, (turn("one"),))))
    assert exactly(book(aim="score", one=walk)).best == -100


def test_what_gains_for_ever_is_told() -> None:
    endless = book(aim="score", one=(score(1), choose(option("Again", turn("one")), option("Stop", LOSE))))
    found = exactly(endless)
    assert isinstance(found, Unsolved)
    assert found.why == "infinite"


def test_too_large() -> None:
    grown = book(
        number("x", 0, 50), one=(roll(d(50), row(1, 50), store="x"), choose(option("a", WIN), option("b", LOSE)))
    )
    assert exactly(grown, most_states=2) == TooLarge(2)


def test_who_has_one_way_has_no_choice() -> None:
    """A rival who can only nod keeps nobody: the reader may wait for nothing, or go on to 2 in the end."""
    nod = choose(option("nod", turn("one")), owner="rival")
    go_on, give_up = option("on", random((1, (score(2), WIN)), (1, (nod,)))), option("give up", score(-1), LOSE)
    wait = choose(option("wait", turn("one")), go_on, give_up)
    written = book(one=(wait,), aim="score")
    assert exactly(written).best == moment_by_moment(written) == 2


def test_a_rival_who_may_go_round_for_ever_does_not_give_in() -> None:
    """Both ways out lose the rival almost nothing, too little for a float to exclude them; to go on loses nothing."""
    out = random((1, (WIN,)), (10**12, (LOSE,)))
    written = book(
        one=(choose(option("out", out), option("over", turn("two")), owner="rival"),),
        two=(choose(option("out", out), option("back", turn("one")), owner="rival"),),
    )
    assert exactly(written).best == moment_by_moment(written) == 0


def test_gains_and_losses_that_cancel_are_chances_all_the_same() -> None:
    """Who goes on wins or loses a point, and then in half of all cases gets 3: who never gives up gets them."""
    toss, end = random((1, (score(1),)), (1, (score(-1),))), random((1, (turn("two"),)), (1, (turn("one"),)))
    go_on = choose(option("wait", turn("one")), option("on", toss, end))
    written = book(aim="score", one=(go_on,), two=(score(3), WIN))
    assert exactly(written).best == moment_by_moment(written) == 3


def test_a_loop_whose_states_are_eliminated_one_by_one() -> None:
    """By hand, the gambler's ruin: a fair coin moves play between 0, which is worth 0, and 4, worth 1; a step earns 1.

    From k it takes k (4 - k) steps and ends at 4 with chance k/4.
    """
    half = Fraction(1, 2)
    policy = {k: Action(Fraction(1), ((half, k - 1), (half, k + 1))) for k in (1, 2, 3)}
    found = [Fraction(0)] * 4 + [Fraction(1)]
    assert _eliminated(policy, found)
    assert found == [0, 3 + Fraction(1, 4), 4 + Fraction(1, 2), 3 + Fraction(3, 4), 1]


def test_a_loop_that_nothing_leaves_is_not_eliminated() -> None:
    policy = {k: Action(Fraction(0), ((Fraction(1), 1 - k),)) for k in (0, 1)}
    assert not _eliminated(policy, [Fraction(0)] * 2)
