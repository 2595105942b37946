"""A book for single kinds of hero as tasks: a crew solves them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from gamebook.analysis.by_chance import has_shares
from gamebook.analysis.by_kind import BEST_PLAY, KindAnswer, KindSolver
from gamebook.errors import LimitReached
from gamebook.verbs.book_task import as_text, one_of_many
from gamebook.verbs.hardness import readers
from gamebook.verbs.kinds import KindTask, solve_kinds
from gamebook.verbs.request import Request
from gamebook.verbs.solving import solution_of


class BookForHero(KindTask, frozen=True, kw_only=True, dict=True):
    """A book to be solved for one kind of hero and some readers."""

    readers: tuple[str, ...]
    """As a book writes them, or `BEST_PLAY`."""


def book_for_hero(task: BookForHero) -> KindAnswer:
    """What the book is worth for this kind of hero."""
    began, request = time.monotonic(), task.request()
    found = solution_of(request).as_written  # as for other readers: of a draft only what is written counts
    values, complete = {BEST_PLAY: found.best}, found.settled
    if not has_shares(request.edition.book):
        values["best"] = found.best  # else the best reader knows less than best play
    if found.uniform is not None:
        values["random"] = found.uniform
    others = [name for name in task.readers if name not in values]
    if others:
        left = request.limits.since(began)
        try:
            rows = readers(
                *request.for_hero(), others,
                limit_states=left.states, limit_memory=left.memory, timeout=left.seconds,
            )  # fmt: skip
            values |= {str(row.reader): row.value for row in rows}
        except LimitReached:
            complete = False
    known = {name: values[name] for name in task.readers if name in values}
    return KindAnswer(known, complete and len(known) == len(task.readers), "" if complete else "a limit came first")


def by_crew(request: Request, readers: Sequence[str]) -> KindSolver:
    """Solves a book for kinds of hero, by the crew of the job at hand.

    Args:
        request: the book, with what is given of the hero.
        readers: who plays: readers, or `BEST_PLAY`.
    """
    main, texts = as_text(request.edition)
    task = BookForHero(main=main, texts=texts, options=one_of_many(request.options), readers=tuple(readers))
    return partial(solve_kinds, book_for_hero, task, _unsolved)


def _unsolved(why: str) -> KindAnswer:
    return KindAnswer({}, complete=False, why=why)
