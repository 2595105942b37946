"""To play one book as another is best played: what is chosen by what the reader sees, carried over.

A habit is a tree of questions about the sheet for each decision. Put into a program it leaves the reader nothing to
decide, so that few of the book's states can be come to; and what that is worth, best play is worth at least.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from gamebook.kernels.arrays import Ints
from gamebook.model.arithmetic import TRUE, const
from gamebook.model.expression import Binary, Var
from gamebook.program.code import Branch, Choice, Decide, Enter, NodeId, Program
from gamebook.program.grown import Grown
from gamebook.solver.solution import Played, Solved

MOST_ROWS = 4_000
"""States of one decision that a tree is learned from, those visited most; it answers for the others, too."""


class Question(Struct, frozen=True):
    """`variable <= bound`, and what to do then and else; a number is an option's."""

    variable: str
    bound: int
    yes: Question | int
    no: Question | int


Habit = Mapping[str, Question | int]
"""What is done at each decision, by its address."""


def habit(solved: Solved, played: Played) -> Habit:
    """The option that a policy takes at each decision of the reader that it reaches."""
    found: dict[str, Question | int] = {}
    for node in solved.decisions():
        table = solved.decision(played, node)
        rows = np.flatnonzero(table.visits > 0)
        if table.owner != "reader" or not len(rows):
            continue
        rows = rows[np.argsort(-table.visits[rows], kind="stable")[:MOST_ROWS]]
        names = tuple(table.columns)
        values = np.array([table.columns[name][rows] for name in names], np.int64).reshape(len(names), len(rows))
        found[table.address] = _ask(names, values, table.share[rows].argmax(axis=1))
    return found


def follow(program: Program, known: Habit) -> Program:
    """The program with the reader's decisions made by habit; if that option is closed, the decision stays open."""
    cells = {cell.name for cell in program.cells}
    work = Grown(program)

    def answer(told: Question | int, options: tuple[Choice, ...], still: NodeId) -> NodeId:
        if isinstance(told, int):
            here = options[told]
            return here.next if here.condition == TRUE else work.add(Branch(here.condition, here.next, still), still)
        yes, no = (answer(each, options, still) for each in (told.yes, told.no))
        if told.variable not in cells:
            return yes
        holds = Binary(op="<=", left=Var(name=told.variable), right=const(told.bound))
        return work.add(Branch(holds, yes, no), still)

    for number, node in enumerate(program.nodes):
        if isinstance(node, Decide) and node.owner == "reader" and node.address in known:
            still = work.add(node, number)
            work.nodes[number] = Enter(None, answer(known[node.address], node.options, still))
    return work.grown()


def _ask(names: tuple[str, ...], values: Ints, chosen: Ints) -> Question | int:
    """The tree that answers every row, by the split that leaves least doubt (Gini's measure) at each question.

    Args:
        names: the variables.
        values: int64[variables, rows].
        chosen: int64[rows], the option taken.
    """
    options, counts = np.unique(chosen, return_counts=True)
    found = _split(values, chosen == options[:, None]) if len(options) > 1 else None
    if found is None:
        return int(options[counts.argmax()])
    variable, bound = found
    yes = values[variable] <= bound
    sides = (_ask(names, values[:, side], chosen[side]) for side in (yes, ~yes))
    return Question(names[variable], bound, *sides)


def _split(values: Ints, takes: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> tuple[int, int] | None:
    """The variable and bound that separate the options best; None if all rows are alike.

    Args:
        values: int64[variables, rows].
        takes: bool[options, rows].
    """
    best, found = -1.0, None
    total, count = takes.sum(axis=1), values.shape[1]
    sizes = np.arange(1, count)
    for variable, column in enumerate(values):
        order = np.argsort(column, kind="stable")
        ends = np.flatnonzero(np.diff(column[order]))
        if not len(ends):
            continue
        below = np.cumsum(takes[:, order], axis=1)[:, ends]
        pure = (below**2).sum(axis=0) / sizes[ends] + ((total[:, None] - below) ** 2).sum(axis=0) / (
            count - sizes[ends]
        )
        at = int(pure.argmax())
        if pure[at] > best:
            best, found = float(pure[at]), (variable, int(column[order[ends[at]]]))
    return found
