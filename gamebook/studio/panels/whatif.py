"""What if: another hero, other parameters, a book without something; what best play is then worth, and before."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from gamebook.errors import LimitReached, UsageError
from gamebook.process import HELPER_MEMORY
from gamebook.recent import Recent
from gamebook.studio.bench import Bench, Json

if TYPE_CHECKING:  # the server's own process needs nothing that solves
    from gamebook.analysis.study import Study
    from gamebook.model.book import Book

SECONDS = 60.0
"""How long solving may take."""
LISTED = 400_000
"""States that are listed one by one at first: up to here that is twice as fast as arrays. A book that turns out to have
more is listed no farther than any other is from then on."""
REMEMBERED = 200
"""Answers that are remembered, so that a slider that comes back answers at once."""
OFFERED = ("item", "codeword", "value", "option")
"""Kinds of things that a book can be solved without."""
ABOUT = "whatif"


def things(bench: Bench, _: Json) -> Json:
    """What can be changed: rolled stats and parameters with what they are now, and things to do without.

    Returns: `heroes` by name; `stats` as (name, least, greatest, average); `parameters` as (name, value); `without` as
        (kind, name).

    Raises:
        BookHasErrors: it cannot be solved.
    """
    from gamebook.analysis.presets import BY_DICE, by_dice, presets  # noqa: PLC0415
    from gamebook.analysis.worth import things as things_of  # noqa: PLC0415

    book = bench.project.book
    low, average, high = (by_dice(book, BY_DICE[name]) for name in ("weak", "average", "lucky"))
    return {
        "heroes": presets(book),
        "stats": [[name, low[name], high[name], average[name]] for name in low if low[name] < high[name]],
        "parameters": [[each.name, each.value] for each in book.parameters],
        "without": [[kind, name] for kind, name, _ in things_of(book) if kind in OFFERED],
        "wins": book.aim == "win",
    }


def value(bench: Bench, given: Json) -> Json:
    """What best play is worth.

    Args:
        bench: the book.
        given: `hero`: the name of one, empty for all; `stats` and `settings`: values by name; `without`: pairs of kind
            and name, as `things` gives them.

    Returns: `value`: a chance to win, or points.

    Raises:
        BookHasErrors, UsageError, Cancelled: as `gamebook.solve`; or there is no such thing.
        LimitReached: the book is too large.
    """

    def worked_out() -> Json:
        best = _study(bench, given).solved.best
        return {"value": best.value}

    return _remembered(bench, "value", given, worked_out)


def details(bench: Bench, given: Json) -> Json:
    """The same, and what takes a moment longer.

    Args: as for `value`.

    Returns: `value`; `random`: of the random reader; `endings` as (name, chance with best play, at random); `chapters`:
        by name the worth on arrival, the expected visits, and the chance to die there.

    Raises: as `value`.
    """

    def worked_out() -> Json:
        study = _study(bench, given)
        random = study.difficulty.uniform
        return {
            "value": study.solved.best.value,
            "random": None if random is None else random.middle,
            "endings": [[row.ending, row.best, row.uniform] for row in study.endings],
            "chapters": {row.chapter: [row.value, row.expected, row.deaths] for row in study.chapters},
        }

    return _remembered(bench, "details", given, worked_out)


def _remembered(bench: Bench, what: str, given: Json, work: Callable[[], Json]) -> Json:
    """An answer about the texts as they are."""
    edition = bench.project.edition()
    known, answers = bench.memory.get(ABOUT, (None, None))
    if known is not edition:
        answers = Recent(REMEMBERED)
        bench.memory[ABOUT] = edition, answers
        bench.memory.pop((ABOUT, "study"), None)
    return answers.get(f"{what} {_key(given)}", work)


def _key(given: Json) -> str:
    return json.dumps([given.get(name) for name in ("hero", "stats", "settings", "without")], sort_keys=True)


def _study(bench: Bench, given: Json) -> Study:
    """The book solved; the last one is remembered, for its details."""
    from gamebook.analysis.given_hero import for_hero  # noqa: PLC0415
    from gamebook.analysis.study import Study  # noqa: PLC0415
    from gamebook.limits import LISTED as USUALLY_LISTED  # noqa: PLC0415
    from gamebook.limits import Limits  # noqa: PLC0415
    from gamebook.options import NO_OPTIONS  # noqa: PLC0415
    from gamebook.solver.solving import solve  # noqa: PLC0415

    key = _key(given)
    known: tuple[str, Study] | None = bench.memory.get((ABOUT, "study"))
    if known is not None and known[0] == key:
        return known[1]
    called = bench.hero(given)
    named = {} if called is None else {called: 1}
    edition = bench.project.edition(NO_OPTIONS.but(settings=given.get("settings") or {}))
    book, hero = for_hero(edition.book, {**named, **(given.get("stats") or {})})
    for kind, name in given.get("without") or ():
        book = _without(book, kind, name)
    listed = bench.memory.get((ABOUT, "listed"), LISTED)
    solved = solve(book, hero, limits=Limits(memory=HELPER_MEMORY, seconds=SECONDS), listed=listed, classes=True)
    if not solved.space.complete:
        raise LimitReached("the book is too large to be solved within the limits")
    if not solved.space.whole:
        bench.memory[ABOUT, "listed"] = USUALLY_LISTED
    study = Study(solved)
    bench.memory[ABOUT, "study"] = key, study
    return study


def _without(book: Book, kind: str, name: str) -> Book:
    from gamebook.analysis.worth import things as things_of  # noqa: PLC0415

    for each, called, make in things_of(book):
        if (each, called) == (kind, name):
            return make()
    raise UsageError(f"the book has no {kind} {name}")


WORK: Mapping[str, Callable[[Bench, Json], Json]] = {
    "whatif.things": things,
    "whatif.value": value,
    "whatif.details": details,
    "whatif.before": details,
}
LIGHT = ("whatif.things",)
"""Nothing is solved for it."""
