from __future__ import annotations

import threading

import pytest

from gamebook import job as module
from gamebook.errors import Cancelled
from gamebook.job import Job, Step, current, look


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
