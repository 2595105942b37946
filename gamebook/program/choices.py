"""A book in which each menu stands twice: where two options or more are open, and where there is nothing to choose."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from gamebook.model.arithmetic import FALSE, TRUE, binary
from gamebook.model.expression import Expr
from gamebook.program.code import Branch, Decide, NodeId, Program, predecessors
from gamebook.program.grown import Grown

Menus = Mapping[NodeId, Collection[int]]
"""By the node of each menu the options that count: those that lead on."""


class Choices(Struct, frozen=True):
    """The book with its choices."""

    program: Program
    """Numbers of nodes stay; new nodes follow. Play in it is the same."""
    menus: Menus
    """Of this program."""
    real: frozenset[NodeId]
    """The menus at which two options are open, of those that count, and after which there may be another menu."""
    origin: Mapping[NodeId, NodeId]
    """For each new menu the one of the book that it is."""


def choices_apart(program: Program, menus: Menus) -> Choices:
    """The book in which menus with something to choose are nodes of their own.

    Args:
        program: the book.
        menus: its menus.
    """
    work = Grown(program)
    found, origin, real = dict(menus), dict[NodeId, NodeId](), set[NodeId]()
    on = _leading_to(program, menus)
    for number, counting in menus.items():
        node = program.nodes[number]
        assert isinstance(node, Decide)
        options = [node.options[option] for option in counting]
        two = _two_hold(option.condition for option in options)
        if two == FALSE or not any(option.next in on for option in options):
            continue
        if two == TRUE or number == program.entry:  # where play begins there is a point
            real.add(number)
            continue
        choice, other = work.add(node, number), work.add(node, number)
        work.nodes[number] = Branch(two, choice, other)
        del found[number]
        found |= {choice: counting, other: counting}
        origin |= {choice: number, other: number}
        real.add(choice)
    return Choices(work.grown(), found, frozenset(real), origin)


def _two_hold(conditions: Iterable[Expr]) -> Expr:
    """Whether two of some conditions hold, or more."""
    one: Expr = FALSE
    two: Expr = FALSE
    for condition in conditions:
        two = binary("or", two, binary("and", one, condition))
        one = binary("or", one, condition)
    return two


def _leading_to(program: Program, goals: Collection[NodeId]) -> set[NodeId]:
    """The nodes from which a way leads to a goal; goals lead to themselves."""
    before, found, waiting = predecessors(program), {*goals}, [*goals]
    while waiting:
        for number in before[waiting.pop()]:
            if number not in found:
                found.add(number)
                waiting.append(number)
    return found
