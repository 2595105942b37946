"""What a second thread finds out about a book while the first solves it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from math import inf
from threading import Event, active_count
from typing import NoReturn

import pytest

from gamebook.errors import OutOfTime
from gamebook.job import Job, look
from gamebook.limits import Limits, within
from gamebook.model.book import Book
from gamebook.program import refinement
from gamebook.program.liveness import Liveness
from gamebook.solver import good_play, meanwhile, solving, space
from gamebook.solver.good_play import GoodPlay
from gamebook.solver.meanwhile import LEAST_BYTES, Meanwhile, Once
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve
from gamebook.solver.space import Space
from gamebook.solver.too_wide import TooWide
from gamebook.solver.watch import CLOSE, Watch
from gamebook.threads import beside
from tests.support.fight_process import read

PATIENCE = 60.0
"""Seconds after which a test fails instead of waiting."""


@pytest.fixture
def book() -> Book:
    """Five steps, of which each fails with chance 1/6: best play wins with chance (5/6)^5, by hand."""
    return read("""
sheet
    number steps = 0 in 0..5
    number gold = 0 in 0..200

=== 1
* Take a coin [if gold < 200]
    ~ gold +1
    -> 1
* Climb [if steps < 5] -> 2
* Out [if steps = 5] -> victory

=== 2
~ roll 1d6
    1
        ~ defeat
    2-6
        ~ steps +1
        -> 1
""")


VALUE = Fraction(5, 6) ** 5


def solved(book: Book) -> Solved:
    return solve(book, listed=20, uniform=True, plays=True)


def waits(until: Callable[[Watch], bool]) -> Callable[..., NoReturn]:
    """In place of arrays: work that goes on until something is known, and then has no more time."""

    def take(*_given: object, watch: Watch, **_more: object) -> NoReturn:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not until(watch):
            watch.look(0)
            time.sleep(0.001)
        raise OutOfTime

    return take


@pytest.mark.slow
def test_bounds_are_known_while_arrays_are_prepared(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meanwhile, "EARLY", 0.0)
    monkeypatch.setattr(meanwhile, "AFTER", 0.0)
    monkeypatch.setattr(solving, "take", waits(lambda watch: watch.close))
    found = solved(book)
    assert not found.space.complete
    assert found.best.low <= VALUE <= found.best.high <= found.best.low + CLOSE
    assert found.sample is not None
    assert found.sample.plays > 1


def test_nothing_is_looked_for_where_all_will_be_known_soon(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it comes otherwise, the first thread looks itself."""

    def take(*_given: object, watch: Watch, **_more: object) -> NoReturn:
        watch.expect_all()
        assert watch.other is not None
        assert watch.other.over
        raise TooWide

    monkeypatch.setattr(solving, "take", take)
    monkeypatch.setattr(solving, "MANY", 50)
    found = solved(book)
    assert found.best.low <= VALUE <= found.best.high <= found.best.low + CLOSE


