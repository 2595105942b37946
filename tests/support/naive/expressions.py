"""Values and conditions, read word by word."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.support.naive.fights import Foe
from tests.support.naive.lines import Line, Reader
from tests.support.naive.names import Later, Limit, OneOf, Pool, Scope, faces, places_taken
from tests.support.naive.play import (
    Decision,
    Play,
    Triggers,
    Variable,
)
from tests.support.naive.values import (
    Sheet,
    Value,
    combined,
    constant,
    dice,
    divided,
    hands,
    plain,
    remainder,
)

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


class Values:
    """What is known of a book while it is read, and how its values are read."""

    def __init__(self) -> None:
        self.triggers = Triggers()
        self.play = Play(self.triggers)
        self.slots = 0
        self.names: dict[str, Any] = {}
        self.limits: list[Limit] = []
        self.bonuses: dict[int, list[Callable[[int | None], tuple[Value, Value]]]] = {}
        """For each slot its bonuses: when and how much, as read in a chapter or outside all of them."""
        self.rules: dict[str, Line] = {}
        self.tests: dict[str, Line] = {}
        self.combats: dict[str, Line] = {}
        self.chapters: dict[str, int] = {}
        self.endings: dict[str, tuple[str, Value]] = {}
        self.boxes: dict[int, Variable] = {}
        self.chests: dict[tuple[str, int], int] = {}
        self.anytime: list[tuple[Line, Scope]] = []
        self.anytime_in_fights: list[Line] = []
        self.decisions: list[Decision] = []
        self.strategies: dict[str, Line] = {}
        self.play.here = self.slot()

    def slot(self, *, passing: bool = False) -> int:
        """A new place on the sheet; what is passing is forgotten at a turn."""
        self.slots += 1
        if passing:
            self.play.passing.add(self.slots - 1)
        return self.slots - 1

    def _boxes(self, chapter: int, most: int) -> Variable:
        """The boxes of a chapter: how many are ticked."""
        known = self.boxes.get(chapter)
        slot = self.slot() if known is None else known.slot
        self.boxes[chapter] = Variable(slot, 0, max(most, 0 if known is None else known.high or 0))
        return self.boxes[chapter]

    def whole_value(self, text: str, scope: Scope) -> Value:
        reader = Reader(text)
        found = self.value(reader, scope)
        reader.done()
        return found

    def value(self, reader: Reader, scope: Scope) -> Value:
        """A value or condition."""
        found = self._and(reader, scope)
        while reader.take("or"):
            found = combined(lambda a, b: bool(a or b), found, self._and(reader, scope))
        return found

    def _and(self, reader: Reader, scope: Scope) -> Value:
        found = self._not(reader, scope)
        while reader.peek().text == "and" and reader.peek(1).kind != "text":
            reader.next()
            found = combined(lambda a, b: bool(a and b), found, self._not(reader, scope))
        return found

    def _not(self, reader: Reader, scope: Scope) -> Value:
        if reader.take("not"):
            return combined(lambda a: not a, self._not(reader, scope))
        one_of = scope.names.get(reader.peek().text)
        left = self.sum(reader, scope)
        compare = COMPARISONS.get(reader.peek().kind)
        if compare is None:
            return left
        reader.next()
        if isinstance(one_of, OneOf) and reader.peek().text in one_of.values:
            return combined(compare, left, constant(one_of.values.index(reader.name())))
        return combined(compare, left, self.sum(reader, scope))

    def sum(self, reader: Reader, scope: Scope) -> Value:
        found = self._product(reader, scope)
        while True:
            if reader.take("+"):
                found = combined(lambda a, b: a + b, found, self._product(reader, scope))
            elif reader.take("-"):
                found = combined(lambda a, b: a - b, found, self._product(reader, scope))
            else:
                return found

    def _product(self, reader: Reader, scope: Scope) -> Value:
        found = self._minus(reader, scope)
        while True:
            if reader.take("*"):
                found = combined(lambda a, b: a * b, found, self._minus(reader, scope))
            elif reader.take("/"):
                found = combined(divided, found, self._minus(reader, scope))
            elif reader.take("mod"):
                found = combined(remainder, found, self._minus(reader, scope))
            else:
                return found

    def _minus(self, reader: Reader, scope: Scope) -> Value:
        if reader.take("-"):
            return combined(lambda a: -a, self._minus(reader, scope))
        return self._atom(reader, scope)

    def _atom(self, reader: Reader, scope: Scope) -> Value:
        word = reader.peek()
        if word.kind == "dice" or word.text == "keep":
            return self._dice(reader, scope)
        if reader.take("("):
            inner = self.value(reader, scope)
            reader.want(")")
            if reader.peek().glued and re.fullmatch(r"d\d+", reader.peek().text):
                sides = int(reader.next().text[1:])
                return dice(inner, sides, 0, self._exploding(reader))
            return inner
        if word.kind == "number":
            return constant(int(reader.next().text))
        if reader.take("min", "(") or reader.take("max", "("):
            parts = [self.value(reader, scope)]
            while reader.take(","):
                parts.append(self.value(reader, scope))
            reader.want(")")
            least = word.text == "min"
            return combined(lambda *numbers: min(numbers) if least else max(numbers), *parts)
        if reader.take("initial"):
            slot = scope.names[reader.name()].initial
            return plain(lambda sheet: sheet[slot], [slot])
        if reader.take("count", "of"):
            return self._count(reader, scope)
        if reader.take("visited"):
            chapter = self.chapters[reader.next().text]
            slot = (self.play.before if chapter == scope.chapter else self.play.visited)[chapter]
            return plain(lambda sheet: sheet[slot], [slot])
        if reader.take("ticked"):
            where = scope.chapter
            if reader.take("in") or reader.peek().kind in {"number", "numbered"}:
                where = self.chapters[reader.next().text]
            assert where is not None
            return self._read_slot(self._boxes(where, 0).slot, scope)
        if reader.take("first", "time"):
            assert scope.chapter is not None
            slot = self.play.before[scope.chapter]
            return plain(lambda sheet: int(not sheet[slot]), [slot])
        if reader.take("foe"):
            return self._foe_stat(reader, scope)
        if word.text == "round" and scope.fight is not None:
            reader.next()
            slot = scope.fight.round
            return plain(lambda sheet: sheet[slot], [slot])
        name = reader.name()
        if reader.take("("):
            table = scope.names[name]
            column = self.value(reader, scope)
            reader.want(",")
            row = self.value(reader, scope)
            reader.want(")")
            return combined(table.at, column, row)
        return self.meaning(name, scope)

    @staticmethod
    def _foe(reader: Reader, scope: Scope) -> Foe:
        """The foe at hand, or the one of that name."""
        name = reader.text()
        if name is None:
            assert scope.foe is not None
            return scope.foe
        assert scope.fight is not None
        return next(foe for foe in scope.fight.foes if foe.name == name)

    def _foe_stat(self, reader: Reader, scope: Scope) -> Value:
        slot = self._foe(reader, scope).stats[reader.name()].slot
        return plain(lambda sheet: sheet[slot], [slot])

    def meaning(self, name: str, scope: Scope) -> Value:
        """The value of a name."""
        found = scope.names[name]
        if isinstance(found, Later):
            found = self.whole_value(found.text, Scope(self.names, chapter=scope.chapter))
        match found:
            case Value():
                return found
            case Variable():
                return self._read_slot(found.slot, scope)
            case OneOf():
                return self._read_slot(found.variable.slot, scope)
            case (OneOf() as one_of, int(place), _):
                slot = one_of.variable.slot
                return plain(lambda sheet: int(sheet[slot] == place), [slot])
            case Pool():
                slot = found.slot
                return plain(lambda sheet: sum(face * times for face, times in faces(sheet[slot])), [slot])
        raise ValueError(f"{name} has no value")

    def _read_slot(self, slot: int, scope: Scope) -> Value:
        """What stands there, with bonuses, which ask for visits as the chapter around does."""
        bonuses = self.bonuses.setdefault(slot, [])

        def read(sheet: Sheet) -> int:
            found = (bonus(scope.chapter) for bonus in bonuses)
            return sheet[slot] + sum(amount.on(sheet) for condition, amount in found if condition.on(sheet))

        return plain(read, [slot])

    def _dice(self, reader: Reader, scope: Scope) -> Value:
        keep = 0
        if reader.take("keep"):
            sign = 1 if reader.name() == "highest" else -1
            keep = sign * reader.whole()
            reader.want("of")
        if reader.take("("):
            number = self.value(reader, scope)
            reader.want(")")
            sides = int(reader.next().text[1:])
        else:
            left, _, right = reader.next().text.partition("d")
            number, sides = constant(int(left)), int(right)
        return dice(number, sides, keep, self._exploding(reader))

    @staticmethod
    def _exploding(reader: Reader) -> int:
        return reader.whole() if reader.take("exploding", "up", "to") else 0

    def _count(self, reader: Reader, scope: Scope) -> Value:
        """Of a limit or an item; or faces of a pool or of dice."""
        known = scope.names.get(reader.peek().text)
        if reader.peek(1).text not in {"in", ".."} and isinstance(known, Limit | Variable):
            reader.next()
            if isinstance(known, Variable):
                return self._read_slot(known.slot, scope)
            return plain(lambda sheet: places_taken(known, sheet), [item.slot for item in known.items])
        low = self.sum(reader, scope)
        high = self.sum(reader, scope) if reader.take("..") else low
        reader.want("in")
        if reader.peek().kind == "dice":
            left, _, right = reader.next().text.partition("d")
            number, sides = int(left), int(right)

            def draw(sheet: Sheet) -> dict[int, Any]:
                found: dict[int, Any] = {}
                for hand, chance in hands(number, sides):
                    count = sum(low.on(sheet) <= face <= high.on(sheet) for face in hand)
                    found[count] = found.get(count, 0) + chance
                return found

            return Value(draw, ways=lambda _: sides**number)
        reader.take("pool")
        pool = scope.names[reader.name()] if reader.peek().kind == "name" else scope.names["pool"]
        return plain(
            lambda sheet: sum(
                times for face, times in faces(sheet[pool.slot]) if low.on(sheet) <= face <= high.on(sheet)
            ),
            {pool.slot} | low.mentions | high.mentions,
        )
