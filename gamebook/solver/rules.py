"""Simple rules in place of a policy: which options are taken when, by one number at a time.

A rule is a decision tree. It is made so that it loses little where it is simpler than the policy: where nearly nothing
is lost by always taking one option, no number need be looked at, and need not be remembered on the way there. Source:
M. Chickering, *The WinMine toolkit* (2002) for trees by gain; O. Bastani and others, *Verifiable reinforcement learning
via policy extraction* (2018) for trees from policies, with what a wrong choice costs.
"""

from __future__ import annotations

import numpy as np

from gamebook.kernels.arrays import Flags, Floats, Ids
from gamebook.program.narrow import Leaf, Rule, Split

DEEPEST = 8
"""The most questions that a rule asks one after another."""
CLOSED = 0.5
"""What it costs to have only options that are closed; play may be lost there."""


def rule(
    rows: Ids, guesses: Floats, often: float, variables: Ids, loss: float, always: frozenset[int] = frozenset()
) -> Rule:
    """The rule for one decision.

    Args:
        rows: int32[n, k]: the values of variables, in states in which the decision is made.
        guesses: float64[n, options]: what each option is worth there; nan where it is closed.
        often: how often a play comes to each of them.
        variables: int32[variables], the variable of each of the first columns.
        loss: what may be lost, in each leaf, per play.
        always: what is kept besides, as `Leaf` says.
    """
    cost = np.nanmax(guesses, axis=1)[:, None] - guesses
    cost = np.where(np.isnan(cost), CLOSED, cost) * often
    return _grown(rows, cost, variables, loss, always, DEEPEST)


def _grown(rows: Ids, cost: Floats, variables: Ids, loss: float, always: frozenset[int], depth: int) -> Rule:
    least = float(cost.sum(axis=0).min())
    if depth > 0 and least > loss:
        best = min((_cut(rows[:, i], cost, i) for i in range(len(variables))), default=(least, 0, 0))
        if best[0] < least - loss:
            _, column, most = best
            below: Flags = rows[:, column] <= most
            return Split(
                int(variables[column]),
                most,
                _grown(rows[below], cost[below], variables, loss, always, depth - 1),
                _grown(rows[~below], cost[~below], variables, loss, always, depth - 1),
            )
    return Leaf(_kept(cost, loss) | always)


def _cut(values: Ids, cost: Floats, column: int) -> tuple[float, int, int]:
    """The best question about a variable: what is lost then, the column, and the largest value for which it is true.

    One option is taken on each side. Of values that are alike the reader saw only the least, so a value that was not
    seen belongs to the next lower one.
    """
    low, high = int(values.min()), int(values.max())
    if low == high:
        return float(cost.sum(axis=0).min()), column, low
    below = np.stack([np.bincount(values - low, each, high - low + 1) for each in cost.T], axis=1).cumsum(axis=0)
    sides = below[:-1].min(axis=1) + (below[-1] - below[:-1]).min(axis=1)
    at = int(sides.argmin())
    return float(sides[at]), column, int(values[values > low + at].min()) - 1


def _kept(cost: Floats, loss: float) -> frozenset[int]:
    """The options to keep: one, and more as long as each of them spares more than may be lost."""
    kept = [int(cost.sum(axis=0).argmin())]
    now = cost[:, kept[0]]
    while len(kept) < cost.shape[1]:
        sums = np.minimum(now[:, None], cost).sum(axis=0)
        option = int(sums.argmin())
        if sums[option] > now.sum() - loss:
            break
        kept.append(option)
        now = np.minimum(now, cost[:, option])
    return frozenset(kept)
