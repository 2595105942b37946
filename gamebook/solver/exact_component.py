"""One strong component in exact fractions: one player's best values, or both players' where they meet.

A component is given as the ways out of each node; what lies outside of it is solved already. Staying in it for ever
keeps what was earned and wins nothing: where play can go round for nothing, staying there is worth 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, NamedTuple

from gamebook.solver.elimination import Row, solve_rows
from gamebook.solver.graphs import end_components

NOTHING = Fraction(0)


class Way(NamedTuple):
    """An arc of the component or out of it; its chance counts where nobody chooses."""

    chance: Fraction
    target: int
    score: Fraction


Ways = dict[int, list[Way]]
Unsettled = Literal["infinite", "undefined"]
Answer = dict[int, Fraction] | Unsettled


def solve_component(
    ways: Ways, owners: Mapping[int, str], values: Mapping[int, Fraction], *, leave: bool = False
) -> Answer:
    """The values of a component's nodes.

    Args:
        ways: the ways out of each of its nodes.
        owners: `reader`, `rival` or `chance` for each of its nodes.
        values: what the nodes are worth that it leads to.
        leave: play must not stay for ever, although that would cost nothing.
    """
    chosen = {
        number: owner for number, owner in owners.items() if len(ways[number]) > 1
    }  # who has one way has no choice
    readers = {number for number, owner in chosen.items() if owner == "reader"}
    rivals = {number for number, owner in chosen.items() if owner == "rival"}
    outside = {way.target: values[way.target] for row in ways.values() for way in row if way.target not in ways}
    if not rivals:
        return _best(ways, readers, outside, leave)
    if not readers:
        return _negated(_best(_turned(ways), rivals, _less(outside), leave))
    components = end_components(_targets(ways), readers | rivals)
    if components:
        # Both can go round, and staying is worth 0: simple only where all else is worth that at least, or at most.
        gains = [way.score + outside.get(way.target, NOTHING) for row in ways.values() for way in row]
        earns = any(
            way.score for component in components for n in component for way in ways[n] if way.target in component
        )
        if leave or earns or min(gains) < 0 < max(gains):
            return _met(ways, readers, rivals, outside, leave)
        if max(gains) <= 0:
            return _negated(_duel(_turned(ways), rivals, readers, _less(outside)))
    return _duel(ways, readers, rivals, outside)


def _met(
    ways: Ways, readers: AbstractSet[int], rivals: AbstractSet[int], outside: Mapping[int, Fraction], leave: bool
) -> Answer:
    """What each player can be sure of, where that is the same for both."""
    if leave and len(_sure_to_leave(ways, readers, rivals)) < len(readers):
        return "undefined"
    below, turned, less = _duel(ways, readers, rivals, outside), _turned(ways), _less(outside)
    above = _negated(_duel(turned, rivals, readers, less, leave))
    if not isinstance(below, str) and below != above:
        # Where to go round costs nothing, one better step at a time may not lead to the best answer. What is best
        # against this play of the reader's is tried as well.
        known = {**outside, **below}
        worths = {number: [way.score + known[way.target] for way in ways[number]] for number in rivals}
        replies = {number: turned[number][each.index(min(each))] for number, each in worths.items()}
        above = _negated(_duel(turned, rivals, readers, less, leave, replies))
    return below if below == above else "undefined"


def _duel(
    ways: Ways,
    maximers: AbstractSet[int],
    minimers: AbstractSet[int],
    outside: Mapping[int, Fraction],
    leave: bool = False,
    begin: Mapping[int, Way] = MappingProxyType({}),
) -> Answer:
    """One player's policy is improved against the other's best reply, beginning where possible with one that leaves.

    The value of each policy bounds the game's from below; where no option promises a strict gain it solves Bellman's
    equations. Where nothing is worth less than staying, the game's value is their least solution: so it is this.

    Args:
        leave: the other player must not stay for ever.
        begin: ways to begin with instead.
    """
    chosen = {number: ways[number][0] for number in maximers} | _sure_to_leave(ways, maximers, minimers) | dict(begin)
    while True:
        fixed = ways | {number: [way._replace(chance=Fraction(1))] for number, way in chosen.items()}
        values = _negated(_best(_turned(fixed), minimers, _less(outside), leave))
        if isinstance(values, str):
            return values
        known = {**outside, **values}
        better = {}
        for number in maximers:
            way = max(ways[number], key=lambda way: way.score + known[way.target])
            if way.score + known[way.target] > values[number]:
                better[number] = way
        if not better:
            return values
        chosen |= better


def _sure_to_leave(ways: Ways, players: AbstractSet[int], others: AbstractSet[int]) -> dict[int, Way]:
    """Ways by which some players leave sooner or later whatever the others do, for the places from which they can."""
    needed = {number: len(row) if number in others else 1 for number, row in ways.items()}
    users: dict[int, list[tuple[int, Way]]] = {number: [] for number in ways}
    fresh: list[tuple[int, Way]] = []
    for number, row in ways.items():
        for way in row:
            users.get(way.target, fresh).append((number, way))
    found: dict[int, Way] = {}
    for number, way in fresh:  # grows while we go
        needed[number] -= 1
        if needed[number] == 0:
            fresh.extend(users[number])
            if number in players:
                found[number] = way
    return found


Action = tuple[Fraction, dict[int, Fraction]]
"""What an option brings at once and from outside, and the chances of the places it leads to inside."""


def _best(ways: Ways, free: AbstractSet[int], outside: Mapping[int, Fraction], leave: bool = False) -> Answer:
    """One player's best values in a strong component; at nodes that are not free the ways' chances decide.

    Places between which this player can move freely at no cost are one place, where staying is worth 0. Then every
    policy ends, or loses without bound, and improving one that ends finds the best. Where ways round may gain, too,
    that is so unless a strict gain leads to a policy that stays, or options as good as the best ones could stay: what
    such a policy earns each time round is more than nothing, or nothing on average.
    """
    components = end_components(_targets(ways), free)
    gains = [way.score for component in components for n in component for way in ways[n] if way.target in component]
    mixed = any(gain > 0 for gain in gains)
    if mixed and all(gain >= 0 for gain in gains):
        return "infinite"
    if any(gains):
        components = end_components(_targets(_costless(ways, free)), free)
    place = {number: number for number in ways}
    for component in components:
        place.update(dict.fromkeys(component, min(component)))
    together = {number for component in components for number in component}
    if any(way.score > 0 and place.get(way.target) == place[n] for n in free & together for way in ways[n]):
        return "infinite"
    actions: dict[int, list[Action]] = {number: [] for number in place.values()}
    for component in components if not leave else ():
        actions[min(component)].append((NOTHING, {}))
    for number, row in ways.items():
        options = [[way] for way in row] if number in free else [row]
        if number in together:
            options = [[way] for way in row if place.get(way.target) != place[number]] if number in free else []
        actions[place[number]].extend(_action(option, number in free, place, outside) for option in options)
    policy = _leaving(actions)
    if len(policy) < len(actions):
        return "infinite"
    while True:
        rows: dict[int, Row] = {number: actions[number][choice] for number, choice in policy.items()}
        values = solve_rows(rows)
        better = {}
        equal: dict[int, list[Action]] = {}
        for number, options_here in actions.items():
            promises = [gain + sum(p * values[there] for there, p in chances.items()) for gain, chances in options_here]
            if max(promises) > values[number]:
                better[number] = promises.index(max(promises))
            equal[number] = [each for each, worth in zip(options_here, promises, strict=True) if worth == max(promises)]
        if not better:
            if mixed and _can_stay(equal):
                return "undefined"
            return {number: values[place[number]] for number in ways}
        policy |= better
        if mixed and _can_stay({number: [actions[number][choice]] for number, choice in policy.items()}):
            return "infinite"


def _action(option: Sequence[Way], free: bool, place: Mapping[int, int], outside: Mapping[int, Fraction]) -> Action:
    gain = NOTHING
    chances: dict[int, Fraction] = {}
    for way in option:
        chance = Fraction(1) if free else way.chance
        gain += chance * (way.score + outside.get(way.target, NOTHING))
        if way.target in place:
            there = place[way.target]
            chances[there] = chances.get(there, NOTHING) + chance
    return gain, chances


def _can_stay(actions: Mapping[int, Sequence[Action]]) -> bool:
    """Whether play can stay for ever by these options."""
    ways: dict[int, list[int]] = {number: [] for number in actions}
    outside = min(ways) - 1
    for number, options in actions.items():
        for _, chances in options:
            option = outside - len(ways)
            ways[number].append(option)
            ways[option] = [*chances, *([outside] if sum(chances.values()) < 1 else [])]
    return bool(end_components(ways, actions))


def _leaving(actions: Mapping[int, Sequence[Action]]) -> dict[int, int]:
    """A policy under which play leaves, for all places from which it can."""
    users: dict[int, list[tuple[int, int]]] = {number: [] for number in actions}
    policy: dict[int, int] = {}
    fresh: list[int] = []
    for number, options in actions.items():
        for choice, (_, chances) in enumerate(options):
            for there in chances:
                users[there].append((number, choice))
            if sum(chances.values()) < 1 and number not in policy:
                policy[number] = choice
                fresh.append(number)
    for there in fresh:  # grows while we go
        for number, choice in users[there]:
            if number not in policy:
                policy[number] = choice
                fresh.append(number)
    return policy


def _costless(ways: Ways, free: AbstractSet[int]) -> Ways:
    """The ways that neither gain nor lose; a roll that might is none."""
    return {
        number: [way for way in row if not way.score]
        for number, row in ways.items()
        if number in free or not any(way.score for way in row)
    }


def _targets(ways: Ways) -> dict[int, list[int]]:
    return {number: [way.target for way in row] for number, row in ways.items()}


def _turned(ways: Ways) -> Ways:
    """The same seen from the other side: gains are losses."""
    return {number: [way._replace(score=-way.score) for way in row] for number, row in ways.items()}


def _less(values: Mapping[int, Fraction]) -> dict[int, Fraction]:
    return {number: -value for number, value in values.items()}


def _negated(answer: Answer) -> Answer:
    return answer if isinstance(answer, str) else _less(answer)
