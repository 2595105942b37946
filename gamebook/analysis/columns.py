"""Expressions of a book: as a command gives them, and in every state of a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import numpy as np
from lark import Tree
from lark.exceptions import LarkError

from gamebook.errors import UsageError
from gamebook.kernels.arrays import Ints
from gamebook.model.arithmetic import binary, const, negate
from gamebook.model.book import Book
from gamebook.model.expression import BinaryOp, Expr, Var
from gamebook.program.code import NodeId
from gamebook.program.columns import on_columns
from gamebook.resolve.fold import minus
from gamebook.resolve.spelling import nearest
from gamebook.solver.solution import Solved
from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.build import Builder
from gamebook.syntax.grammar import parser


def asked(book: Book, text: str) -> Expr:
    """A value as a command gives it: names of the sheet and of parameters, numbers, and what can be done with them.

    Raises:
        UsageError: it cannot be read, or a name is not known.
    """
    try:
        tree = parser().parse(text, start="expression")
    except LarkError:
        raise UsageError(f"{text} cannot be read as a value") from None
    assert isinstance(tree, Tree)
    builder = Builder(Source(text, text), 0)
    written: ast.Expr = builder.build(tree)
    names = {each.name for each in book.variables} | {each.name for each in book.parameters}

    def meant(part: ast.Node) -> Expr:
        match part:
            case ast.Number():
                return const(part.value)
            case ast.Name():
                if part.id not in names:
                    raise UsageError(f"no value is called {part.id}{_hint(nearest(part.id, names))}")
                return Var(name=str(part.id))
            case ast.Unary():
                return minus(meant(part.operand)) if part.op == "-" else negate(meant(part.operand))
            case ast.Binary():
                return binary(cast("BinaryOp", part.op), meant(part.left), meant(part.right))
        raise UsageError(f"{text}: only names of the sheet, numbers and arithmetic are allowed")

    return meant(written)


def _hint(hint: str | None) -> str:
    return f"; {hint}" if hint else ""


def columns_at(solved: Solved, node: NodeId, states: Ints) -> dict[str, Ints]:
    """The variables in some states of a decision, each int64[n]; also those that have one value only (`--hero`)."""
    alone = {name: np.full(len(states), value, np.int64) for name, value in fixed(solved).items()}
    return alone | solved.columns(node, states)


def fixed(solved: Solved) -> dict[str, int]:
    """The variables that have one value in all states, and that value."""
    return {cell.name: cell.low for cell in solved.space.program.cells if cell.low == cell.high}


def on_states(book: Book, expr: Expr, columns: Mapping[str, Ints], count: int) -> Ints:
    """int64[count]: the value of an expression without dice in each state.

    Args:
        book: for its tables and parameters.
        expr: the expression.
        columns: int64[count] for each variable that it reads.
        count: the number of states.
    """
    parameters = {each.name: np.full(count, each.value, np.int64) for each in book.parameters}
    tables = {each.name: (each.first_column, each.first_row, each.cells) for each in book.tables}
    return on_columns(expr, {**parameters, **columns}, count, tables)
