"""Where a book decides: by hand, and in sums that the naive interpreter works out in fractions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

import gamebook
from gamebook.analysis import offers
from gamebook.analysis.decides import Decided, decided, prices
from gamebook.analysis.fates import fates
from gamebook.analysis.hazards import hazards
from gamebook.analysis.survival import survival
from gamebook.model.reader import reader
from gamebook.solver import solution
from gamebook.solver.readers import play_as
from gamebook.solver.solution import Played, Solved
from gamebook.solver.solving import solve
from tests.analysis.test_fates import compare as fates_agree
from tests.analysis.test_hazards import at_random
from tests.analysis.test_hazards import compare as hazards_agree
from tests.analysis.test_survival import compare as survival_agrees
from tests.support.naive import readers as naive
from tests.support.naive.solver import Node, values
from tests.support.naive_books import small
from tests.support.plain_states import Plain
from tests.support.slowly import but_slowly
from tests.support.small_books import SHELF, random_books, shelf_book


def solved_text(text: str) -> Solved:
    return solve(gamebook.Project.of(text).edition().book)


@pytest.fixture
def one_state_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (solution, offers):
        monkeypatch.setattr(module, "AT_ONCE", 1)


def by_chapter(solved: Solved, played: Played) -> dict[str, Decided]:
    return {each.chapter: each for each in decided(solved, played)}


ODD = """
sheet
    number size = 1d3 in 0..3

=== 1
* Open [if size > 2] -> 2
* Go -> defeat

=== 2
~ roll 1d6
    1-2 -> victory
    3-6 -> defeat
"""

TWO_DOORS = """
=== 1
* Left -> 2
* Right -> 3

=== 2
~ random
    1: -> victory
    3: -> defeat

=== 3
~ random
    3: -> victory
    1: -> defeat
"""


def test_two_doors_by_hand() -> None:
    """1/4 behind one door, 3/4 behind the other; a coin between them: 1/2 in all, with a variance of 1/4."""
    solved = solved_text(TWO_DOORS)
    found = by_chapter(solved, solved.uniform)
    assert found["1"].choice == pytest.approx(1 / 16, rel=1e-12)  # a quarter more or less than 1/2
    assert found["1"].luck == 0
    assert found["1"].price == pytest.approx(1 / 4, rel=1e-12)  # half of the readers lose 1/2
    assert found["1"].suspense == found["1"].surprise == pytest.approx(1 / 4, rel=1e-12)
    for door in ("2", "3"):
        assert found[door].luck == pytest.approx(3 / 32, rel=1e-12)  # half of 1/4 * 3/4
        assert found[door].price == 0
        assert found[door].suspense == pytest.approx(sqrt(3 / 16) / 2, rel=1e-12)
        assert found[door].surprise == pytest.approx((1 / 4 * 3 / 4 + 3 / 4 * 1 / 4) / 2, rel=1e-12)
    best = by_chapter(solved, solved.best)
    assert (best["2"].luck, best["3"].luck) == (0, pytest.approx(3 / 16, rel=1e-12))
    assert best["1"].choice == best["1"].price == 0


def test_a_guess_and_dice_in_one_step_by_hand() -> None:
    """The value 1/2 becomes 3/4 or 1/4 by the guess, then 1 or 0 by the dice; both together are one step of 1/2."""
    door = "* {}\n    ~ random\n        {}: -> victory\n        {}: -> defeat\n"
    solved = solved_text("=== 1\n" + door.format("Left", 1, 3) + door.format("Right", 3, 1))
    (row,) = (each for each in decided(solved, solved.uniform) if each.chapter == "1")
    assert row.suspense == row.surprise == pytest.approx(1 / 2, rel=1e-12)
    assert row.luck == pytest.approx(3 / 16, rel=1e-12)


def test_who_takes_one_option_guesses_nothing_though_values_are_rounded() -> None:
    """In a large book what a state is worth, and what its best option is worth, may differ in the tenth digit."""
    solved = solved_text(TWO_DOORS)
    values = solved.best.values
    here = np.diff(solved.space.states.first_action) > 1
    low = np.where(here, values.low * (1 - 1e-9), values.low)
    rounded = structs.replace(solved.best, values=structs.replace(values, low=low))
    assert [each.choice for each in decided(solved, rounded)] == [0.0] * len(solved.places)
    assert [each.choice for each in prices(solved, rounded)] == [0.0, 0.0]


HERO = """
book "Coin"
use fighting-fantasy

=== 1
~ test luck
    lucky -> victory
    unlucky -> defeat
