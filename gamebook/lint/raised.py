"""Gains that change nothing, since nobody who comes has less of a stat than its initial value; it stops there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.reach import Reach
from gamebook.codes import balance, finding
from gamebook.diagnostics import Diagnostic, Severity
from gamebook.lint.facts import Facts
from gamebook.lint.written import Around
from gamebook.model.arithmetic import bounds, ends, reads
from gamebook.model.blocks import rewritten, steps_in, triggers_of, written_in
from gamebook.model.book import HERO_BLOCK, Variable
from gamebook.model.expression import Binary, Const, Var
from gamebook.model.step import Assign, Block, Change, If, Step
from gamebook.program.below import may_be_below
from gamebook.program.code import Decide, Enter, Mark, Node, NodeId, Note, successors
from gamebook.program.lower import lower
from gamebook.solver.solving import solve
from gamebook.source import Span

Gain = tuple[str, str]
"""The address of an effect and the stat that it adds to."""
CHANGES = "whether a gain ever changes anything"
_OptionOf = tuple[str, int]
"""The address of a decision and the number of one of its options."""
_ROOM = "room for "
"""What the address of a question begins with that stands before a gain; no address of a book begins so."""


def no_gains(facts: Facts) -> Iterator[Diagnostic]:
    """Which gains of a stat change nothing for anybody?

    Where no rule makes room for any gain, a number is probably meant; else the gain comes too early, and perhaps may.
    """
    judged = _judged(facts)
    stats, idle = judged.stats, judged.idle
    groups: dict[Span, dict[str, tuple[Change, ...]]] = defaultdict(dict)
    for address, changes in judged.written.items():
        span = facts.span(address)
        assert span is not None
        groups[span][address] = changes
    falling = {name for name in stats if _falls(facts, stats[name])}
    arounds = {each.step.address: each.around for each in facts.steps if isinstance(each.step, Assign)}
    played = {address for address in judged.written if _is_played(facts, arounds[address])}
    played -= _never_run(facts, [each for each in idle if each[0] in played])
    for span, written in groups.items():
        # A line of a rule may be done with several stats: it is idle where it is for one of them, and never another.
        names = [{change.variable for change in changes} for changes in written.values()]
        for name in sorted(names[0].intersection(*names)):
            if not played.isdisjoint(written) and all((address, name) in idle for address in written):
                amount = _amount(
                    change for changes in written.values() for change in changes if change.variable == name
                )
                never = "and a stat does not rise above its initial value"
                message = f"this changes nothing: nobody who comes here has less {name} than at the start, {never}"
                told = finding(balance.ABOVE_INITIAL, span, message, _cure(facts, stats[name], amount))
                yield replace(told, severity=Severity.INFO) if name in falling else told


def unknown_gains(facts: Facts) -> Iterator[str]:
    """The places of gains of which it is unknown if they ever change anything, where a limit leaves that open."""
    places = {each.step.address: each.around.place for each in facts.steps if isinstance(each.step, Assign)}
    return (places[address] for address, _ in _judged(facts).unknown)


def stopped(facts: Facts) -> Iterator[Diagnostic]:
    """Which stats are set to more than their initial value, where no rule ever raises it?

    `ranges.clamped` reports a stat that is set above its range.
    """
    book = facts.book
    starts = {each.name: each.start for each in book.variables if each.kind == "initial"}
    most = {each.name: starts[each.cap] for each in book.variables if each.cap in starts.keys() - facts.changed}
    highs = {each.name: each.high for each in book.variables}
    told: set[Span] = set()
    for effect in facts.effects.values():
        span = facts.span(effect.address)
        for name, value in ((each.variable, each.value) for each in effect.changes if not each.beyond):
            if span is None or span in told or not isinstance(value, Const) or name not in most:
                continue
            if most[name] < value.value <= highs[name]:
                told.add(span)
                stops = "a stat does not rise above its initial value"
                message = f"{name} is {most[name]} then, and not {value.value}: {stops}"
                first = f"raise that first, ~ set initial {name} = {value.value}"
                hint = f"{first}; or write number {name} instead of stat"
                yield finding(balance.ABOVE_INITIAL, span, message, hint)


def _is_full(facts: Facts, stat: Variable) -> bool:
    """Whether the stat is surely at its initial value, or above, when the first chapter begins."""
    book, cap = facts.book, next(each for each in facts.book.variables if each.name == stat.cap)
    if not {stat.name, cap.name}.isdisjoint(book.carried):
        return False
    return _stands_full(facts, stat, cap, [change for _, change in _before_play(facts, stat)])


def _before_play(facts: Facts, stat: Variable) -> list[tuple[Assign, Change]]:
    """What changes a stat or its initial value before the first chapter, in the order of the page."""
    effects = [step for step in steps_in(facts.book.hero) if isinstance(step, Assign)]
    return [(step, each) for step in effects for each in step.changes if each.variable in (stat.name, stat.cap)]


def _stands_full(facts: Facts, stat: Variable, cap: Variable, changes: Sequence[Change]) -> bool:
    """Whether the stat is surely at its initial value, or above, after some changes before play."""
    book = facts.book
    if not changes:
        return stat.start >= cap.start
    *before, last = changes
    own = [each for step in book.hero if isinstance(step, Assign) for each in step.changes]
    if last not in own:
        return False
    if last.variable == stat.name:
        return last.value == Var(name=cap.name) and stat.high >= cap.high
    if len(before) != 1 or before[0].variable != stat.name or last.value != Var(name=stat.name):
        return False
    least, _ = bounds(before[0].value, _ranges(facts), _cells(facts))
    return stat.name not in reads(before[0].value) and max(least, stat.low) >= cap.low


def idle_for_heroes(facts: Facts) -> Iterator[Diagnostic]:
    """Which gains in the hero block change nothing, since the stat has its initial value there?"""
    by_name = {each.name: each for each in facts.book.variables}
    for stat in facts.book.variables:
        if stat.cap is None or not {stat.name, stat.cap}.isdisjoint(facts.book.carried):
            continue
        made: list[Change] = []
        for step, change in _before_play(facts, stat):
            span = facts.span(step.address)
            idle = change.variable == stat.name and _adds(facts, change)
            if not idle or span is None or not _stands_full(facts, stat, by_name[stat.cap], made):
                made.append(change)
                continue
            message = f"this changes nothing: {stat.name} has its initial value here, and a stat does not rise above it"
            hint = f"raise the initial value before it: ~ initial {stat.name} +{_amount([change])}"
            yield finding(balance.ABOVE_INITIAL, span, message, hint)


def _falls(facts: Facts, stat: Variable) -> bool:
    """Whether some rule makes room for gains somewhere: it takes some of the stat, or raises the initial value."""
    steps = (each.step for each in facts.steps if each.around.place != HERO_BLOCK)
    changes = [change for step in steps if isinstance(step, Assign) for change in step.changes]
    full = Var(name=stat.cap or stat.name)
    return any(
        each.variable == stat.cap or (each.variable == stat.name and each.value != full and not _adds(facts, each))
        for each in changes
    )


def _gains(facts: Facts, stats: Mapping[str, Variable]) -> dict[str, tuple[Change, ...]]:
    """The address of each effect of the book that adds to such stats → what it adds."""
    found = {}
    for each in facts.steps:
        step = each.step
        if isinstance(step, Assign) and each.around.place != HERO_BLOCK and facts.span(step.address) is not None:
            gains = tuple(change for change in step.changes if change.variable in stats and _adds(facts, change))
            if gains:
                found[step.address] = gains
    return found


def _adds(facts: Facts, change: Change) -> bool:
    """Whether a change adds something to a stat, up to its initial value."""
    value = change.value
    if change.beyond or not isinstance(value, Binary) or value.op != "+" or value.left != Var(name=change.variable):
        return False
    least, most = bounds(value.right, _ranges(facts), _cells(facts))
    return least >= 0 and most > 0


class _Gains(Struct, frozen=True):
    """Gains of a book, and which of them change nothing for all that is known of play."""

    stats: Mapping[str, Variable]
    """The stats of which all readers have their initial value when the first chapter begins."""
    written: Mapping[str, tuple[Change, ...]]
    """By the address of each effect that adds to such stats what it adds."""
    idle: frozenset[Gain] = frozenset()
    """They change nothing: no reader who comes there has less than the initial value."""
    unknown: frozenset[Gain] = frozenset()
    """Some reader comes there. Nobody knows yet whether one of them has less than the initial value."""


def _judged(facts: Facts) -> _Gains:
    stats = {each.name: each for each in facts.book.variables if each.cap is not None and _is_full(facts, each)}
    gains = _gains(facts, stats)
    if not gains:
        return _Gains(stats, gains)
    caps = {name: each.cap for name, each in stats.items() if each.cap is not None}

    def before(step: Step) -> Block:
        changes = gains.get(step.address, ()) if isinstance(step, Assign) else ()
        return tuple(_asked(step.address, each.variable, caps) for each in changes if isinstance(step, Assign))

    book = rewritten(facts.anyone.book, lambda step: step, before)
    program = lower(book, facts.solved.hero)

    def passed(marks: Container[Mark], chapters: Container[str], closed: Container[_OptionOf]) -> set[Mark]:
        """The marks that play may pass if no other marks of conditions, chapters and options come about."""

        def onward(node: Node) -> Collection[NodeId]:
            match node:
                case Enter() if node.chapter is not None and node.chapter not in chapters:
                    return ()
                case Note():
                    mark = program.marks[node.mark]
                    is_asked = mark.what in ("then", "else") and not mark.address.startswith(_ROOM)
                    return () if is_asked and mark not in marks else (node.next,)
                case Decide(address=address):
                    numbered = enumerate(node.options)
                    return {node.shut, *(each.next for number, each in numbered if (address, number) not in closed)}
            return successors(node)

        found = may_be_below(program, program.chapters[book.start], caps, onward)
        nodes = (program.nodes[number] for number in found)
        return {program.marks[node.mark] for node in nodes if isinstance(node, Note)}

    options = _options(facts)
    unopened = {each for each, places in options.items() if not any(facts.was(True, *place) for place in places)}
    never = {each for each in unopened if not any(facts.may_open(*place) for place in options[each])}
    most = passed(facts.may_pass | facts.passed.keys(), facts.played, never)
    least = most if facts.whole else passed(facts.passed, facts.seen, unopened)
    idle, seen_idle = (_without_room(gains, marks) for marks in (most, least))
    return _Gains(stats, gains, idle, seen_idle - idle)


def _without_room(gains: Mapping[str, tuple[Change, ...]], marks: Container[Mark]) -> frozenset[Gain]:
    """The gains to which play comes, but never with room for them, by the marks that it passes."""
    asked = ((address, change.variable) for address, changes in gains.items() for change in changes)
    full = (each for each in asked if Mark("else", _room(*each)) in marks)
    return frozenset(each for each in full if Mark("then", _room(*each)) not in marks)


def _options(facts: Facts) -> dict[_OptionOf, list[tuple[NodeId, int]]]:
    """The options of each decision, with their places in the program."""
    found: dict[_OptionOf, list[tuple[NodeId, int]]] = defaultdict(list)
    for address, nodes in facts.nodes.items():
        for node in nodes:
            decide = facts.anyone.space.program.nodes[node]
            assert isinstance(decide, Decide)
            for number in range(len(decide.options)):
                found[address, number].append((node, number))
    return found


def _asked(address: str, stat: str, caps: Mapping[str, str]) -> If:
    """The question before a gain whether there is room for it."""
    below = Binary(op="<", left=Var(name=stat), right=Var(name=caps[stat]))
    return If(condition=below, address=_room(address, stat))


def _room(address: str, stat: str) -> str:
    return f"{_ROOM}{stat} {address}"


def _is_played(facts: Facts, around: Around) -> bool:
    """Whether play is known to come to a place, as far as the conditions around it tell."""
    own = {step.address for step in facts.ifs if step.own}
    return around.place in facts.seen and all(
        _is_taken(facts, address) if side == "option" else address in own or Mark(side, address) in facts.passed
        for address, side in around.gates
    )


def _never_run(facts: Facts, gains: Collection[Gain]) -> set[str]:
    """The addresses of gains in triggers that no listed play runs: that nobody has room there says nothing."""
    book = facts.anyone.book
    within = {step.address for each in triggers_of(book) for step in steps_in(each.body) if isinstance(step, Assign)}
    asked = dict(each for each in gains if each[0] in within)
    if not asked:
        return set()
    caps = {each.name: each.cap for each in book.variables if each.cap is not None}

    def before(step: Step) -> Block:
        stat = asked.get(step.address) if isinstance(step, Assign) else None
        return () if stat is None or not isinstance(step, Assign) else (_asked(step.address, stat, caps),)

    limits = replace(facts.solved.search.limits, seconds=facts.options.patience)
    questions = rewritten(book, lambda step: step, before)
    listed = Reach(solve(questions, facts.solved.hero, limits=limits, news=False))
    passed = {mark.address for mark, state in listed.marks if state >= 0}
    return {address for address, stat in asked.items() if _room(address, stat) not in passed}


def _is_taken(facts: Facts, address: str) -> bool:
    """Whether an option is known to be open to somebody."""
    return any(
        facts.was(True, node, number)
        for choose, _ in facts.choices
        for number, option in enumerate(choose.options)
        if option.address == address
        for node in facts.nodes[choose.address]
    )


def _amount(changes: Iterable[Change]) -> str:
    """How much is gained, if that is one number."""
    found = {change.value.right for change in changes if isinstance(change.value, Binary)}
    (first, *others) = found
    return str(first.value) if isinstance(first, Const) and not others else "…"


def _cure(facts: Facts, stat: Variable, amount: str) -> str:
    """What to write so that the gain is one."""
    name = stat.name
    if facts.span(f"variable {name}") is None:  # the rule system declares it
        lasting = "a bonus that lasts as long as the reader has a thing"
        items = [each for each in facts.book.variables if each.kind == "item" and facts.span(f"variable {each.name}")]
        item = min(items, key=lambda each: each.high).name if items else ""  # sooner a ring than rations
        example = f"while {item or 'ring'}: {name} +{amount}{'' if item else ' (with an item ring on your sheet)'}"
        return f"raise the initial value before it, ~ initial {name} +{amount}; or give {lasting}: {example}"
    ranged = name in facts.sourcemap.ranged
    start = "…" if name in written_in(facts.book.hero) else str(stat.start)
    number = f"number {name} = {start} in {stat.low}..{stat.high if ranged else 'HIGH'}"
    beyond = f"; or let the stat rise: ~ {name} +{amount} beyond initial" if ranged else ""
    return f"a number rises to the end of its range: {number}{beyond}"


def _ranges(facts: Facts) -> dict[str, tuple[int, int]]:
    return {each.name: (each.low, each.high) for each in facts.book.variables}


def _cells(facts: Facts) -> dict[str, tuple[int, int]]:
    return {table.name: ends(table.cells) for table in facts.book.tables}
