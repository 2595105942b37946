"""Effects on numbers, codewords and one-ofs: everything that is one assignment."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct, structs

from gamebook.codes import names, rules
from gamebook.codes.hints import DECLARE, declare_it, with_lines, write
from gamebook.diagnostics import Related
from gamebook.model.arithmetic import FALSE, ONE, TRUE, ZERO, binary, const, has_dice, reads
from gamebook.model.expression import Expr, Var
from gamebook.model.fold import less, plus
from gamebook.model.prices import at_most_there
from gamebook.model.reserved import BEFORE_WOUND
from gamebook.model.step import EARNED, Assign, Block, Change, Score
from gamebook.resolve import amounts, expressions, limited, lookup
from gamebook.resolve.desk import Desk
from gamebook.resolve.resolution import resolution
from gamebook.resolve.site import Site
from gamebook.resolve.spelling import nearest, or_part
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.spell import spell, spell_place

Why = Literal["effect", "pay", "gain", "lose", "hidden"]


class Written(Struct, frozen=True):
    """What an effect writes to."""

    variable: str
    one_of: str | None = None
    cap: Expr | None = None
    """A foe's stat may not rise above this; the reader's stats have their cap in the model."""


def assign(desk: Desk, changes: tuple[Change, ...], span: Span, site: Site, why: Why = "effect") -> Assign:
    """One effect; where it is random, decided as the place says."""
    for change in changes:
        expressions.check_totals(desk, change.value, span, site)
    if site.resolution is not None:
        changes = tuple(_resolved(desk, change, None, site) for change in changes)
    return Assign(changes=changes, address=desk.address(site, span), why=why)


def _resolved(desk: Desk, change: Change, own: ast.Resolution | None, site: Site) -> Change:
    if change.resolution is not None or not has_dice(change.value):
        return change
    return structs.replace(change, resolution=resolution(desk, own, site, change.variable))


def hidden_assign(desk: Desk, variable: str, value: Expr, span: Span, site: Site) -> Assign:
    """The engine's own bookkeeping."""
    return assign(desk, (Change(variable=variable, value=value),), span, site, "hidden")


def in_turn(changes: Iterable[Change]) -> list[tuple[Change, ...]]:
    """Changes in as few effects as will do, where each may read what an earlier one has set."""
    groups: list[list[Change]] = []
    for change in changes:
        if not groups or reads(change.value) & {each.variable for each in groups[-1]}:
            groups.append([])
        groups[-1].append(change)
    return [tuple(group) for group in groups]


def written(desk: Desk, place: ast.Place, site: Site) -> Written | None:
    """What a place stands for; None where there is nothing to write, or where writing does nothing."""
    if place.foe:
        stat = lookup.foe_stat(desk, place.id, place.whose, place.span, site)
        return Written(stat.variable, cap=stat.cap) if stat and stat.variable else None
    bound = site.names.get(place.id)
    if bound is not None and not place.initial:
        if lookup.means_two(desk, place.id, site):
            return None
        if bound.sides or (bound.variable is None and not bound.idle):
            lookup.wrong_kind(desk, place.id, "something to change")
            return None
        return Written(bound.variable) if bound.variable else None
    symbol = desk.names.symbols.get(place.id)
    if symbol is None and place.id in desk.names.values:
        lookup.value_to_change(desk, place.id)
        return None
    if symbol is None:
        lookup.unknown(desk, place.id, site)
        return None
    if place.initial:
        if symbol.kind == "stat":
            return Written(f"initial {place.id}")
        lookup.wrong_kind(desk, place.id, "a stat", "only a stat keeps its initial value")
        return None
    if symbol.kind in ("stat", "number", "item"):
        return Written(place.id)
    if symbol.kind == "one-of":
        return Written(place.id, one_of=place.id)
    lines = f"~ note {place.id}", f"~ erase {place.id}"
    hint = with_lines(f"write: {lines[0]}, or {lines[1]}", *lines) if symbol.kind == "codeword" else None
    lookup.wrong_kind(desk, place.id, "something to change", hint)
    return None


# ---- changes --------------------------------------------------------------------------------------------


def change(desk: Desk, step: ast.Change, site: Site) -> Block:
    """`~ STAMINA -2`"""
    return _effect(desk, (step,), step.span, site)


