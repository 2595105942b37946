"""Fights: rounds, foes one after another or together, and the rows under a fight."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from tests.support.naive.lines import Line, Reader
from tests.support.naive.play import (
    Block,
    Decision,
    Keep,
    Offer,
    Option,
    Stack,
    Step,
    Trigger,
    Variable,
    Way,
    below,
    frames,
    put,
    then,
)
from tests.support.naive.values import ONE, Sheet, Value, constant, either, plain

if TYPE_CHECKING:
    from tests.support.naive.names import Scope
    from tests.support.naive.rules import Rules


@dataclass(eq=False)
class Foe:
    """A foe's stats, and what it does when it is attacked and when it is not."""

    name: str
    stats: dict[str, Variable]
    beaten: int  # a slot, for foes one after another
    falls: Value = field(default_factory=lambda: constant(0))
    busy: Value = field(default_factory=lambda: constant(0))
    round: Block = field(default_factory=Block)
    others: Block = field(default_factory=Block)
    each_round: Block = field(default_factory=Block)


@dataclass(eq=False)
class Fight(Step):
    """All that a fight is made of."""

    round: int  # the slot that tells which round it is, as far as anybody asks
    last_round: int  # no number of a round above this one is told apart
    together: bool = False
    begin: Block = field(default_factory=Block)
    foes: list[Foe] = field(default_factory=list)
    names: dict[str, Any] = field(default_factory=dict)
    moments: dict[str, list[Line]] = field(default_factory=dict)
    triggers: list[Trigger] = field(default_factory=list)
    won: Block = field(default_factory=Block)
    after: tuple[int, Block] | None = None
    escape: tuple[int, Option] | None = None
    anytime: list[Option] = field(default_factory=list)
    parts: dict[Foe, Block] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.menu = RoundMenu(self)
        self.target = Target(self)

    def others(self, foe: Foe) -> Block:
        """What a foe does that is not attacked."""
        if foe not in self.parts:
            self.parts[foe] = Block([Standing(self, foe, foe.others)])
        return self.parts[foe]

    @property
    def own_names(self) -> dict[str, Any]:
        """What the lines of the fight know."""
        return self.names

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """The fight begins: foes are rolled and seen, then comes the first round."""
        return [Way(ONE, sheet, then(self.begin, self.appear((("fight", self), rest))))]

    def appear(self, rest: Stack) -> Stack:
        """The next foes are there, and their first round comes."""
        return then(Block([Appear(self)]), (("round", self), rest))

    def next_round(self, sheet: Sheet, stack: Stack) -> list[Way]:
        """The fight stops, or a round begins."""
        if self.after is not None and sheet[self.round] >= self.after[0]:
            return [Way(ONE, sheet, then(self.after[1], stack))]
        sheet = put(sheet, {self.round: min(sheet[self.round] + 1, self.last_round)})
        standing = self.standing(sheet)
        turns: list[Step] = [*standing[0].each_round.steps, self.menu, self.target]
        return [Way(ONE, sheet, then(Block(turns), stack))]

    def standing(self, sheet: Sheet) -> list[Foe]:
        """The foes that are not beaten: one who fights beside others can stand up again."""
        return [foe for foe in self.foes if not (foe.falls.on(sheet) if self.together else sheet[foe.beaten])]

    def at_hand(self, sheet: Sheet) -> list[Foe]:
        """Those of them who fight: of foes who come one after another, the first."""
        return self.standing(sheet) if self.together else self.standing(sheet)[:1]

    def beaten(self, foe: Foe, sheet: Sheet, rest: Stack) -> Way:
        """A foe falls: the fight is won, or goes on with the others."""
        sheet = put(sheet, {foe.beaten: 1})
        if not self.standing(sheet):
            return Way(ONE, sheet, then(self.won, below(rest, ("fight", self))))
        if self.together:
            strike = ("strike", self, foe)
            return Way(ONE, sheet, below(rest, strike) if strike in frames(rest) else rest)
        return Way(ONE, sheet, self.appear((("fight", self), below(rest, ("fight", self)))))


