"""Where play goes: conditions, repetition, turns and endings."""

from __future__ import annotations

from typing import Literal, cast

from msgspec.structs import replace

from gamebook.codes import names, rules
from gamebook.codes.hints import extended
from gamebook.model.arithmetic import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    binary,
    bounds,
    const,
    has_dice,
    negate,
    reads,
    substituted,
)
from gamebook.model.book import Role
from gamebook.model.expression import Const, Expr, Var
from gamebook.model.fold import less
from gamebook.model.reserved import BEFORE, HERE
from gamebook.model.step import BACK, Block, Choose, End, If, Loop, Option, Roll, Row, Step, Turn
from gamebook.resolve import amounts, expressions, lookup, texts, unwritten
from gamebook.resolve.desk import Desk
from gamebook.resolve.effects import hidden_assign
from gamebook.resolve.resolution import resolution
from gamebook.resolve.site import Site
from gamebook.sentences import listed
from gamebook.source import Span
from gamebook.syntax import ast
from gamebook.syntax.spell import spell
from gamebook.syntax.walk import find

MAX_TARGETS = 2_000
"""The most chapters that one computed turn can lead to."""


def if_step(desk: Desk, step: ast.If, site: Site) -> Block:
    """`~ if gold >= 5` … `~ else`; what is written once for many places leaves only its branch where it is settled."""
    holds = expressions.value(desk, step.condition, site)
    if site.fight is not None and (site.quoted or isinstance(holds, Const)):
        desk.left.unjudged.add(step.span)
    if (site.fight is not None or site.quoted) and isinstance(holds, Const):
        return desk.block(step.body if holds.value else step.otherwise, site)
    address = desk.address(site, step.span)
    then = desk.block(step.body, site.where(holds, step.body))
    otherwise = desk.block(step.otherwise, site.where(negate(holds), step.otherwise))
    return (If(condition=holds, then=then, otherwise=otherwise, address=address),)


def repeat(desk: Desk, step: ast.Repeat, site: Site) -> Block:
    """`~ repeat 1d6 times` (rolled once), `~ repeat until cond`."""
    if step.until is not None:
        until = expressions.value(desk, step.until, site)
        address = desk.address(site, step.span)
        body = desk.block(step.body, replace(site, follows=True))
        if reads(until) <= set(desk.ranges) and not _leads_away(step.body):
            _look_if_it_ends(desk, step.until, until)
        return (Loop(until=until, body=body, address=address),)
    assert step.times is not None
    times = expressions.amount(desk, step.times, site)
    low, high = desk.sized(*desk.bounds(times, site), step.span, "the number of times")
    amounts.never_done(desk, step, step.times, high)
    if low < 0:
        times = binary("max", times, ZERO)
    counter = desk.local(f"{site.prefix}passes {site.depth + 1}", 0, max(0, high), "hidden")
    address = desk.address(site, step.span)
    begin: Step
    if has_dice(times):
        how = resolution(desk, None, site, spell(step.times))
        begin = Roll(value=times, store=counter.name, label=spell(step.times), resolution=how, address=address)
    else:
        begin = hidden_assign(desk, counter.name, times, step.span, site)
    down = hidden_assign(desk, counter.name, less(counter.name, ONE), step.span, site)
    body = desk.block(step.body, replace(site, depth=site.depth + 1, follows=True))
    loop = Loop(until=binary("=", counter, ZERO), body=(down, *body), address=desk.address(site, step.span))
    return (begin, loop)


def _leads_away(body: ast.Block) -> bool:
    return any(isinstance(each, ast.Turn | ast.End | ast.DoRule | ast.Fight) for each in find(body, ast.Step))


def _look_if_it_ends(desk: Desk, written: ast.Expr, until: Expr) -> None:
    """Report `~ repeat until gold = 11` where gold is at most 10."""
    ranges = [(name, *desk.ranges[name]) for name in sorted(reads(until)) if name in desk.sheet]
    if ranges and bounds(until, desk.ranges, desk.cells) == (0, 0):
        stays = listed(f"{name} stays in {low}..{high}" for name, low, high in ranges)
        desk.report(
            rules.ENDLESS, written.span, f"this never ends: {stays}", "correct the condition, or widen the range"
        )


# ---- turns ----------------------------------------------------------------------------------------------


def turn(desk: Desk, step: ast.Turn, site: Site) -> Block:
    """`-> 12` and the other targets."""
    target = step.target
    match target:
        case ast.ToChapter():
            return _to_chapter(desk, target, site)
        case ast.ToEnding():
            return _end(desk, target, step.span, site)
        case ast.ToComputed():
            return _to_computed(desk, target, site)
        case ast.Back():
            return _back(desk, target, site)
    raise TypeError(f"no meaning for {type(target).__name__}")


