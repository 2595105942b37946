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
            if pick is not None or _is(value, thing):
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
                yield self._item(thing, place.id, value)
            case "number" | "truth":
                yield self._number(thing, place, value)
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
            () if _is(made, thing) else tuple(self.of(thing, made))
            for made in (put(value, pick, each) for each in pick.either)
        )
        if yes:
            yield ast.If(condition, yes, no)
        elif no:
            yield ast.If(ast.Unary("not", condition), no)

    def _number(self, thing: str, place: ast.Place, value: ast.Expr) -> ast.Step:
        match value:
            case ast.Binary(op="+" | "-", left=ast.Name(id=name)) if name == thing:
                amount = self.sheet.value(value.right, self.here)
                return ast.Change(place, 1 if value.op == "+" else -1, amount)
        return ast.SetTo(place, self.sheet.value(value, self.here))

    def _item(self, thing: str, ours: Id, value: ast.Expr) -> ast.Step:
        match value:
            case ast.Binary(op="+" | "-", left=ast.Name(id=name)) if name == thing:
                amount = self.sheet.value(value.right, self.here)
                count = None if amount == ast.Number(1) else amount
                return ast.Gain(ours, count) if value.op == "+" else ast.Lose(ours, count)
        held = plain(value)
        if held == 0:
            return ast.Lose(ours, how="all" if self.sheet.ranges[thing][1] > 1 else "some")
        if held == 1:
            return ast.Gain(ours)
        return ast.SetTo(ast.Place(ours), self.sheet.value(value, self.here))


def _is(value: ast.Expr, thing: str) -> bool:
    return isinstance(value, ast.Name) and value.id == thing
