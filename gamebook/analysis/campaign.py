"""Books played one after another: the end of one is the start of the next.

What a book's end is worth is what the next book is worth for what is carried over. So books are solved from the last to
the first: at each victory stands a draw that is won as often as the books to come are, with the sheet at hand. Both
are models like any other, and any engine solves them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor
from typing import TypeVar

from gamebook.analysis.difficulty import Bracket
from gamebook.errors import LimitReached, UsageError
from gamebook.job import Limits
from gamebook.model.arithmetic import TRUE, binary, const
from gamebook.model.book import Book, Chapter, Ending, Variable
from gamebook.model.expression import Var
from gamebook.model.step import (
    Assign,
    Block,
    Change,
    Choose,
    End,
    If,
    Option,
    Random,
    Row,
    Step,
    Turn,
    Watch,
    Weighted,
    own_address,
)
from gamebook.program.code import Decide
from gamebook.solver.solution import Solved, solve

OVER = "the book is won"
"""The chapter that represents the end of a book, and the name of the endings there."""
BEFORE = "what was carried over"
"""Address of the choice of a start."""
MOST_STARTS = 5_000
"""Sheets with which a book may be begun."""
SHARES = 2**52
"""A chance as a whole number of these: finer than the solver's bracket."""

Sheet = tuple[int, ...]
Part = TypeVar("Part", Option, Row, Weighted, Watch)


class NoCampaign(UsageError):  # noqa: N818 - says what is the matter
    """These books cannot be played one after another."""


class TooMany(LimitReached):
    """There are too many sheets, or too many states."""


@dataclass(frozen=True, slots=True)
class Start:
    """A sheet with which a book is begun, and what all books from there on are worth."""

    sheet: Mapping[str, int]
    value: Bracket


@dataclass(frozen=True, slots=True)
class Stage:
    """One book of a campaign."""

    title: str
    carried: tuple[str, ...]
    starts: tuple[Start, ...]
    """The best first. One with an empty sheet for the first book."""
    states: int


@dataclass(frozen=True, slots=True)
class Campaign:
    """Books solved together."""

    best: Bracket
    """The chance that best play wins them all."""
    stages: tuple[Stage, ...]


def campaign(
    books: Sequence[Book],
    hero: Mapping[str, int] | None = None,
    *,
    limits: Limits,
) -> Campaign:
    """Solve books that are played one after another; winning all of them is the win.

    Args:
        books: in the order played; each but the first says what it carries over.
        hero: values for the first book's hero.
        limits: where to give up on a book.

    Raises:
        NoCampaign: nothing is carried over, or something that the book before does not have; too many sheets to begin
            with; a limit was reached.
    """
    for before, book in pairwise(books):
        _look_at(before, book)
    starts: list[list[Sheet]] = [[()]]
    for number, book in enumerate(books[:-1]):
        given = hero if number == 0 else None
        found = _sheets_at_the_end(books[number + 1], _begun(book, starts[number]), given, limits)
        if len(found) > MOST_STARTS:
            told = f"{book.title or 'a book'} can be won with {len(found):,} different sheets"
            raise TooMany(f"{told}, more than {MOST_STARTS:,}; carry less over, or choose one hero")
        starts.append(found)
    stages: list[Stage] = []
    worth: list[Bracket] = []
    for number in reversed(range(len(books))):
        book = _begun(books[number], starts[number])
        given = hero if number == 0 else None
        if number + 1 == len(books):
            low = high = _solved(book, given, limits)
        else:
            after, ends = books[number + 1], starts[number + 1]
            least, most = ([floor(each.low * SHARES) for each in worth], [ceil(each.high * SHARES) for each in worth])
            low = _solved(_ended(book, after, ends, least), given, limits)
            high = _solved(_ended(book, after, ends, most), given, limits)
        pairs = zip(_by_start(low, starts[number]), _by_start(high, starts[number]), strict=True)
        worth = [Bracket(below.low, above.high) for below, above in pairs]
        stages.append(_stage(books[number], starts[number], worth, low))
    return Campaign(worth[0], tuple(reversed(stages)))


