"""Two versions of a book, checked and solved: one after the other, or as tasks of a crew."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import ceil, inf

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.chances import Chances, chances
from gamebook.diagnostics import Diagnostic, Report
from gamebook.errors import LimitReached
from gamebook.job import current
from gamebook.limits import LISTED, Limits, begun_before
from gamebook.model.reader import reader
from gamebook.program.compile import Target, lowered, reduced
from gamebook.solver.space import explore
from gamebook.tasks import Alone, Crew
from gamebook.verbs.book_task import BookTask, done, has_text, one_of_many, own_sources
from gamebook.verbs.request import Request

CHECKING = 3
"""Of the time for a version such a part is for its findings."""
MANY = 100_000
"""A book with so many states takes seconds to check and to solve. To count so many takes some tenths of a second."""


class OneVersion(BookTask, frozen=True, kw_only=True, dict=True):
    """A version of a book, to be checked and solved. Its files have the paths that its findings tell."""

    readers: tuple[str, ...]


class Looked(Struct, frozen=True):
    """What came of it."""

    findings: tuple[Diagnostic, ...] = ()
    chances: Chances | None = None
    limit: str = ""
    """Why there is no answer: a limit came first."""


Known = tuple[Report | None, Chances]
"""The findings of a version, where it was read from files; and what it is worth."""


def one_version(task: OneVersion) -> Looked:
    """Check and solve a version."""
    try:
        report, found = _solved(task.request(), task.readers)
    except LimitReached as error:
        return Looked(limit=str(error))
    assert report is not None, "it has text"
    return Looked(report.findings, found)


def solved_versions(requests: Sequence[Request], readers: Sequence[str], began: float) -> tuple[Known, ...]:
    """Check and solve versions without errors; by the crew of the job at hand, where they are large.

    Args:
        requests: the versions. The time is for all of them together.
        readers: who is asked for; none: the usual ones.
        began: the `time.monotonic()` from which the time is counted.

    Raises:
        LimitReached: readers were asked for, and a limit came first.
        Unavailable: a process of the crew could not do its part.
        Cancelled: the job was cancelled.
    """
    crew = current().crew.fit(inf)
    if not isinstance(crew, Alone) and len(requests) > 1 and _are_large(requests):
        return _by_crew(crew, requests, readers, began)
    return tuple(
        _solved(_within(each, each.limits.since(began).share(parts)), readers)
        for each, parts in zip(requests, range(len(requests), 0, -1), strict=True)
    )


def _are_large(requests: Sequence[Request]) -> bool:
    """Whether versions are worth the way to other processes; models cannot go there.

    Versions of a book are much alike, so one is looked at. What is listed for that is not used again.
    """
    first = requests[0]
    limit = first.limits.states
    if not all(has_text(each.edition) for each in requests) or (limit is not None and limit < MANY):
        return False
    return not explore(reduced(lowered(*first.for_hero(), Target())), limits=Limits(states=MANY)).complete


def _within(request: Request, limits: Limits) -> Request:
    return replace(request, options=replace(request.options, limits=limits))


def _solved(request: Request, readers: Sequence[str]) -> Known:
    """Check and solve one version; the limits are for it alone."""
    options, limits, began = request.options, request.limits, time.monotonic()
    report = None
    if has_text(request.edition):
        report = request.edition.check("full", replace(options, limits=limits.share(CHECKING)))
    wanted = [reader(each) for each in readers] or None
    found = chances(request.edition.book, options.given_hero, wanted, limits=limits.since(began), listed=LISTED)
    return report, found


def _by_crew(crew: Crew, requests: Sequence[Request], readers: Sequence[str], began: float) -> tuple[Known, ...]:
    rounds = ceil(len(requests) / crew.count)
    asked = [_task(each, each.limits.since(began).share(rounds), readers) for each in requests]
    deadline = requests[0].limits.deadline(began)
    job, known, tasks = current(), dict[OneVersion, Looked](), [*dict.fromkeys(asked)]
    answers = crew(one_version, tasks)
    for number in range(len(tasks)):
        with begun_before(deadline), job.doing(f"version {number + 1} of {len(tasks)}"):
            job.begin("checking and solving")
            task, found = next(answers)
        known[task] = done(found)
        if known[task].limit:
            raise LimitReached(known[task].limit)
    return tuple(_here(known[task], each) for task, each in zip(asked, requests, strict=True))


def _task(request: Request, limits: Limits, readers: Sequence[str]) -> OneVersion:
    return OneVersion(
        main=request.edition.loaded.seen[0].path,
        texts=tuple((each.path, each.text) for each in own_sources(request.edition)),
        options=one_of_many(request.options),
        seconds=limits.seconds,
        readers=tuple(readers),
    )


def _here(found: Looked, request: Request) -> Known:
    assert found.chances is not None, "no limit came first"
    return Report(found.findings, request.edition.sources), found.chances
