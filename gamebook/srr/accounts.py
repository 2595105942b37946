"""Accounts: what a reader without luck writes down, as variables of the book.

An account has a column for each outcome (or amount) it follows, in whole numbers over one denominator. First every use
of every account is told; then all are opened, when it is known how fine their fractions must be and how far they go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import lcm
from typing import Literal

from msgspec import Struct

from gamebook.codes import rules
from gamebook.model.arithmetic import const
from gamebook.model.book import Account, Anew, Variable
from gamebook.model.expression import Expr, Var
from gamebook.model.step import OF_EACH, Change, Mode
from gamebook.srr.luckless import Note
from gamebook.srr.outcomes import LARGEST

Kind = Literal["branch", "amount"]
Scope = Literal["book", "chapter", "fight"]


class Place(Struct, frozen=True):
    """The place of a random step."""

    owner: str
    """A chapter's name; `hero` or a trigger's id outside chapters."""
    is_chapter: bool
    fight: str | None = None
    """The label of the fight around it."""
    loops: bool = False
    """It is in a loop."""


class Use(Struct, frozen=True):
    """One random step's claim on an account."""

    key: str
    title: str
    kind: Kind
    mode: Mode
    manner: str | None
    scope: Scope | None
    """None for an account with a name, where this place leaves it to the others."""
    of: int
    columns: tuple[str, ...]
    """Branches by their labels, by position one with those of other uses; amounts by what they change,
    or all in one where no use has several."""
    place: Place
    address: str
    gaps: bool = False
    """One of three branches or more can be without any chance, while others have one."""


class Ledger(Struct):
    """An open account."""

    key: str
    title: str
    mode: Mode
    of: int
    columns: list[str]
    stem: str
    """What the names of its variables begin with."""
    names: list[str]
    """The variables. Of branches by residual the last has none: it is what the others lack to 0."""
    start: dict[str, int]
    loose: bool = True
    """What it holds can change an amount that is certain, unless that is settled without the account."""

    @property
    def shared(self) -> bool:
        """Whether other fights or chapters use the same variables."""
        return self.stem != f"account {self.key}"

    def holds(self, amount: str) -> str:
        """The variable of the column of an amount, by what the amount changes."""
        return self.names[self.columns.index(amount) if len(self.columns) > 1 else 0]

    def read(self, column: int) -> Expr:
        """What a column holds."""
        return Var(name=self.names[column])

    @property
    def reset(self) -> tuple[Change, ...]:
        """The changes that start the account again."""
        return tuple(Change(variable=name, value=const(value)) for name, value in self.start.items())


