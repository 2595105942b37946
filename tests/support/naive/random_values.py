"""What a random book is made of, so far, and random values, conditions and dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

Lines = list[str]
T = TypeVar("T")


def inside(lines: Lines) -> Lines:
    """A block, pushed in."""
    return ["    " + line for line in lines]


@dataclass(frozen=True)
class Place:
    """What may be said where a rule stands."""

    names: tuple[str, ...] = ()  # rolls and amounts that have a name here
    pools: tuple[str, ...] = ()
    turns: bool = True
    choices: bool = True
    chapter: bool = False  # a chapter can be asked for its visits
    foe: bool = False  # inside a fight
    rules: bool = True
    knows: bool = True  # some readers may not know of a choice
    fights: bool = True
    visits: bool = True
    hero: bool = False  # before the first chapter
    setting: str = ""  # the mode of what does not say how it is decided


class Values:
    """Writes values of a book."""

    def __init__(self, random: Random, more: bool) -> None:
        self.random = random
        self.more = more
        self.used: set[str] = set()
        self.chapters = [str(number) for number in range(1, 2 + random.randint(1, 4))]
        if random.random() < 0.3:
            self.chapters.append("old-mill")
        if random.random() < 0.1:
            self.chapters.append("1b")
        self.ticking = [name for name in self.chapters if random.random() < 0.2]
        self.ranges: dict[str, tuple[int, int]] = {}  # numbers and items that effects change
        self.stats: list[str] = []
        self.items: list[str] = []
        self.codewords: list[str] = []
        self.one_of: list[str] = []
        self.limited: list[str] = []
        self.plain: list[str] = []  # names that stand for values
        self.tests: list[tuple[str, str, str, bool]] = []
        self.rules: dict[str, int] = {}
        self.files: dict[str, str] = {}
        self.hero: dict[str, int] = {}
        self.stat = self.foe_stat = self.wounds = "life"
        self.endings: list[str] = []
        self.table = self.computed = self.combat = False
        self.goes_back = random.random() < 0.2
        self.share = random.choice([0, 25, 40, 50])  # of readers who know
        self.scoring = random.random() < 0.25
        self.place = Place()
        self.at = self.chapters[0]  # the chapter that is being written
        self.fresh = 0
        self.weight = random.randint(6, 22)  # how much may still be written

    def use(self, construct: str) -> None:
        """Note that the book shows a construct."""
        self.used.add(construct)

    def often(self, share: float) -> bool:
        """True that often."""
        return self.random.random() < share

    def one(self, options: Sequence[T]) -> T:
        """One of several."""
        return self.random.choice(options)

    def name(self, stem: str) -> str:
        """A new name."""
        self.fresh += 1
        return f"{stem}{self.fresh}"

    @contextmanager
    def within(self, **changes: object) -> Iterator[None]:
        """A place with other rules, for a while."""
        before = self.place
        self.place = replace(before, **changes)  # type: ignore[arg-type]
        yield
        self.place = before

    def readable(self) -> list[str]:
        """Names that have a value here."""
        return [*self.ranges, *self.plain, *self.place.names]

    def value(self, depth: int = 2) -> str:
        """A value without dice."""
        if depth == 0 or self.often(0.35):
            return self.one([str(self.random.randint(0, 3)), self.one(self.readable())])

        def one() -> str:
            return self.value(depth - 1)

        def two() -> str:
            return f"({one()})"

        makers: dict[str, Callable[[], str]] = {
            "+ -": lambda: f"{one()} {self.one('+-')} {two()}",
            "*": lambda: f"{two()} * {self.random.randint(0, 2)}",
            "/": lambda: f"{two()} / {self.one([self.one(list(self.ranges)), '2', '3', '(-2)'])}",
            "mod": lambda: f"{two()} mod {self.one([self.one(list(self.ranges)), '2', '3', '(-2)'])}",
            "-x": lambda: f"-{two()}",
            "min max": lambda: f"{self.one(['min', 'max'])}({one()}, {one()}, {one()})",
            "condition as value": lambda: f"({self.condition(depth - 1)})",
        }
        if self.table:
            makers["table"] = lambda: f"grid({one()}, {one()})"
        if self.stats:
            makers["initial"] = lambda: f"initial {self.one(self.stats)}"
        if self.limited:
            makers["count of limit"] = lambda: "count of pack"
            makers["count of item"] = lambda: f"count of {self.one(self.items)}"
        for pool in self.place.pools:
            makers["count in pool"] = lambda pool=pool: (  # type: ignore[misc]
                f"(count of {self.one(['1', '2', '(1 + 1)'])} in {pool})"
            )
            makers["sum of pool"] = lambda pool=pool: pool  # type: ignore[misc]
        if self.place.foe:
            makers["foe stat"] = lambda: f"foe {self.foe_stat}"
        kind = self.one(list(makers))
        self.use(kind)
        return makers[kind]()

    def condition(self, depth: int = 2) -> str:
        """A condition."""
        makers: dict[str, Callable[[], str]] = {
            "comparison": lambda: f"{self.value(1)} {self.one(['=', '!=', '<', '<=', '>', '>='])} {self.value(1)}",
        }
        if depth > 0:
            makers["and"] = lambda: f"{self.condition(0)} and {self.condition(depth - 1)}"
            makers["or"] = lambda: f"{self.condition(0)} or {self.condition(depth - 1)}"
            makers["not"] = lambda: f"not ({self.condition(depth - 1)})"
        if self.more and depth > 0:
            makers["number as condition"] = lambda: str(self.random.randint(0, 2))
        if self.codewords:
            makers["codeword"] = lambda: self.one(self.codewords)
        if self.items:
            makers["item"] = lambda: self.one(self.items)
        if self.one_of:
            makers["one-of = value"] = lambda: f"weapon {self.one(['=', '!='])} {self.one(self.one_of)}"
            makers["value of a one-of"] = lambda: self.one(self.one_of)
        if self.place.visits:
            makers["visited"] = lambda: f"visited {self.one(self.chapters)}"
            if self.ticking:
                where = self.one(self.ticking)
                boxes = f"ticked {where if where[0].isdigit() else 'in ' + where}"
                makers["ticked"] = lambda: f"{boxes} > {self.one(['0', '1'])}"
            if self.place.chapter:
                makers["first time"] = lambda: "first time"
        if self.place.foe:
            makers["round"] = lambda: f"round {self.one(['>', '<', '='])} {self.random.randint(1, 3)}"
        kind = self.one(list(makers))
        self.use(kind)
        return makers[kind]()

    def dice(self, small: bool = False) -> tuple[str, int, int]:
        """A dice expression, with its least and greatest total."""
        sides = self.random.randint(2, 4)
        kinds = ["1dN"] if small else ["1dN", "1dN", "ndN", "dice + n", "keep highest", "keep lowest", "exploding"]
        kind = self.one(kinds)
        self.use(kind)
        if kind == "1dN":
            return f"1d{sides}", 1, sides
        if kind == "ndN":
            return f"2d{sides}", 2, 2 * sides
        if kind == "dice + n":
            add = self.random.randint(-2, 2)
            return f"1d{sides} {'-' if add < 0 else '+'} {abs(add)}", 1 + add, sides + add
        if kind == "exploding":
            again = self.random.randint(1, 2)
            if self.often(0.3):
                self.use("keep exploding")
                return f"keep highest 1 of 2d{sides} exploding up to {again}", 1, sides * (again + 1)
            return f"1d{sides} exploding up to {again}", 1, sides * (again + 1)
        keep = self.random.randint(1, 2)
        return f"{kind} {keep} of 3d{sides}", keep, keep * sides
