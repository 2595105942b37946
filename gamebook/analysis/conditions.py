"""Questions about the listed values, as conditions on the sheet."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from msgspec.structs import replace

from gamebook.analysis.features import Feature
from gamebook.analysis.rules import Way
from gamebook.analysis.tree import Op, Question
from gamebook.kernels.arrays import Flags, Ints
from gamebook.model.arithmetic import TRUE, const, negate
from gamebook.model.expression import Binary, Expr, Var
from gamebook.model.fold import both, either


def condition(ways: Sequence[Way], columns: Sequence[Feature], things: Collection[str]) -> Expr:
    """One of the ways holds; FALSE and TRUE fold away.

    Args:
        ways: all questions of a way hold together.
        columns: what the questions ask about.
        things: what a reader has or has not, and does not count: `not rope`, in place of `rope <= 0`.
    """
    return either(both(_asked(question, columns[question.column], things) for question in way) for way in ways)


def _asked(question: Question, about: Feature, things: Collection[str]) -> Expr:
    """A question about the values that are listed, as one about those on the sheet."""
    if about.stands_for is None:
        return _compared(question.op, question.bound, about.expr, things)
    sheet = sorted(about.stands_for)
    holds = replace(question, column=0).holds(np.array([[about.stands_for[value]] for value in sheet]))
    runs = [(sheet[run[0]], sheet[run[-1]]) for run in _runs(holds)]
    others = [sheet[run[0]] for run in _runs(~holds) if len(run) == 1]
    if len(others) == 1 and holds.sum() == len(sheet) - 1 and others[0] not in (sheet[0], sheet[-1]):
        return _compared("!=", others[0], about.expr, things)
    return either(_between(run, (sheet[0], sheet[-1]), about.expr, things) for run in runs)


def _runs(holds: Flags) -> list[Ints]:
    """The places that hold, each run of neighbours by itself."""
    places = np.flatnonzero(holds)
    return [run for run in np.split(places, np.flatnonzero(np.diff(places) > 1) + 1) if len(run)]


def _between(run: tuple[int, int], ends: tuple[int, int], about: Expr, things: Collection[str]) -> Expr:
    """A value is in a run of values; `ends`: the lowest and the highest that there are."""
    (first, last), (low, high) = run, ends
    if first == last and low < first < high:
        return _compared("=", first, about, things)
    above = TRUE if first == low else _compared(">", first - 1, about, things)
    below = TRUE if last == high else _compared("<=", last, about, things)
    return both([above, below])


def _compared(op: Op, bound: int, about: Expr, things: Collection[str]) -> Expr:
    owned = isinstance(about, Var) and about.name in things
    if owned and bound == 0 and op in ("<=", ">"):
        return about if op == ">" else negate(about)
    return Binary(op=op, left=about, right=const(bound))