class Accounts:
    """All accounts of one book."""

    def __init__(self, declared: Iterable[Account]) -> None:
        self.declared = {account.name: account for account in declared}
        self.uses: dict[str, list[Use]] = {}
        self.ledgers: dict[str, Ledger] = {}
        self.scopes: dict[str, Scope] = {}
        self.variables: dict[str, Variable] = {}
        self.taken: Counter[tuple[str, str]] = Counter()
        """How many accounts there are of each fight and chapter that forgets its own."""
        self.notes: list[Note] = []

    def use(self, use: Use) -> None:
        """Tell a use."""
        self.uses.setdefault(use.key, []).append(use)

    def open(self) -> None:
        """Open all accounts that are used."""
        for key, uses in self.uses.items():
            first = uses[0]
            scope = self.scopes[key] = next((use.scope for use in uses if use.scope), "book")
            fitting = (first.kind, first.mode)
            other = next((u for u in uses if (u.kind, u.mode) != fitting or u.scope not in (None, scope)), None)
            if other is not None:
                self._complain(other, f"the account {key} is used in another way elsewhere", "give it another account")
            self._open(key, uses)

    def _declared(self, key: str) -> Account | None:
        """What the header says of an account; of one that a block or a fight names, also for each thing that has it."""
        return self.declared.get(key) or self.declared.get(key.partition(OF_EACH)[0])

    def _complain(self, use: Use, message: str, hint: str) -> None:
        self.notes.append(Note(rules.BAD_ACCOUNT, use.address, message, hint))

    def _open(self, key: str, uses: Sequence[Use]) -> None:
        first, declared = uses[0], self._declared(key)
        of = lcm(declared.of if declared else 1, *(use.of for use in uses))
        if of > LARGEST:
            self._complain(first, f"the account {key} would count in fractions of {of:,}", "keep fewer rolls in it")
            of = LARGEST
        alike = len({use.columns if use.kind == "amount" else len(use.columns) for use in uses}) == 1
        if first.kind == "amount":
            columns = list(dict.fromkeys(column for use in uses for column in use.columns))
            if columns and max(len(use.columns) for use in uses) == 1:  # amounts have one column, of any numbers
                columns = [", ".join(columns)]
        else:
            columns = max((list(use.columns) for use in uses), key=len)
        ledger = Ledger(key, first.title, first.mode, of, columns, self._stem(key, uses), [], {})
        self.ledgers[key] = ledger
        if first.kind == "branch" and first.mode == "systematic":
            self._open_systematic(ledger)
            return
        if first.kind == "branch" and first.mode == "residual" and alike:
            columns = columns[:-1]
        for number, column in enumerate(columns):
            limits = self._limits(ledger, number, uses, alike)
            if declared is not None and declared.low is not None and declared.high is not None:
                low, high = (end * (of // declared.of) for end in (declared.low, declared.high))
            elif limits is None:
                unlike = (each for each in uses if each.manner == "alone" or len(each.columns) != len(first.columns))
                values = f"of {of} in -{5 * of}..{5 * of}"
                message, hint = f"the balance of the account {key} has no bound", f"declare it: account {key} {values}"
                if key != first.title:  # it has no name
                    message = "the balance of this account has no bound"
                    hint = f"write: account dues, and in the header: account dues {values}"
                self._complain(next(unlike, first), message, hint)
                low, high = -5 * of, 5 * of
            else:
                low, high = limits
            begin = declared.start[number] * (of // declared.of) if declared and number < len(declared.start) else 0
            low, high = min(low, begin), max(high, begin)
            if first.kind == "amount" and first.mode == "expected":
                nearest = {use.manner == "nearest" for use in uses}
                usual = -of <= 2 * begin < of if True in nearest else 0 <= begin < of
                ledger.loose = not usual or len(nearest) > 1 or (number > 0 and ledger.loose)
            self._add(ledger, f"{ledger.stem}.{number + 1}", low, high, begin)
            ledger.columns[number] = column

    def _add(self, ledger: Ledger, name: str, low: int, high: int, start: int) -> None:
        ledger.names.append(name)
        ledger.start[name] = start
        before = self.variables.get(name)
        if before is not None:
            low, high = min(low, before.low), max(high, before.high)
        self.variables[name] = Variable(name=name, kind="account", low=low, high=high, start=start)

    def _stem(self, key: str, uses: Sequence[Use]) -> str:
        """What the account's variables are called.

        Fights share theirs, for each starts its accounts again; and so do chapters that forget theirs. Each variable
        costs room in every state, so there should be few.
        """
        within = self.within(uses[0])
        if within is None or self._declared(key) is not None or any(self.within(use) != within for use in uses):
            return f"account {key}"
        self.taken[within] += 1
        return f"account {within[0]} {self.taken[within]}"

    def within(self, use: Use) -> tuple[str, str] | None:
        """The fight or chapter that starts the account of a use again; None where it is kept longer."""
        scope = self._scope(use)
        if scope == "fight" and use.place.fight is not None:
            return "fight", use.place.fight
        return ("chapter", use.place.owner) if scope == "chapter" and use.place.is_chapter else None

    def _open_systematic(self, ledger: Ledger) -> None:
        """For each outcome but the last: least and greatest number that the hidden die can still show."""
        last = len(ledger.columns) - 1
        for number in range(last):
            for part, start in (("low", 0), ("high", ledger.of - 1)):
                self._add(ledger, f"{ledger.stem}.{number + 1} {part}", 0, ledger.of - 1, start)
            if number:
                self._add(ledger, f"{ledger.stem}.{number + 1} of", 0, ledger.of, ledger.of)

    def _limits(self, ledger: Ledger, number: int, uses: Sequence[Use], alike: bool) -> tuple[int, int] | None:
        """How far a column can go; None where nothing bounds it.

        The largest of n residuals is at most D (1/2 + … + 1/n) after an event, for of those above it one was taken
        before; the least is above -D + D/n, for what is taken was at least the mean. In a ledger the first column stays
        within D - 1; a later one waits while those before it are taken, which their own limits bound.

        If an outcome can be without any chance for a while (`gaps`), what is due to it stands still meanwhile. Then k
        of n residuals hold at most D k (n - k) together: by induction, from sums of k - 1 and of k + 1 of them before.
        In a ledger nothing bounds them; they are cut off where only a long run of rare dice brings them.
        """
        of, count = ledger.of, len(ledger.columns)
        gaps = any(each.gaps for each in uses)
        use = uses[0]
        if use.kind == "amount":
            if use.mode == "expected":
                return (-of, of) if any(each.manner == "nearest" for each in uses) else (0, of - 1)
            return None if any(each.manner == "alone" for each in uses) else (-(of - 1), of - 1)
        if use.mode == "residual":
            if gaps:
                return (-of * (count - 1), of * (count - 1)) if alike else None
            most = sum(-(-of // k) for k in range(2, count + 1))
            return (1 - of, max(most, of - 1)) if alike else None
        if any(each.manner == "alone" for each in uses) or not alike:
            return None
        tops = [of - 1]
        for _ in range(count - 1):
            tops.append(2 * of + sum(tops) + of * len(tops))
        return -tops[-1] if gaps else 1 - of, tops[number]

    # ---- when they begin again ------------------------------------------------------------------------------

    def of_chapter(self, chapter: str) -> tuple[Change, ...]:
        """What starts again where a chapter begins: its own accounts, and those of triggers."""
        return self._begun(
            lambda use: self._scope(use) == "chapter" and (use.place.owner == chapter or not use.place.is_chapter)
        )

    def of_fight(self, label: str) -> tuple[Change, ...]:
        """What starts again where a fight begins."""
        return self._begun(lambda use: self._scope(use) == "fight" and use.place.fight == label)

    def _begun(self, here: Callable[[Use], bool]) -> tuple[Change, ...]:
        return tuple(
            change for key, uses in self.uses.items() if any(map(here, uses)) for change in self.ledgers[key].reset
        )

    def _scope(self, use: Use) -> Scope:
        scope = self.scopes[use.key]
        return "chapter" if scope == "fight" and use.place.fight is None else scope

    def _anew(self, uses: Sequence[Use]) -> tuple[Anew, ...]:
        """When an account begins again."""
        found: set[Anew] = set()
        for use in uses:
            scope = self._scope(use)
            if scope == "fight":
                found.add("fight")
            elif scope == "chapter":
                found.add("chapter" if use.place.is_chapter else "every")
        return ("every",) if "every" in found else tuple(sorted(found))

    @property
    def listed(self) -> tuple[Account, ...]:
        """The accounts as the book keeps them."""
        return tuple(
            Account(
                name=ledger.title,
                of=ledger.of,
                mode=ledger.mode,
                places=tuple(dict.fromkeys(use.address for use in self.uses[ledger.key])),
                within=(self.within(self.uses[ledger.key][0]) or ("", ""))[1] if ledger.shared else "",
                start=tuple(ledger.start.values()),
                columns=tuple(zip(_titles(ledger), ledger.names, strict=True)),
                rest=_rest(ledger),
                anew=self._anew(self.uses[ledger.key]),
            )
            for ledger in self.ledgers.values()
        )


def _titles(ledger: Ledger) -> list[str]:
    if ledger.mode != "systematic":
        return ledger.columns[: len(ledger.names)]
    parts = (name.removeprefix(f"{ledger.stem}.").split(" ") for name in ledger.names)
    return [f"{ledger.columns[int(number) - 1]} {part}" for number, part in parts]


def _rest(ledger: Ledger) -> str:
    """The outcome by residual that has no variable."""
    followed = ledger.mode == "residual" and len(ledger.names) == len(ledger.columns) - 1
    return ledger.columns[-1] if followed else ""
