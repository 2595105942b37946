from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from gamebook.crew.store import Store
from gamebook.errors import Cancelled
from gamebook.sweep.run import sweep
from gamebook.sweep.task import Found, Task, solve_task
from gamebook.tasks import AnyTask, Crew, Failure, Result


class Few:
    """Does tasks in this process; may stop in the middle."""

    count = 1

    def __init__(self, stops_after: int | None = None) -> None:
        self.done: list[Any] = []
        self._stops_after = stops_after

    def fit(self, seconds: float) -> Crew:
        raise NotImplementedError

    def __call__(
        self, work: Callable[[AnyTask], Result], tasks: Sequence[AnyTask]
    ) -> Iterator[tuple[AnyTask, Result | Failure]]:
        assert cast("object", work) is solve_task
        for task in reversed(tasks):
            if len(self.done) == self._stops_after:
                raise Cancelled
            self.done.append(task)
            wins = int(task.label["wins"])
            yield task, Failure("no") if wins == 13 else cast("Result", Found(wins / 100, wins / 100))


def test_what_was_done_before_it_stopped_is_not_done_again(tmp_path: Path, coin: Callable[..., Task]) -> None:
    tasks = [coin(n) for n in range(1, 11)]
    first, second = Few(stops_after=4), Few()
    with Store(tmp_path / "a.sqlite") as store, pytest.raises(Cancelled):
        sweep(tasks, store, first)
    with Store(tmp_path / "a.sqlite") as store:
        swept = sweep(tasks, store, second)
    assert {task.key for task in first.done}.isdisjoint(task.key for task in second.done)
    assert swept.new == 6
    assert [found.low for _, found in swept.rows] == [n / 100 for n in range(1, 11)]


def test_what_failed_is_tried_again(tmp_path: Path, coin: Callable[..., Task]) -> None:
    crew = Few()
    with Store(tmp_path / "a.sqlite") as store:
        for _ in range(2):
            assert sweep([coin(13)], store, crew).rows[0][1].failure == "no"
    assert len(crew.done) == 2


def test_the_same_task_twice_is_done_once(tmp_path: Path, coin: Callable[..., Task]) -> None:
    crew = Few()
    with Store(tmp_path / "a.sqlite") as store:
        swept = sweep([coin(5), coin(5)], store, crew)
    assert (len(crew.done), len(swept.rows)) == (1, 2)
