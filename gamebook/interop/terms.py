"""Values and conditions of a draft: trees of our own syntax, with a few kinds of values that our language has not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod

from msgspec import structs

from gamebook.syntax import ast
from gamebook.syntax.spell import spell

# ---- what only drafts have --------------------------------------------------------------------------


class Text(ast.Expr, frozen=True):
    """`"horse"`: words as a value."""

    words: str


class Truth(ast.Expr, frozen=True):
    """`true`, `false`"""

    holds: bool


class Either(ast.Expr, frozen=True):
    """`either("sun", "rain")`: one of several, each as likely."""

    options: tuple[ast.Expr, ...]


class Visits(ast.Expr, frozen=True):
    """`visited("Hall")`: how often the reader has come to a chapter, now included."""

    chapter: str
    before: bool = False
    """Whether only counts what was before the present visit."""


class Picked(ast.Binary, frozen=True):
    """`a || b` where the value is one of the two, and not only true or false; as a condition it is like any other."""

    @property
    def condition(self) -> ast.Expr:
        """On what it depends which of the two it is."""
        return self.left

    @property
    def either(self) -> tuple[ast.Expr, ast.Expr]:
        """The value if the condition holds, and if it does not."""
        return (self.left, self.right) if self.op == "or" else (self.right, self.left)


class Strict(ast.Binary, frozen=True):
    """`a === b`, and its opposite: true and 1 are not the same."""


class Chosen(ast.Expr, frozen=True):
    """`if … then … else …`: one of two values."""

    condition: ast.Expr
    either: tuple[ast.Expr, ast.Expr]
    """The value if the condition holds, and if it does not."""


class Capital(ast.Expr, frozen=True):
    """`$!{name}`: a value among words, with a capital letter or in capital letters."""

    value: ast.Expr
    whole: bool
    """All letters, and not only the first."""

    def of(self, word: str) -> str:
        """A word with its capitals."""
        return word.upper() if self.whole else word[:1].upper() + word[1:]


class Named(ast.Expr, frozen=True):
    """A variable among words whose value, in the case at hand, is a word that needs no other name in our language."""

    thing: str


class Unset(ast.Expr, frozen=True):
    """No value: what a variable has before it gets one."""


class Unread(ast.Expr, frozen=True):
    """A value that cannot be expressed: what stood there."""

    raw: str


class Quotient(ast.Expr, frozen=True):
    """`a / b` where the source keeps the fraction: whole only when it is rounded."""

    left: ast.Expr
    right: ast.Expr


class Truncated(ast.Expr, frozen=True):
    """`a / b` without its fraction, or the remainder that this leaves: `-7 / 2` is -3, `-7 mod 2` is -1."""

    op: str
    """`/` or `mod`."""
    left: ast.Expr
    right: ast.Expr


class Array(ast.Expr, frozen=True):
    """`[[0, 1], [1, 0]]`: rows of numbers, all as long."""

    rows: tuple[tuple[int, ...], ...]
    first: int
    """The number of the first row, and of the first column."""
    flat: bool = False
    """One list of numbers, and no list of lists."""


class Cell(ast.Expr, frozen=True):
    """`$maze[$y][$x]`"""

    array: str
    places: tuple[ast.Expr, ...]
    """Row and column, or the place in a flat list."""


# ---- values inside values ---------------------------------------------------------------------------


def both(left: ast.Expr | None, right: ast.Expr | None) -> ast.Expr | None:
    """The condition that both hold."""
    if left is None or right is None:
        return left or right
    return ast.Binary("and", left, right)


def conjuncts(value: ast.Expr) -> list[ast.Expr]:
    """The conditions that are joined by `and`."""
    if isinstance(value, ast.Binary) and value.op == "and":
        return [*conjuncts(value.left), *conjuncts(value.right)]
    return [value]


def is_named(value: ast.Expr, thing: str) -> bool:
    """Whether a value is this thing by name."""
    return isinstance(value, ast.Name) and value.id == thing


def parts_of(value: ast.Expr) -> tuple[ast.Expr, ...]:
    """The values that a value is made of."""
    match value:
        case ast.Binary() | Quotient() | Truncated():
            return (value.left, value.right)
        case ast.Unary():
            return (value.operand,)
        case Capital():
            return (value.value,)
        case ast.Call():
            return value.arguments
        case Either():
            return value.options
        case Cell():
            return value.places
        case Chosen():
            return (value.condition, *value.either)
    return ()


def changed(value: ast.Expr, change: Callable[[ast.Expr], ast.Expr | None]) -> ast.Expr:
    """The value with some of its parts replaced, wherever `change` gives something else for one."""
    new = change(value)
    if new is not None:
        return new
    match value:
        case ast.Binary() | Truncated() | Quotient():
            return structs.replace(value, left=changed(value.left, change), right=changed(value.right, change))
        case ast.Unary():
            return structs.replace(value, operand=changed(value.operand, change))
        case Capital():
            return structs.replace(value, value=changed(value.value, change))
        case ast.Call():
            return structs.replace(value, arguments=tuple(changed(each, change) for each in value.arguments))
        case Either():
            return structs.replace(value, options=tuple(changed(each, change) for each in value.options))
        case Cell():
            return structs.replace(value, places=tuple(changed(each, change) for each in value.places))
        case Chosen():
            yes, no = (changed(each, change) for each in value.either)
            return structs.replace(value, condition=changed(value.condition, change), either=(yes, no))
    return value


def picks(value: ast.Expr) -> Iterator[Picked | Chosen]:
    """Where one of two values is picked and it matters which one: not where only matters whether there is any."""
    match value:
        case Picked() | Chosen():
            yield value
        case ast.Binary(op="and" | "or") | ast.Unary(op="not"):
            yield from (pick for each in parts_of(value) for pick in _in_condition(each))
        case _:
            yield from (pick for each in parts_of(value) for pick in picks(each))


def _in_condition(value: ast.Expr) -> Iterator[Picked | Chosen]:
    match value:
        case ast.Binary(op="and" | "or") | ast.Unary(op="not"):
            yield from (pick for each in parts_of(value) for pick in _in_condition(each))
        case _:
            yield from picks(value)


MOST_OUTCOMES = 20
"""Values that one value may be, by what is picked in it: with more of them it is not read."""


def outcomes(value: ast.Expr) -> Iterator[ast.Expr]:
    """What a value may be, by what is picked in it; nothing that is read if there is too much of it."""
    pick = next(picks(value), None)
    if pick is not None and _ways(value) > MOST_OUTCOMES:
        yield Unread(spelt(value))
        return
    if pick is None:
        yield value
        return
    for each in pick.either:
        yield from outcomes(put(value, pick, each))


def _ways(value: ast.Expr) -> int:
    return prod(sum(map(_ways, pick.either)) for pick in picks(value))


def put(value: ast.Expr, old: ast.Expr, new: ast.Expr) -> ast.Expr:
    """The value with one part of it replaced."""
    return changed(value, lambda each: new if each is old else None)


def drawn(value: ast.Expr) -> bool:
    """Whether chance decides what a value is, anew each time it is asked for."""
    return any(isinstance(each, ast.Dice | Either) for each in inside(value))


def inside(value: ast.Expr) -> list[ast.Expr]:
    """A value with all that it is made of."""
    found = [value]
    for each in found:
        found.extend(parts_of(each))
    return found


def spelt(value: ast.Expr) -> str:
    """A value of the source, for a comment."""
    match value:
        case Text():
            return f'"{value.words}"'
        case Truth():
            return "true" if value.holds else "false"
        case ast.Name():
            return str(value.id)
        case ast.Binary() | Truncated():
            return f"{spelt(value.left)} {value.op} {spelt(value.right)}"
        case ast.Unary():
            return f"{value.op} {spelt(value.operand)}"
        case Capital():
            return f"{spelt(value.value)} in capital letters" if value.whole else f"{spelt(value.value)} with a capital"
        case ast.Number():
            return str(value.value)
        case Either():
            return "one of " + ", ".join(map(spelt, value.options))
        case Quotient():
            return f"{spelt(value.left)} / {spelt(value.right)}"
        case Visits():
            return f'{"earlier " * value.before}visits of "{value.chapter}"'
        case Cell():
            return value.array + "".join(f"[{spelt(each)}]" for each in value.places)
        case ast.Call():
            return f"{value.function}({', '.join(map(spelt, value.arguments))})"
        case Chosen(either=(yes, no)):
            return f"if {spelt(value.condition)} then {spelt(yes)} else {spelt(no)}"
        case ast.Dice():
            return spell(value)
    return str(getattr(value, "raw", "")) or type(value).__name__
