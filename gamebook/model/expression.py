"""Values and conditions over the sheet: integers, in which a condition is 0 or 1.

An expression may hold dice only where the model says *random*: in an effect's value, a roll, the number of
passes of a loop. Division rounds down and `mod` agrees with it (Python's `//` and `%`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from gamebook.dice.pmf import Pmf, dice


class Part(Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """Anything in the model: frozen, with no field beyond those declared."""


class Tagged(Part, frozen=True, tag_field="kind", tag=str.lower):
    """One of several kinds that may stand in the same place; in JSON its `kind` says which."""


class Const(Tagged, frozen=True):
    """A fixed number."""

    value: int


class Var(Tagged, frozen=True):
    """The present value of a variable of the book, by its name."""

    name: str


class Unary(Tagged, frozen=True):
    """`-x` or `not x`."""

    op: Literal["-", "not"]
    operand: Expr


BinaryOp = Literal["+", "-", "*", "/", "mod", "min", "max", "=", "!=", "<", "<=", ">", ">=", "and", "or"]
STRENGTH: Mapping[BinaryOp, int] = {
    "or": 1, "and": 2, "=": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "mod": 6,
}  # fmt: skip
"""How tightly an operator that stands between its values binds, as the language has it; `not` binds with 3."""


class Binary(Tagged, frozen=True):
    """An operation on two values; `and`, `or` take any non-zero value as true and give 0 or 1."""

    op: BinaryOp
    left: Expr
    right: Expr


class Lookup(Tagged, frozen=True):
    """A cell of a table; a column or row outside the table reads its nearest edge."""

    table: str
    column: Expr
    row: Expr


class Dice(Tagged, frozen=True):
    """The sum of the dice kept of `count` dice (at most `most`) with faces 1..sides. Random.

    With `faces`, the number of dice that show one of them (low..high) instead.
    """

    count: Expr
    most: int
    """The largest value `count` can have; a larger or negative count is cut to 0..most."""
    sides: int
    keep: int | None = None
    highest: bool = True
    faces: tuple[int, int] | None = None
    explode: int = 0
    """How often each die is thrown once more, and added, while it shows its highest face."""

    def thrown(self, count: int) -> Pmf:
        """The distribution for so many dice."""
        return dice(count, self.sides, self.keep, self.highest, self.faces, self.explode)


Expr = Const | Var | Unary | Binary | Lookup | Dice
