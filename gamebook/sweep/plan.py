"""The plan of a sweep, a TOML file: a book, and the axes along which it is varied.

book = "moat.gbk"

[axes]
hero = ["weak", "average", "SKILL=12, STAMINA=24"]
reader = ["best", "careless(10%)"]

[axes.numbers]
"84 foe SKILL" = "8..12"

With `book = ["one.gbk", "two.gbk"]` each variant is a campaign.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import inf, prod
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct, field

from gamebook.analysis.given_hero import hero_values, made_stats
from gamebook.analysis.sensitivity import named
from gamebook.errors import UsageError
from gamebook.files import not_text
from gamebook.model.book import Book
from gamebook.model.reader import WORDS
from gamebook.model.reader import reader as read_reader
from gamebook.process import memory_for_answers
from gamebook.project import Project
from gamebook.resolve.given import whole_number
from gamebook.resolve.numbers import Number, numbers
from gamebook.resolve.rewritten import Rewriting
from gamebook.resolve.spelling import nearest
from gamebook.resources import SHIPPED
from gamebook.sweep.task import Task
from gamebook.versions import at_revision

MOST = 1_000_000
"""Variants of one plan."""
GROUPS = ("stats", "settings", "numbers")
"""Tables of axes: each of their keys is an axis of its own."""
CAMPAIGN = ("hero", "stats")
"""What may be varied in a campaign."""
WORDED = ("hero", "reader", "strategy", "revision")
"""Axes whose values are words."""
KEYS = ("book", "axes", "only", "skip", "timeout", "limit_states", "limit_memory")
_RANGE = re.compile(r"(?P<low>-?\d{1,9})\s*\.\.\s*(?P<high>-?\d{1,9})(?:\s+by\s+(?P<by>\d{1,9}))?")

Variant = Mapping[str, str]
"""For each axis a value, as the plan writes it."""


class Axis(Struct, frozen=True):
    """One thing that is varied."""

    name: str
    """As a table shows it: `hero`, `SKILL`, `84 foe SKILL`."""
    group: str
    """`stats`, `settings` or `numbers`; for an axis of words its own name."""
    values: tuple[str, ...]


class Plan(Struct, frozen=True):
    """What to work out."""

    book: Path
    axes: tuple[Axis, ...]
    only: tuple[Variant, ...] = ()
    """If there are any: variants that agree with one of these in all that it names."""
    skip: tuple[Variant, ...] = ()
    """Variants that agree with one of these are left out."""
    timeout: float | None = None
    """Seconds for each task."""
    limit_states: int | None = None
    limit_memory: int | None = None
    """Bytes for each answer."""
    then: tuple[Path, ...] = ()
    """In a campaign, the books that follow."""

    def variants(self) -> Iterator[dict[str, str]]:
        """All combinations of values that are asked for, the last axis first."""
        names = [axis.name for axis in self.axes]
        for values in product(*(axis.values for axis in self.axes)):
            variant = dict(zip(names, values, strict=True))
            if any(_agrees(variant, each) for each in self.skip):
                continue
            if not self.only or any(_agrees(variant, each) for each in self.only):
                yield variant


def _agrees(variant: Variant, with_this: Variant) -> bool:
    return all(variant[name] == value for name, value in with_this.items())


# ---- reading ----------------------------------------------------------------------------------------------------


def read_plan(path: Path) -> Plan:
    """The plan in a file.

    Raises:
        UsageError: it cannot be read; the message names every mistake, each with its place.
    """
    try:
        written = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: {not_text(error)}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is no TOML file: {error}") from error
    reading = _Reading()
    plan = reading.plan(path.parent, written)
    if reading.mistakes or plan is None:
        raise UsageError("\n".join(f"{path}: {each}" for each in reading.mistakes))
    return plan


class _Reading(Struct):
    mistakes: list[str] = field(default_factory=list)

    def plan(self, folder: Path, written: Mapping[str, Any]) -> Plan | None:
        for key in (each for each in written if each not in KEYS):
            self.mistakes.append(f"nothing is called {key}; there are {', '.join(KEYS)}")
        axes = tuple(self.axes(written.get("axes", {})))
        books = tuple(folder / name for name in self.books(written.get("book"), axes))
        timeout, states, size = (written.get(key) for key in ("timeout", "limit_states", "limit_memory"))
        is_number = isinstance(timeout, int | float) and not isinstance(timeout, bool)
        if timeout is not None and not (is_number and 0 < timeout < inf):  # nan is in no range
            self.mistakes.append("timeout needs a number of seconds above 0")
        if states is not None and (isinstance(states, bool) or not isinstance(states, int) or states < 1):
            self.mistakes.append("limit_states needs a whole number above 0")
        memory = memory_for_answers(size) if isinstance(size, str) else None
        if size is not None and memory is None:
            self.mistakes.append('limit_memory needs a size, such as "500MB" or "2GB"')
        only, skip = (self.variants(key, written.get(key, []), axes) for key in ("only", "skip"))
        for name in dict.fromkeys(axis.name for axis in axes):
            if sum(axis.name == name for axis in axes) > 1:
                self.mistakes.append(f"two axes are called {name}")
        if self.mistakes:
            return None
        found = Plan(books[0], axes, only, skip, timeout, states, memory, books[1:])
        count = prod(len(axis.values) for axis in axes)
        if count > MOST:
            self.mistakes.append(f"these axes have {count:,} combinations; at most {MOST:,} are possible")
        elif {"reader", "strategy"} <= {axis.name for axis in axes}:
            self.one_player(found)
        return found

    def one_player(self, plan: Plan) -> None:
        """Nobody reads as a reader and follows a strategy: the strategy is played in place of best play."""
        both = {
            (each["reader"], each["strategy"])
            for each in plan.variants()
            if each["strategy"] and read_reader(each["reader"], words=False).kind != "best"
        }
        if both:
            reader, strategy = min(both)
            self.mistakes.append(
                f"axes.strategy: a strategy is played in place of a reader, so {reader} cannot follow {strategy}; "
                "vary readers and strategies in two plans, or leave such variants out, as with "
                f'skip = [{{ reader = "{reader}", strategy = "{strategy}" }}]'
            )

    def books(self, written: object, axes: Sequence[Axis]) -> Iterator[str]:
        """The book; of a campaign, all books, in one folder."""
        given = written if isinstance(written, list) else [written]
        names = [each for each in given if isinstance(each, str) and each]
        if not names or len(names) < len(given):
            self.mistakes.append('book is missing: write book = "moat.gbk", or for a campaign ["moat.gbk", "keep.gbk"]')
            return
        if len({PurePosixPath(name).parent for name in names}) > 1:
            self.mistakes.append("the books of a campaign must be in one folder")
        for axis in axes if len(names) > 1 else ():
            if axis.group not in CAMPAIGN:
                self.mistakes.append(f"axes.{axis.group}: a campaign varies only its hero: hero, and [axes.stats]")
        yield from names

    def axes(self, written: object) -> Iterator[Axis]:
        if not isinstance(written, dict):
            self.mistakes.append("axes needs a table: [axes]")
            return
        for key, value in written.items():
            if key in GROUPS and isinstance(value, dict):
                for name, values in value.items():
                    yield Axis(name, key, tuple(self.values(f"axes.{key}.{name}", values, numbers=True)))
            elif key in WORDED:
                yield Axis(key, key, tuple(self.values(f"axes.{key}", value, numbers=False)))
                for each in (each for each in value if isinstance(each, str)) if isinstance(value, list) else ():
                    if key == "reader":
                        self.reader(each)
                    elif key == "hero":
                        self.hero(each, written.get("stats"))
            else:
                self.mistakes.append(
                    f"axes.{key}: there is no such axis; there are {', '.join(WORDED)}, and the tables "
                    + ", ".join(f"[axes.{each}]" for each in GROUPS)
                )

    def hero(self, written: str, stats: object) -> None:
        """A hero says nothing about what varies on an axis of its own."""
        try:
            given = _hero(written)
        except UsageError as error:
            self.mistakes.append(str(error))
            return
        for name in given:
            if isinstance(stats, dict) and name in stats:
                both = f"axes.hero: {written} says what {name} is, and so does axes.stats.{name}"
                self.mistakes.append(f"{both}; leave it out of one of them")

    def reader(self, written: str) -> None:
        try:
            if read_reader(written, words=False).kind in WORDS:
                self.mistakes.append(f"axes.reader: {written} is simulated; `gamebook readers` shows this reader")
        except UsageError as error:
            self.mistakes.append(f"axes.reader: {error}")

    def values(self, place: str, written: object, *, numbers: bool) -> Iterator[str]:
        """The values of an axis: a list, or for numbers a range such as `8..12` or `0..100 by 10`."""
        match = _RANGE.fullmatch(written.strip()) if numbers and isinstance(written, str) else None
        if match is not None and int(match["by"] or 1) > 0 and int(match["low"]) <= int(match["high"]):
            steps = range(int(match["low"]), int(match["high"]) + 1, int(match["by"] or 1))
            if len(steps) > MOST:
                self.mistakes.append(f"{place} has {len(steps):,} values; at most {MOST:,} are possible")
                return
            yield from map(str, steps)
            return
        if not isinstance(written, list) or not written:
            self.mistakes.append(
                f"{place} needs a list of values" + (', or a range such as "8..12"' if numbers else "")
            )
            return
        for each in dict.fromkeys(map(repr, written)):
            value = next(one for one in written if repr(one) == each)
            if isinstance(value, bool) or not isinstance(value, int if numbers else str):
                self.mistakes.append(f"{place}: {value!r} is not {'a whole number' if numbers else 'text in quotes'}")
            else:
                yield str(value)

    def variants(self, place: str, written: object, axes: Sequence[Axis]) -> tuple[Variant, ...]:
        if not isinstance(written, list) or not all(isinstance(each, dict) for each in written):
            self.mistakes.append(f'{place} needs a list of tables: {place} = [{{ hero = "weak" }}]')
            return ()
        known = {axis.name: axis.values for axis in axes}
        for each in written:
            for name, value in each.items():
                if name not in known:
                    self.mistakes.append(f"{place}: there is no axis {name}")
                elif str(value) not in known[name]:
                    self.mistakes.append(f"{place}: {value} is no value of {name}")
        return tuple({name: str(value) for name, value in each.items()} for each in written)


# ---- tasks ------------------------------------------------------------------------------------------------------


def tasks_of(plan: Plan) -> list[Task]:
    """The tasks of a plan, one for each variant. The book's files are read; nothing is solved.

    Raises:
        UsageError: a revision, a number, or a hero is not there.
        BookHasErrors: the book has errors, as it is on disk or in a revision.
    """
    books: dict[str, _Book] = {}
    found: list[Task] = []
    following = [_Book(Project(each)) for each in plan.then]
    more = {path: text for each in following for path, text in each.with_numbers({})}
    for variant in plan.variants():
        parts: dict[str, dict[str, str]] = {}
        for axis in plan.axes:
            parts.setdefault(axis.group, {})[axis.name] = variant[axis.name]
        revision = variant.get("revision", "")
        if revision not in books:
            books[revision] = _Book(at_revision(plan.book, revision) if revision else Project(plan.book))
        book = books[revision]
        hero = _hero(variant.get("hero", "")) | {name: int(value) for name, value in parts.get("stats", {}).items()}
        texts = book.with_numbers({name: int(value) for name, value in parts.get("numbers", {}).items()})
        found.append(
            Task(
                axes=tuple(
                    (axis.name, int(variant[axis.name]) if axis.group in GROUPS else variant[axis.name])
                    for axis in plan.axes
                ),
                main=book.main,
                texts=tuple({**more, **dict(texts)}.items()) if more else texts,
                aim="win" if following else book.book.aim,
                then=tuple(each.main for each in following),
                settings=tuple((name, int(value)) for name, value in parts.get("settings", {}).items()),
                hero=tuple(sorted(hero.items())),
                reader=str(read_reader(variant.get("reader", "best"))),
                strategy=variant.get("strategy", ""),
                seconds=plan.timeout,
                states=plan.limit_states,
                memory=plan.limit_memory,
            )
        )
    if books:
        _only_what_can_be_set(plan, [book.book for book in books.values()])
    return found


def _only_what_can_be_set(plan: Plan, versions: Sequence[Book]) -> None:
    """An axis of `settings` or `stats` is something that a version of the book has."""
    parameters = list(dict.fromkeys(each.name for book in versions for each in book.parameters))
    for axis in plan.axes:
        if axis.group == "settings" and axis.name not in parameters:
            has = f"its parameters are {', '.join(parameters)}" if parameters else "it has none"
            hint = nearest(axis.name, parameters) or has
            raise UsageError(f"axes.settings.{axis.name}: the book has no parameter {axis.name}; {hint}")
        if axis.group == "stats" and not any(axis.name in made_stats(book) for book in versions):
            try:
                hero_values(versions[-1], {axis.name: 1})
            except UsageError as error:
                raise UsageError(f"axes.stats.{axis.name}: {error}") from error


def _hero(written: str) -> dict[str, int]:
    """`SKILL=9, lantern` as values by name; a name alone has the value 1."""
    found = {}
    for word in filter(None, (each.strip() for each in written.split(","))):
        name, _, value = (part.strip() for part in word.partition("="))
        otherwise = f"axes.hero: {word} is no NAME=NUMBER, and no name of a hero"
        found[name] = whole_number((value or "1") if name else "", f"axes.hero: {name}", otherwise)
    return found


class _Book:
    """One version of the book, whose numbers are changed."""

    def __init__(self, project: Project) -> None:
        self.book = project.book  # a book with errors is reported now
        loaded = project.edition().loaded
        own = [each for each in zip(loaded.sources, loaded.pages, strict=True) if not each[0].path.startswith(SHIPPED)]
        self._sources, pages = [source for source, _ in own], [page for _, page in own]
        self._pages = Rewriting(self._sources, pages, {})
        self._numbers = numbers(self._sources, pages)
        folder = PurePosixPath(Path(project.main).parent.as_posix())
        self._names = {source.path: _below(folder, source.path) for source in self._sources}
        self.main = _below(folder, Path(project.main).as_posix())
        self._made: dict[tuple[tuple[str, int], ...], tuple[tuple[str, str], ...]] = {}

    def with_numbers(self, values: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
        """The files by path, with these numbers."""
        key = tuple(values.items())
        if key not in self._made:
            changes: dict[Number, int] = {named(self._numbers, name): value for name, value in key}
            new = self._pages.sources_with(changes)
            texts: Iterable[tuple[str, str]] = (
                (self._names[source.path], new.get(source.path, source).text) for source in self._sources
            )
            self._made[key] = tuple(texts)
        return self._made[key]


def _below(folder: PurePosixPath, path: str) -> str:
    """A path from a folder; as it is where it lies elsewhere."""
    place = PurePosixPath(Path(path).as_posix())
    return str(place.relative_to(folder)) if place.is_relative_to(folder) else str(place)
