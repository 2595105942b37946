"""How hard a book is for readers who err, and where it decides: each reader beside best play."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gamebook.analysis.by_chance import has_shares
from gamebook.analysis.decides import Decided, Price, decided, prices
from gamebook.analysis.difficulty import Bracket, proven
from gamebook.analysis.fates import Fates, fates
from gamebook.analysis.hazards import Hazard, hazards
from gamebook.analysis.survival import Survival
from gamebook.analysis.survival import survival as followed
from gamebook.errors import LimitReached, OutOfTime
from gamebook.job import NO_LIMITS, Limits, current
from gamebook.model.book import Book, Strategy
from gamebook.model.reader import Reader, reader
from gamebook.solver.readers import play_as
from gamebook.solver.solution import Solved, solve
from gamebook.strategy.apply import apply
from gamebook.strategy.policy import policy

USUAL = tuple(map(reader, ("best", "lookahead(2)", "careless(10%)", "soft(10)", "random")))
"""The readers that are shown if none is named."""

_DRAWN = Strategy(name="reader", parameters=(), rules=(), otherwise="best")
"""Leaves every decision open; only who knows of an option is drawn before it."""


@dataclass(frozen=True, slots=True)
class ReaderRow:
    """What the book is worth to a reader."""

    reader: Reader
    value: Bracket
    """At the start; a chance, or points under `aim score`."""
    price: float
    """What best play is worth beyond that; the sum over all chapters. nan where it is not known."""
    chapters: tuple[Decided, ...]
    """Where that is decided, the hero first."""
    choices: tuple[Price, ...] = ()
    """The same for each option of each decision."""
    hazards: tuple[Hazard, ...] = ()
    """How dangerous each chapter is."""
    fates: Fates | None = None
    """Whether lost plays could have been saved; None if that was not asked for."""
    survival: Survival | None = None
    """How far the reader comes; None if that was not asked for."""

    @property
    def luck(self) -> float:
        """The share of the outcome that dice and draws decide: of the variance of winning; nan where it has none."""
        luck, choice = (sum(getattr(row, name) for row in self.chapters) for name in ("luck", "choice"))
        return luck / (luck + choice) if luck + choice > 0 else float("nan")


def with_draws(book: Book) -> Book:
    """The book in which chance decides, before each option that not every reader knows, whether the reader knows it."""
    return apply(book, policy(_DRAWN)) if has_shares(book) else book


def with_shares(solved: Solved, limits: Limits) -> Solved:
    """The solution that readers are played on: of the book in which not every reader knows every option."""
    book = with_draws(solved.book)
    return solved if book is solved.book else solve(book, solved.hero, limits=limits)


def readers(
    book: Book,
    hero: Mapping[str, int] | None = None,
    asked: Sequence[Reader] = USUAL,
    *,
    deaths: bool = False,
    survival: bool = False,
    limits: Limits = NO_LIMITS,
) -> tuple[ReaderRow, ...]:
    """What a book is worth to some readers, in the order asked.

    Args:
        book: the book. Of an option that not every reader knows (`[knows 40%]`), all these readers know as often as it
            says, best play too.
        hero: values of rolled stats; what is not given is rolled.
        asked: the readers.
        deaths: tell whether lost plays could have been saved, too.
        survival: tell how far readers come, too.
        limits: where to stop.

    Raises:
        LimitReached: a limit came before the answer.
    """
    began = time.monotonic()
    deadline = None if limits.seconds is None else began + limits.seconds
    solved = solve(with_draws(book), hero, limits=limits)
    if not solved.space.complete:
        raise LimitReached(f"it has more than {solved.space.count:,} states, or takes longer than the limit")
    best = solved.best.value
    rows, job = [], current()
    job.begin("readers", len(asked))
    for number, who in enumerate(asked):
        try:
            played = play_as(solved, who, deadline)
        except OutOfTime as error:
            raise LimitReached(f"the time was over before the reader {who} was done") from error
        rows.append(
            ReaderRow(
                who,
                proven(solved, played),
                best - played.value,
                tuple(decided(solved, played)),
                tuple(prices(solved, played)),
                hazards(solved, played),
                fates(solved, played) if deaths else None,
                followed(solved, played) if survival else None,
            )
        )
        job.step(number + 1)
    return tuple(rows)
