"""What an author called the decisions of a book, and the options of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gamebook.graph.words import Words
from gamebook.model.book import Book
from gamebook.model.step import Choose, End, Option, Step, Turn
from gamebook.resolve.core import steps_in


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as it is written."""

    address: str
    name: str
    """What strategies call it: the written name, else the chapter."""
    what: str
    """`menu`, `may`, `choose`, `amount`, `hero`, `fight` or `rival`."""
    labels: Mapping[str, str]
    """For each option's address its words; options of equal words are told apart by where they lead."""


def decisions(book: Book) -> dict[str, Decision]:
    """All decisions of a book by address."""
    words = Words(book)
    return {step.address: _decision(words, step) for step in every_step(book) if isinstance(step, Choose)}


def every_step(book: Book) -> Iterator[Step]:
    """Every step of a book: the hero's, the chapters', the triggers'."""
    yield from steps_in(book.hero)
    for chapter in book.chapters:
        yield from steps_in(chapter.body)
    for watch in book.watches:
        yield from steps_in(watch.body)


def _decision(words: Words, step: Choose) -> Decision:
    plain = {option.address: " ".join(words.text(option.label).split()) for option in step.options}
    count = Counter(plain.values())
    labels = {}
    for option in step.options:
        label, leads = plain[option.address], _target(option)
        told_apart = label and count[label] == 1
        labels[option.address] = label if told_apart or not leads else f"{label} -> {leads}".strip()
    return Decision(step.address, step.name, step.what, labels)


def _target(option: Option) -> str:
    """Where an option turns, if it does so at the end of its block."""
    match option.body[-1:]:
        case (Turn(chapter=chapter),):
            return chapter
        case (End(ending=ending),):
            return ending
        case _:
            return ""
