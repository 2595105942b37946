"""The first task is done here, and says how much work the others are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from msgspec import Struct

from gamebook.crew.spread import spread
from gamebook.job import Job
from gamebook.tasks import ALONE, Alone, AnyTask, Crew, Failure, Result


class Number(Struct, frozen=True):
    key: str
    seconds: float | None = None

    @property
    def label(self) -> dict[str, str | int]:
        return {}


class Told(Struct):
    number: str


def told(task: Number) -> Told:
    return Told(task.key)


class Two:
    """A crew that notes for how much work it was asked, and which tasks it did."""

    count = 2
    here = 2

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.done: list[str] = []

    def fit(self, seconds: float) -> Crew:
        self.asked.append(seconds)
        return self if len(self.asked) > 1 else ALONE

    def __call__(
        self, work: Callable[[AnyTask], Result], tasks: Sequence[AnyTask]
    ) -> Iterator[tuple[AnyTask, Result | Failure]]:
        self.done += [task.key for task in tasks]
        yield from ALONE(work, tasks)


def test_the_first_is_done_here() -> None:
    tasks, crew = [Number(str(number)) for number in range(4)], Two()
    with Job(crew=crew):
        assert [answer for _, answer in spread(told, tasks)] == [Told(str(number)) for number in range(4)]
    assert crew.done == ["1", "2", "3"]
    first, others = crew.asked
    assert first == 0.0 < others


@pytest.mark.parametrize("tasks", [[], [Number("1")]])
def test_few_tasks(tasks: list[Number]) -> None:
    for crew in (Two(), Alone()):
        with Job(crew=crew):
            assert len(list(spread(told, tasks))) == len(tasks)
