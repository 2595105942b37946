"""What one book of a campaign hands to the next: the sheets, and books with another beginning or another end.

Sheets that the next book cannot tell apart count as one. Either all sheets with which the book before can be won are
listed, or, if that book is large, its hero's unchanging values are kept and everything else takes every value that the
next book distinguishes: more sheets than can occur, but few, and none is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from msgspec import structs

from gamebook.errors import LimitReached, UsageError
from gamebook.job import Limits
from gamebook.model.arithmetic import TRUE, binary, const
from gamebook.model.blocks import mapped, rewritten, steps_in, written_in
from gamebook.model.book import Book, Chapter, Ending, Variable
from gamebook.model.expression import Var
from gamebook.model.step import (
    Assign,
    Block,
    Change,
    Choose,
    End,
    If,
    Loop,
    Option,
    Random,
    Scope,
    Step,
    Turn,
    Weighted,
    own_address,
)
from gamebook.program.code import Decide
from gamebook.program.compile import compiled, lowered
from gamebook.program.fold import fold
from gamebook.program.partitions import WIDEST, Partitions, without_idle_reads
from gamebook.program.refinement import refined
from gamebook.solver.solving import solve

OVER = "the book is won"
"""The chapter that represents the end of a book, and the name of the endings there."""
BEFORE = "what was carried over"
"""Address of the choice of a start."""
MOST_STARTS = 5_000
"""Sheets with which a book may be begun."""
SHARES = 2**52
"""A chance as a whole number of these: finer than the solver's bracket."""

Sheet = tuple[int, ...]
Runs = tuple[tuple[int, int], ...]
"""Which value stands for others: (the last value of a run, the value that stands for all of it), ascending."""


class NoCampaign(UsageError):  # noqa: N818 - says what is the matter
    """These books cannot be played one after another."""


class TooMany(LimitReached):
    """There are too many sheets."""


@dataclass(frozen=True, slots=True)
class Starts:
    """The sheets with which a book may be begun."""

    names: tuple[str, ...] = ()
    """What is carried over, each stat with its initial value."""
    sheets: tuple[Sheet, ...] = ((),)
    runs: tuple[Runs, ...] = ()
    """By name: which of the values in `sheets` stands for a value at the end of the book before."""
    by_class: bool = False
    """The sheets stand for all that the book cannot tell apart from them; some of them may never occur."""
    unasked: frozenset[str] = frozenset()
    """What makes no difference in the book, although it is carried over."""


ANEW = Starts()
"""The first book: nothing is carried over."""


def look_at(before: Book, book: Book) -> None:
    """Raise where a book carries over what the one before does not have.

    Raises:
        NoCampaign: it does, or it carries nothing over.
    """
    title = book.title or "the next book"
    if not book.carried:
        raise NoCampaign(f"{title} does not say what it carries over; write in its header: carry …")
    have = {variable.name: variable for variable in before.variables}
    for name in carried(book):
        own, theirs = next(each for each in book.variables if each.name == name), have.get(name)
        if theirs is None or theirs.kind != own.kind:
            raise NoCampaign(f"{title} carries over {name}, but {before.title or 'the book before'} has no such thing")
        if theirs.values != own.values:
            raise NoCampaign(f"{name} has other values in {title} than in {before.title or 'the book before'}")


def carried(book: Book) -> tuple[str, ...]:
    """What is carried over, each stat with its initial value."""
    caps = {variable.name: variable.cap for variable in book.variables}
    return tuple(dict.fromkeys(each for name in book.carried for each in (name, caps[name]) if each is not None))


def with_room(book: Book) -> Book:
    """The book in which a carried stat may have any initial value that the stat itself may have.

    By itself the book has room only for what its own dice, or steps, make of the initial value.
    """
    ranges = {
        each.cap: (each.low, each.high) for each in book.variables if each.cap is not None and each.name in book.carried
    }

    def widened(variable: Variable) -> Variable:
        low, high = ranges.get(variable.name, (variable.low, variable.high))
        return structs.replace(variable, low=min(low, variable.low), high=max(high, variable.high))

    return structs.replace(book, variables=tuple(map(widened, book.variables)))


# ---- the two ends of a book -----------------------------------------------------------------------------


