"""Which numbers of a book matter: what it would be worth to a reader if one of them were greater or less by 1."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from gamebook.analysis.changed import Changed, Solver
from gamebook.analysis.difficulty import Bracket, proven
from gamebook.analysis.effects import Effects
from gamebook.errors import UsageError
from gamebook.model.reader import Reader
from gamebook.resolve.numbers import Number
from gamebook.resolve.spelling import nearest

SOLVES = 3
"""So many numbers of chapters, and so many of the start, are changed in the book itself if nothing else is asked."""


class Change(Struct, frozen=True):
    """A number with another value, and what the book is worth then."""

    number: Number
    value: int
    gain: float | None
    """On arrival: to first order, if the reader learns of it there, at the chapter. None where that is not computed."""
    solved: Bracket | None = None
    """What the changed book is worth. None where that is not computed."""
    error: str = ""
    """Why it is not: which error the book would have, or that a limit was reached."""


class Line(Struct, frozen=True):
    """A number, and what changes of it bring."""

    number: Number
    visits: float
    """How often a play comes to where it counts."""
    slope: float | None
    """For a weight the derivative of the value of the book."""
    changes: tuple[Change, ...]
    """The least value first."""

    @property
    def most(self) -> float:
        """How much the value moves at most; 0 where nothing is known."""
        return max((abs(each.gain) for each in self.changes if each.gain is not None), default=0.0)


class Sensitivity(Struct, frozen=True):
    """What the numbers of a book are worth to a reader."""

    reader: Reader
    value: Bracket
    """Of the book as it is: a chance, or points under `aim score`."""
    lines: tuple[Line, ...]
    """Those that matter most first; then those that are known of a solved book only, and those that are not known."""
    limit: str = ""
    """Why a changed book was not solved: which limit came first; empty where all were."""


def sensitivity(
    found: Effects, numbers: Sequence[Number], solve: Solver, *, solves: int = SOLVES, asked: Sequence[Number] = ()
) -> Sensitivity:
    """Which numbers of a book matter.

    Args:
        found: the effects of the numbers of chapters, one less and one more.
        numbers: all numbers of the book.
        solve: solves changed books.
        solves: how many numbers of chapters, and how many of the start, are changed in the book itself.
        asked: only these numbers, each changed in the book itself.
    """
    slopes = found.slopes()
    lines = []
    for number in asked or numbers:
        changes = tuple(Change(number, value, found.changes.get((number, value))) for value in around(number))
        visits = found.visits(number.place) if number.is_of_chapter else 1.0
        lines.append(Line(number, visits, slopes.get(number), changes))
    lines.sort(key=lambda line: -line.most)
    local = [line for line in lines if line.most > 0][:solves]
    starts = [line for line in lines if line.number.kind == "start"][:solves]
    changed = lines if asked else [*local, *starts]
    books = {Changed(((each.number, each.value),)): each for line in changed for each in line.changes}
    in_books: dict[Number, dict[int, Change]] = {}
    outcomes = solve([*books], lambda count: f"changed book {count:,} of {len(books):,}")
    for book, outcome in outcomes.items():
        each = books[book]
        gain = None if outcome.error else each.gain  # there is no such book
        known = Change(each.number, each.value, gain, outcome.value, outcome.error or outcome.limit)
        in_books.setdefault(each.number, {})[each.value] = known
    rows = [
        Line(
            line.number, line.visits, line.slope,
            tuple(in_books.get(line.number, {}).get(each.value, each) for each in line.changes),
        )
        for line in lines
    ]  # fmt: skip
    value = proven(found.solved, found.played)
    rows.sort(key=lambda line: -_moves(line, value.middle))
    limit = next((outcome.limit for outcome in outcomes.values() if outcome.limit), "")
    return Sensitivity(found.subject.who, value, tuple(rows), limit)


def is_local(number: Number) -> bool:
    """Whether a number counts in one chapter only, and may be any other."""
    return number.is_of_chapter and number.kind in ("whole", "weight", "shape")


def around(number: Number) -> tuple[int, ...]:
    """The values one below and one above, as far as they can be."""
    return tuple(value for value in (number.value - 1, number.value + 1) if value in number.range)


def _moves(line: Line, value: float) -> float:
    """How much the value of the book moves at most, as far as is known; below 0 where nothing is."""
    moves = (abs(each.solved.middle - value) for each in line.changes if each.solved is not None)
    return max((*moves, line.most), default=-1.0)


def must_have_no_sign(number: Number, value: int) -> None:
    """End with an error where a number is to be below 0: `~ gold -3` has the number 3.

    Raises:
        UsageError: the value is below 0.
    """
    if value < 0:
        told = f"{number.address} is {number.value} now, and cannot be {value}"
        raise UsageError(f"{told}: a sign that stands before a number is not part of it")


def named(numbers: Sequence[Number], address: str) -> Number:
    """The number with this address.

    Raises:
        UsageError: there is none.
    """
    wanted = " ".join(address.split())
    for number in numbers:
        if number.address == wanted:
            return number
    addresses = [number.address for number in numbers]
    longer = [each for each in addresses if each.endswith(f" {wanted}")]  # weather: start weather, most weather
    meant = min(longer, key=lambda each: not each.startswith("start "), default=None)
    hint = f"did you mean {meant}?" if meant else nearest(wanted, addresses)
    raise UsageError(f"no number has the address {wanted}; {hint or 'gamebook sensitivity --all lists all of them'}")
