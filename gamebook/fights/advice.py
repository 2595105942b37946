"""Advice that a reader can remember: a small decision tree fitted to best play, written as a strategy of the book.

The tree is chosen by what it costs: trees of growing size are fitted, each is put into the book as a strategy and
played exactly everywhere, and the smallest is taken that loses no more than it may.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.rules import tree_rules
from gamebook.analysis.tree import Leaf, Question, Tree, cut_back, grow, leaves
from gamebook.codes import syntax
from gamebook.errors import BookHasErrors, UsageError
from gamebook.fights.encounter import Axis, Encounter
from gamebook.fights.heuristics import named, value_of
from gamebook.fights.layout import lay_out, value_map
from gamebook.fights.loss import Loss, loss
from gamebook.fights.outcome import read, study_fight
from gamebook.fights.policy import DecisionMap, PolicyMap
from gamebook.strategy.policy import policy
from gamebook.syntax import ast
from gamebook.syntax.ast import Id
from gamebook.syntax.one_line import spell_advice
from gamebook.syntax.printer import print_declarations

LEAVES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32)
"""Sizes that are tried: the most leaves of each decision's tree."""
NAME = "remembered"
DEFAULT_COST = 0.006


class Size(Struct, frozen=True):
    """A tree of one size, played everywhere."""

    leaves: int
    """The most leaves of each decision's tree."""
    loss: Loss
    strategy: tuple[str, ...]
    """The tree as lines of a book's header."""


class Remembered(Struct, frozen=True):
    """Trees of growing size, and the one to remember."""

    axes: tuple[Axis, ...]
    sizes: tuple[Size, ...]
    chosen: Size
    """The smallest that loses at most the cost allowed; the best of all where none does."""
    cost: float


def remember(encounter: Encounter, cost: float = DEFAULT_COST) -> Remembered:
    """Fit trees to the best policy of a fight over its axes.

    Args:
        encounter: a fight with axes.
        cost: chance to win that the advice may lose, mean over all states.

    Raises:
        BookHasErrors: the fight's words are not what a book may say.
        UsageError: the policy cannot be laid out.
    """
    if len(encounter.foes) > 1:
        raise UsageError("advice to remember is found for one foe at a time")
    study = study_fight(encounter)
    best_policy, best = lay_out(study), value_map(study.solved, encounter)
    sizes: list[Size] = []
    for most in LEAVES:
        strategy = _strategy(best_policy, most)
        if sizes and strategy == sizes[-1].strategy:
            continue
        try:
            book = read(replace(encounter, header=(*encounter.header, *strategy)))
        except BookHasErrors as error:
            if not sizes or any(each.code != syntax.TOO_COMPLEX for each in error.report.findings):
                raise
            break  # a rule longer than a line of a book is nothing to remember
        followed = policy(named(book, [NAME])[0])
        lost = loss(encounter.axes, best, value_of(encounter, book, followed))
        sizes.append(Size(most, lost, strategy))
        if lost.mean <= cost:
            break
    chosen = min(sizes, key=lambda size: (size.loss.mean > cost, size.loss.mean))
    return Remembered(encounter.axes, tuple(sizes), chosen, cost)


def _strategy(policy: PolicyMap, most: int) -> tuple[str, ...]:
    rules = tuple(fit(policy.axes, each, most).at for each in policy.decisions)
    return tuple(print_declarations([ast.StrategyDecl(Id(NAME), (), rules, "best")]).split("\n"))


class Rule(Struct, frozen=True):
    """What to do at one decision, in a few words."""

    at: ast.At
    right: float
    """Share, 0 to 1, of the states where one option is better than another, in which it takes the best."""

    @property
    def words(self) -> str:
        """`test your luck if LUCK >= 6 and foe STAMINA >= 3 else strike`"""
        return spell_advice(self.at)


def fit(axes: Sequence[Axis], decision: DecisionMap, most: int) -> Rule:
    """The tree of at most so many leaves that tells best when to take which option.

    Args:
        axes: what it may ask for.
        decision: over these axes.
        most: leaves.
    """
    worth = decision.worth.reshape(-1, decision.worth.shape[-1])
    places = np.stack(np.meshgrid(*(np.arange(a.low, a.high + 1) for a in axes), indexing="ij"), axis=-1)
    asked = worth.max(axis=1) > worth.min(axis=1)  # never where an option is shut: then both are nan
    columns = places.reshape(-1, len(axes))[asked]
    best = decision.choice().ravel()[asked].astype(np.int64)
    if most == 1 or len(np.unique(best)) < 2:
        known = worth[~np.isnan(worth).any(axis=1)]
        tree: Tree = Leaf((int(known.mean(axis=0).argmax()) if len(known) else 0,), 0.0)
    else:
        costs = worth[asked].max(axis=1, keepdims=True) - worth[asked]
        is_open = np.ones(costs.shape, np.bool_)
        good = np.arange(costs.shape[1]) == best[:, np.newaxis]
        grown = grow(columns, [False] * len(axes), is_open, good, costs, np.ones(len(best)))
        tree = cut_back(grown, most)
    taken = np.zeros(len(best), np.int64)
    for leaf, rows in leaves(tree, columns):
        taken[rows] = leaf.order[0]
    return Rule(_at(axes, decision, tree), float((taken == best).mean()) if len(best) else 1.0)


def _at(axes: Sequence[Axis], decision: DecisionMap, tree: Tree) -> ast.At:
    choices: list[tuple[Id, ast.Expr | None]] = []
    for choice in tree_rules(tree):
        ways = [_joined("and", (_question(axes[each.column], each) for each in way)) for way in choice.ways if way]
        when = None if () in choice.ways else _joined("or", ways)
        choices.append((Id(decision.labels[choice.option]), when))
    return ast.At(Id(decision.name), tuple(choices))


def _joined(op: str, parts: Iterable[ast.Expr]) -> ast.Expr:
    return reduce(lambda left, right: ast.Binary(op, left, right), parts)


def _question(axis: Axis, question: Question) -> ast.Expr:
    """`LUCK >= 6`: people count from the least that will do."""
    owner, _, stat = axis.label.rpartition(" ")
    value = ast.FoeStat(Id(stat)) if owner == "foe" else ast.Name(Id(axis.label))
    if question.op == ">":
        return ast.Binary(">=", value, ast.Number(question.bound + 1))
    return ast.Binary(question.op, value, ast.Number(question.bound))