def _stage(book: Book, starts: Sequence[Sheet], worth: Sequence[Bracket], solved: Solved) -> Stage:
    names = _carried(book) if starts != [()] else ()
    rows = [Start(dict(zip(names, sheet, strict=True)), value) for sheet, value in zip(starts, worth, strict=True)]
    rows.sort(key=lambda each: -round(each.value.middle, 12))
    states = solved.space.size - len(solved.space.program.endings)
    return Stage(book.title, book.carried if names else (), tuple(rows), states)


def _look_at(before: Book, book: Book) -> None:
    """Raise where a book carries over what the one before does not have."""
    title = book.title or "the next book"
    if not book.carried:
        raise NoCampaign(f"{title} does not say what it carries over; write in its header: carry …")
    have = {variable.name: variable for variable in before.variables}
    for name in _carried(book):
        own, theirs = next(each for each in book.variables if each.name == name), have.get(name)
        if theirs is None or theirs.kind != own.kind:
            raise NoCampaign(f"{title} carries over {name}, but {before.title or 'the book before'} has no such thing")
        if theirs.values != own.values:
            raise NoCampaign(f"{name} has other values in {title} than in {before.title or 'the book before'}")


def _carried(book: Book) -> tuple[str, ...]:
    """What is carried over, each stat with its initial value."""
    caps = {variable.name: variable.cap for variable in book.variables}
    return tuple(dict.fromkeys(each for name in book.carried for each in (name, caps[name]) if each is not None))


# ---- the two ends of a book -----------------------------------------------------------------------------


def _begun(book: Book, starts: Sequence[Sheet]) -> Book:
    """The book with all its starts: first one of them is chosen, and then the rest of the hero is made."""
    if starts == [()]:
        return book
    names = _carried(book)
    options = tuple(
        Option(label=(str(number),), condition=TRUE, body=(_set(names, sheet),), address=f"{BEFORE} {number}")
        for number, sheet in enumerate(starts)
    )
    choice = Choose(name=BEFORE, what="hero", options=options, address=BEFORE)
    return book.model_copy(update={"hero": (choice, *_without(book.hero, frozenset(names)))})


def _set(names: Sequence[str], sheet: Sheet) -> Assign:
    changes = (Change(variable=name, value=const(value), beyond=True) for name, value in zip(names, sheet, strict=True))
    return Assign(changes=tuple(changes), address=BEFORE, why="hidden")


def _without(block: Block, names: frozenset[str]) -> Block:
    """The hero block without changes to what is carried over."""

    def kept(step: Step) -> Step | None:
        if not isinstance(step, Assign):
            return step
        changes = tuple(change for change in step.changes if change.variable not in names)
        return step.model_copy(update={"changes": changes}) if changes else None

    return _mapped(block, kept)


def _mapped(block: Block, change: Callable[[Step], Step | None]) -> Block:
    """A block with each step, at any depth, put through `change`; None leaves it out."""

    def parts(items: Sequence[Part]) -> tuple[Part, ...]:
        return tuple(each.model_copy(update={"body": _mapped(each.body, change)}) for each in items)

    found: list[Step] = []
    for step in block:
        new = change(step)
        if new is None:
            continue
        inner: dict[str, object] = {}
        for name in ("then", "otherwise", "body"):
            if isinstance(getattr(new, name, None), tuple):
                inner[name] = _mapped(getattr(new, name), change)
        for name in ("rows", "options", "watches"):
            if getattr(new, name, None):
                inner[name] = parts(getattr(new, name))
        found.append(new.model_copy(update=inner) if inner else new)
    return tuple(found)


