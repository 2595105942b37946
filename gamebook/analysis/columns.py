"""Variables and expressions of a book in every state of a decision."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from gamebook.kernels.arrays import Ints
from gamebook.model.book import Book
from gamebook.model.expression import Expr
from gamebook.program.code import NodeId
from gamebook.program.columns import on_columns
from gamebook.solver.solution import Solved


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