def begun(book: Book, starts: Starts) -> Book:
    """The book with all its starts: first one of them is chosen, and then the rest of the hero is made."""
    if not starts.names:
        return book
    options = tuple(
        Option(
            label=(str(number),),
            condition=TRUE,
            body=(_set(starts.names, sheet),),
            address=f"{BEFORE} {number}",
        )
        for number, sheet in enumerate(starts.sheets)
    )
    choice = Choose(name=BEFORE, what="hero", options=options, address=BEFORE)
    return structs.replace(book, hero=(choice, *rest(book, frozenset(starts.names))))


def _set(names: Sequence[str], sheet: Sheet) -> Assign:
    changes = (Change(variable=name, value=const(value), beyond=True) for name, value in zip(names, sheet, strict=True))
    return Assign(changes=tuple(changes), address=BEFORE, why="hidden")


def rest(book: Book, names: frozenset[str]) -> Block:
    """The hero block without what settles what is carried over."""
    sheet = {variable.name for variable in book.variables if variable.on_sheet}

    def kept(step: Step) -> Step | None:
        if isinstance(step, Choose | Loop | Scope):
            settled = written_in((step,)) & sheet
            leads_on = any(isinstance(each, End | Turn) for each in steps_in((step,)))
            return None if settled and settled <= names and not leads_on else step
        if not isinstance(step, Assign):
            return step
        changes = tuple(change for change in step.changes if change.variable not in names)
        return structs.replace(step, changes=changes) if changes else None

    return mapped(book.hero, kept)


def _with_end(book: Book, body: Block, endings: Sequence[Ending]) -> Book:
    """The book with every victory turned into a chapter of that body; only `endings` are wins."""
    victories = {ending.name for ending in book.endings if ending.kind == "victory"}

    def turned(step: Step) -> Step:
        if isinstance(step, End) and step.ending in victories:
            return Turn(chapter=OVER, address=step.address)
        return step

    new = rewritten(book, turned)
    return structs.replace(
        new,
        chapters=(*new.chapters, Chapter(name=OVER, title="", body=body)),
        endings=(*(each for each in book.endings if each.kind != "victory"), *endings),
        aim="win",
        then_score=False,
        expectations=(),
    )


def ended(book: Book, starts: Starts, shares: Sequence[int]) -> Book:
    """The book whose victories are draws: with each sheet, won in so many of `SHARES` cases."""
    won = Ending(name=f"{OVER}, and all that follow", kind="victory")
    lost = Ending(name=f"{OVER}, and a later one lost", kind="defeat")
    share = dict(zip(starts.sheets, shares, strict=True))
    known = {sheet[:place] for sheet in share for place in range(len(starts.names) + 1)}

    def draw(number: int) -> Block:
        rows = [(number, "won", won), (SHARES - number, "lost", lost)]
        drawn = tuple(
            Weighted(weight=const(n), label=label, body=(End(ending=end.name, address=OVER),)) for n, label, end in rows
        )
        return (Random(rows=drawn, address=OVER),)

    def told(sheet: Sheet) -> Block:
        """Ask for one value after another. What the next book has no room for counts as the last value it has."""
        place = len(sheet)
        if place == len(starts.names):
            return draw(share[sheet])
        return among(sheet, tuple(run for run in starts.runs[place] if (*sheet, run[1]) in known))

    def among(sheet: Sheet, runs: Runs) -> Block:
        """By halves, so that a purse of a thousand crowns is ten questions deep."""
        if len(runs) < 2:
            return told((*sheet, runs[0][1])) if runs else ()
        half = len(runs) // 2
        holds = binary("<=", Var(name=starts.names[len(sheet)]), const(runs[half - 1][0]))
        less, more = among(sheet, runs[:half]), among(sheet, runs[half:])
        return (If(condition=holds, then=less, otherwise=more, own=True, address=own_address(OVER)),)

    return _with_end(book, told(()), [won, lost])


# ---- the sheets between two books -----------------------------------------------------------------------


def handed_over(book: Book, after: Book, hero: Mapping[str, int] | None, limits: Limits, most: int) -> Starts:
    """The sheets with which a book can be won, as far as the next one asks for them.

    Args:
        book: with all its own starts.
        after: the next book.
        hero: values of the book's hero.
        limits: where listing stops.
        most: states of a book whose sheets are listed one by one.

    Raises:
        TooMany: there are more than `MOST_STARTS`.
    """
    names = carried(after)
    won = _with_end(book, (End(ending=OVER, address=OVER),), [Ending(name=OVER, kind="victory")])
    found = _reached(won, after, names, hero, replace(limits, states=min(limits.states or most, most)))
    found = found or _by_class(won, after, names, hero)
    if len(found.sheets) > MOST_STARTS:
        raise _too_many(book, len(found.sheets))
    return found


