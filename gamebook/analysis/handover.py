"""What one book of a campaign hands to the next: books with another beginning or another end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from gamebook.errors import UsageError
from gamebook.model.arithmetic import TRUE, binary, const
from gamebook.model.blocks import mapped, rewritten, steps_in, written_in
from gamebook.model.book import Book, Chapter, Ending, Variable
from gamebook.model.expression import Var
from gamebook.model.own_endings import own_ending
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
from gamebook.sentences import with_article

OVER = "the book is won"
"""The chapter that represents the end of a book, and the name of the endings there."""
BEFORE = "what was carried over"
"""Address of the choice of a start."""
SHARES = 2**52
"""A chance as a whole number of these: finer than the solver's bracket."""

Sheet = tuple[int, ...]
Runs = tuple[tuple[int, int], ...]
"""Which value stands for others: (the last value of a run, the value that stands for all of it), ascending."""


class NoCampaign(UsageError):  # noqa: N818 - says what is the matter
    """These books cannot be played one after another."""


class Cut(Struct, frozen=True):
    """A value that a book takes over only in part, since its range is narrower than what the book before ends with."""

    name: str
    low: int
    """The lowest value at the end of the book before."""
    high: int
    """The highest."""
    least: int
    """The lowest value that this book has room for."""
    most: int
    """The highest."""


class Starts(Struct, frozen=True):
    """The sheets with which a book may be begun."""

    names: tuple[str, ...] = ()
    """What is carried over, each stat with its initial value."""
    sheets: tuple[Sheet, ...] = ((),)
    runs: tuple[Runs, ...] = ()
    """By name: which of the values in `sheets` stands for a value at the end of the book before."""
    by_class: bool = False
    """The sheets stand for all that the books ahead cannot tell apart from them; some of them may never occur."""
    unasked: frozenset[str] = frozenset()
    """What makes no difference in the books ahead, although it is carried over."""
    cut: tuple[Cut, ...] = ()
    """What is lost of the values; of sheets by class it is not known."""


ANEW = Starts()
"""The first book: nothing is carried over."""


def look_at(before: Book, book: Book) -> None:
    """Raise where a book carries over what the one before does not have.

    Raises:
        NoCampaign: it does, or it carries nothing over.
    """
    title, earlier = book.title or "the next book", before.title or "the book before"
    if not book.carried:
        raise NoCampaign(f"{title} does not say what it carries over; write in its header: carry …")
    have = {variable.name: variable for variable in before.variables}
    for name in carried(book):
        own, theirs = next(each for each in book.variables if each.name == name), have.get(name)
        if theirs is None or theirs.kind in ("local", "hidden"):
            raise NoCampaign(f"{title} carries over {name}, but {earlier} has no such thing")
        if theirs.kind != own.kind:
            one, other = with_article(own.kind), with_article(theirs.kind)
            raise NoCampaign(f"{title} carries over {name}, which is {one} there, but {other} in {earlier}")
        if theirs.values != own.values and sorted(theirs.values) == sorted(own.values):
            raise NoCampaign(f"{name} has its values in another order in {title} than in {earlier}; use the same order")
        if theirs.values != own.values:
            raise NoCampaign(f"{name} has other values in {title} than in {earlier}")


def carried(book: Book) -> tuple[str, ...]:
    """What is carried over, each stat with its initial value."""
    caps = {variable.name: variable.cap for variable in book.variables}
    return tuple(dict.fromkeys(each for name in book.carried for each in (name, caps[name]) if each is not None))


def to_win(book: Book) -> Book:
    """The book played for nothing but a victory, whatever its aim is by itself."""
    return structs.replace(book, aim="win", then_score=False, expectations=())


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
            body=(settled(starts.names, sheet),),
            address=f"{BEFORE} {number}",
        )
        for number, sheet in enumerate(starts.sheets)
    )
    choice = Choose(name=BEFORE, what="hero", options=options, address=BEFORE)
    hero = (choice, *rest(book, frozenset(starts.names)))
    values = zip(starts.names, zip(*starts.sheets, strict=True), strict=True)
    same = {name: each[0] for name, each in values if len(set(each)) == 1}
    return structs.replace(known_from_the_start(book, same), hero=hero)


def known_from_the_start(book: Book, known: Mapping[str, int]) -> Book:
    """The book with known values at its start, although they are set once more: so it is seen what never changes."""
    variables = (structs.replace(each, start=known.get(each.name, each.start)) for each in book.variables)
    return structs.replace(book, variables=tuple(variables))


def settled(names: Sequence[str], sheet: Sheet) -> Assign:
    """The step that gives each name its value."""
    changes = (Change(variable=name, value=const(value), beyond=True) for name, value in zip(names, sheet, strict=True))
    return Assign(changes=tuple(changes), address=BEFORE, why="hidden")


def rest(book: Book, names: frozenset[str]) -> Block:
    """The hero block without what settles what is carried over."""
    sheet = {variable.name for variable in book.variables if variable.on_sheet or variable.kind == "initial"}

    def kept(step: Step) -> Step | None:
        if isinstance(step, Choose | Loop | Scope):
            made = written_in((step,)) & sheet
            leads_on = any(isinstance(each, End | Turn) for each in steps_in((step,)))
            return None if made and made <= names and not leads_on else step
        if not isinstance(step, Assign):
            return step
        changes = tuple(change for change in step.changes if change.variable not in names)
        return structs.replace(step, changes=changes) if changes else None

    return mapped(book.hero, kept)


def with_end(book: Book, body: Block, endings: Sequence[Ending]) -> Book:
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
    )


def ended(book: Book, starts: Starts, shares: Sequence[int]) -> Book:
    """The book whose victories are draws: with each sheet, won in so many of `SHARES` cases."""
    won = own_ending(book, f"{OVER}, and all that follow", "victory")
    lost = own_ending(book, f"{OVER}, and a later one lost", "defeat")
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

    return with_end(book, told(()), [won, lost])
