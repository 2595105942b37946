"""A book with fewer options is worth no more than the whole book, and with all of them as much."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import structs

from gamebook.model.book import Book
from gamebook.program.code import Decide, Program
from gamebook.program.compile import Target, lowered, reduced
from gamebook.program.narrow import Leaf, Rule, Split, narrowed
from gamebook.solver import exact
from gamebook.solver.seeking import Seeking
from gamebook.solver.solution import ending_worth
from tests.support.random_books import books
from tests.support.skipping import explored


def bounds(book: Book, program: Program) -> tuple[float, float]:
    few = reduced(program, Target(numbers=False, chapters=False))
    work = Seeking(few, ending_worth(book, few))
    work.play(5_000)
    return work.low, work.high


def options(program: Program, point: int) -> set[int]:
    node = program.nodes[point]
    return {-1, *(range(len(node.options)) if isinstance(node, Decide) else ())}


def some_rule(program: Program, point: int, share: float, dice: random.Random) -> Rule:
    """A rule that keeps such a share of the options, by up to a few numbers."""
    if program.cells and dice.random() < 0.3:
        variable = dice.randrange(len(program.cells))
        most = dice.randint(program.cells[variable].low - 1, program.cells[variable].high)
        return Split(variable, most, *(some_rule(program, point, share, dice) for _ in range(2)))
    return Leaf(frozenset(each for each in options(program, point) if dice.random() < share))


@pytest.mark.slow
@settings(
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(books(), st.integers(0, 1 << 30))
def test_fewer_options_are_worth_no_more(book: Book, seed: int) -> None:
    book = structs.replace(book, aim="win")
    value = exact.solve(explored(book, 3_000), exact.win_worth(book))
    assert isinstance(value, exact.Solution)
    whole, dice = lowered(book), random.Random(seed)
    points = [point for point in whole.points() if point != whole.entry]
    for share in (0.5, 0.8, 0.95):
        low, _ = bounds(book, narrowed(whole, {point: some_rule(whole, point, share, dice) for point in points}))
        assert Fraction(low) <= value.value
    everything = {point: some_rule(whole, point, 1.0, dice) for point in points}
    low, high = bounds(book, narrowed(whole, everything))
    assert Fraction(low) <= value.value <= Fraction(high)


SHOP = """
sheet
    number gold = 1 in 0..1
    item   lamp

=== 1
* Buy a lamp [if gold = 1]
    ~ gold -1
    ~ gain lamp
    -> 1
* Wait [if lamp] -> 2
* A wager
    ~ roll 1d6
        1 -> victory
        2-6
            ~ defeat

=== 2
~ roll 1d6
    1-3 -> victory
    4-6
        ~ defeat
"""


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        # By hand: with the lamp 1/2, the wager 1/6.
        ({0, 1, 2}, Fraction(1, 2)),
        ({0, 1}, Fraction(1, 2)),
        ({1, 2}, Fraction(1, 6)),
        ({2}, Fraction(1, 6)),
        # The lamp is bought, and then only what was left out is open: play is lost, in place of going on past the menu.
        ({0}, Fraction(0)),
        ({0, -1}, Fraction(0)),
        # Play that comes there is lost.
        (set(), Fraction(0)),
    ],
)
def test_what_is_left(book: Book, kept: set[int], expected: Fraction) -> None:
    whole = lowered(book)
    menu = next(n for n, node in enumerate(whole.nodes) if isinstance(node, Decide))
    low, high = bounds(book, narrowed(whole, {menu: Leaf(frozenset(kept))}))
    assert low == pytest.approx(float(expected), abs=1e-12)
    assert high == pytest.approx(float(expected), abs=1e-12)


test_what_is_left.__doc__ = SHOP


@pytest.mark.parametrize(
    ("below", "above", "expected"),
    [
        # By hand: with gold 0 or less, so after the lamp was bought, and before.
        ({1}, {0}, Fraction(1, 2)),
        ({2}, {0}, Fraction(1, 6)),
        ({1}, {2}, Fraction(1, 6)),
        ({0}, {0}, Fraction(0)),
        (set(), {0}, Fraction(0)),
        ({1}, {0, 2}, Fraction(1, 2)),
    ],
)
def test_what_is_left_by_gold(book: Book, below: set[int], above: set[int], expected: Fraction) -> None:
    whole = lowered(book)
    menu = next(n for n, node in enumerate(whole.nodes) if isinstance(node, Decide))
    gold = next(n for n, cell in enumerate(whole.cells) if cell.name == "gold")
    rule = Split(gold, 0, Leaf(frozenset(below)), Leaf(frozenset(above)))
    low, high = bounds(book, narrowed(whole, {menu: rule}))
    assert low == pytest.approx(float(expected), abs=1e-12)
    assert high == pytest.approx(float(expected), abs=1e-12)


test_what_is_left_by_gold.__doc__ = SHOP


def test_a_rival_keeps_all_options(book: Book) -> None:
    """
    === 1
    ~ rival chooses "a door"
        * The open door
            ~ victory
        * The door with the dog
            ~ roll 1d6
                1 -> victory
                2-6
                    ~ defeat
    """
    whole = lowered(book)
    menu = next(n for n, node in enumerate(whole.nodes) if isinstance(node, Decide))
    low, high = bounds(book, narrowed(whole, {menu: Leaf(frozenset({0}))}))
    assert low == pytest.approx(1 / 6, abs=1e-12)
    assert high == pytest.approx(1 / 6, abs=1e-12)