def _with_end(book: Book, body: Block, endings: Sequence[Ending]) -> Book:
    """The book with every victory turned into a chapter of that body; only `endings` are wins."""
    victories = {ending.name for ending in book.endings if ending.kind == "victory"}

    def turned(step: Step) -> Step:
        won = isinstance(step, End) and step.ending in victories
        return Turn(chapter=OVER, address=step.address) if won and isinstance(step, End) else step

    chapters = [each.model_copy(update={"body": _mapped(each.body, turned)}) for each in book.chapters]
    watches = (each.model_copy(update={"body": _mapped(each.body, turned)}) for each in book.watches)
    return book.model_copy(
        update={
            "chapters": (*chapters, Chapter(name=OVER, title="", body=body)),
            "watches": tuple(watches),
            "endings": (*(each for each in book.endings if each.kind != "victory"), *endings),
            "aim": "win",
            "then_score": False,
            "expectations": (),
        }
    )


def _ended(book: Book, after: Book, starts: Sequence[Sheet], shares: Sequence[int]) -> Book:
    """The book whose victories are draws: with each sheet, won in so many of `SHARES` cases."""
    names = _carried(after)
    won = Ending(name=f"{OVER}, and all that follow", kind="victory")
    lost = Ending(name=f"{OVER}, and a later one lost", kind="defeat")

    def draw(share: int) -> Block:
        rows = [(share, "won", won), (SHARES - share, "lost", lost)]
        drawn = tuple(
            Weighted(weight=const(n), label=label, body=(End(ending=end.name, address=OVER),)) for n, label, end in rows
        )
        return (Random(rows=drawn, address=OVER),)

    def told(rows: list[tuple[Sheet, int]], place: int) -> Block:
        """Ask for one value after another. What the next book has no room for counts as the last value it has."""
        if place == len(names) or len(rows) == 1:
            return draw(rows[0][1])
        values = sorted({sheet[place] for sheet, _ in rows})
        block: Block = ()
        for value in reversed(values):
            inside = told([row for row in rows if row[0][place] == value], place + 1)
            holds = binary("<=", Var(name=names[place]), const(value))
            choice = If(condition=holds, then=inside, otherwise=block, own=True, address=own_address(OVER))
            block = (choice,) if block else inside
        return block

    return _with_end(book, told(list(zip(starts, shares, strict=True)), 0), [won, lost])


def _sheets_at_the_end(after: Book, book: Book, hero: Mapping[str, int] | None, limits: Limits) -> list[Sheet]:
    """The sheets, as far as they are carried over, with which the book can be won."""
    names = _carried(after)
    end = Ending(name=OVER, kind="victory")
    solved = _solved(_with_end(book, (End(ending=OVER, address=OVER),), [end]), hero, limits, observed=names)
    table = solved.arrival(solved.best, OVER)
    fixed = {cell.name: cell.start for cell in solved.space.program.cells}
    columns = [
        table.columns[name].tolist() if name in table.columns else [fixed[name]] * len(table.states) for name in names
    ]
    sheet = [_variable(after, name) for name in names]
    fitted = [[_fit(each, value) for value in column] for each, column in zip(sheet, columns, strict=True)]
    return sorted(set(zip(*fitted, strict=True)))


def _variable(book: Book, name: str) -> Variable:
    return next(variable for variable in book.variables if variable.name == name)


def _fit(variable: Variable, value: int) -> int:
    """What the next book's sheet has room for."""
    return min(max(value, variable.low), variable.high)


# ---- solving --------------------------------------------------------------------------------------------


def _solved(
    book: Book,
    hero: Mapping[str, int] | None,
    limits: Limits,
    observed: tuple[str, ...] = (),
) -> Solved:
    solved = solve(book, hero, observed=observed, limits=limits)
    if not solved.space.complete:
        raise TooMany(f"{book.title or 'a book'} has too many states for the limits")
    return solved


def _by_start(solved: Solved, starts: Sequence[Sheet]) -> list[Bracket]:
    """What the book is worth from each of its starts."""
    if starts == [()]:
        return [Bracket(solved.best.low, solved.best.high)]
    nodes = solved.space.program.nodes
    choice = next(n for n in solved.decisions() if isinstance(d := nodes[n], Decide) and d.address == BEFORE)
    worth = solved.decision(solved.best, choice).worth[0]
    width = max(solved.best.high - solved.best.low, 1e-15)
    return [Bracket(max(0.0, float(each) - width), min(1.0, float(each) + width)) for each in worth]
