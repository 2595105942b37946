from __future__ import annotations

import numpy as np

from gamebook.analysis.tree import Leaf, Split, Tree, cut_back, grow, leaves, rule_count, tree_cost
from gamebook.kernels.arrays import Ints

TRUTH = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])


def learned(columns: Ints, right: list[int], named: bool = False) -> Tree:
    good = np.zeros((len(right), max(right) + 1), bool)
    good[np.arange(len(right)), right] = True
    weight = np.full(len(right), 1 / len(right))
    return grow(columns, [named] * columns.shape[1], np.ones_like(good), good, np.where(good, 0.0, 1.0), weight)


def test_either_or_needs_both_columns() -> None:
    tree = learned(TRUTH, [0, 1, 1, 0])
    assert tree_cost(tree) == 0
    assert rule_count(tree) == 4


def test_cutting_back_takes_the_cheapest_cut() -> None:
    tree = cut_back(learned(np.arange(8)[:, np.newaxis], [0, 0, 0, 0, 1, 1, 1, 0]), 2)
    assert isinstance(tree, Split)
    assert (tree.question.op, tree.question.bound) == ("<=", 3)
    ((yes, _), (no, _)) = leaves(tree, np.arange(8)[:, np.newaxis])
    assert (yes.order, no.order) == ((0,), (1,))


def test_names_are_asked_for_one_by_one() -> None:
    tree = learned(np.array([[0], [1], [2]]), [0, 1, 0], named=True)
    assert isinstance(tree, Split)
    assert (tree.question.op, tree.question.bound) == ("=", 1)


def test_an_order_of_preference_needs_no_question() -> None:
    # The first option is best wherever it is open.
    is_open = np.array([[True, True], [False, True]])
    good = np.array([[True, False], [False, True]])
    tree = grow(TRUTH[:2], [False, False], is_open, good, np.where(good, 0.0, 1.0), np.array([0.5, 0.5]))
    assert tree == Leaf((0, 1), 0.0)
