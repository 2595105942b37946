"""Short words to write a model by hand in a test: expressions from Python values, steps with addresses filled in."""

from __future__ import annotations

from itertools import count
from typing import Any, Literal

from gamebook.model.book import Book, Chapter, Ending, Variable
from gamebook.model.expression import Binary, BinaryOp, Const, Dice, Expr, Unary, Var
from gamebook.model.step import (
    Assign,
    Block,
    Change,
    Choose,
    End,
    If,
    Leave,
    Loop,
    Option,
    Random,
    Roll,
    Row,
    Say,
    Scope,
    Score,
    Trigger,
    Turn,
    Weighted,
)

Value = Expr | int | str
"""A number, the name of a variable, or an expression."""

_numbers = count(1)


def _address() -> str:
    return f"test#{next(_numbers)}"


def value(what: Value) -> Expr:
    """5 → a constant, "gold" → a variable."""
    if isinstance(what, int):
        return Const(value=what)
    return Var(name=what) if isinstance(what, str) else what


def op(left: Value, sign: BinaryOp, right: Value) -> Expr:
    """`left sign right`"""
    return Binary(op=sign, left=value(left), right=value(right))


def no(what: Value) -> Expr:
    """`not what`"""
    return Unary(op="not", operand=value(what))


def d(sides: int, number: Value = 1, most: int | None = None) -> Dice:
    """`1d6` is `d(6)`, `2d6` is `d(6, 2)`."""
    return Dice(count=value(number), most=most if most is not None else int(str(number)), sides=sides)


def number(name: str, low: int, high: int, start: int = 0, cap: str | None = None) -> Variable:
    """A variable of the sheet."""
    return Variable(name=name, kind="stat" if cap else "number", low=low, high=high, start=start, cap=cap)


def put(name: str, what: Value, beyond: bool = False) -> Assign:
    """`set name = what`"""
    return both(Change(variable=name, value=value(what), beyond=beyond))


def add(name: str, what: Value, beyond: bool = False) -> Assign:
    """`name +what`"""
    return put(name, op(name, "+", what), beyond)


def more(name: str, what: Value, beyond: bool = False) -> Change:
    """A part of `both`."""
    return Change(variable=name, value=op(name, "+", what), beyond=beyond)


def both(*changes: Change) -> Assign:
    """One effect of several changes."""
    return Assign(changes=changes, address=_address())


def say(*text: str | Expr) -> Say:
    """Prose."""
    return Say(text=text)


def when(condition: Value, *then: Any, otherwise: Block = ()) -> If:
    """`~ if`"""
    return If(condition=value(condition), then=then, otherwise=otherwise, address=_address())


def row(low: int, high: int, *body: Any) -> Row:
    """A row of a roll."""
    return Row(low=low, high=high, label=str(low) if low == high else f"{low}-{high}", body=body)


def roll(what: Value, *rows: Row, store: str | None = None, then: Block = ()) -> Roll:
    """`~ roll`"""
    return Roll(value=value(what), rows=rows, store=store, then=then, address=_address())


def attempt(succeed: Value, success: Block, failure: Block, then: Block = ()) -> Roll:
    """`~ test`"""
    rows = (Row(low=1, high=1, label="success", body=success), Row(low=0, high=0, label="failure", body=failure))
    return Roll(value=value(succeed), rows=rows, then=then, what="test", address=_address())


def random(*rows: tuple[Value, Block]) -> Random:
    """`~ random` with (weight, body) rows."""
    branches = tuple(Weighted(weight=value(weight), label=str(i), body=body) for i, (weight, body) in enumerate(rows))
    return Random(rows=branches, address=_address())


def option(label: str, *body: Any, if_: Value = 1, again: bool = False) -> Option:
    """`* label [if_]`"""
    return Option(label=(label,), condition=value(if_), body=body, again=again, address=_address())


def choose(*options: Option, owner: Literal["reader", "rival"] = "reader", name: str = "menu") -> Choose:
    """A menu."""
    return Choose(name=name, owner=owner, options=options, address=_address())


def loop(until: Value, *body: Any) -> Loop:
    """`~ repeat until`"""
    return Loop(until=value(until), body=body, address=_address())


def watch(id: str, condition: Value, mentions: str, *body: Any) -> Trigger:
    """A trigger; `mentions` are names with blanks between."""
    return Trigger(id=id, condition=value(condition), mentions=tuple(mentions.split()), body=body)


def scope(label: str, *body: Any, watches: tuple[Trigger, ...] = (), muted: tuple[str, ...] = ()) -> Scope:
    """A stretch of play with triggers of its own."""
    return Scope(label=label, watches=watches, muted=muted, body=body, address=_address())


def leave(label: str) -> Leave:
    """Go on after a scope."""
    return Leave(label=label)


def turn(chapter: str) -> Turn:
    """`-> chapter`"""
    return Turn(chapter=chapter, address=_address())


def end(ending: str) -> End:
    """An ending."""
    return End(ending=ending, address=_address())


def score(amount: Value) -> Score:
    """`~ score +amount`"""
    return Score(amount=value(amount), address=_address())


WIN, LOSE = end("victory"), end("defeat")
ENDINGS = (Ending(name="victory", kind="victory"), Ending(name="defeat", kind="defeat"))


def book(*variables: Variable, endings: tuple[Ending, ...] = ENDINGS, **parts: Any) -> Book:
    """A book that starts at its first chapter. Chapters are given as `one=(step, …)`; other fields by their names."""
    chapters = {
        name: body for name, body in parts.items() if isinstance(body, tuple) and name not in Book.__struct_fields__
    }
    rest = {name: part for name, part in parts.items() if name not in chapters}
    return Book(
        title="test",
        start=next(iter(chapters)),
        variables=variables,
        chapters=tuple(Chapter(name=name, title="", body=body) for name, body in chapters.items()),
        endings=endings,
        **rest,
    )