@dataclass(eq=False)
class Appear(Step):
    """Foes appear: one of whom `won when` holds is beaten at once."""

    fight: Fight

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Of foes who fight together, nothing comes of it unless all are."""
        fight = self.fight
        standing = fight.standing(sheet)
        if fight.together and standing:
            return [Way(ONE, sheet, rest)]
        first = [*standing, fight.foes[-1]][0]
        return [fight.beaten(first, sheet, rest) if first.falls.on(sheet) else Way(ONE, sheet, rest)]


@dataclass(eq=False)
class Beaten(Step):
    """What follows when a foe is beaten."""

    fight: Fight
    foe: Foe

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Its part of the round is over; in a block that leaves the fight it makes no difference."""
        if ("leaving", self.fight) in frames(rest):
            return [Way(ONE, sheet, rest)]
        return [self.fight.beaten(self.foe, sheet, rest)]


@dataclass(eq=False)
class AgainstTheFirst(Step):
    """A row in which `foe` is the first foe who stands."""

    fight: Fight
    blocks: dict[Foe, Block]

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """That foe's block; where all have just fallen, the last one's."""
        first = [*self.fight.standing(sheet), self.fight.foes[-1]][0]
        return [Way(ONE, sheet, then(self.blocks[first], rest))]


@dataclass(eq=False)
class Leaving(Step):
    """The block of `lost`, `escape` or `after`."""

    fight: Fight
    block: Block

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """At its end the fight is left, unless it turns."""
        return [Way(ONE, sheet, then(self.block, (("leaving", self.fight), rest)))]


@dataclass(eq=False)
class Leave(Step):
    """The fight is over."""

    fight: Fight

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """What was going on in it is forgotten."""
        return [Way(ONE, sheet, below(rest, ("fight", self.fight)))]


@dataclass(eq=False)
class RoundMenu(Decision):
    """At the start of a round: escape, something that may be done in fights, or fight on."""

    fight: Fight
    name = "escape"

    def offers(self, sheet: Sheet, rest: Stack) -> list[Offer]:
        """Fighting on is an option where there is another."""
        fight = self.fight
        again = (("menu", self.returns or self), rest)
        found = []
        if fight.escape is not None and sheet[fight.round] >= fight.escape[0] and fight.escape[1].is_open(sheet):
            found.append(Offer("Escape", sheet, then(fight.escape[1].block, rest)))
        actions = [each for each in fight.anytime if each.is_open(sheet)]
        found += [Offer(each.words, sheet, then(each.block, again), True) for each in actions]
        return [*found, Offer("Fight on", sheet, rest)] if found else []


@dataclass(eq=False)
class Target(Decision):
    """Whom to attack, where several foes stand; the others then act, too."""

    fight: Fight
    name = "target"

    def offers(self, sheet: Sheet, rest: Stack) -> list[Offer]:
        """Each foe that stands."""
        standing = self.fight.standing(sheet)
        if not self.fight.together:
            standing = standing[:1]
        found = []
        for target in [foe for foe in standing if not foe.busy.on(sheet)] or standing:
            stack = rest
            for other in reversed(standing):
                if other is not target:
                    stack = then(self.fight.others(other), stack)
            found.append(Offer(target.name, sheet, then(target.round, (("strike", self.fight, target), stack))))
        return found


@dataclass(eq=False)
class Standing(Step):
    """What is done for a foe, if it still stands."""

    fight: Fight
    foe: Foe
    block: Block
    in_round: bool = True

    def do(self, sheet: Sheet, rest: Stack) -> list[Way]:
        """Its own part of the round, or what is done for each foe."""
        if self.foe not in self.fight.at_hand(sheet) or (self.in_round and self.foe.busy.on(sheet)):
            return [Way(ONE, sheet, rest)]
        return [Way(ONE, sheet, then(self.block, (("strike", self.fight, self.foe), rest) if self.in_round else rest))]


@dataclass(eq=False)
class AnyFoe(Decision):
    """What is done for one of the foes who fight; the reader says which."""

    fight: Fight
    blocks: list[tuple[Foe, Block]]
    name = "any foe"

    def offers(self, sheet: Sheet, rest: Stack) -> list[Offer]:
        """Each foe who fights."""
        return [
            Offer(foe.name, sheet, then(block, rest)) for foe, block in self.blocks if foe in self.fight.at_hand(sheet)
        ]


# ---- reading a fight ------------------------------------------------------------------------------


