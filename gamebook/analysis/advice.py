"""Best play in words: for each decision a few rules over the sheet, and how far they are from the truth.

A rule names an option and a condition; the first rule whose option is open and whose condition holds is followed.
Rules are learned from the decision's table: a tree of thresholds is grown until it agrees with best play wherever that
comes, then cut back to a few rules, the cheapest cuts first.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

import numpy as np

from gamebook.analysis.rules import Way, tree_rules
from gamebook.analysis.tables import Merged, reader_tables
from gamebook.analysis.tree import Tree, cut_back, grow, leaves
from gamebook.graph.words import Words
from gamebook.kernels.arrays import Floats, Ints, weighed
from gamebook.model.arithmetic import FALSE, TRUE, const
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Expr, Var
from gamebook.solve.solution import Solved

MOST_RULES = 4
"""Rules that a reader keeps in mind."""
MOST_LEARNED = 20_000
"""States that rules are learned from, the most visited ones; how well they do is measured on all."""
AGREES = 1e-9
"""Share of visits in which rules may differ and still be called exact."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Take the option if it is open and the condition holds."""

    address: str
    label: str
    when: str
    """A condition over the sheet as a book writes it; empty where the rule always holds."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do at one decision."""

    chapter: str
    address: str
    name: str
    what: str
    visits: float
    """Expected number of decisions here in one play; 0 where best play never comes, and all states count alike."""
    rules: tuple[Rule, ...]
    """The first rule that fits is followed."""
    text: str
    """The rules as a sentence."""
    differs: float
    """Share of visits, 0 to 1, in which the rules take an option that is not best."""
    cost: float
    """Value lost in one play by that, to first order: each wrong choice is counted as the only one; nan: not known."""

    @property
    def exact(self) -> bool:
        """Whether the rules are best play."""
        return self.differs <= AGREES


def advice(solved: Solved, most_rules: int = MOST_RULES) -> tuple[Advice, ...]:
    """Advice for every decision of the reader, in book order; what only one option is open for is left out."""
    words = Words(solved.book)
    speakable = _speakable(solved.book)
    return tuple(
        _advise(table, words, speakable, most_rules)
        for table in reader_tables(solved)
        if (table.is_open.sum(axis=1) > 1).any()
    )


def _speakable(book: Book) -> dict[str, bool]:
    """The variables a reader knows, and whether they are names (one-ofs) and no amounts.

    The engine's own are left out, but for what a book can ask for: which chapters were visited.
    """
    return {
        variable.name: variable.kind == "one-of"
        for variable in book.variables
        if variable.kind != "hidden" or variable.name.startswith("visits ")
    }


def _advise(table: Merged, words: Words, speakable: dict[str, bool], most_rules: int) -> Advice:
    visits = float(table.visits.sum())
    weight = table.visits / visits if visits > 0 else np.full(len(table.visits), 1 / len(table.visits))
    names = [name for name in table.columns if name in speakable]
    columns = np.array([table.columns[name] for name in names]).reshape(len(names), len(weight)).T
    rows = np.flatnonzero(weight > 0)
    if len(rows) > MOST_LEARNED:
        rows = rows[np.argsort(-weight[rows], kind="stable")[:MOST_LEARNED]]
    tree = grow(
        columns[rows],
        [speakable[name] for name in names],
        table.is_open[rows],
        table.sound[rows],
        _weighable(table.loss[rows]),
        weight[rows],
    )
    tree = cut_back(tree, most_rules)
    taken = _follow(tree, columns, table)
    row = np.arange(len(weight))
    wrong = ~table.good[row, taken]
    addresses, labels = list(table.labels), list(table.labels.values())
    rules = tuple(
        Rule(
            addresses[rule.option],
            labels[rule.option],
            "" if () in rule.ways else words.value(_condition(rule.ways, names)),
        )
        for rule in tree_rules(tree)
    )
    return Advice(
        chapter=table.chapter,
        address=table.address,
        name=table.name,
        what=table.what,
        visits=visits,
        rules=rules,
        text=sentence(rules, {addresses[option] for option in np.flatnonzero(~table.is_open.all(axis=0))}),
        differs=float(weight @ wrong),
        cost=weighed(weight * visits, table.loss[row, taken]),
    )


def _weighable(loss: Floats) -> Floats:
    """Losses that can be added up: without a bound is far worse than all that have one, and unknown is nothing."""
    finite = np.where(np.isfinite(loss), loss, 0.0)
    return np.where(np.isposinf(loss), 1e3 * (1.0 + finite.max(initial=0.0)), finite)


def _follow(tree: Tree, columns: Ints, table: Merged) -> Ints:
    """int64[n]: the option that the rules take in each state; where none of theirs is open, best play's."""
    taken = np.argmax(table.share, axis=1)
    for leaf, rows in leaves(tree, columns):
        free = np.ones(len(rows), bool)
        for option in leaf.order:
            here = free & table.is_open[rows, option]
            taken[rows[here]] = option
            free &= ~here
    return np.asarray(taken)


# ---- words -------------------------------------------------------------------------------------------------


def _condition(ways: Sequence[Way], names: Sequence[str]) -> Expr:
    """One of the ways holds; FALSE and TRUE fold away."""
    either: Expr = FALSE
    for way in ways:
        whole: Expr = TRUE
        for question in way:
            asked = Binary(op=question.op, left=Var(name=names[question.column]), right=const(question.bound))
            whole = asked if whole == TRUE else Binary(op="and", left=whole, right=asked)
        either = whole if either == FALSE else Binary(op="or", left=either, right=whole)
    return either


def sentence(rules: Sequence[Rule], sometimes_shut: Container[str] = ()) -> str:
    """`Climb the wall if STAMINA > 8, else Knock`"""
    parts = []
    for rule in rules:
        when = f" if {rule.when}" if rule.when else ""
        if not when and rule.address in sometimes_shut and rule is not rules[-1]:
            when = " if you can"
        parts.append(f"{rule.label}{when}")
    return ", else ".join(parts)
