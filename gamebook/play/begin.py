"""Where a play begins: at the start of the book, or at any chapter with any sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from gamebook.model.arithmetic import TRUE, binary, const
from gamebook.model.book import Book
from gamebook.model.expression import Var
from gamebook.model.step import BEGIN, Assign, Change, Choose, Option


def begin_at(book: Book, chapter: str | None = None, sheet: Mapping[str, int] | None = None) -> Book:
    """The book, begun at another chapter, with values that hold once the hero is made, rolled or given.

    A stat that is set above its initial value takes the initial value along.
    """
    sheet = sheet or {}
    caps = {variable.name: variable.cap for variable in book.variables}
    changes = [Change(variable=name, value=const(value), beyond=True) for name, value in sheet.items()]
    for name, value in sheet.items():
        cap = caps[name]
        if cap is not None and cap not in sheet:
            changes.append(Change(variable=cap, value=binary("max", Var(name=cap), const(value))))
    hero = (*book.hero, Assign(changes=tuple(changes), address=BEGIN, why="hidden")) if changes else book.hero
    return structs.replace(book, hero=hero, start=chapter or book.start)


def begin_with(book: Book, values: Sequence[int]) -> Book:
    """The book for a hero who is made already: each variable begins with the value given."""
    changes = tuple(
        Change(variable=variable.name, value=const(value), beyond=True)
        for variable, value in zip(book.variables, values, strict=True)
        if value != variable.start
    )
    return structs.replace(book, hero=(Assign(changes=changes, address=BEGIN, why="hidden"),) if changes else ())


def with_stop(book: Book) -> Book:
    """The book with a stop at which the hero is made and the first chapter not yet entered."""
    go = Option(label=("begin",), condition=TRUE, address=BEGIN)
    return structs.replace(book, hero=(*book.hero, Choose(name=BEGIN, what="hero", options=(go,), address=BEGIN)))
