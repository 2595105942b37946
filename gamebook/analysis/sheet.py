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


def hero_on_sheet(
    book: Book, hero: Mapping[str, int], sheet: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """A hero who begins with other values than those he is made with, and the values on the sheet that are left.

    Nothing in the hero block changes what is given of a hero. So a value that is put on the sheet of such a hero is
    given, too: a stat keeps the initial value of the hero, but for one that is below the present value.
    """
    variables = {variable.name: variable for variable in book.variables}
    initial = {cap: name for name in hero if (cap := variables[name].cap) is not None}
    made, left = {**hero}, dict[str, int]()
    for name, value in sheet.items():
        if name not in hero and name not in initial:
            left[name] = value
            continue
        made[name] = value
        cap = variables[name].cap
        if cap is not None and cap not in sheet:
            made[cap] = min(max(made.get(cap, hero[name]), value), variables[cap].high)
    return made, left


def as_made(book: Book, hero: Mapping[str, int]) -> dict[str, int]:
    """A hero as `--hero` gives him: of a stat that begins with another value its initial value."""
    caps = {variable.name: variable.cap for variable in book.variables}
    return {name: hero.get(caps[name] or name, value) for name, value in hero.items() if name not in caps.values()}


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
