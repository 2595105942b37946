"""Commands that solve a book many times, with one process and with two: seconds by the clock, reading and all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import gamebook
from bench.measure import heading, row, timed
from gamebook.job import Job

EBB = Path(__file__).parents[1] / "books" / "the-long-ebb.gbk"
HERO = {"SKILL": 9, "STAMINA": 19, "LUCK": 9}
WORK: dict[str, Callable[[Job], object]] = {
    "tune, 16 changed books": lambda job: gamebook.tune(EBB, 0.5, HERO, heroes=False, job=job),
    "sensitivity, 12 changed books": lambda job: gamebook.sensitivity(EBB, HERO, solves=6, job=job),
    "heroes, 66 kinds": lambda job: gamebook.heroes(EBB, {"LUCK": 9}, job=job),
    "diff, two versions, 66 heroes together": lambda job: gamebook.diff(EBB, EBB, {"LUCK": 9}, job=job),
}


def crews() -> None:
    """The same work by one process, which uses both cores itself where it can, and by two."""
    heading("The Long Ebb solved many times, by one process and by two")
    for name, work in WORK.items():
        alone = timed(partial(work, Job()))[1]
        with gamebook.Processes(2) as crew:
            shared = timed(partial(work, Job(crew=crew)))[1]
        row(name, f"{alone:.1f} s", f"{shared:.1f} s with two, {alone / shared:.2f} times as fast")
