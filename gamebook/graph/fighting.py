"""Which decisions are made in fights."""

from __future__ import annotations

from collections.abc import Iterator

from gamebook.model.blocks import blocks_in
from gamebook.model.book import Book
from gamebook.model.step import Block, Choose, Scope


def asked_in_fights(book: Book) -> frozenset[str]:
    """The addresses of all decisions in fights: whether to test luck, whom to attack, when to flee."""
    return frozenset(address for block in book.blocks for address in _asked(block, in_fight=False))


def _asked(block: Block, *, in_fight: bool) -> Iterator[str]:
    for step in block:
        if in_fight and isinstance(step, Choose):
            yield step.address
        inside = in_fight or (isinstance(step, Scope) and step.what == "fight")
        for inner in blocks_in(step):
            yield from _asked(inner, in_fight=inside)
