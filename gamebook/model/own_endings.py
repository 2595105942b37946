"""Endings that the program adds to a book, such as “another hero”: no other ending of the book has their names."""

from __future__ import annotations

from collections.abc import Container
from itertools import chain, count

from gamebook.model.book import OWN_NAMES, Book, Ending, Kind


def own_ending(book: Book, words: str, kind: Kind) -> Ending:
    """An ending for a book, with a name of its own whatever the author calls theirs."""
    taken = {each.name for each in book.endings} | OWN_NAMES
    return Ending(name=free_name(words, taken), kind=kind, text=words)


def free_name(name: str, taken: Container[str]) -> str:
    """The name, or the name with a number, that is not taken."""
    names = chain((name,), (f"{name} {number}" for number in count(2)))
    return next(each for each in names if each not in taken)