def both(desk: Desk, step: ast.Both, site: Site) -> Block:
    """`~ both STAMINA -2, foe STAMINA -3`: all at once, so that only the last change of one place would be done."""
    return _effect(desk, step.changes, step.span, site)


def _effect(desk: Desk, steps: tuple[ast.Change, ...], span: Span, site: Site) -> Block:
    changes: dict[str, Change] = {}
    places: dict[str, ast.Place] = {}
    for each in steps:
        made = _change(desk, each, site, alone=len(steps) == 1)
        if made is None:
            continue
        changes[made.variable] = made
        first = places.setdefault(made.variable, each.place)
        if first is not each.place:
            message = f"{spell_place(each.place)} stands here twice"
            hint = "write it once, with the whole amount, or write the name that is meant"
            related = (Related(first.span, "first written here"),)
            desk.report(names.DUPLICATE_NAME, each.place.span, message, hint, related)
    return effect(desk, tuple(changes.values()), span, site) if changes else ()


def _change(desk: Desk, step: ast.Change, site: Site, *, alone: bool) -> Change | None:
    by = expressions.amount(desk, step.amount, site)
    place = written(desk, step.place, site)
    if place is None:
        return None
    if step.place.id in desk.names.symbols and step.sign > 0:
        desk.left.gained.add(step.place.id)
    amounts.two_signs(desk, step, by, site)
    limited.added(desk, step, by, site, alone=alone)
    if step.beyond and not step.place.foe:
        _needs_range(desk, step)
    value = plus(place.variable, by) if step.sign > 0 else less(place.variable, by)
    low, high = desk.bounds(by, site)
    if high > 0 if step.sign > 0 else low < 0:
        value = _capped(desk, value, place, site)
    return _resolved(desk, Change(variable=str(place.variable), value=value, beyond=step.beyond), step.resolution, site)


def _needs_range(desk: Desk, step: ast.Change) -> None:
    """`beyond initial` ends where the range does, so the author must declare it."""
    symbol = desk.names.symbols.get(step.place.id)
    if symbol is not None and isinstance(symbol.node, ast.StatDecl) and symbol.node.high is None:
        name, (low, high) = step.place.id, desk.ranges[step.place.id]
        hint = f"write: stat {name} = … in {low}..HIGH"
        message = f"{name} has no range of its own, so it cannot rise above {high}"
        desk.report(rules.NO_UPPER_RANGE, step.span, message, hint)


def _capped(desk: Desk, value: Expr, place: Written, site: Site) -> Expr:
    """The value kept below the cap of a foe's stat. A cap that was rolled is state only where it is needed."""
    if place.cap is None or desk.bounds(value, site)[1] <= desk.bounds(place.cap, site)[0]:
        return value
    return binary("min", value, _cap(desk, place.cap, site))


def _cap(desk: Desk, cap: Expr, site: Site) -> Expr:
    return desk.local(cap.name, *site.ranges[cap.name]) if isinstance(cap, Var) else cap


def effect(desk: Desk, changes: tuple[Change, ...], span: Span, site: Site, why: Why = "effect") -> Block:
    """One effect that may be a wound: a fight that listens for those remembers how it was before."""
    before, after = _mark(desk, changes, span, site)
    return (*before, assign(desk, changes, span, site, why), *after)


def _mark(desk: Desk, changes: tuple[Change, ...], span: Span, site: Site) -> tuple[Block, Block]:
    """In a fight with a `wounded` row, or a trigger that may interrupt one: what comes before and after an effect.

    The stat is remembered before each effect on it. A gain too: the row looks at it, and must not compare it with what
    was before an earlier loss. What a trigger does may stand between a loss and the row's look at that loss, so there
    the value from before that loss is put back.
    """
    for each in changes:
        if (stat := each.variable) in site.remembered:
            mark = before_wound(desk, stat)
            note = hidden_assign(desk, mark.name, Var(name=stat), span, site)
            if stat not in site.wounds:
                return (note,), ()
            kept = desk.local(f"{site.prefix}{BEFORE_WOUND}", *desk.ranges[stat], "hidden")
            keep = hidden_assign(desk, kept.name, mark, span, site)
            return (keep, note), (hidden_assign(desk, mark.name, kept, span, site),)
    return (), ()


