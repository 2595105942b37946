"""Advice that a reader can remember: a small decision tree fitted to best play, written as a strategy of the book.

The tree is chosen by what it costs: trees of growing size are fitted, each is put into the book as a strategy and
played exactly everywhere, and the smallest is taken that loses no more than it may.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from gamebook.analysis.fight.encounter import Axis, Encounter
from gamebook.analysis.fight.heuristics import policies
from gamebook.analysis.fight.outcome import read, solve_page
from gamebook.analysis.fight.policy import DecisionMap, PolicyMap, policy_map, value_map
from gamebook.solve.space import Progress
from gamebook.strategy.apply import apply

if TYPE_CHECKING:
    from sklearn.tree import DecisionTreeClassifier

LEAVES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32)
"""Sizes that are tried: the most leaves of each decision's tree."""
NAME = "remembered"
DEFAULT_COST = 0.006

Box = dict[int, tuple[int, int]]
"""For each axis that a leaf asks for, the least and greatest value it holds."""


@dataclass(frozen=True)
class Size:
    """A tree of one size, played everywhere."""

    leaves: int
    """The most leaves of each decision's tree."""
    mean: float
    """Chance to win lost against best play, mean over all states."""
    worst: float
    where: tuple[int, ...]
    strategy: tuple[str, ...]
    """The tree as lines of a book's header."""


@dataclass(frozen=True)
class Remembered:
    """Trees of growing size, and the one to remember."""

    axes: tuple[Axis, ...]
    sizes: tuple[Size, ...]
    chosen: Size
    """The smallest that loses at most the cost allowed; the best of all where none does."""
    cost: float


def remember(encounter: Encounter, cost: float = DEFAULT_COST, progress: Progress | None = None) -> Remembered:
    """Fit trees to the best policy of a fight over its axes.

    Args:
        encounter: a fight with axes.
        cost: chance to win that the advice may lose, mean over all states.
        progress: told the number of states found.

    Raises:
        PageHasErrors: the fight's words are not what a book may say.
        ValueError: the policy depends on something that is no axis.
    """
    policy = policy_map(encounter, progress=progress)
    sizes: list[Size] = []
    for leaves in LEAVES:
        strategy = _strategy(policy, leaves)
        if sizes and strategy == sizes[-1].strategy:
            continue
        sizes.append(_played(encounter, policy, leaves, strategy, progress))
        if sizes[-1].mean <= cost:
            break
    return Remembered(policy.axes, tuple(sizes), min(sizes, key=lambda size: (size.mean > cost, size.mean)), cost)


def _played(
    encounter: Encounter, policy: PolicyMap, leaves: int, strategy: tuple[str, ...], progress: Progress | None
) -> Size:
    book = read(replace(encounter, header=(*encounter.header, *strategy)))
    followed = next(policies(next(each for each in book.strategies if each.name == NAME)))
    loss = np.maximum(
        policy.value - value_map(solve_page(encounter, apply(book, followed), progress=progress), encounter), 0
    )
    at = np.unravel_index(int(loss.argmax()), loss.shape)
    where = tuple(axis.low + int(index) for axis, index in zip(policy.axes, at, strict=True))
    return Size(leaves, float(loss.mean()), float(loss.max()), where, strategy)


def _strategy(policy: PolicyMap, leaves: int) -> tuple[str, ...]:
    rules = [f"    at {each.name}: {_rule(policy.axes, each, leaves)}" for each in policy.decisions]
    return (f"strategy {NAME}", *rules, "    otherwise best")


def _rule(axes: Sequence[Axis], decision: DecisionMap, leaves: int) -> str:
    """`test your luck if LUCK >= 6 and foe STAMINA >= 3 else strike`"""
    worth = decision.worth.reshape(-1, decision.worth.shape[-1])
    places = np.stack(np.meshgrid(*(np.arange(a.low, a.high + 1) for a in axes), indexing="ij"), axis=-1)
    known = (~np.isnan(worth)).all(axis=1)
    columns, worth = places.reshape(-1, len(axes))[known], worth[known]
    usual = int(worth.mean(axis=0).argmax())
    best = decision.choice().ravel()[known]
    regret = worth.max(axis=1) - worth.min(axis=1)
    asked = regret > 0
    if leaves == 1 or len(np.unique(best[asked])) < 2:
        return decision.labels[usual]
    tree = _fitted(columns[asked], best[asked], regret[asked], leaves)
    boxes = list(_leaves(tree, axes))
    counts = [sum(option == each for each, _ in boxes) for option in range(len(decision.labels))]
    last = int(np.argmax(counts))
    parts = [
        f"{decision.labels[option]} if {_words(axes, [box for each, box in boxes if each == option])}"
        for option in range(len(decision.labels))
        if option != last and counts[option]
    ]
    return " else ".join([*parts, decision.labels[last]])


def _fitted(
    columns: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
    best: np.ndarray[tuple[int, ...], np.dtype[np.int16]],
    regret: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    leaves: int,
) -> DecisionTreeClassifier:
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415 - takes a second, and few ask for advice

    # A wrong choice weighs what it costs, to first order.
    return DecisionTreeClassifier(max_leaf_nodes=leaves, random_state=0).fit(columns, best, sample_weight=regret)


def _leaves(tree: DecisionTreeClassifier, axes: Sequence[Axis]) -> Iterator[tuple[int, Box]]:
    """Each leaf's option, and where it holds; neighbours of one option are one."""
    made = tree.tree_

    def option(node: int) -> int:
        return int(tree.classes_[made.value[node][0].argmax()])

    def walk(node: int, box: Box) -> Iterator[tuple[int, Box]]:
        if made.children_left[node] < 0 or len(found := {each for each, _ in _options(node)}) == 1:
            yield option(node) if made.children_left[node] < 0 else found.pop(), box
            return
        axis, bound = int(made.feature[node]), int(np.floor(made.threshold[node]))
        low, high = box.get(axis, (axes[axis].low, axes[axis].high))
        yield from walk(int(made.children_left[node]), box | {axis: (low, min(high, bound))})
        yield from walk(int(made.children_right[node]), box | {axis: (max(low, bound + 1), high)})

    def _options(node: int) -> Iterator[tuple[int, None]]:
        if made.children_left[node] < 0:
            yield option(node), None
        else:
            yield from _options(int(made.children_left[node]))
            yield from _options(int(made.children_right[node]))

    yield from walk(0, {})


def _words(axes: Sequence[Axis], boxes: Sequence[Box]) -> str:
    """`LUCK >= 6 and foe STAMINA >= 3 or STAMINA <= 2`"""
    return " or ".join(" and ".join(_bounds(axes[axis], *bounds) for axis, bounds in box.items()) for box in boxes)


def _bounds(axis: Axis, low: int, high: int) -> str:
    if low == high:
        return f"{axis.label} = {low}"
    parts = [f"{axis.label} >= {low}"] if low > axis.low else []
    parts += [f"{axis.label} <= {high}"] if high < axis.high else []
    return " and ".join(parts)
