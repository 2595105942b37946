"""A book as text becomes a game: names, values and steps, read line by line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from tests.support.naive.fights import AnyFoe, Fight, Foe, Standing, texts
from tests.support.naive.lines import Line, Reader, outline
from tests.support.naive.play import (
    Amount,
    Block,
    Do,
    Effect,
    End,
    If,
    Keep,
    LoseRandom,
    Menu,
    Option,
    Play,
    Random,
    Rows,
    Score,
    Several,
    Start,
    Step,
    Times,
    Trigger,
    Triggers,
    Turn,
    Until,
    Variable,
    put,
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

SYSTEMS = Path(__file__).parents[3] / "gamebook" / "systems"

DIGIT = 7
"""A pool is kept as one number: so many bits for how often each face shows."""


@dataclass(frozen=True, eq=False)
class Limit:
    """So many places for certain items."""

    places: Value
    items: list[Variable]


@dataclass(frozen=True, eq=False)
class OneOf:
    """A variable and the names of its values."""

    variable: Variable
    values: list[str]


@dataclass(frozen=True, eq=False)
class Pool:
    """Dice on the table."""

    slot: int


@dataclass(frozen=True, eq=False)
class Table:
    """Numbers by column and row; outside, the nearest edge."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    numbers: list[list[int]]

    def at(self, column: int, row: int) -> int:
        """The number there."""
        (left, right), (top, bottom) = self.columns, self.rows
        return self.numbers[min(max(row, top), bottom) - top][min(max(column, left), right) - left]


@dataclass(frozen=True, eq=False)
class Later:
    """A `let`: worked out when it is first asked for."""

    text: str


@dataclass(frozen=True)
class Scope:
    """What names mean at a place of the text."""

    names: dict[str, Any]
    foe: Foe | None = None
    fight: Fight | None = None
    menus_have_anytime: bool = False
    chapter: int | None = None  # what is said stands in this chapter

    def named(self, **names: Any) -> Scope:
        """With more names."""
        return replace(self, names=self.names | names)


