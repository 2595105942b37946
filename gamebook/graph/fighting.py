"""Which decisions are made in fights, and which foe is at hand there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamebook.model.arithmetic import reads
from gamebook.model.blocks import blocks_in, steps_in
from gamebook.model.book import Book
from gamebook.model.step import ANY_FOE, TARGET, Block, Choose, If, Loop, Roll, Scope


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
    """Where several foes fight together: for the address of each roll of a round the name of the foe it is about.

    In the block of an `each foe` or `any foe` it is the foe of that block, not the one whose part of the round it is.
    """
    numbers = {
        each.name: int(each.role.of) for each in book.variables if each.role is not None and each.role.what == "foe"
    }
    rounds = (step for block in book.blocks for step in steps_in(block) if isinstance(step, Loop))
    return {
        address: foe
        for each in rounds
        for target in each.body
        if isinstance(target, Choose) and (target.what, target.name) == ("fight", TARGET)
        for address, foe in _parts_of_a_round(each, target, numbers)
        if foe
    }


def _parts_of_a_round(loop: Loop, target: Choose, numbers: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """The rolls of a round, whichever foe is picked: before it, of the attacked foe, of the others."""
    foes = [str(option.label[0]) for option in target.options]
    yield from _about(tuple(step for step in loop.body if step is not target), "", foes, numbers)
    for picked, option in enumerate(target.options):
        others = [foe for number, foe in enumerate(foes) if number != picked]
        first, after = option.body[: -len(others)], option.body[-len(others) :]
        yield from _about(first, foes[picked], foes, numbers)
        for foe, step in zip(others, after, strict=True):
            if isinstance(step, If):
                yield from _about(step.then, foe, foes, numbers)


def _about(block: Block, foe: str, foes: Sequence[str], numbers: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """The address of each roll in a block, and the foe it is about: this one, but in a block for another one."""
    for step in block:
        if isinstance(step, Roll):
            yield step.address, foe
        if isinstance(step, Choose) and (step.what, step.name) == ("fight", ANY_FOE):
            for option in step.options:
                yield from _about(option.body, str(option.label[0]), foes, numbers)
        elif isinstance(step, If) and step.own and not step.otherwise:  # `each foe`: whether this foe still stands
            asked = {numbers[name] for name in reads(step.condition) if name in numbers}
            yield from _about(step.then, foes[asked.pop() - 1] if len(asked) == 1 else foe, foes, numbers)
        else:
            for inner in blocks_in(step):
                yield from _about(inner, foe, foes, numbers)
