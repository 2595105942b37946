"""Real processes: results, order, a process that is killed, and cancelling."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import cast

import pytest
from msgspec import Struct

from gamebook.crew.processes import TRIES, Processes, in_time
from gamebook.errors import Cancelled, UsageError
from gamebook.job import Job
from gamebook.limits import begun_before
from gamebook.sweep.task import Found, Task, solve_task
from gamebook.tasks import ALONE, Failure
from tests.support.coins import coin_book, forever


def workers() -> list[int]:
    return [cast("int", each.pid) for each in multiprocessing.active_children() if each.name == "gamebook crew"]


@pytest.mark.slow
def test_all_tasks_are_done_once(coin: Callable[..., Task]) -> None:
    tasks = [coin(n) for n in range(1, 9)]
    with Processes(2) as crew:
        found = dict(crew(solve_task, tasks))
        assert len(workers()) == 2, "they wait for more"
        assert dict(crew(solve_task, tasks)).keys() == found.keys()
    assert len(found) == 8
    for n, task in enumerate(tasks, 1):
        answer = found[task]
        assert isinstance(answer, Found)
        assert answer.low == pytest.approx(n / (n + 1))
    assert not workers()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be blocked")
def test_signals_wait_while_the_first_process_begins() -> None:
    lines = (
        "import multiprocessing, signal",
        "from gamebook.crew.undisturbed import undisturbed",
        "with undisturbed():",
        "    multiprocessing.get_context('spawn').Process(target=len, args=('',)).start()",
        "    print(sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])))",
        "print(sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])))",
    )
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == [str(sorted((signal.SIGINT, signal.SIGTERM))), "[]"]


@pytest.mark.slow
def test_no_process_is_begun_for_nothing(coin: Callable[..., Task]) -> None:
    with Job() as job:
        seen: set[int] = set()
        look = job.look

        def watching() -> None:
            seen.update(workers())
            look()

        job.look = watching  # type: ignore[method-assign]
        with Processes(5) as crew:
            assert len(list(crew(solve_task, [coin(1), coin(2)]))) == 2
    assert 1 <= len(seen) <= 2


@pytest.mark.slow
def test_a_killed_process_is_replaced_and_its_task_done(coin: Callable[..., Task]) -> None:
    tasks = [coin(n) for n in range(1, 6)]
    found: dict[Task, Found] = {}
    with Processes(1) as crew:
        for task, result in crew(solve_task, tasks):
            if not found:
                for pid in workers():
                    os.kill(pid, signal.SIGKILL)
            assert task not in found
            assert isinstance(result, Found)
            found[task] = result
    assert set(found) == set(tasks)
    assert all(result.low is not None for result in found.values())


def test_a_task_that_ends_its_process_is_given_up() -> None:
    results = []
    killed = 0

    def killing() -> None:
        nonlocal killed
        for pid in workers():
            killed += 1
            os.kill(pid, signal.SIGKILL)

    class Watching(Job):
        def look(self) -> None:
            killing()

    with Watching(), Processes(1) as crew:
        results = list(crew(forever, [coin_book()]))
    ((_, found),) = results
    assert found == Failure(f"its process ended {TRIES} times: out of memory, perhaps")
    assert killed >= TRIES


def test_cancelling_leaves_no_process() -> None:
    class Once(Job):
        looks = 0

        def look(self) -> None:
            self.looks += 1
            if self.looks > 3:
                raise Cancelled

    with Processes(2) as crew, Once(), pytest.raises(Cancelled):
        list(crew(forever, [coin_book()]))
    assert not workers()


def test_a_limit_that_is_not_kept_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not tried again: it would take as long."""
    monkeypatch.setattr("gamebook.crew.processes.LATE", -1.0)
    with Job() as job:
        begun: list[int] = []
        monkeypatch.setattr(job, "look", lambda: begun.extend(pid for pid in workers() if pid not in begun))
        with Processes(1) as crew:
            ((_, found),) = crew(forever, [coin_book(seconds=0.1)])
    assert found == Failure("it went far over its limit of 0.1 seconds and was stopped")
    assert len(begun) == 1
    assert not workers()


class Told(Struct):
    """What came of a task, and in which process."""

    process: int


class Counted(Struct, frozen=True):
    """A task that is only a number."""

    key: str
    seconds: float | None = None

    @property
    def label(self) -> dict[str, str | int]:
        return {}


def here(task: Counted) -> Told:
    if task.key == "bad":
        raise UsageError("it does not\nfit")
    if task.key == "broken":
        raise ZeroDivisionError("by zero")
    return Told(os.getpid())


@pytest.mark.slow
@pytest.mark.parametrize(("count", "seconds", "alone"), [(2, 0.3, True), (2, 30.0, False), (1, 30.0, True)])
def test_small_work_is_done_here(count: int, seconds: float, alone: bool) -> None:
    tasks = [Counted(str(number)) for number in range(3)]
    with Processes(count) as crew:
        found = dict(crew.fit(seconds)(here, tasks))
    assert found.keys() == set(tasks)
    assert all(isinstance(told, Told) and (told.process == os.getpid()) == alone for told in found.values())


@pytest.mark.parametrize(
    ("seconds", "left", "least", "most"),
    [
        (5.0, 2.0, 1.0, 2.0),
        (1.0, 60.0, 1.0, 1.0),
        (5.0, -1.0, 0.0, 0.0),
        (5.0, None, 5.0, 5.0),
        (None, 2.0, None, None),
    ],
)
def test_a_task_has_the_time_that_is_left_when_its_process_has_begun(
    seconds: float | None, left: float | None, least: float | None, most: float | None
) -> None:
    found = in_time(Counted("one", seconds), None if left is None else time.monotonic() + left)
    assert found.key == "one"
    if seconds is None or least is None or most is None:
        assert found.seconds is None
    else:
        assert found.seconds is not None
        assert least <= found.seconds <= most


class Given(Struct):
    """How much time a task had."""

    seconds: float | None


def time_given(task: Counted) -> Given:
    return Given(task.seconds)


@pytest.mark.slow
def test_the_time_that_a_process_takes_to_begin_counts() -> None:
    task = Counted("one", 60.0)
    with Processes(1) as crew, begun_before(time.monotonic() + 60.0):
        ((same, found),) = crew(time_given, [task])
    assert same == task
    assert isinstance(found, Given)
    assert found.seconds is not None
    assert found.seconds < 60.0


def test_what_a_task_raises_elsewhere_is_its_failure() -> None:
    bad, broken = Counted("bad"), Counted("broken")
    with Processes(1) as crew:
        assert list(crew(here, [bad])) == [(bad, Failure("it does not fit"))]
        assert list(crew(here, [broken])) == [(broken, Failure("an error of the program: ZeroDivisionError: by zero"))]
        with pytest.raises(UsageError):
            list(ALONE(here, [bad]))
