"""Every step of a book, with what is around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gamebook.model.arithmetic import FALSE
from gamebook.model.book import Book
from gamebook.model.expression import Const
from gamebook.model.step import Block, Choose, If, Scope, Step
from gamebook.resolve.core import blocks_in


@dataclass(frozen=True, slots=True)
class Around:
    """What is around a step."""

    place: str
    """The chapter, or `hero`, or the trigger."""
    in_fight: bool = False
    shut: bool = False
    """A condition that is the same for every reader keeps play away from here."""


@dataclass(frozen=True, slots=True)
class Written:
    """A step in its place."""

    step: Step
    around: Around


def written_steps(book: Book) -> tuple[Written, ...]:
    """Every step, each before those inside it."""
    places = [("hero", book.hero)]
    places += [(watch.id, watch.body) for watch in book.watches]
    places += [(chapter.name, chapter.body) for chapter in book.chapters]
    return tuple(each for place, block in places for each in _steps(block, Around(place)))


def _steps(block: Block, around: Around) -> Iterator[Written]:
    for step in block:
        yield Written(step, around)
        for inner, shut in _inside(step):
            fight = isinstance(step, Scope) and step.what == "fight"
            yield from _steps(inner, replace(around, in_fight=around.in_fight or fight, shut=around.shut or shut))


def _inside(step: Step) -> Iterator[tuple[Block, bool]]:
    """The blocks in a step, and whether each is shut for every reader."""
    match step:
        case If(condition=Const(value=holds)):
            yield step.then, not holds
            yield step.otherwise, bool(holds)
        case Choose():
            for option in step.options:
                yield option.body, option.condition == FALSE
        case _:
            for inner in blocks_in(step):
                yield inner, False