"""


def test_the_hero_who_is_rolled_is_luck_too() -> None:
    """LUCK is 1d6 + 6; of 36 throws of two dice 21, 26, 30, 33, 35, 36 are at most 7 … 12."""
    solved = solved_text(HERO)
    chances = [wins / 36 for wins in (21, 26, 30, 33, 35, 36)]
    mean = sum(chances) / 6
    found = by_chapter(solved, solved.best)
    assert found["the hero"].luck == pytest.approx(sum((each - mean) ** 2 for each in chances) / 6, rel=1e-9)
    assert found["1"].luck == pytest.approx(sum(each * (1 - each) for each in chances) / 6, rel=1e-9)


SURE = """
book "Sure"

sheet
    number gold = 1d6 in 0..6

=== 1
~ roll 1d6
    1-3 -> 2
    4-6 -> 3

=== 2
* Go on -> 3
* Look -> 3

=== 3
~ victory
"""


def test_where_nothing_is_decided_rounding_is_no_luck() -> None:
    """Six times a sixth is not quite 1 in floats, and shares of what is left were any numbers."""
    solved = solved_text(SURE)
    for played in (solved.best, solved.uniform, play_as(solved, reader("careless(10%)"))):
        assert all(row.luck == row.choice == row.suspense == row.surprise == 0 for row in decided(solved, played))
        assert all(row.choice == 0 for row in prices(solved, played))


LOOP = """
=== 1
~ random
    1: -> victory
    1: -> defeat
    2: -> 2

