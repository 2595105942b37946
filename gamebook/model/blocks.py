"""Looking through the steps of a book, and putting others in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, TypeVar

from msgspec import structs

from gamebook.model.book import Book, Chapter
from gamebook.model.expression import Expr
from gamebook.model.step import (
    Assign,
    Block,
    Choose,
    End,
    If,
    Loop,
    Option,
    Pool,
    Random,
    Roll,
    Row,
    Say,
    Scope,
    Score,
    Step,
    Trigger,
    Turn,
    Weighted,
)

Part = TypeVar("Part", Chapter, Option, Row, Weighted, Trigger)
"""What holds a block of its own."""


_BLOCKS: Mapping[type[Step], Callable[[Any], Iterable[Block]]] = {
    If: lambda step: (step.then, step.otherwise),
    Roll: lambda step: (step.then, *(row.body for row in step.rows)),
    Random: lambda step: (row.body for row in step.rows),
    Choose: lambda step: (option.body for option in step.options),
    Loop: lambda step: (step.body,),
    Scope: lambda step: (*(watch.body for watch in step.watches), step.body),
}
"""The blocks right under each kind of step. Books are looked through so often that a `match` would take too long."""


def blocks_in(step: Step) -> Iterable[Block]:
    """The blocks right under a step."""
    blocks = _BLOCKS.get(type(step))
    return blocks(step) if blocks else ()


def steps_in(block: Block) -> Iterator[Step]:
    """Every step of a block, at any depth."""
    for step in block:
        yield step
        for inner in blocks_in(step):
            if inner:
                yield from steps_in(inner)


def bodies_of(book: Book) -> list[Block]:
    """What is done in a book: before the first chapter, by its triggers, and in its chapters."""
    return [book.hero, *(each.body for each in book.watches), *(each.body for each in book.chapters)]


def triggers_of(book: Book) -> list[Trigger]:
    """The triggers of the book, and those of its fights."""
    scopes = (step for body in bodies_of(book) for step in steps_in(body) if isinstance(step, Scope))
    return [*book.watches, *(watch for scope in scopes for watch in scope.watches)]


def expressions_in(step: Step) -> list[Expr]:
    """The expressions of a step's rules, without those of the blocks in it; what is only said is in `said_in`."""
    match step:
        case Assign():
            return [change.value for change in step.changes]
        case If():
            return [step.condition]
        case Roll():
            return [step.value]
        case Pool():
            return [step.count]
        case Random():
            return [row.weight for row in step.rows]
        case Choose():
            return [option.condition for option in step.options]
        case Loop():
            return [step.until]
        case Scope():
            return [watch.condition for watch in step.watches]
        case Score():
            return [step.amount]
    return []


def said_in(step: Step) -> list[Expr]:
    """The expressions in a step's words: in its prose, in the words of its options, or of an ending."""
    match step:
        case Say():
            texts = [step.text]
        case End():
            texts = [step.words]
        case Choose():
            texts = [option.label for option in step.options]
        case _:
            texts = []
    return [part for text in texts for part in text if not isinstance(part, str)]


def turns_in(block: Block) -> set[str]:
    """The chapters that the steps of a block turn to."""
    return {step.chapter for step in steps_in(block) if isinstance(step, Turn)}


def goes_on_after(block: Block, names: AbstractSet[str], more: bool = False) -> bool:
    """Whether something may follow a step of a block that may change one of some variables.

    Args:
        block: the steps.
        names: the variables.
        more: something follows the block.
    """
    for place, step in enumerate(block):
        follows = more or place + 1 < len(block)
        if follows and not names.isdisjoint(written_in((step,))):
            return True
        inside = follows or isinstance(step, Loop) or (isinstance(step, Choose) and any(o.again for o in step.options))
        if any(goes_on_after(inner, names, inside) for inner in blocks_in(step)):
            return True
    return False


def written_in(block: Block) -> set[str]:
    """The variables that a block may change."""
    found: set[str] = set()
    for step in steps_in(block):
        match step:
            case Assign():
                found.update(change.variable for change in step.changes)
            case Roll() if step.store is not None:
                found.add(step.store)
            case Pool():
                found.update(f"{step.name}.{face}" for face in range(1, step.sides + 1))
    return found


# ---- other steps in their place ---------------------------------------------------------------------------------


def with_blocks(step: Step, block: Callable[[Block], Block]) -> Step:
    """The step with another block in place of each right under it; `block` is asked for them in turn."""
    match step:
        case If():
            return structs.replace(step, then=block(step.then), otherwise=block(step.otherwise))
        case Roll():
            return structs.replace(step, then=block(step.then), rows=with_bodies(step.rows, block))
        case Random():
            return structs.replace(step, rows=with_bodies(step.rows, block))
        case Choose():
            return structs.replace(step, options=with_bodies(step.options, block))
        case Loop():
            return structs.replace(step, body=block(step.body))
        case Scope():
            return structs.replace(step, watches=with_bodies(step.watches, block), body=block(step.body))
    return step


def with_bodies(parts: tuple[Part, ...], block: Callable[[Block], Block]) -> tuple[Part, ...]:
    """The parts with another block in each."""
    return tuple(structs.replace(part, body=block(part.body)) for part in parts)


def _nothing(_: Step) -> Block:
    return ()


def mapped(block: Block, change: Callable[[Step], Step | None], before: Callable[[Step], Block] = _nothing) -> Block:
    """A block with each step, at any depth, put through `change`; None leaves it out. `before` is put before a step.

    A step is changed before those in it; what takes its place is looked into, too.
    """
    found: list[Step] = []
    for step in block:
        new = change(step)
        if new is not None:
            found += before(new)
            found.append(with_blocks(new, lambda inner: mapped(inner, change, before)))
    return tuple(found)


def rewritten(book: Book, change: Callable[[Step], Step | None], before: Callable[[Step], Block] = _nothing) -> Book:
    """The book with all of its blocks `mapped`."""

    def block(steps: Block) -> Block:
        return mapped(steps, change, before)

    return structs.replace(
        book,
        hero=block(book.hero),
        watches=with_bodies(book.watches, block),
        chapters=with_bodies(book.chapters, block),
    )
