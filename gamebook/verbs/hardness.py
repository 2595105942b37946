"""How hard a book is for readers, how long a play of it, and what each thing in it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from gamebook.errors import UsageError
from gamebook.job import Job, current
from gamebook.limits import LISTED, MOST_PLAYS
from gamebook.options import Wishes, count, several, switch, whole
from gamebook.verbs.request import Hero, Subject, request_for

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.length import Lengths
    from gamebook.analysis.readers import ReaderRow
    from gamebook.analysis.worth import Worth


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
            `first-timer`, `persistent`. Each is told of once.
        deaths: tell whether lost plays could have been saved, too.
        survival: tell how far readers come, too.
        fights: tell how often each fight is won, and what it costs, too.
        plays: how many plays to simulate, where that is needed; at least 1.
        seed: the same seed gives the same plays.
        wishes: `settings`, `mode`, `sheet`, and limits.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`, or there is no such reader.
        LimitReached: a limit came before all states were listed; or before all readers were done
            (`gamebook.analysis.readers.NotAllDone`: it has those that were).
    """
    from gamebook.analysis.readers import USUAL, Wanted
    from gamebook.analysis.readers import readers as compare
    from gamebook.model.reader import reader
    from gamebook.solver.first_time import PLAYS

    plays = None if plays is None else count("plays", plays, most=MOST_PLAYS)
    seed = whole("seed", seed)
    for name, given in (("deaths", deaths), ("survival", survival), ("fights", fights)):
        switch(name, given)
    with current(job):
        request = request_for("readers", "sheet limits", book, text, wishes, hero)
        who = tuple(dict.fromkeys(map(reader, several("readers", readers)))) or USUAL
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
        readers: as for `readers`; by default `best`, `careless(10%)` and `random`; each once.
        seed: of simulated plays, where the spread of a count is too much work to compute.
        wishes: `settings`, `mode`, `sheet`, and limits.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`; or there is no such reader, or none of the book's aim.
        LimitReached: a limit came before all states were listed, or before any reader was done. Later, those that were
            not done are in `late`.
    """
    from gamebook.analysis.length import lengths
    from gamebook.model.reader import reader

    seed = whole("seed", seed)
    with current(job):
        request = request_for("length", "sheet limits", book, text, wishes, hero)
        known = [*dict.fromkeys(reader(each, words=False) for each in several("readers", readers))]
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
        wishes: `settings`, `mode`, `sheet`, and limits; the time is for everything together.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`; or there is no such kind, or the book has `aim score`.
        LimitReached: a limit came before the answer.
    """
    from gamebook.analysis.worth import KINDS
    from gamebook.analysis.worth import worth as find

    chosen = several("kinds", kinds)
    for kind in chosen:
        if kind not in KINDS:
            raise UsageError(f"there is no kind of things {kind}; the kinds are {', '.join(KINDS)}")
    with current(job):
        request = request_for("worth", "sheet limits", book, text, wishes, hero)
        wanted = None if kinds is None else [kind for kind in KINDS if kind in chosen]
        return find(*request.for_hero(), wanted, limits=request.limits, listed=LISTED)
