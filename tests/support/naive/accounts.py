"""What is due: accounts, and how each mode of `docs/srr.md` decides by one.

An account lies in a slot of the sheet, as the number of its content: 0 is what it holds at the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, lcm
from typing import TYPE_CHECKING

from tests.support.naive.play import put
from tests.support.naive.values import ONE, Chances, Sheet, Value

if TYPE_CHECKING:
    from tests.support.naive.fights import Fight

ZERO = Fraction(0)
HALF = Fraction(1, 2)
Key = int | None
Due = dict[Key, Fraction]
"""For each outcome how much more often it should have happened than it did, in whole times."""
Stretch = tuple[Fraction, Fraction, Fraction]
"""What is believed of a hidden die: for which share of all it is, and between which parts of a whole turn it stands."""


@dataclass(frozen=True)
class Method:
    """What stands after `by`, as far as it is said."""

    mode: str | None = None
    variants: frozenset[str] = frozenset()
    account: str | None = None
    scope: str | None = None

    def or_else(self, setting: Method | None) -> Method:
        """What is not said here is said by the nearest setting."""
        if setting is None:
            return self
        if self.mode is not None:
            return self
        return Method(setting.mode, setting.variants, self.account or setting.account, self.scope or setting.scope)


@dataclass(frozen=True)
class Declared:
    """`account NAME` in the header: what it holds at the start, and its range."""

    start: tuple[Fraction, ...] = ()
    low: Fraction | None = None
    high: Fraction | None = None
    unit: Fraction = ONE


@dataclass(eq=False)
class Account:
    """What is due to each outcome, by its key; or what is believed of the dice that are hidden."""

    slot: int
    declared: Declared = field(default_factory=Declared)
    sizes: set[int] = field(default_factory=set)  # how many rows there are at the places that share it
    scope: str | None = None  # how long it is kept, if some place says so
    fights: list[Fight] = field(default_factory=list)  # in which it is used
    outside: bool = False  # whether it is used outside fights, too
    contents: list[dict[Key, Fraction | Stretch]] = field(default_factory=list)
    numbers: dict[frozenset[tuple[Key, Fraction | Stretch]], int] = field(default_factory=dict)

    def held(self, sheet: Sheet) -> dict[Key, Fraction | Stretch]:
        """What it holds."""
        if not self.contents:
            self._number({})
        return dict(self.contents[sheet[self.slot]])

    def due(self, sheet: Sheet, keys: Sequence[Key], *, balanced: bool = False) -> Due:
        """What is due; the values of the header are for the outcomes in their order."""
        if not self.contents:
            start: dict[Key, Fraction | Stretch] = dict(zip(keys, self.declared.start, strict=False))
            if list(keys) == list(range(len(keys))):  # other places that share it may have more entries
                start = dict(enumerate(self.declared.start))
            if balanced and len(self.sizes) == 1:
                start[keys[-1]] = -sum(self.declared.start[: len(keys) - 1], ZERO)
            self._number({key: due for key, due in start.items() if due})
        found: Due = {}
        for key, each in self.held(sheet).items():
            assert isinstance(each, Fraction)
            found[key] = each
        return found

    def _number(self, held: dict[Key, Fraction | Stretch]) -> int:
        frozen = frozenset(held.items())
        if frozen not in self.numbers:
            self.numbers[frozen] = len(self.contents)
            self.contents.append(held)
        return self.numbers[frozen]

    def kept(self, sheet: Sheet, due: Due) -> Sheet:
        """The sheet with what is due now, within the range of the account."""
        low, high = self.declared.low, self.declared.high
        if low is not None and high is not None:
            due = {key: min(max(each, low), high) for key, each in due.items()}
        return put(sheet, {self.slot: self._number({key: each for key, each in due.items() if each})})

    def believed(self, sheet: Sheet, held: dict[Key, Fraction | Stretch]) -> Sheet:
        """The sheet with what is believed now."""
        return put(sheet, {self.slot: self._number(held)})


# ---- outcomes -----------------------------------------------------------------------------------

Outcomes = dict[Key, Fraction]
"""Each outcome with its printed chance, in their order; also those that have none now."""
Decided = Iterable[tuple[Key, Fraction, Sheet]]
"""Each outcome that is possible, with its chance and the sheet then."""


def decided(
    method: Method, account: Account, outcomes: Outcomes, sides: int, rest: Key, sheet: Sheet, *, idle: bool = False
) -> Decided:
    """Which outcome happens by a die of so many sides.

    `rest` is the one of which a ledger keeps no entry; `idle`: with nothing in it.
    """
    certain = [key for key, chance in outcomes.items() if chance == 1]
    if certain:
        return [(certain[0], ONE, sheet)]
    if method.mode == "residual":
        return by_residual(method, account, outcomes, sheet)
    if method.mode == "ledger":
        return by_ledger(method, account, outcomes, sides, rest, sheet, idle=idle)
    assert method.mode == "systematic"
    return by_systematic(account, outcomes, sheet)


def added(account: Account, outcomes: Outcomes, sheet: Sheet, *, balanced: bool = False) -> Due:
    """What is due with this event."""
    due = account.due(sheet, list(outcomes), balanced=balanced)
    return due | {key: due.get(key, ZERO) + chance for key, chance in outcomes.items()}


def by_residual(method: Method, account: Account, outcomes: Outcomes, sheet: Sheet) -> Decided:
    """The outcome to which most is due, the first of equal ones; or the one that must happen soonest."""
    due = added(account, outcomes, sheet, balanced=True)
    if "deadline" in method.variants:
        least = Fraction(1, 2 * len(outcomes) - 2)
        possible = [key for key, chance in outcomes.items() if chance]
        ready = [key for key in possible if due[key] >= least]
        happens = min(ready or possible, key=lambda key: ceil((1 - least - due[key]) / outcomes[key]))
    else:
        happens = max((key for key, chance in outcomes.items() if chance), key=lambda key: due[key])
    due[happens] -= 1
    return [(happens, ONE, account.kept(sheet, due))]


def by_ledger(
    method: Method, account: Account, outcomes: Outcomes, sides: int, rest: Key, sheet: Sheet, *, idle: bool
) -> Decided:
    """A die with as many faces for each outcome as are due to it, in their order."""
    columns = [key for key in outcomes if key != rest]
    due = added(account, {entry: outcomes[key] for entry, key in enumerate(columns)}, sheet)
    face = Fraction(1, lcm(sides, account.declared.unit.denominator))
    left = ONE
    shares: Outcomes = {}
    for entry, key in enumerate(columns):
        share = outcomes[key]
        if "alone" not in method.variants:
            share = min(max(due[entry], ZERO), ONE) if outcomes[key] else ZERO
            if "strict" in method.variants and ZERO < share < 1:
                share -= face
            share = min(share, left)
        left -= share
        shares[key] = share
    shares[rest] = left
    if rest in outcomes and not outcomes[rest] and not idle:
        last = [key for key in columns if outcomes[key]][-1]
        shares[last] += shares.pop(rest)
    for key, share in shares.items():
        if share > 0:
            taken: Due = {entry: due[entry] - 1 for entry, column in enumerate(columns) if column == key}
            yield key, share, account.kept(sheet, due | taken)


def by_systematic(account: Account, outcomes: Outcomes, sheet: Sheet) -> Decided:
    """A hidden die for each outcome against all after it; what is kept is where it can stand."""
    ways: list[tuple[Fraction, dict[Key, Fraction | Stretch]]] = [(ONE, account.held(sheet))]
    used = ZERO
    for key, chance in outcomes.items():
        share = chance / (1 - used)
        if share == 1:
            for weight, held in ways:
                yield key, weight, account.believed(sheet, held)
            return
        if not share:
            continue
        [(weight, held)] = ways
        stretch = held.get(key)
        low, high = ZERO, ONE
        if stretch is not None:
            assert isinstance(stretch, tuple)
            low, high = stretch[1:] if stretch[0] == 1 - used else (ZERO, ONE)
        low, high = low + share, high + share
        passes = max(ZERO, high - max(low, ONE)) / (high - low)
        if passes:
            now = held | {key: (1 - used, max(low, ONE) - 1, high - 1)}
            yield key, weight * passes, account.believed(sheet, now)
        if passes == 1:
            return
        ways = [(weight * (1 - passes), held | {key: (1 - used, low, min(high, ONE))})]
        used += chance


def by_totals(
    method: Method, account: Account, totals: Chances, sides: int, sheet: Sheet
) -> Iterable[tuple[int, Fraction, Sheet]]:
    """Which of several totals comes."""
    outcomes: Outcomes = {value: totals[value] for value in sorted(totals)}
    for key, chance, after in decided(method, account, outcomes, sides, max(totals), sheet):
        assert key is not None
        yield key, chance, after


# ---- amounts ------------------------------------------------------------------------------------


def amounts(
    method: Method, account: Account, sign: int, amount: Value, sheet: Sheet
) -> Iterable[tuple[int, Fraction, Sheet]]:
    """What an amount comes to that is added, or (sign -1) subtracted."""
    chances = amount.draw(sheet)
    if len(chances) == 1:
        return [(sign * value, ONE, sheet) for value in chances]
    if method.mode in {"residual", "systematic"}:
        return [
            (sign * value, p, after)
            for value, p, after in by_totals(method, account, chances, amount.ways(sheet), sheet)
        ]
    return mean(method, account, sign, chances, sheet)


def mean(
    method: Method, account: Account, sign: int, chances: Chances, sheet: Sheet, key: Key = None
) -> Iterable[tuple[int, Fraction, Sheet]]:
    """What an amount comes to by its mean; the key is that of its entry."""
    if len(chances) == 1:
        return [(sign * value, ONE, sheet) for value in chances]
    loss = max(sign * value for value in chances) <= 0  # where no outcome adds the loss is counted
    counted = {abs(value) if loss else sign * value: chance for value, chance in chances.items()}
    middle = sum((value * chance for value, chance in counted.items()), ZERO)
    before = account.due(sheet, [key])
    due = before.get(key, ZERO) + middle
    read = middle if "alone" in method.variants else due
    face = Fraction(1, lcm(middle.denominator, account.declared.unit.denominator))
    found = whole_part(method, read, face, adds_only=min(counted) >= 0)
    return [(-whole if loss else whole, p, account.kept(sheet, before | {key: due - whole})) for whole, p in found]


def whole_part(method: Method, due: Fraction, face: Fraction, *, adds_only: bool) -> list[tuple[int, Fraction]]:
    """The whole part of what is due; by ledger a die decides about the rest."""
    if method.mode == "expected":
        return [(floor(due + HALF) if "nearest" in method.variants else floor(due), ONE)]
    assert method.mode == "ledger"
    if due <= 0 and adds_only:
        return [(0, ONE)]
    whole = floor(due)
    more = due - whole
    if "strict" in method.variants and more:
        more -= face
    return [each for each in ((whole + 1, more), (whole, 1 - more)) if each[1]]
