"""Blocks: steps in order, choices, rows, and where they turn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from tests.support.naive.fights import Foe
from tests.support.naive.lines import Line, Reader
from tests.support.naive.modes import Modes
from tests.support.naive.names import OneOf, Scope
from tests.support.naive.play import (
    NOWHERE,
    Block,
    Decision,
    Do,
    Effect,
    End,
    If,
    LoseRandom,
    Menu,
    Option,
    Step,
    Trigger,
    Turn,
    Variable,
)
from tests.support.naive.values import (
    Value,
    combined,
    constant,
    plain,
)


class Blocks(Modes):
    """How blocks are read."""

    def _rule(self, text: str, line: Line, scope: Scope) -> tuple[list[Step], Scope]:
        """One rule; and what names mean after it."""
        raise NotImplementedError

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
                anytime = [
                    self.option(action, replace(where, chapter=scope.chapter, method=scope.method))
                    for action, where in actions
                ]
                menu = Menu([self.option(choice, scope) for choice in choices], anytime)
                found.append(self.decided(menu, scope))
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
                condition = self.whole_value(head[3:], scope)
            else:
                condition = constant(1)
                turn = line.text.partition("->")[2]
            branches.append((condition, self.block(line.block, scope, turn)))
        return If(branches)

    def option(self, line: Line, scope: Scope) -> Option:
        match = re.fullmatch(
            r"\*\s+(?P<label>(?:\\.|(?!\[if |->).)*)(?:\[if (?P<condition>[^]]*)\])?\s*(?:->(?P<turn>.*))?", line.text
        )
        assert match is not None, line.text
        condition = self.whole_value(match["condition"], scope) if match["condition"] else constant(1)
        block = self.block(line.block, scope, match["turn"])
        return Option(condition, self.prices(block), block, line.knows, unescaped(match["label"]))

    def decided(self, decision: Decision, scope: Scope, name: str = "") -> Decision:
        """A decision of that name, which is made where names mean this."""
        decision.name, decision.scope = name or decision.name, scope
        self.decisions.append(decision)
        return decision

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
            return Turn(combined(lambda number: numbers.get(number, NOWHERE), value))
        if word.text in {"victory", "defeat", "ending"} and word.text not in self.chapters:
            reader.next()
            text = reader.text()
            score = constant(0)
            if reader.take("score"):  # as in `~ score`, a minus stands before all of it
                sign = -1 if reader.take("-") else 1
                score = combined(lambda points: sign * points, self.sum(reader, scope))
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
            match = re.match(r"(-?\d+)(?:(?:-|\.\.)(-?\d+)| +or (more|less))?(?=\s|$)", line.text)
            if match is None:
                continue
            low = high = int(match[1])
            if match[3]:
                low, high = (low, 10**9) if match[3] == "more" else (-(10**9), high)
            elif match[2]:
                high = int(match[2])
            found.append((low, high, self._row_block(line, match.group(), scope)))
        return found

    def _named_rows(self, lines: list[Line], names: Iterable[str], scope: Scope) -> dict[str, Block]:
        known = set(names)
        return {name: self._row_block(line, name, scope) for line in lines if (name := line.text.split()[0]) in known}


def unescaped(words: str) -> str:
    """Words as they are read: a backslash before a mark makes it ordinary text."""
    return re.sub(r"\\(.)", r"\1", words).strip()


def choices_of(line: Line) -> list[Line]:
    """The choices in a block."""
    return [inner for inner in line.block if inner.text.startswith("* ")]


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
