"""Which decisions are made in fights, and which foe is at hand there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamebook.model.blocks import blocks_in, steps_in
from gamebook.model.book import Book
from gamebook.model.step import TARGET, Block, Choose, If, Roll, Scope


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


def parts_of_foes(book: Book) -> Mapping[str, str]:
    """Where several foes fight together: for the address of each roll of a round the name of the foe it is about."""
    targets = (
        step
        for block in book.blocks
        for step in steps_in(block)
        if isinstance(step, Choose) and (step.what, step.name) == ("fight", TARGET)
    )
    return {
        inner.address: foe
        for target in targets
        for foe, part in _parts_of_a_round(target)
        for inner in steps_in(part)
        if isinstance(inner, Roll)
    }


def _parts_of_a_round(target: Choose) -> Iterator[tuple[str, Block]]:
    """The blocks of a round, whichever foe is picked: the one that is attacked comes first, then each of the others."""
    foes = [str(option.label[0]) for option in target.options]
    for picked, option in enumerate(target.options):
        others = [foe for number, foe in enumerate(foes) if number != picked]
        first, after = option.body[: -len(others)], option.body[-len(others) :]
        yield foes[picked], first
        for foe, step in zip(others, after, strict=True):
            if isinstance(step, If):
                yield foe, step.then
