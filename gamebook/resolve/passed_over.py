"""Decisions in lines that play never reaches: they mean nothing, and yet what names them is not misspelt."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.resolve.walk import walk
from gamebook.syntax import ast
from gamebook.syntax.text import parse_text


def passed_over(steps: ast.Block, around: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The decisions in some lines, each with the labels of options that stand in these lines.

    Args:
        steps: the lines.
        around: the chapter or trigger that they stand in.
    """
    labels = frozenset(_labels(steps))
    for name in (around, *_names(steps)):
        yield name, labels


def _names(steps: ast.Block) -> Iterator[str]:
    for node in walk(steps):
        if isinstance(node, ast.Choose | ast.ChooseAmount) and node.name is not None:
            yield str(node.name)
        elif isinstance(node, ast.Ask):
            yield str(node.question)


def _labels(steps: ast.Block) -> Iterator[str]:
    """Without the values in curly brackets, as strategies name options."""
    for node in walk(steps):
        if isinstance(node, ast.Option | ast.May):
            pieces, _ = parse_text(node.label, node.label_span or node.span)
            yield "".join(piece for piece in pieces if isinstance(piece, str))
