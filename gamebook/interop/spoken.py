"""Values among words that our language would show otherwise: true as 1, `long sword` as the name `long-sword`.

Words with such a value are written once for each of the ways in which they may read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod

from msgspec import Struct

from gamebook.interop.draft import Pieces
from gamebook.interop.terms import Capital, Text, Truth
from gamebook.syntax import ast

MOST = 6
"""Ways in which a paragraph, or the words of a choice, may read: each is written out."""
_PARAGRAPH = re.compile(r"(\n[ \t]*\n\s*)")


class Case(Struct, frozen=True):
    """What stands in place of a value in one case."""

    condition: ast.Expr | None
    """When the case holds; None for the last one, which holds if no other does."""
    shown: Mapping[ast.Expr, str | ast.Expr]
    """Value among the words → what is shown in its place."""


Forms = Sequence[ast.Expr]
"""A value among words, in each of the ways in which it stands there: `name`, `$!{name}`."""
CasesOf = Callable[[Forms], Sequence[Case]]
"""The cases of a value; none where our language shows it as the source does."""


def paragraphs(pieces: Pieces, cases_of: CasesOf) -> Iterator[Pieces]:
    """The words in runs: each paragraph with cases is one, and so are all those between two."""
    waiting: list[str | ast.Expr] = []
    for each in _paragraphs(pieces):
        if not cases(each, cases_of):
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


def cases(pieces: Pieces, cases_of: CasesOf) -> list[Sequence[Case]]:
    """The cases of each value among words that has any."""
    forms: dict[ast.Expr, list[ast.Expr]] = {}
    for each in dict.fromkeys(pieces):
        if isinstance(each, ast.Expr):
            forms.setdefault(bare(each), []).append(each)
    return [found for each in forms.values() if (found := cases_of(each))]


def bare(value: ast.Expr) -> ast.Expr:
    """A value without its capitals."""
    return value.value if isinstance(value, Capital) else value


def with_capitals(form: ast.Expr, word: str) -> str:
    """A word as a value shows it that stands in one of its forms."""
    return form.of(word) if isinstance(form, Capital) else word


def few(cases: Sequence[Sequence[Case]]) -> bool:
    """Whether there are cases, and so few that all can be written out."""
    return bool(cases) and prod(map(len, cases)) <= MOST


def in_case(pieces: Pieces, case: Case) -> Pieces:
    """The words as they read in one case."""
    return tuple(each if isinstance(each, str) else case.shown.get(each, each) for each in pieces)


def settled(pieces: Pieces) -> Pieces:
    """The words with those values as words that are always the same."""
    return tuple(map(_settled, pieces))


def _settled(piece: str | ast.Expr) -> str | ast.Expr:
    if isinstance(piece, str):
        return piece
    match bare(piece):
        case Truth(holds=holds):
            return with_capitals(piece, "true" if holds else "false")
        case Text(words=words):
            return with_capitals(piece, words)
    return piece
