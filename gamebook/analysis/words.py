"""What an author called the decisions of a book, and the options of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gamebook.graph.words import Words
from gamebook.model.book import Book
from gamebook.model.step import Block, Choose, End, Option, Scope, Turn
from gamebook.resolve.core import blocks_in


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as it is written."""

    address: str
    name: str
    """What strategies call it: the written name, else the chapter."""
    what: str
    """`menu`, `may`, `choose`, `amount`, `hero`, `fight` or `rival`."""
    in_fight: bool
    labels: Mapping[str, str]
    """For each option's address its words; options of equal words are told apart by where they lead."""
    facing: str = ""
    """In a fight, what the variables of the foe at hand are called: `foe 2`; empty for none."""


def decisions(book: Book) -> dict[str, Decision]:
    """All decisions of a book by address."""
    words = Words(book)
    blocks = (book.hero, *(chapter.body for chapter in book.chapters), *(watch.body for watch in book.watches))
    found = (each for block in blocks for each in _choices(block, in_fight=False))
    return {step.address: _decision(words, step, in_fight) for step, in_fight in found}


def _choices(block: Block, *, in_fight: bool) -> Iterator[tuple[Choose, bool]]:
    """Every decision of a block, and whether it belongs to a fight."""
    for step in block:
        if isinstance(step, Choose):
            yield step, in_fight
        inside = in_fight or (isinstance(step, Scope) and step.what == "fight")
        for inner in blocks_in(step):
            yield from _choices(inner, in_fight=inside)


def _decision(words: Words, step: Choose, in_fight: bool) -> Decision:
    plain = {option.address: " ".join(words.text(option.label).split()) for option in step.options}
    count = Counter(plain.values())
    labels = {}
    for option in step.options:
        label, leads = plain[option.address], _target(option)
        told_apart = label and count[label] == 1
        labels[option.address] = label if told_apart or not leads else f"{label} -> {leads}".strip()
    return Decision(step.address, step.name, step.what, in_fight, labels, step.facing)


def _target(option: Option) -> str:
    """Where an option turns, if it does so at the end of its block."""
    match option.body[-1:]:
        case (Turn(chapter=chapter),):
            return chapter
        case (End(ending=ending),):
            return ending
        case _:
            return ""
