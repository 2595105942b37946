"""What a draft writes down: of which kind each thing is, and its range."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from gamebook.comparisons import COMPARISONS
from gamebook.interop.draft import Draft, If, Link, Set, Spread, Step, Thing, Words, walk
from gamebook.interop.terms import (
    Array,
    Cell,
    Either,
    Picked,
    Text,
    Truncated,
    Truth,
    Unread,
    Unset,
    Visits,
    inside,
    is_named,
    outcomes,
)
from gamebook.syntax import ast

LOGICAL = frozenset(["and", "or"])
ROUNDS = 40
"""Rounds after which a range that still grows is taken for endless."""
WIDEST = 100_000
"""The farthest end of a range that is worked out."""
NOTHING = "none"
"""The value of a one-of before it is set."""

Interval = tuple[int, int]


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
            case Spread():
                yield from (weight for weight, _ in step.rows if isinstance(weight, ast.Expr))


class Things(Struct):
    """The things of a draft."""

    draft: Draft
    guess: Interval
    """The range of a number that the source does not bound."""
    kinds: dict[str, str] = field(default_factory=dict)
    """Thing → `number`, `truth`, `codeword`, `item`, `one-of` or `odd`."""
    values: dict[str, list[str]] = field(default_factory=dict)
    """One-of → its values in the source."""
    ranges: dict[str, Interval] = field(default_factory=dict)
    guessed: set[str] = field(default_factory=set)
    """Numbers whose range is a guess."""
    given: dict[str, list[ast.Expr]] = field(default_factory=dict)
    types: dict[str, set[str]] = field(default_factory=dict)
    """Thing → of which types its values are: `number`, `truth`, `text`, `table`, and `odd` for what is not known."""

    @property
    def never_set(self) -> list[str]:
        """Things that the source asks for and never sets or declares, in the order in which they are met."""
        return [thing for thing, values in self.given.items() if not values and thing not in self.draft.things]

    def study(self) -> None:
        """Work out kinds and ranges."""
        things = self.draft.things
        bodies = [self.draft.opening, *(chapter.body for chapter in self.draft.chapters)]
        for thing, each in things.items():
            self.given[thing] = [each.start] if each.start is not None else []
        for body in bodies:
            for step in walk(body):
                if isinstance(step, Set) and isinstance(step.value, Unset):
                    self.given.setdefault(step.name, [])
                elif isinstance(step, Set):
                    found = [each for each in outcomes(step.value) if not is_named(each, step.name)]
                    self.given.setdefault(step.name, []).extend(found or [step.value])
        compared: dict[str, list[str]] = {}
        for body in bodies:
            for value in values_of(body):
                for part in inside(value):
                    self._note(part, compared)
        self.given = {thing: list(dict.fromkeys(given)) for thing, given in self.given.items()}
        self._find_kinds(compared)
        self._find_ranges()

    def _note(self, part: ast.Expr, compared: dict[str, list[str]]) -> None:
        if isinstance(part, Cell):
            self.given.setdefault(part.array, [])
        if isinstance(part, ast.Name):
            self.given.setdefault(part.id, [])
        if isinstance(part, ast.Binary) and part.op in ("=", "!="):
            for one, other in ((part.left, part.right), (part.right, part.left)):
                if isinstance(one, ast.Name) and isinstance(other, Text):
                    compared.setdefault(str(one.id), []).append(other.words)

    # ---- kinds --------------------------------------------------------------------------------------

    def _find_kinds(self, compared: dict[str, list[str]]) -> None:
        found: dict[str, set[str]] = {thing: set() for thing in self.given}
        for _ in range(ROUNDS):
            before = sum(map(len, found.values()))
            for thing, given in self.given.items():
                for value in given:
                    found[thing] |= self._kinds_of(value, found)
            if sum(map(len, found.values())) == before:
                break
        self.types = found
        for thing, kinds in found.items():
            said = self.draft.things.get(thing, Thing())
            unknown = "odd" if isinstance(said.start, Unread) else ""
            self.kinds[thing] = said.kind or unknown or self._kind(thing, kinds - {"odd"} or kinds, compared)
            if self.kinds[thing] == "one-of":
                words = [word for value in self.given[thing] for word in texts(value)]
                self.values[thing] = list(dict.fromkeys([*words, *compared.get(thing, [])]))

    def _kind(self, thing: str, kinds: set[str], compared: dict[str, list[str]]) -> str:
        given = self.given[thing]
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
        if kinds == {"text"} and all(texts(each) for each in given if not isinstance(each, Unread)):
            return "one-of"
        return "odd"

    def _kinds_of(self, value: ast.Expr, found: dict[str, set[str]]) -> set[str]:
        match value:
            case Truth() | Visits() | ast.Unary(op="not"):
                return {"truth"} if not isinstance(value, Visits) else {"number"}
            case ast.Binary() if value.op in COMPARISONS | LOGICAL:
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
                for value in self.given[thing]:
                    grown = _joined(found[thing], self.interval(value, found) or found[thing])
                    if grown != found[thing] and thing not in self.guessed:
                        changed = True
                        itself = any(is_named(part, thing) for part in inside(value))
                        named = any(isinstance(part, ast.Name) for part in inside(value))
                        endless = named and WIDEST in (-grown[0], grown[1])
                        if endless or turn >= (ROUNDS // 2 if itself else ROUNDS - 3):
                            grown = self._widened(thing, grown, low, high)
                        found[thing] = grown
            if not changed:
                break
        self.ranges = {thing: self._bounded(thing, each) for thing, each in found.items()}

    def _widened(self, thing: str, new: Interval, low: int, high: int) -> Interval:
        """A range that grows without end: as far as the guess, or as the numbers that the source itself names."""
        self.guessed.add(thing)
        given = [value for value in self.given[thing] if not any(is_named(part, thing) for part in inside(value))]
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
                table = self.table(value.array)
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
            case Picked():
                one, other = self.interval(value.left, known), self.interval(value.right, known)
                return one and other and (min(one[0], other[0]), max(one[1], other[1]))
            case ast.Binary() if value.op in COMPARISONS | LOGICAL:
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

    def table(self, thing: str) -> Array | None:
        """The numbers of a table."""
        given = self.given.get(thing, [])
        return given[0] if self.kinds.get(thing) == "table" and isinstance(given[0], Array) else None

    def first(self, thing: str) -> str:
        """The value of a one-of before the first chapter."""
        start = self.draft.things.get(thing, Thing()).start
        return start.words if isinstance(start, Text) else NOTHING


def texts(value: ast.Expr) -> list[str]:
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
