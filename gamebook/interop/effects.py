"""Effects of a draft in our language: which line gives a thing its new value depends on what the thing is."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from gamebook.interop.names import Names
from gamebook.interop.sheet import Cannot, Sheet
from gamebook.interop.terms import (
    Chosen,
    Either,
    Picked,
    Text,
    Truth,
    Unread,
    Unset,
    drawn,
    inside,
    is_named,
    outcomes,
    picks,
    put,
)
from gamebook.interop.values import plain
from gamebook.syntax import ast
from gamebook.syntax.ast import Id


class Effects(Struct):
    """The effects of one chapter."""

    sheet: Sheet
    names: Names
    here: str
    """The chapter."""

    def of(self, thing: str, value: ast.Expr) -> Iterator[ast.Step]:
        """What gives a thing its new value.

        Raises:
            Cannot: it cannot be said.
        """
        choice = next((each for each in inside(value) if isinstance(each, Either)), None)
        if choice is not None:
            rows = (tuple(self.of(thing, put(value, choice, each))) for each in choice.options)
            yield ast.Random(tuple(ast.WeightRow(ast.Number(1), row) for row in rows))
            return
        if next(picks(value), None) is not None:
            value = self.sheet.plainer(value)
            pick = next(picks(value), None)
            if pick is not None or is_named(value, thing):
                yield from self._picked(thing, value, pick)
                return
        if isinstance(value, Unset):
            yield from self._unset(thing)
            return
        kind, place = self.sheet.kinds[thing], ast.Place(Id(self.names.of("thing", thing)))
        match kind:
            case "codeword":
                if not isinstance(value, Truth):
                    raise Cannot
                yield ast.NoteWord(place.id) if value.holds else ast.EraseWord(place.id)
            case "one-of":
                if not isinstance(value, Text):
                    raise Cannot
                yield ast.SetTo(place, ast.Name(Id(self.names.of(f"value of {thing}", value.words))))
            case "table":
                return  # it stands in the header
            case "item":
                yield from self._item(thing, place.id, value)
            case "number" | "truth":
                yield from self._number(thing, place, value)
            case _:
                raise Cannot

    def _unset(self, thing: str) -> Iterator[ast.Step]:
        """The thing as it was before it got a value; nothing if it never gets one."""
        kind = self.sheet.kinds[thing]
        first = {"codeword": Truth(holds=False), "one-of": Text(self.sheet.first(thing))}.get(kind, ast.Number(0))
        if self.sheet.given[thing] and kind in ("codeword", "one-of", "number", "truth", "item"):
            yield from self.of(thing, first)

    def _picked(self, thing: str, value: ast.Expr, pick: Picked | Chosen | None) -> Iterator[ast.Step]:
        """Two effects, each under a condition, for a value that is one of two; none where the thing keeps its value."""
        if pick is None:
            return
        if drawn(pick.condition) or any(isinstance(each, Unread) for each in outcomes(value)):
            raise Cannot
        condition = self.sheet.condition(pick.condition, self.here)
        yes, no = (
            () if is_named(made, thing) else tuple(self.of(thing, made))
            for made in (put(value, pick, each) for each in pick.either)
        )
        if yes:
            yield ast.If(condition, yes, no)
        elif no:
            yield ast.If(ast.Unary("not", condition), no)

    def _number(self, thing: str, place: ast.Place, value: ast.Expr) -> Iterator[ast.Step]:
        change = self._change(thing, value)
        if change is None:
            yield ast.SetTo(place, self.sheet.value(value, self.here))
        elif change[1] != ast.Number(0):
            yield ast.Change(place, *change)

    def _item(self, thing: str, ours: Id, value: ast.Expr) -> Iterator[ast.Step]:
        change, held = self._change(thing, value), plain(value)
        if change is not None:
            sign, amount = change
            count = None if amount == ast.Number(1) else amount
            if amount != ast.Number(0):
                yield ast.Gain(ours, count) if sign > 0 else ast.Lose(ours, count)
        elif held == 0:
            yield ast.Lose(ours, how="all" if self.sheet.ranges[thing][1] > 1 else "some")
        elif held == 1:
            yield ast.Gain(ours)
        else:
            yield ast.SetTo(ast.Place(ours), self.sheet.value(value, self.here))

    def _change(self, thing: str, value: ast.Expr) -> tuple[int, ast.Expr] | None:
        """1 or -1, and by how much the thing changes, without a minus; None if the value is no change of it.

        Sources write `gold += -1`, and `gold += 0` where a choice has no effect. Both would be findings of `check`.
        """
        match value:
            case ast.Name(id=name) if name == thing:
                return 1, ast.Number(0)
            case ast.Binary(op="+" | "-" as op, left=ast.Name(id=name)) if name == thing:
                sign, amount = 1 if op == "+" else -1, self.sheet.value(value.right, self.here)
                while isinstance(amount, ast.Unary) and amount.op == "-":
                    sign, amount = -sign, amount.operand
                fixed = plain(amount)
                return (-sign, ast.Number(-fixed)) if fixed is not None and fixed < 0 else (sign, amount)
        return None