def _to_chapter(desk: Desk, target: ast.ToChapter, site: Site) -> Block:
    name = target.chapter
    if name not in desk.names.chapters and name in desk.names.endings:
        desk.notes.tied = True
        return _end(desk, desk.names.endings[name], target.span, site)
    if not desk.names.has_chapter(name) and not desk.is_unwritten(name, target.span):
        what = f"no chapter is numbered {name}" if name.isdecimal() else f"no chapter or ending is called {name}"
        hint = lookup.number_as_chapter(desk, name) or unwritten.slip(desk, name)
        later = lookup.write_chapter(name)
        if hint is None:
            titled = lookup.title_hint(desk, name)
            hint = extended(titled, after=f" If not, {later}") if titled else later
        elif name.isdecimal() and not hint.startswith(("did", "nothing")):  # those name the very slip
            hint = extended(hint, after=f"; or {later}")
        desk.report(names.UNKNOWN_CHAPTER, target.span, what, hint)
        if name in desk.names.rules:  # what follows is done after the rule
            return ()
    return (Turn(chapter=str(name), address=desk.address(site, target.span)),)


def _to_computed(desk: Desk, target: ast.ToComputed, site: Site) -> Block:
    """`-> (100 + key)`: a turn for each value that is a chapter; what else it can be, only the states can tell."""
    before = desk.too_large
    value = expressions.amount(desk, target.value, site)
    low, high = desk.bounds(value, site)
    if desk.too_large > before:
        return (Turn(chapter=str(low), address=desk.address(site, target.span)),)
    if high - low >= MAX_TARGETS:
        message = f"this could lead to any of {high - low + 1} chapters"
        desk.report(rules.TOO_LARGE, target.span, message, "use numbers with smaller ranges")
        return (Turn(chapter=str(low), address=desk.address(site, target.span)),)
    numbers = _values(desk, value, range(low, high + 1), site)
    known = [number for number in numbers if desk.names.has_chapter(str(number))]
    missing = [str(number) for number in numbers if number not in known]
    desk.left.fixed.update(map(str, known))
    draft = desk.names.draft and bool(missing)
    if draft:
        unwritten.work_out(desk, spell(target.value), target.span, [each for each in numbers if each not in known])
    elif missing and not known and _may_be_more(desk, value):
        pass  # the line that could not be read is the finding
    elif missing and (has_dice(value) or not known):
        some = ", ".join(missing[:5]) + (" …" if len(missing) > 5 else "")
        message = f"({spell(target.value)}) can be {some}, but there is no such chapter"
        hint = "write the chapter, or make the range smaller"
        if (stays := _never_changed(desk, value)) is not None:
            hint = f"no rule changes {stays}: write ~ set {stays} = … where the reader gets it; or write the chapter"
        desk.report(names.UNKNOWN_CHAPTER, target.span, message, hint)
    if has_dice(value):
        address = desk.address(site, target.span)

        def there(number: int) -> Block:
            if draft and number not in known:
                return unwritten.end(desk, desk.address(site, target.span), target.span)
            return _there(desk, str(number), target.span, site)

        rows = tuple(
            Row(low=number, high=number, label=str(number), body=there(number)) for number in range(low, high + 1)
        )
        how = resolution(desk, None, site, spell(target.value))
        return (Roll(value=value, rows=rows, label=spell(target.value), resolution=how, address=address),)
    # No line of the book leads to these: only a hero or a sheet that is given does.
    given = (each for each in _values(desk, value, range(low, high + 1), site, given=True) if each not in numbers)
    known = sorted({*known, *(each for each in given if desk.names.has_chapter(str(each)))})
    turns = [(number, str(number)) for number in (known if known or draft else numbers)]
    if draft:  # whether readers come with such a number is not known here
        asked = _asked_turns(desk, value, turns, target.span, site)
        return (*asked, *unwritten.end(desk, desk.address(site, target.span), target.span))
    if not known or (not missing and len(numbers) > high - low):
        return _one_of_turns(desk, value, turns, target.span, site)
    asked = _asked_turns(desk, value, turns, target.span, site)
    return (*asked, _nowhere(desk, target, value, str(known[0]), site))


def _values(desk: Desk, value: Expr, whole: range, site: Site, *, given: bool = False) -> list[int]:
    """What the number of a chapter can be: where it comes from one number, only what that can be there.

    That is what it is set to, if that is little, and of this what is not ruled out by the condition before the turn.

    Args:
        desk, site: where the turn stands.
        value: the number.
        whole: the range of it.
        given: what that one number is set to by a hero or a sheet that is given counts, too: all of its range.
    """
    read = reads(value)
    name = next(iter(read)) if len(read) == 1 and not has_dice(value) else None
    if name is None or (name not in desk.only and not site.given):
        return list(whole)
    low, high = desk.bounds(Var(name=name), site)
    every = range(low, high + 1) if high - low < MAX_TARGETS else None
    only = every if given or _may_be_set(desk) else desk.only.get(name, every)
    if only is None:
        return list(whole)
    means = [{name: const(each)} for each in only]
    open_to = [each for each in means if not any(substituted(asked, each, desk.cell) == FALSE for asked in site.given)]
    found = (substituted(value, each, desk.cell) for each in open_to or means)
    return sorted({each.value for each in found if isinstance(each, Const)} & set(whole))


