"""Carrying out the modes of a book: every random step is planned, then all are written."""

from __future__ import annotations

from gamebook.codes import rules
from gamebook.model.arithmetic import Interval, ends, has_dice, within
from gamebook.model.blocks import blocks_in, expressions_in, steps_in
from gamebook.model.book import HERO_BLOCK, Book
from gamebook.model.step import OWN, RANDOM, Assign, Block, Choose, Mode, Pool, Random, Roll, Score
from gamebook.srr.accounts import Place
from gamebook.srr.amounts import plan_effect, plan_mean, plan_score
from gamebook.srr.branches import plan_branch
from gamebook.srr.deciding import place_inside
from gamebook.srr.luckless import Luckless, Note
from gamebook.srr.planning import Plans, address_of
from gamebook.srr.writing import written


def carried_out(book: Book, override: Mode | None) -> Luckless:
    """The book with its modes carried out, though it may turn out that all is on dice."""
    if override == "dice":
        return Luckless(_on_dice(book), ())
    plans = Plans(book, override)
    _plan(plans, book.hero, Place(HERO_BLOCK, is_chapter=False))
    for watch in book.watches:
        _plan(plans, watch.body, Place(watch.id, is_chapter=False))
    for chapter in book.chapters:
        _plan(plans, chapter.body, Place(chapter.name, is_chapter=True))
    if not plans:
        return Luckless(_on_dice(book), ())
    plans.accounts.open()
    # an account that cannot be kept is an error: nobody plays this book, and there is no way to write it
    if plans.accounts.notes:
        return Luckless(_on_dice(book), (*plans.notes, *plans.accounts.notes))
    found = written(plans)
    large = too_large(found)
    return Luckless(_on_dice(book) if large else found, (*plans.notes, *large))


def too_large(book: Book) -> tuple[Note, ...]:
    """Places where numbers of a book without luck are larger than the kernels hold.

    Amounts that the book can have are multiplied by what their chances are fractions of, and added up.
    """
    ranges: dict[str, Interval] = {each.name: (each.low, each.high) for each in book.variables}
    cells = {table.name: ends(table.cells) for table in book.tables}
    found = dict.fromkeys(
        address_of(step).removeprefix(OWN)
        for block in book.blocks
        for step in steps_in(block)
        if not all(within(expr, ranges, cells) for expr in expressions_in(step))
    )
    message = "with its chances as fractions, the numbers here are too large to compute with"
    hint = "use smaller numbers, or fewer dice, or leave this place by dice"
    return tuple(Note(rules.TOO_LARGE, address, message, hint) for address in found)


def _on_dice(book: Book) -> Book:
    """The book with every step on dice, whatever mode is named."""
    return written(Plans(book, "dice"))


def _plan(plans: Plans, block: Block, place: Place) -> None:
    """Look at every step of a block and decide how it will be written."""
    skip = 0
    choices = {step.address: step for step in block if isinstance(step, Choose)}
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
            case Pool() if plans.deciding.resolution(step.resolution, step.name, place).mode != "dice":
                plans.note(step, "this stays on dice: each die of a pool is kept")
            case Choose() if step.first:
                plans.join(choices[step.first], step)
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
    label, test = (step.label, step.what == "test") if isinstance(step, Roll) else (RANDOM, False)
    how = plans.deciding.resolution(step.resolution, label, place, test)
    if how.mode == "expected":
        plan_mean(plans, step, rest, how, place)
    elif how.mode != "dice":
        plan_branch(plans, step, how, place)
