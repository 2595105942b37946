from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from gamebook.model.book import Book
from gamebook.play.explore import TooLarge, explore
from gamebook.play.step import Machine
from gamebook.program.compile import Target, compiled
from gamebook.solver import exact, space
from gamebook.solver.manner import best_play, uniform_play
from gamebook.solver.points import Points, points
from gamebook.solver.solution import play
from gamebook.solver.solving import solve
from tests.support.random_books import books
from tests.support.score_spread import spread


def followed(book: Book, most: int = 10_000, *, uniform: bool = False) -> tuple[Points, dict[tuple[str, int], float]]:
    """The points of a book, and the chances by ending and number of points."""
    states = space.explore(compiled(book, target=Target(points_apart=True)))
    manner = uniform_play(states) if uniform else best_play(states)
    found = points(play(book, states, manner), most)
    names = states.program.endings
    told = {
        (names[i], int(amount)): float(found.chance[i, j])
        for i in range(len(names))
        for j, amount in enumerate(found.amounts)
        if found.chance[i, j] > 0
    }
    return found, told


def test_a_geometric_number_of_points(book: Book) -> None:
    """
    === 1
    ~ score +2
    ~ roll 1d6
        1 -> victory
        2-6 -> 1
    """
    found, told = followed(book)
    assert [told["victory", 2 * n] for n in range(1, 40)] == pytest.approx(
        [5 ** (n - 1) / 6**n for n in range(1, 40)], rel=1e-12
    )
    assert set(found.amounts.tolist()) == set(range(2, found.amounts[-1] + 1, 2))
    assert found.rest == pytest.approx(0, abs=1e-12)


def test_a_geometric_number_of_points_lost(book: Book) -> None:
    """
    === 1
    ~ score -2
    ~ roll 1d6
        1 -> victory
        2-6 -> 1
    """
    found, told = followed(book)
    assert [told["victory", -2 * n] for n in range(1, 40)] == pytest.approx(
        [5 ** (n - 1) / 6**n for n in range(1, 40)], rel=1e-12
    )
    assert found.rest == pytest.approx(0, abs=1e-12)


def test_what_is_cut_off_is_told(book: Book) -> None:
    """
    === 1
    ~ score +2
    ~ roll 1d6
        1 -> victory
        2-6 -> 1
    """
    found, _ = followed(book, 20)
    assert found.amounts.tolist() == list(range(2, 21, 2))
    assert found.rest == pytest.approx((5 / 6) ** 10, rel=1e-12)


def test_points_by_ending_and_play_without_end(book: Book) -> None:
    """
    === 1
    ~ roll 1d4
        1 -> victory
        2 -> defeat
        3 -> 2
        4 -> 3

    === 2
    -> 2

    === 3
    ~ score +1
    -> victory
    """
    found, told = followed(book)
    assert told == pytest.approx({("victory", 0): 0.25, ("victory", 1): 0.25, ("defeat", 0): 0.25})
    assert found.rest == pytest.approx(0.25)


def test_points_that_are_rolled(book: Book) -> None:
    """
    === 1
    ~ score +2d6 - 4
    ~ roll 1d6
        1-5
            ~ score +1
            -> victory
        6 -> victory
    """
    _, told = followed(book)
    two = {total: (6 - abs(total - 7)) / 36 for total in range(2, 13)}
    expected = {
        ("victory", amount): two.get(amount + 4, 0) / 6 + 5 * two.get(amount + 3, 0) / 6 for amount in range(-2, 10)
    }
    assert told == pytest.approx(expected)


def test_a_slow_loop_earns_a_negative_binomial_number_of_points(book: Book) -> None:
    """
    sheet
        number heads = 0 in 0..3

    === 1
    ~ random
        1:
            ~ heads +1
        99:
            ~ score -1
    ~ if heads = 3
        -> victory
    -> 1
    """
    found, told = followed(book)
    assert found.rest < 1e-12
    for tails in (0, 1, 50, 300, 1000, 2500):
        assert told["victory", -tails] == pytest.approx(comb(tails + 2, 2) * 0.01**3 * 0.99**tails, rel=1e-9)


def test_points_won_and_lost_in_a_loop(book: Book) -> None:
    """
    sheet
        number purse = 2 in 0..4

    === 1
    ~ roll 1d2
        1
            ~ purse +1
            ~ score +1
        2
            ~ purse -1
            ~ score -1
    ~ if purse = 0
        -> defeat
    ~ if purse = 4
        -> victory
    -> 1
    """
    found, told = followed(book)
    assert told == pytest.approx({("defeat", -2): 0.5, ("victory", 2): 0.5}, abs=1e-12)
    assert found.rest < 1e-12


def test_points_that_cannot_be_counted(book: Book) -> None:
    """
    === 1
    ~ score +1d2
    -> victory
    """
    with pytest.raises(ValueError, match="whole number"):
        points(solve(book).best)


@pytest.mark.slow
@settings(
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
@given(books(aim="score", points=(-2, 2)))
def test_the_uniform_readers_points_are_the_interpreters(book: Book) -> None:
    graph = explore(Machine(book), None, 400)
    if isinstance(graph, TooLarge) or any(node.kind == "rival" for node in graph.nodes):
        return
    expected, left = spread(exact.uniform(graph), 60)
    if left > Fraction(1, 10**6):
        return
    found, told = followed(book, uniform=True)
    assert found.rest <= left + 1e-9
    for key in told.keys() | {(name, int(amount)) for name, amount in expected}:
        assert told.get(key, 0.0) == pytest.approx(float(expected.get(key, 0)), abs=float(left) + 1e-9)
