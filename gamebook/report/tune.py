"""The report on changes that bring a book nearest to a target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gamebook.analysis.changed import Key
from gamebook.analysis.target import NEAR, STEPS, Proposal, Tuned
from gamebook.model.book import Book
from gamebook.plain import as_data
from gamebook.report.about import about
from gamebook.report.amounts import Amounts
from gamebook.report.best import reader_notes
from gamebook.report.cells import Cell
from gamebook.report.section import Lines, Section, Table
from gamebook.sentences import counted, listed

MOST = 8
"""Rows of a table."""
FAR = 0.05
"""A chance this far from the target is not near it."""
BY = f" by at most {max(STEPS)}"
UNTRIED = {"start": "numbers of the header", "setting": "settings of fights"}
"""Kinds of numbers that are tried only where they are asked for, in words."""
AROUND = 10
"""An example of a range goes so far below and above."""


def sections(book: Book, found: Tuned) -> Iterator[Section]:
    """Single changes, pairs, and heroes before and after the best of them."""
    amounts = Amounts(book.aim == "win")
    first = f"{found.reader} {amounts.play(found.value)}; the target is {amounts.value(found.target)}"
    yield Section(parts=(Lines((first, *reader_notes(book))),))
    if found.singles:
        yield Section("One number", (_table(found.singles[:MOST], amounts),))
    if found.pairs:
        yield Section("Two numbers", (_table(found.pairs[:MOST], amounts),))
    if found.best is None:
        if found.nothing_solved:
            helps = "No changed book was solved."
        elif found.asked:
            helps = f"None of {'these values' if found.whole else 'the values that were solved'} makes a difference."
        elif found.tried:
            helps = f"No change{BY} was found that helps."
        else:
            helps = "There is no number in the chapters to change."
        # Where nothing was solved within the limits, more to try is no help.
        more = () if found.nothing_solved and found.limit else _more(book, found)
        yield Section(parts=(Lines((helps, *_endless(found), *more, *_limit(found))),))
        return
    if found.heroes:
        rows: list[list[Cell]] = [
            [row.name, amounts.between(row.before), amounts.between(row.after)] for row in found.heroes
        ]
        title = f"Heroes before and after: {told(found.best)}"
        yield Section(title, (Table(["hero", "before", "after"], rows, "lrr"),))
    estimated = f"{counted(found.tried, 'change')} {'was' if found.tried == 1 else 'were'} estimated"
    solved = f"{counted(found.solves, 'changed book')} {'was' if found.solves == 1 else 'were'} solved"
    notes = [f"{estimated}; {solved}.", *_endless(found), *_limit(found)]
    if amounts.wins and found.best.distance > FAR:
        if not found.whole:
            near = "None of the changed books that were solved comes"
        else:
            near = "None of these values comes" if found.asked else f"No change{BY} comes"
        notes[:0] = [f"{near} near the target.", *_more(book, found)]
    yield Section(parts=(Lines(notes),))


def _endless(found: Tuned) -> Iterator[str]:
    """Which changes are left out."""
    if found.endless:
        changes = listed(_told(key) for key in found.endless)
        yield f"Left out, because points have no total then: {changes}."


def _limit(found: Tuned) -> Iterator[str]:
    """Which limit came first, as a sentence."""
    if found.limit:
        yield f"{found.limit[0].upper()}{found.limit[1:]}."


def _more(book: Book, found: Tuned) -> Iterator[str]:
    """What could be tried, too."""
    ranges = {f"start {variable.name}": (variable.low, variable.high) for variable in book.variables}
    hints: dict[str, str] = {}
    for number in found.untried:
        low, high = ranges.get(number.address, (0, number.value + max(STEPS) if number.kind == "setting" else 0))
        low, high = max(low, number.value - AROUND), min(high, number.value + AROUND)
        if low < high and number.kind not in hints:
            words = UNTRIED[number.kind]
            which = f"Other {words}" if found.asked else words.capitalize()
            hints[number.kind] = f'{which} were not tried: --vary "{number.address} {low}..{high}"'
    yield from hints.values()
    if found.tried and not (hints or found.asked):
        yield "With --vary you can allow larger changes."


def why_not(book: Book, found: Tuned) -> str:
    """Why the best change is none that an author would want in the book; empty: there is no reason."""
    solved = "" if found.whole else " that was solved"
    if found.best is None:
        return "no changed book was solved" if found.nothing_solved else f"no change{solved} makes a difference"
    if book.aim == "win" and found.best.distance > FAR:
        return f"no change{solved} comes near the target"
    if found.best.distance >= abs(found.value.middle - found.target):
        return f"no change{solved} brings the book nearer to the target"
    return ""


def told(proposal: Proposal) -> str:
    """`84 foe SKILL 10 → 9, 33 foe SKILL 9 → 8`"""
    return _told(proposal.changes)


def _told(changes: Key) -> str:
    """The same for changes that are none of a proposal."""
    return ", ".join(f"{number.address} {number.value} → {value}" for number, value in changes)


def _table(proposals: Sequence[Proposal], amounts: Amounts) -> Table:
    head = ["change", "wins with chance" if amounts.wins else "earns", "from the target"]
    rows: list[list[Cell]] = [
        [told(each), amounts.between(each.value), amounts.cell(each.distance if each.distance > NEAR else 0.0)]
        for each in proposals
    ]
    return Table(head, rows, "lrr", gives=0)


def data(book: Book, found: Tuned) -> dict[str, Any]:
    """The same as data."""
    return {
        "book": about(book),
        "reader": str(found.reader),
        "target": found.target,
        "value": as_data(found.value),
        "singles": [_proposal(each) for each in found.singles],
        "pairs": [_proposal(each) for each in found.pairs],
        "heroes": [
            {"hero": row.name, "before": as_data(row.before), "after": as_data(row.after)} for row in found.heroes
        ],
        "tried": found.tried,
        "solves": found.solves,
        "limit": found.limit or None,
    }


def _proposal(proposal: Proposal) -> dict[str, Any]:
    return {
        "changes": [
            {
                "address": number.address,
                "file": number.span.path,
                "start": number.span.start,
                "now": number.value,
                "value": value,
            }
            for number, value in proposal.changes
        ],
        "value": as_data(proposal.value),
        "distance": proposal.distance,
    }
