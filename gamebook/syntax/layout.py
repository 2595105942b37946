"""Indentation: turns the blanks before a line into _INDENT and _DEDENT tokens.

Only a marked line, a row or a line of the header opens a block. Prose opens none: a line without a mark that
follows prose or a chapter's head keeps its extra blanks, so that poems keep their shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lark import Token
from lark.exceptions import LarkError
from lark.lark import PostLex

from gamebook.syntax.limits import MAX_DEPTH, MAX_OPERATORS

TAB = 4
"""A tab counts as blanks up to the next multiple of this."""

_LINES = frozenset({"_NL", "_MARKED_NL"})
_KEEP_SHAPE = frozenset({"PROSE", "_HEAD"})
_OPERATORS = frozenset(
    {"AND", "OR", "NOT", "MOD", "EQUAL", "RELATION", "PLUS", "MINUS", "MULTIPLY", "SLASH", "LPAR", "INITIAL", "FOE"}
)


class LayoutError(LarkError):
    """The page cannot be laid out; `kind` is `dedent`, `deep` or `long`, `offset` the place in the piece parsed."""

    def __init__(self, kind: str, offset: int) -> None:
        super().__init__(kind, offset)
        self.kind = kind
        self.offset = offset


def width(blanks: str) -> int:
    """How far a line with these blanks before it is indented."""
    return len(blanks.expandtabs(TAB))


def indent(line: str) -> int:
    """How far a line is indented."""
    return width(line[: len(line) - len(line.lstrip())])


class Layout(PostLex):
    """The step between lexer and parser. It never looks ahead, for the parser's state tells the lexer what may come."""

    always_accept: Iterable[str] = tuple(_LINES)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Replace each end of line by _NL and what the next line's indentation asks for.

        These tokens are empty and stand at the end of the last word, so that nodes end where their text ends.
        """
        stack: list[int] = []
        first = ""
        operators = 0
        last = None
        for token in stream:
            if token.type not in _LINES:
                if not stack:
                    stack.append(0)
                if not first:
                    first = token.type
                elif token.type in _OPERATORS:
                    operators += 1
                    if operators > MAX_OPERATORS:
                        raise LayoutError("long", token.start_pos or 0)
                last = token
                yield token
                continue
            place = last or token
            yield _empty("_NL", place)
            indent = width(token[token.rindex("\n") + 1 :])
            if not stack:  # a passage: its first line sets the margin
                stack.append(indent)
            keeps_shape = token.type == "_NL" and first in _KEEP_SHAPE
            if indent > stack[-1] and not keeps_shape:
                if len(stack) > MAX_DEPTH:
                    raise LayoutError("deep", token.end_pos or 0)
                stack.append(indent)
                yield _empty("_INDENT", place)
            while indent < stack[-1] and len(stack) > 1:
                stack.pop()
                yield _empty("_DEDENT", place)
            if indent < stack[-1] or (indent > stack[-1] and not keeps_shape):
                raise LayoutError("dedent", token.end_pos or 0)
            first = ""
            operators = 0
        while len(stack) > 1:
            stack.pop()
            if last is not None:
                yield _empty("_DEDENT", last)


def _empty(kind: str, after: Token) -> Token:
    """A token without text at the end of another."""
    end = after.end_pos
    return Token(kind, "", end, after.end_line, after.end_column, after.end_line, after.end_column, end)
