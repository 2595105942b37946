"""The state of a play: the sheet and the place in the text, as integers.

The place is a stack of frames, the top one last: what is still to be done, written down as data. A book is numbered
once (`BookIndex`), so that a frame is a few small integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct, field

from gamebook.model.book import Book
from gamebook.model.step import Block, Choose, If, Leave, Loop, Random, Roll, Scope, Step, Trigger, Turn
from gamebook.play.evaluate import Values

Frame = tuple[int, ...]
"""`(block, index)`: go on at this step of this block, or one of the frames below that begin with a negative number."""
FIRE = -1
"""`(FIRE, watch, …)`: triggers that are still to be checked after an effect, in this order."""
EARN = -2
"""`(EARN, points)`: points that a roll has brought."""
FIXED = -3
"""`(FIXED, variable, …)`: under the hero block, the variables whose values were given."""
HERO = -1
"""The `chapter` of a state in the hero block."""


class State(NamedTuple):
    """A moment of play: everything that what follows can depend on."""

    chapter: int
    """Which of `Book.chapters`; `HERO` before the start."""
    values: Values
    frames: tuple[Frame, ...]

    def due(self, *frames: Frame) -> State:
        """The same with more to be done first, the last frame before all."""
        return State(self.chapter, self.values, self.frames + frames)

    def doing(self, frames: tuple[Frame, ...]) -> State:
        """The same with other things to be done."""
        return State(self.chapter, self.values, frames)

    def holding(self, values: Values) -> State:
        """The same with another sheet."""
        return State(self.chapter, values, self.frames)


def sheet_of(book: Book, state: State) -> dict[str, int]:
    """All variables by name, hidden ones too."""
    return {variable.name: value for variable, value in zip(book.variables, state.values, strict=True)}


class IndexedTrigger(Struct, frozen=True):
    """A trigger with its mentions as places in `State.values`."""

    watch: Trigger
    mentions: frozenset[int]
    body: int
    leaves: str = ""
    """The label of a scope, if to leave it is all that the trigger does."""
    rank: int = 0
    """When it is looked at: as the book's trigger of this number is; those of scopes that take no place come last."""


class IndexedScope(Struct, frozen=True):
    """What a scope does to the triggers inside it, as numbers of watches."""

    label: str
    watches: tuple[int, ...]
    muted: frozenset[int]


class IndexedBlock(Struct, frozen=True):
    """A block of steps, and for each step the numbers of the blocks under it."""

    steps: Block
    children: tuple[tuple[int, ...], ...]
    scope: IndexedScope | None
    """The scope whose body this is: while a frame of this block is on the stack, play is inside it."""
    watch: int | None
    """The trigger whose body this is: while a frame of this block is on the stack, it is running."""

    @property
    def marks(self) -> bool:
        """True if a frame of this block means something even when its steps are done."""
        return self.scope is not None or self.watch is not None


class BookIndex(Struct, dict=True):
    """The numbers of a book's blocks and triggers; built once, then only read."""

    book: Book
    blocks: list[IndexedBlock] = field(default_factory=list)
    watches: list[IndexedTrigger] = field(default_factory=list)
    """The book's triggers in order, then those of its scopes."""
    places: dict[str, int] = field(default_factory=dict)
    """Variable name → place in `State.values`."""
    chapters: dict[str, int] = field(default_factory=dict)
    """Chapter name → its number."""
    bodies: list[int] = field(default_factory=list)
    """Chapter number → block."""

    def __post_init__(self) -> None:
        self.places = {variable.name: place for place, variable in enumerate(self.book.variables)}
        self._add_watches(self.book.watches)
        self.opening = self._add((Turn(chapter=self.book.start, address="start"),))
        """The block that turns to the start of the book."""
        self.hero = self._add(self.book.hero)
        """The hero block."""
        for number, chapter in enumerate(self.book.chapters):
            self.chapters[chapter.name] = number
            self.bodies.append(self._add(chapter.body))

    def _add(self, steps: Block, scope: IndexedScope | None = None, watch: int | None = None) -> int:
        children = tuple(tuple(self._children(step)) for step in steps)
        self.blocks.append(IndexedBlock(steps, children, scope, watch))
        return len(self.blocks) - 1

    def _children(self, step: Step) -> Iterator[int]:
        match step:
            case If(then=then, otherwise=otherwise):
                yield self._add(then)
                yield self._add(otherwise)
            case Roll(then=then, rows=rows):
                yield self._add(then)
                yield from (self._add(row.body) for row in rows)
            case Random(rows=branches):
                yield from (self._add(branch.body) for branch in branches)
            case Choose(options=options):
                yield from (self._add(option.body) for option in options)
            case Loop(body=body):
                yield self._add(body)
            case Scope(body=body):
                watches = self._add_watches(step.watches)
                names = [watch.id for watch in self.book.watches]
                muted = frozenset(number for number, name in enumerate(names) if name in step.muted)
                yield self._add(body, scope=IndexedScope(step.label, watches, muted))

    def _add_watches(self, watches: tuple[Trigger, ...]) -> tuple[int, ...]:
        first = len(self.watches)
        numbers = tuple(range(first, first + len(watches)))
        ranks = {watch.id: number for number, watch in enumerate(self.book.watches)}
        for watch in watches:  # numbered before their bodies, which may hold scopes with watches of their own
            self.watches.append(IndexedTrigger(watch, frozenset(self.places[name] for name in watch.mentions), -1))
        for number, watch in zip(numbers, watches, strict=True):
            body = self._add(watch.body, watch=number)
            leaves = watch.body[0].label if len(watch.body) == 1 and isinstance(watch.body[0], Leave) else ""
            rank = ranks.get(watch.instead or watch.id, len(ranks))
            self.watches[number] = IndexedTrigger(watch, self.watches[number].mentions, body, leaves, rank)
        return numbers
