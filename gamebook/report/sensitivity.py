"""The report on the numbers of a book: what it would be worth if one of them were greater or less by 1."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from gamebook.analysis.alike import alike
from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.sensitivity import Change, Line, Sensitivity
from gamebook.model.book import Book
from gamebook.plain import as_data
from gamebook.report.about import about
from gamebook.report.amounts import UNSEEN, Amounts
from gamebook.report.best import reader_notes
from gamebook.report.cells import Cell
from gamebook.report.section import Lines, Section, Table
from gamebook.sentences import counted

MOST = 20
"""Numbers in the table if not all are asked for."""
ROUNDING = 1e-12
"""What a chance changes by less, on each visit, may be rounding, however narrow the bounds of the book are."""
ARRIVAL = "change: what 1 less or 1 more brings if the reader learns of it on arrival at the chapter."
AGAIN = (
    "A chapter here is read more than once in a play: its changes are added up over all visits, each as if only that "
    "visit had the other number. They may be more than the whole book can gain."
)
SOLVED = "{}: what the whole book is worth then; the reader knows of the change from the start."
UNKNOWN = (
    "–: not computed. A number that holds for the whole book (start, ranges, when, while, anytime, tables), or that a "
    "fight is set to (with), has no effect on arrival at one chapter; and some values would be errors. "
    "--number ADDRESS solves the changed book."
)
KNOWN = "{number}: who knows of the change from the start plays in another way and loses nothing."
GRADIENT = {
    True: "slope: for a weight, how fast the chance to win rises when it grows.",
    False: "slope: for a weight, how fast the points rise when it grows.",
}
"""By whether the book is played to win."""


def sections(book: Book, found: Sensitivity, everything: bool = False) -> Iterator[Section]:
    """A line for each number, those that matter most first."""
    amounts, value = Amounts(book.aim == "win"), found.value.middle
    yield Section(parts=(Lines((f"{found.reader} {amounts.play(found.value)}", *reader_notes(book))),))
    lines = [line for line in found.lines if everything or _is_told(line)]
    shown = lines if everything else lines[:MOST]
    if shown:
        yield Section("Numbers that matter", (_table(shown, found.value, amounts),))
    untold = [line for line in found.lines if line not in shown]
    unknown = sum(not _is_computed(line) for line in untold)
    matters = "No number that was looked at matters." if unknown else "No number of this book matters."
    notes = [ARRIVAL, SOLVED.format(_worth(amounts))] if shown else [matters]
    if any(line.visits > 1.0 + UNSEEN and line.most > UNSEEN for line in shown):
        notes.insert(1, AGAIN)
    if any(line.slope is not None for line in shown):
        notes.append(GRADIENT[amounts.wins])
    notes += [KNOWN.format(number=line.number.address) for line in shown if _is_evaded(line, value, amounts.wins)]
    if everything and any(each.gain is None and each.solved is None for line in shown for each in line.changes):
        notes.append(UNKNOWN)
    if untold:
        less = len(untold) - unknown
        parts = [f"{counted(less, 'number')} of less effect"] if less else []
        if unknown:
            parts.append(f"{counted(unknown, 'number')} not looked at, such as those that hold for the whole book")
        notes.append(
            f"Not shown: {', '.join(parts)}. gamebook sensitivity --all lists them, and --number ADDRESS solves the "
            "book for one."
        )
    errors = dict.fromkeys(
        f"{each.number.address} {each.value}: {each.error}" for line in shown for each in line.changes if each.error
    )
    yield Section(parts=(Lines((*notes, *errors)),))


def _is_computed(line: Line) -> bool:
    return line.slope is not None or any(
        each.gain is not None or each.solved is not None or each.error for each in line.changes
    )


def _is_evaded(line: Line, value: float, wins: bool) -> bool:
    """Whether a change costs only a reader who does not expect it."""
    costly = [each for each in line.changes if each.gain is not None and each.gain < -UNSEEN]
    return bool(costly) and all(each.solved is not None and _keeps(each.solved.middle, value, wins) for each in costly)


def _keeps(after: float, before: float, wins: bool) -> bool:
    """Whether nothing is lost."""
    return after >= before or alike(before, after, wins=wins)


def _is_told(line: Line) -> bool:
    return line.most > UNSEEN or any(each.solved is not None or each.error for each in line.changes)


def _table(lines: list[Line], known: Bracket, amounts: Amounts) -> Table:
    slopes = any(line.slope is not None for line in lines)
    worth = _worth(amounts)
    head = ["number", "now", "change if 1 less", "change if 1 more", f"{worth} if 1 less", f"{worth} if 1 more"]
    rows: list[list[Cell]] = []
    for line in lines:
        rise = partial(_rise, known, amounts, max(known.high - known.low, ROUNDING) * max(line.visits, 1.0))
        less = next((each for each in line.changes if each.value < line.number.value), None)
        more = next((each for each in line.changes if each.value > line.number.value), None)
        row: list[Cell] = [line.number.address, line.number.value]
        row += [None if each is None else rise(each.gain) for each in (less, more)]
        row += [_solved(each, amounts) for each in (less, more)]
        if slopes:
            row.append(rise(line.slope))
        rows.append(row)
    return Table([*head, "slope"] if slopes else head, rows, "lrrrrrr"[: len(head) + slopes], gives=0)


def _worth(amounts: Amounts) -> str:
    return "chance to win" if amounts.wins else "points"


def _rise(known: Bracket, amounts: Amounts, rounding: float, gain: float | None) -> Cell:
    return None if gain is None else amounts.change(known.middle, known.middle + gain, rounding)


def _solved(change: Change | None, amounts: Amounts) -> Cell:
    return None if change is None or change.solved is None else amounts.between(change.solved)


def data(book: Book, found: Sensitivity) -> dict[str, Any]:
    """The same as data."""
    return {
        "book": about(book),
        "reader": str(found.reader),
        "value": as_data(found.value),
        "numbers": [_line(line) for line in found.lines],
    }


def _line(line: Line) -> dict[str, Any]:
    number = line.number
    return {
        "address": number.address,
        "file": number.span.path,
        "start": number.span.start,
        "kind": number.kind,
        "now": number.value,
        "visits": line.visits,
        "slope": line.slope,
        "changes": [
            {
                "value": each.value,
                "on_arrival": each.gain,
                "solved": None if each.solved is None else as_data(each.solved),
                "error": each.error or None,
            }
            for each in line.changes
        ],
    }