@dataclass
class Book:
    """A book that can be played."""

    path: Path
    hero: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.triggers = Triggers()
        self.play = Play(self.triggers)
        self.slots = 0
        self.names: dict[str, Any] = {}
        self.limits: list[Limit] = []
        self.bonuses: dict[int, list[tuple[Value, Value]]] = {}
        self.rules: dict[str, Line] = {}
        self.tests: dict[str, Line] = {}
        self.combats: dict[str, Line] = {}
        self.chapters: dict[str, int] = {}
        self.endings: dict[str, tuple[str, Value]] = {}
        self.boxes: dict[int, Variable] = {}
        self.chests: dict[tuple[str, int], int] = {}
        self.anytime: list[tuple[Line, Scope]] = []
        self.anytime_in_fights: list[Line] = []
        self.aim = "win"
        self.draft = False
        self.play.here = self.slot()
        self._read(self.path)
        self.start: Sheet = (0,) * self.slots

    # ---- slots and files ----

    def slot(self, *, passing: bool = False) -> int:
        """A new place on the sheet; what is passing is forgotten at a turn."""
        self.slots += 1
        if passing:
            self.play.passing.add(self.slots - 1)
        return self.slots - 1

    def _files(self, path: Path, text: str | None = None) -> Iterable[Line]:
        """All lines of a book: a system's first, an included part's where it stands."""
        for line in outline(path.read_text("utf-8") if text is None else text):
            first = line.text.split()[0]
            if first == "book":
                uses = [inner for inner in line.block if inner.text.split()[0] in {"use", "include"}]
                for inner in uses:
                    yield from self._other_file(inner.text)
                yield line
            elif first in {"use", "include"} and not line.block:
                yield from self._other_file(line.text)
            else:
                yield line

    def _other_file(self, text: str) -> Iterable[Line]:
        reader = Reader(text)
        if reader.take("use"):
            name = reader.name()
            if name == "plain":
                return
            path = self.path.parent / f"{name}.gbk"
            yield from self._files(path if path.exists() else SYSTEMS / f"{name}.gbk")
        else:
            reader.want("include")
            yield from self._files(self.path.parent / str(reader.text()))

    def _read(self, path: Path) -> None:
        header: list[Line] = []
        chapters: list[tuple[str, list[Line]]] = []
        for line in self._files(path):
            if line.text.startswith("=== "):
                chapters.append((line.text.split()[1], []))
            elif chapters:
                chapters[-1][1].append(line)
            else:
                header.append(line)
        everything = " ".join(texts([*header, *(line for _, lines in chapters for line in lines)]))
        self._endings(header, chapters)
        self.draft = any(inner.text == "draft" for line in header for inner in line.block)
        if self.draft:  # what is named and not there is an empty chapter
            named = dict.fromkeys(re.findall(r"(?:->|\bvisited) ([\w-]+)", everything))
            known = {"victory", "defeat", "ending", "back", *self.endings, *(name for name, _ in chapters)}
            chapters += [(name, []) for name in named if name not in known]
        for number, (name, _) in enumerate(chapters, 1):
            self.chapters[name] = number
        own = [line.text.split()[1] for line in outline(path.read_text("utf-8")) if line.text.startswith("=== ")]
        self.play.start = self.chapters[own[0]]
        if re.search(r"->\s*back\b", everything):
            self.play.came_from = self.slot()
        asked = {self.chapters[name] for name in re.findall(r"\bvisited ([\w-]+)", everything)}
        for number in self.chapters.values() if "first time" in everything else asked:
            self.play.visited[number], self.play.before[number] = self.slot(), self.slot()
        for line in header:
            if line.text.split()[0] == "book":
                self._book(line)
        scope = Scope(self.names)
        sheets = [inner for line in header if line.text.split()[0] == "sheet" for inner in line.block]
        loose = [line for line in header if line.text.split()[0] in {"param", "table", "let"}]
        for line in [*loose, *sheets]:
            self._name(line)
        starts = Block([step for line in sheets for step in self._declare(Reader(line.text), scope)])
        for line in sheets:
            self._limit_or_while(Reader(line.text), scope)
        hero: list[Step] = []
        for line in header:
            match line.text.split()[0]:
                case "rule":
                    self.rules[Reader(line.text[5:]).name()] = line
                case "test":
                    self.tests[Reader(line.text[5:]).name()] = line
                case "combat":
                    self.combats[Reader(line.text[7:]).name()] = line
        for line in header:
            self._header(line, scope, hero)
        self.play.hero = Block([Do(starts), *hero])
        each = [inner for line in header if line.text == "each chapter" for inner in line.block]
        for number, lines in enumerate([[], *(lines for _, lines in chapters)]):
            inside = replace(scope, chapter=number)
            self.play.each_chapter.append(self.block(each if number else [], inside))
            block = self.block(lines, replace(inside, menus_have_anytime=True))
            stop = [End("not written yet", "not written yet", constant(0))] * self.draft
            self.play.chapters.append(Block([Do(block), *stop]) if stop else block)

    def _endings(self, header: list[Line], chapters: list[tuple[str, list[Line]]]) -> None:
        """`-> Exile` is the ending with that text, so all texts are gathered first."""

        def walk(lines: Iterable[Line]) -> None:
            for line in lines:
                for kind, text in re.findall(r'\b(victory|defeat|ending) "((?:\\.|[^"\\])*)"', line.text):
                    self.endings[re.sub(r"\\(.)", r"\1", text)] = (kind, constant(0))
                walk(line.block)

        walk(header)
        for _, lines in chapters:
            walk(lines)

    # ---- the header ----

    def _book(self, line: Line) -> None:
        for inner in line.block:
            word, _, rest = inner.text.partition(" ")
            if word == "start":
                self.play.start = self.chapters[rest.strip()]
            elif word == "aim":
                self.aim = rest.strip()

    def _name(self, line: Line) -> None:
        """Names that stand for values."""
        reader = Reader(line.text)
        if reader.take("param"):
            name = reader.name()
            reader.want("=")
            self.names[name] = constant(reader.whole())
        elif reader.take("let"):
            name = reader.name()
            reader.want("=")
            self.names[name] = Later(line.text.split("=", 1)[1])
        elif reader.take("table"):
            name = reader.name()
            spans = []
            for axis in ("columns", "rows"):
                reader.want(axis)
                low = reader.whole()
                reader.want("..")
                spans.append((low, reader.whole()))
            rows = [[int(n) for n in re.findall(r"-?\d+", row.text)] for row in line.block]
            self.names[name] = Table(spans[0], spans[1], rows)

    def _declare(self, reader: Reader, scope: Scope) -> list[Step]:
        """A line of the sheet that makes variables; the steps that give them their first values."""
        kind = reader.name()
        if kind in {"stat", "number"}:
            name = reader.name()
            start = self.value(reader, scope) if reader.take("=") else constant(0)
            most = max(start.draw((0,) * 1000))
            if name in self.hero:
                start = constant(self.hero[name])
            low = high = None
            if reader.take("in"):
                low, high = self._range(reader, scope)
            elif kind == "stat":
                low, high = 0, most
            variable = Variable(self.slot(), low, high, self.slot() if kind == "stat" else None)
            self.names[name] = variable
            if name in self.hero:
                self.play.given |= {variable.slot} if variable.initial is None else {variable.slot, variable.initial}
            reader.done()
            return [Start(start, variable)]
        if kind in {"item", "codeword"}:
            steps: list[Step] = []
            while True:
                name = reader.name()
                most = reader.whole() if reader.take("x") else 1
                variable = Variable(self.slot(), 0, most)
                self.names[name] = variable
                if reader.take("="):
                    steps.append(Start(self.value(reader, scope), variable))
                if not reader.take(","):
                    reader.done()
                    return steps
        if kind == "one-of":
            name = reader.name()
            reader.want(":")
            values = [reader.name()]
            while reader.take(","):
                values.append(reader.name())
            one_of = OneOf(Variable(self.slot(), 0, len(values) - 1), values)
            self.names[name] = one_of
            for value in values:
                self.names[value] = (one_of, values.index(value), value in self.names)
        return []

    def _range(self, reader: Reader, scope: Scope) -> tuple[int, int]:
        low = self.value(reader, scope).on(())
        reader.want("..")
        return low, self.value(reader, scope).on(())

    def _limit_or_while(self, reader: Reader, scope: Scope) -> None:
        if reader.take("limit"):
            name = reader.name()
            more = reader.take(":")
            if not more:
                self.names[name] = Limit(self.value(reader, scope), [])
                self.limits.append(self.names[name])
                reader.want(":")
            items = self.names[name].items
            items.append(self.names[reader.name()])
            while reader.take(","):
                items.append(self.names[reader.name()])
        elif reader.take("while"):
            condition = self.value(reader, scope)
            reader.want(":")
            variable = self.names[reader.name()]
            sign = reader.next().text
            amount = self.value(reader, scope)
            if sign == "-":
                amount = combined(lambda x: -x, amount)
            self.bonuses.setdefault(variable.slot, []).append((condition, amount))

    def _header(self, line: Line, scope: Scope, hero: list[Step]) -> None:
        match line.text.split():
            case ["hero"]:
                hero.append(Do(self.block(line.block, scope)))
            case ["anytime"]:
                self.anytime += [(choice, scope) for choice in line.block]
            case ["anytime", "in", "fights"]:
                self.anytime_in_fights += line.block
            case ["first", "when", *_]:
                self.triggers.first.append(self._trigger(line, line.text.removeprefix("first when"), scope))
            case ["when", *_]:
                self.triggers.others.append(self._trigger(line, line.text.removeprefix("when"), scope))

    def _trigger(self, line: Line, text: str, scope: Scope) -> Trigger:
        condition, _, turn = text.partition("->")
        block = self.block(line.block, scope, turn)
        deadly = bool(block.steps) and isinstance(block.steps[-1], End) and block.steps[-1].kind == "defeat"
        return Trigger(self._bonused(self._whole_value(condition, scope)), block, deadly)

    def _bonused(self, value: Value) -> Value:
        """A value that also mentions what the bonuses on it ask for."""
        mentions = set(value.mentions)
        for slot in value.mentions:
            for condition, amount in self.bonuses.get(slot, []):
                mentions |= condition.mentions | amount.mentions
        return replace(value, mentions=frozenset(mentions))

    # ---- values ----

    def _whole_value(self, text: str, scope: Scope) -> Value:
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
        left = self._sum(reader, scope)
        compare = COMPARISONS.get(reader.peek().kind)
        if compare is None:
            return left
        reader.next()
        if isinstance(one_of, OneOf) and reader.peek().text in one_of.values:
            return combined(compare, left, constant(one_of.values.index(reader.name())))
        return combined(compare, left, self._sum(reader, scope))

    def _sum(self, reader: Reader, scope: Scope) -> Value:
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
                reader.place -= 0
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
            return self._read_slot(self._boxes(where, 0).slot)
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
            found = self.names[name] = self._whole_value(found.text, Scope(self.names))
        match found:
            case Value():
                return found
            case Variable():
                return self._read_slot(found.slot)
            case OneOf():
                return self._read_slot(found.variable.slot)
            case (OneOf() as one_of, int(place), _):
                slot = one_of.variable.slot
                return plain(lambda sheet: int(sheet[slot] == place), [slot])
            case Pool():
                slot = found.slot
                return plain(lambda sheet: sum(face * times for face, times in faces(sheet[slot])), [slot])
        raise ValueError(f"{name} has no value")

    def _read_slot(self, slot: int) -> Value:
        """What stands there, with bonuses."""
        bonuses = self.bonuses.setdefault(slot, [])
        return plain(
            lambda sheet: sheet[slot] + sum(amount.on(sheet) for condition, amount in bonuses if condition.on(sheet)),
            [slot],
        )

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
                return self._read_slot(known.slot)
            return plain(lambda sheet: places_taken(known, sheet), [item.slot for item in known.items])
        low = self._sum(reader, scope)
        high = self._sum(reader, scope) if reader.take("..") else low
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

            return Value(draw)
        reader.take("pool")
        pool = scope.names[reader.name()] if reader.peek().kind == "name" else scope.names["pool"]
        return plain(
            lambda sheet: sum(
                times for face, times in faces(sheet[pool.slot]) if low.on(sheet) <= face <= high.on(sheet)
            ),
            {pool.slot} | low.mentions | high.mentions,
        )

    # ---- blocks ----

    def block(self, lines: list[Line], scope: Scope, turn: str | None = "") -> Block:
        """Steps in order, then the turn at the end of the line they stand under."""
        found: list[Step] = []
        place = 0
        while place < len(lines):
            line = lines[place]
            place += 1
            if line.text.startswith("* "):
                choices = [line]
                while place < len(lines) and lines[place].text.startswith("* "):
                    choices.append(lines[place])
                    place += 1
                actions = self.anytime if scope.menus_have_anytime else []
                anytime = [self._option(action, replace(where, chapter=scope.chapter)) for action, where in actions]
                found.append(Menu([self._option(choice, scope) for choice in choices], anytime))
            elif line.text.startswith("->"):
                found.append(self._turn(Reader(line.text[2:]), scope))
            elif line.text.startswith("~"):
                text = line.text[1:].strip()
                if text.startswith("if "):
                    chain = [line]
                    while place < len(lines) and re.match(r"~\s*else\b", lines[place].text):
                        chain.append(lines[place])
                        place += 1
                    found.append(self._if(chain, scope))
                else:
                    steps, scope = self._rule(text, line, scope)
                    found += steps
        if turn and turn.strip():
            found.append(self._turn(Reader(turn), scope))
        return Block(found)

    def _if(self, chain: list[Line], scope: Scope) -> If:
        branches = []
        for line in chain:
            text = re.sub(r"^~\s*(else\s+)?", "", line.text)
            head, _, turn = text.partition("->")
            if head.startswith("if "):
                condition = self._whole_value(head[3:], scope)
            else:
                condition = constant(1)
                turn = line.text.partition("->")[2]
            branches.append((condition, self.block(line.block, scope, turn)))
        return If(branches)

    def _option(self, line: Line, scope: Scope) -> Option:
        match = re.fullmatch(
            r"\*\s+(?P<label>(?:\\.|(?!\[if |->).)*)(?:\[if (?P<condition>[^]]*)\])?\s*(?:->(?P<turn>.*))?", line.text
        )
        assert match is not None, line.text
        condition = self._whole_value(match["condition"], scope) if match["condition"] else constant(1)
        block = self.block(line.block, scope, match["turn"])
        return Option(condition, self.prices(block), block, line.knows)

    @staticmethod
    def prices(block: Block) -> list[tuple[int, Value]]:
        """What a choice costs: what its block pays, as long as nothing else has changed that before."""
        found: list[tuple[int, Value]] = []
        changed: set[int] = set()
        steps = list(block.steps)
        for step in steps:  # grows meanwhile: a rule's lines stand in its place
            if isinstance(step, Do):
                steps[steps.index(step) + 1 : steps.index(step) + 1] = step.block.steps
                continue
            slots = {variable.slot for variable in written(step)}
            price = step.price if isinstance(step, Effect) else None
            before = changed | {slot for slot, _ in found}
            if price is not None and price.plain is not None and not slots & changed and not price.mentions & before:
                found += [(slot, price) for slot in slots]
            else:
                changed |= slots
        return found

    @staticmethod
    def _variable(name: str, scope: Scope) -> Variable:
        found = scope.names[name]
        if isinstance(found, OneOf):
            return found.variable
        assert isinstance(found, Variable), name
        return found

    def _turn(self, reader: Reader, scope: Scope) -> Step:
        word = reader.peek()
        if reader.take("back"):
            came_from = self.play.came_from
            assert came_from is not None
            return Turn(plain(lambda sheet: sheet[came_from]))
        if word.text == "(":
            value = self.value(reader, scope)
            numbers = {int(name): place for name, place in self.chapters.items() if name.isdigit()}
            return Turn(combined(lambda number: numbers[number], value))
        if word.text in {"victory", "defeat", "ending"} and word.text not in self.chapters:
            reader.next()
            text = reader.text()
            if text is not None and word.text == "ending" and not reader.take("score"):
                pass
            score = constant(0)
            if reader.words[reader.place - 1].text == "score" or reader.take("score"):
                score = self.value(reader, scope)
            reader.done()
            return End(word.text, text or word.text, score)
        name = reader.next().text
        reader.take("secret")
        reader.done()
        if name in self.chapters:
            return Turn(constant(self.chapters[name]))
        kind, score = self.endings[name]
        return End(kind, name, score)

    def _row_block(self, line: Line, head: str, scope: Scope) -> Block:
        """What a row holds: its block and its turn."""
        rest = line.text[len(head) :].strip()
        assert not rest or rest.startswith("->"), line.text
        return self.block(line.block, scope, rest[2:])

    def _number_rows(self, lines: list[Line], scope: Scope) -> list[tuple[int | None, int | None, Block]]:
        found: list[tuple[int | None, int | None, Block]] = []
        for line in lines:
            match = re.match(r"(-?\d+)(?:(?:-|\.\.)(-?\d+))?(?=\s|$)", line.text)
            if match is None:
                continue
            low = int(match[1])
            high = int(match[2]) if match[2] else low
            found.append((low, high, self._row_block(line, match.group(), scope)))
        return found

    def _named_rows(self, lines: list[Line], names: Iterable[str], scope: Scope) -> dict[str, Block]:
        known = set(names)
        return {name: self._row_block(line, name, scope) for line in lines if (name := line.text.split()[0]) in known}

    # ---- rules ----

    def _rule(self, text: str, line: Line, scope: Scope) -> tuple[list[Step], Scope]:
        """One rule; and what names mean after it."""
        reader = Reader(text) if not re.match(r"resolve\b", text) else Reader("")
        first = reader.peek().text
        if first in {"victory", "defeat", "ending"}:
            return [self._turn(reader, scope)], scope
        if first == "both":
            reader.next()
            parts = [self._change(reader, scope)]
            while reader.take(","):
                parts.append(self._change(reader, scope))
            reader.done()
            return [self._effect(parts)], scope
        simple: dict[str, Callable[[Reader, Line, Scope], list[Step]]] = {
            "set": self._set,
            "restore": self._restore,
            "swap": self._swap,
            "pay": self._pay,
            "gain": self._gain,
            "lose": self._lose,
            "note": self._note,
            "erase": self._note,
            "store": self._store,
            "return": self._store,
            "may": self._may,
            "rival": self._rival,
            "tick": self._tick,
            "ask": self._ask,
            "random": self._random,
            "compare": self._compare,
            "test": self._test,
            "repeat": self._repeat,
            "score": self._score,
            "do": self._do,
            "fight": self._fight,
            "event": self._event,
            "each": self._each_foe,
            "any": self._each_foe,
        }
        if first in simple:
            return simple[first](reader, line, scope), scope
        if first == "choose":
            return self._choose(reader, line, scope)
        if first == "roll":
            return self._roll(reader, line, scope)
        change = self._change(reader, scope)
        reader.done()
        return [self._effect([change])], scope

    def _change(self, reader: Reader, scope: Scope) -> tuple[Variable, Value, bool]:
        """`gold +2`, `foe life -1`, `initial SKILL +1`, with `beyond initial` or without."""
        if reader.take("initial"):
            stat = self._variable(reader.name(), scope)
            assert stat.initial is not None
            variable = Variable(stat.initial, stat.low, stat.high)
        elif reader.take("foe"):
            variable = self._foe(reader, scope).stats[reader.name()]
        else:
            variable = self._variable(reader.name(), scope)
        sign = 1 if reader.take("+") else -1
        if sign == -1:
            reader.want("-")
        amount = self._sum(reader, scope)
        if sign == -1:
            amount = combined(lambda x: -x, amount)
        return variable, amount, reader.take("beyond", "initial")

    def _effect(self, parts: list[tuple[Variable, Value, bool]]) -> Effect:
        variables = [variable for variable, _, _ in parts]

        def new(sheet: Sheet, drawn: tuple[int, ...]) -> dict[Variable, int]:
            return {variable: sheet[variable.slot] + amount for variable, amount in zip(variables, drawn, strict=True)}

        return Effect(self.triggers, variables, [amount for _, amount, _ in parts], new, parts[0][2])

    def _assign(self, variable: Variable, value: Value) -> Effect:
        return Effect(self.triggers, [variable], [value], lambda _, drawn: {variable: drawn[0]})

    def _set(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("set")
        if reader.take("foe"):
            variable = self._foe(reader, scope).stats[reader.name()]
            one_of = None
        else:
            name = reader.name()
            variable, one_of = self._variable(name, scope), scope.names[name]
        reader.want("=")
        if isinstance(one_of, OneOf) and reader.peek().text in one_of.values:
            value = constant(one_of.values.index(reader.name()))
        else:
            value = self.value(reader, scope)
        reader.done()
        return [self._assign(variable, value)]

    def _restore(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("restore")
        stat = self._variable(reader.name(), scope)
        slot = stat.initial
        assert slot is not None
        return [self._assign(stat, plain(lambda sheet: sheet[slot]))]

    def _swap(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("swap")
        left, right = self._variable(reader.name(), scope), self._variable(reader.name(), scope)

        def swapped(sheet: Sheet, _: tuple[int, ...]) -> dict[Variable, int]:
            return {left: sheet[right.slot], right: sheet[left.slot]}

        return [Effect(self.triggers, [left, right], [], swapped)]

    def _pay(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("pay")
        price = self.value(reader, scope)
        amount = combined(lambda x: -x, price)
        return [replace(self._effect([(self._variable(reader.name(), scope), amount, False)]), price=price)]

    def _amount_and_name(self, reader: Reader, scope: Scope) -> tuple[Value, str]:
        if reader.peek().kind == "name" and reader.peek(1).text in {"", "or", "all"}:
            return constant(1), reader.name()
        amount = self.value(reader, scope)
        return amount, reader.name()

    def _fits(self, item: Variable, number: int, sheet: Sheet) -> bool:
        if item.high is not None and sheet[item.slot] + number > item.high:
            return False
        return all(places_taken(limit, sheet) + number <= limit.places.on(sheet) for limit in self.limits_of(item))

    def limits_of(self, item: Variable) -> list[Limit]:
        """The limits over an item."""
        return [limit for limit in self.limits if item in limit.items]

    def _gain(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("gain")
        amount, name = self._amount_and_name(reader, scope)
        item = scope.names[name]
        if isinstance(item, tuple):
            return [self._assign(item[0].variable, constant(item[1]))]
        whole = reader.take("all", "or", "none")

        def new(sheet: Sheet, drawn: tuple[int, ...]) -> dict[Variable, int]:
            number = drawn[0]
            while number > 0 and not self._fits(item, number, sheet):
                number = 0 if whole else number - 1
            return {item: sheet[item.slot] + number}

        gain = Effect(self.triggers, [item], [amount], new)
        if not reader.take("or", "swap"):
            reader.done()
            return [gain]
        fits = plain(lambda sheet: int(self._fits(item, 1, sheet)))
        choices = [Option(constant(1), [], Block())]
        for limit in self.limits_of(item):
            for other in limit.items:
                if other is not item:
                    drop = self._effect([(other, constant(-1), False)])
                    has = plain(partial(self._makes_room, other, item))
                    choices.append(Option(has, [], Block([drop, gain])))
        full = plain(lambda sheet: int(sheet[item.slot] == item.high))
        return [If([(full, Block()), (fits, Block([gain])), (constant(1), Block([Menu(choices)]))])]

    def _makes_room(self, dropped: Variable, item: Variable, sheet: Sheet) -> int:
        """Whether there is one thing to drop, and then room for another."""
        after = put(sheet, {dropped.slot: sheet[dropped.slot] - 1})
        return int(sheet[dropped.slot] > 0 and self._fits(item, 1, after))

    def _lose(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("lose")
        if reader.take("random"):
            limit = scope.names[reader.name()]
            return [LoseRandom(self.triggers, limit.items)]
        if reader.take("all"):
            what = scope.names[reader.name()]
            items = what.items if isinstance(what, Limit) else [what]
            return [Effect(self.triggers, items, [], lambda *_: dict.fromkeys(items, 0))]
        amount, name = self._amount_and_name(reader, scope)
        what = scope.names[name]
        if isinstance(what, OneOf):
            return [self._assign(what.variable, constant(0))]
        return [self._effect([(what, combined(lambda x: -x, amount), False)])]

    def _note(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        value = 1 if reader.name() == "note" else 0
        steps: list[Step] = [self._assign(self._variable(reader.name(), scope), constant(value))]
        reader.done()
        return steps

    def _store(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        back = reader.name() == "return"
        what = scope.names[reader.name()]
        reader.want("from" if back else "in")
        chest = reader.name()
        items = what.items if isinstance(what, Limit) else [what]
        kept = [Variable(self._chest(chest, item.slot), 0, None) for item in items]
        if not back:

            def store(sheet: Sheet, _: tuple[int, ...]) -> dict[Variable, int]:
                gone: dict[Variable, int] = dict.fromkeys(items, 0)
                for item, place in zip(items, kept, strict=True):
                    gone[place] = sheet[place.slot] + sheet[item.slot]
                return gone

            return [Effect(self.triggers, items, [], store)]

        def bring(sheet: Sheet, _: tuple[int, ...]) -> dict[Variable, int]:
            now = list(sheet)
            for item, place in zip(items, kept, strict=True):
                while now[place.slot] > 0 and self._fits(item, 1, tuple(now)):
                    now[place.slot] -= 1
                    now[item.slot] += 1
            return {variable: now[variable.slot] for variable in [*items, *kept]}

        return [Effect(self.triggers, items, [], bring)]

    def _boxes(self, chapter: int, most: int) -> Variable:
        """The boxes of a chapter: how many are ticked."""
        known = self.boxes.get(chapter)
        slot = self.slot() if known is None else known.slot
        self.boxes[chapter] = Variable(slot, 0, max(most, 0 if known is None else known.high or 0))
        return self.boxes[chapter]

    def _tick(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        """`tick a box`, `tick one of 3`: the next that is empty, if there is one."""
        reader.want("tick")
        number = reader.whole() if reader.take("one", "of") else 1
        if number == 1:
            reader.take("a", "box")
        assert scope.chapter is not None
        box = self._boxes(scope.chapter, number)
        return [self._effect([(Variable(box.slot, 0, number), constant(1), False)])]

    def _ask(self, _: Reader, line: Line, scope: Scope) -> list[Step]:
        """A number that the reader gives; best play knows the answer."""
        heads = [re.match(r"[^\"]*?(?=\s*(?:->|$))", row.text) for row in line.block]
        rows = [
            self._row_block(row, head.group(), scope)
            for row, head in zip(line.block, heads, strict=True)
            if head is not None and re.match(r"-?\d|else", row.text)
        ]
        heads = [row.text for row in line.block if re.match(r"-?\d|else", row.text)]
        shares = [100 if head.startswith("else") else line.knows for head in heads]
        return [Menu([Option(constant(1), [], block, knows) for block, knows in zip(rows, shares, strict=True)])]

    def _chest(self, chest: str, slot: int) -> int:
        if (chest, slot) not in self.chests:
            self.chests[chest, slot] = self.slot()
        return self.chests[chest, slot]

    # ---- decisions ----

    def _may(self, _: Reader, line: Line, scope: Scope) -> list[Step]:
        block = self.block(line.block, scope, line.text.rpartition('"')[2].partition("->")[2])
        return [Menu([Option(constant(1), self.prices(block), block), Option(constant(1), [], Block())])]

    def _rival(self, _: Reader, line: Line, scope: Scope) -> list[Step]:
        return [Menu([self._option(choice, scope) for choice in choices_of(line)], owner="rival")]

    def _choose(self, reader: Reader, line: Line, scope: Scope) -> tuple[list[Step], Scope]:
        reader.want("choose")
        if reader.peek().kind in {"end", "text"}:
            return [Menu([self._option(choice, scope) for choice in choices_of(line)])], scope
        if reader.peek().kind == "name" and reader.peek(1).text == "in":
            name = reader.name()
            reader.want("in")
            low = self._sum(reader, scope)
            reader.want("..")
            high = self._sum(reader, scope)
            slot = self.slot(passing=True)
            return [Amount(slot, low, high)], scope.named(**{name: plain(lambda sheet: sheet[slot], [slot])})
        number = self.value(reader, scope)
        reader.want("of")
        options = [self._option(choice, scope) for choice in choices_of(line)]
        return [Several(number.on(()), options, tuple(range(len(options))))], scope

    # ---- dice ----

    def _roll(self, reader: Reader, line: Line, scope: Scope) -> tuple[list[Step], Scope]:
        reader.want("roll")
        start = reader.place
        while reader.peek().text != "as" and reader.peek().kind != "end":
            reader.next()
        if reader.take("as", "pool"):
            name = reader.name() if reader.peek().kind == "name" else "pool"
            reader.place = start
            return [throw := self._pool(reader, scope)], scope.named(**{name: Pool(throw.slot)})
        reader.place = start
        value = self.value(reader, scope)
        slot = None
        if reader.take("as"):
            slot = self.slot(passing=True)
            kept = slot
            scope = scope.named(**{reader.name(): plain(lambda sheet: sheet[kept], [kept])})
        reader.done()
        rows = self._number_rows(line.block, scope)
        if not rows and slot is not None:
            return [Keep(value, slot)], scope
        return [Rows(value, rows, slot)], scope

    def _pool(self, reader: Reader, scope: Scope) -> Keep:
        if reader.take("("):
            number = self.value(reader, scope)
            reader.want(")")
            sides = int(reader.next().text[1:])
        else:
            left, _, right = reader.next().text.partition("d")
            number, sides = constant(int(left)), int(right)

        def draw(sheet: Sheet) -> dict[int, Any]:
            return {
                sum(1 << DIGIT * (face - 1) for face in hand): chance
                for hand, chance in hands(max(number.on(sheet), 0), sides)
            }

        return Keep(Value(draw), self.slot(passing=True))

    def _random(self, _: Reader, line: Line, scope: Scope) -> list[Step]:
        rows = []
        for row in line.block:
            weight, colon, _ = row.text.partition(":")
            if colon:
                block = self._row_block(row, weight + colon, scope)
                rows.append((self._whole_value(weight, scope), block))
        return [Random(rows)]

    def _compare(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        reader.want("compare")
        left = self.value(reader, scope)
        reader.want("with")
        right = self.value(reader, scope)
        reader.done()
        rows = self._named_rows(line.block, ("higher", "lower", "equal"), scope)
        bounds = {"higher": (1, None), "lower": (None, -1), "equal": (0, 0)}
        return [
            Rows(combined(lambda a, b: a - b, left, right), [(*bounds[name], block) for name, block in rows.items()])
        ]

    def _test(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        reader.want("test")
        name = reader.name()
        declared = self.tests.get(name)
        change = constant(0)
        if reader.peek().text in {"+", "-"}:
            sign = -1 if reader.next().text == "-" else 1
            change = combined(lambda x: sign * x, self._product(reader, scope))
        on = self._sum(reader, scope) if reader.take("on") else None
        reader.done()
        names = ["pass", "fail"]
        after = Block()
        if declared is None:
            assert on is not None
            holds = combined(lambda a, b, c: a <= b + c, on, self.meaning(name, scope), change)
        else:
            holds = constant(0)
            for inner in declared.block:
                said = Reader("" if inner.text.startswith("~") else inner.text)
                if said.take("succeed"):
                    left = self._sum(said, scope)
                    mark = said.peek().kind
                    if mark in COMPARISONS:
                        said.next()
                        right = combined(lambda a, b: a + b, self._sum(said, scope), change)
                        holds = combined(COMPARISONS[mark], on or left, right)
                    else:
                        holds = left
                elif said.take("then"):
                    lines = inner.block
                    if said.peek().kind != "end":
                        lines = [Line("~ " + inner.text.removeprefix("then").strip())]
                    after = self.block(lines, replace(scope, menus_have_anytime=False))
                elif "|" in inner.text:
                    names = [part.strip() for part in inner.text.split("|")]
        blocks = self._named_rows(line.block, names, scope)
        rows = [(1 - place, 1 - place, blocks.get(outcome, Block())) for place, outcome in enumerate(names)]
        return [Rows(holds, list(rows), after=after)]

    def _repeat(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        reader.want("repeat")
        block = self.block(line.block, scope)
        if reader.take("until"):
            return [Until(self.value(reader, scope), block)]
        number = self.value(reader, scope)
        reader.want("times")
        return [Times(number, block)]

    def _score(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("score")
        sign = 1 if reader.take("+") else -1
        if sign == -1:
            reader.want("-")
        return [Score(combined(lambda x: sign * x, self._sum(reader, scope)))]

    def _do(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        """The rule's lines, read anew with its words in place of theirs."""
        reader.want("do")
        name = reader.name()
        rule = self.rules[name]
        parameters = re.findall(r"[\w-]+", rule.text.partition("(")[2])
        names = dict(self.names)
        if reader.take("("):
            for parameter in parameters:
                known = scope.names.get(reader.peek().text)
                if reader.peek(1).text in {",", ")"} and not isinstance(known, Value) and known is not None:
                    reader.next()
                    names[parameter] = known
                else:
                    names[parameter] = self.value(reader, scope)
                if not reader.take(","):
                    reader.want(")")
        if scope.fight is not None:
            names = scope.fight.names | {word: names[word] for word in parameters}
        inside = replace(scope, names=names, menus_have_anytime=False)
        return [Do(self.block(rule.block, inside))]

    # ---- fights ----

    def _event(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("event")
        assert scope.fight is not None
        lines = scope.fight.moments.get(reader.name(), [])
        own = replace(scope, names=scope.fight.own_names, menus_have_anytime=False)
        return [Do(self.block(row.block, own, row.text.partition("->")[2])) for row in lines]

    def _each_foe(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        fight = scope.fight
        assert fight is not None
        blocks = [(foe, self.block(line.block, replace(scope, foe=foe))) for foe in fight.foes]
        if reader.take("each"):
            return [Standing(fight, foe, block, in_round=False) for foe, block in blocks]
        return [AnyFoe(fight, blocks)]

    def _fight(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        from tests.support.naive.fights import read_fight

        return read_fight(self, reader, line, scope)


COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def choices_of(line: Line) -> list[Line]:
    """The choices in a block."""
    return [inner for inner in line.block if inner.text.startswith("* ")]


def faces(code: int) -> Iterable[tuple[int, int]]:
    """The faces of a pool, and how often each shows."""
    face = 1
    while code:
        yield face, code & (1 << DIGIT) - 1
        code >>= DIGIT
        face += 1


def written(part: object, seen: set[int] | None = None) -> Iterable[Variable]:
    """The variables that a step may change."""
    seen = set() if seen is None else seen
    if id(part) in seen:
        return
    seen.add(id(part))
    if isinstance(part, Effect):
        yield from part.writes
    elif isinstance(part, LoseRandom):
        yield from part.items
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from written(inner, seen)
    elif isinstance(part, Block | Step | Option | Foe | Trigger):
        for inner in vars(part).values():
            yield from written(inner, seen)


def places_taken(limit: Limit, sheet: Sheet) -> int:
    """How many copies of its items the reader has."""
    return sum(sheet[item.slot] for item in limit.items)
