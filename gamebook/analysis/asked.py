"""An expression as a command gives it, such as `gold + 2`."""

from __future__ import annotations

from typing import cast

from lark import Tree
from lark.exceptions import LarkError

from gamebook.errors import UsageError
from gamebook.model.arithmetic import binary, const, negate
from gamebook.model.book import Book
from gamebook.model.expression import BinaryOp, Expr, Var
from gamebook.model.fold import minus
from gamebook.resolve.spelling import nearest
from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.build import Builder
from gamebook.syntax.grammar import parser


def asked(book: Book, text: str) -> Expr:
    """A value as a command gives it: names of the sheet and of parameters, numbers, and what can be done with them.

    Raises:
        UsageError: it cannot be read, or a name is not known.
    """
    try:
        tree = parser().parse(text, start="expression")
    except LarkError:
        raise UsageError(f"{text} cannot be read as a value") from None
    assert isinstance(tree, Tree)
    builder = Builder(Source(text, text), 0)
    written: ast.Expr = builder.build(tree)
    names = {each.name for each in book.variables} | {each.name for each in book.parameters}

    def meant(part: ast.Node) -> Expr:
        match part:
            case ast.Number():
                return const(part.value)
            case ast.Name():
                if part.id not in names:
                    raise UsageError(f"no value is called {part.id}{_hint(nearest(part.id, names))}")
                return Var(name=str(part.id))
            case ast.Unary():
                return minus(meant(part.operand)) if part.op == "-" else negate(meant(part.operand))
            case ast.Binary():
                return binary(cast("BinaryOp", part.op), meant(part.left), meant(part.right))
        raise UsageError(f"{text}: only names of the sheet, numbers and arithmetic are allowed")

    return meant(written)


def _hint(hint: str | None) -> str:
    return f"; {hint}" if hint else ""
