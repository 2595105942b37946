"""Triggers whose condition holds with the sheet as it begins: they wait for a change, as a reader would not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from gamebook.codes import rules
from gamebook.codes.hints import extended, write_here
from gamebook.comparisons import TURNED
from gamebook.model.arithmetic import Interval, bounds, has_dice, reads
from gamebook.model.blocks import written_in
from gamebook.model.book import Book
from gamebook.model.expression import Binary, Expr
from gamebook.model.step import Assign, Choose, If, Step, Trigger, Turn
from gamebook.resolve.desk import Desk
from gamebook.syntax import ast
from gamebook.syntax.spell import spell


def report_triggers(desk: Desk, pages: Sequence[ast.Page], book: Book) -> None:
    """Report the book's own triggers that hold at the start, whatever the dice show.

    None is reported that the story itself looks at before the reader's first choice: a value in it changes, or the
    first chapter asks for one. And none with a value that is chosen for the hero, or that comes from the book before.
    """
    values, unsure = _as_made(book, desk)
    not_fixed = unsure | {*book.carried}
    numbers = {each.name for each in book.variables if each.kind in ("stat", "number")}
    for node in _own(pages):
        watch = next((each for each in book.watches if desk.left.spans[each.id] == node.span), None)
        if watch is None or not_fixed & {*watch.mentions} or not values.keys() >= {*watch.mentions}:
            continue
        low, high = bounds(watch.condition, values, desk.cells)
        if (low > 0 or high < 0) and not _looked_at(watch, book, desk, values):
            named = [each for each in watch.mentions if each in numbers]
            other = f"let {named[0]} start with another value, or " if named else ""
            hint = f"{other}write the check at the start of the first chapter, too: ~ if …"
            turned = _turned(node.condition, watch.condition, values, desk)
            if turned:
                hint = extended(write_here(turned), after=f", if it is the wrong way round; or {hint}")
            desk.report(
                rules.HOLDS_AT_START,
                node.condition.span,
                "this holds at the start already, but a trigger is only looked at when something in it changes",
                hint,
            )


def _turned(written: ast.Expr, condition: Expr, values: Mapping[str, Interval], desk: Desk) -> str:
    """A comparison of two numbers the other way round, if that does not hold yet; otherwise nothing."""
    if not (isinstance(written, ast.Binary) and isinstance(condition, Binary) and condition.op in TURNED):
        return ""
    turned = structs.replace(condition, op=TURNED[condition.op])
    if not (reads(turned.left) and reads(turned.right)) or bounds(turned, values, desk.cells) != (0, 0):
        return ""
    return spell(structs.replace(written, op=TURNED[written.op]))


def _as_made(book: Book, desk: Desk) -> tuple[dict[str, Interval], set[str]]:
    """What each variable can be once the hero is made; and those of which this is not known."""
    values = {each.name: (each.start, each.start) for each in book.variables}
    values |= {each.name: (each.value, each.value) for each in book.parameters}
    whole = {each.name: each for each in book.variables}
    unsure: set[str] = set()
    for step in book.hero:
        if not isinstance(step, Assign) or any(whole[each.variable].cap and not each.beyond for each in step.changes):
            unsure |= written_in((step,))
            continue
        made = {each.variable: bounds(each.value, values, desk.cells) for each in step.changes}
        unsure |= {each.variable for each in step.changes if reads(each.value) & unsure}
        values |= {name: _kept(to, (whole[name].low, whole[name].high)) for name, to in made.items()}
    return values, unsure


def _kept(value: Interval, within: Interval) -> Interval:
    """What a value can be that is kept in a range."""
    low, high = (min(max(each, within[0]), within[1]) for each in value)
    return low, high


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
    return now[0] != now[1] or _kept(to, within) != now
