"""A program as tables of integers, for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from gamebook.job import look
from gamebook.kernels import code
from gamebook.kernels.arrays import Flags
from gamebook.kernels.code import Code
from gamebook.model.expression import Binary, Const, Dice, Expr, Lookup, Unary, Var
from gamebook.program.code import Branch, Chance, Decide, Do, Earn, Enter, Note, Program, Stop
from gamebook.program.liveness import Liveness, stretch

WORD = 62
"""Bits of a word of a packed state: what fits a signed 64-bit integer with room to spare."""

OPERATIONS = {
    "+": code.ADD,
    "-": code.SUBTRACT,
    "*": code.MULTIPLY,
    "/": code.DIVIDE,
    "mod": code.MODULO,
    "min": code.LEAST,
    "max": code.MOST,
    "=": code.EQUAL,
    "!=": code.UNEQUAL,
    "<": code.LESS,
    "<=": code.AT_MOST,
    ">": code.MORE,
    ">=": code.AT_LEAST,
    "and": code.BOTH,
    "or": code.EITHER,
}


class _Writer:
    """The integers written so far."""

    def __init__(self, program: Program) -> None:
        self.code: list[int] = []
        self.variables = {cell.name: number for number, cell in enumerate(program.cells)}
        self.known: dict[tuple[int, ...], int] = {}
        self.tables = {name: self.table(*table) for name, table in program.tables.items()}

    def table(self, first_column: int, first_row: int, rows: tuple[tuple[int, ...], ...]) -> int:
        """Write a table and return where it starts."""
        return self.put([first_column, first_row, len(rows[0]), len(rows), *chain.from_iterable(rows)])

    def expression(self, expr: Expr) -> int:
        """Write an expression, once for all its uses, and return where it starts."""
        words = (*self.words(expr), code.RETURN)
        if words not in self.known:
            self.known[words] = len(self.code)
            self.code.extend(words)
        return self.known[words]

    def words(self, expr: Expr) -> list[int]:
        match expr:
            case Const():
                return [code.CONST, expr.value]
            case Var():
                return [code.VAR, self.variables[expr.name]]
            case Unary():
                return [*self.words(expr.operand), code.NEGATE if expr.op == "-" else code.NOT]
            case Binary(left=Var() as left, right=Const() as right):
                return [OPERATIONS[expr.op] + code.WITH_CONST, self.variables[left.name], right.value]
            case Binary():
                return [*self.words(expr.left), *self.words(expr.right), OPERATIONS[expr.op]]
            case Lookup():
                return [*self.words(expr.column), *self.words(expr.row), code.LOOKUP, self.tables[expr.table]]
            case Dice():
                raise ValueError("dice are drawn before a program is encoded")

    def put(self, words: list[int]) -> int:
        """Write words and return where they start."""
        self.code.extend(words)
        return len(self.code) - len(words)


def instructions(program: Program) -> tuple[list[int], list[int], int]:
    """The program as words, where in them each node starts, and how many words the longest expression has."""
    writer = _Writer(program)
    starts = []
    for node in program.nodes:
        look()
        match node:
            case Do():
                sets = [(variable, writer.expression(expr)) for variable, expr in node.sets]
                words = [code.DO, node.next, len(sets), *chain.from_iterable(sets)]
            case Branch():
                words = [code.BRANCH, node.yes, node.no, writer.expression(node.condition)]
            case Chance():
                ways = [(n, writer.expression(w)) for n, w in zip(node.nexts, node.weights, strict=True)]
                words = [code.CHANCE, len(ways), node.total, *chain.from_iterable(ways)]
                fixed = [weight.value for weight in node.weights if isinstance(weight, Const)]
                if len(fixed) == len(ways):
                    shares = zip(node.nexts, fixed, strict=True)
                    words = [code.LOTTERY, len(ways), sum(fixed), *chain.from_iterable(shares)]
            case Decide():
                options = [(option.next, writer.expression(option.condition)) for option in node.options]
                words = [code.DECIDE, node.shut, len(options), *chain.from_iterable(options)]
                if node.narrowed:
                    words += [writer.expression(option.offered or option.condition) for option in node.options]
            case Enter():
                words = [code.ENTER, node.next]
            case Earn():
                words = [code.EARN, node.next, writer.expression(node.amount)]
            case Note():
                words = [code.NOTE, node.next, node.mark]
            case Stop():
                words = [code.STOP, node.ending]
        starts.append(writer.put(words))
    return writer.code, starts, max(map(len, writer.known), default=0)


def encode(program: Program, live: Liveness) -> Code:
    """The program's tables.

    Args:
        program: the book.
        live: which variables make up a state at each point, and which are touched where.
    """
    words, starts, longest = instructions(program)
    points = program.points()
    numbers = np.full(len(program.nodes), -1, np.int32)
    numbers[points] = np.arange(len(points))
    places, words_needed = _places(program, live, points)
    fields: list[tuple[int, int, int, int, int]] = []
    field_start = [0]
    touched = np.zeros((len(points), len(program.cells)), np.bool_)
    touched_bits = np.zeros((len(points), words_needed), np.int64)
    touched_bits[:, 0] = (1 << len(points).bit_length()) - 1
    for row, point in enumerate(points):
        look()
        touching = stretch(program, live, point)
        for number, (low, word, shift, mask) in places.items():
            touched[row, number] = bool(touching >> number & 1)
            if live.live[point] >> number & 1:
                fields.append((number, low, word, shift, mask))
                if touched[row, number]:
                    touched_bits[row, word] |= mask << shift
        field_start.append(len(fields))
    columns = np.array(fields, np.int64).reshape(-1, 5)
    return Code(
        code=np.array(words, np.int64),
        node=np.array(starts, np.int64),
        point=numbers,
        point_node=np.array(points, np.int32),
        field_start=np.array(field_start, np.int64),
        field_variable=columns[:, 0].astype(np.int32),
        field_low=columns[:, 1].copy(),
        field_word=columns[:, 2].astype(np.int32),
        field_shift=columns[:, 3].astype(np.int32),
        field_mask=columns[:, 4].copy(),
        touched=touched,
        touched_bits=touched_bits,
        start=np.array([cell.start for cell in program.cells], np.int64),
        words=words_needed,
        endings=len(program.endings),
        marks=len(program.marks),
        weights=2 * program.widest + 2 * code.DEEPEST,
        half=max(longest, *(len(node.sets) for node in program.nodes if isinstance(node, Do)), 0),
    )


def rivals(program: Program, code: Code) -> Flags:
    """bool[points], whether a rival decides there."""
    nodes = (program.nodes[node] for node in code.point_node)
    return np.array([isinstance(node, Decide) and node.owner == "rival" for node in nodes], np.bool_)


def _places(
    program: Program, live: Liveness, points: Sequence[int]
) -> tuple[dict[int, tuple[int, int, int, int]], int]:
    """For each variable that is live at some point its least value, word, shift and mask; and the words needed."""
    anywhere = 0
    for point in points:
        anywhere |= live.live[point]
    places: dict[int, tuple[int, int, int, int]] = {}
    word, shift = 0, len(points).bit_length()
    for number, cell in enumerate(program.cells):
        width = (cell.high - cell.low).bit_length()
        if not anywhere >> number & 1 or width == 0:
            continue
        if shift + width > WORD:
            word, shift = word + 1, 0
        places[number] = (cell.low, word, shift, (1 << width) - 1)
        shift += width
    return places, word + 1
