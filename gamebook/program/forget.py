"""A book in which things are forgotten: whatever depends on them, the reader decides when it matters.

So best play wins it at least as often as the whole book: this gives bounds from above, and the more is forgotten, the
fewer states there are. What a rival does by something forgotten is for the reader to decide, too. Where a chance
depends on something forgotten, the reader says what that may be, and the dice decide.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial, reduce
from math import prod

import numpy as np
from msgspec.structs import replace

from gamebook.kernels.arrays import Ints
from gamebook.model.arithmetic import TRUE, ZERO, binary, const, negate, reads, substituted
from gamebook.model.expression import Binary, Const, Expr, Unary
from gamebook.program.code import Branch, Chance, Choice, Decide, Do, Earn, Node, NodeId, Program, VariableId, asked
from gamebook.program.columns import on_columns
from gamebook.program.possible import Possible

Sources = Mapping[str, frozenset[VariableId]]
"""By the name of each variable all that its values come from, itself included."""

MIXTURES = 2_000
"""Where a chance depends on forgotten values, the reader says one of their mixtures if there are no more than this."""
DIFFERENT = 60
"""The reader does so if no more mixtures than this give different chances, and else decides in place of the dice."""


def sources(program: Program) -> Sources:
    """What the values of variables come from."""
    index = {cell.name: number for number, cell in enumerate(program.cells)}
    found = {number: frozenset((number,)) for number in index.values()}
    for node in program.nodes:
        if isinstance(node, Do):
            for variable, value in node.sets:
                found[variable] |= {index[name] for name in reads(value)}
    while True:
        more = {v: some.union(*(found[source] for source in some)) for v, some in found.items()}
        if more == found:
            return {cell.name: found[number] for number, cell in enumerate(program.cells)}
        found = more


def needed(come_from: Sources, expressions: Iterable[Expr]) -> frozenset[VariableId]:
    """All that must be known to know what some expressions are."""
    return frozenset[VariableId]().union(*(come_from[name] for expr in expressions for name in reads(expr)))


def forgotten(program: Program, kept: Collection[VariableId], possible: Possible | None = None) -> Program:
    """The book in which all but some variables are forgotten.

    Args:
        program: the book. Numbers of nodes stay; where the reader decides in place of an option whose condition is
            forgotten, options have the same numbers as before, and one more follows. A node that parts the ways by what
            is known is the same object. Where a chance depends on what is forgotten, the options lead to new nodes,
            with the same ways and a chance for each. The book's endings must be all that counts, not points earned on
            the way.
        kept: with all that they need.
        possible: what may happen in the book. Without it the reader decides in place of dice that depend on what is
            forgotten.
    """
    return _Forgetting(program, kept, possible).result()


class _Forgetting:
    def __init__(self, program: Program, kept: Collection[VariableId], possible: Possible | None) -> None:
        self._program, self._kept, self._possible = program, kept, possible
        self._names = {program.cells[variable].name for variable in kept}
        self._numbers = {cell.name: number for number, cell in enumerate(program.cells)}
        self._more: list[Chance] = []
        self._places: list[str] = []

    def result(self) -> Program:
        program = self._program
        nodes = [self._without(number, node) for number, node in enumerate(program.nodes)]
        return replace(program, nodes=(*nodes, *self._more), places=(*program.places, *self._places))

    def _without(self, number: NodeId, node: Node) -> Node:
        if isinstance(node, Do):
            return replace(node, sets=tuple(each for each in node.sets if each[0] in self._kept))
        if isinstance(node, Earn) and not reads(node.amount) <= self._names:
            return Do((), node.next)
        if all(reads(expr) <= self._names for expr in asked(node)):
            return node
        match node:
            case Branch():
                return self._either(node)
            case Chance():
                return self._by_values(number, node) or _at_will(node.nexts)
            case Decide():
                return self._partly_at_will(node)
            case _:
                return node

    def _either(self, node: Branch) -> Decide:
        """The reader takes a way that may be open."""
        yes, no = (could(node.condition, holds, self._names) for holds in (True, False))
        if node.yes == node.no or yes == no == TRUE:
            return _at_will((node.yes, node.no))
        return Decide("reader", (Choice(yes, node.yes, ""), Choice(no, node.no, "")), node.no, "")

    def _partly_at_will(self, node: Decide) -> Decide:
        """The reader takes an option that may be open; or none, if all may be closed."""
        options = list[Choice]()
        none_open: Expr = TRUE
        for option in node.options:
            options.append(replace(option, condition=could(option.condition, True, self._names)))
            none_open = binary("and", none_open, could(option.condition, False, self._names))
        return replace(node, owner="reader", options=(*options, Choice(none_open, node.shut, "")))

    def _by_values(self, number: NodeId, node: Chance) -> Decide | None:
        """The reader says what the forgotten values are, and then dice decide; None if there are too many mixtures."""
        values = self._values_at(number, {name for weight in node.weights for name in reads(weight)} - self._names)
        if values is None:
            return None
        chances = self._chances(node.weights, values)
        if not 0 < len(chances) <= DIFFERENT:
            return None
        first = len(self._program.nodes) + len(self._more)
        self._more += [Chance(weights, node.nexts, _total(weights)) for weights in chances]
        self._places += [self._program.places[number]] * len(chances)
        options = tuple(Choice(_any(weights), first + each, "") for each, weights in enumerate(chances))
        return Decide("reader", options, node.nexts[-1], "")

    def _values_at(self, number: NodeId, names: Collection[str]) -> dict[str, Ints] | None:
        """int64[…] by name: what forgotten variables may be at a node, a column for each; None: that is too much."""
        if self._possible is None or number not in self._possible.values:
            return None
        here, cells = self._possible.values[number], self._program.cells
        sets = {name: here[self._numbers[name]] for name in sorted(names)}
        if not all(sets.values()) or prod(each.bit_count() for each in sets.values()) > MIXTURES:
            return None
        axes = [
            np.array([cells[self._numbers[name]].low + bit for bit in range(each.bit_length()) if each >> bit & 1])
            for name, each in sets.items()
        ]
        mixed = np.meshgrid(*axes, indexing="ij")
        return {name: column.ravel() for name, column in zip(sets, mixed, strict=True)}

    def _chances(self, weights: Collection[Expr], values: Mapping[str, Ints]) -> list[tuple[Expr, ...]]:
        """The weights for each mixture of forgotten values, each once.

        Some mixtures never come together in play: so weights may be negative here, or all 0.
        """
        count = len(next(iter(values.values())))
        if all(reads(weight) <= values.keys() for weight in weights):
            tables = self._program.tables
            rows = np.stack([on_columns(weight, values, count, tables) for weight in weights], axis=1)
            rows = rows[(rows >= 0).all(axis=1) & rows.any(axis=1)]
            different = dict.fromkeys(map(tuple, rows.tolist()))
            return [tuple(map(const, row)) for row in different]
        found = dict[tuple[Expr, ...], None]()
        for row in zip(*(column.tolist() for column in values.values()), strict=True):
            meaning = dict(zip(values, map(const, row), strict=True))
            found[tuple(binary("max", substituted(weight, meaning), ZERO) for weight in weights)] = None
            if len(found) > DIFFERENT:
                break
        return list(found)


def values_of(program: Program, variables: Collection[VariableId]) -> float:
    """How many mixtures of values some variables can have; what is soon over counts once."""
    cells = (program.cells[variable] for variable in variables)
    return prod(1.0 if cell.passing else cell.high - cell.low + 1.0 for cell in cells)


def could(condition: Expr, holds: bool, names: Collection[str]) -> Expr:
    """What must be so, of what is known, for a condition to hold, or to fail.

    Args:
        condition: the condition.
        holds: whether it should hold.
        names: the variables that are known; the others can be anything.
    """
    if reads(condition) <= {*names}:
        return condition if holds else negate(condition)
    match condition:
        case Unary(op="not"):
            return could(condition.operand, not holds, names)
        case Binary(op="and" | "or" as op, left=left, right=right):
            both = (op == "and") == holds
            return binary("and" if both else "or", could(left, holds, names), could(right, holds, names))
    return TRUE


def _any(weights: Collection[Expr]) -> Expr:
    """Whether some way has a chance."""
    return TRUE if _total(weights) else binary(">", reduce(partial(binary, "+"), weights), ZERO)


def _total(weights: Collection[Expr]) -> int:
    """The sum of the weights; 0 if they are not all known."""
    fixed = [weight.value for weight in weights if isinstance(weight, Const)]
    return sum(fixed) if len(fixed) == len(weights) else 0


def _at_will(nexts: Collection[NodeId]) -> Decide:
    """The reader goes on where they like."""
    places = tuple(dict.fromkeys(nexts))
    return Decide("reader", tuple(Choice(TRUE, after, "") for after in places), places[-1], "")
