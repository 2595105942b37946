"""A strategy with values for its parameters, as one asks for it: `cautious(t = 5)`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from msgspec import Struct

from gamebook.errors import UsageError
from gamebook.model.arithmetic import Interval, bounds, ends, reads, within
from gamebook.model.blocks import steps_in
from gamebook.model.book import PARAMETER, Book, Strategy
from gamebook.model.reader import RANDOM, UNIFORM
from gamebook.model.step import Choose
from gamebook.resolve.given import whole_number
from gamebook.resolve.spelling import nearest

BUILT_IN = (
    Strategy(name="best", parameters=(), rules=(), otherwise="best"),
    Strategy(name=RANDOM, parameters=(), rules=(), otherwise="random"),
    Strategy(name="first", parameters=(), rules=(), otherwise="first"),
)
"""Known in every book; a strategy of the book with such a name replaces them."""

_ASKED = re.compile(r"\s*(?P<name>[^\s(),=]+)\s*(?:\((?P<values>[^()]*)\))?\s*")


class Policy(Struct, frozen=True):
    """A strategy, ready to be followed."""

    strategy: Strategy
    values: tuple[tuple[str, int], ...] = ()
    """All its parameters, in the order declared."""
    best_fights: bool = False
    """What it does not say of decisions in fights is left to best play, whatever it says of others."""

    @property
    def leaves_to_best(self) -> bool:
        """Whether it leaves decisions to best play."""
        return self.best_fights or self.strategy.otherwise == "best"

    @property
    def guesses(self) -> bool:
        """Whether it leaves anything to chance."""
        return self.strategy.otherwise == "random" or bool(share_in(self.strategy))

    @property
    def is_random(self) -> bool:
        """Whether it is that of the random reader, who is no strategy of the book."""
        return self.strategy == BUILT_IN[1]

    @property
    def does_everything(self) -> bool:
        """Whether it may take every option there is."""
        return self.is_random and not self.best_fights

    @property
    def words(self) -> str:
        """`cautious(t = 5)`"""
        values = ", ".join(f"{name} = {value}" for name, value in self.values)
        name = f"{self.strategy.name}({values})" if values else self.strategy.name
        return f"{name}, fights at best" if self.best_fights else name


def policy(strategy: Strategy, values: Mapping[str, int] | None = None) -> Policy:
    """A strategy with some of its parameters changed.

    Raises:
        UsageError: it has no such parameter.
    """
    values = values or {}
    known = dict(strategy.parameters)
    for name in values:
        if name not in known:
            has = f"its parameters are {', '.join(known)}" if known else "it has none"
            raise UsageError(f"the strategy {strategy.name} has no parameter {name}; {has}")
    return Policy(strategy, tuple((known | dict(values)).items()))


def share_in(strategy: Strategy) -> str:
    """The first share of readers in the rules of a strategy, `Jump 1 in 3`; empty if there is none."""
    shares = ((rule.choices[n][0], share) for rule in strategy.rules for n, share in enumerate(rule.shares))
    return next((f"{label} {some} in {every}" for label, (some, every) in shares if some < every), "")


def find(book: Book, asked: str, *, built_in: bool = True) -> Policy:
    """The policy that `NAME` or `NAME(parameter=number, …)` asks for.

    Args:
        book: the book.
        asked: what is asked for.
        built_in: whether it may be one of `BUILT_IN`, and not only a strategy of the book or of its rule system.

    Raises:
        UsageError: there is no such strategy or parameter, or this cannot be read.
    """
    match = _ASKED.fullmatch(asked)
    if match is None:
        raise UsageError(f"a policy is NAME or NAME(parameter=number, …), not {asked.strip() or 'nothing'}")
    listed = {each.name: each for each in (*(BUILT_IN if built_in else ()), *book.strategies)}
    known = ({UNIFORM: BUILT_IN[1]} if built_in else {}) | listed
    name = match["name"]
    if name not in known:
        declared = [each.name for each in book.strategies]
        there = ", ".join(dict.fromkeys([*declared, *listed]))
        hint = nearest(name, known) or (f"there is {there}" if there else "the book and its rule system have none")
        raise UsageError(f"there is no strategy {name}; {hint}")
    found = policy(known[name], dict(map(_value, filter(str.strip, (match["values"] or "").split(",")))))
    check_sizes(book, found.strategy, {each: (value, value) for each, value in found.values})
    return found


def check_sizes(book: Book, strategy: Strategy, values: Mapping[str, Interval]) -> None:
    """Make sure that a strategy can be worked out with other values of its parameters than those in the book.

    Raises:
        UsageError: what it asks for would come to numbers that the kernels cannot hold.
    """
    usual = {name: (value, value) for name, value in strategy.parameters}
    ranges = {each.name: (each.low, each.high) for each in book.variables}
    ranges |= {PARAMETER + name: span for name, span in (usual | dict(values)).items()}
    cells = {table.name: ends(table.cells) for table in book.tables}
    asked = [condition for rule in strategy.rules for _, condition in rule.choices]
    ranges |= _in_sight(book, set[str]().union(*map(reads, asked)) - ranges.keys(), ranges, cells)
    if not all(within(condition, ranges, cells) for condition in asked):
        raise UsageError(
            f"with these parameters, the numbers in the strategy {strategy.name} are too large to compute with"
        )


def _in_sight(
    book: Book, names: Collection[str], ranges: Mapping[str, Interval], cells: Mapping[str, Interval]
) -> dict[str, Interval]:
    """The range of what means something else at each decision; what is nowhere in sight is asked for nowhere."""
    found = dict.fromkeys(names, (0, 0))
    steps = (step for block in book.blocks for step in steps_in(block)) if names else ()
    for step in steps:
        for name, value in step.seen if isinstance(step, Choose) else ():
            if name in found:
                (low, high), (least, most) = found[name], bounds(value, ranges, cells)
                found[name] = min(low, least), max(high, most)
    return found


def _value(word: str) -> tuple[str, int]:
    """`t = 5`"""
    name, _, number = (part.strip() for part in word.partition("="))
    return name, whole_number(
        number if name else "", name, f"a parameter of a policy is NAME=NUMBER, not {word.strip()}"
    )
