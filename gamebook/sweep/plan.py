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

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import inf, prod
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct, field

from gamebook.errors import UsageError
from gamebook.files import load_text, not_text
from gamebook.model.reader import WORDS
from gamebook.model.reader import reader as read_reader
from gamebook.process import memory_for_answers
from gamebook.resolve.given import whole_number

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

    path: Path
    """The file of the plan."""
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

    def count(self) -> int:
        """How many variants there are."""
        if self.only or self.skip:
            return sum(1 for _ in self.variants())
        return prod(len(axis.values) for axis in self.axes)

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
        written = tomllib.loads(load_text(path))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: {not_text(error)}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is no TOML file: {error}") from error
    reading = _Reading()
    plan = reading.plan(path, written)
    if reading.mistakes or plan is None:
        raise UsageError("\n".join(f"{path}: {each}" for each in reading.mistakes))
    return plan


class _Reading(Struct):
    mistakes: list[str] = field(default_factory=list)

    def plan(self, path: Path, written: Mapping[str, Any]) -> Plan | None:
        for key in (each for each in written if each not in KEYS):
            self.mistakes.append(f"nothing is called {key}; there are {', '.join(KEYS)}")
        axes = tuple(self.axes(written.get("axes", {})))
        books = tuple(path.parent / name for name in self.books(written.get("book"), axes))
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
        found = Plan(path, books[0], axes, only, skip, timeout, states, memory, books[1:])
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
            given = hero_of(written)
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
                wanted = "a whole number" if numbers else "text in quotes"
                self.mistakes.append(f"{place}: {_as_written(value)} is not {wanted}")
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
                    self.mistakes.append(f"{place}: {_as_written(value)} is no value of {name}")
        return tuple({name: str(value) for name, value in each.items()} for each in written)


def _as_written(value: object) -> str:
    """A value as TOML writes it, or nearly so."""
    return json.dumps(value, ensure_ascii=False, default=str)


def hero_of(written: str) -> dict[str, int]:
    """`SKILL=9, lantern` as values by name; a name alone has the value 1.

    Raises:
        UsageError: it is nothing of the kind.
    """
    found = {}
    for word in filter(None, (each.strip() for each in written.split(","))):
        name, _, value = (part.strip() for part in word.partition("="))
        otherwise = f"axes.hero: {word} is no NAME=NUMBER, and no name of a hero"
        found[name] = whole_number((value or "1") if name else "", f"axes.hero: {name}", otherwise)
    return found
