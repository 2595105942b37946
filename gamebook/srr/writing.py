"""The new book: every step is written as it was planned."""

from __future__ import annotations

from gamebook.model.book import Book, Variable
from gamebook.model.step import (
    Assign,
    Block,
    Change,
    Choose,
    If,
    Loop,
    Random,
    Roll,
    Scope,
    Score,
    Step,
    own_address,
)
from gamebook.srr.planning import DICE, Plans, address_of


def written(plans: Plans) -> Book:
    """The book with its plans carried out, its accounts as variables."""
    accounts, chances, book = plans.accounts, plans.chances, plans.book
    accounts.open()
    chances.ranges |= {each.name: (each.low, each.high) for each in accounts.variables.values()}
    writer = _Writer(plans)
    watches = tuple(watch.model_copy(update={"body": writer.block(watch.body)}) for watch in book.watches)
    hero = writer.block(book.hero)
    chapters = tuple(
        chapter.model_copy(
            update={"body": (*_anew(accounts.of_chapter(chapter.name), chapter.name), *writer.block(chapter.body))}
        )
        for chapter in book.chapters
    )
    choices = (f"chosen {number}" for number in range(1, next(plans.averaging.choices)))
    passing = plans.settling.passing | {name: chances.ranges[name] for name in choices}
    own = [
        Variable(name=name, kind="hidden", low=low, high=high, start=min(max(0, low), high))
        for name, (low, high) in passing.items()
    ]
    return book.model_copy(
        update={
            "variables": (*book.variables, *accounts.variables.values(), *own),
            "tables": (*book.tables, *chances.tables),
            "watches": watches,
            "hero": hero,
            "chapters": chapters,
            "accounts": accounts.listed,
            "resolution": DICE,
        }
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
            case Roll() | Random() if step.resolution not in (None, DICE):
                step = step.model_copy(update={"resolution": DICE})
            case Score() if step.resolution is not None:
                step = step.model_copy(update={"resolution": None})
            case Assign() if any(change.resolution for change in step.changes):
                changes = tuple(change.model_copy(update={"resolution": None}) for change in step.changes)
                step = step.model_copy(update={"changes": changes})
        return self.inner(step)

    def inner(self, step: Step) -> Step:
        """A step with what is inside it written again."""
        match step:
            case If():
                update = {"then": self.block(step.then), "otherwise": self.block(step.otherwise)}
                return step.model_copy(update=update)
            case Roll():
                rows = tuple(row.model_copy(update={"body": self.block(row.body)}) for row in step.rows)
                return step.model_copy(update={"then": self.block(step.then), "rows": rows})
            case Random():
                branches = tuple(row.model_copy(update={"body": self.block(row.body)}) for row in step.rows)
                return step.model_copy(update={"rows": branches})
            case Choose():
                options = tuple(each.model_copy(update={"body": self.block(each.body)}) for each in step.options)
                return step.model_copy(update={"options": options})
            case Loop():
                return step.model_copy(update={"body": self.block(step.body)})
            case Scope():
                watches = tuple(each.model_copy(update={"body": self.block(each.body)}) for each in step.watches)
                begun = self.plans.accounts.of_fight(step.label) if step.what == "fight" else ()
                body = (*_anew(begun, step.address), *self.block(step.body))
                return step.model_copy(update={"watches": watches, "body": body})
        return step


def _anew(changes: tuple[Change, ...], address: str) -> Block:
    return (Assign(changes=changes, address=own_address(address), why="hidden"),) if changes else ()
