"""True and false among words: other programs print these words, our language would print 1 and 0."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gamebook.interop.draft import Pieces
from gamebook.interop.terms import Truth, drawn
from gamebook.syntax import ast

MOST = 2
"""Values that are true or false in one paragraph, or in the words of one choice: each doubles it."""
_PARAGRAPH = re.compile(r"(\n[ \t]*\n\s*)")

IsTruth = Callable[[ast.Expr], bool]


def paragraphs(pieces: Pieces, is_truth: IsTruth) -> Iterator[Pieces]:
    """The words in runs: each paragraph with a value that is true or false is one, and so are all those between two."""
    waiting: list[str | ast.Expr] = []
    for each in _paragraphs(pieces):
        if not truths(each, is_truth):
            waiting.extend(each)
            continue
        if waiting:
            yield tuple(waiting)
            waiting = []
        yield each
    if waiting:
        yield tuple(waiting)


def _paragraphs(pieces: Pieces) -> Iterator[Pieces]:
    made: list[str | ast.Expr] = []
    for piece in pieces:
        if not isinstance(piece, str):
            made.append(piece)
            continue
        for number, part in enumerate(_PARAGRAPH.split(piece)):
            made.append(part)
            if number % 2:
                yield tuple(made)
                made = []
    yield tuple(made)


def truths(pieces: Pieces, is_truth: IsTruth) -> list[ast.Expr]:
    """The values among words that are true or false, each once."""
    values = dict.fromkeys(each for each in pieces if isinstance(each, ast.Expr))
    return [each for each in values if is_truth(each) and not drawn(each)]


def with_word(pieces: Pieces, value: ast.Expr, *, holds: bool) -> Pieces:
    """The words with `true` or `false` in place of a value."""
    return tuple(("true" if holds else "false") if each == value else each for each in pieces)


def settled(pieces: Pieces) -> Pieces:
    """The words with those values as words that are always true, or always false."""
    return tuple(("true" if each.holds else "false") if isinstance(each, Truth) else each for each in pieces)
