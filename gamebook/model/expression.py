"""Values and conditions over the sheet: integers, in which a condition is 0 or 1.

An expression may hold dice only where the model says *random*: in an effect's value, a roll, the number of
passes of a loop. Division rounds down and `mod` agrees with it (Python's `//` and `%`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from gamebook.dice.pmf import Pmf, dice


class Part(BaseModel):
    """Anything in the model: frozen, with no field beyond those declared."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Const(Part):
    """A fixed number."""

    kind: Literal["const"] = "const"
    value: int


class Var(Part):
    """The present value of a variable of the book, by its name."""

    kind: Literal["var"] = "var"
    name: str


class Unary(Part):
    """`-x` or `not x`."""

    kind: Literal["unary"] = "unary"
    op: Literal["-", "not"]
    operand: Expr


BinaryOp = Literal["+", "-", "*", "/", "mod", "min", "max", "=", "!=", "<", "<=", ">", ">=", "and", "or"]
STRENGTH: Mapping[BinaryOp, int] = {
    "or": 1, "and": 2, "=": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "mod": 6,
}  # fmt: skip
"""How tightly an operator that stands between its values binds, as the language has it; `not` binds with 3."""


class Binary(Part):
    """An operation on two values; `and`, `or` take any non-zero value as true and give 0 or 1."""

    kind: Literal["binary"] = "binary"
    op: BinaryOp
    left: Expr
    right: Expr


class Lookup(Part):
    """A cell of a table; a column or row outside the table reads its nearest edge."""

    kind: Literal["lookup"] = "lookup"
    table: str
    column: Expr
    row: Expr


class Dice(Part):
    """The sum of the dice kept of `count` dice (at most `most`) with faces 1..sides. Random.

    With `faces`, the number of dice that show one of them (low..high) instead.
    """

    kind: Literal["dice"] = "dice"
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


Expr = Annotated[Const | Var | Unary | Binary | Lookup | Dice, Field(discriminator="kind")]

for _part in (Unary, Binary, Lookup, Dice):
    _part.model_rebuild()
