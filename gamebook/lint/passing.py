"""What a play looks like that passes a mark, so that it can be waited for."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.model.arithmetic import divides_by_zero
from gamebook.model.expression import Expr
from gamebook.model.prices import amount_of
from gamebook.model.step import Assign, Choose, If, Loop, Score, Step
from gamebook.play.evaluate import Values
from gamebook.play.step import Awaited, Machine
from gamebook.program.code import Mark
from gamebook.program.lower import fits


def passing(mark: Mark, machine: Machine) -> Awaited:
    """Whether play passes a mark with a step: of a `clamp`, a `below`, a `zero`, a gain or a store without room.

    Of an effect with dice, which have not fallen yet, one result that passes the mark is enough.
    """
    value, spread, index = machine.expressions.value, machine.expressions.spread, machine.index
    asked: dict[int, tuple[Expr, ...]] = {}

    def clamps(step: Assign, values: Values) -> bool:
        change = next(each.value for each in step.changes if each.variable == mark.variable)
        variable = index.book.variables[index.places[mark.variable]]
        new = spread(change)(values)
        return new.high > variable.high if mark.amount > 0 else new.low < variable.low

    def is_below(step: Assign, values: Values) -> bool:
        amounts = (amount_of(step, each) for each in step.changes if each.variable == mark.variable)
        return any(spread(each)(values).low < 0 for each in amounts if each is not None)

    def is_full(step: Assign, values: Values) -> bool:
        places = (index.places[each.variable] for each in step.changes)
        return any(values[place] >= index.book.variables[place].high for place in places)

    def passes(step: Step, values: Values) -> bool:
        if mark.what == "zero":
            if id(step) not in asked:
                asked[id(step)] = tuple(map(divides_by_zero, _worked_out(step, mark.address)))
            return any(spread(each)(values).high for each in asked[id(step)])
        if getattr(step, "address", None) != mark.address:
            return False
        match step:
            case Assign():
                return {"clamp": clamps, "stored": clamps, "below": is_below}.get(mark.what, is_full)(step, values)
            case If():
                if id(step) not in asked:
                    asked[id(step)] = fits(step)
                copies, room = asked[id(step)]
                has_most = not value(copies)(values)
                return has_most if mark.what == "full" else not (has_most or value(room)(values))
        return False

    return passes


def _worked_out(step: Step, address: str) -> Iterator[Expr]:
    """The values that are worked out at an address."""
    match step:
        case Assign() if step.address == address:
            yield from (change.value for change in step.changes)
        case If() if step.address == address:
            yield step.condition
        case Loop() if step.address == address:
            yield step.until
        case Score() if step.address == address:
            yield step.amount
        case Choose():
            yield from (option.condition for option in step.options if option.address == address)
