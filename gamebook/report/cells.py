"""The cells of a report: a value, how it is written for people (`str`), and as a plain value for programs.

A cell may also be a text. None is a value that does not exist.
"""

from __future__ import annotations

from math import isfinite, isnan

from msgspec import Struct

from gamebook.dice.percent import Rounded, percent

NEVER = "–"
"""How a value that does not exist is written."""
BOUNDS = ("at least", "at most")
"""What the two values of a pair are."""
SELDOM = 0.001
"""If something happens less often than that in one play, reports only say that it does."""


class Chance(Struct, frozen=True):
    """A chance or a share, in [0, 1]; nan: not known."""

    plain: float
    digits: int = 3
    """Decimal places of the percentage."""
    low: float | None = None
    high: float | None = None
    """What the chance is at least and at most, if that is known: 0% and 100% must be proven."""
    rounded: Rounded = "near"

    def __str__(self) -> str:
        return percent(self.plain, self.digits, low=self.low, high=self.high, rounded=self.rounded)


class Points(Struct, frozen=True):
    """A number of points; it may be infinite, or nan: not known."""

    plain: float
    digits: int = 4
    """Significant digits."""

    def __str__(self) -> str:
        return number(self.plain, self.digits)


class Count(Struct, frozen=True):
    """How many there are."""

    plain: int

    def __str__(self) -> str:
        return f"{self.plain:,}"


class Number(Struct, frozen=True):
    """Any other number."""

    plain: float
    form: str
    """How it is written, as for Python's `format`."""

    def __str__(self) -> str:
        return format(self.plain, self.form)


def often(times: float) -> Number | Worded:
    """How often something happens in one play, on average."""
    return Worded(f"<{SELDOM:g}", times) if 0.0 < times < SELDOM else Number(times, ".3g")


class Chapter(Struct, frozen=True):
    """A chapter with its title."""

    plain: str
    title: str

    def __str__(self) -> str:
        return f"{self.plain} {self.title}".strip()


class Place(Struct, frozen=True):
    """Words about something in a chapter."""

    plain: str
    chapter: str

    def __str__(self) -> str:
        return self.plain


class Choice(Struct, frozen=True):
    """An option in words."""

    plain: str
    who: tuple[str, ...] = ()
    """In a fight, the foe; `rival` if a rival chooses; `at any time` of an action that many decisions offer."""

    def __str__(self) -> str:
        return f"{self.plain} ({', '.join(self.who)})" if self.who else self.plain


class Worded(Struct, frozen=True):
    """A value in words, or several."""

    text: str
    plain: float | tuple[float, ...]
    """Several are by default a pair: the least and the greatest that the value may be."""
    names: tuple[str, ...] = BOUNDS
    """What each of several is; the value itself has no name."""

    def __str__(self) -> str:
        return self.text


class Unreached(Struct, frozen=True):
    """A value that play does not reach; it is written in brackets."""

    plain: int | str

    def __str__(self) -> str:
        return f"({self.plain})"


Cell = Chance | Points | Count | Number | Chapter | Place | Choice | Worded | Unreached | int | str | None


def between(low: Chance | Points | Number, high: Chance | Points | Number) -> Worded:
    """`25.000% to 50.000%`"""
    return Worded(f"{low} to {high}", (low.plain, high.plain))


def words(cell: Cell) -> str:
    """A cell for people."""
    return NEVER if cell is None else str(cell)


def plain(cell: Cell) -> object:
    """A cell for programs: a number, a text, several numbers, or None."""
    return cell if cell is None or isinstance(cell, int | str) else cell.plain


def number(value: float, digits: int = 4) -> str:
    """`12.25`, `∞` without a bound, `?` where it is not known"""
    if isnan(value):
        return "?"
    return f"{value:.{digits}g}" if isfinite(value) else "∞" if value > 0 else "-∞"


def signed(size: object, *, up: bool, minus: str = "-") -> str:
    """How much a value rose or fell: `+1.250%`, `-3.5`, `down >99.999%`.

    A sign does not stand before `<` or `>`: with it, they would be read as an arrow.

    Args:
        size: how much it is, as a cell or in words.
        up: whether the value rose.
        minus: the sign of what fell.
    """
    words = str(size)
    if words.startswith(("<", ">")):
        return f"{'up' if up else 'down'} {words}"
    return f"{'+' if up else minus}{words}"
