"""A program as numbers: a table of integers, so that nothing is compiled per book."""

from __future__ import annotations

from typing import NamedTuple

from gamebook.kernels.arrays import Flags, Ids, Ints
from gamebook.kernels.compiled import kernel

# Kinds of node, the first word of each node's code.
DO, BRANCH, CHANCE, LOTTERY, DECIDE, ENTER, EARN, STOP, NOTE = range(9)

# Operations of expressions, in postfix order.
RETURN, CONST, VAR, NEGATE, NOT, LOOKUP = range(6)
ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO, LEAST, MOST, EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST, BOTH, EITHER = (
    range(6, 21)
)
WITH_CONST = 32
"""Added to a binary operation: its operands are a variable and a constant that follow in the code."""

DEEPEST = 64
"""Chance nodes that may be open one inside another between two points; lowering keeps far below it."""


class Code(NamedTuple):
    """A program as numbers."""

    code: Ints
    """Tables (first column, first row, columns, rows, cells row by row), expressions and nodes, one after another."""
    node: Ints
    """Where each node starts in `code`."""
    point: Ids
    """For each node its number among points, or -1."""
    point_node: Ids
    """For each point its node."""
    field_start: Ints
    """int64[points + 1]: where each point's fields start."""
    field_variable: Ids
    field_low: Ints
    field_word: Ids
    field_shift: Ids
    field_mask: Ints
    touched: Flags
    """bool[points, variables]: what is read or set between a point and the next ones, and matters."""
    touched_bits: Ints
    """int64[points, words]: the places in a key of those that are live at the point, and of the point itself."""
    start: Ints
    """int64[variables]: the values before anything happens; those of variables that never change stay."""
    words: int
    endings: int
    marks: int
    weights: int
    """Room for the weights of all chance nodes open at once."""
    half: int
    """Room for working out any one expression, and for the values of any one Do: half of the working stack."""


@kernel
def evaluate(code: Ints, at: int, env: Ints, off: int, stack: Ints) -> int:
    """The value of the expression that starts at code[at], on the variables env[off], env[off + 1], …"""
    top = -1
    while True:
        op = code[at]
        at += 1
        if op == RETURN:
            break
        if op == CONST:
            top += 1
            stack[top] = code[at]
            at += 1
            continue
        if op == VAR:
            top += 1
            stack[top] = env[off + code[at]]
            at += 1
            continue
        if op == NEGATE:
            stack[top] = -stack[top]
            continue
        if op == NOT:
            stack[top] = 1 if stack[top] == 0 else 0
            continue
        if op == LOOKUP:
            t = code[at]
            at += 1
            column = min(max(stack[top - 1] - code[t], 0), code[t + 2] - 1)
            row = min(max(stack[top] - code[t + 1], 0), code[t + 3] - 1)
            top -= 1
            stack[top] = code[t + 4 + row * code[t + 2] + column]
            continue
        if op >= WITH_CONST:
            op -= WITH_CONST
            x = env[off + code[at]]
            y = code[at + 1]
            at += 2
            top += 1
        else:
            x = stack[top - 1]
            y = stack[top]
            top -= 1
        if op == ADD:
            z = x + y
        elif op == SUBTRACT:
            z = x - y
        elif op == LESS:
            z = 1 if x < y else 0
        elif op == AT_MOST:
            z = 1 if x <= y else 0
        elif op == MORE:
            z = 1 if x > y else 0
        elif op == AT_LEAST:
            z = 1 if x >= y else 0
        elif op == EQUAL:
            z = 1 if x == y else 0
        elif op == UNEQUAL:
            z = 1 if x != y else 0
        elif op == BOTH:
            z = 1 if x != 0 and y != 0 else 0
        elif op == EITHER:
            z = 1 if x != 0 or y != 0 else 0
        elif op == LEAST:
            z = min(x, y)
        elif op == MOST:
            z = max(x, y)
        elif op == MULTIPLY:
            z = x * y
        elif op == DIVIDE:
            z = x // y if y != 0 else 0
        else:
            z = x % y if y != 0 else 0
        stack[top] = z
    return stack[top]
