"""Loops that play leaves once in a thousand million rounds, or in as many times as many: against fractions by hand."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.sparse import csc_array

from gamebook.analysis.exactly import Exactly, exactly
from gamebook.analysis.fates import fates
from gamebook.model.book import Book
from gamebook.model.step import Block
from gamebook.program.compile import compiled
from gamebook.program.encode import encode
from gamebook.program.liveness import liveness
from gamebook.solver.arrays import arrange
from gamebook.solver.closure import Closure, settle
from gamebook.solver.fields import flow, modes, solve_field
from gamebook.solver.listing import Listing
from gamebook.solver.solution import ending_worth
from gamebook.solver.solving import solve
from tests.support.build import LOSE, WIN, book, choose, option, random, score, turn

ROUNDS = 10**9
"""The weights of each roll add up to this."""
WIDTH = 1e-12
"""A bracket no wider than this is worth having, however long play goes round."""


def spin(win: int, lose: int, back: str) -> Block:
    """Won or lost with so many chances in `ROUNDS`; else play goes on elsewhere."""
    return (random((win, (WIN,)), (lose, (LOSE,)), (ROUNDS - win - lose, (turn(back),))),)


def onward(win: int, lose: int, there: str, back: str) -> Block:
    """The same, but what is won is to go on to a chapter."""
    return (random((win, (turn(there),)), (lose, (LOSE,)), (ROUNDS - win - lose, (turn(back),))),)


def one_loop() -> Book:
    return book(one=spin(1, 1, "two"), two=(turn("one"),))


def three_in_a_row() -> Book:
    return book(
        one=onward(2, 1, "two", "aside"), aside=(turn("one"),),
        two=onward(2, 1, "three", "beside"), beside=(turn("two"),),
        three=spin(2, 1, "behind"), behind=(turn("three"),),
    )  # fmt: skip


def three_nested() -> Book:
    """Who does not win goes back a step; only the last has a way out: a thousand million to the third rounds."""
    back = ROUNDS - 1
    return book(
        one=(random((1, (turn("two"),)), (back, (turn("aside"),))),), aside=(turn("one"),),
        two=(random((1, (turn("three"),)), (back, (turn("one"),))),),
        three=(random((1, (turn("four"),)), (back, (turn("two"),))),),
        four=spin(1, 1, "three"),
    )  # fmt: skip


def back_to_the_start() -> Book:
    return book(
        one=onward(1, 1, "two", "aside"), aside=(turn("one"),),
        two=onward(1, 1, "three", "one"), three=spin(1, 1, "one"),
    )  # fmt: skip


def a_choice() -> Book:
    return book(one=(choose(option("A", *spin(3, 1, "one")), option("B", *spin(1, 2, "one"))),))


def a_close_choice() -> Book:
    """The options differ by less than a rounding in each round."""
    return book(
        one=(choose(option("A", *spin(1, 1, "two")), option("B", *spin(3, 2, "two"))),),
        two=(choose(option("C", *spin(1, 1, "one")), option("D", *spin(1, 2, "one"))),),
    )


def a_rival() -> Book:
    mine = choose(option("A", *spin(3, 1, "two")), option("B", *spin(1, 2, "two")))
    theirs = choose(option("X", *spin(1, 3, "one")), option("Y", *spin(2, 1, "one")), owner="rival")
    return book(one=(mine,), two=(theirs,))


def a_place_to_stay() -> Book:
    """Who may walk to and fro as he likes may also spin."""
    walk = choose(option("on", turn("two")), option("spin", *spin(1, 3, "one")))
    return book(one=(walk,), two=(choose(option("back", turn("one")), option("spin", *spin(2, 1, "one"))),))


def a_place_to_stay_with_a_rival() -> Book:
    mine = choose(option("wait", turn("two")), option("A", *spin(2, 1, "one")))
    theirs = choose(option("wait", turn("one")), option("X", *spin(3, 1, "one")), owner="rival")
    return book(one=(mine,), two=(theirs,))


SELDOM = 10**6


def a_leak(often: int = SELDOM) -> Book:
    """A gamble loses so little in a round that it counts as equally good, and everything in the end."""
    gamble = random((1, (turn("deep"),)), (often, (turn("one"),)))
    return book(
        one=(choose(option("on", turn("two")), option("out", turn("three"))),),
        two=(choose(option("gamble", gamble), option("leave", turn("three"))),),
        deep=(random((1, (LOSE,)), (often, (turn("one"),))),),
        three=(random((1, (WIN,)), (1, (LOSE,))),),
    )


def a_slow_leak() -> Book:
    return a_leak(ROUNDS)


def a_leak_and_a_place_to_stay() -> Book:
    """The same, where the reader may also wait for ever."""
    gamble = random((1, (turn("deep"),)), (SELDOM, (turn("one"),)))
    return book(
        one=(choose(option("gamble", gamble), option("wait", turn("two")), option("leave", turn("three"))),),
        two=(turn("one"),),
        deep=(random((1, (LOSE,)), (SELDOM, (turn("one"),))),),
        three=(random((1, (WIN,)), (1, (LOSE,))),),
    )


L = ROUNDS
BOOKS = {
    # 1 : 1, whatever the rounds
    "one loop": (one_loop, Fraction(1, 2), Fraction(1, 2)),
    "three in a row": (three_in_a_row, Fraction(2, 3) ** 3, Fraction(2, 3) ** 3),
    "three nested": (three_nested, Fraction(1, 2), Fraction(1, 2)),
    # x = y / 2, y = (z + (L - 2) x) / L, z = (1 + (L - 2) x) / L
    "back to the start": (back_to_the_start, Fraction(1, L * L + L + 2), Fraction(1, L * L + L + 2)),
    # 3 : 1; at random 3 + 1 : 1 + 2
    "a choice": (a_choice, Fraction(3, 4), Fraction(4, 7)),
    # x = (3 + (L - 5) y) / L, y = (1 + (L - 2) x) / L; at random x = (2 + (L - 3.5) y) / L, y = (1 + (L - 2.5) x) / L
    "a close choice": (
        a_close_choice,
        Fraction(3 * L + L - 5, L * L - (L - 5) * (L - 2)),
        Fraction(4 * (3 * L) - 14, 4 * L * L - (2 * L - 7) * (2 * L - 5)),
    ),
    # x = (3 + (L - 4) y) / L, y = (1 + (L - 4) x) / L; x at random (2 + (L - 3.5) y) / L
    "a rival": (
        a_rival,
        Fraction(4 * L - 4, L * L - (L - 4) ** 2),
        Fraction(4 * L + 2 * L - 7, 2 * L * L - (2 * L - 7) * (L - 4)),
    ),
    # 2 : 1 at the other place; at random a round there for each two here: (1/2 + 2/4) : (3/2 + 1/4)
    "a place to stay": (a_place_to_stay, Fraction(2, 3), Fraction(4, 11)),
    # where the rival waits, the reader does not
    "a place to stay with a rival": (a_place_to_stay_with_a_rival, Fraction(2, 3), Fraction(2, 3)),
    # at random x = y / 2 + 1/4, y = c x / 2 + 1/4, and all but 1 - c = 1 / (SELDOM + 1)^2 comes back from the gamble
    "a leak": (a_leak, Fraction(1, 2), 3 / (8 - 2 * (1 - Fraction(1, (SELDOM + 1) ** 2)))),
    "a slow leak": (a_slow_leak, Fraction(1, 2), 3 / (8 - 2 * (1 - Fraction(1, (L + 1) ** 2)))),
    # at random x = c x / 3 + x / 3 + 1/6
    "a leak and a place to stay": (
        a_leak_and_a_place_to_stay,
        Fraction(1, 2),
        1 / (4 - 2 * (1 - Fraction(1, (SELDOM + 1) ** 2))),
    ),
}
each_book = pytest.mark.parametrize("name", BOOKS)


@each_book
def test_listed_states(name: str) -> None:
    made, best, uniform = BOOKS[name]
    solved = solve(made())
    for found, expected in ((solved.best, best), (solved.uniform, uniform)):
        assert Fraction(found.low) <= expected <= Fraction(found.high)
        assert found.high - found.low <= WIDTH * float(expected)
        assert found.endings["victory"] == pytest.approx(float(expected), rel=WIDTH)
        assert sum(found.endings.values()) == pytest.approx(1, abs=WIDTH)


@each_book
def test_arrays(name: str) -> None:
    made, best, uniform = BOOKS[name]
    program = compiled(made())
    code = encode(program, liveness(program))
    arrays = arrange(program, Listing.begin(code), [(program.entry, code.start)])
    root = arrays.at((program.entry, code.start))
    assert root is not None
    worth = ending_worth(made(), program)
    for mixed, expected in ((False, best), (True, uniform)):
        field = solve_field(arrays, modes(arrays, mixed), worth)
        (low,), (high,) = (each.tolist() for each in field.bounds(np.array([root])))
        assert Fraction(low) <= expected <= Fraction(high)
        assert high - low <= WIDTH * float(expected)
        found = flow(field, np.array([root]), np.ones(1))
        assert float(found[: arrays.endings] @ worth) == pytest.approx(float(expected), rel=WIDTH)


@each_book
def test_fractions(name: str) -> None:
    made, best, uniform = BOOKS[name]
    found = exactly(made())
    assert isinstance(found, Exactly)
    assert (found.best, found.uniform) == (best, uniform)


@pytest.mark.parametrize("name", [name for name in BOOKS if "rival" not in name and "stay" not in name])
def test_fates_of_the_random_reader(name: str) -> None:
    """Every play that is not won is lost, in whichever chapter."""
    made, _, uniform = BOOKS[name]
    solved = solve(made())
    found = fates(solved, solved.uniform)
    assert found.all.lost == pytest.approx(float(1 - uniform), rel=WIDTH)
    assert sum(each.lost for each in found.chapters) == pytest.approx(found.all.lost, rel=WIDTH)


def test_a_price_for_each_round() -> None:
    """A point a round, and one round in so many is the last: so many points."""
    toll = random((1, (LOSE,)), (ROUNDS - 1, (turn("two"),)))
    toll_book = book(aim="score", one=(score(-1), toll), two=(turn("one"),))
    for found in (solve(toll_book).best, solve(toll_book).uniform):
        assert Fraction(found.low) <= -ROUNDS <= Fraction(found.high)
        assert found.high - found.low <= WIDTH * ROUNDS


def test_the_cheaper_of_two_roads() -> None:
    """Two points for each round, or one; the dear one ends three times as soon."""
    dear = option("dear", score(-2), random((3, (LOSE,)), (ROUNDS - 3, (turn("one"),))))
    cheap = option("cheap", score(-1), random((1, (LOSE,)), (ROUNDS - 1, (turn("two"),))))
    roads = book(aim="score", one=(choose(dear, cheap),), two=(turn("one"),))
    found = solve(roads).best
    expected = Fraction(-2 * ROUNDS, 3)
    assert Fraction(found.low) <= expected <= Fraction(found.high)
    assert found.high - found.low <= WIDTH * ROUNDS


def walk(size: int, out: float) -> tuple[csc_array, np.ndarray]:
    """A fair walk in a circle of `size` places, left with a small chance from the first of them."""
    moves = np.zeros((size, size))
    for i in range(size):
        stays = 1.0 - out if i == 0 else 1.0
        moves[(i + 1) % size, i] += stays / 2
        moves[(i - 1) % size, i] += stays / 2
    return csc_array(moves), np.array([out] + [0.0] * (size - 1))


@pytest.mark.parametrize("out", [0.1, 1e-9, 1e-17, 1e-40])
def test_each_place_of_a_circle_is_come_to_alike(out: float) -> None:
    """Arrived at the first place, play comes there 1 / out times, to its neighbours (1 - out) times as often.

    All others are passed as often as the neighbours, as there is no way out there.
    """
    moves, leaves = walk(300, out)
    arrivals = np.zeros(300)
    arrivals[0] = 1.0
    found = settle(moves, leaves, arrivals)
    assert found[0] == pytest.approx(1 / out, rel=1e-9)
    assert found[1:] == pytest.approx(np.full(299, (1.0 - out) / out), rel=1e-9)


def test_arrivals_are_taken_through_one_after_the_other() -> None:
    moves, leaves = walk(50, 1e-20)
    closure = Closure(moves, leaves)
    for place in (0, 7, 49):
        arrivals = np.zeros(50)
        arrivals[place] = 2.0
        assert closure.visits(arrivals)[0] == pytest.approx(2e20, rel=1e-9)
