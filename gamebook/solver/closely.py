"""A small component in fractions, where floats are too inexact: a loop that play leaves once in a thousand million.

In such a loop the options of a decision differ by less than a rounding, and what a rounding does is multiplied by all
the rounds. So the listed chances are taken as fractions, and the component is solved without any rounding.

The listed chances are rounded themselves, each by a share e at most. For any two ways of playing a value is a quotient
of two sums of products, of one chance for each of the n states, all with one sign (see `kernels.chains`): so it is
right to a share 2 n e of the size of what it sums, and so is the value of the game, best for one and worst for the
other. To bound it, all that is earned inside and outside is moved by that share of its size, down and up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import inf, isfinite, nextafter
from typing import NamedTuple

import numpy as np

from gamebook.kernels.arrays import Floats, Ids
from gamebook.kernels.bellman import MINIMISE, MIX, UNIT
from gamebook.solver.cycles import ComponentAnswer
from gamebook.solver.exact_component import Way, solve_component
from gamebook.solver.manner import Manner
from gamebook.solver.space import Space

MOST = 120
"""States of a component that is solved in fractions: with more it may take long."""

Ways = list[tuple[Fraction, int]]


class _Action(NamedTuple):
    """What may be done in a state; a mixture is one action."""

    number: int
    reward: Fraction
    size: Fraction
    """What is earned if losses were gains."""
    ways: Ways
    """Chances that add up to 1, and the states led to."""


def solve_closely(
    space: Space, manner: Manner, members: Ids, reward: Floats, wins: bool, slack: float, low: Floats, high: Floats,
    leaves: bool,
) -> ComponentAnswer | None:  # fmt: skip
    """Bounds and policy of a component; None where it is too large, or its total is infinite or undefined.

    Args: as for `component.solve_members`.
    """
    if len(members) > MOST:
        return None
    actions = {int(state): _actions(space, manner, int(state), reward, wins) for state in members}
    every = list(chain.from_iterable(actions.values()))
    outside = {there for action in every for _, there in action.ways if there not in actions}
    if not all(isfinite(low[there]) and isfinite(high[there]) for there in outside):
        return None
    longest = max(len(action.ways) for action in every)
    share = 4 * (len(members) + 1) * Fraction(slack + longest) * Fraction(UNIT)
    if any(action.reward and abs(action.reward) <= share * action.size for action in every):
        return None  # rounding might turn a loss into a gain
    owners = {state: "rival" if manner.mode[state] == MINIMISE else "reader" for state in actions}
    # Where there are only gains, nothing is worth less than 0, whatever rounding says: then staying can be judged.
    ends = np.diff(space.states.first_action) == 0
    least = 0.0 if (wins or (reward >= 0).all()) and (low[ends] >= 0).all() else -inf
    most = 0.0 if not wins and (reward <= 0).all() and (high[ends] <= 0).all() else inf

    def solved(bound: Floats, sign: int) -> dict[int, Fraction] | None:
        """The values with all that is earned moved outward."""

        def moved(amount: Fraction, size: Fraction) -> Fraction:
            return amount + sign * share * size

        gains = {there: Fraction(min(max(float(bound[there]), least), most)) for there in outside}
        gains = {there: moved(gain, abs(gain)) for there, gain in gains.items()}
        ways, owned = _graph(actions, owners, lambda action: moved(action.reward, action.size))
        answer = solve_component(ways, owned, gains, leave=leaves)
        return None if isinstance(answer, str) else {**gains, **answer}

    below, above = solved(low, -1), solved(high, 1)
    if below is None or above is None:
        return None
    policy = _policy(actions, owners, {state: below[state] + above[state] for state in below})
    return ComponentAnswer(
        np.array([_outward(below[int(state)], -inf) for state in members]),
        np.array([_outward(above[int(state)], inf) for state in members]),
        np.array([policy[int(state)] for state in members], np.int64),
    )


def _outward(bound: Fraction, end: float) -> float:
    """A bound as a float, moved outward where that is not the same number."""
    near = float(bound)
    return near if near == bound else nextafter(near, end)


def _actions(space: Space, manner: Manner, state: int, reward: Floats, wins: bool) -> list[_Action]:
    """What may be done in a state, its chances scaled so that they add up to 1."""
    s = space.states
    mixed = manner.mode[state] == MIX
    found: list[_Action] = []
    for number in range(int(s.first_action[state]), int(s.first_action[state + 1])):
        share = Fraction(float(manner.weight[number])) if mixed else Fraction(1)
        if not share:
            continue
        edges = range(int(s.first_successor[number]), int(s.first_successor[number + 1]))
        ways = [(share * Fraction(float(s.chance[edge])), int(s.successor[edge])) for edge in edges]
        gain = share * Fraction(float(reward[number]))
        size = abs(gain) + (0 if wins or not gain else share * Fraction(space.gross))
        found.append(_Action(number, gain, size, ways))
    if mixed:
        sizes = sum(each.size for each in found), sum(each.reward for each in found)
        found = [
            _Action(found[0].number, Fraction(sizes[1]), Fraction(sizes[0]), [w for each in found for w in each.ways])
        ]
    return [each._replace(ways=_scaled(each.ways)) for each in found]


def _scaled(ways: Ways) -> Ways:
    total = sum(chance for chance, _ in ways)
    return [(chance / total, there) for chance, there in ways]


def _graph(
    actions: Mapping[int, Sequence[_Action]], owners: Mapping[int, str], earned: Callable[[_Action], Fraction]
) -> tuple[dict[int, list[Way]], dict[int, str]]:
    """The component as nodes of one kind each; where somebody chooses, each action is a node with a negative number."""
    ways: dict[int, list[Way]] = {}
    owned = dict(owners)
    for state, options in actions.items():
        nodes = [state] if len(options) == 1 else [-1 - action.number for action in options]
        for node, action in zip(nodes, options, strict=True):
            ways[node] = [Way(chance, there, earned(action)) for chance, there in action.ways]
            owned[node] = "chance"
        if len(options) > 1:
            ways[state] = [Way(Fraction(1), node, Fraction(0)) for node in nodes]
            owned[state] = owners[state]
    return ways, owned


def _policy(
    actions: Mapping[int, Sequence[_Action]], owners: Mapping[int, str], values: Mapping[int, Fraction]
) -> dict[int, int]:
    """The first best action of each state; where equals lead round for ever, one that leads on."""
    equal: dict[int, list[_Action]] = {}
    for state, options in actions.items():
        worths = [sum((p * values[there] for p, there in each.ways), 2 * each.reward) for each in options]
        best = min(worths) if owners[state] == "rival" else max(worths)
        equal[state] = [each for each, worth in zip(options, worths, strict=True) if worth == best]
    found = {state: options[0] for state, options in equal.items()}
    if len(_leading(found, {state: options[:1] for state, options in equal.items()})) < len(found):
        found |= _leading(found, equal)
    return {state: action.number for state, action in found.items()}


def _leading(states: Collection[int], options: Mapping[int, Sequence[_Action]]) -> dict[int, _Action]:
    """For each state from which some options lead out of the component, perhaps, the option that does."""
    found: dict[int, _Action] = {}
    news = True
    while news:
        news = False
        for state in states:
            for action in options[state] if state not in found else ():
                if any(there in found or there not in options for _, there in action.ways):
                    found[state] = action
                    news = True
                    break
    return found
