"""How hard a book is for readers who err, and where it decides: each reader beside best play."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.advised import advice, in_fights, read_by
from gamebook.analysis.by_chance import with_draws
from gamebook.analysis.decides import Decided, Price, decided, prices
from gamebook.analysis.difficulty import Bracket, proven
from gamebook.analysis.fates import Fates, fates
from gamebook.analysis.fight_costs import COUNTED, FightCost, fight_costs
from gamebook.analysis.hazards import Hazard, hazards
from gamebook.analysis.survival import Survival
from gamebook.analysis.survival import survival as followed
from gamebook.analysis.too_large import MORE_TIME, must_be_whole
from gamebook.errors import LimitReached, OutOfTime, UsageError
from gamebook.graph.fighting import asked_in_fights
from gamebook.job import current, in_time
from gamebook.limits import NO_LIMITS, Limits
from gamebook.model.book import Book
from gamebook.model.reader import WORDS, Reader, reader
from gamebook.process import give_memory_back
from gamebook.solver.estimate import Estimate
from gamebook.solver.first_time import PLAYS, SEED, Attempts, Method, by_words, first_time, persist
from gamebook.solver.readers import play_as
from gamebook.solver.solution import Played, Solved
from gamebook.solver.solving import solve

USUAL = tuple(map(reader, ("best", "lookahead(2)", "careless(10%)", "soft(10)", "random")))
"""The readers that are shown if none is named."""

PLAYS_OF_A_LIFE = 50
"""For so many plays one persistent reader is simulated, who plays many times."""
NOTHING = 1e-12
"""A variance that is put down to rounding."""


class ReaderRow(Struct, frozen=True):
    """What the book is worth to a reader."""

    reader: Reader
    value: Bracket
    """At the start; a chance, or points under `aim score`."""
    price: float
    """What best play is worth beyond that; the sum over all chapters. nan where it is not known."""
    chapters: tuple[Decided, ...] = ()
    """Where that is decided, the hero first; this and what follows is empty if the reader is not a single policy, or if
    that was not asked for."""
    choices: tuple[Price, ...] = ()
    """The same for each option of each decision."""
    hazards: tuple[Hazard, ...] = ()
    """How dangerous each chapter is."""
    fates: Fates | None = None
    """Whether lost plays could have been saved; None if that was not asked for."""
    survival: Survival | None = None
    """How far the reader comes; None if that was not asked for."""
    fights: tuple[FightCost, ...] | None = None
    """What the fights cost; None if that was not asked for."""
    method: Method = "policy"
    """`policy`: a single policy, and exact; `tables`: the exact mean of several policies; `plays`: simulated."""
    count: int = 1
    """How many tables, or plays."""
    attempts: Attempts | None = None
    """Of a persistent reader; all else is about the first attempt."""

    @property
    def known(self) -> bool:
        """Whether anything is known of the value: of points, plays bound nothing if too many choices can come again."""
        return self.method != "plays" or self.count > 0

    @property
    def variance(self) -> float:
        """The variance of winning: how much is left to dice, draws and guesses; 0 if nothing is."""
        found = sum(row.luck + row.choice for row in self.chapters)
        return found if found > NOTHING else 0.0

    @property
    def luck(self) -> float:
        """The share of the outcome that dice and draws decide: of the variance of winning; nan where it has none."""
        return sum(row.luck for row in self.chapters) / self.variance if self.variance else float("nan")


def not_done(late: Sequence[Reader]) -> str:
    """What to say where the time was over before these readers were done."""
    whom = f"the readers {', '.join(map(str, late))} were" if len(late) > 1 else f"the reader {late[0]} was"
    return f"the time was over before {whom} done; {MORE_TIME}"


class NotAllDone(LimitReached):
    """The time was over before all readers were done."""

    def __init__(self, done: Sequence[ReaderRow], late: Sequence[Reader]) -> None:
        super().__init__(not_done(late))
        self.done = tuple(done)
        """What is known of those that were."""
        self.late = tuple(late)
        """The others."""


class Wanted(Struct, frozen=True):
    """The readers for whom more is computed than what the book is worth to them."""

    chapters: Collection[Reader] = ()
    """Where that is decided."""
    choices: Collection[Reader] = ()
    """What choices cost, and how dangerous each chapter is."""
    deaths: Collection[Reader] = ()
    """Whether lost plays could have been saved."""
    survival: Collection[Reader] = ()
    """How far they come."""
    fights: Collection[Reader] = ()
    """What fights cost."""


class Outcome(Struct, frozen=True):
    """What came of a reader."""

    played: Played
    """What the reader does; if that is not a single policy, as if each answer were drawn afresh."""
    value: Bracket
    method: Method = "policy"
    count: int = 1
    attempts: Attempts | None = None


def with_shares(solved: Solved, limits: Limits) -> Solved:
    """The solution that readers are played on: of the book in which not every reader knows every option."""
    book = with_draws(solved.book)
    return solved if book is solved.book else solve(book, solved.hero, limits=limits)


def readers(
    book: Book,
    hero: Mapping[str, int] | None = None,
    asked: Sequence[Reader] = USUAL,
    *,
    wanted: Wanted = Wanted(),
    plays: int = PLAYS,
    seed: int = SEED,
    limits: Limits = NO_LIMITS,
    known: Solved | None = None,
) -> tuple[ReaderRow, ...]:
    """What a book is worth to some readers, in the order asked.

    Args:
        book: the book. Of an option that not every reader knows (`[knows 40%]`), all these readers know as often as it
            says, best play too.
        hero: values of rolled stats; what is not given is rolled.
        asked: the readers.
        wanted: for which of them more is computed.
        plays: how many plays are simulated, where that is needed; a persistent reader counts as fifty.
        seed: the same seed gives the same plays.
        limits: where to stop.
        known: the book solved with all its states, as far as they could be listed; None: it is solved now.

    Raises:
        UsageError: a reader has a strategy for fights that the book has not; or plays until a victory, and the book is
            played for points.
        LimitReached: a limit came before the answer; `NotAllDone` has the answer for readers who were done.
    """
    began = time.monotonic()
    deadline = limits.deadline(began)
    solved = _solved_for(book, hero, asked, COUNTED if wanted.fights else (), limits, known)
    must_be_whole(solved.space, book, solved.hero, limits)
    give_memory_back()
    rows, job = [], current()
    for number, who in enumerate(asked):
        try:
            with in_time(deadline), job.doing(f"reader {number + 1} of {len(asked)}"):
                job.begin("computing values")
                rows.append(_row(solved, outcome(solved, who, plays, seed, deadline), who, wanted))
        except OutOfTime as error:
            raise NotAllDone(rows, asked[number:]) from error
        give_memory_back()  # each reader needs much for a short time
    return tuple(rows)


def _solved_for(
    book: Book,
    hero: Mapping[str, int] | None,
    asked: Sequence[Reader],
    counted: Sequence[str],
    limits: Limits,
    known: Solved | None,
) -> Solved:
    """The solution that some readers are played on: `known`, if it has all that they need or was too large to list."""
    observed = {name for who in asked if who.fights for name in read_by(book, advice(book, who.fights))}
    drawn = with_draws(book)
    if known is not None and (not known.space.complete or (drawn is book and not observed and not counted)):
        return known
    return solve(drawn, hero, observed=tuple(sorted(observed)), counted=counted, limits=limits)


def _row(solved: Solved, found: Outcome, who: Reader, wanted: Wanted) -> ReaderRow:
    """A reader beside best play, with what is wanted of it."""
    price = solved.best.value - found.value.middle
    row = ReaderRow(who, found.value, price, method=found.method, count=found.count, attempts=found.attempts)
    return _explained(solved, found.played, row, wanted) if found.method == "policy" else row


def _explained(solved: Solved, played: Played, row: ReaderRow, wanted: Wanted) -> ReaderRow:
    """The row with what is wanted of a single policy."""
    who = row.reader
    return replace(
        row,
        price=solved.best.value - played.value,
        chapters=tuple(decided(solved, played)) if who in wanted.chapters else (),
        choices=tuple(prices(solved, played)) if who in wanted.choices else (),
        hazards=hazards(solved, played) if who in wanted.choices else (),
        fates=fates(solved, played) if who in wanted.deaths else None,
        survival=followed(solved, played) if who in wanted.survival else None,
        fights=fight_costs(solved, played) if who in wanted.fights else None,
    )


def outcome(
    solved: Solved, who: Reader, plays: int = PLAYS, seed: int = SEED, deadline: float | None = None
) -> Outcome:
    """What a book is worth to a reader.

    Args:
        solved: the book with all its states; with a strategy for fights, those it reads observed.
        who: the reader.
        plays: how many plays are simulated, where that is needed.
        seed: the same seed gives the same plays.
        deadline: a `time.monotonic()` after which work ends.

    Raises:
        OutOfTime: the deadline came first.
        LimitReached: plays must be simulated, and there are more states than the limits of the solve allow.
        UsageError: there is no such strategy for fights.
    """
    if who.kind not in WORDS:
        played = play_as(solved, who, deadline)
        return Outcome(played, proven(solved, played))
    fights = asked_in_fights(solved.book)
    policy = advice(solved.book, who.fights) if who.fights else None
    seen, fresh = by_words(solved, in_fights(solved, policy), fights)
    if who.kind == "persistent":
        if not solved.wins:
            raise UsageError("a persistent reader plays until a victory: the book must be played for winning (aim win)")
        lives = max(plays // PLAYS_OF_A_LIFE, 1)
        value = proven(solved, fresh)
        first = Estimate(value.middle, value.low, value.high)
        return Outcome(fresh, value, attempts=persist(solved, seen, fresh, lives, seed, first=first))
    found = first_time(solved, seen, fresh, plays, seed)
    value = proven(solved, fresh) if found.method == "policy" else Bracket(found.low, found.high)
    return Outcome(fresh, value, found.method, found.count)
