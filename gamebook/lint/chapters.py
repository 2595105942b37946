"""Where a reader is stuck."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from gamebook.codes import chapter_map, finding
from gamebook.diagnostics import Diagnostic
from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.kernels.arrays import Ints
from gamebook.lint.facts import Facts
from gamebook.lint.sums import worked_out
from gamebook.model.arithmetic import FALSE
from gamebook.model.step import BACK, Option
from gamebook.program.code import Decide, NodeId
from gamebook.source import Span


def soft_locks(facts: Facts) -> Iterator[Diagnostic]:
    """At which menus can a reader be with no open choice and no way on?"""
    program = facts.anyone.space.program
    groups: dict[tuple[Span, str], list[int]] = defaultdict(list)
    for state in _before_stuck(facts):
        number = int(facts.reach.node[state])
        node, place = program.nodes[number], program.places[number]
        menu = facts.span(node.address) if isinstance(node, Decide) else None
        span = menu or facts.span(f"chapter {place}")
        if span is not None:
            groups[span, place if menu is None else ""].append(int(state))
    for (span, place), states in groups.items():
        route = facts.witness.route_to(np.array(states), stuck=True)
        what = f"chapter {place} can run out" if place else "no choice is open"
        known = " that every reader knows" if menu is not None and _some_unknown(facts, states[0]) else ""
        hint = f"leave one choice{known} without a condition, or write after the menu where to turn"
        sum_ = "" if place else _computed(facts, states[0])
        if sum_ == BACK:
            what = "play begins here, so there is no chapter to go back to"
            hint = "turn to a chapter, or offer a choice"
        elif sum_:
            what = f"no chapter has the number {sum_}{worked_out(facts, route)}"
            hint = "write that chapter, or do not let readers arrive with this number"
        message = f"a reader can be stuck here: {what}"
        yield finding(chapter_map.SOFT_LOCK, span, message, hint, route=facts.lines(route))


def stuck_at(facts: Facts) -> frozenset[NodeId]:
    """The points after which a listed play was stuck."""
    return frozenset(facts.reach.node[_before_stuck(facts)].tolist())


def _before_stuck(facts: Facts) -> Ints:
    stuck = np.zeros(facts.reach.size, bool)
    stuck[facts.reach.stuck] = True
    return np.unique(facts.reach.entries(stuck)[0])


def _options(facts: Facts, state: int) -> list[Option]:
    """What an author wrote at the decision in a state."""
    node = facts.anyone.space.program.nodes[int(facts.reach.node[state])]
    menus = (choose for choose, _ in facts.choices if isinstance(node, Decide) and choose.address == node.address)
    return [option for choose in menus for option in choose.options]


def _some_unknown(facts: Facts, state: int) -> bool:
    """Whether not every reader knows every option there."""
    return any(option.known < HUNDRED_PERCENT for option in _options(facts, state))


def _computed(facts: Facts, state: int) -> str:
    """The sum whose chapter a reader looks for, or `BACK`; empty if the reader is at a menu."""
    ways = _options(facts, state)
    return "".join(map(str, ways[0].label)) if len(ways) == 1 and ways[0].condition == FALSE else ""
