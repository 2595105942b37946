"""Carrying out the modes of a book: every random step is planned, then all are written."""

from __future__ import annotations

from gamebook.model.arithmetic import has_dice
from gamebook.model.blocks import blocks_in
from gamebook.model.book import HERO_BLOCK, Book
from gamebook.model.step import RANDOM, Assign, Block, Choose, Mode, Pool, Random, Roll, Score
from gamebook.srr.accounts import Place
from gamebook.srr.amounts import plan_effect, plan_mean, plan_score
from gamebook.srr.branches import plan_branch
from gamebook.srr.deciding import place_inside
from gamebook.srr.luckless import Luckless
from gamebook.srr.planning import Plans
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
    notes = (*plans.notes, *plans.accounts.notes)
    # an account that cannot be kept is an error: nobody plays this book, and there is no way to write it
    found = _on_dice(book) if plans.accounts.notes else written(plans)
    return Luckless(found, notes)


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
