"""A tree said in a few rules: the same choices, in the shorter of two forms.

*In turn*: leaf after leaf, each with the questions that lead to it from those before. *Apart*: each option with all the
questions that lead to it, and one option for everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from gamebook.analysis.tree import Leaf, Question, Tree, rule_count

Way = tuple[Question, ...]
"""Questions that are all answered with yes."""


class Choice(Struct, frozen=True):
    """Take the option, if it is open, where one of the ways holds; an empty way always does."""

    option: int
    ways: tuple[Way, ...]


def tree_rules(tree: Tree) -> tuple[Choice, ...]:
    """Rules that say what the tree says; the first that fits is followed."""
    in_turn = _in_turn(tree)
    apart = _apart(tree)
    return min((in_turn, apart), key=_length) if apart else in_turn


def _length(rules: tuple[Choice, ...]) -> tuple[int, int]:
    return sum(1 + len(way) for rule in rules for way in rule.ways), len(rules)


def _in_turn(tree: Tree) -> tuple[Choice, ...]:
    rules: list[Choice] = []
    for way, option in _listed(tree):
        if rules and rules[-1].option == option:
            rules[-1] = Choice(option, _either((*rules[-1].ways, way)))
        else:
            rules.append(Choice(option, (way,)))
    if () in rules[-1].ways:
        rules[-1] = Choice(rules[-1].option, ((),))
    return tuple(rules)


def _listed(tree: Tree, when: Way = ()) -> Iterator[tuple[Way, int]]:
    """The leaves, the simpler side of each split first: the other side then needs no question."""
    if isinstance(tree, Leaf):
        yield from ((when, option) for option in tree.order)
        return
    first, second, question = tree.yes, tree.no, tree.question
    if rule_count(second) < rule_count(first):
        first, second, question = second, first, question.negated()
    yield from _listed(first, _narrowed(when, question))
    yield from _listed(second, when)


def _apart(tree: Tree) -> tuple[Choice, ...] | None:
    """None if a leaf has more than one option, because then its rule is not complete."""
    ways: dict[int, list[Way]] = {}
    for leaf, way in _paths(tree):
        if len(leaf.order) != 1:
            return None
        ways.setdefault(leaf.order[0], []).append(way)
    rest = max(ways, key=lambda option: sum(1 + len(way) for way in ways[option]))
    told = [Choice(option, _either(ways[option])) for option in ways if option != rest]
    return (*told, Choice(rest, ((),)))


def _paths(tree: Tree, when: Way = ()) -> Iterator[tuple[Leaf, Way]]:
    if isinstance(tree, Leaf):
        yield tree, when
    else:
        yield from _paths(tree.yes, _narrowed(when, tree.question))
        yield from _paths(tree.no, _narrowed(when, tree.question.negated()))


def _either(ways: Sequence[Way]) -> tuple[Way, ...]:
    """The same ways in fewer words: after `A`, `not A and B` is as good as `B`; and neighbours are one."""
    alone = {way[0].negated() for way in ways if len(way) == 1}
    short = [way if len(way) == 1 else tuple(each for each in way if each not in alone) for way in ways]
    for one, other in combinations(short, 2):
        joined = _joined(one, other)
        if joined is not None:
            return _either([joined if way == one else way for way in short if way != other])
    return tuple(short)


def _joined(one: Way, other: Way) -> Way | None:
    """One way for two that differ in one question only: `x = 6 and B`, `x > 6 and B` become `x > 5 and B`."""
    mine, theirs = [each for each in one if each not in other], [each for each in other if each not in one]
    if len(mine) != 1 or len(theirs) != 1 or mine[0].column != theirs[0].column:
        return None
    first, second = mine[0], theirs[0]
    if second.op == "=":
        first, second = second, first
    if (first.op, second.op, second.bound) == ("=", ">", first.bound):
        whole = Question(first.column, ">", first.bound - 1)
    elif (first.op, second.op, second.bound) == ("=", "<=", first.bound - 1):
        whole = Question(first.column, "<=", first.bound)
    else:
        return None
    return tuple(whole if each == mine[0] else each for each in one)


def _narrowed(way: Way, question: Question) -> Way:
    """The way with one question more, and without those that it makes needless."""
    kept = tuple(old for old in way if not question.implies(old))
    for old in kept:
        between = {old.op, question.op} == {"<=", ">"} and old.column == question.column
        lower, upper = (old, question) if old.op == ">" else (question, old)
        if between and upper.bound == lower.bound + 1:
            only = Question(old.column, "=", upper.bound)
            return (*(each for each in kept if each is not old), only)
    return (*kept, question)
