"""Triggers whose condition holds with the sheet as it begins: they wait for a change, as a reader would not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamebook.codes import rules
from gamebook.model.arithmetic import Interval, bounds, has_dice, reads
from gamebook.model.blocks import written_in
from gamebook.model.book import Book
from gamebook.model.step import Assign, Choose, If, Step, Trigger, Turn
from gamebook.resolve.desk import Desk
from gamebook.syntax import ast


def report_triggers(desk: Desk, pages: Sequence[ast.Page], book: Book) -> None:
    """Report the book's own triggers that hold at the start, with values that no dice give.

    None is reported that the story itself looks at before the reader's first choice: a value in it changes, or the
    first chapter asks for one. And none with a value that comes from the `hero` block, or from the book before.
    """
    started = {each.name: (each.start, each.start) for each in book.variables}
    values = started | {each.name: (each.value, each.value) for each in book.parameters}
    not_fixed = {*written_in(book.hero), *book.carried}
    numbers = {each.name for each in book.variables if each.kind in ("stat", "number")}
    for node in _own(pages):
        watch = next((each for each in book.watches if desk.left.spans[each.id] == node.span), None)
        if watch is None or not_fixed & {*watch.mentions} or not started.keys() >= {*watch.mentions}:
            continue
        low, high = bounds(watch.condition, values, desk.cells)
        if (low > 0 or high < 0) and not _looked_at(watch, book, desk, values):
            named = [each for each in watch.mentions if each in numbers]
            other = f"let {named[0]} start with another value, or " if named else ""
            desk.report(
                rules.HOLDS_AT_START,
                node.condition.span,
                "this holds at the start already, but a trigger is only looked at when something in it changes",
                f"{other}write the check at the start of the first chapter, too: ~ if …",
            )


def _own(pages: Sequence[ast.Page]) -> list[ast.When]:
    """The triggers of the book, without those of a rule system."""
    return [
        node
        for page in pages
        if not any(isinstance(each, ast.Title) and each.kind == "system" for each in page.declarations)
        for node in page.declarations
        if isinstance(node, ast.When)
    ]


def _looked_at(watch: Trigger, book: Book, desk: Desk, values: Mapping[str, Interval]) -> bool:
    """Whether the trigger, or the same check in a chapter, has its turn before the reader's first choice."""
    bodies = {chapter.name: chapter.body for chapter in book.chapters}
    ranges = {each.name: (each.low, each.high) for each in book.variables}
    mentions, name, seen = {*watch.mentions}, book.start, set[str]()
    while name in bodies and name not in seen:
        seen.add(name)
        steps, name = bodies[name], ""
        for step in steps:
            if isinstance(step, Turn):
                name = step.chapter
                break
            if _touches(step, mentions, desk, values, ranges):
                return True
            if isinstance(step, Choose):
                break
    return f"visited {book.start}" in mentions


def _touches(
    step: Step,
    mentions: set[str],
    desk: Desk,
    values: Mapping[str, Interval],
    ranges: Mapping[str, Interval],
) -> bool:
    """Whether a step changes one of the variables, or asks for one."""
    match step:
        case Assign():
            return any(
                has_dice(change.value)
                or _moves(bounds(change.value, values, desk.cells), ranges[change.variable], values[change.variable])
                for change in step.changes
                if change.variable in mentions
            )
        case If() if reads(step.condition) & mentions:
            return True
        case Choose():
            return all(written_in(option.body) & mentions for option in step.options)
        case _:
            return bool(written_in((step,)) & mentions)


def _moves(to: Interval, within: Interval, now: Interval) -> bool:
    """Whether a value, kept in its range, is another than before."""
    low, high = within
    return any(min(max(each, low), high) != now[0] for each in to)
