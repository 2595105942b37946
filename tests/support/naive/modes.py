"""Rolls and changes that an account decides: how `by` and `account` are read."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tests.support.naive.accounts import (
    ZERO,
    Account,
    Declared,
    Key,
    Method,
    Outcomes,
)
from tests.support.naive.by_account import ByAccount, StartBy
from tests.support.naive.expressions import Values
from tests.support.naive.lines import Line, Reader
from tests.support.naive.means import By, Mean, written_by_mean
from tests.support.naive.play import (
    Block,
    Keep,
    Random,
    Rows,
    Start,
    Step,
    Variable,
    cut,
)
from tests.support.naive.values import ONE, Sheet, Value, constant

if TYPE_CHECKING:
    from tests.support.naive.names import Scope

MODES = ("dice", "expected", "ledger", "residual", "systematic")
VARIANTS = ("nearest", "deadline", "strict", "alone")


class Modes(Values):
    """How what stands after `by` is read."""

    def __init__(self) -> None:
        super().__init__()
        self.declared: dict[str, Declared] = {}
        self.accounts: dict[Hashable, Account] = {}
        self.kept: list[Account] = []
        self.place: Hashable = None  # what is read several times, although it stands at one place
        self.places = 0

    @staticmethod
    def said(reader: Reader) -> Method | None:
        """`by MODE VARIANTS account NAME scope SCOPE`, if it comes next."""
        if not reader.take("by"):
            return None
        mode = next((mode for mode in MODES if reader.take(mode)), None)
        variants = set()
        while variant := next((each for each in VARIANTS if reader.take(each)), None):
            variants.add(variant)
        account = reader.name() if reader.take("account") else None
        kept = reader.name() if reader.take("scope") else None
        return Method(mode, frozenset(variants), account, kept)

    def by(self, reader: Reader | None, scope: Scope, kind: str, value: Value | None = None) -> By | None:
        """What decides here: what the line says, or the nearest setting; None for dice, or where there are none."""
        own = (self.said(reader) if reader is not None else None) or Method()
        method = own.or_else(scope.method)
        if method.mode in {None, "dice"} or (value is not None and value.plain is not None):
            return None
        fight = scope.fight
        test = kind.startswith("test ") and fight is not None
        key: Hashable = None
        if method.account is not None:
            key = (method.account, None if own.account else kind)
        elif test:
            key = (fight, kind)
        elif self.place is not None:
            self.places += 1
            key = (self.place, self.places)
        account = self.accounts.get(key) if key is not None else None
        if account is None:
            account = Account(self.slot(), self.declared.get(method.account or "", Declared()))
            if key is not None:
                self.accounts[key] = account
            self.kept.append(account)
        account.scope = method.scope or account.scope
        if fight is None:
            account.outside = True
        elif fight not in account.fights:
            account.fights.append(fight)
        return method, account

    @contextmanager
    def at_one_place(self, place: Hashable) -> Iterator[None]:
        """What is read here has the accounts of what was read at that place before."""
        before = self.place, self.places
        self.place, self.places = place, 0
        yield
        self.place, self.places = before

    def keep_accounts(self) -> None:
        """All is read: how long each account is kept."""
        for account in self.kept:
            scope = account.scope or ("book" if account.outside else "fight")
            if scope == "chapter":
                self.play.emptied.add(account.slot)
            elif scope == "fight":
                for fight in account.fights:
                    fight.begin.steps.insert(0, Keep(constant(0), account.slot))

    def start_of(self, variable: Variable, value: Value, scope: Scope, kind: str) -> Step:
        """A value at the start of a fight."""
        by = self.by(None, scope, kind, value)
        return Start(value, variable) if by is None else StartBy(value, variable, by)

    def without_luck(self, header: list[Line]) -> Method | None:
        """What the header says of accounts, and how the whole book is resolved."""
        found = None
        for line in (each for top in header for each in (top, *top.block)):
            if line.text.startswith("account "):
                self._declare_account(line)
            elif line.text.startswith("resolve "):
                found = self.said(Reader(line.text.removeprefix("resolve ")))
        return found

    def _declare_account(self, line: Line) -> None:
        """`account NAME of 6 = 1, 2 in -12..12`."""
        reader = Reader(line.text)
        reader.want("account")
        name = reader.name()
        unit = Fraction(1, reader.whole() if reader.take("of") else 1)
        start = []
        if reader.take("="):
            start = [reader.whole() * unit]
            while reader.take(","):
                start.append(reader.whole() * unit)
        low = high = None
        if reader.take("in"):
            low = reader.whole() * unit
            reader.want("..")
            high = reader.whole() * unit
        reader.done()
        self.declared[name] = Declared(tuple(start), low, high, unit)

    def rows_by(self, rows: Rows, by: By | None) -> Step:
        """Rows of a roll, decided by an account where there is one."""
        if by is None:
            return rows
        method, account = by
        if method.mode == "expected":
            return self._mean(rows, by)
        method = fixed(method, [rows.value])
        account.sizes.add(len(rows.rows))
        if rows.slot is not None:
            return self._named(rows, (method, account))
        blocks = [block for _, _, block in rows.rows]

        def chances(sheet: Sheet) -> Outcomes:
            found: Outcomes = dict.fromkeys(range(len(blocks)), ZERO)
            for value, chance in rows.value.draw(sheet).items():
                key = place(rows, value)
                found[key] = found.get(key, ZERO) + chance
            return found

        def block_of(key: Key) -> Block:
            return Block() if key is None else blocks[key]

        empty = [number for number, block in enumerate(blocks) if not block.steps]
        last = (empty or [len(blocks) - 1])[-1]

        def rest(outcomes: Outcomes) -> Key:
            return None if None in outcomes else last

        return ByAccount((method, account), chances, rows.value.ways, block_of, rest, blocks, after=rows.after)

    def _named(self, rows: Rows, by: By) -> Step:
        """A roll with a name: each total is an outcome of its own."""

        def block_of(key: Key) -> Block:
            assert key is not None
            at = place(rows, key)
            return Block() if at is None else rows.rows[at][2]

        return ByAccount(
            by,
            lambda sheet: dict(sorted(rows.value.draw(sheet).items())),
            rows.value.ways,
            block_of,
            lambda outcomes: list(outcomes)[-1],
            [block for _, _, block in rows.rows],
            rows.slot,
        )

    def _mean(self, rows: Rows, by: By) -> Step:
        """The mean, if there is one."""
        variables = written_by_mean(block for _, _, block in rows.rows)
        if variables is None or rows.slot is not None:
            return rows

        def cases(sheet: Sheet) -> list[tuple[Block, Fraction]]:
            return [
                (Block() if (at := place(rows, value)) is None else rows.rows[at][2], chance)
                for value, chance in rows.value.draw(sheet).items()
            ]

        return Mean(self.triggers, by, cases, variables, rows.after)

    def _mean_of_random(self, weights: list[Value], blocks: list[Block], by: By) -> Step:
        """The mean of rows with weights, if there is one."""
        variables = written_by_mean(blocks)
        if variables is None:
            return Random(list(zip(weights, blocks, strict=True)))

        def cases(sheet: Sheet) -> list[tuple[Block, Fraction]]:
            numbers = [max(weight.on(sheet), 0) for weight in weights]
            total = sum(numbers)
            return [
                (block, Fraction(number, total)) for block, number in zip(blocks, numbers, strict=True) if number
            ] or [(Block(), ONE)]

        return Mean(self.triggers, by, cases, variables)

    def random_by(self, weights: list[Value], blocks: list[Block], by: By) -> Step:
        """One of several blocks by weights."""
        method, account = by
        if method.mode == "expected":
            return self._mean_of_random(weights, blocks, by)
        account.sizes.add(len(blocks))

        def chances(sheet: Sheet) -> Outcomes:
            numbers = [max(weight.on(sheet), 0) for weight in weights]
            total = sum(numbers)
            return {at: Fraction(number, total) for at, number in enumerate(numbers)} if total else {}

        empty = [number for number, block in enumerate(blocks) if not block.steps]
        last = (empty or [len(blocks) - 1])[-1]
        return ByAccount(
            (fixed(method, weights), account),
            chances,
            lambda sheet: sum(max(weight.on(sheet), 0) for weight in weights),
            lambda key: Block() if key is None else blocks[key],
            lambda _: last,
            blocks,
        )


def fixed(method: Method, values: list[Value]) -> Method:
    """`deadline` is for chances that are always the same."""
    if any(value.mentions for value in values):
        return replace(method, variants=method.variants - {"deadline"})
    return method


def place(rows: Rows, value: int) -> int | None:
    """The row that covers a value."""
    return next((at for at, (low, high, _) in enumerate(rows.rows) if value == cut(value, low, high)), None)
