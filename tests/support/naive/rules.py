"""All rules: which words they begin with; decisions, dice, tests, loops and fights."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.support.naive.blocks import choices_of
from tests.support.naive.by_account import KeepBy, Points, TimesBy
from tests.support.naive.effects import Effects
from tests.support.naive.expressions import COMPARISONS
from tests.support.naive.fights import AnyFoe, Standing, read_fight
from tests.support.naive.lines import Line, Reader
from tests.support.naive.names import DIGIT, Pool, Scope
from tests.support.naive.play import (
    Amount,
    Block,
    Do,
    Keep,
    Menu,
    Option,
    Random,
    Rows,
    Score,
    Several,
    Step,
    Times,
    Until,
)
from tests.support.naive.values import (
    Sheet,
    Value,
    combined,
    constant,
    hands,
    plain,
)


class Rules(Effects):
    """How rules are read."""

    def _rule(self, text: str, line: Line, scope: Scope) -> tuple[list[Step], Scope]:
        """One rule; and what names mean after it."""
        reader = Reader(text)
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
        if reader.take("resolve"):
            method = self.said(reader)
            reader.done()
            return [], replace(scope, method=method)
        if first == "choose":
            return self._choose(reader, line, scope)
        if first == "roll":
            return self._roll(reader, line, scope)
        change = self._change(reader, scope)
        reader.done()
        return [self._effect([change])], scope

    # ---- decisions ----

    def _may(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        reader.want("may")
        scope = replace(scope, menus_have_anytime=False)
        block = self.block(line.block, scope, line.text.rpartition('"')[2].partition("->")[2])
        take = Option(constant(1), self.prices(block), block, words=str(reader.text()))
        return [self.decided(Menu([take, Option(constant(1), [], Block(), words="Do not")]), scope)]

    def _rival(self, _: Reader, line: Line, scope: Scope) -> list[Step]:
        scope = replace(scope, menus_have_anytime=False)
        return [self.decided(Menu([self.option(choice, scope) for choice in choices_of(line)], owner="rival"), scope)]

    def _choose(self, reader: Reader, line: Line, scope: Scope) -> tuple[list[Step], Scope]:
        reader.want("choose")
        quiet = replace(scope, menus_have_anytime=False)
        if reader.peek().kind in {"end", "text"}:
            menu = Menu([self.option(choice, quiet) for choice in choices_of(line)])
            return [self.decided(menu, scope, reader.text() or "")], scope
        if reader.peek().kind == "name" and reader.peek(1).text == "in":
            name = reader.name()
            reader.want("in")
            low = self.sum(reader, scope)
            reader.want("..")
            high = self.sum(reader, scope)
            slot = self.slot(passing=True)
            amount = self.decided(Amount(slot, low, high), scope, name)
            # Where there is nothing to choose, the amount is 0, whatever was chosen there before.
            return [Keep(constant(0), slot), amount], scope.named(**{name: plain(lambda sheet: sheet[slot], [slot])})
        called = reader.text() or ""
        number = self.value(reader, scope)
        reader.want("of")
        options = [self.option(choice, quiet) for choice in choices_of(line)]
        several = Several(number.on(()), options, tuple(range(len(options))))
        return [self.decided(several, scope, called)], scope

    def _ask(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        """A number that the reader gives; best play knows the answer."""
        heads = [re.match(r"[^\"]*?(?=\s*(?:->|$))", row.text) for row in line.block]
        rows = [
            self._row_block(row, head.group(), scope)
            for row, head in zip(line.block, heads, strict=True)
            if head is not None and re.match(r"-?\d|else", row.text)
        ]
        answers = [row.text.split()[0] for row in line.block if re.match(r"-?\d|else", row.text)]
        shares = [100 if answer == "else" else line.knows for answer in answers]
        words = ["Another number" if answer == "else" else answer.replace("..", "-") for answer in answers]
        options = [Option(constant(1), [], *each) for each in zip(rows, shares, words, strict=True)]
        if "else" not in answers:
            options.append(Option(constant(1), [], Block(), words="Another number"))
        reader.want("ask")
        return [self.decided(Menu(options), scope, str(reader.text()))]

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
        text = " ".join(word.text for word in reader.words[start : reader.place])
        slot = None
        if reader.take("as"):
            slot = self.slot(passing=True)
            kept = slot
            scope = scope.named(**{reader.name(): plain(lambda sheet: sheet[kept], [kept])})
        by = self.by(reader, scope, f"roll {text}", value)
        reader.done()
        rows = Rows(value, self._number_rows(line.block, scope), slot)
        if not rows.rows and slot is not None:
            return [Keep(value, slot) if by is None else KeepBy(value, slot, by)], scope
        return [self.rows_by(rows, by)], scope

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

    def _random(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        reader.want("random")
        by = self.by(reader, scope, "random")
        rows = []
        for row in line.block:
            weight, colon, _ = row.text.partition(":")
            if colon:
                block = self._row_block(row, weight + colon, scope)
                rows.append((self.whole_value(weight, scope), block))
        if by is None:
            return [Random(rows)]
        return [self.random_by([weight for weight, _ in rows], [block for _, block in rows], by)]

    def _compare(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        reader.want("compare")
        left = self.value(reader, scope)
        reader.want("with")
        right = self.value(reader, scope)
        by = self.by(reader, scope, f"compare {line.text}")
        reader.done()
        rows = self._named_rows(line.block, ("higher", "lower", "equal"), scope)
        bounds = {"higher": (1, None), "lower": (None, -1), "equal": (0, 0)}
        known = [(*bounds[name], rows.get(name, Block())) for name in ("higher", "equal", "lower")]
        return [self.rows_by(Rows(combined(lambda a, b: a - b, left, right), known), by)]

    def _test(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        reader.want("test")
        name = reader.name()
        declared = self.tests.get(name)
        change = constant(0)
        if reader.peek().text in {"+", "-"}:
            sign = -1 if reader.next().text == "-" else 1
            change = combined(lambda x: sign * x, self._product(reader, scope))
        on = self.sum(reader, scope) if reader.take("on") else None
        by = self.by(reader, scope, f"test {name}")
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
                    left = self.sum(said, scope)
                    mark = said.peek().kind
                    if mark in COMPARISONS:
                        said.next()
                        right = combined(lambda a, b: a + b, self.sum(said, scope), change)
                        holds = combined(COMPARISONS[mark], on or left, right)
                    else:
                        holds = left
                elif said.take("then"):
                    lines = inner.block
                    if said.peek().kind != "end":
                        lines = [Line("~ " + inner.text.removeprefix("then").strip())]
                    after = self.block(lines, scope)
                elif "|" in inner.text:
                    names = [part.strip() for part in inner.text.split("|")]
        blocks = self._named_rows(line.block, names, scope)
        rows = [(1 - place, 1 - place, blocks.get(outcome, Block())) for place, outcome in enumerate(names)]
        return [self.rows_by(Rows(holds, list(rows), after=after), by)]

    def _repeat(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        reader.want("repeat")
        block = self.block(line.block, scope)
        if reader.take("until"):
            return [Until(self.value(reader, scope), block)]
        number = self.value(reader, scope)
        reader.want("times")
        by = self.by(None, scope, "repeat", number)
        return [Times(number, block) if by is None else TimesBy(number, block, by)]

    def _score(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("score")
        sign = 1 if reader.take("+") else -1
        if sign == -1:
            reader.want("-")
        amount = self.sum(reader, scope)
        by = self.by(reader, scope, "score", amount)
        reader.done()
        return [Score(combined(lambda x: sign * x, amount)) if by is None else Points(amount, sign, by)]

    def _do(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        """The rule's lines, read again with its words in place of theirs."""
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
        inside = replace(scope, names=names)
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
        return [self.decided(AnyFoe(fight, blocks), scope)]

    def _fight(self, reader: Reader, line: Line, scope: Scope) -> list[Step]:
        return read_fight(self, reader, line, scope)
