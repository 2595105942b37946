"""Good play of books that are too large, in turns."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import repeat
from math import inf
from typing import Any, NoReturn
from weakref import ref

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec import structs

from gamebook.analysis.difficulty import difficulty
from gamebook.errors import OutOfTime
from gamebook.job import Job
from gamebook.kernels.arrays import Floats
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.program.code import NodeId, Program
from gamebook.program.compile import Target, lowered, reduced
from gamebook.program.fold import fold
from gamebook.program.narrow import Rule
from gamebook.solver import exact, excerpt, meanwhile, narrowed, practice, practising, seeking, solving, space, steady
from gamebook.solver import good_play as turns
from gamebook.solver.excerpt import Excerpt
from gamebook.solver.good_play import GoodPlay
from gamebook.solver.practice import ROWS, Practice
from gamebook.solver.seeking import Seeking
from gamebook.solver.solution import ending_worth
from gamebook.solver.solving import solve
from gamebook.solver.too_wide import TooWide
from gamebook.solver.watch import CLOSE, Watch
from tests.support.random_books import books
from tests.support.skipping import explored
from tests.support.slowly import then_slowly

FEW = Target(numbers=False, chapters=False)
PATIENCE = 600.0
"""Seconds after which a test fails instead of waiting: kernels may have to be compiled first."""


def good_play(book: Book, states: int | None = None) -> GoodPlay:
    program = lowered(book)
    return GoodPlay(program, lambda: reduced(program, FEW), ending_worth(book, program), states=states, book=book)


def no_end() -> float:
    return inf


def quick_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few plays in each round of practice."""
    for name, value in (("ROUND", 100), ("TRIALS", 10), ("SHOWN", 10)):
        monkeypatch.setattr(practice, name, value)


