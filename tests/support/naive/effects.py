"""Rules that change the sheet."""

from __future__ import annotations

from functools import partial

from tests.support.naive.blocks import Blocks
from tests.support.naive.by_account import ChangeBy, EffectBy, LoseRandomBy, Part
from tests.support.naive.lines import Line, Reader
from tests.support.naive.names import Limit, OneOf, Scope, places_taken
from tests.support.naive.play import (
    Block,
    Effect,
    If,
    LoseRandom,
    Menu,
    Option,
    Step,
    Variable,
    put,
)
from tests.support.naive.values import (
    Sheet,
    Value,
    constant,
    plain,
)


class Effects(Blocks):
    """How rules that change the sheet are read."""

    def _change(self, reader: Reader, scope: Scope) -> Part:
        """`gold +2`, `foe life -1`, `initial SKILL +1`, with `beyond initial` or without."""
        start = reader.place
        if reader.take("initial"):
            stat = self._variable(reader.name(), scope)
            assert stat.initial is not None
            variable = Variable(stat.initial, stat.low, stat.high)
        elif reader.take("foe"):
            variable = self._foe(reader, scope).stats[reader.name()]
        else:
            variable = self._variable(reader.name(), scope)
        what = " ".join(word.text for word in reader.words[start : reader.place])
        sign = 1 if reader.take("+") else -1
        if sign == -1:
            reader.want("-")
        amount = self.sum(reader, scope)
        beyond = reader.take("beyond", "initial")
        return Part(variable, sign, amount, beyond, self.by(reader, scope, f"change {what}", amount))

    def _effect(self, parts: list[Part]) -> ChangeBy:
        variables = [part.variable for part in parts]

        def new(sheet: Sheet, drawn: tuple[int, ...]) -> dict[Variable, int]:
            return {variable: sheet[variable.slot] + amount for variable, amount in zip(variables, drawn, strict=True)}

        return ChangeBy(self.triggers, variables, [part.amount for part in parts], new, parts[0].beyond, parts=parts)

    def _assign(self, variable: Variable, value: Value) -> Effect:
        return Effect(self.triggers, [variable], [value], lambda _, drawn: {variable: drawn[0]})

    def _set(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("set")
        if reader.take("foe"):
            name = reader.peek().text
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
        by = self.by(None, scope, f"change {name}", value)
        if by is not None:
            return [EffectBy(self.triggers, [variable], [value], lambda _, drawn: {variable: drawn[0]}, by=by)]
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

        pairs = [(left, right), (right, left)]
        of_stats = left.initial is not None and right.initial is not None
        if of_stats:
            firsts = [Variable(each.initial, each.low, each.high) for each in (left, right)]  # type: ignore[arg-type]
            pairs += [(firsts[0], firsts[1]), (firsts[1], firsts[0])]

        def swapped(sheet: Sheet, _: tuple[int, ...]) -> dict[Variable, int]:
            return {to: sheet[of.slot] for to, of in pairs}

        return [Effect(self.triggers, [to for to, _ in pairs], [], swapped, beyond=of_stats)]

    def _pay(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("pay")
        price = self.value(reader, scope)
        purse = self._variable(reader.name(), scope)

        def paid(sheet: Sheet, drawn: tuple[int, ...]) -> dict[Variable, int]:
            return {purse: sheet[purse.slot] - min(drawn[0], max(sheet[purse.slot], 0))}

        return [Effect(self.triggers, [purse], [price], paid, price=price)]

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

        by = self.by(None, scope, f"change {name}", amount)
        gain = Effect(self.triggers, [item], [amount], new)
        if by is not None:
            gain = EffectBy(self.triggers, [item], [amount], new, by=by, whole=False)
        if not reader.take("or", "swap"):
            reader.done()
            return [gain]
        fits = plain(lambda sheet: int(self._fits(item, 1, sheet)))
        choices = []
        for limit in self.limits_of(item):
            for other in limit.items:
                if other is not item:
                    exchange = self._effect([Part(other, -1, constant(1)), Part(item, 1, constant(1))])
                    has = plain(partial(self._makes_room, other, item))
                    dropped = next(name for name, each in self.names.items() if each is other)
                    choices.append(Option(has, [], Block([exchange]), words=f"Drop {dropped}"))
        choices.append(Option(constant(1), [], Block(), words=f"Leave {name}"))
        menu = self.decided(Menu(choices), scope)
        full = plain(lambda sheet: int(sheet[item.slot] == item.high))
        return [If([(full, Block()), (fits, Block([gain])), (constant(1), Block([menu]))])]

    def _makes_room(self, dropped: Variable, item: Variable, sheet: Sheet) -> int:
        """Whether there is one thing to drop, and then room for another."""
        after = put(sheet, {dropped.slot: sheet[dropped.slot] - 1})
        return int(sheet[dropped.slot] > 0 and self._fits(item, 1, after))

    def _lose(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        reader.want("lose")
        if reader.take("random"):
            limit = scope.names[reader.name()]
            by = self.by(None, scope, "lose random")
            if by is not None and by[0].mode != "expected":
                return [LoseRandomBy(self.triggers, limit.items, by)]
            return [LoseRandom(self.triggers, limit.items)]
        if reader.take("all"):
            what = scope.names[reader.name()]
            items = what.items if isinstance(what, Limit) else [what]
            return [Effect(self.triggers, items, [], lambda *_: dict.fromkeys(items, 0))]
        amount, name = self._amount_and_name(reader, scope)
        what = scope.names[name]
        if isinstance(what, OneOf):
            return [self._assign(what.variable, constant(0))]
        return [self._effect([Part(what, -1, amount, by=self.by(None, scope, f"change {name}", amount))])]

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
                    assert item.high is not None
                    stored = max(0, min(sheet[item.slot], item.high - sheet[place.slot]))
                    gone[place] = sheet[place.slot] + stored
                    gone[item] = max(0, sheet[item.slot]) - stored
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

    def _tick(self, reader: Reader, _: Line, scope: Scope) -> list[Step]:
        """`tick a box`, `tick one of 3`: the next that is empty, if there is one."""
        reader.want("tick")
        number = reader.whole() if reader.take("one", "of") else 1
        if number == 1:
            reader.take("a", "box")
        assert scope.chapter is not None
        box = self._boxes(scope.chapter, number)
        return [self._effect([Part(Variable(box.slot, 0, number), 1, constant(1))])]

    def _chest(self, chest: str, slot: int) -> int:
        if (chest, slot) not in self.chests:
            self.chests[chest, slot] = self.slot()
        return self.chests[chest, slot]
