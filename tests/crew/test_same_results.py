"""A crew finds what this process finds, to the last bit."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import gamebook
from gamebook.analysis.difference import Difference
from gamebook.crew import processes
from gamebook.crew.keeping import Keeping
from gamebook.crew.processes import Processes
from gamebook.crew.store import Store
from gamebook.job import Job
from gamebook.model.step import Mode
from gamebook.project import Project
from gamebook.report import comparison, diff
from gamebook.tasks import ALONE, AnyTask, Crew, Failure, Result
from gamebook.verbs import solved_versions
from tests.support.slowly import but_slowly

BOOKS = Path(__file__).parents[2] / "books"
BARGE = BOOKS / "the-gilded-barge.gbk"
STARTER = BOOKS / "starter.gbk"
SHEET = "sheet\n    stat might = 1d12 + 344 in 1..600\n    number gold = 0 in 0..20\n"
ONE = f'book "One"\n{SHEET}=== 1\n~ gold +1d20\n-> victory\n'
TOLL = "=== 1\n~ roll 1d1000 as toll\n~ if toll <= might + gold\n    -> victory\n-> defeat\n"
TWO = f'book "Two"\n    carry might, gold\n{SHEET}{TOLL}'
"""Two books; of all heroes together there are 240 sheets to hand over, of each kind 20."""
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
CHANGED = Project.of(BARGE.read_text("utf-8").replace("~ coins -1", "~ coins -2"), name="changed.gbk")
MODES: tuple[Mode, ...] = ("dice", "expected", "ledger", "residual")
Question = Callable[[Job], object]
KEPT: dict[str, Question] = {
    "sensitivity": lambda job: gamebook.sensitivity(BARGE, None, "careless(10%)", solves=2, job=job),
    "tune": lambda job: gamebook.tune(BARGE, 0.5, solves=5, job=job),
    "heroes": lambda job: gamebook.heroes(STARTER, {"LUCK": 9}, ["best", "soft(3)"], job=job),
    "campaign": lambda job: gamebook.campaign([gamebook.Project.of(ONE), gamebook.Project.of(TWO)], job=job),
}
"""Questions whose answers can be kept."""
QUESTIONS: dict[str, Question] = {
    **KEPT,
    "compare": lambda job: comparison.data(gamebook.compare(BARGE, MODES, job=job)),
    "compare with limits": lambda job: comparison.data(
        gamebook.compare(BARGE, MODES, limit_states=6000, limit_memory=400_000_000, timeout=600, job=job)
    ),
    "compare where half of the memory is too little": lambda job: comparison.data(
        gamebook.compare(BARGE, MODES, limit_memory=20_000_000, job=job)
    ),
    "diff": lambda job: _of(gamebook.diff(BARGE, CHANGED, job=job)),
    "diff with readers": lambda job: _of(
        gamebook.diff(BARGE, CHANGED, "average", ["careless(10%)"], timeout=600, job=job)
    ),
    "search": lambda job: gamebook.search(None, "bank", (1, 2), text=DIE, job=job),
}


def _of(found: Difference) -> object:
    """All that is compared, and what the versions are compared by."""
    return [(each.chances, each.report, each.title) for each in (found.old, found.new)], diff.data(found)


@pytest.fixture(autouse=True)
def few_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign solves its heroes by kind."""
    monkeypatch.setattr("gamebook.analysis.starts.MOST_LISTED", 100)


class Eager:
    """A crew that never thinks that work is too small for it, and counts it."""

    def __init__(self, crew: Crew) -> None:
        self.crew, self.count, self.here, self.done = crew, crew.count, crew.here, 0

    def fit(self, seconds: float) -> Crew:
        assert seconds >= 0
        return self

    def __call__(
        self, work: Callable[[AnyTask], Result], tasks: Sequence[AnyTask]
    ) -> Iterator[tuple[AnyTask, Result | Failure]]:
        for each in self.crew(work, tasks):
            self.done += 1
            yield each


@pytest.fixture(scope="module")
def two() -> Iterator[Processes]:
    """Two processes for all questions: to start them takes longer than most of the work."""
    with Processes(2) as crew:
        yield crew


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_processes_find_what_one_process_finds(question: str, two: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solved_versions, "MANY", 10)
    eager = Eager(two)
    assert _plain(QUESTIONS[question](Job(crew=eager))) == _plain(QUESTIONS[question](Job()))
    assert eager.done > 1


@pytest.mark.slow
def test_findings_of_other_processes_stand_in_the_files_of_the_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chapter 3, in a file of its own, has a choice for those who have a key; nobody has one."""
    monkeypatch.setattr(solved_versions, "MANY", 1)
    text = 'book "Doors"\n\nsheet\n    number key = 0 in 0..1\n\ninclude "parts/cellar.gbk"\n\n=== 1\n'
    text += "~ roll 1d6\n    1-3 -> 3\n    4-6 -> defeat\n"
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "cellar.gbk").write_text("=== 3\n* Down [if key >= 1] -> defeat\n* Out -> victory\n", "utf-8")
    for name, written in (("old", text), ("new", text.replace("1-3", "1-2").replace("4-6", "3-6"))):
        (tmp_path / f"{name}.gbk").write_text(written, "utf-8")
    monkeypatch.chdir(tmp_path)
    before = _at_work()
    with Processes(2) as crew:
        found = gamebook.diff("old.gbk", "new.gbk", job=Job(crew=crew))
        assert len(_at_work() - before) == 2
    assert _of(found) == _of(gamebook.diff("old.gbk", "new.gbk"))
    assert found.new.report is not None
    places = {(each.span.path.replace("\\", "/"), each.level) for each in found.new.report.findings}
    assert ("parts/cellar.gbk", "full") in places
    assert found.new.chances is not None
    assert found.new.chances.readers["best"].middle == pytest.approx(1 / 3)


@pytest.mark.parametrize("question", but_slowly(QUESTIONS, lambda question: question != "search"))
def test_what_is_small_is_done_in_this_process(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "WORTH", 60.0)  # this machine may be busy
    before = _at_work()
    with Processes(2) as crew:
        QUESTIONS[question](Job(crew=crew))
        assert _at_work() == before


@pytest.mark.slow
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


def _at_work() -> set[int | None]:
    """The processes of every crew."""
    return {each.pid for each in multiprocessing.active_children() if each.name == "gamebook crew"}


def _plain(found: Any) -> str:  # noqa: ANN401 - what a function of the package gives
    """All numbers of an answer, to the last bit."""
    return repr(found)
