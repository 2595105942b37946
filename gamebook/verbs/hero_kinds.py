"""What a book is worth for each kind of hero."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Unpack

from gamebook.errors import LimitReached, UsageError
from gamebook.job import Job, current
from gamebook.options import Wishes, several
from gamebook.verbs.book_task import has_text
from gamebook.verbs.request import Hero, Subject, request_for

if TYPE_CHECKING:  # what solves is imported when something is solved
    from gamebook.analysis.by_kind import ByKind


def heroes(
    book: Subject | None = None,
    hero: Hero = None,
    readers: Sequence[str] | None = None,
    *,
    text: str | None = None,
    job: Job | None = None,
    **wishes: Unpack[Wishes],
) -> ByKind:
    """What a book is worth for every kind of hero that the dice make, each solved by itself.

    Args:
        book, hero, text, job: as for `solve`; what is given of the hero is not rolled. A model cannot be asked.
        readers: as for `readers`; by default best play, as `solve` has it, and `random`. Best play is called `best`, or
            `best play` where the reader `best` wins less often: where not every reader knows an option.
        wishes: `settings`, `mode`, `sheet`, and limits: the time is for all kinds, states and memory are for each.

    Raises:
        BookHasErrors, Cancelled: as `solve`.
        UsageError: as `solve`; or there is no such reader; or the dice make no kinds of hero, or too many.
        LimitReached: the job was to finish before the kinds were known.
    """
    from gamebook.analysis.by_chance import has_shares
    from gamebook.analysis.by_kind import BEST_PLAY, by_kind
    from gamebook.analysis.given_hero import rolled_stats
    from gamebook.analysis.kinds import rolled_kinds
    from gamebook.model.reader import reader
    from gamebook.verbs.heroes_by_kind import by_crew

    began = time.monotonic()
    with current(job):
        request = request_for("heroes", "sheet limits", book, text, wishes, hero)
        if not has_text(request.edition):
            raise UsageError("heroes needs the text of a book, and not a model")
        model, given = request.for_hero()
        who = tuple(dict.fromkeys(str(reader(each)) for each in several("readers", readers) or ("best", "random")))
        if not readers and has_shares(model):
            who = BEST_PLAY, "random"
        kinds = rolled_kinds(model, given)
        if not kinds and current().finishing:
            raise LimitReached("the work was ended before the kinds of hero were known")
        if not kinds:
            raise UsageError(_no_kinds(set(rolled_stats(model)) - given.keys() - request.sheet.keys()))
        return by_kind(kinds, who, by_crew(request, who), aim=model.aim, limits=request.limits.since(began))


def _no_kinds(rolled: Collection[str]) -> str:
    """Why there are no kinds of hero; `rolled`: what the dice give, and is not given."""
    from gamebook.analysis.picks import MOST_HEROES

    if not rolled:
        return "the dice make no kinds of hero: nothing is left to roll. gamebook solve solves the book for one hero"
    return (
        f"the dice make no kinds of hero, or more than {MOST_HEROES:,}: only stats count that nothing in the hero "
        "block changes later, and that are rolled from no others which it does. gamebook solve solves the book for "
        "all heroes together"
    )
