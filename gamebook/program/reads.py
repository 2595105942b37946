"""Which variables of a program an expression reads."""

from __future__ import annotations

from collections.abc import Sequence

from gamebook.model.arithmetic import reads
from gamebook.model.expression import Expr
from gamebook.program.code import Cell, VariableId


class Reads:
    """Finds the variables of expressions, and remembers what was asked."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self.index: dict[str, VariableId] = {cell.name: number for number, cell in enumerate(cells)}
        """Name → variable."""
        self._known: dict[Expr, tuple[VariableId, ...]] = {}

    def __call__(self, expr: Expr) -> tuple[VariableId, ...]:
        """The variables of an expression, ascending."""
        found = self._known.get(expr)
        if found is None:
            found = self._known[expr] = tuple(sorted(self.index[name] for name in reads(expr)))
        return found
