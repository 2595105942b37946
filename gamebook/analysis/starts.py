"""The sheets with which a book of a campaign may be begun: those with which the book before can be won.

Sheets that no book ahead can tell apart count as one. Either all sheets with which the book before can be won are
listed, or, if that book is large, its hero's unchanging values are kept and everything else takes every value that the
books ahead distinguish: more sheets than can occur, but few, and none is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

import numpy as np
from msgspec import structs
from msgspec.structs import replace

from gamebook.analysis.handover import (
    ANEW,
    BEFORE,
    OVER,
    Cut,
    NoCampaign,
    Runs,
    Starts,
    carried,
    known_from_the_start,
    rest,
    settled,
    with_end,
)
from gamebook.errors import LimitReached
from gamebook.limits import Limits
from gamebook.model.arithmetic import TRUE
from gamebook.model.book import Book, Variable
from gamebook.model.own_endings import own_ending
from gamebook.model.step import Choose, End, Option
from gamebook.program.code import Decide, Program
from gamebook.program.compile import Target, compiled, lowered
from gamebook.program.fold import fold
from gamebook.program.merge import without_notes
from gamebook.program.partitions import ONE, WIDEST, Classes, Partitions, without_idle_reads
from gamebook.program.refinement import refined
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve

MOST_LISTED = 20_000
"""Sheets with which a book may be begun, all of which occur; small books are worked out in some seconds."""
MOST_STARTS = 5_000
"""Sheets by class with which a book may be begun; many of them may never occur."""


class TooMany(LimitReached):
    """There are too many sheets."""

    cut = False
    """There may be fewer: listing them stopped at a limit."""


def handed_over(book: Book, ahead: Sequence[Book], hero: Mapping[str, int] | None, limits: Limits, most: int) -> Starts:
    """The sheets with which a book can be won, as far as the books ahead ask for them; none if it cannot be won.

    Args:
        book: with all its own starts.
        ahead: the books after it.
        hero: values of the book's hero.
        limits: where listing stops.
        most: states of a book whose sheets are listed one by one.

    Raises:
        TooMany: there are more than `MOST_LISTED`, or by class `MOST_STARTS`.
    """
    names = carried(ahead[0])
    if not names:  # all that is carried over is answered whenever it is asked for
        return ANEW
    over = own_ending(book, OVER, "victory")
    won = with_end(book, (End(ending=over.name, address=OVER),), [over])
    solved = solve(won, hero, observed=names, limits=replace(limits, states=min(limits.states or most, most)))
    if solved.space.complete:
        return _reached(solved, ahead[0], names)
    try:
        return _by_class(won, ahead, names, hero)
    except TooMany as error:
        error.cut = solved.space.limit != "states" or (limits.states or most) < most
        raise


def _too_many(book: Book, count: int, most: int) -> TooMany:
    told = f"{book.title or 'a book'} can be won with {count:,} different sheets"
    return TooMany(f"{told}, more than {most:,}; carry less over, or choose one hero")


def _reached(solved: Solved, after: Book, names: tuple[str, ...]) -> Starts:
    """The sheets of all states in which the book is won.

    Raises:
        TooMany: there are more than `MOST_LISTED`.
    """
    table = solved.arrival(solved.best, OVER)
    columns = [column.tolist() for column in solved.on_arrival(table, names)]
    sheet = [_variable(after, name) for name in names]
    fitted = [[_fit(each, value) for value in column] for each, column in zip(sheet, columns, strict=True)]
    sheets = tuple(sorted(set(zip(*fitted, strict=True))))
    if len(sheets) > MOST_LISTED:
        raise _too_many(solved.book, len(sheets), MOST_LISTED)
    cut = _cut(sheet, [(min(each, default=0), max(each, default=0)) for each in columns])
    runs = tuple(
        tuple((value, value) for value in sorted({each[place] for each in sheets})) for place in range(len(names))
    )
    return Starts(names, sheets, runs, cut=cut)


def _by_class(won: Book, ahead: Sequence[Book], names: tuple[str, ...], hero: Mapping[str, int] | None) -> Starts:
    """A sheet for all that the books ahead cannot tell apart; what never changes in the book has the value it has.

    Raises:
        NoCampaign: something has too many values.
        TooMany: there are more than `MOST_STARTS`.
    """
    fixed = _unchanging(fold(lowered(won, hero)), ahead[0], names)
    wide = _wide(ahead[0], names, fixed)
    if wide:
        raise NoCampaign(f"{wide[0]} has too many values to be carried over from a large book")
    classes = _classes(ahead, names, fixed)
    values = [sorted({value for _, value in runs}) for runs in classes]
    count = prod(map(len, values))
    if count > MOST_STARTS:
        raise _too_many(won, count, MOST_STARTS)
    unasked = {name for name, runs in zip(names, classes, strict=True) if len(runs) == 1 and name not in fixed}
    return Starts(names, tuple(product(*values)), classes, by_class=True, unasked=frozenset(unasked))


def _unchanging(program: Program, after: Book, names: Sequence[str]) -> dict[str, int]:
    """What is carried over from a book and is the same in all plays of it, as the next book has room for it."""
    known = {cell.name: cell.start for cell in program.cells if cell.low == cell.high}
    return {name: _fit(_variable(after, name), known[name]) for name in names if name in known}


def _wide(book: Book, names: Sequence[str], fixed: Mapping[str, int]) -> list[str]:
    """What has too many values to look at each."""
    ranges = {name: _variable(book, name) for name in names if name not in fixed}
    return [name for name, each in ranges.items() if each.high - each.low >= WIDEST]


# ---- which values are alike -----------------------------------------------------------------------------


def _classes(ahead: Sequence[Book], names: tuple[str, ...], fixed: Mapping[str, int]) -> tuple[Runs, ...]:
    """For each name, which values the books ahead treat alike from the start of the first, whatever the others are."""
    book, *later = ahead
    target = Target(observed=carried(later[0]) if later else ())
    program = without_notes(compiled(_with_any(book, names, fixed), target=target))
    partitions = Partitions(program)
    program = replace(program, nodes=tuple(without_idle_reads(node, partitions) for node in program.nodes))
    kinds = book.ending_kinds
    handed = _asked(program, partitions, later)
    nothing = [ONE] * len(handed)
    at_ends = [handed if kinds.get(name) == "victory" else nothing for name in program.endings]
    classes = refined(program, partitions, at_ends)
    here = next(n for n, node in enumerate(program.nodes) if isinstance(node, Decide) and node.address == BEFORE)

    def runs(name: str) -> Runs:
        if name in fixed:
            return ((fixed[name], fixed[name]),)
        variable = partitions.reads.index[name]
        labels = partitions.labels[variable][classes[here][variable]].tolist()
        low = program.cells[variable].low
        first: dict[int, int] = {}
        found: list[tuple[int, int]] = []
        for value, label in enumerate(labels, low):
            standing = first.setdefault(label, value)
            if found and found[-1][1] == standing:
                found.pop()
            found.append((value, standing))
        return tuple(found)

    return tuple(runs(name) for name in names)


def _with_any(book: Book, names: tuple[str, ...], fixed: Mapping[str, int]) -> Book:
    """The book begun with any sheet at all that it has room for; then comes a choice at the address `BEFORE`."""
    stays = own_ending(book, "not begun", "defeat")
    choices = [
        Choose(
            name=name,
            what="hero",
            options=tuple(
                Option(
                    label=(str(value),), condition=TRUE, body=(settled((name,), (value,)),), address=f"{name} {value}"
                )
                for value in range(_variable(book, name).low, _variable(book, name).high + 1)
            ),
            address=f"{BEFORE}: {name}",
        )
        for name in names
        if name not in fixed
    ]
    options = (
        Option(label=("go",), condition=TRUE, address="go"),
        Option(label=("stay",), condition=TRUE, body=(End(ending=stays.name, address=BEFORE),), address="stay"),
    )
    last = Choose(name=BEFORE, what="hero", options=options, address=BEFORE)
    known = (settled(tuple(fixed), tuple(fixed.values())),) if fixed else ()
    hero = (*known, *choices, last, *rest(book, frozenset(names)))
    return structs.replace(known_from_the_start(book, fixed), hero=hero, endings=(*book.endings, stays))


def _asked(program: Program, partitions: Partitions, later: Sequence[Book]) -> list[Classes]:
    """What the later books can tell apart at the end of a book, even where the book itself only passes it on."""
    found = [ONE] * len(program.cells)
    if not later:
        return found
    names = carried(later[0])
    fixed = _unchanging(program, later[0], names)
    wide = _wide(later[0], names, fixed)
    classes = () if wide else _classes(later, names, fixed)
    for place, name in enumerate(names):
        variable = partitions.reads.index[name]
        if wide or partitions.width[variable] > WIDEST:
            found[variable] = partitions.each(variable)
            continue
        lasts, standing = np.array(classes[place], np.int64).T
        low, high = program.cells[variable].low, program.cells[variable].high
        runs = np.searchsorted(lasts, np.arange(low, high + 1)).clip(max=len(lasts) - 1)
        found[variable] = partitions.number(variable, [standing[runs]])
    return found


def _variable(book: Book, name: str) -> Variable:
    return next(variable for variable in book.variables if variable.name == name)


def _cut(sheet: Sequence[Variable], ranges: Sequence[tuple[int, int]]) -> tuple[Cut, ...]:
    """What the next book's sheet has no room for, of values within these bounds."""
    return tuple(
        Cut(each.name, low, high, each.low, each.high)
        for each, (low, high) in zip(sheet, ranges, strict=True)
        if _fit(each, low) != low or _fit(each, high) != high
    )


def _fit(variable: Variable, value: int) -> int:
    """What the next book's sheet has room for."""
    return min(max(value, variable.low), variable.high)
