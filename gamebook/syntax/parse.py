"""Text to syntax tree: the page is cut into pieces, and each piece is read on its own.

A piece is a block of the header or a chapter. One that cannot be read becomes `Broken`; the others still read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from lark import Tree
from lark.exceptions import LarkError

from gamebook.diagnostics import Diagnostic
from gamebook.source import Source, Span
from gamebook.syntax import ast
from gamebook.syntax.build import Builder
from gamebook.syntax.clean import Comment, clean
from gamebook.syntax.grammar import parser
from gamebook.syntax.limits import MAX_FINDINGS
from gamebook.syntax.recover import broken_name, diagnose, too_many

__all__ = ["Comment", "Parsed", "Piece", "parse", "pieces"]

_HEAD = re.compile(r"^=== ", re.MULTILINE)
_BLOCK = re.compile(r"^\S", re.MULTILINE)
_LINE = re.compile(r"^[ \t]*\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A page, its comments, and what is wrong with it."""

    page: ast.Page
    comments: tuple[Comment, ...]
    findings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the page that is read on its own: a `declaration` or a `chapter`."""

    kind: str
    start: int
    end: int


def pieces(text: str) -> Iterator[Piece]:
    """Cut a page at its chapters, and what stands before the first one at the lines that are not indented."""
    heads = [match.start() for match in _HEAD.finditer(text)]
    header = heads[0] if heads else len(text)
    blocks = [match.start() for match in _BLOCK.finditer(text, 0, header)]
    first = _LINE.search(text, 0, blocks[0] if blocks else header)
    if first is not None:  # indented lines before anything they could belong to
        blocks.insert(0, first.start())
    for start, end in pairwise([*blocks, header]):
        yield Piece("declaration", start, end)
    for start, end in pairwise([*heads, len(text)]):
        yield Piece("chapter", start, end)


def parse(source: Source) -> Parsed:
    """Read a page as far as it can be read. Whatever the text, this gives a page and findings, never an exception."""
    cleaned = clean(source)
    findings = list(cleaned.findings)
    declarations: list[ast.Declaration] = []
    chapters: list[ast.Chapter | ast.Broken] = []
    for piece in pieces(cleaned.text):
        text = cleaned.text[piece.start : piece.end].rstrip() + "\n"
        try:
            tree = parser().parse(text, start=piece.kind)
        except LarkError as error:
            mistakes, rest = diagnose(source, text, piece.start, piece.kind, error)
            findings.extend(mistakes)
            if piece.kind == "chapter":
                span = source.span(piece.start, piece.start + len(text) - 1)
                chapters.append(ast.Broken(broken_name(text), span=span))
            elif rest is not None:  # what a header declares on its sound lines is still declared
                declarations.extend(rest)
        else:
            assert isinstance(tree, Tree)
            builder = Builder(source, piece.start)
            built = builder.build(tree)
            findings.extend(builder.findings)
            if piece.kind == "chapter":
                chapters.append(built)
            else:
                declarations.extend(built)
        if len(findings) > MAX_FINDINGS:
            findings = [*findings[:MAX_FINDINGS], too_many(source, piece.end)]
            break
    page = ast.Page(tuple(declarations), tuple(chapters), span=Span(source.path, 0, len(source.text)))
    return Parsed(page, cleaned.comments, tuple(sorted(findings, key=lambda found: found.span)))
