"""How hard a book is, how long a play of it, and what each thing in it is worth."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar, Unpack, cast

from msgspec import structs

from gamebook.errors import LimitReached, UsageError
from gamebook.job import Job, Limits, current
from gamebook.model.book import Book
from gamebook.options import Options, Wishes
from gamebook.project import LISTED, Project, listing
from gamebook.verbs.comparing import called, diff
from gamebook.verbs.numbers import sensitivity, tune
from gamebook.verbs.request import Hero, Subject, request_for
from gamebook.verbs.solving import solve

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.coverage import Coverage
    from gamebook.analysis.hardness import Hardness
    from gamebook.analysis.length import Lengths
    from gamebook.analysis.readers import ReaderRow
    from gamebook.analysis.worth import Worth
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
"""Seconds for solving a book with more states than can be listed, and for all readers, where no limit is given."""
LISTED_FOR = 0.25
"""The share of the time in which all states are listed: where that is not enough, time is left to look further."""
LEAST = 0.2
"""Seconds for a part for which no time is left."""
_Found = TypeVar("_Found")


def readers(  # noqa: PLR0913 - one question, many details
    book: Subject | None = None,
    hero: Hero = None,
    readers: Sequence[str] | None = None,
    *,
    text: str | None = None,
    deaths: bool = False,
    survival: bool = False,
    fights: bool = False,
    plays: int | None = None,
    seed: int = 1,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> tuple[ReaderRow, ...]:
    """How hard a book is for readers who err, and where it decides.

    Args:
        book, hero, text, job: as for `solve`.
        readers: `best`, `random`, `careless(10%)`, `soft(3)`, `lookahead(2)` (by default one of each), `guide`,
            `first-timer`, `persistent`.
        deaths: tell whether lost plays could have been saved, too.
        survival: tell how far readers come, too.
        fights: tell how often each fight is won, and what it costs, too.
        plays: how many plays to simulate, where that is needed.
        seed: the same seed gives the same plays.
        wishes: `settings`, `mode`, and limits.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`, or there is no such reader.
        LimitReached: a limit came before all states were listed.
    """
    from gamebook.analysis.readers import USUAL, Wanted
    from gamebook.analysis.readers import readers as compare
    from gamebook.model.reader import reader
    from gamebook.solver.first_time import PLAYS

    with job or current():
        request = request_for("readers", "limits", book, text, wishes, hero)
        who = tuple(map(reader, readers or ())) or USUAL
        wanted = Wanted(who, who, who if deaths else (), who if survival else (), who if fights else ())
        return compare(*request.for_hero(), who, wanted=wanted, plays=plays or PLAYS, seed=seed, limits=request.limits)


def length(
    book: Subject | None = None,
    hero: Hero = None,
    readers: Sequence[str] | None = None,
    *,
    text: str | None = None,
    seed: int = 1,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Lengths:
    """How long a play is: chapters, choices, fights, dice, words and minutes.

    Args:
        book, hero, text, job: as for `solve`.
        readers: as for `readers`; by default `best`, `careless(10%)` and `random`.
        seed: of simulated plays, where the spread of a count is too much work to compute.
        wishes: `settings`, `mode`, and limits.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`; or there is no such reader, or none of the book's aim.
        LimitReached: a limit came before all states were listed.
    """
    from gamebook.analysis.length import lengths
    from gamebook.model.reader import reader

    with job or current():
        request = request_for("length", "limits", book, text, wishes, hero)
        known = [reader(each, words=False) for each in readers or ()]
        return lengths(*request.for_hero(), known or None, seed=seed, limits=request.limits)


def worth(
    book: Subject | None = None,
    hero: Hero = None,
    kinds: Sequence[str] | None = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> Worth:
    """What each thing is worth: the chance to win without it; what every winning play has; how wide the way is.

    Args:
        book, hero, text, job: as for `solve`.
        kinds: the kinds of things that are left out one by one: `item`, `codeword`, `number`, `value`, `option`,
            `test`, `fights`, `chapter`; by default all, but of a large book not its chapters.
        wishes: `settings`, `mode`, and limits; the time is for everything together.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`; or there is no such kind, or the book has `aim score`.
        LimitReached: a limit came before the answer.
    """
    from gamebook.analysis.worth import KINDS
    from gamebook.analysis.worth import worth as find

    for kind in kinds or ():
        if kind not in KINDS:
            raise UsageError(f"there is no kind of things {kind}; the kinds are {', '.join(KINDS)}")
    with job or current():
        request = request_for("worth", "limits", book, text, wishes, hero)
        wanted = None if kinds is None else [kind for kind in KINDS if kind in kinds]
        return find(*request.for_hero(), wanted, limits=request.limits, listed=LISTED)


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
    from gamebook.analysis.heroes import for_hero
    from gamebook.analysis.readers import USUAL, Wanted
    from gamebook.analysis.readers import readers as compare
    from gamebook.model.reader import reader
    from gamebook.report import curve
    from gamebook.solver.solving import solve as solve_book

    with job or current():
        began = time.monotonic()
        if text is not None:
            book, text = Project.of(text), None
        if wishes.get("until") and baseline is not None:
            raise UsageError("a baseline is compared to the end of the book, so it cannot be used with until")
        request = request_for("report", "until limits", book, text, wishes, hero)
        model, until = request.edition.book, request.options.until
        limits = {name: value for name, value in wishes.items() if name not in ("settings", "mode", "until")}
        part = _way_to(model, until) if until else model
        subject, own = (part, cast("Wishes", limits)) if until else (book, wishes)
        left = partial(_since, began)
        playable, given = for_hero(part, request.options.given_hero)
        listed = solve_book(playable, given, limits=listing(request.limits.since(began), LISTED_FOR))
        # Findings are about the whole book.
        checked = None if until else request.edition.check("full", _left(request.options, began), lambda: listed)
        found = _best_play(subject, hero, left(own), listed)
        solved = found.difficulty.complete
        detailed = solved and (found.difficulty.states <= MOST_DETAILED if full is None else full)
        asked = [*USUAL]
        if detailed:
            asked += [reader("first-timer"), *([reader("persistent")] if found.solved.wins else [])]
        limited = request.limits.since(began)
        if not full and limited.seconds is None:
            limited = replace(limited, seconds=LONGEST)
        compared = partial(compare, playable, given, plays=REPORTED, limits=limited, known=listed)
        numbered = book is not None and not isinstance(book, Book)
        best, erring = [who for who in USUAL if who.kind == "best"], [who for who in USUAL if who.kind == "careless"]
        wanted = Wanted(asked, erring, erring, erring, best) if detailed else Wanted(asked)
        return Hardness(
            study=found,
            census=census(part),
            readers=_unless_limited(partial(compared, asked, wanted=wanted)) or (),
            curve=_unless_limited(partial(compared, [*map(reader, curve.asked("soft"))])) or () if detailed else (),
            findings=() if checked is None else checked.findings,
            sources={} if checked is None else checked.sources,
            worth=_unless_limited(partial(worth, subject, hero, **left(own)))
            if detailed and found.solved.wins
            else None,
            lengths=_unless_limited(partial(length, subject, hero, **left(own))) if detailed else None,
            sensitivity=_unless_limited(partial(sensitivity, book, hero, **left(wishes)))
            if detailed and numbered
            else None,
            tuned=_unless_limited(partial(tune, book, target, hero, **left(wishes)))
            if solved and target is not None and numbered
            else None,
            until=until,
            difference=None
            if baseline is None or book is None
            else diff(baseline, book, hero, names=(since, called(book, "new")) if since else None, **left(wishes)),
            sample=None if solved else _sampled(playable, given, request.limits.since(began)),
            full=detailed or not solved,
        )


def _best_play(book: Subject | None, hero: Hero, wishes: Wishes, listed: Solved) -> Solution:
    """Best play: what `solve` would find, without listing the states of a small book again."""
    from gamebook.render.solution import Solution

    if listed.space.complete:
        return Solution(listed) if listed.space.count <= LISTED else solve(book, hero, **wishes)
    if wishes.get("timeout") is None:
        wishes = {**wishes, "timeout": LONGEST}
    return solve(book, hero, **wishes)


def _since(began: float, wishes: Wishes) -> Wishes:
    """The wishes, with the time that is left of theirs."""
    seconds = wishes.get("timeout")
    return wishes if seconds is None else {**wishes, "timeout": max(LEAST, began + seconds - time.monotonic())}


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