def _too_many(book: Book, count: int) -> TooMany:
    told = f"{book.title or 'a book'} can be won with {count:,} different sheets"
    return TooMany(f"{told}, more than {MOST_STARTS:,}; carry less over, or choose one hero")


def _reached(
    won: Book, after: Book, names: tuple[str, ...], hero: Mapping[str, int] | None, limits: Limits
) -> Starts | None:
    """The sheets of all states in which the book is won; None if there are too many states to list."""
    solved = solve(won, hero, observed=names, limits=limits)
    if not solved.space.complete:
        return None
    table = solved.arrival(solved.best, OVER)
    fixed = {cell.name: cell.start for cell in solved.space.program.cells}
    columns = [
        table.columns[name].tolist() if name in table.columns else [fixed[name]] * len(table.states) for name in names
    ]
    sheet = [_variable(after, name) for name in names]
    fitted = [[_fit(each, value) for value in column] for each, column in zip(sheet, columns, strict=True)]
    sheets = tuple(sorted(set(zip(*fitted, strict=True))))
    runs = tuple(
        tuple((value, value) for value in sorted({each[place] for each in sheets})) for place in range(len(names))
    )
    return Starts(names, sheets, runs)


def _by_class(won: Book, after: Book, names: tuple[str, ...], hero: Mapping[str, int] | None) -> Starts:
    """A sheet for all that the next book cannot tell apart; what never changes in the book has the value it has.

    Raises:
        TooMany: there are more than `MOST_STARTS`.
    """
    cells = fold(lowered(won, hero)).cells
    settled = {cell.name: cell.start for cell in cells if cell.low == cell.high}
    fixed = {name: _fit(_variable(after, name), settled[name]) for name in names if name in settled}
    classes = _classes(after, names, fixed)
    values = [sorted({value for _, value in runs}) for runs in classes]
    count = prod(map(len, values))
    if count > MOST_STARTS:
        raise _too_many(won, count)
    unasked = {name for name, runs in zip(names, classes, strict=True) if len(runs) == 1 and name not in fixed}
    return Starts(names, tuple(product(*values)), classes, by_class=True, unasked=frozenset(unasked))


def _classes(book: Book, names: tuple[str, ...], fixed: Mapping[str, int]) -> tuple[Runs, ...]:
    """For each name, which values the book treats alike from its start on, whatever the others are."""
    open_ = [name for name in names if name not in fixed]
    for name in open_:
        if _variable(book, name).high - _variable(book, name).low >= WIDEST:
            raise NoCampaign(f"{name} has too many values to be carried over from a large book")
    choices = [
        Choose(
            name=name,
            what="hero",
            options=tuple(
                Option(label=(str(value),), condition=TRUE, body=(_set((name,), (value,)),), address=f"{name} {value}")
                for value in range(_variable(book, name).low, _variable(book, name).high + 1)
            ),
            address=f"{BEFORE}: {name}",
        )
        for name in open_
    ]
    options = (
        Option(label=("go",), condition=TRUE, address="go"),
        Option(
            label=("stay",), condition=TRUE, body=(End(ending=book.endings[0].name, address=BEFORE),), address="stay"
        ),
    )
    last = Choose(name=BEFORE, what="hero", options=options, address=BEFORE)
    known = (_set(tuple(fixed), tuple(fixed.values())),) if fixed else ()
    hero = (*known, *choices, last, *rest(book, frozenset(names)))
    program = compiled(structs.replace(book, hero=hero))
    partitions = Partitions(program)
    program = replace(program, nodes=tuple(without_idle_reads(node, partitions) for node in program.nodes))
    classes = refined(program, partitions, ())
    here = next(n for n, node in enumerate(program.nodes) if isinstance(node, Decide) and node.address == BEFORE)
    number = {cell.name: v for v, cell in enumerate(program.cells)}

    def runs(name: str) -> Runs:
        if name in fixed:
            return ((fixed[name], fixed[name]),)
        variable = number[name]
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


def _variable(book: Book, name: str) -> Variable:
    return next(variable for variable in book.variables if variable.name == name)


def _fit(variable: Variable, value: int) -> int:
    """What the next book's sheet has room for."""
    return min(max(value, variable.low), variable.high)
