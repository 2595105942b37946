"""Triggers that never run: no value fits what they wait for, or an earlier one leads away each time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.reach import Reach
from gamebook.codes.chapter_map import beyond
from gamebook.diagnostics import Related
from gamebook.lint.facts import Facts
from gamebook.lint.written import Around
from gamebook.model.arithmetic import bounds, conjuncts, ends, reads
from gamebook.model.book import Book
from gamebook.model.in_words import Words
from gamebook.model.step import Trigger
from gamebook.solver.solving import solve


class Earlier(Struct, frozen=True):
    """The trigger that keeps play from another one."""

    why: str
    """`“when STAMINA <= 0” of the rule system runs first`"""
    hint: str
    related: tuple[Related, ...]
    """Where the earlier trigger is written, if that is in this book."""


def beyond_ranges(book: Book, watch: Trigger) -> str:
    """`hours is in 0..8, so “hours < 0” never holds`; empty where the ranges of the sheet, and of foes, leave room."""
    words = Words(book)
    ranges = {each.name: (each.low, each.high) for each in book.variables}
    cells = {table.name: ends(table.cells) for table in book.tables}
    for part in conjuncts(watch.condition):
        asked = [each for each in book.variables if each.name in reads(part)]
        if asked and bounds(part, ranges, cells) == (0, 0):
            return beyond(((words.name(each.name), each.low, each.high) for each in asked), words.value(part))
    return ""


def earlier(facts: Facts, places: Sequence[Around], arrives: Callable[[Reach], bool]) -> Earlier | None:
    """What runs before the triggers that alone lead to a chapter or an ending.

    The book is listed again with one of these triggers moved up: if play then arrives, the order is the cause. All
    searches of a check together have the time of one.

    Args:
        facts: the book; all its states are listed, or nothing is found.
        places: where the turns to the chapter stand, or where the ending comes about.
        arrives: whether play comes there.
    """
    numbers = {watch.id: number for number, watch in enumerate(facts.book.watches)}
    if not facts.whole or not all(around.place in numbers for around in places):
        return None
    # A trigger that only turns there: whichever of these runs first, play arrives.
    gated = {numbers[around.place] for around in places if around.gates}
    late = [number for number in dict.fromkeys(numbers[around.place] for around in places) if number > 0]
    straight = [number for number in late if number not in gated]
    if len(straight) > 1 and _arrives(facts, straight, 0, arrives) is False:
        late = [number for number in late if number in gated]
    for number in late:
        if (found := kept_back(facts, number, arrives)) is not None:
            return found
    return None


def kept_back(facts: Facts, number: int, arrives: Callable[[Reach], bool]) -> Earlier | None:
    """The trigger that keeps play from another one, if play arrives with that one before all."""
    if not _arrives(facts, [number], 0, arrives):
        return None
    before = _before(facts, number, arrives)
    return None if before is None else _told(facts, facts.book.watches[before], facts.book.watches[number])


def _before(facts: Facts, number: int, arrives: Callable[[Reach], bool]) -> int | None:
    """The trigger such that play arrives if another one stands before it, and not if it stands behind it.

    Args:
        facts: the book.
        number: the other trigger; play arrives if it stands before all, and does not where it stands now.
        arrives: whether play comes there.

    Returns:
        the number of the trigger; None if there was no time to find it.
    """
    low, high, middle = 0, number, 1  # mostly it is the first one: the dead are dead before anything else is asked
    while high - low > 1:
        match _arrives(facts, [number], middle, arrives):
            case None:
                return None
            case True:
                low = middle
            case False:
                high = middle
        middle = (low + high) // 2
    return low


def _arrives(facts: Facts, numbers: Sequence[int], at: int, arrives: Callable[[Reach], bool]) -> bool | None:
    """Whether play arrives if some triggers, all from `at` on, stand before the one at `at`; None if it is not known.

    Args:
        facts: the book.
        numbers: these triggers; they stay in their order.
        at: the number of a trigger.
        arrives: whether play comes there.
    """
    seconds = max(0.0, facts.reordered_until - time.monotonic())
    if not seconds:
        return None
    solved = facts.anyone
    watches = solved.book.watches
    moved = [watches[number] for number in sorted(numbers)]
    left = [watch for number, watch in enumerate(watches) if number not in numbers]
    book = replace(solved.book, watches=(*left[:at], *moved, *left[at:]))
    reach = Reach(solve(book, solved.hero, limits=replace(solved.search.limits, seconds=seconds), news=False))
    return True if arrives(reach) else False if reach.whole else None


def _told(facts: Facts, first: Trigger, late: Trigger) -> Earlier:
    words, span = Words(facts.book), facts.span(first.id)
    when, waiting = f"“when {words.value(first.condition)}”", f"when {words.value(late.condition)}"
    if span is None:
        why = f"{when} of the rule system runs first"
        return Earlier(why, f"write “first {waiting}”: it then comes before the others", ())
    hint = f"move “{waiting}” above that trigger, and write “first when” if that one has it"
    return Earlier(f"{when} runs first", hint, (Related(span, "this trigger runs first"),))
