"""Which numbers it is good to have more of, as far as the rules of a book show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from gamebook.lint.facts import Facts
from gamebook.lint.ranges import direction, is_watched
from gamebook.model.arithmetic import TRUE, Interval, bounds, ends, reads
from gamebook.model.blocks import blocks_in, expressions_in
from gamebook.model.book import HERO_BLOCK, Variable
from gamebook.model.deaths import deaths
from gamebook.model.expression import Binary, Const, Expr, Unary, Var
from gamebook.model.step import Assign, Block, Choose, End, If, Roll, Say, Step, Turn

Way = Literal["up", "down", "still", "any"]
"""How a value moves while one variable rises: never down, never up, not at all, or anyhow."""
_OPPOSITE: Mapping[Way, Way] = {"up": "down", "down": "up", "still": "still", "any": "any"}


class Wanted(Struct, frozen=True):
    """The numbers of which it is good to have more."""

    names: frozenset[str]
    rising: frozenset[str]
    """The stats among them that rules raise above the value that they had at the start."""


def wanted_in(facts: Facts) -> Wanted:
    """The numbers of which it is good to have more: stats that rules lower, what heals, and what things are paid with.

    Supplies that are only used up and heal nothing, such as water at a well, may well be free; and of a number for
    which a trigger waits at the end of its range nobody wants more. A number that nothing is paid with is worth having
    where more of it opens a choice, or keeps the reader alive, and is nowhere bad; a clock mostly closes something,
    too. Nobody raises the initial value of a stat of which more is bad; but one that rises `beyond initial` may count
    something, as a number does.
    """
    found, rising, open_, beyond = set[str](), set[str](), set[Variable](), set[Variable]()
    healing, grown = _healing(facts), _grown(facts)
    for each in facts.book.variables:
        if each.high - each.low <= 1 or is_watched(facts.book, each, each.high):
            continue
        changes = [effect for effect in facts.effects.values() if each.name in {c.variable for c in effect.changes}]
        if each.kind == "stat":
            is_wanted = any(direction(effect, each.name) == "-" for effect in changes)
            if each.cap is not None and each.cap in grown:
                is_wanted = True
                found.add(each.cap)
                rising.add(each.name)
            elif each.name in grown:
                beyond.add(each)
        else:
            paid = any(effect.why == "pay" for effect in changes)
            is_wanted = each.kind in ("number", "item") and (paid or each.name in healing)
        if is_wanted:
            found.add(each.name)
        elif changes and (each.kind == "number" or each in beyond):
            open_.add(each)
    if open_ | beyond:
        good, bad = _judged(facts, open_ | beyond)
        found |= {each.name for each in open_ if each.name in good - bad}
        rising |= {each.name for each in beyond if each.name in found - bad}
    return Wanted(frozenset(found), frozenset(rising))


def _grown(facts: Facts) -> set[str]:
    """The stats to which something is added beyond their initial values, and the initial values to which it is."""
    initial = {each.cap for each in facts.book.variables}
    return {
        change.variable
        for each in facts.steps
        if isinstance(each.step, Assign) and each.around.place != HERO_BLOCK
        for change in each.step.changes
        if (change.beyond or change.variable in initial) and direction(each.step, change.variable) == "+"
    }


def _healing(facts: Facts) -> set[str]:
    """What is used up on the lines that raise a stat which rules lower: a meal, a potion.

    A number is used up where it is asked for: a number of dangers may fall beside a healing, too.
    """
    book = facts.book
    kinds = {each.name: each.kind for each in book.variables}
    hurt = {name for effect in facts.effects.values() for name in _moved(effect, "-") if kinds.get(name) == "stat"}
    found = set[str]()
    bodies = (*(each.body for each in book.chapters), *(each.body for each in book.watches))
    waiting: list[tuple[Expr, Block]] = [(TRUE, body) for body in bodies]
    for condition, block in waiting if hurt else ():  # grows meanwhile
        effects = [step for step in block if isinstance(step, Assign)]
        if any(hurt & {*_moved(effect, "+"), *_restored(effect)} for effect in effects):
            used = {name for effect in effects for name in _moved(effect, "-")}
            found |= {name for name in used if kinds.get(name) == "item" or _way(condition, name) == "up"}
        for step in block:
            match step:
                case If():
                    waiting += [(step.condition, step.then), (TRUE, step.otherwise)]
                case Choose():
                    waiting += [(option.condition, option.body) for option in step.options]
                case _:
                    waiting += [(TRUE, inner) for inner in blocks_in(step)]
    return found


def _moved(effect: Assign, sign: str) -> Iterator[str]:
    """The variables to which an effect adds, or from which it takes."""
    return (each.variable for each in effect.changes if direction(effect, each.variable) == sign)


def _restored(effect: Assign) -> Iterator[str]:
    """The stats that an effect restores."""
    return (each.variable for each in effect.changes if each.value == Var(name=f"initial {each.variable}"))


def _judged(facts: Facts, numbers: set[Variable]) -> tuple[set[str], set[str]]:
    """The numbers of which more opens something, but no choice of a defeat; and those of which more may be bad.

    A stat is tested, and compared with its initial value: both say nothing of whether more of it is good.
    """
    book = facts.book
    good, bad = set[str](), _elsewhere(facts, numbers) | _counts(facts)
    names = {each.name for each in numbers}
    caps = {each.name: each.cap for each in numbers}
    fatal = deaths(book)
    kinds = book.ending_kinds

    def worth(block: Block) -> int:
        match block[-1] if block else None:
            case End(ending=ending):
                return {"victory": 1, "defeat": -1}.get(kinds[ending], 0)
            case Turn(chapter=chapter):
                return -1 if chapter in fatal else 0
        return 0

    for each in facts.steps:
        step = each.step
        for expr in expressions_in(step):
            for name in reads(expr) & names:
                if caps[name] in reads(expr):
                    continue
                way = _way(expr, name)
                match step:
                    case Roll(what="test" | "compare", rows=rows) if caps[name] is not None and way == "up":
                        worths = [worth(row.body) for row in sorted(rows, key=lambda row: row.low)]
                        if worths != sorted(worths):
                            bad.add(name)
                    case Assign():
                        own = (name, caps[name])
                        if any(change.variable not in own and change.value == expr for change in step.changes):
                            bad.add(name)
                    case Choose(owner="reader"):
                        led = [option.body for option in step.options if option.condition == expr]
                        if way != "up" or any(worth(body) < 0 for body in led):
                            bad.add(name)
                        elif step.what == "menu" and _depends(facts, expr, name) and not _is_open_to_all(step, led):
                            good.add(name)
                    case If() if not _only_says(step):
                        more, less = (step.then, step.otherwise) if way == "up" else (step.otherwise, step.then)
                        if way in ("up", "down") and worth(more) > worth(less):
                            good.add(name)
                        else:
                            bad.add(name)
                    case If():
                        pass
                    case _:
                        bad.add(name)
    return good, bad


def _is_open_to_all(menu: Choose, led: Sequence[Block]) -> bool:
    """Whether choices of a menu only lead where a choice without a condition leads, too."""
    open_ = {_only_turn(option.body) for option in menu.options if option.condition == TRUE}
    return all(_only_turn(body) in open_ - {""} for body in led)


def _only_turn(block: Block) -> str:
    """The chapter to which a block turns, if it does nothing else."""
    return block[0].chapter if len(block) == 1 and isinstance(block[0], Turn) else ""


def _elsewhere(facts: Facts, numbers: set[Variable]) -> set[str]:
    """What triggers of the book look at, and the points of endings; but not stats that triggers find too low."""
    book = facts.book
    stats = {each.name for each in numbers if each.kind == "stat"}
    watched = (
        name
        for watch in book.watches
        for name in {*watch.mentions, *reads(watch.condition)}
        if name not in stats or _way(watch.condition, name) != "down"
    )
    return {*watched, *(name for each in book.endings if each.score is not None for name in reads(each.score))}


def _counts(facts: Facts) -> set[str]:
    """The numbers that count something: a chapter adds 1 to them on each visit.

    Or each choice of a menu does, apart from those that the number opens: nobody gets on without it.
    """
    found = set[str]().union(*(_counted(chapter.body) for chapter in facts.book.chapters))
    for each in facts.steps:
        step = each.step
        if isinstance(step, Choose) and step.what == "menu" and step.owner == "reader":
            ways = [(_counted(option.body), option.condition) for option in step.written]
            names = set[str]().union(*(counted for counted, _ in ways))
            found |= {n for n in names if all(n in counted or n in reads(opens) for counted, opens in ways)}
    return found


def _counted(block: Block) -> set[str]:
    """The numbers to which lines of a block add 1 in any case."""
    lines = (step for step in block if isinstance(step, Assign))
    return {
        change.variable
        for step in lines
        for change in step.changes
        if change.value == Binary(op="+", left=Var(name=change.variable), right=Const(value=1))
    }


def _only_says(step: If) -> bool:
    """Whether only words depend on a condition."""
    steps: tuple[Step, ...] = (*step.then, *step.otherwise)
    return all(isinstance(each, Say) or (isinstance(each, If) and _only_says(each)) for each in steps)


def _depends(facts: Facts, condition: Expr, name: str) -> bool:
    """Whether a condition may be false with the least of a number, and true with the most."""
    book = facts.book
    cells = {table.name: ends(table.cells) for table in book.tables}
    ranges: dict[str, Interval] = {each.name: (each.low, each.high) for each in book.variables}
    low, high = ranges[name]
    least, most = (bounds(condition, ranges | {name: (end, end)}, cells) for end in (low, high))
    return least[0] == 0 and most[1] != 0


def _way(expr: Expr, name: str) -> Way:
    """How a value, or the truth of a condition, moves while a variable rises and all others stay."""
    if name not in reads(expr):
        return "still"
    match expr:
        case Var():
            return "up"
        case Unary(operand=operand):
            return _OPPOSITE[_way(operand, name)]
        case Binary(op="+" | "min" | "max" | "and" | "or", left=left, right=right):
            return _together(_way(left, name), _way(right, name))
        case Binary(op="-" | ">" | ">=", left=left, right=right):
            return _together(_way(left, name), _OPPOSITE[_way(right, name)])
        case Binary(op="<" | "<=", left=left, right=right):
            return _together(_OPPOSITE[_way(left, name)], _way(right, name))
        case Binary(op="*" | "/", left=left, right=Const(value=factor)) if factor > 0:
            return _way(left, name)
    return "any"


def _together(one: Way, other: Way) -> Way:
    """How a value moves that rises and falls with two others."""
    if "still" in (one, other) or one == other:
        return other if one == "still" else one
    return "any"
