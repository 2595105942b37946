"""Real dice: what a reader has to throw at a moment, and how play goes on with what they show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, structs

from gamebook.errors import UsageError
from gamebook.model.arithmetic import const
from gamebook.model.expression import Binary, Dice, Expr, Lookup, Unary
from gamebook.model.step import Assign, Change, Pool, Roll, Score, Step
from gamebook.play.evaluate import Values
from gamebook.play.moment import Branch, Chance, Rolled
from gamebook.play.state import EARN
from gamebook.play.step import Machine


class Throw(Struct, frozen=True):
    """Dice that are thrown together, and whose result is one number in low..high."""

    dice: Dice
    low: int
    high: int
    about: str = ""
    """The variable that takes it, where an effect has several."""


def throws(machine: Machine, moment: Chance) -> tuple[Throw, ...]:
    """What to throw, in the order written; nothing where no dice of the book decide, but weights or a ledger's die."""
    step, values = _step(machine, moment), moment.at.values
    if isinstance(step, Pool):
        count = max(0, min(machine.expressions.value(step.count)(values), step.most))
        return (Throw(Dice(count=const(1), most=1, sides=step.sides), 1, step.sides),) * count
    found = []
    for about, expr in _random(machine, step, moment):
        for dice in _dice(expr):
            spread = machine.expressions.spread(dice)(values)
            found.append(Throw(dice, spread.low, spread.high, about))
    return tuple(found)


def fallen(machine: Machine, moment: Chance, shown: Sequence[int]) -> int:
    """Which branch of a moment comes when its throws have shown these numbers.

    Raises:
        UsageError: there are too few numbers or too many, or the dice cannot show them.
    """
    wanted = throws(machine, moment)
    if len(shown) != len(wanted):
        raise UsageError(f"this takes {len(wanted)} numbers, not {len(shown)}")
    for number, throw in zip(shown, wanted, strict=True):
        if not throw.low <= number <= throw.high:
            raise UsageError(f"these dice show {throw.low} to {throw.high}, not {number}")
    is_it = _brought(machine, moment, shown)
    found = [number for number, branch in enumerate(moment.branches) if is_it(branch)]
    if not found:  # such as 2 with exploding dice that leave it out
        raise UsageError(f"these dice cannot show {', '.join(map(str, shown))}")
    return found[0]


def _step(machine: Machine, moment: Chance) -> Step:
    """The step that waits for dice: it is still on top."""
    block, position = moment.at.frames[-1]
    return machine.index.blocks[block].steps[position]


def _random(machine: Machine, step: Step, moment: Chance) -> list[tuple[str, Expr]]:
    """The expressions that are rolled; for an effect on several variables with the variable."""
    match step:
        case Roll():
            return [("", step.value)]
        case Score():
            return [("", step.amount)]
        case Assign():
            return [(each.variable, each.value) for each in step.changes if _varies(machine, each, moment)]
    return []


def _varies(machine: Machine, change: Change, moment: Chance) -> bool:
    """Whether the dice of a change matter: not where the value is given, or cut off whatever they show."""
    place = machine.index.places[change.variable]
    return len({branch.state.values[place] for branch in moment.branches}) > 1


def _dice(expr: Expr) -> Iterator[Dice]:
    """The dice of an expression from left to right; dice that count other dice are thrown with them."""
    match expr:
        case Dice():
            yield expr
        case Unary():
            yield from _dice(expr.operand)
        case Binary():
            yield from _dice(expr.left)
            yield from _dice(expr.right)
        case Lookup():
            yield from _dice(expr.column)
            yield from _dice(expr.row)


def _brought(machine: Machine, moment: Chance, shown: Sequence[int]) -> Callable[[Branch], bool]:
    """Whether a branch is what these numbers bring."""
    step, values, numbers = _step(machine, moment), moment.at.values, iter(shown)
    match step:
        case Pool():
            counts = Counter(shown)
            label = " ".join(f"{counts[face]}x{face}" for face in sorted(counts))
            return lambda branch: branch.label == label
        case Roll():
            value = machine.expressions.value(_settled(step.value, numbers))(values)
            return lambda branch: any(isinstance(each, Rolled) and each.value == value for each in branch.events)
        case Score():
            points = machine.expressions.value(_settled(step.amount, numbers))(values)
            return lambda branch: branch.state.frames[-1] == (EARN, points)
        case Assign():
            after = _changed(machine, step, moment, numbers)
            return lambda branch: branch.state.values == after
    raise UsageError("no dice are thrown here")


def _changed(machine: Machine, step: Assign, moment: Chance, numbers: Iterator[int]) -> Values:
    """The sheet after an effect whose dice have shown these numbers."""
    lowest = iter(lambda: 1, 0)  # of dice that do not matter, anything
    changes = tuple(
        structs.replace(each, value=_settled(each.value, numbers if _varies(machine, each, moment) else lowest))
        for each in step.changes
    )
    return machine.draws.effect(structs.replace(step, changes=changes), moment.at)[0].state.values


def _settled(expr: Expr, numbers: Iterator[int]) -> Expr:
    """The expression with numbers in place of its dice."""
    match expr:
        case Dice():
            return const(next(numbers))
        case Unary():
            return Unary(op=expr.op, operand=_settled(expr.operand, numbers))
        case Binary():
            left = _settled(expr.left, numbers)
            return Binary(op=expr.op, left=left, right=_settled(expr.right, numbers))
        case Lookup():
            column = _settled(expr.column, numbers)
            return Lookup(table=expr.table, column=column, row=_settled(expr.row, numbers))
    return expr
