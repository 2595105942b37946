"""The decisions of a book and their options, as strategies call them: read from the text, for it may have errors."""

from __future__ import annotations

from collections.abc import Mapping

from gamebook.project import Edition
from gamebook.resolve.choices import MAX_AMOUNTS
from gamebook.resolve.written_decisions import written_decisions
from gamebook.syntax import ast
from gamebook.syntax.walk import find

Options = dict[str, list[str]]
"""For the name of each decision of the reader, and for each chapter with one, the words of its options."""


def decisions_of(edition: Edition) -> Options:
    """All decisions. A chapter has those of the rules that it does, too, and of the combats that are fought there."""
    pages = edition.loaded.pages
    declared = [each for parsed in pages for each in parsed.page.declarations]
    chapters = [each for parsed in pages for each in parsed.chapters]
    ranges = {each.name: each for each in find(tuple(declared), ast.Declaration) if isinstance(each, _RANGED)}
    found: Options = {}
    for each in written_decisions(declared, chapters):
        if each.place:
            labels = each.labels if each.amount is None else _amounts(each.amount, ranges)
            known = found.setdefault(each.place, [])
            known.extend(label for label in labels if label not in known)
    return found


_Ranged = ast.Param | ast.StatDecl | ast.NumberDecl
_RANGED = (ast.Param, ast.StatDecl, ast.NumberDecl)


def _amounts(node: ast.ChooseAmount, ranges: Mapping[ast.Id, _Ranged]) -> list[str]:
    """All amounts that some reader may choose; none where that is not easily told."""
    low, high = _bound(node.low, ranges, 0), _bound(node.high, ranges, 1)
    if low is None or high is None or high - low >= MAX_AMOUNTS:
        return []
    return [str(each) for each in range(low, high + 1)]


def _bound(amount: ast.Expr | None, ranges: Mapping[ast.Id, _Ranged], end: int) -> int | None:
    """The least value, or with `end` 1 the greatest, of a number or of a name with a range."""
    if isinstance(amount, ast.Number):
        return amount.value
    known = ranges.get(amount.id) if isinstance(amount, ast.Name) else None
    match known:
        case ast.Param(value=ast.Number(value=value)):
            return value
        case ast.StatDecl() | ast.NumberDecl():
            written = (known.low, known.high)[end]
            return written.value if isinstance(written, ast.Number) else None
    return None