def test_one_core_does_one_thing_after_the_other(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    def take(*_given: object, watch: Watch, **_more: object) -> NoReturn:
        assert watch.other is None
        raise TooWide

    monkeypatch.setattr(solving, "take", take)
    monkeypatch.setattr(solving, "MANY", 50)
    with Job(cores=1):
        found = solved(book)
    assert found.best.low <= VALUE <= found.best.high <= found.best.low + CLOSE


@pytest.mark.slow
def test_a_fault_of_the_second_thread_is_raised(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    def take(*_given: object, **_more: object) -> NoReturn:
        raise TooWide

    def seek(*_given: object, **_more: object) -> NoReturn:
        raise ZeroDivisionError

    monkeypatch.setattr(solving, "take", take)
    monkeypatch.setattr(solving, "MANY", 50)
    monkeypatch.setattr(space, "WAITING", 0.0)
    monkeypatch.setattr(good_play.GoodPlay, "seek", seek)
    with pytest.raises(ZeroDivisionError):
        solved(book)


def test_whoever_stops_a_long_book_before_it_is_prepared_does_not_wait_for_it(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prepared(*_given: object) -> NoReturn:
        look()
        raise AssertionError("it goes on")

    monkeypatch.setattr(solving, "reduced", prepared)
    monkeypatch.setattr(solving, "LARGE_PROGRAM", 0)
    with Job() as job:
        job.finish()
        found = solved(book)
    assert found.sample is None
    assert found.best.low <= VALUE <= found.best.high


def test_whoever_stops_a_book_before_its_states_are_listed_does_not_wait_for_its_tables(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Job() as job:

        def prepared(*_given: object, **_more: object) -> Liveness:
            job.finish()
            look()
            raise AssertionError("it goes on")

        monkeypatch.setattr(space, "liveness", prepared)
        monkeypatch.setattr(solving, "LARGE_PROGRAM", 0)
        found = solved(book)
    assert found.sample is None
    assert found.best.low <= VALUE <= found.best.high


def test_whoever_stops_at_once_gets_a_sample(book: Book) -> None:
    with Job() as job:
        job.finish()
        found = solved(book)
    assert not found.space.complete
    assert found.sample is not None
    assert found.sample.plays > 100


def test_whoever_stops_while_values_are_compared_gets_what_is_known(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    def finish() -> None:
        nonlocal looks
        looks += 1
        job.finish()
        look()

    monkeypatch.setattr(refinement, "look", finish)
    with Job() as job:
        found = solve(book, listed=20, uniform=True, plays=True, classes=True)
    assert looks == 1
    assert not found.space.complete
    assert found.best.low <= VALUE <= found.best.high


def test_what_was_begun_is_forgotten_before_what_is_known_is_worked_out(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While an exception is handled, its traceback holds all that the work held which it broke off."""
    handled: list[object] = []
    valued = solving._Work.valued

    def late(*_given: object, **_more: object) -> NoReturn:
        raise OutOfTime

    def looked_at(work: solving._Work, states: Space) -> Solved:
        handled.append(sys.exc_info()[1])
        return valued(work, states)

    monkeypatch.setattr(solving, "_further", late)
    monkeypatch.setattr(solving._Work, "valued", looked_at)
    found = solve(book, listed=20, classes=True)
    assert not found.space.complete
    assert handled == [None]


class GoodPlayInPlace(GoodPlay):
    """Without a book: the test says how it looks for good play."""

    def __init__(self, seek: Callable[[Watch, Callable[[], float], float | None], None]) -> None:
        """Nothing is known."""
        self._seek = seek

    @property
    def bytes(self) -> int:
        return 0

    def practise(self, watch: Watch) -> None:
        assert not watch.over

    def seek(self, watch: Watch, memory: Callable[[], float], until: float | None) -> None:
        self._seek(watch, memory, until)


def test_the_search_has_all_memory_when_the_first_thread_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meanwhile, "AFTER", 0.0)
    asked: list[float] = []
    begun = Event()

    def seek(watch: Watch, memory: Callable[[], float], _until: float | None) -> None:
        asked.append(memory())
        begun.set()
        while memory() == asked[0] and not watch.over:
            time.sleep(0.001)
        asked.append(memory())

    work = Meanwhile(Watch(), GoodPlayInPlace(seek), LEAST_BYTES)
    with work.begun():
        assert begun.wait(PATIENCE)
        work.go_on()
    assert asked == [LEAST_BYTES * meanwhile.MEANWHILE, LEAST_BYTES]


def test_good_play_is_not_looked_for_where_that_alone_takes_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meanwhile, "AFTER", 0.0)
    sought: list[float] = []

    def seek(_watch: Watch, memory: Callable[[], float], _until: float | None) -> None:
        sought.append(memory())

    work = Meanwhile(Watch(), GoodPlayInPlace(seek), LEAST_BYTES - 1)
    with work.begun():
        work.go_on()
    alone = Meanwhile(Watch(job=Job(cores=1)), GoodPlayInPlace(seek), LEAST_BYTES - 1)
    with alone.begun():
        alone.go_on()
    assert not sought


def test_what_is_held_and_what_a_reader_holds_who_practises_is_no_room_for_states(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    practised, over = Event(), Event()

    class Practising(GoodPlayInPlace):
        @property
        def bytes(self) -> int:
            return 400

        def practise(self, watch: Watch) -> None:
            super().practise(watch)
            practised.set()
            over.wait(PATIENCE)

    monkeypatch.setattr(meanwhile, "AFTER", 0.0)
    work = Meanwhile(Watch(), Practising(lambda *_: None), 1000)
    assert work.within(Limits(memory=1000), 100) == Limits(memory=900)  # nobody is beside it yet
    with work.begun():
        assert practised.wait(PATIENCE)
        assert work.within(Limits(memory=1000), 100) == Limits(memory=500)
        over.set()
    assert work.within(Limits(), 100) == Limits()


def test_the_search_ends_as_soon_as_all_is_to_finish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not when the first thread has heard of it: that one may be in the middle of something."""
    monkeypatch.setattr(meanwhile, "AFTER", 0.0)
    begun, ended = Event(), Event()

    def seek(watch: Watch, _memory: object, _until: object) -> None:
        begun.set()
        end = time.monotonic() + PATIENCE
        while not watch.over and time.monotonic() < end:
            time.sleep(0.001)
        if watch.over:
            ended.set()

    watch = Watch(job=Job())
    with Meanwhile(watch, GoodPlayInPlace(seek), LEAST_BYTES).begun():
        assert begun.wait(PATIENCE)
        watch.job.finish()
        assert ended.wait(1.0)


def test_what_two_threads_need_is_worked_out_once() -> None:
    asked: list[int] = []

    def count() -> int:
        asked.append(1)
        return len(asked)

    once = Once(count)
    assert (once(), once()) == (1, 1)

    def late() -> NoReturn:
        raise OutOfTime

    never = Once(late)
    for _ in range(2):
        with pytest.raises(OutOfTime):
            never()


def test_nobody_waits_longer_than_there_is_time() -> None:
    begun, over = Event(), Event()

    def slow(_go_on: object) -> None:
        once()

    def work() -> None:
        begun.set()
        over.wait(PATIENCE)

    once = Once(work)
    with beside(slow):
        begun.wait(PATIENCE)
        with pytest.raises(OutOfTime), within(time.monotonic()):
            once()
        over.set()


def test_best_play_is_told_where_there_was_no_time_for_the_random_reader(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_given: object) -> NoReturn:
        raise OutOfTime

    monkeypatch.setattr(solving, "WORTHWHILE", 0)
    monkeypatch.setattr(solving, "_by_chance", late)
    found = solve(book, listed=100_000, uniform=True, plays=True, limits=Limits(seconds=PATIENCE))
    assert not found.space.complete
    assert found.best.low <= VALUE <= found.best.high <= found.best.low + CLOSE
    assert found.sample is not None


def test_the_thread_ends_with_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meanwhile, "AFTER", 0.0)
    begun = Event()

    def seek(watch: Watch, _memory: Callable[[], float], until: float | None) -> None:
        assert until == inf
        begun.set()
        while not watch.over:
            time.sleep(0.001)

    before, watch = active_count(), Watch()
    with Meanwhile(watch, GoodPlayInPlace(seek), None).begun():
        assert begun.wait(PATIENCE)
    assert active_count() == before
    assert watch.other is None
