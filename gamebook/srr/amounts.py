"""Rolls and effects of which an amount comes: the mean by `expected` and `ledger`, one of its totals by other modes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import lcm

from msgspec import Struct, structs

from gamebook.model.arithmetic import FALSE, ZERO, binary, const, has_dice
from gamebook.model.expression import Binary, Expr, Unary, Var
from gamebook.model.fold import minus, times
from gamebook.model.step import (
    COPIES,
    EARNED,
    Assign,
    Block,
    Change,
    Loop,
    Random,
    Resolution,
    Roll,
    Score,
    Step,
    own_address,
)
from gamebook.srr.accounts import Place, Use
from gamebook.srr.mean import Mean, NoMean
from gamebook.srr.outcomes import Outcomes, TooMany
from gamebook.srr.planning import DICE, Plan, Plans

Settled = Callable[[], tuple[Block, Expr]]
"""Gives the steps that settle an amount, and the amount."""

POINTS = "points"
"""What the account of a score follows."""


class _Amount(Struct, frozen=True):
    """An amount by chance, part of a step."""

    changes: str
    """The name of what it changes."""
    value: Expr
    """What is written after the sign."""
    lowers: bool
    """The sign is a minus."""
    number: int = 0
    """Tells apart amounts of one step."""
    part: str = ""
    """The same for their accounts; empty where there is one amount."""


# ---- rolls --------------------------------------------------------------------------------------------------


def plan_mean(plans: Plans, step: Roll | Random, rest: Block, how: Resolution, place: Place) -> None:
    """Plan a roll of which only the mean comes.

    Args:
        plans: the book.
        step: the roll.
        rest: the steps after it in its block.
        how: how it is decided.
        place: where it is.
    """
    if isinstance(step, Roll) and _is_number(step, rest):
        _plan_counter(plans, step, how, place)
        return
    counter = isinstance(step, Roll) and step.store is not None
    try:
        takes = 0
        if isinstance(step, Roll) and step.store is not None:
            mean, takes = plans.averaging.of_rest(step, rest)
        else:
            mean = plans.averaging.of_roll(step)
    except NoMean as error:
        said = plans.deciding.says_so(step.resolution)
        if counter and isinstance(step, Roll) and not step.rows and said:
            _plan_counter(plans, step, how, place)
        else:
            plans.note(step, f"this stays on dice: it has no mean: {error}")
        return
    changes = {name: mean.change(name) for name in mean.parts}
    of = lcm(1, *(change.of for change in changes.values()))
    label = step.label if isinstance(step, Roll) else "random"
    use = plans.use(step.address, label, "amount", how, of, tuple(changes), place)
    plans.add(step, Plan(lambda: _write_mean(plans, step, mean, use), 1 + takes, whole=True))


def _is_number(step: Roll, rest: Block) -> bool:
    """Whether a roll is for a number of passes, or of copies that are gained."""
    if step.store is None or step.rows:
        return False
    return step.store.endswith(COPIES) or bool(rest and isinstance(rest[0], Loop))


def _plan_counter(plans: Plans, step: Roll, how: Resolution, place: Place) -> None:
    """A roll under a name that is itself an amount."""
    number, of = plans.chances.mean(step.value)
    use = plans.use(step.address, step.label, "amount", how, of, (step.label,), place)

    def write() -> Block:
        ledger = plans.accounts.ledgers[use.key]
        scaled = times(const(ledger.of // of), number)
        certain = plans.chances.certain(step.value)
        before, came = plans.settling.amount(scaled, certain, ledger, step.label, use.manner, False, step.address)
        return (*before, structs.replace(step, value=came, resolution=DICE))

    plans.add(step, Plan(write))


def _write_mean(plans: Plans, step: Roll | Random, mean: Mean, use: Use) -> Block:
    ledger = plans.accounts.ledgers[use.key]
    steps: list[Step] = list(mean.asked)
    if mean.noted:
        steps.insert(0, Assign(changes=tuple(mean.noted), address=own_address(step.address), why="hidden"))
    changes = []
    for number, name in enumerate(mean.parts):
        change = mean.change(name)
        amount = times(const(ledger.of // change.of), change.amount)
        certain = mean.certain(name) if ledger.loose else FALSE
        before, came = plans.settling.amount(amount, certain, ledger, name, use.manner, False, step.address, number)
        steps.extend(before)
        value = binary("-" if change.losing else "+", Var(name=name), came)
        changes.append(Change(variable=name, value=value, beyond=change.beyond))
    if changes:
        steps.append(Assign(changes=tuple(changes), address=step.address))
    return tuple(steps)


# ---- effects and scores -------------------------------------------------------------------------------------


def plan_effect(plans: Plans, step: Assign, place: Place) -> None:
    """Plan the dice in an effect."""
    settled: dict[int, Settled] = {}
    for number, change in enumerate(step.changes):
        amount, lowers, put_back = _random_part(change)
        part = change.variable if len(step.changes) > 1 else ""
        of = _Amount(change.variable, amount, lowers, number, part)
        found = _plan_amount(plans, step, of, change.resolution, place)
        if found is not None:
            settled[number] = _then(found, put_back)
    if settled:
        plans.add(step, Plan(lambda: _write_effect(step, settled)))


def plan_score(plans: Plans, step: Score, place: Place) -> None:
    """Plan the dice in points earned."""
    match step.amount:
        case Unary(op="-", operand=amount):
            lowers = True
        case amount:
            lowers = False
    found = _plan_amount(plans, step, _Amount(POINTS, amount, lowers), step.resolution, place)
    if found is None:
        return

    def write() -> Block:
        before, came = found()
        return (*before, structs.replace(step, amount=minus(came) if lowers else came, resolution=None))

    plans.add(step, Plan(write))


def _plan_amount(
    plans: Plans,
    step: Assign | Score,
    of: _Amount,
    own: Resolution | None,
    place: Place,
) -> Settled | None:
    """Plan one amount of a step; None if it does not change.

    Args:
        plans: the book.
        step: what it is part of.
        of: the amount.
        own: what its place says of how it is decided.
        place: where it is.
    """
    how = plans.deciding.resolution(own, EARNED if isinstance(step, Score) else of.changes, place)
    if not has_dice(of.value) or how.mode == "dice":
        return None
    try:
        if how.mode in ("expected", "ledger"):
            return _by_mean(plans, step, of, how, place)
        values, weights, whole = plans.chances.of_amount(of.value)
    except TooMany as error:
        plans.note(step, f"this stays on dice: {error}", "expected and ledger work with amounts of any size")
        return None
    labels = tuple(str(value) for value in values)
    found = Outcomes(values, labels, weights, const(whole), whole, len(values) - 1)
    use = plans.use(step.address, of.changes, "branch", how, whole, labels, place, plans.chances.gaps(found), of.part)

    def by_total() -> tuple[Block, Expr]:
        return plans.settling.branch(found, plans.accounts.ledgers[use.key], use.manner, step.address, of.number)

    return by_total


def _by_mean(plans: Plans, step: Assign | Score, of: _Amount, how: Resolution, place: Place) -> Settled:
    """Plan the mean of an amount. Where no outcome adds the loss is counted, elsewhere what is added."""
    low, high = plans.chances.bounds(of.value)
    turned = high <= 0 or (of.lowers and low < 0)
    mean, parts = plans.chances.mean(of.value)
    mean = times(const(-1), mean) if turned else mean
    use = plans.use(step.address, of.changes, "amount", how, parts, (of.changes,), place, part=of.part)

    def by_mean() -> tuple[Block, Expr]:
        ledger = plans.accounts.ledgers[use.key]
        scaled = times(const(ledger.of // parts), mean)
        positive = low >= 0 or high <= 0
        certain = plans.chances.certain(of.value)
        before, came = plans.settling.amount(
            scaled, certain, ledger, of.changes, use.manner, positive, step.address, of.number
        )
        return before, binary("-", ZERO, came) if turned else came

    return by_mean


def _then(settled: Settled, put_back: Callable[[Expr], Expr]) -> Settled:
    def both() -> tuple[Block, Expr]:
        before, came = settled()
        return before, put_back(came)

    return both


def _write_effect(step: Assign, settled: Mapping[int, Settled]) -> Block:
    steps: list[Step] = []
    changes = []
    for number, change in enumerate(step.changes):
        value = change.value
        if number in settled:
            before, value = settled[number]()
            steps.extend(before)
        changes.append(structs.replace(change, value=value, resolution=None))
    return (*steps, structs.replace(step, changes=tuple(changes)))


def _random_part(change: Change) -> tuple[Expr, bool, Callable[[Expr], Expr]]:
    """The amount of a change, whether it is taken away, and the change's value for another amount.

    Where the change sets its variable, the amount is the whole value.
    """
    match change.value:
        case Binary(op="+" | "-" as op, left=Var(name=change.variable) as present, right=amount):
            return amount, op == "-", lambda new: binary(op, present, new)
        case Binary(
            op="min",
            left=Binary(op="+" | "-" as op, left=Var(name=change.variable) as present, right=amount),
            right=cap,
        ):  # a foe's stat, which may not rise above what it was
            return amount, op == "-", lambda new: binary("min", binary(op, present, new), cap)
    return change.value, False, lambda new: new
