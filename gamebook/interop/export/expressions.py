"""Values and conditions in the languages of interactive fiction, which write them much alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from gamebook.comparisons import COMPARISONS
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var

FEW = 4
"""As many dice are written one by one; more are thrown by a function."""


class Expressions(ABC):
    """Writes expressions in one language. A condition is true or false there, and not a number."""

    compare: ClassVar[Mapping[str, str]] = {"=": "=="}
    both, either, negated = "and", "or", "not "

    def __init__(self, names: Mapping[str, str]) -> None:
        """Begin.

        Args:
            names: what variables are called there.
        """
        self.names = names
        self.used: set[str] = set()
        """Which helpers are needed: `divide`, `mod`, `dice`, and tables by name."""

    def number(self, expr: Expr) -> str:
        """An expression as a number."""
        match expr:
            case Const(value=value):
                return str(value) if value >= 0 else f"({value})"
            case Var(name=name):
                return self.names[name]
            case Unary(op="-", operand=operand):
                return f"(0 - {self.number(operand)})"
            case Binary(op="+" | "-" | "*" as op, left=left, right=right):
                return f"({self.number(left)} {op} {self.number(right)})"
            case Binary(op="min" | "max" as op, left=left, right=right):
                return self.call(op, plain(self.number(left)), plain(self.number(right)))
            case Binary(op="/", left=left, right=right):
                return self.helper("divide", left, right)
            case Binary(op="mod", left=left, right=right):
                return self.helper("mod", left, right)
            case Dice():
                return self.dice(expr)
            case Lookup(table=table, column=column, row=row):
                self.used.add(f"table {table}")
                return self.look_up(table, plain(self.number(column)), plain(self.number(row)))
            case _:
                return self.as_number(self.truth(expr))

    def truth(self, expr: Expr) -> str:
        """An expression as a condition."""
        match expr:
            case Const(value=value):
                return "true" if value else "false"
            case Unary(op="not", operand=operand):
                return f"{self.negated}({plain(self.truth(operand))})"
            case Binary(op="and", left=left, right=right):
                return f"({self.truth(left)} {self.both} {self.truth(right)})"
            case Binary(op="or", left=left, right=right):
                return f"({self.truth(left)} {self.either} {self.truth(right)})"
            case Binary(op=op, left=left, right=right) if op in COMPARISONS:
                return f"({self.number(left)} {self.compare.get(op, op)} {self.number(right)})"
            case _:
                return f"({self.number(expr)} {self.compare.get('!=', '!=')} 0)"

    def helper(self, name: str, *values: Expr) -> str:
        """A call of a helper."""
        self.used.add(name)
        return self.call(name, *(plain(self.number(value)) for value in values))

    def dice(self, dice: Dice) -> str:
        """The sum of some dice."""
        if isinstance(dice.count, Const) and dice.count.value <= FEW:
            count = max(0, min(dice.count.value, dice.most))
            return self.sum_of([self.die(dice.sides)] * count)
        self.used.add("dice")
        count_ = self.number(dice.count)
        return self.call("dice", self.call("min", self.call("max", count_, "0"), str(dice.most)), str(dice.sides))

    def sum_of(self, terms: list[str]) -> str:
        """A sum."""
        return f"({' + '.join(terms)})" if len(terms) > 1 else "".join(terms) or "0"

    @abstractmethod
    def die(self, sides: int) -> str:
        """One die."""

    @abstractmethod
    def call(self, function: str, *values: str) -> str:
        """A call of `min`, `max` or a helper."""

    @abstractmethod
    def as_number(self, condition: str) -> str:
        """1 for true, 0 for false."""

    @abstractmethod
    def look_up(self, table: str, column: str, row: str) -> str:
        """A cell of a table, or of its edge."""


def plain(condition: str) -> str:
    """A condition without the brackets around all of it."""
    if not (condition.startswith("(") and condition.endswith(")")):
        return condition
    depth = 0
    for place, letter in enumerate(condition):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and place < len(condition) - 1:
            return condition
    return condition[1:-1]
