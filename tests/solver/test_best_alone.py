"""Best play alone, of heroes of whom some are certain to win or to lose: against all states and exact fractions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from math import inf
from typing import NoReturn
from weakref import ref

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from msgspec import structs

from gamebook import Project
from gamebook.errors import OutOfTime
from gamebook.job import Job
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.model.step import Choose
from gamebook.program.compile import compiled
from gamebook.solver import best_alone, exact, groups, solving
from gamebook.solver.arrays import Arrays
from gamebook.solver.best_alone import SHORT, _BestAlone, learn_best_play
from gamebook.solver.fields import Field
from gamebook.solver.heroes_in_turn import DOUBTFUL, HeroesInTurn, Patience
from gamebook.solver.solution import ending_worth
from gamebook.solver.solving import SOONER, solve
from gamebook.solver.too_wide import TooLong
from gamebook.solver.watch import Watch
from tests.support.random_books import books
from tests.support.skipping import explored

ENOUGH = 3_000
"""Exact states."""

TOLLS = """
book "Tolls"
    use fighting-fantasy
sheet
    number gold = 1d6 in 0..9

=== 1
* Pay all [if gold >= 5]
    ~ pay 5 gold
    -> victory
* A rope, and a wall to climb [if gold >= 3]
    ~ pay 3 gold
    -> 2
* The bridge, for two pieces [if gold = 2]
    ~ pay 2 gold
    -> 3
* Beg [if gold <= 1] -> defeat

=== 2
* Climb
    ~ test skill
        pass -> victory
        fail
            ~ STAMINA -5
            -> 2

=== 3
* Test your luck, again and again
    ~ test luck
        lucky -> victory
        unlucky -> 4
* Turn back -> defeat

