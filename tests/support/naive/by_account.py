"""Steps whose results an account decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from tests.support.naive.accounts import Key, Outcomes, amounts, by_totals, decided
from tests.support.naive.means import By, Change
from tests.support.naive.play import (
    Block,
    Effect,
    Keep,
    LoseRandom,
    Score,
    Stack,
    Start,
    Step,
    Times,
    Variable,
    Way,
    put,
    then,
)
from tests.support.naive.values import ONE, Sheet, Value, constant


@dataclass(eq=False)
class ByAccount(Step):
    """One of several blocks; which one is decided by what is due to each."""

    by: By
    chances: Callable[[Sheet], Outcomes]
    sides: Callable[[Sheet], int]
    blocks: Callable[[Key], Block]
    rest: Callable[[Outcomes], Key]  # of which a ledger keeps no entry
    parts: list[Block]  # all that may be played
    slot: int | None = None  # where the key is kept, which is then a number
    after: Block = field(default_factory=Block)

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Decide, keep what is due, play the block."""
        outcomes = self.chances(sheet)
        if not outcomes:
            return [Way(ONE, sheet, rest)]
        found = []
        last = self.rest(outcomes)
        idle = self.slot is None and not self.blocks(last).steps
        for key, chance, kept in decided(*self.by, outcomes, self.sides(sheet), last, sheet, idle=idle):
            after = kept
            if self.slot is not None:
                assert key is not None
                after = put(kept, {self.slot: key})
            found.append(Way(chance, after, then(self.after, then(self.blocks(key), rest))))
        return found


@dataclass(eq=False)
class Part:
    """A change of one number: by how much, up (sign 1) or down (-1), and what decides it."""

    variable: Variable
    sign: int
    amount: Value
    beyond: bool = False
    by: By | None = None


@dataclass(eq=False)
class ChangeBy(Change):
    """Changes by amounts, some of which an account decides."""

    def drawn(self, sheet: Sheet) -> Iterable[tuple[tuple[int, ...], Fraction, Sheet]]:
        """All amounts are drawn on the sheet before the change, one after another."""
        found: list[tuple[tuple[int, ...], Fraction, Sheet]] = [((), ONE, sheet)]
        for part in self.parts:
            found = [
                ((*values, value), chance * more, after)
                for values, chance, kept in found
                for value, more, after in one_amount(part, sheet, kept)
            ]
        return found


def one_amount(part: Part, before: Sheet, kept: Sheet) -> Iterable[tuple[int, Fraction, Sheet]]:
    """What an amount comes to, and the sheet with what is kept of that."""
    if part.by is None:
        return [(part.sign * value, chance, kept) for value, chance in part.amount.draw(before).items()]
    return amounts(*part.by, part.sign, part.amount, kept)


@dataclass(eq=False)
class EffectBy(Effect):
    """A change with one amount, which an account decides: by its mean or, of what is gained, total by total."""

    by: By | None = None
    whole: bool = True

    def drawn(self, sheet: Sheet) -> Iterable[tuple[tuple[int, ...], Fraction, Sheet]]:
        """Decide."""
        assert self.by is not None
        method, account = self.by
        found = (
            amounts(method, account, 1, self.amounts[0], sheet)
            if self.whole
            else totals(self.by, self.amounts[0], sheet)
        )
        for value, chance, after in found:
            yield (value,), chance, after


@dataclass(eq=False)
class LoseRandomBy(LoseRandom):
    """Which of several items goes, decided by an account."""

    by: By

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Each item is an outcome, as likely as there are copies of it."""
        copies = sum(sheet[item.slot] for item in self.items)
        if not copies:
            return [Way(ONE, sheet, rest)]
        chances: Outcomes = {at: Fraction(sheet[item.slot], copies) for at, item in enumerate(self.items)}
        found = []
        for key, chance, kept in decided(*self.by, chances, copies, len(self.items) - 1, sheet):
            assert key is not None
            slot = self.items[key].slot
            after = put(kept, {slot: sheet[slot] - 1})
            found.append(Way(chance, after, self.triggers.after(sheet, after, rest)))
        return found


@dataclass(eq=False)
class StartBy(Start):
    """A value at the start of a fight, decided by an account."""

    by: By

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Decide and store."""
        found = []
        for value, chance, kept in amounts(*self.by, 1, self.value, sheet):
            [way] = Start(constant(value), self.variable).do(kept, rest)
            found.append(way._replace(chance=chance))
        return found


@dataclass(eq=False)
class TimesBy(Times):
    """How often a block is played, decided by an account."""

    by: By

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """The frame counts down."""
        return [
            Way(chance, after, (("times", self.block, number), rest))
            for number, chance, after in totals(self.by, self.number, sheet)
        ]


@dataclass(eq=False)
class KeepBy(Keep):
    """A total that is kept under a name, which an account decides."""

    by: By

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Decide and store."""
        return [
            Way(chance, put(after, {self.slot: value}), rest)
            for value, chance, after in totals(self.by, self.value, sheet)
        ]


@dataclass(eq=False)
class Points(Score):
    """Points whose amount an account decides."""

    sign: int
    by: By

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Earned at once."""
        found = amounts(*self.by, self.sign, self.value, sheet)
        return [Way(chance, after, rest, Fraction(points)) for points, chance, after in found]


def totals(by: By, value: Value, sheet: Sheet) -> Iterable[tuple[int, Fraction, Sheet]]:
    """Which total comes; by expected the mean does."""
    method, account = by
    chances = value.draw(sheet)
    if method.mode == "expected" or len(chances) == 1:
        return amounts(method, account, 1, value, sheet)
    return by_totals(method, account, chances, value.ways(sheet), sheet)
