"""The chances of one version of a book, kept so that two versions can be compared: readers, heroes, chapters."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any

from msgspec import Struct, field

from gamebook.analysis.chapters import chapters
from gamebook.analysis.difficulty import Bracket, difficulty
from gamebook.analysis.given_hero import for_hero, is_rolled
from gamebook.analysis.hope import has_hope, most
from gamebook.analysis.presets import presets
from gamebook.analysis.readers import USUAL
from gamebook.analysis.readers import readers as all_readers
from gamebook.errors import LimitReached, UsageError
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.model.reader import Reader
from gamebook.model.step import Mode
from gamebook.solver.solving import solve

BEST, RANDOM = "best", "random"
Stats = tuple[tuple[str, int], ...]
"""A hero by the values that were rolled, in the order of the sheet."""


class Chances(Struct, frozen=True):
    """What a version of a book is worth: chances to win, or points under `aim score`."""

    aim: str
    hero: Mapping[str, int]
    """The hero for whom this is; empty: rolled."""
    readers: Mapping[str, Bracket]
    """The value at the start, by reader."""
    heroes: Mapping[Stats, Mapping[str, Bracket]] = field(default_factory=dict)
    """The same for some heroes; of readers only `best` and `random`, and only `best` where there was no time."""
    names: Mapping[str, Stats] = field(default_factory=dict)
    """Those of them that have a name."""
    chapters: Mapping[str, float | None] = field(default_factory=dict)
    """What best play is worth on arrival; None where it never arrives."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """The titles of these chapters."""
    complete: bool = True
    """False: a limit came first."""
    cut_short: bool = False
    """Whether usual readers are missing because a limit came first, and not because there are very many states."""
    hope: float | None = None
    """For a draft: bound from above of best play's value, whatever is written where it ends. All else is about the book
    as it is."""
    then_score: bool = False
    """Whether points come next, as with `aim win then score`."""
    settings: Mapping[str, int] = field(default_factory=dict)
    """Values that were set for parameters of the book."""
    mode: Mode | None = None
    """How random things were decided in the whole book; None: as the book says."""

    @property
    def full_aim(self) -> str:
        """The aim as it is written in a book."""
        return f"{self.aim} then score" if self.then_score else self.aim

    def sure(self, reader: str, value: Bracket, *, hero: bool = False) -> Bracket:
        """Bounds of a value, whatever is written where a draft ends.

        Args:
            reader: whose it is. What is written can only help best play and the random reader; other readers may choose
                differently then.
            value: as it is now.
            hero: it is the value of one hero.
        """
        if self.hope is None:
            return value
        if self.aim == "score":
            return Bracket(-inf, inf)
        low = value.low if reader in (BEST, RANDOM) else 0.0
        return Bracket(low, 1.0 if hero else max(value.high, self.hope))


def chances(
    book: Book,
    hero: Mapping[str, int] | str | None = None,
    asked: Sequence[Reader] | None = None,
    *,
    limits: Limits,
    listed: int,
) -> Chances:
    """What a book is worth to its readers, and to the heroes that have names.

    Args:
        book: the book.
        hero: values of rolled stats; what is not given is rolled.
        asked: readers; None: the usual ones, or only the best and the random one where there are too many states.
        limits: where to stop; the time is for all together.
        listed: states up to which the usual readers are computed.

    Raises:
        UsageError: the hero does not fit the book.
        LimitReached: readers were asked for, and a limit came first.
    """
    began = time.monotonic()
    alone, given = for_hero(book, hero)
    names = {} if given or not is_rolled(book) else {name: _stats(values) for name, values in presets(book).items()}
    named = tuple(dict.fromkeys(names.values()))
    if asked is None:  # a hero alone takes less time than all of them together, and leaves the rest to them
        heroes, complete_heroes = _of_heroes(book, named, 1, limits=limits, began=began, listed=listed)
    solved = solve(
        alone, given, limits=limits.since(began).share(1 if asked is None else 1 + len(named)), listed=listed
    )
    hard = difficulty(solved)
    complete, cut_short = hard.complete, not solved.space.complete
    told = {BEST: hard.best} | ({RANDOM: hard.uniform} if hard.uniform is not None else {})
    wanted = asked if asked is not None else USUAL if solved.space.whole else ()
    # `best` stays best play, in every version: as a reader it knows no more than the book says that readers know.
    try:
        for row in all_readers(alone, given, wanted, limits=limits.since(began)) if wanted else ():
            told.setdefault(str(row.reader), row.value)
    except LimitReached:
        if asked is not None:
            raise
        complete, cut_short = False, True
    rows = chapters(solved, solved.best) if solved.space.complete else ()
    if asked is not None:
        heroes, complete_heroes = _of_heroes(book, named, 0, limits=limits, began=began, listed=listed)
    values, titles = {row.chapter: row.value for row in rows}, {row.chapter: row.title for row in rows}
    hope = _hope(alone, given, limits.since(began), listed) if book.unfinished else None
    whole = complete and complete_heroes
    return Chances(book.aim, given, told, heroes, names, values, titles, whole, cut_short, hope, book.then_score)


def _hope(book: Book, hero: Mapping[str, int], limits: Limits, listed: int) -> float:
    """Bound from above of what a draft may be worth one day."""
    if not has_hope(book):
        return inf
    return 1.0 if limits.seconds == 0.0 else most(book, hero, limits=limits, listed=listed)


def _of_heroes(
    book: Book, named: Sequence[Stats], rest: int, *, limits: Limits, began: float, listed: int
) -> tuple[dict[Stats, Mapping[str, Bracket]], bool]:
    """What the book is worth to each of some heroes, and whether no limit came first.

    Args:
        book: the book.
        named: the heroes.
        rest: equal parts of the time that are left for what comes after them.
        limits: where to stop.
        began: the `time.monotonic()` from which the time is counted.
        listed: states up to which the random reader is computed.
    """
    heroes: dict[Stats, Mapping[str, Bracket]] = {}
    complete = True
    for number, stats in enumerate(named):
        left = limits.since(began).share(len(named) - number + rest)
        if left.seconds == 0.0:
            complete, heroes[stats] = False, {BEST: Bracket(0.0, 1.0) if book.aim == "win" else Bracket(-inf, inf)}
            continue
        for_him, values = for_hero(book, dict(stats))
        his = difficulty(solve(for_him, values, limits=left, listed=listed))
        complete &= his.complete
        heroes[stats] = {BEST: his.best} | ({RANDOM: his.uniform} if his.uniform is not None else {})
    return heroes, complete


def chances_of(saved: Mapping[str, Any], name: str) -> Chances:
    """What a solution that was written with `--json` says.

    Args:
        saved: its data.
        name: what it is called in an error.

    Raises:
        UsageError: it is of a strategy, of reaching a chapter, or of play that begins otherwise; or it is not whole.
    """
    if saved.get("policy") or saved.get("until"):
        raise UsageError(f"{name} is a solution with --policy or --until; only best play can be compared")
    told = saved.get("asked")
    asked: Mapping[str, Any] = told if isinstance(told, Mapping) else {}  # older solutions do not say
    if asked.get("start") is not None or asked.get("sheet"):
        raise UsageError(
            f"{name} is a solution with --from, or with a sheet that --set changed; only the whole book can be compared"
        )
    try:
        draft = saved.get("unwritten")
        readers = {BEST: _bracket((draft and draft["lost"]) or saved["best"])}
        if saved.get("uniform"):
            readers[RANDOM] = _bracket(saved["uniform"])
        heroes: Mapping[str, Any] = saved.get("heroes") or {}
        table = {_stats(row["stats"]): float(row["value"]) for row in heroes.get("heroes", ())}
        return Chances(
            str(saved["book"]["aim"]),
            {str(key): int(value) for key, value in saved["hero"].items()},
            readers,
            {stats: {BEST: Bracket(value, value)} for stats, value in table.items()},
            _names(heroes.get("names") or {}, table),
            {str(row["chapter"]): row["value"] for row in saved["chapters"]},
            {str(row["chapter"]): str(row["title"]) for row in saved["chapters"]},
            bool(saved["complete"]),
            hope=None if not draft else inf if draft["won"] is None else float(draft["won"]),
            then_score=bool(saved["book"].get("then_score")),
            settings={str(key): int(value) for key, value in (asked.get("settings") or {}).items()},
            mode=asked.get("mode"),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise UsageError(f"{name} is not a solution of this version of gamebook; write it again") from error


def _bracket(data: Mapping[str, float | None]) -> Bracket:
    """Bounds; infinite ones are null in JSON."""
    low, high = data["low"], data["high"]
    return Bracket(float("-inf") if low is None else float(low), float("inf") if high is None else float(high))


def _names(written: Mapping[str, Mapping[str, int]], heroes: Iterable[Stats]) -> dict[str, Stats]:
    """The names of some heroes; older solutions have none."""
    known = {frozenset(stats): stats for stats in heroes}
    named = {name: frozenset(_stats(values)) for name, values in written.items()}
    return {name: known[values] for name, values in named.items() if values in known}


def _stats(values: Mapping[str, int]) -> Stats:
    return tuple((str(name), int(value)) for name, value in values.items())


def usable(first: Chances, second: Chances) -> None:
    """See to it that two versions, one of them a saved solution, can be compared.

    A saved solution has nothing but values, and its hero was asked for elsewhere. Two versions that are solved here are
    for one hero, also where his name stands for other values in each.

    Raises:
        UsageError: one counts chances and the other points, or they are for different heroes, settings or modes.
    """
    if first.aim != second.aim:
        raise UsageError(
            f"one version has aim {first.full_aim}, the other aim {second.full_aim}, and a saved solution has nothing "
            "but values: there is nothing to compare"
        )
    if first.hero != second.hero:
        one, other = (", ".join(f"{name} {value}" for name, value in each.hero.items()) for each in (first, second))
        raise UsageError(
            f"the versions are for different heroes: {one or 'a rolled one'}, and {other or 'a rolled one'}; a saved "
            "solution is for one hero: leave out --hero, or save it again with the same --hero"
        )
    if (first.settings, first.mode) != (second.settings, second.mode):
        one, other = _options(first), _options(second)
        raise UsageError(
            f"the versions are solved with different options: {one or 'none'}, and {other or 'none'}; a saved solution "
            "has those that it was saved with: give the same here, or save it again"
        )


def _options(found: Chances) -> str:
    """The settings and the mode, as they are typed."""
    words = [f"--set {name}={value}" for name, value in found.settings.items()]
    return " ".join([*words, f"--resolve {found.mode}"] if found.mode is not None else words)