def before_wound(desk: Desk, stat: str) -> Var:
    """What remembers a stat before an effect that may be a wound."""
    return desk.local(BEFORE_WOUND, *desk.ranges[stat], "hidden")


def set_to(desk: Desk, step: ast.SetTo, site: Site) -> Block:
    """`~ set x = gold / 2`"""
    name = step.place.id
    if isinstance(step.value, ast.Dice) and not step.place.foe and not lookup.is_known(desk, name, site):
        roll = f"~ roll {spell(step.value)} as {name}"
        told = f"{DECLARE}; or if it is only a roll, write: {roll}"
        lookup.unknown(desk, name, site, declare=with_lines(told, roll))
        return ()
    place = written(desk, step.place, site)
    if isinstance(step.value, ast.Name) and lookup.is_truth(desk, step.value.id, site):
        if place is not None:
            lookup.no_truth(desk, name, step.value.id, site)
        return ()
    value = expressions.expected_value(desk, step.value, site, place.one_of if place else None)
    if place is None:
        return ()
    if isinstance(step.value, ast.Name) and step.value.id == step.place.id and value == Var(name=str(place.variable)):
        message = f"{step.place.id} is set to itself, so it does not change"
        desk.report(rules.OF_NOTHING, step.span, message, "write the value that is meant, or remove the line")
    if step.place.id in desk.names.symbols:
        desk.left.gained.add(step.place.id)
    limited.replaced(desk, step, value, site)
    value = _capped(desk, value, place, site)
    changes = (Change(variable=str(place.variable), value=value),)
    return effect(desk, changes, step.span, site)


def restore(desk: Desk, step: ast.Restore, site: Site) -> Block:
    """`~ restore LUCK`"""
    stats = desk.names.of_kind("stat")
    if step.place.id == "all" and "all" not in desk.names.symbols and stats:
        lookup.unknown(desk, step.place.id, site, f"write a line for each: ~ restore {stats[0]}")
        return ()
    place = written(desk, step.place, site)
    if place is None:
        return ()
    if place.cap is not None:
        value = _cap(desk, place.cap, site)
    elif f"initial {place.variable}" in desk.ranges:
        value = Var(name=f"initial {place.variable}")
    else:
        symbol = desk.names.symbols.get(step.place.id)
        start = getattr(symbol.node, "start", None) if symbol is not None else None
        hint: str = "only a stat keeps its initial value"
        if isinstance(start, ast.Number):
            line = f"~ set {step.place.id} = {start.value}"
            hint = with_lines(f"{hint}; write: {line}", line)
        lookup.wrong_kind(desk, step.place.id, "a stat", hint)
        return ()
    return effect(desk, (Change(variable=str(place.variable), value=value),), step.span, site)


def swap_values(desk: Desk, step: ast.SwapValues, site: Site) -> Block:
    """`~ swap a b`; two stats are exchanged with their initial values, above which neither would rise."""
    left = written(desk, ast.Place(step.left, span=step.left.span), site)
    right = written(desk, ast.Place(step.right, span=step.right.span), site)
    if left is None or right is None:
        return ()
    if left.one_of != right.one_of:
        lookup.wrong_kind(desk, step.left, f"something to swap with {step.right}")
        return ()
    if step.left == step.right:
        message = f"{step.left} is swapped with itself, so it does not change"
        desk.report(rules.OF_NOTHING, step.span, message, "write the other one, or remove the line")
    limited.swapped(desk, step)
    desk.left.asked.update((step.left, step.right))
    desk.left.gained.update((step.left, step.right))
    stats = {step.left, step.right} <= {*desk.names.of_kind("stat")}
    changes = [
        Change(variable=f"{which}{to.variable}", value=Var(name=f"{which}{of.variable}"), beyond=stats)
        for which in (("", "initial ") if stats else ("",))
        for to, of in ((left, right), (right, left))
    ]
    return effect(desk, tuple(changes), step.span, site)


