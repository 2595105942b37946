from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress

import pytest

from gamebook import job as module
from gamebook.errors import Cancelled, OutOfTime
from gamebook.job import Job, Limits, RoundsBeside, Step, beside, current, look, together, within


def test_the_job_at_hand() -> None:
    outer, inner = Job(), Job()
    look()  # without a job there is nothing to end
    with outer:
        assert current() is outer
        with inner, inner:
            assert current() is inner
        assert current() is outer
    assert current() not in (outer, inner)


def test_a_job_belongs_to_its_thread() -> None:
    seen: list[Job] = []
    with Job() as job:
        thread = threading.Thread(target=lambda: seen.append(current()))
        thread.start()
        thread.join()
        assert seen[0] is not job


def test_two_threads_may_share_a_job() -> None:
    """Each leaves it on its own, in whatever order."""
    job, entered, leave, left = Job(), threading.Event(), threading.Event(), []

    def work() -> None:
        with job:
            entered.set()
            leave.wait(60)
            left.append(current() is job)
        left.append(current() is job)

    thread = threading.Thread(target=work)
    with job:
        thread.start()
        assert entered.wait(60)
    assert current() is not job
    leave.set()
    thread.join(60)
    assert left == [True, False]


def test_who_is_cancelled_works_no_longer() -> None:
    with Job() as job:
        look()
        job.cancel()
        for work in (look, job.look, lambda: job.step(1), lambda: job.begin("listing states")):
            with pytest.raises(Cancelled):
                work()


def test_what_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("gamebook.job.time.monotonic", lambda: now[0])
    told: list[Step] = []
    job = Job(told.append)
    job.begin("listing states")
    job.step(10)  # too early to be worth a word
    now[0] += 1.0
    job.step(20)
    job.learn("between 0 and 1")
    job.begin("playing", 500)
    job.begin("playing", 500)  # it had begun
    assert told == [
        Step("listing states", 0),
        Step("listing states", 20),
        Step("listing states", 20, None, "between 0 and 1"),
        Step("playing", 0, 500, "between 0 and 1"),
    ]


def test_phases_of_a_part_are_told_with_it() -> None:
    told: list[Step] = []
    job = Job(told.append)
    with job.doing("book 1 of 2"):
        job.begin("listing states")
    job.begin("playing")
    assert [(step.part, step.phase) for step in told] == [("book 1 of 2", "listing states"), ("", "playing")]


def test_who_watches_hears_of_work_that_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Step] = []
    monkeypatch.setattr(module, "EVERY", 0.0)
    with Job(told.append) as job:
        look()
        job.begin("drawing")
    told.clear()
    with job:
        look()
        look()
    assert told == [Step("drawing", 0), Step("drawing", 0)]


def test_to_finish_is_not_to_cancel() -> None:
    job = Job()
    job.finish()
    job.look()
    assert (job.finishing, job.cancelled) == (True, False)


def test_work_beside_gives_its_result_and_what_it_raises() -> None:
    with beside(lambda _: 6 * 7) as result:
        assert result() == 42
    with beside(lambda _: 1 // 0) as result, pytest.raises(ZeroDivisionError):
        result()


def test_work_beside_ends_with_its_block() -> None:
    ended = threading.Event()

    def work(go_on: Callable[[float], None]) -> None:
        try:
            while True:
                go_on(0.0)
        finally:
            ended.set()

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt), beside(work):
        raise KeyboardInterrupt
    assert ended.is_set()
    assert threading.active_count() == before


@pytest.mark.parametrize("waited", [True, False])
def test_what_failed_beside_holds_nothing(waited: bool) -> None:
    class Large:
        pass

    def work(_: Callable[[float], None]) -> None:
        large = Large()
        held.append(weakref.ref(large))
        raise OutOfTime

    held: list[weakref.ref[Large]] = []
    with suppress(OutOfTime), beside(work) as result:
        if waited:
            result()
    assert [each() for each in held] == [None]