def _never_changed(desk: Desk, value: Expr) -> str | None:
    """The one number that a value is made of, if that is always what it is at the start."""
    read = reads(value)
    name = next(iter(read)) if len(read) == 1 else ""
    return name if len(desk.only.get(name, ())) == 1 and not desk.names.part_read else None


def _may_be_set(desk: Desk) -> bool:
    """Whether a line that could not be read may set a number. Then the next version reads the chapter again."""
    desk.notes.tied |= desk.names.part_read
    return desk.names.part_read


def _may_be_more(desk: Desk, value: Expr) -> bool:
    """Whether it is made of a number without a written range, which a line that could not be read may change."""
    nodes = (desk.names.symbols[name].node for name in reads(value) if name in desk.names.symbols)
    return any(isinstance(each, ast.NumberDecl) and each.low is None for each in nodes) and _may_be_set(desk)


def _nowhere(desk: Desk, target: ast.ToComputed, value: Expr, known: str, site: Site) -> Choose:
    """Where a reader stands whose number is no chapter's: nothing is open, and nothing follows.

    The closed way leads to a chapter that the turn leads to anyway, so that it adds nothing to the map.
    """
    address = desk.address(site, target.span)
    desk.left.sums[address] = value
    body = _there(desk, known, target.span, site)
    way = Option(
        label=(f"({spell(target.value)})",), condition=FALSE, body=body, address=desk.address(site, target.span)
    )
    return Choose(name=site.owner, what="missing", options=(way,), address=address)


def _there(desk: Desk, chapter: str, span: Span, site: Site) -> Block:
    return (Turn(chapter=str(chapter), address=desk.address(site, span)),)


def _one_of_turns(desk: Desk, value: Expr, targets: list[tuple[int, str]], span: Span, site: Site) -> Block:
    """A turn for each value; the last one needs no question."""
    asked = _asked_turns(desk, value, targets[:-1], span, site)
    return (*asked, *(step for _, chapter in targets[-1:] for step in _there(desk, chapter, span, site)))


def _asked_turns(desk: Desk, value: Expr, targets: list[tuple[int, str]], span: Span, site: Site) -> Block:
    steps: list[Step] = []
    for number, chapter in targets:
        there = _there(desk, chapter, span, site)
        same = binary("=", value, const(number))
        steps.append(If(condition=same, then=there, own=True, address=desk.hidden_address(site, span)))
    return tuple(steps)


def _back(desk: Desk, target: ast.Back, site: Site) -> Block:
    """`-> back`: the chapter this one was entered from."""
    if site.chapter is None:
        desk.report(names.OUT_OF_PLACE, target.span, "there is no chapter to go back from", "write a chapter's name")
        return ()
    desk.notes.tied = True
    last = len(desk.places)  # 0: nowhere, before the first chapter
    desk.local(HERE, 0, last, "hidden")
    before = desk.local(BEFORE, 0, last, "hidden", Role(what="chapter before"))
    if site.chapter not in desk.sources:  # the first of two passes: who comes here is not known yet
        return (Turn(chapter="", address=desk.address(site, target.span)),)
    sources = desk.sources[site.chapter]
    if not sources and desk.names.draft:
        return unwritten.end(desk, desk.address(site, target.span), target.span)
    if not sources:
        desk.report(names.OUT_OF_PLACE, target.span, "no chapter turns to this one", "there is nowhere to go back to")
        return ()
    # Play may begin here: who has come from nowhere goes nowhere.
    way = Option(
        label=(BACK,), condition=FALSE, body=_there(desk, sources[0], target.span, site),
        address=desk.address(site, target.span),
    )  # fmt: skip
    stuck = Choose(name=site.owner, what="missing", options=(way,), address=desk.address(site, target.span))
    targets = [(desk.places[each], each) for each in sources]
    return (*_asked_turns(desk, before, targets, target.span, site), stuck)


def can_go_back(desk: Desk, block: ast.Block, site: Site) -> Expr:
    """Whether the reader has come from somewhere, as far as a block asks for that with `-> back`."""
    goes_back = any(isinstance(step, ast.Turn) and isinstance(step.target, ast.Back) for step in block)
    if not goes_back or site.chapter is None or BEFORE not in desk.locals:
        return TRUE
    return binary(">", Var(name=BEFORE), const(0))


# ---- endings --------------------------------------------------------------------------------------------


def end(desk: Desk, step: ast.End, site: Site) -> Block:
    """`~ victory "The crown is yours"`"""
    return _end(desk, step.ending, step.span, site)


def _end(desk: Desk, ending: ast.ToEnding, span: Span, site: Site) -> Block:
    score = expressions.value(desk, ending.score, site) if ending.score is not None else None
    kind = cast("Literal['victory', 'defeat', 'ending']", ending.kind)
    name, new = desk.ending((kind, str(ending.text), score), "" if ending.score is None else spell(ending.score))
    if new:
        desk.left.spans[f"ending {name}"] = ending.span
    address = desk.address(site, span)
    words = texts.text(desk, ending.text, ending.text.span, site) if ending.text else ()
    return (End(ending=name, address=address, words=() if words == (ending.text,) else words),)
