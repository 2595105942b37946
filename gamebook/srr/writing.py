"""The new book: every step is written as it was planned."""

from __future__ import annotations

from msgspec import structs

from gamebook.model.blocks import with_blocks
from gamebook.model.book import Book, Variable
from gamebook.model.step import (
    Assign,
    Block,
    Change,
    Pool,
    Random,
    Roll,
    Scope,
    Score,
    Step,
    own_address,
)
from gamebook.srr.planning import DICE, Plans, address_of


def written(plans: Plans) -> Book:
    """The book with its plans carried out, its accounts, which are open, as variables."""
    accounts, chances, book = plans.accounts, plans.chances, plans.book
    chances.ranges |= {each.name: (each.low, each.high) for each in accounts.variables.values()}
    writer = _Writer(plans)
    watches = tuple(structs.replace(watch, body=writer.block(watch.body)) for watch in book.watches)
    hero = writer.block(book.hero)
    chapters = tuple(
        structs.replace(
            chapter, body=(*_anew(accounts.of_chapter(chapter.name), chapter.name), *writer.block(chapter.body))
        )
        for chapter in book.chapters
    )
    choices = (f"chosen {number}" for number in range(1, next(plans.averaging.choices)))
    passing = plans.settling.passing | {name: chances.ranges[name] for name in choices}
    own = [
        Variable(name=name, kind="hidden", low=low, high=high, start=min(max(0, low), high))
        for name, (low, high) in passing.items()
    ]
    return structs.replace(
        book,
        variables=(*book.variables, *accounts.variables.values(), *own),
        tables=(*book.tables, *chances.tables),
        watches=watches,
        hero=hero,
        chapters=chapters,
        accounts=accounts.listed,
        resolution=DICE,
    )


class _Writer:
    """Writes blocks of one book."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans

    def block(self, block: Block) -> Block:
        done: list[Step] = []
        skip = 0
        for step in block:
            if skip:
                skip -= 1
                continue
            plan = self.plans.of(step)
            if plan is None:
                done.append(self.plain(step))
                continue
            skip = plan.takes - 1
            done.extend(self.inner(each) if address_of(each) == address_of(step) else each for each in plan.write())
        return tuple(done)

    def plain(self, step: Step) -> Step:
        """A step that stays on dice, with what is inside it written again."""
        match step:
            case Roll() | Random() | Pool() if step.resolution not in (None, DICE):
                step = structs.replace(step, resolution=DICE)
            case Score() if step.resolution is not None:
                step = structs.replace(step, resolution=None)
            case Assign() if any(change.resolution for change in step.changes):
                changes = tuple(structs.replace(change, resolution=None) for change in step.changes)
                step = structs.replace(step, changes=changes)
        return self.inner(step)

    def inner(self, step: Step) -> Step:
        """A step with what is inside it written again."""
        new = with_blocks(step, self.block)
        if isinstance(new, Scope) and new.what == "fight":
            begun = self.plans.accounts.of_fight(new.label)
            return structs.replace(new, body=(*_anew(begun, new.address), *new.body))
        return new


def _anew(changes: tuple[Change, ...], address: str) -> Block:
    return (Assign(changes=changes, address=own_address(address), why="hidden"),) if changes else ()