def test_who_waits_for_work_beside_hears_the_clock() -> None:
    def work(go_on: Callable[[float], None]) -> None:
        while True:
            go_on(0.0)

    with beside(work) as result, within(time.monotonic() + 0.05), pytest.raises(OutOfTime):
        result()


def test_rounds_beside_begin_with_the_second_core_and_end_with_their_block() -> None:
    rounds, two = [], threading.Event()

    def one_round(go_on: Callable[[float], None]) -> None:
        go_on(0.0)
        rounds.append(threading.get_ident())
        if len(rounds) == 2:
            two.set()

    before = threading.active_count()
    with Job(cores=1) as job, RoundsBeside(one_round) as aside:
        begun = [aside.begun]
        aside.begin_if_possible()
        begun.append(aside.begun)
        job.cores = None
        aside.begin_if_possible()
        aside.begin_if_possible()
        begun.append(aside.begun)
        assert begun == [False, False, True]
        assert threading.active_count() == before + 1
        assert two.wait(60.0)
    assert threading.active_count() == before
    assert threading.get_ident() not in rounds


@pytest.mark.parametrize("raised", [None, KeyboardInterrupt])
def test_what_failed_in_a_round_is_raised_where_the_block_ended_well(raised: type[BaseException] | None) -> None:
    failed = threading.Event()

    def one_round(_: Callable[[float], None]) -> None:
        failed.set()
        raise ZeroDivisionError

    def block() -> None:
        with RoundsBeside(one_round):
            assert failed.wait(60.0)
            if raised:
                raise raised

    with pytest.raises(raised or ZeroDivisionError):
        block()


def test_tasks_are_done_by_two_threads() -> None:
    """The first task waits for the second, so one thread alone would never end."""
    second, threads = threading.Event(), list[int]()

    def first(_go_on: Callable[[float], None]) -> None:
        threads.append(threading.get_ident())
        assert second.wait(60.0)

    def other(_go_on: Callable[[float], None]) -> None:
        threads.append(threading.get_ident())
        second.set()

    with Job(cores=2):
        together([first, other])
    assert len(set(threads)) == 2


def test_tasks_of_one_core_are_done_in_order() -> None:
    done = list[int]()

    def task(number: int) -> Callable[[Callable[[float], None]], None]:
        def work(go_on: Callable[[float], None]) -> None:
            go_on(0.0)
            done.append(number)

        return work

    with Job(cores=1):
        together(map(task, range(5)))
    assert done == list(range(5))


@pytest.mark.parametrize("cores", [1, 2])
def test_what_failed_in_a_task_is_raised(cores: int) -> None:
    def fail(_go_on: Callable[[float], None]) -> None:
        raise ZeroDivisionError

    with Job(cores=cores), pytest.raises(ZeroDivisionError):
        together([fail, fail])


@pytest.mark.parametrize("cores", [1, 2])
def test_tasks_end_with_the_time(cores: int) -> None:
    before = threading.active_count()

    def endless(go_on: Callable[[float], None]) -> None:
        while True:
            go_on(0.0)
            time.sleep(0.001)

    with Job(cores=cores), within(time.monotonic() + 0.1), pytest.raises(OutOfTime):
        together([endless, endless])
    assert threading.active_count() == before


def test_who_is_asked_whether_to_stop_may_look_too() -> None:
    """What asks is bound by the limits around, not by its own: else it would ask itself without end."""

    def stop() -> bool:
        look()
        return False

    with within(None, stop):
        look()
    with within(time.monotonic() - 1.0), within(None, stop), pytest.raises(OutOfTime):
        look()


def test_the_time_of_limits() -> None:
    assert Limits().deadline(5.0) is None
    assert Limits(seconds=2.0).deadline(5.0) == 7.0
    assert Limits(seconds=2.0).share(4) == Limits(seconds=0.5)