=== 2
* Back -> 1
* Give up -> defeat
"""


@pytest.mark.usefixtures("one_state_at_a_time")
def test_of_a_large_book_some_states_are_looked_at_at_once() -> None:
    """By hand as above; a play that is lost is lost behind a door."""
    test_two_doors_by_hand()
    test_prices_by_hand()
    test_a_loop_by_hand()
    solved = solved_text(TWO_DOORS)
    rows = hazards(solved, solved.uniform)
    assert [row.chapter for row in rows] == ["the hero", "1", "2", "3"]
    assert [row.arrivals for row in rows] == pytest.approx([1, 1, 1 / 2, 1 / 2])
    assert [row.lost for row in rows] == pytest.approx([0, 0, 3 / 8, 1 / 8])


def test_where_nobody_chooses_no_mistake_costs_anything() -> None:
    """Thirds and their sums are rounded, but only chapter 1 has a choice."""
    solved = solved_text(ODD)
    by = by_chapter(solved, solved.uniform)
    assert (by["the hero"].price, by["2"].price, by["the hero"].choice, by["2"].choice) == (0.0, 0.0, 0.0, 0.0)
    # Of three sizes one can open the door; who goes instead loses all that the door wins, a third.
    assert by["1"].price == pytest.approx(1 / 3 * 1 / 2 * 1 / 3)


def test_a_loop_by_hand() -> None:
    """At random: 1 is worth 1/3, 2 half of it; a play is 4/3 times at 1, 2/3 times at 2."""
    solved = solved_text(LOOP)
    found = by_chapter(solved, solved.uniform)
    assert solved.uniform.value == pytest.approx(1 / 3, rel=1e-12)
    assert found["1"].luck == pytest.approx(4 / 3 * (1 / 4 + 1 / 2 / 36 - 1 / 9), rel=1e-12)
    assert found["2"].choice == pytest.approx(2 / 3 * (1 / 6) ** 2, rel=1e-12)
    assert found["2"].price == pytest.approx(2 / 3 * (1 / 2) / 2, rel=1e-12)


def prices_add_up(solved: Solved, played: Played, rows: list[Decided]) -> None:
    found = prices(solved, played)
    for row in rows:
        here = [each for each in found if each.offer.chapter == row.chapter]
        assert sum(each.price for each in here) == pytest.approx(row.price, abs=1e-12)
        assert sum(each.choice for each in here) == pytest.approx(row.choice, abs=1e-12)


def test_prices_by_hand() -> None:
    """Of a play at random, half go left, which costs 1/2; of the variance the guess makes 1/16, half each."""
    solved = solved_text(TWO_DOORS)
    left, right = prices(solved, solved.uniform)
    assert (left.offer.label, left.offered, left.taken) == ("Left", 1, pytest.approx(1 / 2))
    assert (left.price, right.price) == (pytest.approx(1 / 4), 0)
    assert left.choice == right.choice == pytest.approx(1 / 32)


@pytest.mark.slow
def test_prices_of_random_books(tmp_path: Path) -> None:
    books = list(random_books(range(45_380, 45_420), tmp_path))
    assert len(books) >= 6
    for solved, plain in books:
        best = values(plain.nodes, naive.won, 100)
        weights = at_random(plain)
        often = naive.visits(plain.nodes, weights)
        costs = defaultdict[tuple[str, ...], Fraction](Fraction)
        taken = defaultdict[tuple[str, ...], Fraction](Fraction)
        for number, node in enumerate(plain.nodes):
            for option, action in zip(plain.options[number], node.actions, strict=False):
                key = (plain.chapter[number], plain.decision[number], option)
                times = often[number] / len(node.actions)
                taken[key] += times
                costs[key] += times * (best[number] - naive.worth(action, best))
        found = prices(solved, solved.uniform)
        assert {(each.offer.chapter, each.offer.address, each.offer.option) for each in found} == set(costs)
        for each in found:
            key = (each.offer.chapter, each.offer.address, each.offer.option)
            assert each.price == pytest.approx(float(costs[key]), abs=1e-11)
            assert each.taken == pytest.approx(float(taken[key]), rel=1e-9)


@pytest.fixture(scope="module")
def solved_books(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Solved, list[Node]]]:
    """Small random books; solved once for all readers."""
    folder = tmp_path_factory.mktemp("books")
    found = (small(seed, folder, 60) for seed in range(43_000, 43_080))
    return [each for each in found if each is not None]


@pytest.mark.slow
@pytest.mark.parametrize("written", ["random", "careless(25%)", "soft(3)", "lookahead(2)"])
def test_sums_of_random_books(written: str, solved_books: list[tuple[Solved, list[Node]]]) -> None:
    for solved, nodes in solved_books:
        who = reader(written)
        played = play_as(solved, who)
        rows = decided(solved, played)
        p = played.value
        prices_add_up(solved, played, rows)
        assert all(row.suspense >= row.surprise * (1 - 1e-12) for row in rows)  # as of all changes around 0
        luck, choice, price = (sum(getattr(row, name) for row in rows) for name in ("luck", "choice", "price"))
        assert luck + choice == pytest.approx(p * (1 - p), abs=1e-10)
        assert price == pytest.approx(solved.best.value - p, abs=1e-10)
        if written in ("random", "careless(25%)"):
            weights = naive.careless(nodes, naive.ONE if written == "random" else naive.ONE / 4)
            expected = naive.decided(nodes, weights)
            assert (luck, choice, price) == tuple(pytest.approx(float(amount), abs=1e-10) for amount in expected)
    assert len(solved_books) >= 5


def sums_agree(solved: Solved, plain: Plain) -> None:
    """In fractions the parts add up exactly; ours are those parts, to rounding (loops of tiny chances add some)."""
    weights = at_random(plain)
    luck, choice, price = naive.decided(plain.nodes, weights)
    p = values(naive.playing(plain.nodes, weights), naive.won, 100)[0]
    assert luck + choice == p * (1 - p)
    assert price == values(plain.nodes, naive.won, 100)[0] - p
    rows = decided(solved, solved.uniform)
    assert sum(row.luck for row in rows) == pytest.approx(float(luck), abs=1e-9)
    assert sum(row.choice for row in rows) == pytest.approx(float(choice), abs=1e-9)
    assert sum(row.price for row in rows) == pytest.approx(float(price), abs=1e-9)


@pytest.mark.parametrize("name", but_slowly(SHELF, lambda name: name != "srr/ogre-treads"))
def test_books_of_the_shelf(name: str) -> None:
    """Every sum in exact fractions: luck and guesses, prices, losses by chapter and by fate, the curve of survival."""
    solved, plain = shelf_book(name)
    sums_agree(solved, plain)
    hazards_agree(solved, solved.uniform, plain)
    survival_agrees(survival(solved, solved.uniform, 6), plain)
    if not plain.lost()[0]:
        fates_agree(fates(solved, solved.uniform), plain)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(46_000, 46_150, 150))
def test_many_random_books(first: int, tmp_path: Path) -> None:
    """About ten books a time, in exact fractions: what it costs, where it is lost, how far it comes, what saves."""
    found = 0
    for solved, plain in random_books(range(first, first + 150), tmp_path):
        found += 1
        sums_agree(solved, plain)
        hazards_agree(solved, solved.uniform, plain)
        survival_agrees(survival(solved, solved.uniform, 6), plain)
        if not plain.lost()[0]:
            fates_agree(fates(solved, solved.uniform), plain)
    assert found >= 5
