"""A book without luck: the same book, with the account books of its modes as variables and fewer dice.

Nothing else knows of the modes: the interpreter, the solver and the reports take the book as any other. What the modes
mean is told in `gamebook.srr.modes` and, with its reasons, in `docs/decisions/resolution-without-luck.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from typing import Literal

from gamebook.codes import finding, rules
from gamebook.diagnostics import Diagnostic
from gamebook.model.arithmetic import FALSE, binary, const, has_dice
from gamebook.model.book import Book, Variable
from gamebook.model.expression import Binary, Expr, Var
from gamebook.model.step import (
    Assign,
    Block,
    Change,
    Choose,
    End,
    If,
    Loop,
    Mode,
    Random,
    Resolution,
    Roll,
    Say,
    Scope,
    Step,
    Turn,
    Weighted,
)
from gamebook.resolve.core import blocks_in, steps_in
from gamebook.resolve.fold import times
from gamebook.resolve.sourcemap import SourceMap
from gamebook.srr.accounts import Accounts, Note, Place, Use
from gamebook.srr.mean import Averaging, Mean, NoMean
from gamebook.srr.modes import PICK, Settling
from gamebook.srr.outcomes import Chances, Outcomes, TooMany

DICE = Resolution(mode="dice")


@dataclass(frozen=True, slots=True)
class Luckless:
    """A book, its modes carried out."""

    book: Book
    notes: tuple[Note, ...]
    """What stays on dice though its book, chapter or fight asks otherwise; and what the author should know."""

    @property
    def left_on_dice(self) -> tuple[Note, ...]:
        """The notes of places that stay on dice."""
        return tuple(note for note in self.notes if note.code == rules.LEFT_ON_DICE)

    def findings(self, sourcemap: SourceMap) -> tuple[Diagnostic, ...]:
        """The notes, each at its place on the page."""
        places = [(note, sourcemap.span(note.address)) for note in self.notes]
        return tuple(finding(note.code, span, note.message, note.hint) for note, span in places if span is not None)


@dataclass(frozen=True, slots=True)
class _Plan:
    """How one step will be written once the accounts are open."""

    write: Callable[[], Block]
    takes: int = 1
    """How many steps of the block it stands for."""
    whole: bool = False
    """What is inside the step is written with it."""


def without_luck(book: Book, override: Mode | None = None) -> Luckless:
    """Carry out the modes of a book.

    Args:
        book: the book as resolved.
        override: a mode for the whole book and for every place of it that names one, `by dice` apart.

    Returns: the book in which every step is on dice; the same one if it was.
    """
    if override == "dice":
        return Luckless(_on_dice(book), ())
    if override is None and book.resolution.mode in (None, "dice") and not _named(book):
        return Luckless(book, ())
    work = _Work(book, override)
    work.plan()
    if not work.plans and not work.notes:
        return Luckless(_on_dice(book), ())
    return work.write()


def is_settled(step: Roll | Random) -> bool:
    """Whether what comes of a step was settled before it, so that there are no dice to tell."""
    value = step.value if isinstance(step, Roll) else step.rows[0].weight
    if isinstance(step, Random) and isinstance(value, Binary):
        value = value.left
    return isinstance(value, Var) and value.name.startswith(f"{PICK} ")


def _on_dice(book: Book) -> Book:
    return book if book.resolution.mode in (None, "dice") and not _named(book) else _Work(book, "dice").write().book


def _named(book: Book) -> bool:
    """Whether some place of the book names a mode other than dice."""
    return any(
        how is not None and how.mode not in (None, "dice") for block in _blocks(book) for how in _resolutions(block)
    )


def _blocks(book: Book) -> Iterator[Block]:
    yield book.hero
    yield from (watch.body for watch in book.watches)
    yield from (chapter.body for chapter in book.chapters)


def _resolutions(block: Block) -> Iterator[Resolution | None]:
    for step in steps_in(block):
        match step:
            case Roll() | Random():
                yield step.resolution
            case Assign():
                yield from (change.resolution for change in step.changes)


class _Work:
    """One book being rewritten."""

    def __init__(self, book: Book, override: Mode | None) -> None:
        self.book = book
        self.override = override
        self.usual: Mode = override or book.resolution.mode or "dice"
        self.chances = Chances(book)
        self.settling = Settling(self.chances)
        self.averaging = Averaging(self.chances, {variable.name: variable for variable in book.variables})
        self.accounts = Accounts(book.accounts)
        self.plans: dict[str, _Plan] = {}
        self.notes: list[Note] = []
        self.endings = {ending.name: ending.kind for ending in book.endings}
        self.chapters = {chapter.name: chapter for chapter in book.chapters}

    @cached_property
    def circles(self) -> set[str]:
        """The chapters that the reader may come to again."""
        return _in_circles(self.book)

    # ---- what is decided how -------------------------------------------------------------------------------

    def resolution(self, own: Resolution | None, label: str, place: Place, test: bool = False) -> Resolution:
        """How a step is decided: all parts filled in, but for the account of its own.

        Args:
            own: what its place says.
            label: what is thrown.
            place: where it is.
            test: it is a test, and `label` the test's name.
        """
        own = own or Resolution()
        around = self.book.resolution
        mode = own.mode or self.usual
        manner = own.manner or (around.manner if own.mode is None else None)
        if self.override is not None and own.mode != "dice":
            mode = self.override
        if place.owner == "hero" and own.mode is None:
            mode = "dice"
        account = own.account or (f"{around.account}, {label}" if around.account else None)
        scope = own.scope or around.scope
        if scope is None and account is None:
            # Where one comes once, what is remembered afterwards does not matter.
            once = place.is_chapter and place.owner not in self.circles
            scope = "fight" if place.fight else "chapter" if once else "book"
        if account is None and scope == "fight" and place.fight and test:
            account = f"{place.fight} {label}"  # a reader keeps one row for all tests of luck in a fight
        return Resolution(mode=mode, manner=manner, account=account, scope=scope)

    def says_so(self, own: Resolution | None) -> bool:
        """Whether the place itself, its block or its fight names the mode."""
        return self.override is None and own is not None and own.mode is not None

    def plan(self) -> None:
        """Look at every step and decide how it will be written."""
        self._plan(self.book.hero, Place("hero", is_chapter=False))
        for watch in self.book.watches:
            self._plan(watch.body, Place(watch.id, is_chapter=False))
        for chapter in self.book.chapters:
            self._plan(chapter.body, Place(chapter.name, is_chapter=True))

    def _plan(self, block: Block, place: Place) -> None:
        skip = 0
        for number, step in enumerate(block):
            if skip:
                skip -= 1
                continue
            if isinstance(step, Roll | Random):
                self._plan_roll(step, block[number + 1 :], place)
            elif isinstance(step, Assign):
                self._plan_effect(step, place)
            planned = self.plans.get(_address(step))
            if planned is not None and planned.whole:
                skip = planned.takes - 1
                continue
            for inner in blocks_in(step):
                self._plan(inner, _place_inside(step, place))

    def note(self, step: Step, why: str, hint: str | None = None, code: str = rules.LEFT_ON_DICE) -> None:
        """Remember something to tell."""
        self.notes.append(Note(code, _address(step), why, hint))

    # ---- rolls ---------------------------------------------------------------------------------------------

    def _plan_roll(self, step: Roll | Random, rest: Block, place: Place) -> None:
        label = step.label if isinstance(step, Roll) else "random"
        how = self.resolution(step.resolution, label, place, isinstance(step, Roll) and step.what == "test")
        if how.mode == "dice" or (isinstance(step, Roll) and not has_dice(step.value)):
            return
        if isinstance(step, Random) and len(step.rows) == 1:
            return
        if how.mode == "expected":
            self._plan_mean(step, rest, how, place)
            return
        try:
            found = self.chances.of_roll(step) if isinstance(step, Roll) else self.chances.of_random(step)
        except TooMany as error:
            self.note(step, f"this stays on dice: {error}")
            return
        fresh = how.account is None and place.is_chapter and place.fight is None and not place.loops
        if how.mode == "residual" and fresh and place.owner not in self.circles:
            if not self.says_so(step.resolution) and self._may_kill(step):
                self.note(step, "this stays on dice: it can end the book, and without dice its likeliest row is sure")
                return
            if self.says_so(step.resolution):
                why = "the reader comes here once, so the likeliest outcome always comes"
                self.note(step, why, "leave it on dice, or share an account", rules.ONE_VISIT)
        use = self._use(step.address, label, "branch", how, found.of, found.labels, place)
        if how.mode == "ledger":  # the default has no column
            columns = tuple(each for n, each in enumerate(found.labels) if n != found.default)
            use = replace(use, columns=columns)
        self.accounts.use(use)
        self.plans[step.address] = _Plan(lambda: self._write_branch(step, found, use))

    def _use(
        self,
        address: str,
        title: str,
        kind: Literal["branch", "amount"],
        how: Resolution,
        of: int,
        columns: tuple[str, ...],
        place: Place,
    ) -> Use:
        assert how.mode is not None
        named = how.account is not None and not how.account.startswith(f"{place.fight} ")
        return Use(
            how.account or address,
            how.account if how.account and named else f"{place.owner}: {title}",
            kind,
            how.mode,
            how.manner,
            how.scope,
            of,
            columns,
            place,
            address,
        )

    def _write_branch(self, step: Roll | Random, found: Outcomes, use: Use) -> Block:
        before, pick = self.settling.branch(found, self.accounts.ledgers[use.key], use.manner, step.address)
        if isinstance(step, Roll):
            return (*before, step.model_copy(update={"value": pick, "resolution": DICE}))
        rows = tuple(
            Weighted(weight=Binary(op="=", left=pick, right=const(number)), label=row.label, body=row.body)
            for number, row in enumerate(step.rows)
        )
        return (*before, step.model_copy(update={"rows": rows, "resolution": DICE}))

    def _may_kill(self, step: Roll | Random) -> bool:
        return any(self._kills(row.body) for row in step.rows)

    def _kills(self, block: Block, deep: bool = True) -> bool:
        """Whether a block ends in a defeat at once, there or in a chapter where nothing else happens."""
        for step in block:
            match step:
                case Say() | Assign():
                    continue
                case End():
                    return self.endings[step.ending] == "defeat"
                case Turn():
                    return deep and self._kills(self.chapters[step.chapter].body, deep=False)
            return False
        return False

    # ---- amounts -------------------------------------------------------------------------------------------

    def _plan_mean(self, step: Roll | Random, rest: Block, how: Resolution, place: Place) -> None:
        """A roll of which only the mean comes."""
        counter = isinstance(step, Roll) and step.store is not None
        try:
            takes = 0
            if isinstance(step, Roll) and step.store is not None:
                mean, takes = self.averaging.of_rest(step, rest)
            else:
                mean = self.averaging.of_roll(step)
        except NoMean as error:
            loop = rest and isinstance(rest[0], Loop)
            if counter and isinstance(step, Roll) and not step.rows and (self.says_so(step.resolution) or loop):
                self._plan_counter(step, how, place)
            else:
                self.note(step, f"this stays on dice, for it has no mean: {error}")
            return
        changes = {name: mean.change(name) for name in mean.parts}
        columns = tuple(changes)
        of = lcm(1, *(change.of for change in changes.values()))
        label = step.label if isinstance(step, Roll) else "random"
        use = self._use(step.address, label, "amount", how, of, columns, place)
        self.accounts.use(use)
        self.plans[step.address] = _Plan(lambda: self._write_mean(step, mean, use), 1 + takes, whole=True)

    def _plan_counter(self, step: Roll, how: Resolution, place: Place) -> None:
        """A roll under a name that is itself an amount: the number of passes of a loop."""
        number, of = self.chances.mean(step.value)
        use = self._use(step.address, step.label, "amount", how, of, (step.label,), place)
        self.accounts.use(use)

        def write() -> Block:
            ledger = self.accounts.ledgers[use.key]
            scaled = times(const(ledger.of // of), number)
            before, came = self.settling.amount(scaled, ledger, step.label, use.manner, False, step.address)
            return (*before, step.model_copy(update={"value": came, "resolution": DICE}))

        self.plans[step.address] = _Plan(write)

    def _write_mean(self, step: Roll | Random, mean: Mean, use: Use) -> Block:
        ledger = self.accounts.ledgers[use.key]
        steps: list[Step] = [*_anew(tuple(mean.noted), step.address), *mean.asked]
        changes = []
        for number, name in enumerate(mean.parts):
            change = mean.change(name)
            amount = times(const(ledger.of // change.of), change.amount)
            before, came = self.settling.amount(amount, ledger, name, use.manner, False, step.address, number)
            steps.extend(before)
            value = binary("-" if change.losing else "+", Var(name=name), came)
            changes.append(Change(variable=name, value=value, beyond=change.beyond))
        if changes:
            steps.append(Assign(changes=tuple(changes), address=step.address))
        return tuple(steps)

    def _plan_effect(self, step: Assign, place: Place) -> None:
        """The dice in an effect: an amount by `expected` and `ledger`, one of its totals by the other modes."""
        settled: dict[int, Callable[[], tuple[Block, Expr]]] = {}
        for number, change in enumerate(step.changes):
            if not has_dice(change.value):
                continue
            how = self.resolution(change.resolution, change.variable, place)
            if how.mode == "dice":
                continue
            try:
                settled[number] = self._plan_amount(step, number, change, how, place)
            except TooMany as error:
                self.note(step, f"this stays on dice: {error}")
        if settled:
            self.plans[step.address] = _Plan(lambda: self._write_effect(step, settled))

    def _plan_amount(
        self, step: Assign, number: int, change: Change, how: Resolution, place: Place
    ) -> Callable[[], tuple[Block, Expr]]:
        amount, put_back = _random_part(change)
        key = f"{step.address} {change.variable}" if len(step.changes) > 1 else step.address
        low, high = self.chances.bounds(amount)
        sign = -1 if high <= 0 else 1
        if how.mode in ("expected", "ledger"):
            mean, of = self.chances.mean(amount)
            mean = mean if sign > 0 else times(const(-1), mean)
            use = self._use(key, change.variable, "amount", how, of, (change.variable,), place)
            self.accounts.use(use)

            def by_mean() -> tuple[Block, Expr]:
                ledger = self.accounts.ledgers[use.key]
                scaled = times(const(ledger.of // of), mean)
                positive = low >= 0 or high <= 0
                before, came = self.settling.amount(
                    scaled, ledger, change.variable, use.manner, positive, step.address, number
                )
                return before, put_back(came if sign > 0 else binary("-", FALSE, came))

            return by_mean
        values, weights, of = self.chances.of_amount(amount)
        labels = tuple(str(value) for value in values)
        found = Outcomes(values, labels, weights, const(of), of, len(values) - 1)
        use = self._use(key, change.variable, "branch", how, of, labels, place)
        self.accounts.use(use)

        def by_total() -> tuple[Block, Expr]:
            ledger = self.accounts.ledgers[use.key]
            before, pick = self.settling.branch(found, ledger, use.manner, step.address, number)
            return before, put_back(pick)

        return by_total

    def _write_effect(self, step: Assign, settled: Mapping[int, Callable[[], tuple[Block, Expr]]]) -> Block:
        steps: list[Step] = []
        changes = []
        for number, change in enumerate(step.changes):
            value = change.value
            if number in settled:
                before, value = settled[number]()
                steps.extend(before)
            changes.append(change.model_copy(update={"value": value, "resolution": None}))
        return (*steps, step.model_copy(update={"changes": tuple(changes)}))

    # ---- the book anew -------------------------------------------------------------------------------------

    def write(self) -> Luckless:
        """The book with every step written as planned."""
        self.accounts.open()
        self.chances.ranges |= {each.name: (each.low, each.high) for each in self.accounts.variables.values()}
        watches = tuple(watch.model_copy(update={"body": self._block(watch.body)}) for watch in self.book.watches)
        hero = self._block(self.book.hero)
        chapters = tuple(
            chapter.model_copy(
                update={
                    "body": (*_anew(self.accounts.of_chapter(chapter.name), chapter.name), *self._block(chapter.body))
                }
            )
            for chapter in self.book.chapters
        )
        choices = range(1, next(self.averaging.choices))
        passing = {
            **self.settling.passing,
            **{f"chosen {number}": self.chances.ranges[f"chosen {number}"] for number in choices},
        }
        own = [
            Variable(name=name, kind="hidden", low=low, high=high, start=min(max(0, low), high))
            for name, (low, high) in passing.items()
        ]
        book = self.book.model_copy(
            update={
                "variables": (*self.book.variables, *self.accounts.variables.values(), *own),
                "tables": (*self.book.tables, *self.chances.tables),
                "watches": watches,
                "hero": hero,
                "chapters": chapters,
                "accounts": self.accounts.listed,
                "resolution": DICE,
            }
        )
        return Luckless(book, (*self.notes, *self.accounts.notes))

    def _block(self, block: Block) -> Block:
        done: list[Step] = []
        skip = 0
        for step in block:
            if skip:
                skip -= 1
                continue
            plan = self.plans.get(_address(step)) if isinstance(step, Roll | Random | Assign) else None
            if plan is None:
                done.append(self._plain(step))
                continue
            skip = plan.takes - 1
            done.extend(self._inner(each) if _address(each) == _address(step) else each for each in plan.write())
        return tuple(done)

    def _plain(self, step: Step) -> Step:
        """A step that stays on dice, with what is inside it written anew."""
        if isinstance(step, Roll | Random) and step.resolution not in (None, DICE):
            step = step.model_copy(update={"resolution": DICE})
        if isinstance(step, Assign) and any(change.resolution for change in step.changes):
            changes = tuple(change.model_copy(update={"resolution": None}) for change in step.changes)
            step = step.model_copy(update={"changes": changes})
        return self._inner(step)

    def _inner(self, step: Step) -> Step:
        match step:
            case If():
                update = {"then": self._block(step.then), "otherwise": self._block(step.otherwise)}
                return step.model_copy(update=update)
            case Roll():
                rows = tuple(row.model_copy(update={"body": self._block(row.body)}) for row in step.rows)
                return step.model_copy(update={"then": self._block(step.then), "rows": rows})
            case Random():
                branches = tuple(row.model_copy(update={"body": self._block(row.body)}) for row in step.rows)
                return step.model_copy(update={"rows": branches})
            case Choose():
                options = tuple(each.model_copy(update={"body": self._block(each.body)}) for each in step.options)
                return step.model_copy(update={"options": options})
            case Loop():
                return step.model_copy(update={"body": self._block(step.body)})
            case Scope():
                watches = tuple(each.model_copy(update={"body": self._block(each.body)}) for each in step.watches)
                anew = _anew(self.accounts.of_fight(step.label), step.address) if step.what == "fight" else ()
                return step.model_copy(update={"watches": watches, "body": (*anew, *self._block(step.body))})
        return step


def _anew(changes: tuple[Change, ...], address: str) -> Block:
    return (Assign(changes=changes, address=f"hidden {address}", why="hidden"),) if changes else ()


def _address(step: Step) -> str:
    return getattr(step, "address", "")


def _place_inside(step: Step, place: Place) -> Place:
    match step:
        case Loop():
            return replace(place, loops=True)
        case Choose() if any(option.again for option in step.options):
            return replace(place, loops=True)
        case Scope(what="fight"):
            return replace(place, fight=step.label)
    return place


def _in_circles(book: Book) -> set[str]:
    """The chapters that the reader may come to again."""
    anywhere = _turns(tuple(step for watch in book.watches for step in watch.body))
    turns = {chapter.name: _turns(chapter.body) | anywhere for chapter in book.chapters}
    found = set()
    for name, first in turns.items():
        seen: set[str] = set()
        waiting = list(first)
        while waiting and name not in seen:
            each = waiting.pop()
            if each not in seen:
                seen.add(each)
                waiting.extend(turns[each])
        if name in seen:
            found.add(name)
    return found


def _turns(block: Block) -> set[str]:
    return {step.chapter for step in steps_in(block) if isinstance(step, Turn)}


def _random_part(change: Change) -> tuple[Expr, Callable[[Expr], Expr]]:
    """The amount of a change, and the change's value for another amount; the whole value where it sets its variable."""
    match change.value:
        case Binary(op="+" | "-" as op, left=Var(name=change.variable) as present, right=amount):
            return amount, lambda new: binary(op, present, new)
        case Binary(
            op="min",
            left=Binary(op="+" | "-" as op, left=Var(name=change.variable) as present, right=amount),
            right=cap,
        ):  # a foe's stat, which may not rise above what it was
            return amount, lambda new: binary("min", binary(op, present, new), cap)
    return change.value, lambda new: new
