"""A book without luck: the same book, with the account books of its modes as variables and fewer dice.

Nothing else knows of the modes: the interpreter, the solver and the reports take the book as any other. What the modes
mean is explained in `gamebook.srr.modes` and, with its reasons, in `docs/decisions/resolution-without-luck.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamebook.codes import finding, rules
from gamebook.diagnostics import Diagnostic
from gamebook.model.arithmetic import has_dice
from gamebook.model.blocks import blocks_in, steps_in
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Var
from gamebook.model.step import Assign, Block, Mode, Random, Resolution, Roll, Score
from gamebook.resolve.sourcemap import SourceMap
from gamebook.srr.accounts import Note, Place
from gamebook.srr.amounts import plan_effect, plan_mean, plan_score
from gamebook.srr.branches import plan_branch
from gamebook.srr.deciding import place_inside
from gamebook.srr.modes import PICK
from gamebook.srr.planning import Plans
from gamebook.srr.writing import written


@dataclass(frozen=True, slots=True)
class Luckless:
    """A book, its modes carried out."""

    book: Book
    notes: tuple[Note, ...]
    """What stays on dice though its book, chapter or fight asks otherwise; and what the author should know."""

    @property
    def left_on_dice(self) -> tuple[Note, ...]:
        """The notes of places that stay on dice."""
        return tuple(note for note in self.notes if note.code == rules.LEFT_ON_DICE)

    def findings(self, sourcemap: SourceMap) -> tuple[Diagnostic, ...]:
        """The notes, each at its place on the page."""
        places = [(note, sourcemap.span(note.address)) for note in self.notes]
        return tuple(finding(note.code, span, note.message, note.hint) for note, span in places if span is not None)


def without_luck(book: Book, override: Mode | None = None) -> Luckless:
    """Carry out the modes of a book.

    Args:
        book: the book as resolved.
        override: a mode for the whole book and for every place of it that names one, `by dice` apart.

    Returns: the book in which every step is on dice; the same one if it was.
    """
    if override in (None, "dice") and book.resolution.mode in (None, "dice") and not _named(book):
        return Luckless(book, ())
    if override == "dice":
        return Luckless(written(Plans(book, "dice")), ())
    plans = Plans(book, override)
    _plan(plans, book.hero, Place("hero", is_chapter=False))
    for watch in book.watches:
        _plan(plans, watch.body, Place(watch.id, is_chapter=False))
    for chapter in book.chapters:
        _plan(plans, chapter.body, Place(chapter.name, is_chapter=True))
    if not plans:
        return without_luck(book, "dice")
    found = written(plans)
    return Luckless(found, (*plans.notes, *plans.accounts.notes))


def is_settled(step: Roll | Random) -> bool:
    """Whether what comes of a step was settled before it, so that there are no dice to tell."""
    value = step.value if isinstance(step, Roll) else step.rows[0].weight
    if isinstance(step, Random) and isinstance(value, Binary):
        value = value.left
    return isinstance(value, Var) and value.name.startswith(f"{PICK} ")


def _named(book: Book) -> bool:
    """Whether some place of the book names a mode other than dice."""
    return any(
        how is not None and how.mode not in (None, "dice") for block in book.blocks for how in _resolutions(block)
    )


def _resolutions(block: Block) -> Iterator[Resolution | None]:
    for step in steps_in(block):
        match step:
            case Roll() | Random() | Score():
                yield step.resolution
            case Assign():
                yield from (change.resolution for change in step.changes)


def _plan(plans: Plans, block: Block, place: Place) -> None:
    """Look at every step of a block and decide how it will be written."""
    skip = 0
    for number, step in enumerate(block):
        if skip:
            skip -= 1
            continue
        match step:
            case Roll() | Random():
                _plan_roll(plans, step, block[number + 1 :], place)
            case Assign():
                plan_effect(plans, step, place)
            case Score():
                plan_score(plans, step, place)
        planned = plans.of(step)
        if planned is not None and planned.whole:
            skip = planned.takes - 1
            continue
        for inner in blocks_in(step):
            _plan(plans, inner, place_inside(step, place))


def _plan_roll(plans: Plans, step: Roll | Random, rest: Block, place: Place) -> None:
    if isinstance(step, Roll) and not has_dice(step.value):
        return
    if isinstance(step, Random) and len(step.rows) == 1:
        return
    label, test = (step.label, step.what == "test") if isinstance(step, Roll) else ("random", False)
    how = plans.deciding.resolution(step.resolution, label, place, test)
    if how.mode == "expected":
        plan_mean(plans, step, rest, how, place)
    elif how.mode != "dice":
        plan_branch(plans, step, how, place)