def read_fight(book: Rules, reader: Reader, line: Line, scope: Scope) -> list[Step]:
    """`~ fight` and what stands under it."""
    reader.want("fight")
    name = combat_name(reader)
    combat = book.combats[name]
    numbers = [
        int(number)
        for text in texts([line, combat, *book.strategies.values()])
        if re.search(r"\brounds?\b", text)
        for number in re.findall(r"\d+", text)
    ]
    fight = Fight(book.slot(passing=True), max(numbers, default=-1) + 1)
    setting = re.search(r"\bby \w.*", re.sub(r'"(?:\\.|[^"\\])*"', "", line.text))
    if setting is not None and (said := book.said(Reader(setting.group()))) is not None:
        scope = replace(scope, method=said.or_else(scope.method))
    readers = []
    if reader.peek().kind == "text":
        readers.append(reader)
    for row in line.block:
        if re.match(r"(then |and )?foe \"", row.text):
            readers.append(Reader(re.sub(r"^(then |and )?foe ", "", row.text)))
        elif row.text == "together":
            fight.together = True
    begin: list[Step] = []
    for one in readers:
        while one.peek().kind != "end" and one.peek().text != "by":
            if one.take("and"):
                fight.together = True
            else:
                one.take("then")
            read_foe(book, one, combat, fight, begin, replace(scope, fight=fight))
    fight.names = dict(scope.names)
    inside = replace(scope, names=fight.names, foe=fight.foes[0], fight=fight, menus_have_anytime=False)
    read_settings(book, line, combat, fight, inside, begin)
    fight.begin = Block([*begin, *(Keep(constant(0), slot) for slot in [fight.round])])
    read_rows(book, line, fight, inside, scope)
    for row in line.block:
        if row.text.startswith("busy "):
            busy = Reader(row.text)
            busy.want("busy")
            who = busy.text()
            busy.want("while")
            next(foe for foe in fight.foes if foe.name == who).busy = book.value(busy, inside)
    for foe in fight.foes:
        own = replace(inside, foe=foe)
        for row in combat.block:
            if row.text == "round":
                foe.round = book.block(row.block, own)
            elif row.text == "others":
                foe.others = book.block(row.block, own)
            elif row.text.startswith("won when "):
                condition = book.whole_value(row.text.removeprefix("won when "), own)
                fight.triggers.append(won_trigger(fight, foe, condition))
        with book.at_one_place((fight, "each round") if fight.together else None):
            foe.each_round = Block(
                [
                    step
                    for row in line.block
                    if row.text.startswith("each round")
                    for step in book.block(row.block, own, row.text.partition("->")[2]).steps
                ]
            )
    return [fight]


def combat_name(reader: Reader) -> str:
    """Which combat a fight is fought by."""
    return reader.name() if reader.peek().kind == "name" and reader.peek().text != "by" else "fight"


def texts(lines: list[Line]) -> list[str]:
    """All that stands in some lines."""
    return [text for line in lines for text in (line.text, *texts(line.block))]


def read_foe(book: Rules, reader: Reader, combat: Line, fight: Fight, begin: list[Step], scope: Scope) -> None:
    """A foe's stats: they are rolled when the fight begins."""
    names = next(re.findall(r"[\w-]+", row.text)[1:] for row in combat.block if row.text.startswith("foe "))
    foe = Foe(str(reader.text()), {}, book.slot(passing=True))
    for _ in names:
        name = reader.name()
        start = book.sum(reader, scope)
        foe.stats[name] = Variable(book.slot(passing=True), lowest(start, scope), None, book.slot(passing=True))
        begin.append(book.start_of(foe.stats[name], start, scope, f"foe {name}"))
    begin.append(Keep(constant(0), foe.beaten))
    fight.foes.append(foe)


def lowest(start: Value, scope: Scope) -> int:
    """The low end of a stat's range: 0, or the lowest value that it can begin with, if that is below 0."""
    asked = [each for each in scope.names.values() if isinstance(each, Variable) and each.slot in start.mentions]
    ranges = {each.slot: range(each.low or 0, (each.high or 0) + 1) for each in asked}
    sheets = (put((0,) * 1000, dict(zip(ranges, values, strict=True))) for values in product(*ranges.values()))
    return min(0, *(min(start.draw(sheet)) for sheet in sheets))


