"""The accounts of a book without luck, as readers call them: their names, and those of their columns."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.model.book import Account
from gamebook.model.step import COMPARED, OF_EACH
from gamebook.patterns import pattern
from gamebook.publish.combats import known_of
from gamebook.publish.decided import Decided, Kept, Place
from gamebook.publish.document import plain
from gamebook.publish.known import settled
from gamebook.publish.rules import dice
from gamebook.publish.rules.clauses import with_sign
from gamebook.publish.rules.paragraphs import Paragraphs
from gamebook.publish.values import Values, open_range, range_of
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.spell import spell
from gamebook.syntax.text import parse_value
from gamebook.syntax.walk import find, walk

_RANGE = pattern(r"(-?\d+)-(-?\d+)")
_OPEN = pattern(r"(-?\d+) or (more|less)")
"""The label of a row of a roll."""
_OF_FOE = pattern(r"(?:.* )?foe (\d+) (\S+)")
"""The stat of a foe, as the engine calls it."""
_INITIAL = "initial"
"""What the engine calls the initial value of a stat, before its name."""


class Ledger(Struct, frozen=True):
    """An account in print."""

    account: Account
    section: str
    """The number of the section that it belongs to; empty for one with a name."""
    thing: str
    """What is decided with it, or its name."""
    columns: tuple[tuple[str, int], ...]
    """Each with what stands there at the start."""
    places: tuple[Place, ...]
    titles: tuple[tuple[str, str], ...] = ()
    """What the engine calls each column, and what print does."""
    alike: bool = False
    """Whether another one of the section is called the same but for its number."""
    below: bool = False
    """Whether an amount may come to less than nothing on average."""

    def name(self, values: Values) -> str:
        """What it is called on the rules page and on the sheet."""
        return values.say("account-of", n=self.section, name=self.thing) if self.section else self.thing


def ledgers_of(writer: Paragraphs, found: Decided, parts: Sequence[ast.Node]) -> tuple[Ledger, ...]:
    """The accounts of a book; those of one section that would be called the same have a number each.

    Args:
        writer: has the words.
        found: what is known of them.
        parts: all declarations and chapters.
    """
    several = any(len(fight.foes) > 1 for fight in find(tuple(parts), ast.Fight))
    names = _Names(writer, several)
    ledgers = [names.ledger(each) for each in _in_usual_fights(writer, found.kept, parts)]
    named = Counter((each.section, each.thing) for each in ledgers)
    before: defaultdict[tuple[str, str], int] = defaultdict(int)
    for place, each in enumerate(ledgers):
        key = (each.section, each.thing)
        if named[key] > 1:
            before[key] += 1
            ledgers[place] = replace(each, thing=f"{each.thing} ({before[key]})", alike=True)
    return tuple(ledgers)


def told_apart(ledgers: Sequence[Ledger]) -> dict[Place, tuple[str, ...]]:
    """Where sections must say which account is meant: there are several of one section that have only numbers.

    A place of a named rule has one for each time that the section does the rule, in this order; empty for one that
    needs no words.
    """
    found: defaultdict[Place, list[str]] = defaultdict(list)
    for each in ledgers:
        for place in dict.fromkeys(each.places):
            if each.section:
                found[place].append(each.thing if each.alike else "")
    return {place: tuple(names) for place, names in found.items() if any(names)}


def named_around(ledgers: Sequence[Ledger]) -> dict[tuple[Place, str], str]:
    """What the accounts are called that a block has a name for: each thing in it has one of its own."""
    return {
        (place, each.account.name.partition(OF_EACH)[0]): each.thing
        for each in ledgers
        if OF_EACH in each.account.name and not each.section
        for place in each.places
    }


def _in_usual_fights(writer: Paragraphs, kept: Sequence[Kept], parts: Sequence[ast.Node]) -> Iterator[Kept]:
    """The accounts, with the steps of rounds as the rules page tells them."""
    told: dict[Span, ast.Node] = {}
    for combat in find(tuple(parts), ast.CombatDecl) if kept else ():
        known = known_of(writer.values.phrases, combat, parts)
        for block in (combat.round, combat.others or ()):
            told |= {each.span: each for each in find(settled(block, known), ast.Step)}
    for each in kept:
        yield replace(each, steps=tuple(told.get(step.span, step) for step in each.steps))


class _Names(Struct, frozen=True):
    """Gives accounts and columns their names."""

    writer: Paragraphs
    several: bool
    """Whether there are fights with several foes, so that a foe needs its number."""

    def ledger(self, kept: Kept) -> Ledger:
        """An account."""
        account, values = kept.account, self.writer.values
        step = kept.steps[0] if kept.steps else None
        chapter, colon, thing = account.name.partition(": ")
        section, name = "", account.name
        if colon and chapter in values.numbers:
            section, name = values.number_of(chapter), self._thing(step, thing)
        elif OF_EACH in account.name:
            named, _, thing = account.name.partition(OF_EACH)
            name = f"{named}{OF_EACH}{self._thing(step, thing)}"
        columns = columns_of(account)
        titles = self._titles(step, [title for title, _ in columns])
        both = tuple((before, title) for (before, _), title in zip(columns, titles, strict=True))
        # A row with weight 0 has no face of a die, and nothing is ever due to it.
        told = tuple((title, start) for title, (_, start) in zip(titles, columns, strict=True) if title)
        return Ledger(account, section, name, told, kept.places, both, below=any(map(self._is_below, kept.steps)))

    def _is_below(self, step: ast.Node) -> bool:
        """Whether a step gives an amount that may be below 0, or its rows both add and subtract."""
        signs: defaultdict[str, set[int]] = defaultdict(set)
        scores = (("", 1, each.amount) for each in find(step, ast.Score))
        changes = ((str(each.place.id), each.sign, each.amount) for each in find(step, ast.Change))
        for what, sign, written in (*scores, *changes):
            amount, minus = with_sign(self.writer.values.known(written))
            if any(isinstance(part, ast.Binary | ast.Unary) and part.op == "-" for part in walk(amount)):
                return True
            signs[what].add(sign * minus)
        return any(len(found) > 1 for found in signs.values())

    def _thing(self, step: ast.Node | None, otherwise: str) -> str:
        """What is decided by a step, in a few words."""
        value = self.writer.values.value
        match step:
            case ast.Compare(left=left, right=right):
                return plain(self.writer.say("compare", left=value(left), right=value(right)))
            case ast.Check(test=test):
                return self.writer.values.name(test)
            case ast.Roll(value=rolled):
                return value(rolled)
            case ast.Random():
                return self.writer.values.say("account-draw")
        return self._amounts(otherwise)

    def _titles(self, step: ast.Node | None, titles: Sequence[str]) -> list[str]:
        """What columns are called: as the rows that they follow begin in print."""
        rows: list[tuple[str, str]] = []
        if isinstance(step, ast.Random):
            rows = [(spell(row.weight), head) for row, head in dice.heads(self.writer, step)]
        return [self._title(step, title, rows) for title in titles]

    def _title(self, step: ast.Node | None, title: str, rows: list[tuple[str, str]]) -> str:
        match step:
            case ast.Compare() if title in COMPARED:
                return plain(self.writer.say(title))
            case ast.Check(test=test) if title in self._outcomes(test):
                return plain(dice.outcome(self.writer, title))
            case ast.Random():
                for place, (label, head) in enumerate(rows):
                    if label == title:
                        del rows[: place + 1]  # rows with one label come in their order
                        return head
        span, end = _RANGE.fullmatch(title), _OPEN.fullmatch(title)
        if end:
            return plain(self.writer.say(open_range(more=end[2] == "more"), n=Values.whole(int(end[1]))))
        return range_of(int(span[1]), int(span[2])) if span else self._amounts(title)

    def _outcomes(self, test: str) -> Iterable[str]:
        declared = self.writer.values.names.tests.get(test)
        return map(str, declared.outcomes if declared is not None else ("pass", "fail"))

    def _amounts(self, title: str) -> str:
        """What an account of amounts follows: things of the sheet, stats of foes, or a roll."""
        rolled = parse_value(title)
        if rolled is not None and any(find(rolled, ast.Dice)):
            return self.writer.values.value(rolled)
        return self.writer.values.joined([self._amount(each) for each in title.split(", ")])

    def _amount(self, name: str) -> str:
        values = self.writer.values
        of_foe = _OF_FOE.fullmatch(name)
        if of_foe:
            return values.of_foe(of_foe[2], f"{values.say('foe')} {of_foe[1]}" if self.several else "")
        if name in values.names.on_sheet:
            return values.heading(name)
        where, _, own = name.rpartition(" ")  # a number of a fight, `fight 1 run`, or the initial value of a stat
        return values.value(ast.Initial(ast.Id(own))) if where == _INITIAL else values.name(own)


def columns_of(account: Account) -> list[tuple[str, int]]:
    """The columns that readers keep, as the engine calls them, each with what stands there at the start."""
    if account.mode == "systematic":  # of a hidden die the engine keeps where it can be; readers keep the die
        return [(title.removesuffix(" low"), 0) for title, _ in account.columns if title.endswith(" low")]
    starts = [*account.start, *[0] * len(account.columns)]
    found = [(title, start) for (title, _), start in zip(account.columns, starts, strict=False)]
    return [*found, (account.rest, -sum(start for _, start in found))] if account.rest else found
