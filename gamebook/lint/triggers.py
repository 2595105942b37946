"""Triggers that never run, because one that is looked at before them leads away each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.reach import Reach
from gamebook.diagnostics import Related
from gamebook.graph.words import Words
from gamebook.lint.facts import Facts
from gamebook.lint.written import Around
from gamebook.model.step import Watch
from gamebook.solver.solving import solve


class Earlier(Struct, frozen=True):
    """The trigger that keeps play from another one."""

    why: str
    """`“when STAMINA <= 0” of the rule system runs first`"""
    hint: str
    related: tuple[Related, ...]
    """Where the earlier trigger is written, if that is in this book."""


def earlier(facts: Facts, places: Sequence[Around], arrives: Callable[[Reach], bool]) -> Earlier | None:
    """What runs before the triggers that alone lead to a chapter or an ending.

    The book is listed again with one of these triggers moved up: if play then arrives, the order is the cause.

    Args:
        facts: the book; all its states are listed, or nothing is found.
        places: where the turns to the chapter stand, or where the ending comes about.
        arrives: whether play comes there.
    """
    watches = facts.book.watches
    numbers = {watch.id: number for number, watch in enumerate(watches)}
    if not facts.whole or not all(around.place in numbers for around in places):
        return None
    for number in dict.fromkeys(numbers[around.place] for around in places):
        if number == 0 or not _arrives(facts, number, 0, arrives):
            continue
        before = next((at for at in range(number - 1, 0, -1) if _arrives(facts, number, at, arrives)), 0)
        return _told(facts, watches[before], watches[number])
    return None


def _arrives(facts: Facts, number: int, at: int, arrives: Callable[[Reach], bool]) -> bool:
    """Whether play arrives if a trigger stands before the one at `at`."""
    seconds = facts.options.patience
    if not seconds:
        return False
    solved = facts.anyone
    watches = [*solved.book.watches]
    watches.insert(at, watches.pop(number))
    book = replace(solved.book, watches=tuple(watches))
    moved = solve(book, solved.hero, limits=replace(solved.limits, seconds=seconds), news=False)
    return arrives(Reach(moved))


def _told(facts: Facts, first: Watch, late: Watch) -> Earlier:
    words, span = Words(facts.book), facts.span(first.id)
    when, waiting = f"“when {words.value(first.condition)}”", f"when {words.value(late.condition)}"
    if span is None:
        why = f"{when} of the rule system runs first"
        return Earlier(why, f"write “first {waiting}”: it then comes before the others", ())
    hint = f"move “{waiting}” above that trigger, and write “first when” if that one has it"
    return Earlier(f"{when} runs first", hint, (Related(span, "this trigger runs first"),))
