"""Two readings of one book, in which an ending is what it is, whatever it is called.

The name of an ending says its points where other endings have the same words, so the endings of two readings may have
other names as soon as one number differs.
"""

from __future__ import annotations

from msgspec import structs

from gamebook.model.blocks import rewritten
from gamebook.model.book import Book, Ending, Kind
from gamebook.model.expression import Expr
from gamebook.model.own_endings import free_name
from gamebook.model.step import End, Step


def with_endings_of(book: Book, other: Book) -> tuple[Book, Book]:
    """The book with the endings that only the other one has, and the other one with the book's names for its endings.

    Endings are the same where kind, words and points are.
    """
    called = {_what(each): each.name for each in book.endings}
    taken = set(called.values())
    names: dict[str, str] = {}
    more: list[Ending] = []
    for each in other.endings:
        what = _what(each)
        if what not in called:
            called[what] = free_name(each.name, taken)
            taken.add(called[what])
            more.append(structs.replace(each, name=called[what], text=each.words))
        names[each.name] = called[what]
    endings = (*book.endings, *more)

    def renamed(step: Step) -> Step:
        return structs.replace(step, ending=names.get(step.ending, step.ending)) if isinstance(step, End) else step

    if any(name != new for name, new in names.items()):
        other = rewritten(other, renamed)
    return structs.replace(book, endings=endings), structs.replace(other, endings=endings)


def _what(ending: Ending) -> tuple[Kind, str, Expr | None]:
    """All that an ending is, but its name."""
    return ending.kind, ending.words, ending.score
