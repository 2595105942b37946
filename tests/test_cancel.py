"""Work that is cancelled ends at its next look, leaves nothing behind, and can be done again."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from gamebook import verbs
from gamebook.errors import Cancelled, LimitReached
from gamebook.job import Job, Step
from gamebook.project import Project
from tests.support.slowly import but_slowly

BOOK = """book "Two Doors"
    use plain
sheet
    stat LIFE = 1d3 in 0..4
    item key
strategy brave(t = 2)
    at door: Fight if LIFE >= t else Unlock if key else Run

=== 1
* Search
    ~ gain key
    ~ LIFE -1
    ~ if LIFE < 1
        -> dead
    -> 2
* Hurry -> 2
=== 2
~ choose "door"
    * Fight
        ~ repeat until key
            ~ roll 1d6
                1-2
                    ~ LIFE -1
                3-6
                    ~ gain key
            ~ if LIFE < 1
                -> dead
        -> 3
    * Unlock [if key] -> 3
    * Run -> 1
=== 3
~ roll 1d6
    1-5 -> won
    6 -> 1
=== won
~ victory
=== dead
~ defeat
"""


class Countdown(Job):
    """A job that is cancelled at a look of a given number, or ended otherwise."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    def look(self) -> None:
        self.looks -= 1
        if self.looks == 0:
            self.over()
        super().look()

    def over(self) -> None:
        """What happens at that look."""
        self.cancel()


def fresh() -> Project:
    return Project.of(BOOK)


QUESTIONS: dict[str, Callable[[Project, Job], object]] = {
    "check": lambda book, job: verbs.check(book, job=job).findings,
    "quick": lambda book, job: verbs.check(book, level="quick", job=job).findings,
    "solve": lambda book, job: verbs.solve(book, job=job).difficulty.best,
    "exact": lambda book, job: verbs.solve(book, exact=True, job=job).to_json()["exact"],
    "policy": lambda book, job: verbs.solve(book, policy="uniform", job=job).difficulty.best,
    "compare": lambda book, job: [row.answers for row in verbs.compare(book, ("dice", "ledger"), job=job).rows],
    "diff": lambda book, job: verbs.diff(book, fresh(), job=job).readers,
    "length": lambda book, job: verbs.length(book, readers=["best"], job=job).rows,
    "heroes": lambda book, job: verbs.heroes(book, job=job).kinds,
    "worth": lambda book, job: verbs.worth(book, kinds=["item"], job=job).best,
    "sensitivity": lambda book, job: verbs.sensitivity(book, job=job).lines,
    "tune": lambda book, job: verbs.tune(book, 0.3, job=job).singles,
    "strategies": lambda book, job: [row.value for row in verbs.strategies(book, job=job)],
    "search": lambda book, job: verbs.search(book, "brave", ranges={"t": (1, 3)}, job=job).winner,
    "simulate": lambda book, job: verbs.simulate(book, 2_000, job=job),
    "sample": lambda book, job: verbs.sample(book, plays=2_000, seconds=None, job=job).counts,
    "draw": lambda book, job: verbs.draw(book, "value", job=job).dot,
    "dice": lambda book, job: verbs.dice(book, job=job),
    "why_large": lambda book, job: verbs.why_large(book, job=job).parts,
}


SLOW = {"tune", "diff", "search", "sensitivity", "length", "worth", "compare", "exact"}


@pytest.mark.parametrize("question", but_slowly(QUESTIONS, lambda name: name in SLOW))
def test_cancelled_at_any_look(question: str) -> None:
    ask = QUESTIONS[question]
    answer = ask(fresh(), Job())
    counting = Countdown(0)
    assert ask(fresh(), counting) == answer
    looks = -counting.looks
    assert looks >= 3
    chance, threads = random.getstate(), threading.active_count()
    for looked in (1, looks // 3, 2 * looks // 3, looks):
        book = fresh()
        with pytest.raises(Cancelled):
            ask(book, Countdown(looked))
    assert ask(book, Job()) == answer
    assert random.getstate() == chance
    assert threading.active_count() == threads


class Finishing(Countdown):
    """A job that is to finish at a look of a given number, and has ended after not too many more."""

    def over(self) -> None:
        self.finish()

    def look(self) -> None:
        super().look()
        assert self.looks > -MOST_LOOKS, "it goes on and on"


MOST_LOOKS = 3_000
LARGE = """
book "Steps"
    use plain
sheet
    stat LIFE = 2d6 in 0..12
NUMBERS
strategy brave(t = 2)
    at 1: On if LIFE >= t else Out
    otherwise first

=== 1
* On
EFFECTS
    -> 1
* Out
    ~ roll 1d6
        1-5 -> victory
        6 -> defeat
"""
FINISHED = [name for name in QUESTIONS if name not in ("quick", "check", "exact", "diff")]


def large() -> Project:
    """So many states that nobody waits for all of them, for each of eleven kinds of hero."""
    numbers = "\n".join(f"    number n{i} = 0 in 0..99" for i in range(6))
    effects = "\n".join(f"    ~ n{i} +1d6" for i in range(6))
    return Project.of(LARGE.replace("NUMBERS", numbers).replace("EFFECTS", effects))


@pytest.mark.slow
@pytest.mark.parametrize("question", FINISHED)
def test_who_is_to_finish_ends_soon_with_what_is_known(question: str) -> None:
    for looks in (1, 40):
        with suppress(LimitReached):
            QUESTIONS[question](large(), Finishing(looks))


def test_cancelled_from_another_thread_before_it_begins() -> None:
    job = Job()
    thread = threading.Thread(target=job.cancel)
    thread.start()
    thread.join()
    with pytest.raises(Cancelled):
        verbs.solve(fresh(), job=job)


def test_cancelled_in_another_thread_while_it_works() -> None:
    """The one thread lists states until the other says stop."""
    begun, ended = threading.Event(), []

    def told(_: Step) -> None:
        begun.set()

    job = Job(told)
    endless = "=== 1\n" + "\n".join(f"~ n{i} +1d6" for i in range(9)) + "\n-> 1\n"
    sheet = "sheet\n" + "".join(f"    number n{i} = 0 in 0..999\n" for i in range(9))

    def work() -> None:
        try:
            verbs.solve(text=f"{sheet}\n{endless}", job=job)
        except Cancelled:
            ended.append("cancelled")

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(60)
    job.cancel()
    thread.join(60)
    assert ended == ["cancelled"]


def test_what_is_told_of_a_solve(tmp_path: Path) -> None:
    path = tmp_path / "book.gbk"
    path.write_text(BOOK, "utf-8")
    told: list[Step] = []
    verbs.solve(path, job=Job(told.append))
    phases = list(dict.fromkeys(step.phase for step in told))
    assert phases[-2:] == ["listing states", "computing values"]
