"""Loops in which points are earned without end: there the expected total has no bound, or there is none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from gamebook.codes import balance, finding
from gamebook.diagnostics import Diagnostic
from gamebook.kernels.arrays import spans
from gamebook.kernels.states import EVEN
from gamebook.lint.facts import Facts
from gamebook.sentences import listed


def totals(facts: Facts) -> Iterator[Diagnostic]:
    """Is there a loop whose points have no bound, or no total at all?"""
    solved, space = facts.solved, facts.solved.space
    if not space.complete or (solved.wins and not solved.book.then_score):
        return
    points = solved.best.points if solved.wins else solved.best.values
    if points is None:
        return
    unsure = ~(np.isfinite(points.low) & np.isfinite(points.high))
    if not unsure[space.root]:
        return
    states, (order, start), ways = space.states, space.order, space.edge_start
    for first, last in pairwise(start.tolist()):
        members = order[first:last]
        if not unsure[members].any():
            continue
        after = np.concatenate([states.successor[ways[s] : ways[s + 1]] for s in members])
        if (unsure[after] & ~np.isin(after, members)).any():
            continue  # what comes after it is to blame
        nodes = space.code.point_node[np.sort(states.point[members])]
        names = list(dict.fromkeys(space.program.places[node] for node in nodes))
        span = next((span for name in names if (span := facts.span(f"chapter {name}")) is not None), None)
        if span is None:
            continue
        _, actions = spans(states.first_action, members)
        row, edges = spans(states.first_successor, actions)
        gains = states.reward[actions[np.unique(row[np.isin(states.successor[edges], members)])]]
        what = "earn and lose points, so the expected total may not exist"
        if not gains.any():
            what = "go round in it as long as it likes, and how many points it earns then is not known"
        elif gains.min() >= 0 and not (gains == EVEN).any():
            what = "earn points without end"
        elif gains.max() <= 0:
            what = "lose points without end"
        told = f"chapter{'s' if len(names) > 1 else ''} {listed(names)}"
        hint = (
            "open a way out"
            if gains.any() and gains.max() <= 0
            else "let the loop end by itself, or let each round cost something that runs out"
        )
        yield finding(balance.NO_TOTAL, span, f"there is a loop through {told}: play can {what}", hint)
