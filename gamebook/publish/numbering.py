"""Numbers as the author wrote them; chapters with names get those that are left."""

from __future__ import annotations

from itertools import count

from gamebook.model.book import Book


def as_written(book: Book) -> dict[str, int]:
    """The number of each chapter, in the book's order: a chapter called by a number keeps it."""
    found = {each.name: int(each.name) for each in book.chapters if each.name.isdecimal()}
    taken = set(found.values())
    if book.start not in found and 1 not in taken:
        found[book.start] = 1
        taken.add(1)
    free = (number for number in count(1) if number not in taken)
    for each in book.chapters:
        if each.name not in found:
            found[each.name] = next(free)
    return found
