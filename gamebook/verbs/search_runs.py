"""Searches for the parameters of a strategy as tasks: a crew does them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

from gamebook.analysis.search import Asked, Method, Run, Search, run, search
from gamebook.analysis.too_large import MORE_TIME
from gamebook.analysis.tuning import Tuning
from gamebook.errors import LimitReached, OutOfTime, UsageError
from gamebook.job import current, in_time
from gamebook.options import Options
from gamebook.recent import Recent
from gamebook.strategy.policy import find
from gamebook.tasks import Alone
from gamebook.verbs.book_task import BookTask, Texts, as_text, done, has_text, one_of_many
from gamebook.verbs.request import Request

Ranges = tuple[tuple[str, int, int], ...]
"""For parameters the least and the greatest value to try."""


class SearchRun(BookTask, frozen=True, kw_only=True, dict=True):
    """A search for the parameters of a strategy."""

    strategy: str
    ranges: Ranges
    method: Method
    seed: int

    @property
    def label(self) -> Mapping[str, str | int]:
        """The method, and the random seed."""
        return {"method": self.method, "seed": self.seed}


def search_run(task: SearchRun) -> Run:
    """What the search finds."""
    key = (task.main, task.texts, task.options, task.strategy, task.ranges)
    tuning = _tunings.get(key, lambda: _tuning(task.request(), task.strategy, task.ranges))
    return run(tuning, (task.method, task.seed))


_tunings: Recent[tuple[str, Texts, Options, str, Ranges], Tuning] = Recent(1)
"""What was worked out for the strategy that was searched last: the next task is about it, too."""


def _tuning(request: Request, strategy: str, ranges: Ranges) -> Tuning:
    """The strategy on its book.

    Raises:
        BookHasErrors, UsageError, LimitReached: as `search`.
    """
    model, hero = request.for_hero()
    wanted = find(model, strategy).strategy
    if not wanted.parameters:
        raise UsageError(f"the strategy {wanted.name} has no parameters to search")
    unknown = {name for name, _, _ in ranges} - {name for name, _ in wanted.parameters}
    if unknown:
        raise UsageError(f"the strategy {wanted.name} has no parameter {', '.join(sorted(unknown))}")
    limits = request.limits
    return Tuning(model, wanted, hero, {name: (low, high) for name, low, high in ranges}, limits)


def searches(
    request: Request,
    strategy: str,
    ranges: Mapping[str, tuple[int, int]],
    seeds: Sequence[int],
    methods: Sequence[Method],
) -> Search:
    """Search here; by the crew of the job at hand, where there are enough searches for it.

    Raises:
        BookHasErrors, UsageError, LimitReached: as `search`.
        Unavailable: a search ended without an answer in another process.
    """
    bounds = tuple((name, low, high) for name, (low, high) in ranges.items())
    began = time.monotonic()
    deadline = request.limits.deadline(began)
    try:
        with in_time(deadline):
            tuning = _tuning(request, strategy, bounds)
    except OutOfTime as error:
        raise LimitReached(f"the time was over before the first trial of the search; {MORE_TIME}") from error
    ready = time.monotonic() - began

    def by_crew(left: Sequence[Asked], seconds: float) -> Iterator[tuple[Asked, Run]] | None:
        # Everybody who helps must first get ready as well: only what is much longer than that is worth it.
        crew = current().crew.fit(max(0.0, seconds - 2 * ready))
        if isinstance(crew, Alone):
            return None
        main, texts = as_text(request.edition)
        options = one_of_many(request.options)
        asked = [
            SearchRun(
                main=main, texts=texts, options=options, strategy=strategy, ranges=bounds, method=method, seed=seed
            )
            for method, seed in left
        ]  # fmt: skip
        return (((task.method, task.seed), done(found)) for task, found in crew(search_run, asked))

    return search(tuning, seeds, methods, by_crew if has_text(request.edition) else None, deadline)
