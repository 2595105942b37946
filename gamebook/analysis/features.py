"""What rules of advice can ask about in one decision, in the words of the book.

In a book the name of a value with `while` lines means the value with its bonus: `nerve <= 5` counts the charm. A state
holds the value without it, so it is the sum that rules ask about, where the state tells it.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from gamebook.analysis.columns import fixed, on_states
from gamebook.analysis.tables import Merged
from gamebook.kernels.arrays import Ints
from gamebook.model.arithmetic import ZERO, const, parts, reads, substituted
from gamebook.model.expression import Binary, Expr, Var
from gamebook.solver.solution import Solved


class Feature(Struct, frozen=True):
    """One value that rules can ask about."""

    expr: Expr
    """It, as the book says it."""
    values: Ints
    """int64[n], in each state."""
    named: bool
    """Whether its values are names: then only equality makes sense."""
    stands_for: Mapping[int, int] | None = None
    """Which of the values that are listed stands for each value on the sheet; None: each for itself."""


def features(solved: Solved, table: Merged, speakable: Mapping[str, bool]) -> list[Feature]:
    """What rules for one decision can ask about.

    Args:
        solved: the book.
        table: the decision.
        speakable: the variables that a reader knows, and whether their values are names.
    """
    meant, count = dict(solved.book.bonuses), len(table.states)
    one_value = fixed(solved)
    standing = _standing(solved, table)
    known = {**{name: np.full(count, value, np.int64) for name, value in one_value.items()}, **table.columns}
    found = []
    for name, values in table.columns.items():
        if name not in speakable:
            continue
        whole = meant.get(name, Var(name=name))
        if reads(whole) <= known.keys():
            stands_for = standing.get(name) if whole == Var(name=name) else None
            found.append(Feature(whole, on_states(solved.book, whole, known, count), speakable[name], stands_for))
        elif sum(part == Var(name=name) for part in parts(whole)) == 1:
            # Whether the bonus holds makes no difference here. In words, the value without it is a difference.
            sure = {other: const(value) for other, value in one_value.items()}
            bonus = substituted(whole, {**sure, name: ZERO})
            found.append(Feature(Binary(op="-", left=whole, right=bonus), values, speakable[name]))
    return found


def _standing(solved: Solved, table: Merged) -> dict[str, dict[int, int]]:
    """For each variable which value stands for each, where one does for several; only what is so in all states."""
    program, states = solved.space.program, solved.space.states
    nodes = solved.space.code.point_node[np.unique(states.point[table.states])].tolist()
    first, *others = (program.least.get(node, {}) for node in nodes)
    low = {cell.name: cell.low for cell in program.cells}
    return {
        name: dict(enumerate(least, low[name]))
        for name, least in first.items()
        if all(other.get(name) == least for other in others)
    }
