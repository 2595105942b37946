"""A small learner: which option to take, by a tree of questions about columns of integers.

Rows weigh as much as they are visited, and as a wrong option costs there. A leaf holds an order of preference: the
first option that is open is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import numpy as np
from msgspec import Struct

from gamebook.job import look
from gamebook.kernels.arrays import Flags, Floats, Ints

MOST_LEAVES = 32
SLIGHT = 1e-3
"""What being wrong counts for where it costs nothing, relative to the mean cost."""
Op = Literal["<=", ">", "=", "!="]
NEGATION: Mapping[Op, Op] = {"<=": ">", ">": "<=", "=": "!=", "!=": "="}


class Question(Struct, frozen=True):
    """`column op bound`"""

    column: int
    op: Op
    bound: int

    def negated(self) -> Question:
        """The opposite question."""
        return Question(self.column, NEGATION[self.op], self.bound)

    def implies(self, other: Question) -> bool:
        """Whether a later question of this kind makes an earlier one needless."""
        sharper = self.op == other.op and self.op in ("<=", ">")
        return self.column == other.column and (sharper or (self.op == "=" and other.op == "!="))

    def holds(self, columns: Ints) -> Flags:
        """bool[n]"""
        values = columns[:, self.column]
        match self.op:
            case "<=":
                return np.asarray(values <= self.bound)
            case ">":
                return np.asarray(values > self.bound)
            case "=":
                return np.asarray(values == self.bound)
            case _:
                return np.asarray(values != self.bound)


class Leaf(Struct, frozen=True):
    """Options by number, the most preferred first; and what it costs to follow them on the rows learned from."""

    order: tuple[int, ...]
    cost: float


class Split(Struct, frozen=True):
    """One tree for the rows for which the question holds, another for the rest."""

    question: Question
    yes: Tree
    no: Tree
    merged: Leaf
    """What would be here instead of a split."""


Tree = Leaf | Split


def leaves(tree: Tree, columns: Ints, rows: Ints | None = None) -> Iterator[tuple[Leaf, Ints]]:
    """Every leaf with its rows."""
    if rows is None:
        rows = np.arange(len(columns))
    if isinstance(tree, Leaf):
        yield tree, rows
        return
    holds = tree.question.holds(columns[rows])
    yield from leaves(tree.yes, columns, rows[holds])
    yield from leaves(tree.no, columns, rows[~holds])


def rule_count(tree: Tree) -> int:
    """Rules it takes to say the tree."""
    return len(tree.order) if isinstance(tree, Leaf) else rule_count(tree.yes) + rule_count(tree.no)


def tree_cost(tree: Tree) -> float:
    """What following the tree costs on the rows it was learned from."""
    return tree.cost if isinstance(tree, Leaf) else tree_cost(tree.yes) + tree_cost(tree.no)


def cut_back(tree: Tree, most_rules: int) -> Tree:
    """The tree with splits undone: those that gain nothing, then the cheapest, until few enough rules are left."""
    tree = _without_idle(tree)
    while isinstance(tree, Split) and rule_count(tree) > most_rules:
        cuts = [cut for cut in _cuts(tree) if rule_count(cut) < rule_count(tree)]
        if not cuts:
            return tree.merged
        now = tree_cost(tree)
        tree = _without_idle(min(cuts, key=lambda cut: (tree_cost(cut) - now) / (rule_count(tree) - rule_count(cut))))
    return tree


def _without_idle(tree: Tree) -> Tree:
    if isinstance(tree, Leaf):
        return tree
    tree = Split(tree.question, _without_idle(tree.yes), _without_idle(tree.no), tree.merged)
    idle = tree.merged.cost <= tree_cost(tree) and rule_count(tree.merged) <= rule_count(tree)
    return tree.merged if idle else tree


def _cuts(tree: Tree) -> Iterator[Tree]:
    """Every tree that has one split fewer at its ends, or more."""
    if isinstance(tree, Leaf):
        return
    yield tree.merged
    for yes in _cuts(tree.yes):
        yield Split(tree.question, yes, tree.no, tree.merged)
    for no in _cuts(tree.no):
        yield Split(tree.question, tree.yes, no, tree.merged)


def grow(columns: Ints, named: Sequence[bool], is_open: Flags, good: Flags, loss: Floats, weight: Floats) -> Tree:
    """Grow a tree until every leaf is right or there are many.

    Args:
        columns: int64[n, k], the features.
        named: for each column, whether its values are names: then only equality is tested.
        is_open: bool[n, m], which options are open.
        good: bool[n, m], which are right.
        loss: float64[n, m], what an option costs.
        weight: float64[n], how often a row comes up.
    """
    return _Grower(columns, named, is_open, good, loss, weight).run()


class _Growing(Struct, eq=False):
    """A leaf that may still be split."""

    rows: Ints
    leaf: Leaf
    question: Question | None = None
    yes: _Growing | None = None
    no: _Growing | None = None

    def tree(self) -> Tree:
        if self.question is None or self.yes is None or self.no is None:
            return self.leaf
        return Split(self.question, self.yes.tree(), self.no.tree(), self.leaf)


class _Grower:
    """The rows, and what a wrong option costs in each."""

    def __init__(
        self, columns: Ints, named: Sequence[bool], is_open: Flags, good: Flags, loss: Floats, weight: Floats
    ) -> None:
        self.columns, self.named, self.is_open, self.good = columns, named, is_open, good
        mean = float(weight @ loss.max(axis=1, initial=0.0)) / max(1e-300, float(weight.sum()))
        self.penalty = weight[:, np.newaxis] * np.where(good, 0.0, loss + SLIGHT * (mean or 1.0))
        # A row's label is the good option that most rows with only one good option have.
        alone = good.sum(axis=1) == 1
        votes = (good[alone] * weight[alone, np.newaxis]).sum(axis=0) + 1e-9 * (good * weight[:, np.newaxis]).sum(
            axis=0
        )
        self.label = np.argmax(np.where(good, votes + 1e-300, -1.0), axis=1)
        self.heavy = np.where(is_open & ~good, self.penalty, 0.0).max(axis=1, initial=0.0)

    def run(self) -> Tree:
        root = self._new(np.arange(len(self.columns)))
        ends = [root]
        stuck: list[_Growing] = []
        while ends and len(ends) + len(stuck) < MOST_LEAVES:
            look()
            worst = max(ends, key=lambda end: end.leaf.cost)
            ends.remove(worst)
            if worst.leaf.cost <= 0.0:
                break
            question = self._question(worst.rows)
            if question is None:
                stuck.append(worst)
                continue
            holds = question.holds(self.columns[worst.rows])
            worst.question = question
            worst.yes, worst.no = self._new(worst.rows[holds]), self._new(worst.rows[~holds])
            ends += [worst.yes, worst.no]
        return root.tree()

    def _new(self, rows: Ints) -> _Growing:
        return _Growing(rows, self._leaf(rows))

    def _leaf(self, rows: Ints) -> Leaf:
        """The order of preference that costs least, found greedily: options that are never wrong come first.

        If some order is right everywhere, its first option is never wrong; taking it away leaves an order that is
        right everywhere else. So an order without fault is always found.
        """
        order: list[int] = []
        cost = 0.0
        left = rows
        while len(left):
            look()
            is_open, penalty = self.is_open[left], self.penalty[left]
            wrong = np.where(is_open, penalty, 0.0).sum(axis=0)
            covers = is_open.sum(axis=0)
            ratio = np.where(covers > 0, wrong / np.maximum(covers, 1), np.inf)
            ratio[order] = np.inf
            best = np.flatnonzero(ratio <= ratio.min())
            option = int(best[np.argmax(covers[best])])
            if not np.isfinite(ratio[option]):
                break
            order.append(option)
            cost += float(wrong[option])
            left = left[~is_open[:, option]]
        return Leaf(tuple(order), cost)

    def _question(self, rows: Ints) -> Question | None:
        """The question that separates the labels best: least entropy, weighted by the cost of a mistake."""
        labels, heavy = self.label[rows], self.heavy[rows]
        options = self.good.shape[1]
        best: tuple[float, Question] | None = None
        for column, named in enumerate(self.named):
            values = self.columns[rows, column]
            low = int(values.min())
            size = int(values.max()) - low + 1
            if size == 1:
                continue
            cells = np.bincount((values - low) * options + labels, heavy, size * options)
            table: Floats = cells.astype(np.float64).reshape(size, options)
            total = table.sum(axis=0)
            present = np.bincount(values - low, minlength=size) > 0
            below = table if named else np.cumsum(table, axis=0)
            asked = np.flatnonzero(present) if named else np.flatnonzero(present)[:-1]
            score = _entropy(below[asked]) + _entropy(total - below[asked])
            at = int(np.argmin(score))
            if best is None or score[at] < best[0]:
                best = float(score[at]), Question(column, "=" if named else "<=", low + int(asked[at]))
        return best[1] if best else None


def _entropy(table: Floats) -> Floats:
    """float64[k]: for each row of weights, their entropy times their sum."""
    table = np.maximum(table, 0.0)
    total = table.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = np.where(table > 0, table * np.log(total / table), 0.0)
    return np.asarray(parts.sum(axis=1))
