"""The values on the sheet that a reader wishes to begin with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from gamebook.errors import UsageError
from gamebook.model.book import Book, Variable
from gamebook.resolve.given import whole_number
from gamebook.resolve.spelling import nearest

ENGINE = ("hidden", "local", "account")
"""Kinds of variables that are not on the sheet."""


def on_sheet(book: Book, wishes: Mapping[str, int | str]) -> dict[str, int]:
    """Values to begin with, as the book's variables have them.

    Args:
        book: the book.
        wishes: values by name: numbers, or the name of a value of a one-of.

    Raises:
        UsageError: nothing is called so, or the value does not fit; the message says what can be set.
    """
    known = {variable.name: variable for variable in book.variables if variable.kind not in ENGINE}
    found = {}
    for name, value in wishes.items():
        if name not in known:
            names = [*known, *(parameter.name for parameter in book.parameters)]
            raise UsageError(
                f"nothing is called {name}{_near(name, names)}; what can be set: {', '.join(names) or 'nothing'}"
            )
        found[name] = _value(known[name], str(value).strip())
    return found


def only_parameters(book: Book, settings: Iterable[str]) -> None:
    """Refuse names of settings that are no parameters of the book.

    Raises:
        UsageError: one is none; the message says what can be set.
    """
    known = tuple(parameter.name for parameter in book.parameters)
    can = f"what can be set: {', '.join(known) or 'nothing'}"
    for name in settings:
        if name in known:
            continue
        if any(variable.name == name for variable in book.variables):
            raise UsageError(f"{name} is no parameter of the book, and only those are set here; {can}")
        raise UsageError(f"nothing is called {name}{_near(name, known)}; {can}")


def _value(variable: Variable, word: str) -> int:
    """A number, or the name of a value of a one-of."""
    if word in variable.values:
        return variable.values.index(word)
    if variable.values:
        near = _near(word, variable.values)
        raise UsageError(f"{variable.name} is one of {', '.join(variable.values)}, not {word}{near}")
    number = whole_number(word, variable.name, f"{variable.name} is a number, not {word or 'nothing'}")
    if not variable.low <= number <= variable.high:
        raise UsageError(f"{variable.name} is in {variable.low}..{variable.high}, not {word}")
    return number


def _near(word: str, known: Collection[str]) -> str:
    hint = nearest(word, known)
    return f" ({hint})" if hint else ""
