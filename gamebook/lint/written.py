"""Every step of a book, with what is around it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from gamebook.model.arithmetic import FALSE
from gamebook.model.blocks import blocks_in
from gamebook.model.book import HERO_BLOCK, Book
from gamebook.model.expression import Const
from gamebook.model.step import Block, Choose, End, If, Roll, Scope, Step, Turn


class Around(Struct, frozen=True):
    """What is around a step."""

    place: str
    """The chapter, or `hero`, or the trigger."""
    in_fight: bool = False
    closed: bool = False
    """A condition that is the same for every reader keeps play away from here."""
    row: bool = False
    """It is in a row under dice."""
    gates: tuple[tuple[str, str], ...] = ()
    """What must happen for play to come here, outermost first: (address of an option, `option`), or (address of an if,
    `then` or `else`)."""


class Written(Struct, frozen=True):
    """A step in its place."""

    step: Step
    around: Around


def written_steps(book: Book) -> tuple[Written, ...]:
    """Every step, each before those inside it."""
    places = [(HERO_BLOCK, book.hero)]
    places += [(watch.id, watch.body) for watch in book.watches]
    places += [(chapter.name, chapter.body) for chapter in book.chapters]
    return tuple(each for place, block in places for each in _steps(block, Around(place)))


def _steps(block: Block, around: Around) -> Iterator[Written]:
    for step in block:
        yield Written(step, around)
        for inner, closed, gates in _inside(step):
            fight = isinstance(step, Scope) and step.what == "fight"
            row = around.row or isinstance(step, Roll)
            inside = replace(around, in_fight=around.in_fight or fight, closed=around.closed or closed, row=row)
            yield from _steps(inner, replace(inside, gates=(*around.gates, *gates)))
        if isinstance(step, If):  # where one of its blocks leads away, what follows is played only after the other
            after = [(step.address, "else")] if leads_away(step.then) else []
            after += [(step.address, "then")] if leads_away(step.otherwise) else []
            around = replace(around, gates=(*around.gates, *after))


def _inside(step: Step) -> Iterator[tuple[Block, bool, tuple[tuple[str, str], ...]]]:
    """The blocks in a step, whether each is closed for every reader, and what must happen for it to be played."""
    match step:
        case If():
            known = step.condition.value if isinstance(step.condition, Const) else None
            yield step.then, known is not None and not known, ((step.address, "then"),)
            yield step.otherwise, bool(known), ((step.address, "else"),)
        case Choose():
            for option in step.options:
                yield option.body, option.condition == FALSE, ((option.address, "option"),)
        case _:
            for inner in blocks_in(step):
                yield inner, False, ()


def leads_away(block: Block) -> bool:
    """Whether play surely does not go on after a block: it turns or ends, or both blocks of an if do."""
    return any(
        isinstance(step, Turn | End) or (isinstance(step, If) and leads_away(step.then) and leads_away(step.otherwise))
        for step in block
    )