def read_settings(book: Rules, line: Line, combat: Line, fight: Fight, scope: Scope, begin: list[Step]) -> None:
    """Options, then locals; those of the fight after those of the combat."""
    for row in combat.block:
        if row.text.startswith("option "):
            reader = Reader(row.text)
            reader.want("option")
            name = reader.name()
            reader.want("=")
            fight.names[name] = book.value(reader, scope)
    changes = [Reader(row.text) for row in line.block if row.text.startswith("with ")]
    for reader in changes:
        reader.want("with")
        name = reader.name()
        reader.want("=")
        value = book.value(reader, scope)
        if reader.take("for"):
            rounds = reader.whole()
            now = plain(lambda sheet, rounds=rounds: int(sheet[fight.round] <= rounds), [fight.round])  # type: ignore[misc]
            value = either(now, value, fight.names[name])
        fight.names[name] = value
    for row in [*combat.block, *line.block]:
        if row.text.startswith("local "):
            reader = Reader(row.text)
            reader.want("local")
            name = reader.name()
            reader.want("=")
            start = book.value(reader, scope)
            reader.want("in")
            low = book.value(reader, scope).on(())
            reader.want("..")
            variable = Variable(book.slot(passing=True), low, book.value(reader, scope).on(()))
            begin.append(book.start_of(variable, start, scope, f"local {name}"))
            fight.names[name] = variable


def read_rows(book: Rules, line: Line, fight: Fight, inside: Scope, outside: Scope) -> None:
    """What else may happen in the fight."""
    combat_wounds = None
    for row in line.block:
        head, _, turn = row.text.partition("->")
        reader = Reader(head)
        word = reader.peek().text
        if word == "on":
            fight.moments.setdefault(reader.words[1].text, []).append(row)
        if word not in {"won", "lost", "wounded", "escape", "after"}:
            continue
        if word == "lost" and not any(t.deadly for t in [*book.triggers.first, *book.triggers.others]):
            continue  # nothing comes to it
        before = len(book.decisions)
        where = inside if word == "wounded" else replace(inside, menus_have_anytime=outside.menus_have_anytime)
        written = block = book.block(row.block, where, turn)
        if word != "won":  # there, no foe is left
            del book.decisions[before:]
            each = {foe: book.block(row.block, replace(where, foe=foe), turn) for foe in fight.foes}
            block = Block([AgainstTheFirst(fight, each)])
        reader.next()
        leave = Block([Leaving(fight, Block([*block.steps, Leave(fight)]))])
        if word == "won":
            fight.won = block
        elif word == "escape":
            escape = Option(constant(1), book.prices(written), leave)
            fight.escape = (reader.whole() if reader.take("from", "round") else 0, escape)
        elif word == "after":
            fight.after = (reader.whole(), leave)
        elif word == "lost":
            deadly = [t for t in [*book.triggers.first, *book.triggers.others] if t.deadly]
            fight.triggers += [Trigger(t.condition, leave, instead=t) for t in deadly]
        elif word == "wounded":
            combat_wounds = block
    if combat_wounds is not None:
        seen = book.slot(passing=True)
        fight.begin.steps.append(Keep(constant(0), seen))
        slot = wounds_slot(book, line, outside)
        unhurt = plain(lambda sheet: int(not sheet[seen]), [slot])
        block = Block([Keep(constant(1), seen), *combat_wounds.steps])
        fight.triggers.append(Trigger(unhurt, block, only_losses=True))
    fight.anytime = [book.option(choice, inside) for choice in book.anytime_in_fights]
    book.decided(fight.menu, inside)
    book.decided(fight.target, inside)


def wounds_slot(book: Rules, line: Line, scope: Scope) -> int:
    """The slot of the stat whose loss is a wound."""
    reader = Reader(line.text[1:])
    reader.want("fight")
    combat = book.combats[combat_name(reader)]
    stat = next(row.text.split()[1] for row in combat.block if row.text.startswith("wounds "))
    return int(scope.names[stat].slot)


def won_trigger(fight: Fight, foe: Foe, condition: Value) -> Trigger:
    """A foe is beaten when the condition holds, once, and in turn where foes come one after another."""

    def holds(sheet: Sheet) -> int:
        standing = fight.standing(sheet)
        in_turn = fight.together or standing[:1] == [foe]
        return int(in_turn and condition.on(sheet) != 0)

    foe.falls = condition
    return Trigger(plain(holds, condition.mentions), Block([Beaten(fight, foe)]))
