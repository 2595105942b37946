"""Where rules go beyond what numbers can be: changes that are cut off, no room for things, division by zero."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence

from gamebook.codes import balance, finding, rules
from gamebook.diagnostics import Diagnostic, Hint, Suggestion
from gamebook.job import look
from gamebook.lint.facts import Facts
from gamebook.lint.most_had import most_had
from gamebook.model.arithmetic import bounds, ends, has_dice
from gamebook.model.blocks import written_in
from gamebook.model.book import Book, Variable
from gamebook.model.expression import Binary, Const, Expr, Var
from gamebook.model.prices import gains_after_a_price
from gamebook.model.step import Assign
from gamebook.program.code import Mark
from gamebook.resolve.sourcemap import Room
from gamebook.sentences import listed
from gamebook.source import Span
from gamebook.syntax.heads import NAME

Groups = Mapping[tuple[Span, str, int, str], Sequence[Mark]]
"""Where changes are cut off: the line, the number, 1 at the upper end of its range and -1 at the lower one, the sign of
the change."""


def clamped(facts: Facts) -> Iterator[Diagnostic]:
    """Which changes of numbers can be cut off at the end of the range?"""
    groups = _cut_off(facts)
    variables = {each.name: each for each in facts.book.variables}
    added: dict[Span, set[str]] = defaultdict(set)
    """What a line adds too much to: several numbers where it is in a rule that is done with each of them."""
    for span, name, end, sign in groups:
        if end > 0 and sign == "+" and variables[name].kind != "initial":
            added[span].add(name)
    costs, lost = _costs(facts, groups), _lost(facts, groups)
    for (span, name, end, sign), marks in groups.items():
        variable = variables[name]
        together = [variable]
        several_here = added if end > 0 and sign == "+" else lost if end < 0 and sign == "-" else {}
        if name in several_here.get(span, ()):
            together = [each for each in variables.values() if each.name in several_here[span]]
        if variable is not together[0]:
            continue  # told with the first one
        effect = facts.effects[facts.nearest(marks).address]
        message: str
        hint: str
        if end > 0:
            message, hint = _too_much(facts, effect, together, adds=sign == "+")
        elif sign != "-" or _is_price(facts, effect):
            message = f"for some readers this is less than {name} holds: {name} is at least {variable.low}"
            hint = _wider_range(facts, name)
            if sign == "-":
                message = f"after some readers have paid, less is left than {name} holds: it is at least {variable.low}"
                hint = on_its_sheet(facts, name, "let the range begin at 0")
        elif len(together) > 1:
            message, hint = _all_too_dear(facts, effect, together)
        else:
            several, had = len(costs[span, name]) > 1, most_had(facts, span, name)
            message, hint = _too_dear(facts, effect, variable, several)
            if had is not None and (
                had <= variable.low or (not several and had - variable.low < _taken(effect, variable))
            ):
                message, hint = _all_have_less(effect, variable, had)
        yield finding(
            balance.OVERFULL if end > 0 else balance.CLAMPED, span, message, hint, route=facts.lines_to(marks)
        )


def _cut_off(facts: Facts) -> Groups:
    """The marks of changes that are cut off and reported."""
    groups: dict[tuple[Span, str, int, str], list[Mark]] = defaultdict(list)
    for mark in facts.passed:
        span = facts.span(mark.address) if mark.what == "clamp" else None
        if span is not None and not is_kept(facts, mark):
            sign = direction(facts.effects[mark.address], mark.variable)
            groups[span, mark.variable, mark.amount, sign].append(mark)
    variables = {each.name: each for each in facts.book.variables}
    caps = {(span, name, end) for span, name, end, _ in groups if variables[name].kind == "initial"}
    for key in [each for each in groups if (each[0], variables[each[1]].cap, each[2]) in caps]:
        del groups[key]  # a swap of two stats: the initial value says it all
    return groups


def _costs(facts: Facts, groups: Groups) -> Mapping[tuple[Span, str], set[int]]:
    """What a line takes of a number: several amounts where it is in a rule that is done with each of them."""
    found: dict[tuple[Span, str], set[int]] = defaultdict(set)
    variables = {each.name: each for each in facts.book.variables}
    dear = {(span, name) for span, name, end, sign in groups if end < 0 and sign == "-"}
    for effect in facts.effects.values() if dear else ():
        here = facts.span(effect.address)
        for name in written_in((effect,)):
            if here is not None and (here, name) in dear:
                found[here, name].add(_taken(effect, variables[name]))
    return found


def _too_much(facts: Facts, effect: Assign, together: Sequence[Variable], *, adds: bool) -> tuple[str, str]:
    """The message and the hint for a change after which some readers have more than there can be.

    Args:
        facts: the book.
        effect: the change.
        together: the numbers, several where the line is in a rule that is done with each of them.
        adds: it adds to the number.
    """
    variable = together[0]
    name = variable.name
    message = f"for some readers this is more than {name} holds: {name} is at most {variable.high}"
    if adds:
        most_of_each = listed(f"{each.name} is at most {each.high}" for each in together)
        message = f"some readers have too little room for this: {most_of_each}"
    stat = next((each.name for each in facts.book.variables if each.cap == name), "")
    if variable.kind == "initial" and stat not in facts.sourcemap.ranged:  # it ends with the highest roll
        _, most = _reached(facts.book, effect, variable)
        wider = f"give the stat a range: stat {stat} = … in {variable.low}..{most}"
        return message, f"if it should fit, {on_its_sheet(facts, stat, wider)}"
    return message, _wider(facts, effect, variable)


def _wider(facts: Facts, effect: Assign, variable: Variable) -> str:
    """How a number would hold what a change gives, or what to give it."""
    name, most = variable.name, _reached(facts.book, effect, variable)[1]
    if variable.kind == "item":
        wider = f"say on the sheet how many there can be: item {name} x {most}"
        return f"if it should fit, {on_its_sheet(facts, name, wider)}"
    if variable.kind == "stat" and not any(has_dice(change.value) for change in effect.changes):
        return f"a stat ends with its initial value; if that is meant, write ~ set {name} = initial {name}"
    return _wider_range(facts, name)


def _wider_range(facts: Facts, name: str) -> str:
    return on_its_sheet(facts, name, "widen the range if it should fit")


def on_its_sheet(facts: Facts, name: str, wider: str) -> str:
    """What to change on the sheet, and where: what the rule system declares can be declared by no book again."""
    declared = facts.sourcemap.span(f"variable {name}")
    if declared is None or declared.path not in facts.systems:
        return wider
    return f"copy the rule system beside the book, and change it there: {wider}"


def _lost(facts: Facts, groups: Groups) -> dict[Span, set[str]]:
    """What each line takes more of than some readers have: several numbers where it is in a rule done with each."""
    found: dict[Span, set[str]] = defaultdict(set)
    for (span, name, end, sign), marks in groups.items():
        if end < 0 and sign == "-" and not _is_price(facts, facts.effects[facts.nearest(marks).address]):
            found[span].add(name)
    return found


def _all_too_dear(facts: Facts, effect: Assign, together: Sequence[Variable]) -> tuple[str, Hint]:
    """The message and the hint for a line that takes more of several numbers than some readers have."""
    stops = listed(f"{each.name} stops at {each.low}" for each in together)
    told = "ask before it whether the reader has enough"
    if facts.priced.get(effect.address):
        told = f"add conditions to the choices that do it, such as [if {together[0].name} >= …]"
    hint = Hint(f"{told}; if you want it so, write // noqa: GB403")
    return f"this takes more than some readers have: {stops}", hint


def _all_have_less(effect: Assign, variable: Variable, most: int) -> tuple[str, Hint]:
    """The message and the hint for a loss that is more than any reader has who comes there; `most`: what they have."""
    name, low = variable.name, variable.low
    message = f"this takes no {name} from anyone: it is {low} for all who come here, and it stops there"
    told = "take it where some readers have more, or remove it"
    if most > low:
        message = (
            f"all who come here have less than the {_taken(effect, variable)} {name} that this takes: it stops at {low}"
        )
        told = f"take no more than {most - low}"
    return message, Hint(f"{told}; if you want it so, write // noqa: GB403")


def _is_price(facts: Facts, effect: Assign) -> bool:
    """Whether a change is the price of a choice, which is closed to those who cannot pay."""
    return effect.why == "pay" and effect.address in facts.priced


def _too_dear(facts: Facts, effect: Assign, variable: Variable, several: bool) -> tuple[str, Hint]:
    """The message and the hint for a loss that is more than some readers have.

    Args:
        facts: the book.
        effect: the loss.
        variable: the number that is lost.
        several: the line is in a rule that is done with other amounts, too.
    """
    name, amount = variable.name, _taken(effect, variable)
    needed = variable.low + amount if amount else "…"
    pays = variable.low == 0  # who pays must have the price, and nothing is left of it in the end
    if not pays:
        message = f"this takes more {name} than some readers can lose: it stops at {variable.low}"
    elif amount > 1:
        message = f"some readers have less than the {amount} {name} that this takes: it stops at 0"
    else:
        message = f"this takes more {name} than some readers have: it stops at 0"
    suggestions: tuple[Suggestion, ...] = ()
    if effect.address in facts.priced:
        where = " to the choices that do it with this amount" if several else ""
        hint = f"add a condition{where}, [if {name} >= {needed}]"
        if not facts.priced[effect.address]:
            hint = f"ask before it, ~ if {name} >= {needed}"
        if pays:
            hint = f"use pay, which closes the choice; or {hint}"
        price = "" if several else str(amount or _named(effect, variable))
        if pays and price and len(effect.changes) == 1:
            suggestions = (Suggestion(f"pay {price} {name}", "here"),)
    else:  # a price closes only the choice in whose own block it stands
        hint = f"ask before it, ~ if {name} >= {needed}"
        if several:
            hint = f"ask before it whether the reader has enough {name}"
        if pays:
            hint += "; or pay in the choice that leads here"
    return message, Hint(f"{hint}; if you want it so, write // noqa: GB403", suggestions)


def _reached(book: Book, effect: Assign, variable: Variable) -> tuple[int, int]:
    """The least and the greatest value that a change would give a variable if it had no range."""
    value = next(change.value for change in effect.changes if change.variable == variable.name)
    ranges = {each.name: (each.low, each.high) for each in book.variables}
    return bounds(value, ranges, {table.name: ends(table.cells) for table in book.tables})


def _loss(effect: Assign, variable: Variable) -> Expr | None:
    """What a change takes of a number."""
    value = next(change.value for change in effect.changes if change.variable == variable.name)
    takes = isinstance(value, Binary) and value.op == "-" and value.left == Var(name=variable.name)
    return value.right if takes and isinstance(value, Binary) else None


def _taken(effect: Assign, variable: Variable) -> int:
    """How much a change takes of a number, if that is always the same; else 0."""
    loss = _loss(effect, variable)
    return loss.value if isinstance(loss, Const) else 0


def _named(effect: Assign, variable: Variable) -> str:
    """The number of the sheet that a change takes; empty if it is none."""
    loss = _loss(effect, variable)
    return loss.name if isinstance(loss, Var) and re.fullmatch(NAME, loss.name) else ""


def zero_divisors(facts: Facts) -> Iterator[Diagnostic]:
    """Where is a division by zero possible?"""
    for span, marks in facts.passed_at("zero").items():
        hint = "add a condition, or divide by something that cannot be 0"
        message = "division by zero is possible here"
        yield finding(rules.MAY_DIVIDE_BY_ZERO, span, message, hint, route=facts.lines_to(marks))


def is_kept(facts: Facts, mark: Mark) -> bool:
    """Whether a number may well be cut off, since a trigger waits for it at that end of the range."""
    if mark.what != "clamp":
        return False
    variable = next(each for each in facts.book.variables if each.name == mark.variable)
    return is_watched(facts.book, variable, variable.high if mark.amount > 0 else variable.low)


def is_watched(book: Book, variable: Variable, end: int) -> bool:
    """Whether a trigger fires at an end of the range: who is at 0 or less is dead, and no one minds how much less."""
    ranges = {each.name: (each.low, each.high) for each in book.variables} | {variable.name: (end, end)}
    cells = {table.name: ends(table.cells) for table in book.tables}
    watches = (watch for watch in book.watches if variable.name in watch.mentions)
    return any(bounds(watch.condition, ranges, cells) == (1, 1) for watch in watches)


def direction(effect: Assign, name: str) -> str:
    """`+` where a change adds to the variable."""
    value = next(change.value for change in effect.changes if change.variable == name)
    return value.op if isinstance(value, Binary) and value.left == Var(name=name) else ""


def _enough(facts: Facts, room: Room) -> int | None:
    """How many copies there must be so that all fit that are gained there; no more than readers can ever have.

    None where no number is known, as where the same copies may be gained again and again.
    """
    from gamebook.graph.copies import most_ever  # noqa: PLC0415 - few books need it, and it loads networkx

    most = most_ever(facts.book, room.item, facts.sourcemap.rooms)
    if most is None:
        return None
    return room.enough if most <= room.most else min(room.enough, most)


def without_room(facts: Facts, given: Container[str]) -> Iterator[tuple[Mark, Span]]:
    """The marks of gains that found no room when they were seen, and where these are written.

    Args:
        facts: what is known.
        given: the addresses of the gains for which something is given.
    """
    rooms = facts.sourcemap.rooms
    for mark in facts.passed:
        if mark.what not in ("full", "tight"):
            continue
        span = facts.span(mark.address)
        if span is None and mark.address in given:  # a rule system gives the thing, but the price is the author's
            span = rooms[mark.address].done
        if span is None:
            continue
        # A reader without room for it is asked what to drop. Nothing that he drops helps if there can be no more of the
        # thing itself. That is a finding where something was paid for it.
        if rooms[mark.address].swaps and (mark.what == "tight" or mark.address not in given):
            continue
        yield mark, span


def crowded(facts: Facts) -> Iterator[Diagnostic]:
    """Which gains can find no room, or a reader who has as many as there can be?"""
    groups: dict[tuple[Span, str, str], list[Mark]] = defaultdict(list)
    given = gains_after_a_price(facts.book)
    rooms = facts.sourcemap.rooms
    for mark, span in without_room(facts, given):
        # in a rule with an argument, `gain thing` is one place for several items
        room = rooms[mark.address]
        # A swap makes no room for more than there can be.
        why = "tight" if room.within and not room.swaps else mark.what
        groups[span, why, room.item].append(mark)
    for (span, why, _), marks in groups.items():
        look()
        room = rooms[marks[0].address]
        message, asked = "some readers arrive here with too little room for this", room.asked
        fewer = [f"gain at most {room.fewer}"] if room.fewer else []
        ways = fewer or ["offer `or swap`", "make room first"]
        if why == "full":
            message, asked = f"some readers would have too many ({room.item} is at most {room.most})", room.lacks
            # Where play comes by again, more copies only let readers have too many of more: to ask comes first.
            enough = _enough(facts, room) if room.wider else None
            wider = [f"for more of them, {room.wider} {enough or room.enough}"] if room.wider else []
            if wider and enough is None and not any(mark.address in given for mark in marks):
                wider = [f"{wider[0]}; but where it is gained again and again, no number is enough"]
            ways = [*([f"ask before it, ~ if {room.lacks}"] if room.lacks else fewer), *wider]
            ways = ways or ["gain fewer"]
        prices = {given[mark.address] for mark in marks if mark.address in given}
        if prices:
            message += f", so they {'pay' if 'pay' in prices else 'give something for it'} and do not get it"
            only = f"open the choice only to readers {'who can have it' if why == 'full' else 'with room'}"
            known = () if "(" in room.asks else room.asks.split(" and ")  # the choice asks for a part of it already
            more = [each for each in asked.split(" and ") if each not in known]
            holds = " and ".join([room.asks, *more] if room.asks else more)
            ways = [f"{only}: [if {holds}]" if asked else only, ways[-1 if why == "full" else 0]]
        yield finding(balance.NO_FIT, span, message, ", or ".join(ways), route=facts.lines_to(marks))
