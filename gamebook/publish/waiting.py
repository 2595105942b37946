"""Triggers whose condition may hold before anything has changed: they wait, and print must say so."""

from __future__ import annotations

from gamebook.model.arithmetic import Interval, bounds, ends, reads
from gamebook.model.blocks import written_in
from gamebook.model.book import Book
from gamebook.model.step import Assign, Trigger
from gamebook.resolve.resolve import Resolved
from gamebook.source import Span


def waiting(resolved: Resolved) -> frozenset[Span]:
    """Where the triggers stand that may hold with a sheet that nobody has changed yet.

    A trigger is looked at only when something in its condition changes; a reader would look at once.
    """
    book = resolved.book
    assert book is not None, "a book with errors is not printed"
    spans = (resolved.sourcemap.span(watch.id) for watch in triggers_that_wait(book))
    return frozenset(span for span in spans if span is not None)


def triggers_that_wait(book: Book) -> list[Trigger]:
    """The triggers of the header that may hold when the first chapter begins."""
    sheet = _at_start(book)
    cells = _cells(book)
    return [
        watch
        for watch in book.watches
        if sheet.keys() >= reads(watch.condition) and bounds(watch.condition, sheet, cells) != (0, 0)
    ]


def _at_start(book: Book) -> dict[str, Interval]:
    """What each variable and parameter can be when the first chapter begins, or a little more.

    What a book carries comes from the book before, as anything in its range, and the hero block does not change it.
    """
    whole = {each.name: (each.low, each.high) for each in book.variables}
    found = {each.name: (each.value, each.value) for each in book.parameters}
    found |= {each.name: (each.start, each.start) for each in book.variables}
    carried = {name: whole[name] for name in book.carried if name in whole}
    found |= carried
    cells = _cells(book)
    for step in book.hero:
        known = isinstance(step, Assign) and all(found.keys() >= reads(each.value) for each in step.changes)
        if isinstance(step, Assign) and known:
            made = {each.variable: bounds(each.value, found, cells) for each in step.changes}
            for name, (low, high) in made.items():
                least, most = whole[name]
                found[name] = (min(max(low, least), most), min(max(high, least), most))
        else:
            found |= {name: whole[name] for name in written_in((step,)) if name in whole}
    return found | carried


def _cells(book: Book) -> dict[str, Interval]:
    return {each.name: ends(each.cells) for each in book.tables}
