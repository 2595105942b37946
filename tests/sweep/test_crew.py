"""Real processes: results, order, a process that is killed, and cancelling."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from typing import cast

import pytest

from gamebook.errors import Cancelled
from gamebook.job import Job
from gamebook.sweep.crew import TRIES, in_processes
from gamebook.sweep.task import Found, Task

LONG = "sheet\n" + "".join(f"    number n{i} = 2d6 in 0..20\n" for i in range(12)) + "=== 1\n* A -> 1\n* B -> victory\n"
"""Nobody lists this book to its end."""


def endless() -> Task:
    return Task((), "long.gbk", (("long.gbk", LONG),))


def workers() -> list[int]:
    return [cast("int", each.pid) for each in multiprocessing.active_children() if each.name == "gamebook sweep"]


def test_all_tasks_are_done_once(coin: Callable[..., Task]) -> None:
    tasks = [coin(n) for n in range(1, 9)]
    found = dict(in_processes(tasks, 2))
    assert len(found) == 8
    for n, task in enumerate(tasks, 1):
        assert found[task].low == pytest.approx(n / (n + 1))
    assert not workers()


def test_no_process_is_begun_for_nothing(coin: Callable[..., Task]) -> None:
    with Job() as job:
        seen: set[int] = set()
        look = job.look

        def watching() -> None:
            seen.update(workers())
            look()

        job.look = watching  # type: ignore[method-assign]
        assert len(list(in_processes([coin(1), coin(2)], 5))) == 2
    assert 1 <= len(seen) <= 2


@pytest.mark.slow
def test_a_killed_process_is_replaced_and_its_task_done(coin: Callable[..., Task]) -> None:
    tasks = [coin(n) for n in range(1, 6)]
    found: dict[Task, Found] = {}
    for task, result in in_processes(tasks, 1):
        if not found:
            for pid in workers():
                os.kill(pid, signal.SIGKILL)
        assert task not in found
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

    with Watching():
        results = list(in_processes([endless()], 1))
    ((_, found),) = results
    assert found.failure == f"its process ended {TRIES} times: out of memory, perhaps"
    assert killed >= TRIES


def test_cancelling_leaves_no_process() -> None:
    class Once(Job):
        looks = 0

        def look(self) -> None:
            self.looks += 1
            if self.looks > 3:
                raise Cancelled

    with Once(), pytest.raises(Cancelled):
        list(in_processes([endless()], 2))
    assert not workers()


def test_a_limit_that_is_not_kept_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not tried again: it would take as long."""
    monkeypatch.setattr("gamebook.sweep.crew.LATE", -1.0)
    with Job() as job:
        begun: list[int] = []
        monkeypatch.setattr(job, "look", lambda: begun.extend(pid for pid in workers() if pid not in begun))
        ((_, found),) = in_processes([Task((), "long.gbk", (("long.gbk", LONG),), seconds=0.1)], 1)
    assert found.failure == "it went far over its limit of 0.1 seconds and was stopped"
    assert len(begun) == 1
    assert not workers()
