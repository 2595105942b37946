"""A book as text becomes a game, read line by line: its files and its header."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from tests.support.naive.fights import texts
from tests.support.naive.lines import Line, Reader, outline
from tests.support.naive.names import Later, Limit, OneOf, Scope, Table
from tests.support.naive.play import (
    Block,
    Do,
    End,
    Start,
    Step,
    Trigger,
    Variable,
)
from tests.support.naive.rules import Rules
from tests.support.naive.values import (
    Sheet,
    Value,
    combined,
    constant,
)

SYSTEMS = Path(__file__).parents[3] / "gamebook" / "systems"


@dataclass
class Book(Rules):
    """A book that can be played."""

    path: Path
    hero: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()
        self.aim = "win"
        self.draft = False
        self.used: set[str] = set()
        self._read(self.path)
        self.start: Sheet = (0,) * self.slots

    # ---- files ----

    def _files(self, path: Path, text: str | None = None) -> Iterable[Line]:
        """All lines of a book: a system's first, an included part's where it stands."""
        for line in outline(path.read_text("utf-8") if text is None else text):
            first = line.text.split()[0]
            if first in {"book", "system"}:
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
            if name not in self.used:
                self.used.add(name)
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
        scope = replace(scope, method=self.without_luck(header))
        starts = Block([step for line in sheets for step in self._declare(Reader(line.text), scope)])
        for line in sheets:
            self._limit_or_while(line, scope)
        hero: list[Step] = []
        for line in header:
            match line.text.split()[0]:
                case "rule":
                    self.rules[Reader(line.text[5:]).name()] = line
                case "test":
                    self.tests[Reader(line.text[5:]).name()] = line
                case "strategy":
                    self.strategies[Reader(line.text[9:]).name()] = line
                case "combat":
                    self.combats[Reader(line.text[7:]).name()] = line
        for line in header:
            self._header(line, scope, hero)
        self.play.hero = Block([Do(starts), *hero])
        each = [inner for line in header if line.text == "each chapter" for inner in line.block]
        for number, lines in enumerate([[], *(lines for _, lines in chapters)]):
            inside = replace(scope, chapter=number, menus_have_anytime=True)
            self.play.each_chapter.append(self.block(each if number else [], inside))
            block = self.block(lines, inside)
            stop = [End("not written yet", "not written yet", constant(0))] * self.draft
            self.play.chapters.append(Block([Do(block), *stop]) if stop else block)
        self.keep_accounts()

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
            least, most = min(first := start.draw((0,) * 1000)), max(first)
            if name in self.hero:
                start = constant(self.hero[name])
            low = high = None
            if reader.take("in"):
                low, high = self._range(reader, scope)
            elif kind == "stat":
                low, high = min(0, least), most
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

    def _limit_or_while(self, line: Line, scope: Scope) -> None:
        reader = Reader(line.text)
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
            text = line.text
            variable, _ = self._bonus(text, scope)

            @cache
            def bonus(chapter: int | None) -> tuple[Value, Value]:
                return self._bonus(text, replace(scope, chapter=chapter))[1]

            self.bonuses.setdefault(variable.slot, []).append(bonus)

    def _bonus(self, text: str, scope: Scope) -> tuple[Variable, tuple[Value, Value]]:
        """What a line `while` raises, when, and by how much."""
        reader = Reader(text)
        reader.want("while")
        condition = self.value(reader, scope)
        reader.want(":")
        variable = self.names[reader.name()]
        sign = reader.next().text
        amount = self.value(reader, scope)
        return variable, (condition, combined(lambda x: -x, amount) if sign == "-" else amount)

    def _header(self, line: Line, scope: Scope, hero: list[Step]) -> None:
        match line.text.split():
            case ["hero"]:
                hero.append(Do(self.block(line.block, replace(scope, method=None))))
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
        return Trigger(self._bonused(self.whole_value(condition, scope)), block, deadly)

    def _bonused(self, value: Value) -> Value:
        """A value that also mentions what the bonuses on it ask for."""
        mentions = set(value.mentions)
        for slot in value.mentions:
            for condition, amount in (bonus(None) for bonus in self.bonuses.get(slot, [])):
                mentions |= condition.mentions | amount.mentions
        return replace(value, mentions=frozenset(mentions))
