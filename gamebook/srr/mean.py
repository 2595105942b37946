"""The mean of a whole block: what a roll comes to on average when all that its rows do is change numbers.

Every row happens in proportion to its chance, the rolls in it too. A choice in a row is made beforehand, for the part
of the round that the row is: there is always such a part. What is chosen is done: a test there is thrown and paid for,
and only what comes of it is a part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from math import lcm

from msgspec import Struct, field, structs
from msgspec.structs import replace

from gamebook.model.arithmetic import FALSE, TRUE, ZERO, binary, const, has_dice, negate, reads, substituted, truth
from gamebook.model.blocks import expressions_in, said_in, steps_in, with_blocks, written_in
from gamebook.model.book import Variable
from gamebook.model.expression import Binary, Expr, Var
from gamebook.model.fold import both, either, times, total
from gamebook.model.step import Assign, Block, Change, Choose, If, Random, Roll, Row, Say, Step, Weighted, own_address
from gamebook.srr.outcomes import Chances, Outcomes, TooMany

COUNTED = ("stat", "number", "initial", "item")
"""Variables that may change by a part: numbers. Yes or no, or one of several, has no mean."""


MORE = "its rows do more than change numbers"


class NoMean(ValueError):  # noqa: N818 - says what is the matter
    """A block does more than change numbers."""


class Part(Struct, frozen=True):
    """One way in which a block changes a number: by `amount` parts of `of`."""

    amount: Expr
    of: int
    beyond: bool
    losing: bool
    """It never adds; shares are not negative."""
    certain: Expr
    """Whether this comes in full, and can come out in one way only."""


class Whole(Struct, frozen=True):
    """How a block changes a number in all."""

    amount: Expr
    """Numerator of the mean; of a loss, how much is lost."""
    of: int
    beyond: bool
    losing: bool


class _Path(Struct, frozen=True):
    """The way to a step inside a roll."""

    share: Expr
    """How much of the roll comes here: a numerator, out of `of`."""
    of: int
    asked: list[Step]
    """Where what is done beforehand is put down."""
    chosen: bool = False
    """The reader has decided to come here."""
    changed: frozenset[str] = frozenset()
    """Variables that the way here changes; nothing may look at them."""
    whole: Expr = TRUE
    """Whether all of the roll comes here."""

    def part(self, weight: Expr, of: int = 1) -> _Path:
        """A part of the way."""
        whole = both((self.whole, binary("=", weight, const(of))))
        return replace(self, share=times(self.share, weight), of=self.of * of, whole=whole)


class Mean(Struct):
    """The mean of a block."""

    noted: list[Change] = field(default_factory=list)
    """What the engine notes first of all: nothing is chosen yet, and how things stood."""
    asked: list[Step] = field(default_factory=list)
    """Choices to be made beforehand."""
    parts: dict[str, list[Part]] = field(default_factory=dict)
    """Variable → how it changes; a loss is below 0."""

    def change(self, name: str) -> Whole:
        """A variable's whole change."""
        parts = self.parts[name]
        of = lcm(*(part.of for part in parts))
        amount = total(times(const(of // part.of), part.amount) for part in parts)
        losing = all(part.losing for part in parts)
        return Whole(binary("-", ZERO, amount) if losing else amount, of, any(p.beyond for p in parts), losing)

    def certain(self, name: str) -> Expr:
        """Whether a variable can change in one way only: each part comes in full or not at all."""
        return both(either((part.certain, binary("=", part.amount, ZERO))) for part in self.parts[name])


class Averaging:
    """Works out means of blocks for one book."""

    def __init__(self, chances: Chances, variables: Mapping[str, Variable]) -> None:
        self.chances = chances
        self.variables = variables
        self.choices = count(1)

    def of_roll(self, step: Roll | Random) -> Mean:
        """The mean of a roll with rows.

        Raises:
            NoMean: its rows do more than change numbers.
        """
        found = Mean()
        try:
            self._step(step, _Path(TRUE, 1, found.asked), found)
        except TooMany as error:
            raise NoMean(str(error)) from error
        return found

    def of_rest(self, step: Roll, rest: Block) -> tuple[Mean, int]:
        """The mean of a roll under a name and the steps after it that speak of it; and how many steps those are.

        Raises:
            NoMean: they do more than change numbers.
        """
        assert step.store is not None
        last = max((n for n, each in enumerate(rest, start=1) if step.store in _asks((each,))), default=0)
        if step.rows or not last:
            raise NoMean("its result is kept under a name")
        found = Mean()
        try:
            values, weights, of = self.chances.of_amount(step.value)
            for value, weight in zip(values, weights, strict=True):
                block = tuple(_settled(each, {step.store: const(value)}) for each in (*step.then, *rest[:last]))
                self._block(block, _Path(weight, of, found.asked), found)
        except TooMany as error:
            raise NoMean(str(error)) from error
        return found, last

    def _block(self, block: Block, path: _Path, found: Mean) -> None:
        for step in block:
            self._step(step, path, found)
            path = replace(path, changed=path.changed | written_in((step,)))

    def _step(self, step: Step, path: _Path, found: Mean) -> None:
        match step:
            case Say():
                return
            case Assign() if self._is_bookkeeping(step, path):
                self._untouched(path, *(each.value for each in step.changes))
                if step.why != "hidden":
                    path.asked.append(step)
                else:
                    found.noted.extend(each for each in step.changes if each not in found.noted)
            case Assign():
                for each in step.changes:
                    self._change(each, path, found)
            case If():
                self._untouched(path, step.condition)
                holds = truth(step.condition)
                for body, here in ((step.then, holds), (step.otherwise, negate(holds))):
                    if here != FALSE:
                        self._block(body, path.part(here), found)
            case Roll(store=None) | Random():
                self._thrown(step, path, found) if path.chosen else self._rows(step, path, found)
            case Choose(owner="reader"):
                self._choice(step, path, found)
            case _:
                raise NoMean(MORE)

    def _is_bookkeeping(self, step: Assign, path: _Path) -> bool:
        """Whether an effect is to be had in full: notes of the engine, and a fight's own count of what is chosen."""
        if any(has_dice(each.value) for each in step.changes):
            return False
        if step.why == "hidden":
            return True
        kinds = [self.variables[each.variable].kind for each in step.changes]
        return path.chosen and all(kind == "local" for kind in kinds) and not any(map(self._is_foe, step.changes))

    def _is_foe(self, change: Change) -> bool:
        role = self.variables[change.variable].role
        return role is not None and role.what == "foe"

    def _rows(self, step: Roll | Random, path: _Path, found: Mean) -> None:
        """Each row for its part."""
        self._untouched(path, *expressions_in(step))
        outcomes, bodies = self._outcomes(step)
        for body, weight in zip(bodies, outcomes.scaled(outcomes.of), strict=True):
            if weight != ZERO:
                self._block(body, path.part(weight, outcomes.of), found)

    def _outcomes(self, step: Roll | Random) -> tuple[Outcomes, list[Block]]:
        if isinstance(step, Random):
            return self.chances.of_random(step), [row.body for row in step.rows]
        outcomes = self.chances.of_roll(step)
        bodies = [(*step.then, *row.body) for row in step.rows]
        return outcomes, bodies + [step.then] * (len(outcomes.values) - len(bodies))

    def _thrown(self, step: Roll | Random, path: _Path, found: Mean) -> None:
        """A roll that the reader has chosen: thrown beforehand, and its price paid."""
        self._untouched(path, *expressions_in(step))
        pick = self._pick(len(step.rows), found)
        bodies = []
        taken: Sequence[Row | Weighted] = step.rows
        for number, row in enumerate(taken, start=1):
            inner: list[Step] = [_hidden(step.address, pick.name, number)]
            here = replace(path.part(binary("=", pick, const(number))), asked=inner)
            self._block(row.body, here, found)
            bodies.append(tuple(inner))
        rows = tuple(structs.replace(row, body=body) for row, body in zip(taken, bodies, strict=True))
        path.asked.append(structs.replace(step, rows=rows))

    def _choice(self, step: Choose, path: _Path, found: Mean) -> None:
        if any(option.again for option in step.options):
            raise NoMean(MORE)
        self._untouched(path, *(option.condition for option in step.options))
        open_ = [option for option in step.options if option.condition != FALSE]
        if len(open_) == 1 and open_[0].condition == TRUE:  # nothing to choose
            self._block(open_[0].body, path, found)
            return
        pick = self._pick(len(step.options), found)
        options = []
        for number, option in enumerate(step.options, start=1):
            inner: list[Step] = [_hidden(option.address, pick.name, number)]
            here = replace(path.part(binary("=", pick, const(number))), asked=inner, chosen=True)
            self._block(option.body, here, found)
            options.append(structs.replace(option, body=tuple(inner)))
        path.asked.append(structs.replace(step, options=tuple(options)))

    def _pick(self, most: int, found: Mean) -> Var:
        """A variable for what was chosen or thrown: 0 for nothing."""
        pick = Var(name=f"chosen {next(self.choices)}")
        self.chances.ranges[pick.name] = (0, most)
        found.noted.append(Change(variable=pick.name, value=ZERO))
        return pick

    def _change(self, change: Change, path: _Path, found: Mean) -> None:
        variable = self.variables.get(change.variable)
        counted = variable is not None and (variable.kind in COUNTED or self._is_foe(change))
        if variable is None or not counted or (variable.kind == "item" and variable.high == 1):
            raise NoMean(MORE)
        difference = by(change)
        if difference is None:
            raise NoMean(f"it sets {change.variable}, and does not change it by an amount")
        self._untouched(path, difference)
        mean, parts = self.chances.mean(difference)
        if mean != ZERO:
            losing = self.chances.bounds(difference)[1] <= 0
            here = path.part(mean, parts)
            certain = both((path.whole, self.chances.certain(difference)))
            part = Part(here.share, here.of, change.beyond, losing, certain)
            found.parts.setdefault(change.variable, []).append(part)

    def _untouched(self, path: _Path, *values: Expr) -> None:
        if path.changed & {name for value in values for name in reads(value)}:
            raise NoMean("its rows use what they have just changed")


def by(change: Change) -> Expr | None:
    """What a change adds to its variable; None where it sets it."""
    match change.value:
        case Var(name=change.variable):
            return ZERO
        case Binary(op="+", left=Var(name=change.variable), right=amount):
            return amount
        case Binary(op="-", left=Var(name=change.variable), right=amount):
            return binary("-", ZERO, amount)
    return None


def _hidden(address: str, name: str, value: int) -> Assign:
    return Assign(changes=(Change(variable=name, value=const(value)),), address=own_address(address), why="hidden")


def _asks(block: Block) -> set[str]:
    """The variables that a block looks at, in its rules or its words."""
    found = (value for step in steps_in(block) for value in (*expressions_in(step), *said_in(step)))
    return {name for value in found for name in reads(value)}


def _settled(step: Step, meaning: Mapping[str, Expr]) -> Step:
    """The step with values in place of names; only where it may have a mean."""

    def block(steps: Block) -> Block:
        return tuple(_settled(each, meaning) for each in steps)

    match step:
        case Assign():
            changes = tuple(structs.replace(c, value=substituted(c.value, meaning)) for c in step.changes)
            return structs.replace(step, changes=changes)
        case If():
            return with_blocks(structs.replace(step, condition=substituted(step.condition, meaning)), block)
        case Roll():
            return with_blocks(structs.replace(step, value=substituted(step.value, meaning)), block)
        case Say():
            return Say(text=())
        case Choose():
            raise NoMean("a choice depends on it")
    return step
