from __future__ import annotations

import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress

import pytest

from gamebook.errors import OutOfTime
from gamebook.job import Job
from gamebook.limits import within
from gamebook.threads import RoundsBeside, beside, steps_at_work, together, uninterrupted


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


TOO_LATE = """
import sys
import time
from contextlib import suppress
from functools import partial

from scipy.sparse import eye_array, random_array
from scipy.sparse.linalg import splu

import gamebook.cli.main
from gamebook.__main__ import main
from gamebook.errors import OutOfTime
from gamebook.limits import within
from gamebook.threads import steps_at_work, uninterrupted

equations = (9 * eye_array(4000) + random_array((4000, 4000), density=1e-3, rng=1)).tocsc()


def run():
    print("told", end="")
    with suppress(OutOfTime), within(time.monotonic() + 0.1):
        uninterrupted(partial(splu, equations))
    assert steps_at_work(), "the equations are solved so soon that this shows nothing"
    return 3


gamebook.cli.main.run = run
"""
"""SuperLU still works when the command is over."""


@pytest.mark.slow
@pytest.mark.parametrize("end", ["main()", "sys.exit(run())"], ids=["command", "library"])
def test_python_ends_well_while_a_library_is_in_a_step(end: str) -> None:
    """What was told is written, and the exit code is what it was to be."""
    line = [sys.executable, "-c", TOO_LATE + end]
    ended = subprocess.run(line, capture_output=True, text=True, timeout=300, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (3, "told", "")


def test_steps_at_work_are_those_that_have_not_ended() -> None:
    go_on = threading.Event()
    with within(time.monotonic() + 0.01), pytest.raises(OutOfTime):
        uninterrupted(go_on.wait)
    (step,) = steps_at_work()
    go_on.set()
    step.join()
    assert steps_at_work() == []
