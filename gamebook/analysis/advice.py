"""Best play as a few rules over the sheet for each decision, and how far they are from the truth.

A rule names an option and a condition; the first rule whose option is open and whose condition holds is followed.
Rules are learned from the decision's table: a tree of thresholds is grown until it agrees with best play wherever that
comes, then cut back to a few rules, the cheapest cuts first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from gamebook.analysis.rules import Way, tree_rules
from gamebook.analysis.tables import Merged, reader_tables
from gamebook.analysis.tree import Tree, cut_back, grow, leaves, rule_count
from gamebook.graph.words import Words
from gamebook.kernels.arrays import Flags, Floats, Ints, weighed
from gamebook.model.arithmetic import FALSE, TRUE, const
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Expr, Var
from gamebook.solver.solution import Solved

MOST_RULES = 4
"""Rules that a reader keeps in mind."""
MOSTLY = 0.5
"""If best play does something else in at least this share of visits, the advice says so."""
MOST_TIES = 2
"""The most equally good options that the advice names."""
MOST_LEARNED = 20_000
"""States that rules are learned from, the most visited ones; how well they do is measured on all."""
AGREES = 1e-9
"""Share of visits in which rules may differ and still be called exact."""


class Rule(Struct, frozen=True):
    """Take the option if it is open and the condition holds."""

    address: str
    label: str
    when: str
    """A condition over the sheet as a book writes it; empty where the rule always holds."""


class Advice(Struct, frozen=True):
    """What to do at one decision."""

    chapter: str
    address: str
    name: str
    what: str
    against: str
    """In a fight, the foe it is about."""
    visits: float
    """Expected number of decisions here in one play; 0 where best play never comes, and all states count alike."""
    rules: tuple[Rule, ...]
    """The first rule that fits is followed."""
    indifferent: bool
    """All options are equally good, wherever best play comes."""
    sometimes_closed: frozenset[str]
    """Addresses of options that are not always open."""
    ties: Mapping[str, tuple[str, ...]]
    """By the address of an option of the rules: the options that best play takes instead, and that are just as good."""
    differs: float
    """Share of visits, 0 to 1, in which the rules take an option that is not best."""
    cost: float
    """Value lost in one play by that, to first order: each wrong choice is counted as the only one; nan: not known."""
    points: float | None
    """Under `aim win then score` the points lost by it, to first order, where no chance is lost; else None."""

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
        if variable.kind != "hidden" or (variable.role and variable.role.what in ("visited", "visited before"))
    }


def _advise(table: Merged, words: Words, speakable: dict[str, bool], most_rules: int) -> Advice:
    visits = float(table.visits.sum())
    weight = table.visits / visits if visits > 0 else np.full(len(table.visits), 1 / len(table.visits))
    names = [name for name in table.columns if name in speakable]
    columns = np.array([table.columns[name] for name in names]).reshape(len(names), len(weight)).T
    rows = np.flatnonzero(weight > 0)
    if len(rows) > MOST_LEARNED:
        rows = rows[np.argsort(-weight[rows], kind="stable")[:MOST_LEARNED]]

    def learned(right: Flags) -> Tree:
        return cut_back(
            grow(
                columns[rows],
                [speakable[name] for name in names],
                table.is_open[rows],
                right[rows],
                _weighable(_lost(table)[rows]),
                weight[rows],
            ),
            most_rules,
        )

    # Of options that are equally good the one that is played is best advice: it is what the route does, too. Where that
    # takes more words, any of them will do, and it is said what they are as good as.
    row = np.arange(len(weight))
    fit = _fit(table)
    played = fit & (table.share > 0)
    played = np.where(played.any(axis=1, keepdims=True), played, fit)
    tree, short = learned(played), learned(fit)
    taken = _follow(tree, columns, table)
    if weight @ ~played[row, taken] > AGREES or rule_count(short) < rule_count(tree):
        tree, taken = short, _follow(short, columns, table)
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
        against=table.against,
        visits=visits,
        rules=rules,
        indifferent=_all_tie(table, rows),
        sometimes_closed=frozenset(addresses[option] for option in np.flatnonzero(~table.is_open.all(axis=0))),
        ties=_ties(table, rows, taken, weight),
        differs=float(weight @ wrong),
        cost=weighed(weight * visits, table.loss[row, taken]),
        points=None if table.fewer is None else weighed(weight * visits, table.fewer[row, taken]),
    )


def _lost(table: Merged) -> Floats:
    """float64[n, options]: what each option loses: where that is never a chance, points."""
    return table.loss if table.fewer is None or table.loss.any() else table.fewer


def _all_tie(table: Merged, rows: Ints) -> bool:
    """Whether it makes no difference what is chosen, in any of some states."""
    several = rows[table.is_open[rows].sum(axis=1) > 1]
    return len(several) > 0 and bool((table.sound == table.is_open)[several].all())


def _fit(table: Merged) -> Flags:
    """bool[n, options]: the sound options that advice may name.

    One that only moves on comes before one that does something for nothing, and an action that is offered again and
    again comes last.
    """
    fit = table.sound
    once = np.array([address not in table.anytime for address in table.labels])
    plain = np.array([address in table.plain for address in table.labels])
    for better in (once, plain):
        some = fit & better
        fit = np.where(some.any(axis=1, keepdims=True), some, fit)
    return fit


def _ties(table: Merged, rows: Ints, taken: Ints, weight: Floats) -> dict[str, tuple[str, ...]]:
    """For an option that is mostly advised where others are played that are just as good: these, by its address."""
    found: dict[str, tuple[str, ...]] = {}
    labels = list(table.labels.values())
    played = table.share.argmax(axis=1)
    for number, address in enumerate(table.labels):
        advised = rows[taken[rows] == number]
        alike = advised[(played[advised] != number) & table.good[advised, number]]
        others = np.unique(played[alike])
        if len(others) and weight[alike].sum() >= MOSTLY * weight[advised].sum():
            found[address] = tuple(labels[other] for other in others[:MOST_TIES])
    return found


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
