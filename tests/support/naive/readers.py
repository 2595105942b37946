"""Readers who err, in a listing by the naive interpreter: by the words of `docs/difficulty.md`, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import exp

from tests.support.naive.solver import ONE, ZERO, Action, Node, at_random, values

LARGEST = 100
"""Nodes that lead back to each other."""
Weights = dict[int, list[Fraction]]
"""For each node where the reader has a choice, the weight of each action."""


def won(end: tuple[str, str]) -> Fraction:
    return ONE if end[0] == "victory" else ZERO


def decides(node: Node) -> bool:
    """Whether the reader has a choice there."""
    return node.owner == "reader" and len(node.actions) > 1


def worth(action: Action, value: Sequence[Fraction]) -> Fraction:
    return sum((chance * value[after] for after, chance in action.chances.items()), ZERO)


def playing(nodes: list[Node], weights: Weights) -> list[Node]:
    """The same nodes, where the reader takes actions with these weights."""
    found = list(nodes)
    for number, shares in weights.items():
        chances: dict[int, Fraction] = {}
        for share, action in zip(shares, nodes[number].actions, strict=True):
            for after, chance in action.chances.items():
                chances[after] = chances.get(after, ZERO) + share * chance
        found[number] = Node("reader", [Action({after: p for after, p in chances.items() if p}, ZERO)])
    return found


def careless(nodes: list[Node], err: Fraction) -> Weights:
    """Best play, equals taken alike; but with some chance any option."""
    best = values(nodes, won, LARGEST)
    weights = {}
    for number, node in enumerate(nodes):
        if decides(node):
            promised = [worth(action, best) for action in node.actions]
            good = [each == max(promised) for each in promised]
            even = err / len(promised)
            weights[number] = [even + (1 - err) * Fraction(each, sum(good)) for each in good]
    return weights


def soft(nodes: list[Node], rate: float) -> Weights:
    """Weights in proportion to exp(rate * value), by the values of this very reader."""
    weights = {n: [Fraction(1, len(node.actions))] * len(node.actions) for n, node in enumerate(nodes) if decides(node)}
    for _ in range(300):
        value = values(playing(nodes, weights), won, LARGEST)
        moved = 0.0
        for number, before in weights.items():
            promised = [float(worth(action, value)) for action in nodes[number].actions]
            top = max(promised)
            sizes = [Fraction(exp(rate * (each - top))).limit_denominator(10**18) for each in promised]
            weights[number] = [each / sum(sizes) for each in sizes]
            moved = max(moved, *(abs(float(x - y)) for x, y in zip(weights[number], before, strict=True)))
        if moved < 1e-13:
            return weights
    raise AssertionError("the weights do not settle")


def lookahead(nodes: list[Node], choices: int) -> Weights:
    """The best of what so many choices promise, if all later ones are made at random; equals are taken alike."""
    value = values(at_random(nodes), won, LARGEST)
    for _ in range(choices - 1):
        ends = [ZERO] * len(nodes)
        further = []
        for number, node in enumerate(nodes):
            if decides(node):
                ends[number] = max(worth(action, value) for action in node.actions)
                further.append(replace(node, actions=[], end=("known", str(number))))
            else:
                further.append(node)
        value = values(further, lambda end: ends[int(end[1])] if end[0] == "known" else won(end), LARGEST)  # noqa: B023
    weights = {}
    for number, node in enumerate(nodes):
        if decides(node):
            promised = [worth(action, value) for action in node.actions]
            good = [each == max(promised) for each in promised]
            weights[number] = [Fraction(each, sum(good)) for each in good]
    return weights


def visits(nodes: list[Node], weights: Weights, arrivals: Sequence[Fraction] = ()) -> list[Fraction]:
    """How often a play is expected at each node, by elimination; play must end.

    It begins at the first node if no arrivals are given.
    """
    count = len(nodes)
    played = playing(nodes, weights)
    rows = [{number: ONE} for number in range(count)]  # N(n) - sum of p N(before) = 1 at the start, else 0
    for number, node in enumerate(played):
        for after, chance in node.actions[0].chances.items() if node.actions else ():
            rows[after][number] = rows[after].get(number, ZERO) - chance
    known = list(arrivals) or [ONE, *[ZERO] * (count - 1)]
    for pivot in reversed(range(count)):
        share = rows[pivot].pop(pivot)
        rows[pivot] = {column: each / share for column, each in rows[pivot].items() if each}
        known[pivot] /= share
        for row in range(pivot):
            part = rows[row].pop(pivot, ZERO)
            if part:
                known[row] -= part * known[pivot]
                for column, each in rows[pivot].items():
                    rows[row][column] = rows[row].get(column, ZERO) - part * each
    found: list[Fraction] = []
    for number in range(count):
        found.append(known[number] - sum((each * found[column] for column, each in rows[number].items()), ZERO))
    return found


def decided(nodes: list[Node], weights: Weights) -> tuple[Fraction, Fraction, Fraction]:
    """The variance of winning that chance makes, that the reader's picks make, and what the picks cost in all."""
    value, best = values(playing(nodes, weights), won, LARGEST), values(nodes, won, LARGEST)
    often = visits(nodes, weights)
    luck = choice = price = ZERO
    for number, node in enumerate(nodes):
        shares = weights.get(number, [ONE])
        for share, action in zip(shares, node.actions, strict=node.actions != []):
            mean = worth(action, value)
            square = sum((chance * value[after] ** 2 for after, chance in action.chances.items()), ZERO)
            luck += often[number] * share * (square - mean**2)
            choice += often[number] * share * (mean - value[number]) ** 2
            price += often[number] * share * (best[number] - worth(action, best))
    return luck, choice, price
