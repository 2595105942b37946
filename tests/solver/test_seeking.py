"""Bounds from plays that follow what looks best: they hold at any time, whatever was played."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec import structs

from gamebook.model.book import Book
from gamebook.program.code import Decide
from gamebook.program.compile import Target, compiled, lowered, reduced
from gamebook.program.narrow import Leaf, narrowed
from gamebook.solver import exact, practice, seeking
from gamebook.solver.above import Above
from gamebook.solver.practice import Practice
from gamebook.solver.seeking import Seeking
from gamebook.solver.solution import ending_worth
from tests.support.random_books import books
from tests.support.skipping import explored
from tests.support.small_games import DOORS, LADDER

FEW = Target(numbers=False, chapters=False)


def search(book: Book, guided: bool = False) -> Seeking:
    program = compiled(book, None, FEW)
    worth = ending_worth(book, program)
    guide = Practice(program, worth) if guided else None
    if guide is not None:
        guide.practise(lambda _share: None)
    return Seeking(program, worth, practice=guide)


@pytest.mark.slow
@settings(
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(books(), st.booleans())
def test_bounds_hold_at_any_time_and_only_tighten(monkeypatch: pytest.MonkeyPatch, book: Book, guided: bool) -> None:
    monkeypatch.setattr(practice, "ROUND", 200)
    monkeypatch.setattr(practice, "TRIALS", 10)
    monkeypatch.setattr(practice, "SHOWN", 1)
    book = structs.replace(book, aim="win")
    graph = explored(book, 3_000)
    expected = exact.solve(graph, exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    work, low, high = search(book, guided), 0.0, 1.0
    for steps in (1, 1, 3, 10, 100, 2_000):
        work.play(steps)
        assert low <= work.low <= work.high <= high
        low, high = work.low, work.high
        assert Fraction(low) <= expected.value <= Fraction(high)


@pytest.mark.slow
@settings(
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(books(), st.integers(0, 4))
def test_bounds_hold_that_begin_with_those_of_a_book_with_much_forgotten(book: Book, steps: int) -> None:
    book = structs.replace(book, aim="win")
    expected = exact.solve(explored(book, 3_000), exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    program = lowered(book)
    worth = ending_worth(book, program)
    above = Above(program, worth)
    for _ in range(steps):
        above.step(lambda _share: None)
    work = Seeking(reduced(program, FEW), worth, above=above)
    work.play(2_000)
    assert Fraction(work.low) <= expected.value <= Fraction(work.high)


@pytest.mark.slow
def test_a_state_that_is_lost_is_known_to_be_so_when_it_is_met(book: Book) -> None:
    """
    sheet
        number gold = 0 in 0..1000

    === 1
    ~ roll 1d6
        1-4 -> 2
        5-6 -> 3

    === 2
    * Work
        ~ gold +1
        -> 2
    * Give up -> 4

    === 3
    -> victory

    === 4
    -> defeat
    """
    program = lowered(book)
    worth = ending_worth(book, program)
    above = Above(program, worth)
    assert above.step(lambda _share: None)
    work = Seeking(compiled(book, None, FEW), worth, above=above)
    work.play(1)
    assert work.is_known()
    assert work.low == pytest.approx(1 / 3)
    assert work.listed < 5


def test_a_hero_leaves_the_hero_block(book: Book) -> None:
    """
    sheet
        stat SKILL = 2d6
        stat LUCK = 1d6

    === 1
    * On
        ~ roll 2d6 - SKILL
            -10..0 -> victory
            1..10
                ~ defeat
    * Out
        ~ roll 1d6 - LUCK
            -5..0 -> victory
            1..5
                ~ defeat
    """
    work = search(book)
    for state in (work.average(), work.somebody()):
        assert state != work.root
        work.play(1_000, root=state)
        assert work.known.low[state] > 0.0
        taken = work.taken(state, lambda _share: None)
        assert sum(int(times.sum()) for times in taken.values()) >= seeking.REHEARSALS


@pytest.mark.slow
def test_best_play_is_found(book: Book) -> None:
    for guided in (False, True):
        work = search(book, guided)
        work.play(20_000)
        assert work.low == pytest.approx(6 / 7, abs=1e-9)
        assert work.high == pytest.approx(6 / 7, abs=1e-9)
        assert Fraction(work.low) <= Fraction(6, 7) <= Fraction(work.high)


test_best_play_is_found.__doc__ = LADDER


def test_who_can_stay_for_ever_wins_nothing_by_it(book: Book) -> None:
    """
    === 1
    * To and fro -> 2
    * Out
        ~ roll 1d6
            1 -> victory
            2-6
                ~ defeat

    === 2
    * Back -> 1
    """
    work = search(book)
    work.play(10_000)
    assert work.low == pytest.approx(1 / 6, abs=1e-12)
    assert work.high >= work.low


def test_a_rival_does_his_worst(book: Book) -> None:
    for guided in (False, True):
        work = search(book, guided)
        work.play(1_000)
        assert Fraction(work.low) <= Fraction(1, 6) <= Fraction(work.high)
        assert work.high - work.low < 1e-12


test_a_rival_does_his_worst.__doc__ = DOORS


def test_there_is_room_for_more_states(long: Book) -> None:
    """Room is made for 4,096 states at first."""
    work = search(long)
    assert work.play(200_000)
    assert work.states > 10_000
    assert work.low == 1.0


def test_it_is_known_what_a_hero_wins_by_other_options(book: Book) -> None:
    """
    sheet
        number gold = 1d6 in 0..6

    === 1
    * Pay [if gold > 3] -> victory
    * Dig
        ~ roll 1d6
            1-3 -> victory
            4-6 -> defeat
    """
    whole = lowered(book)
    worth = ending_worth(book, whole)
    (menu,) = [node for node in whole.points() if isinstance(whole.nodes[node], Decide)]
    wide = Seeking(reduced(whole, Target(numbers=False)), worth)
    paying = Seeking(reduced(narrowed(whole, {menu: Leaf(frozenset({-1, 0}))}), FEW), worth)
    assert paying.low_at(*wide.place(wide.root)) == 0.0
    wide.play(2_000)
    paying.play(2_000)
    assert (wide.low, paying.low) == (pytest.approx(3 / 4), pytest.approx(1 / 2))
    assert paying.low_at(*wide.place(wide.root)) == paying.low
    heroes = {hero: wide.place(hero) for hero in {wide.somebody() for _ in range(50)}}
    gold = [cell.name for cell in whole.cells].index("gold")
    found = {env[gold] > 3: (wide.known.low[hero], paying.low_at(node, env)) for hero, (node, env) in heroes.items()}
    assert found == {True: (1.0, 1.0), False: (pytest.approx(1 / 2), 0.0)}
    assert paying.low_at(menu, np.full(len(whole.cells), 7)) is None
