"""Where a book decides: by hand, and in sums that the naive interpreter works out in fractions."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

import gamebook
from gamebook.analysis.decides import Decided, decided
from gamebook.model.reader import reader
from gamebook.solver.readers import play_as
from gamebook.solver.solution import Played, Solved, solve
from tests.support.naive import readers as naive
from tests.support.naive_books import small


def solved_text(text: str) -> Solved:
    return solve(gamebook.Project.of(text).edition().book)


def by_chapter(solved: Solved, played: Played) -> dict[str, Decided]:
    return {each.chapter: each for each in decided(solved, played)}


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
    for door in ("2", "3"):
        assert found[door].luck == pytest.approx(3 / 32, rel=1e-12)  # half of 1/4 * 3/4
        assert found[door].price == 0
        assert found[door].suspense == pytest.approx(sqrt(3 / 16) / 2, rel=1e-12)
        assert found[door].surprise == pytest.approx((1 / 4 * 3 / 4 + 3 / 4 * 1 / 4) / 2, rel=1e-12)
    best = by_chapter(solved, solved.best)
    assert (best["2"].luck, best["3"].luck) == (0, pytest.approx(3 / 16, rel=1e-12))
    assert best["1"].choice == best["1"].price == 0


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
    assert found["hero"].luck == pytest.approx(sum((each - mean) ** 2 for each in chances) / 6, rel=1e-9)
    assert found["1"].luck == pytest.approx(sum(each * (1 - each) for each in chances) / 6, rel=1e-9)


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


def test_a_loop_by_hand() -> None:
    """At random: 1 is worth 1/3, 2 half of it; a play is 4/3 times at 1, 2/3 times at 2."""
    solved = solved_text(LOOP)
    found = by_chapter(solved, solved.uniform)
    assert solved.uniform.value == pytest.approx(1 / 3, rel=1e-12)
    assert found["1"].luck == pytest.approx(4 / 3 * (1 / 4 + 1 / 2 / 36 - 1 / 9), rel=1e-12)
    assert found["2"].choice == pytest.approx(2 / 3 * (1 / 6) ** 2, rel=1e-12)
    assert found["2"].price == pytest.approx(2 / 3 * (1 / 2) / 2, rel=1e-12)


@pytest.mark.parametrize("written", ["random", "careless(25%)", "soft(3)", "lookahead(2)"])
def test_sums_of_random_books(written: str, tmp_path: Path) -> None:
    found = 0
    for seed in range(43_000, 43_080):
        each = small(seed, tmp_path, 60)
        if each is None:
            continue
        solved, nodes = each
        who = reader(written)
        played = play_as(solved, who)
        rows = decided(solved, played)
        p = played.value
        luck, choice, price = (sum(getattr(row, name) for row in rows) for name in ("luck", "choice", "price"))
        assert luck + choice == pytest.approx(p * (1 - p), abs=1e-10)
        assert price == pytest.approx(solved.best.value - p, abs=1e-10)
        if written in ("random", "careless(25%)"):
            weights = naive.careless(nodes, naive.ONE if written == "random" else naive.ONE / 4)
            expected = naive.decided(nodes, weights)
            assert (luck, choice, price) == tuple(pytest.approx(float(amount), abs=1e-10) for amount in expected)
        found += 1
    assert found >= 5
