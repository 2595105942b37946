"""Kinds of hero, one task for each: a crew solves them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from gamebook.analysis.kinds import HeroKind
from gamebook.crew.spread import spread
from gamebook.errors import OutOfTime
from gamebook.job import current, in_time
from gamebook.limits import Limits
from gamebook.tasks import Failure, Result
from gamebook.verbs.book_task import BookTask

PARTS = 10
"""One kind may take one of so many parts of the time."""


class KindTask(BookTask, frozen=True, kw_only=True, dict=True):
    """Something to be worked out for one kind of hero."""

    @property
    def label(self) -> Mapping[str, str | int]:
        """The hero."""
        return dict(self.hero)


OneKind = TypeVar("OneKind", bound=KindTask)


def solve_kinds(
    work: Callable[[OneKind], Result],
    task: OneKind,
    unsolved: Callable[[str], Result],
    kinds: Sequence[HeroKind],
    limits: Limits,
) -> Iterator[tuple[HeroKind, Result]]:
    """Do a task for each of some kinds of hero, by the crew of the job at hand. Where the time ends first, for some.

    Args:
        work: does a task.
        task: the task, with what is given of the hero.
        unsolved: the answer for a kind for which it has failed, from the words that say why.
        kinds: what the dice make of the rest.
        limits: the time is for all kinds. Each may take as much of it as any other, or a tenth of it, if that is more:
            some that are known are worth more than all half done.
    """
    began, job = time.monotonic(), current()
    seconds = limits.share(max(1, min(PARTS, len(kinds) // job.crew.count))).seconds

    def asked(kind: HeroKind) -> OneKind:
        hero = tuple({**task.hero, **kind.stats}.items())
        return replace(task, options=replace(task.options, hero=hero), seconds=seconds)

    tasks = {asked(kind): kind for kind in kinds}
    answers = spread(work, [*tasks])
    for count in range(1, len(kinds) + 1):
        try:
            with in_time(limits.deadline(began)), job.doing(f"hero {count:,} of {len(kinds):,}"):
                job.begin("solving")
                done, answer = next(answers)
        except OutOfTime as error:
            if str(error):
                yield from ((kind, unsolved(str(error))) for kind in tasks.values())
            return
        yield tasks.pop(done), unsolved(answer.why) if isinstance(answer, Failure) else answer
