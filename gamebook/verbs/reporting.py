"""How hard a book is, for whom, why, and what to change: everything in one report."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar, Unpack, cast

from msgspec import Struct, structs
from msgspec.structs import replace

from gamebook.errors import LimitReached, UsageError
from gamebook.job import Job, current, in_time
from gamebook.lazy import LazyStruct
from gamebook.limits import LISTED, Limits
from gamebook.model.book import Book
from gamebook.options import Options, Wishes, switch
from gamebook.project import Project, listing
from gamebook.verbs.comparing import called, diff
from gamebook.verbs.hardness import length, worth
from gamebook.verbs.numbers import sensitivity, tune
from gamebook.verbs.request import Hero, Request, Subject, request_for, subject_of
from gamebook.verbs.solving import solve

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.coverage import Coverage
    from gamebook.analysis.difference import Difference
    from gamebook.analysis.hardness import Hardness
    from gamebook.analysis.length import Lengths
    from gamebook.analysis.readers import ReaderRow, Wanted
    from gamebook.analysis.sensitivity import Sensitivity
    from gamebook.analysis.worth import Worth
    from gamebook.model.reader import Reader
    from gamebook.render.solution import Solution
    from gamebook.solver.sample import Sample
    from gamebook.solver.solution import Solved
    from gamebook.versions import Saved

MOST_DETAILED = 200_000
"""The most states of a book of which a report tells everything without being asked."""
REPORTED = 20_000
"""Plays that are simulated for a report."""
MOST_SAMPLED = 10.0
"""The most seconds for plays of a book that could not be solved."""
LONGEST = 120.0
"""Seconds for solving a book with more states than can be listed, for all readers, and from the beginning of the report
to the end of its details, where no limit is given and not everything is asked for."""
LISTED_FOR = 0.25
"""The share of the time in which all states are listed: where that is not enough, time is left to look further."""
LEAST = 0.2
"""Seconds for a part for which no time is left."""
_Found = TypeVar("_Found")


def report(
    book: Subject | None = None,
    hero: Hero = None,
    *,
    text: str | None = None,
    full: bool | None = None,
    target: float | None = None,
    baseline: Subject | Saved | None = None,
    since: str = "",
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Hardness:
    """How hard a book is, for whom, why, and what to change: what `solve`, `readers`, `check` and others find, in one.

    Args:
        book, hero, text, job: as for `solve`.
        full: compute also where plays are lost and could have been saved, what each thing is worth, how long a play is
            and which numbers matter; by default of books that are small enough (`MOST_DETAILED` states).
        target: the chance to win that you want, to tell which numbers to change; points under `aim score`.
        baseline: an older version, to tell what changed since.
        since: what to call that version.
        wishes: `settings`, `mode`, `until`, and limits: the time is for all of this; states and memory are for each
            part.

    Returns:
        All that is known. Where a limit comes before best play is found, there are its bounds, findings, and plays at
        random; where one comes later, that part is left out.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`; or `until` is given with a baseline, which is solved to its end.
    """
    from gamebook.analysis.census import census
    from gamebook.analysis.hardness import Hardness

    with current(job):
        began = time.monotonic()
        subject = subject_of("report", book, text)
        request = request_for("report", "until limits", subject, None, wishes, hero)
        if request.options.until and baseline is not None:
            raise UsageError("a baseline is compared to the end of the book, so it cannot be used with until")
        # Those who are asked have other options, too: defaults of the project that are none of a report.
        book = subject.without_defaults() if isinstance(subject, Project) else subject
        target = None if target is None else request.target(target)
        full = None if full is None else switch("full", full)
        work = _Work(book, request.options.given_hero, request.options.wishes, request, began, bool(full))
        listed = work.listed()
        # Findings are about the whole book.
        checked = None if work.until else request.edition.check("full", _left(request.options, began), lambda: listed)
        found = work.best_play(listed)
        solved, wins = found.difficulty.complete, found.solved.wins
        detailed = solved and (found.difficulty.states <= MOST_DETAILED if full is None else full)
        numbered = not isinstance(book, Book)
        readers = _Readers(work.playable, listed, work.for_readers())
        details = _details(work.details, readers, wins=wins, numbered=numbered) if detailed else _Details()
        return Hardness(
            study=found,
            census=census(work.part),
            readers=details.readers or readers.usual(),
            curve=details.curve,
            findings=() if checked is None else checked.findings,
            sources={} if checked is None else checked.sources,
            worth=details.worth,
            lengths=details.lengths,
            sensitivity=details.sensitivity,
            tuned=work.of_book(tune, target) if solved and target is not None and numbered else None,
            until=work.until,
            difference=None if baseline is None else work.difference(baseline, since),
            sample=None if solved else _sampled(*work.playable, request.limits.since(began)),
            full=detailed or not solved,
            late=details.late,
        )


class _Work(Struct, frozen=True, dict=True):
    """What a report asks others for, in the time that is left."""

    book: Project | Book
    hero: Hero
    wishes: Wishes
    request: Request
    began: float
    """The `time.monotonic()` at which the report began."""
    patient: bool
    """Whether everything was asked for, however long it takes."""

    @property
    def until(self) -> tuple[str, ...]:
        """Chapters that play is to come to; none: play goes to its end."""
        return self.request.options.until

    @cached_property
    def part(self) -> Book:
        """What of the book is reported on."""
        model = self.request.edition.book
        return _way_to(model, self.until) if self.until else model

    @cached_property
    def playable(self) -> tuple[Book, dict[str, int]]:
        """This with the hero, and the hero's values."""
        from gamebook.analysis.given_hero import for_hero

        return for_hero(self.part, self.request.options.given_hero)

    @property
    def left(self) -> Wishes:
        """The wishes, with the time that is left of theirs."""
        seconds = self.wishes.get("timeout")
        if seconds is None:
            return self.wishes
        return {**self.wishes, "timeout": max(LEAST, self.began + seconds - time.monotonic())}

    @property
    def details(self) -> _Work:
        """The same for what nobody has asked for: it is not waited for longer than for best play."""
        if self.patient or self.wishes.get("timeout") is not None:
            return self
        return replace(self, wishes={**self.wishes, "timeout": LONGEST})

    @property
    def left_for_part(self) -> tuple[Subject | None, Wishes]:
        """What of the book is reported on, and wishes that are not fulfilled in it already."""
        if not self.until:
            return self.book, self.left
        done = ("settings", "mode", "until")
        return self.part, cast("Wishes", {name: value for name, value in self.left.items() if name not in done})

    def listed(self) -> Solved:
        """The states, solved, as far as they can be listed."""
        from gamebook.solver.solving import solve as solve_book

        return solve_book(*self.playable, limits=listing(self.request.limits.since(self.began), LISTED_FOR))

    def best_play(self, listed: Solved) -> Solution:
        """Best play: what `solve` would find, without listing the states of a small book again."""
        from gamebook.render.solution import Solution

        subject, wishes = self.left_for_part
        if listed.space.complete:
            return Solution(listed) if listed.space.count <= LISTED else solve(subject, self.hero, **wishes)
        if wishes.get("timeout") is None:
            wishes = {**wishes, "timeout": LONGEST}
        return solve(subject, self.hero, **wishes)

    def for_readers(self) -> Limits:
        """Where to stop for other readers than best play; who is patient waits as long as it takes."""
        limits = self.request.limits.since(self.began)
        return limits if self.patient or limits.seconds is not None else replace(limits, seconds=LONGEST)

    def of_part(self, find: Callable[..., _Found]) -> _Found | None:
        """What is found about the part; None where a limit comes first."""
        subject, wishes = self.left_for_part
        return self.in_time(partial(find, subject, self.hero, **wishes))

    def of_book(self, find: Callable[..., _Found], *args: object) -> _Found | None:
        """What is found about the numbers on the book's pages; None where a limit comes first."""
        return self.in_time(partial(find, self.book, *args, self.hero, **self.left))

    def in_time(self, find: Callable[[], _Found]) -> _Found | None:
        """What is found; None where a limit comes first. Not all that `find` does looks at its limits itself."""
        seconds = self.left.get("timeout")
        if seconds is None:
            return _unless_limited(find)
        with in_time(time.monotonic() + seconds):
            return _unless_limited(find)

    def difference(self, baseline: Subject | Saved, since: str) -> Difference:
        """What changed since an older version; `since`: what to call that version."""
        names = (since, called(self.book, "new")) if since else None
        return diff(baseline, self.book, self.hero, names=names, **self.left)


class _Details(LazyStruct, frozen=True):
    """What is told of small books only, or where it is asked for."""

    readers: tuple[ReaderRow, ...] = ()
    curve: tuple[ReaderRow, ...] = ()
    lengths: Lengths | None = None
    sensitivity: Sensitivity | None = None
    worth: Worth | None = None
    late: tuple[str, ...] = ()
    """In words, what of this is missing because a limit came before it was found."""


def _details(work: _Work, readers: _Readers, *, wins: bool, numbered: bool) -> _Details:
    """As much of the details as limits allow.

    Args:
        work, readers: whom to ask.
        wins: whether the book is played to win, so that its things have a worth.
        numbered: whether there are pages with numbers.
    """
    compared, curve = readers.detailed(wins=wins), readers.curve()
    lengths = work.of_part(length)
    late = lengths.late if lengths is not None else ()
    numbers = work.of_book(sensitivity) if numbered else None
    things = work.of_part(worth) if wins else None  # it may take all the time that is left
    missing = {
        "where plays are lost and what could have saved them": not compared,
        "how long a play is": lengths is None,
        f"how long a play is for {', '.join(map(str, late))}": bool(late),
        "which numbers matter": numbered and numbers is None,
        "what things are worth": wins and things is None,
    }
    return _Details(compared, curve, lengths, numbers, things, tuple(each for each in missing if missing[each]))


class _Readers(LazyStruct, frozen=True):
    """Readers of a book, compared."""

    playable: tuple[Book, dict[str, int]]
    listed: Solved
    limits: Limits

    def usual(self) -> tuple[ReaderRow, ...]:
        """The usual ones; none where a limit comes first."""
        from gamebook.analysis.readers import USUAL, Wanted

        return self._compared(USUAL, Wanted(USUAL))

    def detailed(self, *, wins: bool) -> tuple[ReaderRow, ...]:
        """More of them, and where they lose; `wins`: the book is played to win."""
        from gamebook.analysis.readers import USUAL, Wanted
        from gamebook.model.reader import reader

        asked = (*USUAL, reader("first-timer"), *([reader("persistent")] if wins else []))
        best, erring = (tuple(who for who in USUAL if who.kind == kind) for kind in ("best", "careless"))
        return self._compared(asked, Wanted(asked, erring, erring, erring, best))

    def curve(self) -> tuple[ReaderRow, ...]:
        """Those who err more and more."""
        from gamebook.analysis.readers import Wanted
        from gamebook.model.reader import reader
        from gamebook.report import curve

        return self._compared(tuple(map(reader, curve.asked("soft"))), Wanted())

    def _compared(self, asked: Sequence[Reader], wanted: Wanted) -> tuple[ReaderRow, ...]:
        from gamebook.analysis.readers import readers as compare

        find = partial(compare, *self.playable, asked, plays=REPORTED, limits=self.limits, known=self.listed)
        return _unless_limited(partial(find, wanted=wanted)) or ()


def _left(options: Options, began: float) -> Options:
    """The options, with the time that is left of theirs."""
    seconds = options.limits.since(began).seconds
    return options if seconds is None else options.but(timeout=max(LEAST, seconds))


def _sampled(book: Book, hero: Mapping[str, int], limits: Limits) -> tuple[Sample, Coverage]:
    """Plays of a reader who picks at random, and where they came."""
    from gamebook.analysis.coverage import coverage
    from gamebook.solver.sample import sample

    current().begin("simulating plays")
    seconds = MOST_SAMPLED if limits.seconds is None else min(MOST_SAMPLED, max(LEAST, limits.seconds))
    found = sample(book, hero, plays=REPORTED, seconds=seconds)
    return found, coverage(book, found)


def _way_to(book: Book, chapters: Sequence[str]) -> Book:
    """The book up to some chapters, with the endings and the fights that are left on the way."""
    from gamebook.graph.until import cut_at
    from gamebook.model.blocks import steps_in
    from gamebook.model.step import End, Scope

    cut = cut_at(book, chapters)
    steps = [step for block in cut.blocks for step in steps_in(block)]
    ends = {step.ending for step in steps if isinstance(step, End)}
    scopes = {step.label for step in steps if isinstance(step, Scope)}
    endings = tuple(each for each in cut.endings if each.name in ends)
    return structs.replace(cut, endings=endings, fights=tuple(each for each in cut.fights if each in scopes))


def _unless_limited(find: Callable[[], _Found]) -> _Found | None:
    """What is found; None where a limit comes first."""
    try:
        return find()
    except LimitReached:
        return None
