"""An example of all that a hero may pick, as `--hero` takes it."""

from __future__ import annotations

from collections.abc import Mapping

from gamebook.analysis.given_hero import settled_by_dice, written_in_choices
from gamebook.model.book import Book, Variable
from gamebook.play.moment import Chance, Decision
from gamebook.play.session import Session

MOST = 200
"""Dice and choices of a hero block that are followed: it may go round for ever."""


def picks(book: Book) -> bool:
    """Whether the hero block lets the reader pick something that stands on the sheet."""
    return any(each.on_sheet and each.name in written_in_choices(book) for each in book.variables)


def sample_picks(book: Book, hero: Mapping[str, int]) -> tuple[str, ...]:
    """All that one hero has picked: `weapon=axe`, `rope`, `arrows=3`; whoever names them all is asked nothing.

    The hero takes the first option everywhere, or the last, where the first options bring nothing that has a name.

    Args:
        book: the book.
        hero: values of the sheet that are known.

    Returns:
        Empty where nothing is picked, or no hero was made in this way.
    """
    diced = settled_by_dice(book)
    names = written_in_choices(book) - diced - hero.keys()
    for option in (0, -1):
        made = _made(book, hero, option)
        pairs = zip(book.variables, made, strict=True) if made is not None else ()
        found = tuple(_word(each, n) for each, n in pairs if each.on_sheet and each.name in names and n != each.start)
        if found:
            return found
    return ()


def _made(book: Book, hero: Mapping[str, int], option: int) -> tuple[int, ...] | None:
    """The sheet of a hero who takes the same option everywhere; None where the first chapter is not entered."""
    session = Session(book, 1, hero)
    for _ in range(MOST):
        if session.made is not None:
            return session.made
        match session.moment:
            case Chance():
                session.roll()
            case Decision(options=options):
                session.choose(option % len(options))
            case _:
                return None
    return None


def _word(variable: Variable, number: int) -> str:
    if variable.values:
        return f"{variable.name}={variable.values[number]}"
    return variable.name if number == 1 else f"{variable.name}={number}"
