"""Who has survived what ends the story: the trigger does not run again as long as nothing in its condition changes.

After `lost -> 2` play goes on with STAMINA 0. `when STAMINA <= 0` looks only at changes of STAMINA, and a loss of what
is 0 already is none: the next wound ends nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.reach import Reach
from gamebook.codes import finding, rules
from gamebook.diagnostics import MOST_RELATED, Diagnostic, Related
from gamebook.lint.facts import Facts
from gamebook.model.arithmetic import bounds, conjuncts, ends, reads
from gamebook.model.blocks import rewritten, steps_in, triggers_of
from gamebook.model.book import HERO_BLOCK, Book, Variable
from gamebook.model.expression import Binary, Var
from gamebook.model.in_words import Words
from gamebook.model.step import Assign, Block, Change, End, If, Scope, Step, Trigger, Turn
from gamebook.program.code import Mark
from gamebook.program.lower import lower
from gamebook.program.still import still
from gamebook.solver.solving import solve
from gamebook.source import Span

_RUN, _LOSS = "run of ", "loss at "
"""What the addresses of questions begin with: that a trigger runs, and before a change. No address of a book does."""
WIDEST = 1 << 12
"""Of a variable with more values it is not asked."""


class Fatal(Struct, frozen=True):
    """A trigger that ends the story at one value of a number, the end of its range."""

    trigger: Trigger
    number: Variable
    value: int


def survived(facts: Facts) -> Iterator[Diagnostic]:
    """After what does play go on so that a later loss ends nothing, though a trigger waits for it?"""
    for fatal in _fatal(facts.anyone.book):
        spared = [each for each in triggers_of(facts.anyone.book) if _is_spared(fatal, each)]
        if spared:
            yield from _after(facts, fatal, spared)


def _fatal(book: Book) -> Iterator[Fatal]:
    cells = {table.name: ends(table.cells) for table in book.tables}
    for trigger in book.watches:
        last = trigger.body[-1] if trigger.body else None
        asked = [each for each in book.variables if each.name in reads(trigger.condition)]
        if not isinstance(last, End) or book.ending_kinds[last.ending] != "defeat" or len(asked) != 1:
            continue
        (number,) = asked
        if number.kind not in ("stat", "number") or number.high - number.low > WIDEST:
            continue
        values = range(number.low, number.high + 1)
        holds = [each for each in values if bounds(trigger.condition, {number.name: (each, each)}, cells) != (0, 0)]
        if len(holds) == 1 and holds[0] in (number.low, number.high):
            yield Fatal(trigger, number, holds[0])


def _is_spared(fatal: Fatal, other: Trigger) -> bool:
    """Whether another trigger runs where the fatal one would, and perhaps in its place."""
    return other.id != fatal.trigger.id and fatal.trigger.condition in conjuncts(other.condition)


def _after(facts: Facts, fatal: Fatal, spared: Sequence[Trigger]) -> Iterator[Diagnostic]:
    """The findings about the triggers that run in place of a fatal one."""
    book = facts.anyone.book
    losses = _losses(facts, fatal)
    asked = _with_questions(book, fatal, {each.id for each in spared}, losses)
    runs = {Mark("then", _RUN + each.id): each for each in spared}
    program = lower(asked, facts.solved.hero)
    since = still(program, frozenset(runs), fatal.number.name, fatal.value)
    late = {address: since.get(Mark("then", _LOSS + address), frozenset()) for address in losses}
    if not any(late.values()):
        return
    limits = replace(facts.solved.search.limits, seconds=facts.options.patience)
    listed = Reach(solve(asked, facts.solved.hero, limits=limits, news=False))
    passed = {mark for mark, state in listed.marks if state >= 0}
    places: dict[Span, dict[Span, None]] = defaultdict(dict)
    for address, marks in late.items():
        for mark in marks if Mark("then", _LOSS + address) in passed else ():
            here, there = _way_on(facts, runs[mark]), _place(facts, address)
            if mark in passed and here is not None and there is not None:
                places[here][there] = None
    for span, others in places.items():
        related = tuple(Related(other, "a loss here then ends nothing") for other in [*others][:MOST_RELATED])
        yield _told(facts, fatal, span, related)


def _losses(facts: Facts, fatal: Fatal) -> dict[str, Change]:
    """The changes that take what is no more there, by their addresses."""
    number, found = fatal.number, {}
    ranges = {each.name: (each.low, each.high) for each in facts.book.variables}
    ranges[number.name] = (fatal.value, fatal.value)
    cells = {table.name: ends(table.cells) for table in facts.book.tables}
    for written in facts.steps:
        step = written.step
        if not isinstance(step, Assign) or written.around.place == HERO_BLOCK:
            continue
        for change in step.changes:
            value = change.value
            if change.variable != number.name or not isinstance(value, Binary) or value.left != Var(name=number.name):
                continue
            least, most = (min(max(each, number.low), number.high) for each in bounds(value, ranges, cells))
            if value.op in ("+", "-") and least == most == fatal.value:
                found[step.address] = change
    return found


def _with_questions(book: Book, fatal: Fatal, spared: set[str], losses: dict[str, Change]) -> Book:
    """The book in which it is asked where a trigger runs in place of the fatal one, and where something is lost."""

    def asked(address: str) -> If:
        return If(condition=fatal.trigger.condition, address=address)

    def marked(triggers: tuple[Trigger, ...]) -> tuple[Trigger, ...]:
        return tuple(
            replace(each, body=(asked(_RUN + each.id), *each.body)) if each.id in spared else each for each in triggers
        )

    def change(step: Step) -> Step:
        return replace(step, watches=marked(step.watches)) if isinstance(step, Scope) else step

    def before(step: Step) -> Block:
        return (asked(_LOSS + step.address),) if isinstance(step, Assign) and step.address in losses else ()

    return rewritten(replace(book, watches=marked(book.watches)), change, before)


def _way_on(facts: Facts, trigger: Trigger) -> Span | None:
    """Where a trigger leads away, or else begins."""
    steps = sorted(steps_in(trigger.body), key=lambda step: not isinstance(step, Turn))
    return next(filter(None, (facts.span(getattr(step, "address", "")) for step in steps)), None)


def _place(facts: Facts, address: str) -> Span | None:
    """Where a change is written; of one of the rule system, the fight in which it is made."""
    fights = (
        each.step.address
        for each in facts.steps
        if isinstance(each.step, Scope)
        and each.step.what == "fight"
        and any(isinstance(step, Assign) and step.address == address for step in steps_in(each.step.body))
    )
    return next(filter(None, map(facts.span, (address, *fights))), None)


def _told(facts: Facts, fatal: Fatal, span: Span, related: tuple[Related, ...]) -> Diagnostic:
    name, value = fatal.number.name, fatal.value
    when = f"“when {Words(facts.book).value(fatal.trigger.condition)}”"
    message = f"play goes on with {name} {value}, and later losses do not end it: {when} runs only when {name} changes"
    left = value + 1 if value == fatal.number.low else value - 1
    restore = f", or ~ restore {name}" if fatal.number.kind == "stat" else ""
    hint = f"write before the turn how much is left: ~ set {name} = {left}{restore}"
    return finding(rules.SURVIVED, span, message, hint, related)