@pytest.mark.slow
@settings(
    phases=[Phase.generate],
    max_examples=min(30, settings().max_examples),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(books())
def test_bounds_hold_whatever_was_practised(monkeypatch: pytest.MonkeyPatch, book: Book) -> None:
    """Rounds of no time: every search is given up as soon as possible, and each has other options."""
    book = structs.replace(book, aim="win")
    expected = exact.solve(explored(book, 3_000), exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    for module, name, value in (
        (turns, "LOOK", 0.0),
        (turns, "ASIDE", 0.0),
        (turns, "OFTEN", 0.5),
        (turns, "RARE", 0.3),
        (steady, "HARDLY", 0.3),
        (seeking, "STEPS", 1),
        (turns, "CLOSE", -1.0),  # go on, although all is known
    ):
        monkeypatch.setattr(module, name, value)
    quick_rounds(monkeypatch)
    watch, good = Watch(), good_play(book)
    good.practise(watch)
    good.seek(watch, no_end, time.monotonic() + 0.05)
    assert Fraction(watch.low) <= expected.value <= Fraction(watch.high)
    assert watch.practised is not None


@pytest.mark.slow
def test_what_was_practised_helps_all_heroes(book: Book) -> None:
    """
    sheet
        stat   SKILL = 1d6
        number gold = 1d6 in 0..40
        number key = 0 in 0..9

    === 1
    * Key one
        ~ set key = 1
        -> 2
    * Key two
        ~ set key = 2
        -> 2
    * Key three
        ~ set key = 3
        -> 2
    * Buy a ladder [if gold >= 2]
        ~ gold -2
        -> 1

    === 2
    ~ roll 1d6
        1-5
            * The door [if key = 2] -> 3
            * Back -> 1
        6
            ~ defeat

    === 3
    ~ roll 1d6 + SKILL
        2-4
            ~ defeat
        5-12 -> victory

    By hand: 5/6, times the chance that two dice show 5 or more, which is 30/36: 25/36.
    """
    watch = Watch()
    good_play(book).seek(watch, no_end, time.monotonic() + PATIENCE)
    assert Fraction(watch.low) <= Fraction(25, 36) <= Fraction(watch.high)
    assert watch.low == pytest.approx(25 / 36, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("cores", then_slowly([1, 2], 1))
def test_the_best_of_several_readers_is_gone_on_with(monkeypatch: pytest.MonkeyPatch, long: Book, cores: int) -> None:
    """All but the third of them are said to win nothing; the first one's rules are tried before the others practise."""
    taught = list[int]()

    class Reader(Practice):
        @property
        def won(self) -> float:
            return super().won if self.seed == 3 else 0.0

        def rules(
            self, losses: Sequence[float], go_on: Callable[[float], None], most: int = ROWS
        ) -> list[dict[NodeId, Rule]]:
            taught.append(self.seed)
            return super().rules(losses, go_on, most)

    quick_rounds(monkeypatch)
    for module in (turns, practising, narrowed):
        monkeypatch.setattr(module, "Practice", Reader)
    monkeypatch.setattr(turns, "LOOK", 0.0)
    monkeypatch.setattr(turns, "CLOSE", -1.0)  # go on, although all is known
    monkeypatch.setattr(steady, "_rolls_a_hero", lambda _program: True)  # no arrays

    def until_taught() -> float:
        if watch.practised is not None and 3 in taught:
            raise OutOfTime
        return inf

    watch = Watch()
    with Job(cores=cores):
        good_play(long).seek(watch, until_taught, time.monotonic() + PATIENCE)
    assert taught[0] == 1
    assert watch.practised is not None
    assert watch.practised.seed == 3


@pytest.mark.slow
def test_options_that_alone_change_something_are_left_out(monkeypatch: pytest.MonkeyPatch, book: Book) -> None:
    """
    sheet
        number luck = 6 in 0..9
        number skill = 9 in 0..9

    === 1
    * Try
        ~ roll 1d10 as m
        ~ if m > skill
            -> defeat
        -> 2
    * Squeeze through
        ~ skill -1
        -> 1
    * Drink
        ~ luck +1
        -> 1

    === 2
    ~ roll 1d10 as n
    ~ if n <= luck
        -> victory
    -> defeat

    By hand: drink until luck is 9, then 9/10 twice. Nobody squeezes through.
    """
    found: list[float] = []

    def spied(of: Book, program: Program, worth: Floats, **more: Any) -> Excerpt | None:
        assert more["observed"] == ()
        part = excerpt.take(of, program, worth, **more)
        assert part is not None
        cells = {cell.name: (cell.low, cell.high) for cell in fold(program).cells}
        assert cells["skill"] == (9, 9)
        found.append(float(part.best.low[part.space.root]))
        return part

    monkeypatch.setattr(steady, "take", spied)
    monkeypatch.setattr(turns, "CLOSE", -1.0)  # go on, although all is known
    watch, good = Watch(), good_play(book)

    def until_found() -> float:
        if found and watch.low > 0.8:
            raise OutOfTime
        return inf

    good.practise(watch)
    good.seek(watch, until_found, time.monotonic() + PATIENCE)
    assert found[0] == pytest.approx(0.81, abs=1e-9)
    assert watch.low == pytest.approx(0.81, abs=1e-6)


def too_wide(*_given: object, **_more: object) -> NoReturn:
    raise TooWide


@pytest.mark.slow
def test_limits_end_it(long: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    quick_rounds(monkeypatch)
    for states, memory, until, deadline in (
        (1, inf, None, None),
        (None, 1, time.monotonic() + 0.5, None),
        (None, inf, 0.0, None),
        (None, inf, None, 0.0),
    ):
        watch = Watch(deadline=deadline)
        good_play(long, states).seek(watch, repeat(memory).__next__, until)
        assert 0.0 <= watch.low <= 1.0 <= watch.high
    with Job() as job:
        job.finish()
        good_play(long).seek(Watch(), no_end, None)


@pytest.mark.slow
def test_a_search_that_is_over_holds_no_memory(long: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even until Python looks for circles of objects, which it seldom does where there are few and large ones."""
    made = list[ref[Seeking]]()

    class Counted(Seeking):
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            made.append(ref(self))

    for module, name, value in (
        (turns, "LOOK", 0.0),
        (turns, "ASIDE", 0.0),
        (turns, "CLOSE", -1.0),  # go on, although all is known
        (turns, "Seeking", Counted),
        (narrowed, "Seeking", Counted),
        (steady, "_rolls_a_hero", lambda _program: True),  # no arrays
    ):
        monkeypatch.setattr(module, name, value)
    quick_rounds(monkeypatch)

    def until_some_are_over() -> float:
        alive.append(sum(each() is not None for each in made))
        if len(made) > 8:
            raise OutOfTime
        return inf

    alive = list[int]()
    gc.disable()
    try:
        good_play(long).seek(Watch(), until_some_are_over, time.monotonic() + PATIENCE)
    finally:
        gc.enable()
    assert len(made) > 8
    assert max(alive) <= 3  # with all options, by rules, and what heroes took


@pytest.mark.slow
def test_states_are_counted_while_one_waits(long: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """A book of two kinds of turns: its first round of plays lists some states, and the job receives their number."""
    quick_rounds(monkeypatch)
    with Job() as job:
        watch = Watch()
        good_play(long, 1).seek(watch, no_end, None)
    assert job.done > 1
    assert watch.states > 1


@pytest.mark.slow
def test_a_book_that_nothing_else_can_hold(long: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "take", too_wide)
    monkeypatch.setattr(solving, "MANY", 50)
    monkeypatch.setattr(space, "WAITING", 0.0)
    solved = solve(long, limits=Limits(seconds=60.0), listed=20)
    assert not solved.space.complete
    assert solved.best.low == pytest.approx(1.0, abs=CLOSE)
    # The list that the answer comes from was the first of several ways to look, and not the longest.
    assert solved.search.looked_at is not None
    assert solved.space.count < 50 <= solved.search.looked_at == difficulty(solved).states


def test_who_has_no_limits_gets_the_whole_answer(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    sheet
        number gold = 0 in 0..60

    === 1
    ~ gold +1d6
    * On [if gold < 60] -> 1
    * Out
        ~ roll 1d6
            1-3 -> victory
            4-6
                ~ defeat
    """

    monkeypatch.setattr(solving, "take", too_wide)
    monkeypatch.setattr(solving, "MANY", 5)
    monkeypatch.setattr(meanwhile, "SEEKING", 0.0)
    solved = solve(book, listed=2)
    assert solved.space.complete or solved.best.high - solved.best.low <= CLOSE
    assert solved.best.value == pytest.approx(1 / 2, abs=1e-6)
