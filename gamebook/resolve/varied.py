"""A book in which numbers of its pages are variables, so that one model stands for many variants of the book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, structs
from msgspec.structs import replace

from gamebook.diagnostics import Diagnostic, Severity
from gamebook.model.book import Book
from gamebook.resolve.numbers import Number
from gamebook.resolve.resolve import resolve
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.parse import Parsed

Part = TypeVar("Part")


class Varying(Struct, frozen=True):
    """A number that is a variable of the model."""

    number: Number
    values: tuple[int, ...]
    """The other values that it may have."""
    variable: str
    """What the variable is called: no name on a page has a blank."""


def varied(
    pages: Sequence[Parsed], wanted: Sequence[Varying], settings: Mapping[str, int]
) -> tuple[Book, tuple[Varying, ...]]:
    """The book with variables in place of numbers, and the numbers that could be made variables.

    Where a rule needs a fixed number, the number stays as it is.

    Args:
        pages: a book without errors.
        wanted: the numbers; none of them counts in the whole book.
        settings: values for parameters of the book.
    """
    left = tuple(wanted)
    while True:
        found = resolve(_with_names(pages, left), overrides=settings)
        if found.book is not None:
            return _hidden(found.book, {each.variable for each in left}), left
        assert left, "the book itself has no errors"
        errors = [each for each in found.findings if each.severity is Severity.ERROR]
        left = _without(left, errors, pages)


def _with_names(pages: Sequence[Parsed], wanted: Sequence[Varying]) -> list[Parsed]:
    names: dict[Span, ast.Expr] = {
        each.number.span: ast.Name(ast.Id(each.variable, each.number.span), span=each.number.span) for each in wanted
    }
    declared = tuple(_declared(each) for each in wanted)
    found = [replace(each, page=_put(each.page, names)) for each in pages]
    last = found[-1]
    found[-1] = replace(last, page=structs.replace(last.page, declarations=(*last.page.declarations, *declared)))
    return found


def _declared(varying: Varying) -> ast.NumberDecl:
    number, span = varying.number, varying.number.span
    every = (number.value, *varying.values)
    low, start, high = (ast.Number(value, span=span) for value in (min(every), number.value, max(every)))
    return ast.NumberDecl(ast.Id(varying.variable, span), start, low, high, span=span)


def _put(part: Part, names: Mapping[Span, ast.Expr]) -> Part:
    """The part with names in place of numbers; what has none is the very same."""
    if isinstance(part, tuple):
        each = tuple([_put(one, names) for one in part])
        return each if any(new is not old for new, old in zip(each, part, strict=True)) else part  # type: ignore[return-value]  # a tuple gives one
    if isinstance(part, ast.Number):
        return names.get(part.span, part)  # type: ignore[return-value]  # a value stands for a value
    if not isinstance(part, ast.Node):
        return part
    old = {name: getattr(part, name) for name in part.__struct_fields__}
    new = {name: _put(value, names) for name, value in old.items()}
    changed = {name: value for name, value in new.items() if value is not old[name]}
    return structs.replace(part, **changed) if changed else part


def _without(left: Sequence[Varying], errors: Sequence[Diagnostic], pages: Sequence[Parsed]) -> tuple[Varying, ...]:
    """The numbers without those at which something went wrong: there, else in those chapters, else all."""
    spans = {each.span for each in errors}
    blamed = {each for each in left if any(_meet(each.number.span, span) for span in spans)}
    if not blamed:
        chapters = [chapter.span for each in pages for chapter in each.page.chapters]
        around = [chapter for chapter in chapters if any(_meet(chapter, span) for span in spans)]
        blamed = {each for each in left if any(_meet(each.number.span, chapter) for chapter in around)}
    return tuple(each for each in left if each not in blamed) if blamed else ()


def _meet(one: Span, other: Span) -> bool:
    return one.path == other.path and one.start < other.end and other.start < one.end


def _hidden(book: Book, names: set[str]) -> Book:
    """The book with these variables on no sheet."""
    variables = tuple(structs.replace(each, kind="hidden") if each.name in names else each for each in book.variables)
    return structs.replace(book, variables=variables)