def pay(desk: Desk, step: ast.Pay, site: Site) -> Block:
    """`~ pay 5 gold`; in an option it also closes the option, see `choices`."""
    price = expressions.amount(desk, step.amount, site)
    place = written(desk, ast.Place(step.what, span=step.what.span), site)
    if place is None:
        return ()
    if place.one_of is not None:
        lookup.wrong_kind(desk, step.what, "something to pay with", write(f"~ lose {step.what}"))
        return ()
    amounts.report(desk, "pay", step.amount, step.what, site)
    amounts.below_zero(desk, step, price, site)
    desk.left.asked.add(step.what)
    name = str(place.variable)
    if price != ZERO and desk.ranges[name][0] < 0:  # elsewhere the range stops it at 0
        price = at_most_there(name, price)
    paid = Change(variable=name, value=less(name, price))
    return effect(desk, (paid,), step.span, site, "pay")


def score(desk: Desk, step: ast.Score, site: Site) -> Block:
    """`~ score +50`"""
    points = expressions.amount(desk, step.amount, site)
    how = resolution(desk, step.resolution, site, EARNED) if has_dice(points) or step.resolution else None
    return (Score(amount=points, resolution=how, address=desk.address(site, step.span)),)


def tick(desk: Desk, step: ast.Tick, site: Site) -> Block:
    """`~ tick a box`, `~ tick one of 3`: the range of the boxes ends the count."""
    if site.chapter is None:
        desk.report(names.OUT_OF_PLACE, step.span, "there are no boxes outside a chapter", "tick it in a chapter")
        return ()
    before = desk.reports
    most = 1 if step.boxes is None else expressions.constant(desk, step.boxes, site, otherwise=1)
    if desk.reports > before:
        most = 1
    if most < 1:
        desk.report(rules.EMPTY_RANGE, step.span, f"{most} boxes cannot be ticked", "write 1 or more")
        most = 1
    _, most = desk.sized(0, most, step.span, "the number of boxes")
    box = lookup.boxes(desk, site.chapter, most)
    return (hidden_assign(desk, box.name, plus(box.name, ONE), step.span, site),)


# ---- codewords ------------------------------------------------------------------------------------------


def note(desk: Desk, step: ast.NoteWord, site: Site) -> Block:
    """`~ note RAVEN`"""
    desk.left.gained.add(step.codeword)
    return _codeword(desk, step.codeword, TRUE, step.span, site, ("gain", "+1"))


def erase(desk: Desk, step: ast.EraseWord, site: Site) -> Block:
    """`~ erase RAVEN`"""
    return _codeword(desk, step.codeword, FALSE, step.span, site, ("lose", "-1"))


def _declared(desk: Desk, name: ast.Id) -> str:
    """A hint about a codeword that the book does not have."""
    if name in desk.names.values:
        return write(f"~ gain {name}")
    codewords = desk.names.of_kind("codeword")
    if name.lower() == "codeword":
        return f"write which one: ~ note {next(iter(codewords), 'RAVEN')}"
    return or_part(declare_it(f"codeword {name}"), name, codewords)


def _codeword(desk: Desk, name: ast.Id, value: Expr, span: Span, site: Site, meant: tuple[str, str]) -> Block:
    """A codeword noted or erased; `meant`: what is done with an item instead, and how a number changes."""
    symbol = desk.names.symbols.get(name)
    if symbol is None or symbol.kind != "codeword":
        if symbol is None:
            hint = nearest(name, desk.names.of_kind("codeword")) or _declared(desk, name)
            desk.report(names.UNKNOWN_NAME, name.span, f"no codeword is called {name}", hint)
        else:
            rules = {"item": f"~ {meant[0]} {name}", **dict.fromkeys(("stat", "number"), f"~ {name} {meant[1]}")}
            rule = rules.get(symbol.kind)
            lookup.wrong_kind(desk, name, "a codeword", rule and write(rule))
        return ()
    return (assign(desk, (Change(variable=str(name), value=value),), span, site),)


# ---- one-ofs --------------------------------------------------------------------------------------------


def choose_value(desk: Desk, name: ast.Id, span: Span, site: Site) -> Block:
    """`~ gain axe`: the one-of that has this value takes it."""
    number = lookup.named_value(desk, name)
    if number is None:
        return ()
    owner = desk.names.values[name][0][0]
    desk.left.gained.add(owner)
    return (assign(desk, (Change(variable=str(owner), value=const(number)),), span, site, "gain"),)
