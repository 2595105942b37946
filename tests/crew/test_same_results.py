"""A crew finds what this process finds, to the last bit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import gamebook
from gamebook.crew.keeping import Keeping
from gamebook.crew.processes import Processes
from gamebook.crew.store import Store
from gamebook.job import Job
from gamebook.tasks import ALONE, AnyTask, Crew, Failure, Result

BOOKS = Path(__file__).parents[2] / "books"
BARGE = BOOKS / "the-gilded-barge.gbk"
STARTER = BOOKS / "starter.gbk"
SHEET = "sheet\n    stat might = 1d12 + 344 in 1..600\n    number gold = 0 in 0..20\n"
ONE = f'book "One"\n{SHEET}=== 1\n~ gold +1d20\n-> victory\n'
TOLL = "=== 1\n~ roll 1d1000 as toll\n~ if toll <= might + gold\n    -> victory\n-> defeat\n"
TWO = f'book "Two"\n    carry might, gold\n{SHEET}{TOLL}'
"""Two books; of all heroes together there are 240 sheets to hand over, of each kind 20."""
QUESTIONS: dict[str, Callable[[Job], object]] = {
    "sensitivity": lambda job: gamebook.sensitivity(BARGE, None, "careless(10%)", solves=2, job=job),
    "tune": lambda job: gamebook.tune(BARGE, 0.5, solves=5, job=job),
    "heroes": lambda job: gamebook.heroes(STARTER, {"LUCK": 9}, ["best", "soft(3)"], job=job),
    "campaign": lambda job: gamebook.campaign([gamebook.Project.of(ONE), gamebook.Project.of(TWO)], job=job),
}


@pytest.fixture(autouse=True)
def few_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign solves its heroes by kind."""
    monkeypatch.setattr("gamebook.analysis.starts.MOST_LISTED", 100)


class Eager:
    """A crew that never thinks that work is too small for it, and counts it."""

    def __init__(self, crew: Crew) -> None:
        self.crew, self.count, self.done = crew, crew.count, 0

    def fit(self, seconds: float) -> Crew:
        assert seconds >= 0
        return self

    def __call__(
        self, work: Callable[[AnyTask], Result], tasks: Sequence[AnyTask]
    ) -> Iterator[tuple[AnyTask, Result | Failure]]:
        for each in self.crew(work, tasks):
            self.done += 1
            yield each


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_processes_find_what_one_process_finds(question: str) -> None:
    with Processes(2) as crew:
        eager = Eager(crew)
        assert _plain(QUESTIONS[question](Job(crew=eager))) == _plain(QUESTIONS[question](Job()))
    assert eager.done > 1


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_kept_is_not_found_again(question: str, tmp_path: Path) -> None:
    done = []
    for _ in range(2):
        with Store(tmp_path / "kept.sqlite") as store:
            counting = Eager(ALONE)
            found = QUESTIONS[question](Job(crew=Keeping(counting, store)))
            done.append((_plain(found), counting.done))
    (first, some), (second, none) = done
    assert first == second
    assert some > 1
    assert none == 0


def _plain(found: Any) -> str:  # noqa: ANN401 - what a function of the package gives
    """All numbers of an answer, to the last bit."""
    return repr(found)