=== 4
~ fight "Guard" SKILL 8 STAMINA 4
-> victory
"""
"""Whoever has five pieces wins, whoever has one is lost, and all others have chances of their own."""
HERO = {"STAMINA": 16, "LUCK": 9}
"""So that only SKILL and gold are rolled."""


@pytest.fixture(scope="module")
def tolls() -> tuple[Book, float]:
    """The book, and what best play wins: from all its states."""
    book = Project.of(TOLLS).book
    return book, solve(book, HERO).best.value


def learned(
    book: Book, watch: Watch | None = None, limits: Limits = NO_LIMITS, hero: Mapping[str, int] | None = None
) -> Watch:
    """What a watch hears of best play."""
    program = compiled(book, hero)
    watch = watch or Watch()
    learn_best_play(book, program, ending_worth(book, program), (), limits, watch, Patience())
    return watch


def test_heroes_who_are_certain_are_not_solved(tolls: tuple[Book, float], monkeypatch: pytest.MonkeyPatch) -> None:
    book, value = tolls
    solved = list[int]()

    class Seen(_BestAlone):
        def _group(self, arrays: Arrays, after: tuple[int, int] | None) -> tuple[Field, Arrays | None]:
            gold = next(number for number, cell in enumerate(self._program.cells) if cell.name == "gold")
            solved.extend(int(env[gold]) for _, env in self._heroes.roots[self._here])
            return super()._group(arrays, after)

    monkeypatch.setattr(best_alone, "_BestAlone", Seen)
    watch = learned(book, hero=HERO)
    assert watch.low == pytest.approx(value, abs=1e-8)
    assert watch.high == pytest.approx(value, abs=1e-8)
    assert set(solved) == {2, 3, 4}


@pytest.mark.parametrize("done", [0, 1])
def test_bounds_hold_after_some_groups(tolls: tuple[Book, float], monkeypatch: pytest.MonkeyPatch, done: int) -> None:
    book, value = tolls
    left: Iterator[int] = iter(range(done))
    go_on = HeroesInTurn._go_on

    def some(self: HeroesInTurn) -> None:
        go_on(self)
        if next(left, None) is None:
            raise OutOfTime

    monkeypatch.setattr(HeroesInTurn, "_go_on", some)
    monkeypatch.setattr(groups, "AT_ONCE", 1)
    monkeypatch.setattr(groups, "MOST_AT_ONCE", 1)
    watch = Watch()
    with pytest.raises(OutOfTime):
        learned(book, watch, hero=HERO)
    assert watch.low <= value <= watch.high
    # Two of six are certain to win, one is lost, and somebody of the others is solved.
    assert watch.low > 1 / 3 - 1e-8
    assert watch.high < 5 / 6
    assert watch.high - watch.low < 1 / 2


def test_a_limit_of_states_leaves_what_is_certain(tolls: tuple[Book, float]) -> None:
    book, _ = tolls
    watch = learned(book, limits=Limits(states=10), hero=HERO)
    assert (watch.low, watch.high) == pytest.approx((1 / 3, 5 / 6), abs=1e-8)


def test_heroes_whom_the_reader_chooses_are_left_to_others(book: Book) -> None:
    """
    sheet
        number gold = 1d6 in 0..9

    hero
        ~ choose "gift"
            * A purse
                ~ gold +3
            * Nothing

    === 1
    * Pay [if gold >= 3] -> victory
    * Dare
        ~ roll 1d2
            1 -> victory
            2 -> defeat
    """
    with pytest.raises(TooLong):
        learned(book)


def test_whoever_can_put_off_the_start_for_ever_is_left_to_others(book: Book) -> None:
    """
    sheet
        number gold = 1 in 0..9

    hero
        ~ choose "gift"
            * Wait [if gold > 0]
            * Begin [if gold > 0]

    === 1
    * On [if gold > 0] -> victory

    By hand: best play begins, and wins. Of those who take any option half wait for ever.
    """
    (gift,) = book.hero
    assert isinstance(gift, Choose)
    wait, begin = gift.options
    gift = structs.replace(gift, options=(structs.replace(wait, again=True), begin))
    watch = Watch()
    with suppress(TooLong):
        learned(structs.replace(book, hero=(gift,)), watch)
    assert watch.low <= 1.0 <= watch.high


def too_long(times: float) -> Callable[..., NoReturn]:
    def take(*_given: object, **_more: object) -> NoReturn:
        raise TooLong(times)

    return take


def test_a_book_that_takes_too_long_is_solved_for_best_play_alone(
    tolls: tuple[Book, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    book, value = tolls
    monkeypatch.setattr(solving, "take", too_long(inf))
    with Job(cores=1):
        found = solve(book, HERO, limits=Limits(seconds=60.0), listed=20)
    assert not found.space.complete
    assert (found.best.low, found.best.high) == pytest.approx((value, value), abs=1e-8)


@pytest.mark.parametrize(("times", "patience"), [(DOUBTFUL + 0.1, Patience()), (inf, SHORT)])
def test_arrays_that_would_have_gone_on_are_patient_with_best_play(
    tolls: tuple[Book, float], monkeypatch: pytest.MonkeyPatch, times: float, patience: Patience
) -> None:
    book, value = tolls
    tried = list[object]()

    def alone(*given: object) -> NoReturn:
        tried.append(given[-1])
        raise TooLong

    monkeypatch.setattr(solving, "learn_in_layers", too_long(inf))
    monkeypatch.setattr(solving, "take", too_long(times))
    monkeypatch.setattr(solving, "learn_best_play", alone)
    with Job(cores=1):
        found = solve(book, HERO, limits=Limits(seconds=60.0), listed=20)
    assert tried == [patience]
    assert found.space.complete  # from a list
    assert found.best.value == pytest.approx(value, abs=1e-8)


@pytest.mark.parametrize("seconds", [60.0, None])
def test_arrays_that_are_given_up_hold_no_memory_beside_best_play(
    tolls: tuple[Book, float], monkeypatch: pytest.MonkeyPatch, seconds: float | None
) -> None:
    book, value = tolls
    take, begun, held = solving.take, list[ref[Values]](), list[bool]()

    def given_up(*given: object, patience: Patience, **more: object) -> object:
        if begun:
            return take(*given, patience=patience, **more)  # type: ignore[arg-type]
        arrays = Values(8)
        begun.append(ref(arrays))
        raise TooLong(2.5)

    def alone(*_given: object) -> None:
        held.append(begun[0]() is not None)

    monkeypatch.setattr(solving, "learn_in_layers", too_long(inf))
    monkeypatch.setattr(solving, "take", given_up)
    monkeypatch.setattr(solving, "learn_best_play", alone)
    with Job(report=lambda _step: None, cores=1):
        found = solve(book, HERO, limits=Limits(seconds=seconds), listed=20)
    assert held == [False]
    assert found.best.value == pytest.approx(value, abs=1e-8)


class Values(bytearray):
    """Stands for arrays that are large."""


@pytest.mark.parametrize("waits", [True, False])
def test_best_play_alone_comes_first_only_where_somebody_waits_long(
    tolls: tuple[Book, float], monkeypatch: pytest.MonkeyPatch, waits: bool
) -> None:
    book, value = tolls
    take, learn, tried = solving.take, solving.learn_best_play, list[Patience]()

    def doubtful(*given: object, patience: Patience, **more: object) -> object:
        if patience.left < inf:
            raise TooLong(2.0)
        return take(*given, patience=patience, **more)  # type: ignore[arg-type]

    def alone(*given: object) -> None:
        learn(*given)  # type: ignore[arg-type]
        assert isinstance(given[-1], Patience)
        tried.append(given[-1])

    monkeypatch.setattr(solving, "learn_in_layers", too_long(inf))
    monkeypatch.setattr(solving, "take", doubtful)
    monkeypatch.setattr(solving, "learn_best_play", alone)
    with Job(report=(lambda _step: None) if waits else None, cores=1):
        found = solve(book, HERO, listed=20)
    assert tried == [Patience(times=1.0, soon=1.0, left=SOONER * 2.0 * 60.0)] * waits
    assert found.space.complete
    assert found.best.value == pytest.approx(value, abs=1e-8)


def test_heroes_who_cannot_stay_side_by_side_are_solved_one_by_one(book: Book) -> None:
    """
    test skill
        succeed 2d6 <= SKILL
        pass | fail

    test luck
        succeed 2d6 <= LUCK
        lucky | unlucky

    sheet
        stat   SKILL   = 1d6 + 6
        stat   LUCK    = 1d2 + 5
        number gold    = 1d3 in 0..9
        number courage = 3 in 0..3

    === 1
    * Climb
        ~ test skill
            pass -> 2
            fail
                ~ courage -1
                -> 1
    * Rest [if courage < 3]
        ~ courage +1
        ~ gold -1
        -> 1
    * Jump [if courage = 0] -> defeat

    === 2
    ~ test luck
        lucky -> victory
        unlucky
            ~ if gold >= 3
                -> victory
            -> 3

    === 3
    * Pay
        ~ pay 1 gold
        -> 1
    * Give up -> defeat
    """
    # SKILL 12 never fails in chapter 1, round which play can go: these heroes leave the others, and differ in more.
    listed = solve(book)
    assert not listed.space.arrays
    watch = learned(book)
    assert watch.low <= listed.best.high
    assert listed.best.low <= watch.high <= watch.low + 3e-9


def test_if_it_takes_long_nobody_is_certain(tolls: tuple[Book, float], monkeypatch: pytest.MonkeyPatch) -> None:
    book, value = tolls
    monkeypatch.setattr(best_alone, "LOOKING", -1.0)
    watch = learned(book, Watch(deadline=time.monotonic() + 60.0), hero=HERO)
    assert (watch.low, watch.high) == pytest.approx((value, value), abs=1e-8)


@pytest.mark.slow
@settings(
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(books())
def test_best_play_is_the_exact_interpreters(book: Book) -> None:
    book = structs.replace(book, aim="win")
    expected = exact.solve(explored(book, ENOUGH), exact.win_worth(book))
    assert isinstance(expected, exact.Solution)
    watch = Watch()
    try:
        learned(book, watch)
    except TooLong:  # the reader chooses the hero
        assert (watch.low, watch.high) == (0.0, 1.0)
        return
    assert Fraction(watch.low) <= expected.value <= Fraction(watch.high)
    assert watch.high - watch.low <= 3e-9
