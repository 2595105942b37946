"""The process that solves: a real one, asked, overtaken, and killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from gamebook.crew.undisturbed import undisturbed
from gamebook.lsp.solved import Wish
from gamebook.lsp.worker import KEPT, Answer, Worker, _Waiting
from gamebook.outbox import Outbox
from gamebook.project import Project
from gamebook.recent import Recent

BOOK = """\
=== 1
~ random
    1: -> 2
    3: -> defeat "Lost."

=== 2
* Win -> victory
* Lose -> defeat "Lost."
"""
LONG = "sheet\n" + "".join(f"    number n{i} = 2d6 in 0..20\n" for i in range(12)) + BOOK.replace("-> 2", "-> 1")
"""Nobody lists this book to its end."""
WAIT = 300


@pytest.fixture
def told() -> Queue[Answer]:
    return Queue()


@pytest.fixture
def worker(told: Queue[Answer]) -> Iterator[Worker]:
    worker = Worker(told.put)
    yield worker
    worker.stop()


def wish(path: Path, text: str, digest: str, seconds: float = 30.0) -> Wish:
    return Wish(str(path), digest, {str(path): text}, "", seconds)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_a_process_that_was_begun_where_signals_wait_is_ended_all_the_same(
    worker: Worker, told: Queue[Answer], tmp_path: Path
) -> None:
    """So Python ends those that are left at its own end, and waits for them."""
    with undisturbed():
        worker.ask(wish(tmp_path / "book.gbk", LONG, "long", seconds=1000.0))
    (process,) = (each for each in multiprocessing.active_children() if each.pid == worker.pid)
    process.terminate()
    assert told.get(timeout=WAIT).failure  # the worker has waited for it: if we did, too, one of us would learn nothing
    assert process.exitcode == -signal.SIGTERM


@pytest.mark.slow
def test_numbers_come_first_and_then_findings(worker: Worker, told: Queue[Answer], tmp_path: Path) -> None:
    worker.ask(wish(tmp_path / "book.gbk", BOOK, "one"))
    numbers, findings = told.get(timeout=WAIT), told.get(timeout=WAIT)
    assert numbers.chances is not None
    assert numbers.chances.low <= 0.25 <= numbers.chances.high <= numbers.chances.low + 1e-12
    assert numbers.chances.chapters["2"].value == 1.0
    assert sorted(each.cost for each in numbers.chances.choices.values()) == [0.0, 1.0]
    assert findings.findings is not None
    assert {numbers.digest, findings.digest} == {"one"}
    assert not list(tmp_path.iterdir())


def test_a_long_text_does_not_keep_the_editor_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process reads nothing yet, and no pipe holds that much."""
    here, there = multiprocessing.Pipe()
    monkeypatch.setattr(Worker, "_start", lambda _: Outbox(here))
    worker, long = Worker(lambda _: None), wish(tmp_path / "book.gbk", "x" * 3_000_000, "one")
    worker.ask(long)
    worker.forget(long.main)
    assert (there.recv(), there.recv()) == (long, long.main)


def test_the_process_forgets_a_book_that_was_closed_unless_it_is_opened_again(tmp_path: Path) -> None:
    waiting, projects = _Waiting(), Recent[str, Project](KEPT)
    one, two = (wish(tmp_path / name, BOOK, name) for name in ("one.gbk", "two.gbk"))
    known = {each.main: projects.get(each.main, lambda main=each.main: Project(main)) for each in (one, two)}
    for message in (one.main, two.main, two):
        waiting.take(message)
    assert waiting.next(projects) is two
    again = {each.main: projects.get(each.main, lambda main=each.main: Project(main)) for each in (one, two)}
    assert again[two.main] is known[two.main]
    assert again[one.main] is not known[one.main]


@pytest.mark.slow
def test_a_newer_wish_ends_the_work_on_the_one_before(worker: Worker, told: Queue[Answer], tmp_path: Path) -> None:
    worker.ask(wish(tmp_path / "book.gbk", BOOK, "first"))
    told.get(timeout=WAIT)
    told.get(timeout=WAIT)  # the process has started, and has its kernels
    worker.ask(wish(tmp_path / "book.gbk", LONG, "long", seconds=1000.0))
    worker.ask(wish(tmp_path / "book.gbk", BOOK, "second"))
    assert [told.get(timeout=WAIT).digest for _ in range(2)] == ["second", "second"]


@pytest.mark.slow
def test_two_books_are_solved_one_after_the_other(worker: Worker, told: Queue[Answer], tmp_path: Path) -> None:
    worker.ask(wish(tmp_path / "one.gbk", BOOK, "one"))
    worker.ask(wish(tmp_path / "two.gbk", BOOK, "two"))
    assert [told.get(timeout=WAIT).digest for _ in range(4)] == ["one", "one", "two", "two"]


@pytest.mark.slow
def test_a_closed_book_is_given_up(worker: Worker, told: Queue[Answer], tmp_path: Path) -> None:
    worker.ask(wish(tmp_path / "long.gbk", LONG, "long", seconds=1000.0))
    worker.ask(wish(tmp_path / "book.gbk", BOOK, "one"))
    worker.forget(str(tmp_path / "long.gbk"))
    assert told.get(timeout=WAIT).digest == "one"


@pytest.mark.slow
def test_a_killed_process_is_told_and_replaced(worker: Worker, told: Queue[Answer], tmp_path: Path) -> None:
    worker.ask(wish(tmp_path / "book.gbk", LONG, "long", seconds=1000.0))
    assert worker.pid is not None
    before = worker.pid
    os.kill(before, signal.SIGKILL)
    lost = told.get(timeout=WAIT)
    assert "ended unexpectedly" in lost.failure
    worker.ask(wish(tmp_path / "book.gbk", BOOK, "again"))
    assert told.get(timeout=WAIT).chances is not None
    assert worker.pid != before


@pytest.mark.slow
def test_a_wrong_hero_is_told(worker: Worker, told: Queue[Answer], tmp_path: Path) -> None:
    path = tmp_path / "book.gbk"
    worker.ask(Wish(str(path), "one", {str(path): BOOK}, "nobody", 5.0))
    assert "nobody" in told.get(timeout=WAIT).failure
