"""A crew finds what this process finds, to the last bit."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import gamebook
from gamebook.crew import processes
from gamebook.crew.keeping import Keeping
from gamebook.crew.processes import Processes
from gamebook.crew.store import Store
from gamebook.job import Job
from gamebook.model.step import Mode
from gamebook.report import comparison
from gamebook.tasks import ALONE, AnyTask, Crew, Failure, Result

BOOKS = Path(__file__).parents[2] / "books"
BARGE = BOOKS / "the-gilded-barge.gbk"
DIE = """book "Die"
    use plain
    aim score

sheet
    number die = 1d6

strategy bank(t = 6)
    at 1: Bank if die >= t else Toss
    otherwise first

=== 1
* Bank
    ~ score die
    -> ending "Home"
* Toss
    ~ random
        1:
            ~ score 6
        1:
    -> ending "Home"
"""
MODES: tuple[Mode, ...] = ("dice", "expected", "ledger", "residual")
Question = Callable[[Job], object]
KEPT: dict[str, Question] = {
    "sensitivity": lambda job: gamebook.sensitivity(BARGE, None, "careless(10%)", solves=2, job=job),
    "tune": lambda job: gamebook.tune(BARGE, 0.5, solves=5, job=job),
}
"""Questions whose answers can be kept."""
QUESTIONS: dict[str, Question] = {
    **KEPT,
    "compare": lambda job: comparison.data(gamebook.compare(BARGE, MODES, job=job)),
    "compare with limits": lambda job: comparison.data(
        gamebook.compare(BARGE, MODES, limit_states=6000, limit_memory=400_000_000, timeout=600, job=job)
    ),
    "search": lambda job: gamebook.search(None, "bank", (1, 2), text=DIE, job=job),
}


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
def test_what_is_small_is_done_in_this_process(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "WORTH", 60.0)  # this machine may be busy
    with Processes(2) as crew:
        QUESTIONS[question](Job(crew=crew))
        assert not [each for each in multiprocessing.active_children() if each.name == "gamebook crew"]


@pytest.mark.parametrize("question", KEPT)
def test_what_is_kept_is_not_found_again(question: str, tmp_path: Path) -> None:
    done = []
    for _ in range(2):
        with Store(tmp_path / "kept.sqlite") as store:
            counting = Eager(ALONE)
            found = KEPT[question](Job(crew=Keeping(counting, store)))
            done.append((_plain(found), counting.done))
    (first, some), (second, none) = done
    assert first == second
    assert some > 1
    assert none == 0


def _plain(found: Any) -> str:  # noqa: ANN401 - what a function of the package gives
    """All numbers of an answer, to the last bit."""
    return repr(found)
