"""What a draft writes down: of which kind each thing is, its range, and its values in our language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from gamebook.interop.draft import (
    Array,
    Cell,
    Draft,
    Either,
    If,
    Link,
    Set,
    Step,
    Text,
    Thing,
    Truncated,
    Truth,
    Unread,
    Visits,
    Words,
    inside,
    walk,
)
from gamebook.interop.names import Names
from gamebook.interop.values import COMPARED, number, plain
from gamebook.syntax import ast
from gamebook.syntax.ast import Id

LOGICAL = frozenset(["and", "or"])
ROUNDS = 40
"""Rounds after which a range that still grows is taken for endless."""
WIDEST = 100_000
"""The farthest end of a range that is worked out."""
MOST_OPERATIONS = 80
NOTHING = "none"
"""The value of a one-of before it is set."""

Interval = tuple[int, int]


class Cannot(Exception):  # noqa: N818 - says what is the matter
    """The value cannot be said in our language."""


def values_of(body: Iterable[Step]) -> Iterator[ast.Expr]:
    """Every value in a block."""
    for step in walk(body):
        match step:
            case Set():
                yield step.value
            case If():
                yield step.condition
            case Link():
                yield from (each for each in (step.condition, *step.label) if isinstance(each, ast.Expr))
            case Words():
                yield from (each for each in step.pieces if isinstance(each, ast.Expr))


@dataclass(slots=True)
class Sheet:
    """The things of a draft."""

    draft: Draft
    names: Names
    guess: Interval
    """The range of a number that the source does not bound."""
    kinds: dict[str, str] = field(default_factory=dict)
    """Thing → `number`, `truth`, `codeword`, `item`, `one-of` or `odd`."""
    values: dict[str, list[str]] = field(default_factory=dict)
    """One-of → its values in the source."""
    ranges: dict[str, Interval] = field(default_factory=dict)
    guessed: set[str] = field(default_factory=set)
    """Numbers whose range is a guess."""
    counters: dict[str, int] = field(default_factory=dict)
    """Chapter → the most visits that matter."""
    _given: dict[str, list[ast.Expr]] = field(default_factory=dict)

    def study(self) -> None:
        """Work out kinds and ranges."""
        things = self.draft.things
        bodies = [self.draft.opening, *(chapter.body for chapter in self.draft.chapters)]
        for thing, each in things.items():
            self._given[thing] = [each.start] if each.start is not None else []
        for body in bodies:
            for step in walk(body):
                if isinstance(step, Set):
                    self._given.setdefault(step.name, []).append(step.value)
        compared: dict[str, list[str]] = {}
        for body in bodies:
            for value in values_of(body):
                for part in inside(value):
                    self._note(part, compared)
        self._given = {thing: list(dict.fromkeys(given)) for thing, given in self._given.items()}
        self._find_kinds(compared)
        self._find_ranges()

    def _note(self, part: ast.Expr, compared: dict[str, list[str]]) -> None:
        if isinstance(part, Cell):
            self._given.setdefault(part.array, [])
        if isinstance(part, ast.Name):
            self._given.setdefault(part.id, [])
        if isinstance(part, ast.Binary) and part.op in ("=", "!="):
            for one, other in ((part.left, part.right), (part.right, part.left)):
                if isinstance(one, ast.Name) and isinstance(other, Text):
                    compared.setdefault(str(one.id), []).append(other.words)

    # ---- kinds --------------------------------------------------------------------------------------

    def _find_kinds(self, compared: dict[str, list[str]]) -> None:
        found: dict[str, set[str]] = {thing: set() for thing in self._given}
        for _ in range(ROUNDS):
            before = sum(map(len, found.values()))
            for thing, given in self._given.items():
                for value in given:
                    found[thing] |= self._kinds_of(value, found)
            if sum(map(len, found.values())) == before:
                break
        for thing, kinds in found.items():
            said = self.draft.things.get(thing, Thing())
            unknown = "odd" if isinstance(said.start, Unread) else ""
            self.kinds[thing] = said.kind or unknown or self._kind(thing, kinds - {"odd"} or kinds, compared)
            if self.kinds[thing] == "one-of":
                words = [word for value in self._given[thing] for word in _texts(value)]
                self.values[thing] = list(dict.fromkeys([*words, *compared.get(thing, [])]))

    def _kind(self, thing: str, kinds: set[str], compared: dict[str, list[str]]) -> str:
        given = self._given[thing]
        start = self.draft.things.get(thing, Thing()).start
        if not given:
            return "one-of" if thing in compared else "number"
        if kinds == {"truth"}:
            flags = all(isinstance(each, Truth) for each in given if not isinstance(each, Unread))
            return "codeword" if flags and start != Truth(True) else "truth"
        if kinds <= {"truth", "number"}:
            return "number"
        if kinds == {"table"} and len(given) == 1:
            return "table"
        if kinds == {"text"} and all(_texts(each) for each in given if not isinstance(each, Unread)):
            return "one-of"
        return "odd"

    def _kinds_of(self, value: ast.Expr, found: dict[str, set[str]]) -> set[str]:
        match value:
            case Truth() | Visits() | ast.Unary(op="not"):
                return {"truth"} if not isinstance(value, Visits) else {"number"}
            case ast.Binary() if value.op in COMPARED | LOGICAL:
                return {"truth"}
            case ast.Binary(op="+"):  # words are joined by it, too
                return self._kinds_of(value.left, found) | self._kinds_of(value.right, found)
            case Text():
                return {"text"}
            case Unread():
                return {"odd"}
            case Array():
                return {"table"}
            case ast.Name():
                return found.get(value.id, set())
            case Either():
                return set().union(*(self._kinds_of(each, found) for each in value.options))
        return {"number"}

    # ---- ranges -------------------------------------------------------------------------------------

    def _find_ranges(self) -> None:
        numbers = [thing for thing, kind in self.kinds.items() if kind in ("number", "truth", "item")]
        found: dict[str, Interval] = {}
        for thing in numbers:
            first = self.draft.things.get(thing, Thing()).start
            found[thing] = (first is not None and self.interval(first, {})) or (0, 0)
        low, high = self.guess
        for turn in range(ROUNDS):
            changed = False
            for thing in numbers:
                for value in self._given[thing]:
                    grown = _joined(found[thing], self.interval(value, found) or found[thing])
                    if grown != found[thing] and thing not in self.guessed:
                        changed = True
                        itself = any(_is(part, thing) for part in inside(value))
                        if turn >= (ROUNDS // 2 if itself else ROUNDS - 3):
                            grown = self._widened(thing, grown, low, high)
                        found[thing] = grown
            if not changed:
                break
        self.ranges = {thing: self._bounded(thing, each) for thing, each in found.items()}

    def _widened(self, thing: str, new: Interval, low: int, high: int) -> Interval:
        """A range that grows without end: as far as the guess, or as the numbers that the source itself names."""
        self.guessed.add(thing)
        given = [value for value in self._given[thing] if not any(_is(part, thing) for part in inside(value))]
        start = self.draft.things.get(thing, Thing()).start or ast.Number(0)
        ends = [end for value in (start, *given) for end in (self.interval(value, {}) or ())]
        wide = [*ends, *(2 * end for end in ends)]
        below = min([low, *wide]) if new[0] < min(ends, default=0) else min(ends, default=0)
        above = max([high, *wide]) if new[1] > max(ends, default=0) else max(ends, default=0)
        return max(below, -WIDEST), min(above, WIDEST)

    def _bounded(self, thing: str, found: Interval) -> Interval:
        said = self.draft.things.get(thing, Thing())
        low = found[0] if said.low is None else said.low
        high = found[1] if said.high is None else said.high
        if thing in self.guessed and said.low is not None and said.high is not None:
            self.guessed.discard(thing)
        low, high = max(low, -WIDEST), min(high, WIDEST)
        return (low, max(low, high))

    def interval(self, value: ast.Expr, known: dict[str, Interval]) -> Interval | None:
        """The least and the greatest that a value can be; None if it is no number."""
        match value:
            case ast.Number():
                return value.value, value.value
            case Truth():
                return int(value.holds), int(value.holds)
            case ast.Dice(count=ast.Number(value=many)):
                return many, many * value.sides
            case Cell():
                table = self._table(value.array)
                cells = [cell for row in table.rows for cell in row] if table else []
                return (min(cells), max(cells)) if cells else None
            case ast.Name():
                return known.get(value.id, (0, 1) if self.kinds.get(value.id) == "codeword" else None)
            case ast.Unary(op="-"):
                inner = self.interval(value.operand, known)
                return inner and (-inner[1], -inner[0])
            case ast.Unary():
                return 0, 1
            case Either():
                found = [self.interval(each, known) for each in value.options]
                whole = [each for each in found if each is not None]
                return (min(a for a, _ in whole), max(b for _, b in whole)) if len(whole) == len(found) else None
            case ast.Binary() if value.op in COMPARED | LOGICAL:
                return 0, 1
            case Truncated():
                down = _combined(value.op, self.interval(value.left, known), self.interval(value.right, known))
                return down and (min(-down[1], down[0]), max(-down[0], down[1]))
            case ast.Binary():
                return _combined(value.op, self.interval(value.left, known), self.interval(value.right, known))
            case ast.Call():
                ends = [self.interval(each, known) for each in value.arguments]
                some = [each for each in ends if each is not None]
                pick = min if value.function == "min" else max
                if len(some) < len(ends):
                    return None
                return pick(a for a, _ in some), pick(b for _, b in some)
        return None

    # ---- our language -------------------------------------------------------------------------------

    def condition(self, value: ast.Expr, here: str) -> ast.Expr:
        """A condition of ours, in the chapter `here`.

        Raises:
            Cannot: our language cannot say it.
        """
        return self._checked(self._truth(value, here))

    def value(self, value: ast.Expr, here: str) -> ast.Expr:
        """A value of ours; raises as `condition`."""
        return self._checked(self._say(value, here))

    @staticmethod
    def _checked(value: ast.Expr) -> ast.Expr:
        if len(inside(value)) > MOST_OPERATIONS:
            raise Cannot
        return value

    def _say(self, value: ast.Expr, here: str) -> ast.Expr:
        match value:
            case ast.Number() | ast.Dice():
                return value
            case Truth():
                return ast.Number(int(value.holds))
            case Cell():
                return self._cell(value, here)
            case ast.Name():
                kind = self.kinds.get(value.id, "roll")
                if kind in ("odd", "table", "one-of"):
                    raise Cannot
                return self._name(value.id)
            case ast.Unary(op="not") | ast.Binary(op="and" | "or"):
                return self._truth(value, here)
            case ast.Unary():
                return ast.Unary(value.op, self._say(value.operand, here))
            case ast.Binary() if value.op in COMPARED:
                return self._compared(value, here)
            case ast.Binary():
                return ast.Binary(value.op, self._say(value.left, here), self._say(value.right, here))
            case Truncated():
                return self._truncated(value, here)
            case ast.Call():
                return replace(value, arguments=tuple(self._say(each, here) for each in value.arguments))
        raise Cannot

    def _truth(self, value: ast.Expr, here: str) -> ast.Expr:
        """A value of which only counts whether it is 0."""
        match value:
            case Visits():
                return self._visited(value, ">", 0, here)
            case ast.Name() if self.kinds.get(value.id) == "one-of":
                return self._filled(value.id)
            case ast.Unary(op="not"):
                return ast.Unary("not", self._truth(value.operand, here))
            case ast.Binary(op="and" | "or"):
                return ast.Binary(value.op, self._truth(value.left, here), self._truth(value.right, here))
        return self._say(value, here)

    def _filled(self, thing: str) -> ast.Expr:
        """Whether words were written in a place for words: it is empty before anything is, and may be emptied."""
        started = isinstance(self.draft.things.get(thing, Thing()).start, Text)
        empty = [word for word in dict.fromkeys([self.first(thing), *self.values[thing]]) if not word.strip()]
        filled: ast.Expr = ast.Number(1)
        for word in empty if started else dict.fromkeys([self.first(thing), *empty]):
            other = ast.Binary("!=", self._name(thing), self._word(thing, word))
            filled = other if filled == ast.Number(1) else ast.Binary("and", filled, other)
        return filled

    def _truncated(self, value: Truncated, here: str) -> ast.Expr:
        """Division towards zero, by ours, which rounds down: the two differ below zero."""
        least, divisor = (self.interval(each, self.ranges) for each in (value.left, value.right))
        left, right = self._say(value.left, here), self._say(value.right, here)
        if least is None or divisor is None or divisor[0] < 0:
            raise Cannot
        if least[0] >= 0:
            return ast.Binary(value.op, left, right)
        zero = ast.Number(0)
        above, below = (ast.Call(Id("max"), (each, zero)) for each in (left, ast.Unary("-", left)))
        return ast.Binary("-", ast.Binary(value.op, above, right), ast.Binary(value.op, below, right))

    def _table(self, thing: str) -> Array | None:
        """The numbers of a table."""
        given = self._given.get(thing, [])
        return given[0] if self.kinds.get(thing) == "table" and isinstance(given[0], Array) else None

    def _cell(self, value: Cell, here: str) -> ast.Expr:
        table = self._table(value.array)
        if table is None or len(value.places) != (1 if table.flat else 2):
            raise Cannot
        row, column = (ast.Number(0), value.places[0]) if table.flat else value.places
        arguments = (self._say(column, here), self._say(row, here))
        return ast.Call(Id(self.names.of("thing", value.array)), arguments)

    def _name(self, thing: str) -> ast.Expr:
        return ast.Name(Id(self.names.of("thing", thing)))

    def _word(self, thing: str, word: str) -> ast.Expr:
        """A value of a one-of."""
        if word not in self.values.get(thing, []) and word != self.first(thing):
            raise Cannot
        return ast.Name(Id(self.names.of(f"value of {thing}", word)))

    def first(self, thing: str) -> str:
        """The value of a one-of before the first chapter."""
        start = self.draft.things.get(thing, Thing()).start
        return start.words if isinstance(start, Text) else NOTHING

    def _compared(self, value: ast.Binary, here: str) -> ast.Expr:
        left, right, op = value.left, value.right, value.op
        if isinstance(left, Visits) and (often := plain(right)) is not None:
            return self._visited(left, op, often, here)
        for one, other in ((left, right), (right, left)):
            if isinstance(other, Text) and op in ("=", "!="):
                if not isinstance(one, ast.Name) or self.kinds.get(one.id) != "one-of":
                    raise Cannot
                return ast.Binary(op, self._name(one.id), self._word(one.id, other.words))
            if isinstance(other, Truth) and op in ("=", "!="):
                said = self._truth(one, here)
                return said if other.holds == (op == "=") else ast.Unary("not", said)
        for each in (left, right):
            if isinstance(each, Text) or (isinstance(each, ast.Name) and self.kinds.get(each.id) == "one-of"):
                raise Cannot
        return ast.Binary(op, self._say(left, here), self._say(right, here))

    def _visited(self, value: Visits, op: str, often: int, here: str) -> ast.Expr:
        """A condition on visits: `visited` says whether there was one; more are counted."""
        if value.chapter not in {chapter.name for chapter in self.draft.chapters}:
            raise Cannot
        chapter = Id(self.names.of("chapter", value.chapter))
        wanted = {(">", 0): True, (">=", 1): True, ("!=", 0): True, ("=", 0): False, ("<", 1): False, ("<=", 0): False}
        yes = wanted.get((op, often))
        if yes is not None:
            seen: ast.Expr = ast.Number(1) if value.chapter == here else ast.Visited(chapter)
            return seen if yes else ast.Unary("not", seen)
        if not 0 <= often < 100:
            raise Cannot
        self.counters[value.chapter] = max(self.counters.get(value.chapter, 0), often + 1)
        return ast.Binary(op, ast.Name(Id(self.names.of("visits of", value.chapter))), ast.Number(often))

    def declarations(self) -> Iterator[ast.Declaration]:
        """The lines of the sheet."""
        for thing, kind in self.kinds.items():
            if kind in ("odd", "constant"):
                continue
            said = self.draft.things.get(thing, Thing())
            ours = Id(self.names.of("thing", thing))
            start = said.start if said.start is not None and self._fixed(said.start) else None
            if (table := self._table(thing)) is not None:
                first, last = table.first, table.first + len(table.rows[0]) - 1
                rows = (0, 0) if table.flat else (first, first + len(table.rows) - 1)
                yield ast.TableDecl(ours, (first, last), rows, table.rows)
            elif kind == "codeword":
                yield ast.CodewordDecl(ours)
            elif kind == "one-of":
                words = dict.fromkeys([self.first(thing), *self.values[thing]])
                values = tuple(ast.Name(Id(self.names.of(f"value of {thing}", word))) for word in words)
                yield ast.OneOf(ours, values if len(values) > 1 else (*values, *values))
            elif kind == "item":
                most = self.ranges[thing][1]
                copies = ast.Number(most) if most > 1 else None
                held = plain(start) if start is not None else None
                yield ast.ItemDecl(ours, copies, ast.Number(held) if held else None)
            else:
                yield self._number(thing, ours, start)
        for chapter, most in self.counters.items():
            ours = Id(self.names.of("visits of", chapter))
            yield ast.NumberDecl(ours, ast.Number(0), ast.Number(0), ast.Number(most))

    @staticmethod
    def _fixed(value: ast.Expr) -> bool:
        return all(
            isinstance(each, ast.Number | Truth | Text | ast.Dice | ast.Unary | ast.Binary) for each in inside(value)
        )

    def _number(self, thing: str, ours: Id, start: ast.Expr | None) -> ast.Declaration:
        given = [each for each in self._given[thing] if each is not start]
        low, high = self.ranges[thing]
        first = ast.Number(0) if start is None else self._say(start, "")
        fixed = all((plain(each) or 0) >= 0 and plain(each) is not None for each in (first, *given))
        if fixed and thing not in self.guessed:  # then the language finds the range by itself
            return ast.NumberDecl(ours, first)
        return ast.NumberDecl(ours, first, number(low), number(high))


def _is(value: ast.Expr, thing: str) -> bool:
    return isinstance(value, ast.Name) and value.id == thing


def _texts(value: ast.Expr) -> list[str]:
    """The words that a value can be; empty if it can be anything else."""
    if isinstance(value, Text):
        return [value.words]
    if isinstance(value, Either) and all(isinstance(each, Text) for each in value.options):
        return [each.words for each in value.options if isinstance(each, Text)]
    return []


def _joined(one: Interval, other: Interval) -> Interval:
    return max(min(one[0], other[0]), -WIDEST), min(max(one[1], other[1]), WIDEST)


def _combined(op: str, left: Interval | None, right: Interval | None) -> Interval | None:
    """The range of `left op right`."""
    if left is None or right is None:
        return None
    (a, b), (c, d) = left, right
    match op:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            corners = [a * c, a * d, b * c, b * d]
            return min(corners), max(corners)
        case "/":
            corners = [
                0 if each == 0 else end // each for end in (a, b) for each in (c, d, *({-1, 1} if c <= 0 <= d else ()))
            ]
            return min(corners), max(corners)
    return (0, max(abs(c), abs(d)) - 1) if d > 0 or c < 0 else (0, 0)
