"""Rounds that cost nothing: a reader can heal, or earn, as often as they like."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from math import inf

import numpy as np
from msgspec import Struct

from gamebook.analysis.beyond import Beyond, TooFar
from gamebook.analysis.words import Decision, decisions
from gamebook.codes import balance, finding
from gamebook.diagnostics import Diagnostic
from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.lint.facts import Facts
from gamebook.lint.promises import direction, is_watched
from gamebook.lint.sheets import Sheet, sheets_beyond
from gamebook.model.arithmetic import bounds, ends
from gamebook.model.book import Book, Variable
from gamebook.model.expression import Binary, Var
from gamebook.model.step import Assign, Change, Choose, Loop
from gamebook.program.code import Decide, NodeId
from gamebook.sentences import listed
from gamebook.solver.graphs import strong_components
from gamebook.source import Span

STATES = 12
"""Listed states at each menu from which rounds are looked for, evenly spread."""
OPEN = 3
"""States more for each option, in which it is open: a choice that asks for much may be closed in most states."""
FREE = "whether something can be had again and again for nothing"
REPLAYS = 0.5
"""The share of the time for states beyond the list in which plays are played again."""
STEPS = 48
"""States that are looked at from each of these."""
DECISIONS = 3
"""Decisions in a round, at most."""
ROUNDS = 1000
"""Rounds after which a number that still rises has no limit worth the name."""


class Round(Struct, frozen=True):
    """A way from a menu back to it, on which nothing is left to chance."""

    stops: tuple[tuple[str, str], ...]
    """The address of each option taken, and the chapter."""
    raised: tuple[str, ...]
    """Numbers that are higher afterwards; all else is as before."""
    sheet: Sheet | None
    """With what readers come to its menu, if it does not begin in a listed state."""


def free_rounds(facts: Facts) -> Iterator[Diagnostic]:
    """Where can a reader go round for nothing until a number is as high as it can be?

    It is looked for from listed states, and where not all are listed, also from others to which plays came.
    """
    words = decisions(facts.anyone.book)
    told: set[frozenset[str]] = set()
    wanted = _wanted(facts)
    menus = [node for _, node in _menus(facts, wanted)]
    sheets, until = dict[NodeId, list[Sheet]](), inf
    if not facts.whole and menus:
        _, began = (facts.players, facts.ways_found), time.monotonic()  # these take a time of their own
        until = began + facts.options.patience
        sheets = sheets_beyond(facts, menus, began + REPLAYS * facts.options.patience)
    for node in menus:
        look()
        for each in _rounds(facts, node, wanted, sheets.get(node, ()), until):
            names = frozenset(address for address, _ in each.stops)
            if any(part <= names for part in told):
                continue
            told.add(names)
            yield from _told(facts, each, words)


def may_be_free(facts: Facts) -> Iterator[str]:
    """The places where a reader may come again, and get more of what is good to have, as far as that is open.

    Rounds were looked for from some states in which each option is open, listed ones and those to which plays came.
    """
    wanted = _wanted(facts)
    unseen = {*_unseen(facts, wanted)}
    again = {  # chapters in which play can go round
        each.around.place
        for each in facts.steps
        if each.around.place in unseen
        and (isinstance(each.step, Loop) or (isinstance(each.step, Choose) and any(o.again for o in each.step.options)))
    }
    after: dict[str, list[str]] = {chapter.name: [] for chapter in facts.book.chapters}
    for name, turns in facts.turns.items():
        for around, _ in turns:
            after.setdefault(around.place, []).append(name)
    for part in strong_components(after):
        if (len(part) > 1 or part[0] in after[part[0]]) and not unseen.isdisjoint(part):
            again.update(part)
    triggers = {watch.id for watch in facts.book.watches} if unseen else set()
    for each in facts.steps:
        place, step = each.around.place, each.step
        if isinstance(step, Assign) and place in again | triggers and place in facts.played:
            rises = (change for change in step.changes if change.variable in wanted)
            if any(not _falls(facts, change) for change in rises):
                yield place


def _wanted(facts: Facts) -> frozenset[str]:
    """The numbers of which it is good to have more."""
    return frozenset(each.name for each in facts.book.variables if _is_wanted(facts, each))


def _menus(facts: Facts, wanted: frozenset[str]) -> Iterator[tuple[Choose, NodeId]]:
    """The menus of readers, not of fights, at which what is good to have still matters."""
    for choose, in_fight in facts.choices:
        if not in_fight and _is_menu(choose):
            for node in facts.nodes[choose.address]:
                if wanted & facts.anyone.space.live_at(node):
                    yield choose, node


def _unseen(facts: Facts, wanted: frozenset[str]) -> Iterator[str]:
    """The places of menus with an option that may be open, behind which no rounds were looked for.

    What can be done at any time is one option, however many menus offer it.
    """
    seen: set[object] = set()
    waiting: list[tuple[object, NodeId]] = []
    for choose, node in _menus(facts, wanted):
        for number, option in enumerate(choose.options):
            key = option.label if option.again else option.address
            if (node, number) in facts.gone_round:
                seen.add(key)
            elif facts.may_open(node, number):
                waiting.append((key, node))
    yield from (facts.anyone.space.program.places[node] for key, node in waiting if key not in seen)


def _is_menu(choose: Choose) -> bool:
    return choose.what == "menu" and choose.owner == "reader"


def _falls(facts: Facts, change: Change) -> bool:
    """Whether a change never makes more of a number."""
    value, ranges = change.value, {each.name: (each.low, each.high) for each in facts.book.variables}
    takes = isinstance(value, Binary) and value.op == "-" and value.left == Var(name=change.variable)
    cells = {table.name: ends(table.cells) for table in facts.book.tables}
    return takes and isinstance(value, Binary) and bounds(value.right, ranges, cells)[0] >= 0


def _told(facts: Facts, each: Round, words: dict[str, Decision]) -> Iterator[Diagnostic]:
    span = facts.span(each.stops[0][0])
    if span is None:
        return
    labels = {address: label for decision in words.values() for address, label in decision.labels.items()}
    lines = [f'{place}: choose "{labels.get(address, "")}"' for address, place in each.stops]
    names = listed(each.raised)
    message = f"a reader can repeat this as often as they like, at no cost, until {names} is at the top of its range"
    hint = "let each round cost something, or allow it once (~ tick a box); or is this intended?"
    yield finding(balance.FREE_ROUNDS, span, message, hint, route=(*_way_to(facts, each.sheet), *lines))


def _way_to(facts: Facts, sheet: Sheet | None) -> tuple[str, ...]:
    """How a reader comes to a menu with a sheet; nothing for a listed state."""
    if sheet is not None and sheet.policy:
        return facts.replayed(sheet.policy, sheet.play)
    return facts.lines_along(sheet.way[:-1], sheet.way[-1]) if sheet is not None else ()


def without_full_ranges(found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings without those of full ranges that a free round already explains."""
    free: list[Span] = [each.span for each in found if each.code == balance.FREE_ROUNDS]
    return [
        each
        for each in found
        if each.code != balance.OVERFULL
        or not any(s.path == each.span.path and s.start <= each.span.start and each.span.end <= s.end for s in free)
    ]


def _is_wanted(facts: Facts, variable: Variable) -> bool:
    """Whether it is good to have more: a stat that rules lower, or what things are paid with.

    Supplies that are only used up, such as water at a well, may well be free; and of a number for which a trigger waits
    at the end of its range nobody wants more.
    """
    if variable.high - variable.low <= 1 or is_watched(facts.book, variable, variable.high):
        return False
    changes = [effect for effect in facts.effects.values() if variable.name in {c.variable for c in effect.changes}]
    match variable.kind:
        case "stat":
            return any(direction(effect, variable.name) == "-" for effect in changes)
        case "number" | "item":
            return any(effect.why == "pay" for effect in changes)
    return False


def _rounds(
    facts: Facts, node: NodeId, wanted: frozenset[str], sheets: Collection[Sheet], until: float
) -> Iterator[Round]:
    """Rounds from some of the states at a menu, one for each first option.

    Args:
        facts: the book.
        node: the menu.
        wanted: the numbers of which it is good to have more.
        sheets: with what readers come there.
        until: a `time.monotonic()` after which states that are not listed are not looked at.
    """
    states = Beyond(facts.reach, until)
    starts: dict[int, Sheet | None] = dict.fromkeys(_picked(facts, node, wanted).tolist())
    for each in sheets:
        starts.setdefault(states.add(node, dict(each.values)), each)
    known: set[int] = set()
    for state, sheet in starts.items():
        before = states.values(state)
        with suppress(TooFar):
            for taken, after in _around(states, state):
                raised = _raised(before, states.values(after), wanted) if taken else ()
                if raised and taken[0] not in known and _goes_on(facts.book, states, after, taken, raised):
                    known.add(taken[0])
                    yield Round((*_stops(facts, states, state, taken),), raised, sheet)
            facts.gone_round.update((node, option) for option, _ in states.after(state) if option is not None)


def _picked(facts: Facts, node: int, wanted: frozenset[str]) -> Ints:
    """Some states at a menu, so that each option is open in some of them, and each wanted number low in some."""
    states = facts.reach.states_at(node)
    several = [_spread(states, STATES)]
    if len(states) > STATES:
        several += [_spread(states[open_], OPEN) for open_ in facts.reach.open_options(node).T]
        columns = facts.anyone.columns(node, states)
        lowest = (columns[name] == columns[name].min() for name in sorted(wanted & columns.keys()))
        several += [_spread(states[low], OPEN) for low in lowest]
    return np.unique(np.concatenate(several))


def _spread(states: Ints, most: int) -> Ints:
    """At most so many of some states, evenly spread."""
    return states[np.unique(np.linspace(0, len(states) - 1, most).astype(np.int64))] if len(states) else states


def _raised(before: dict[str, int], after: dict[str, int], wanted: frozenset[str]) -> tuple[str, ...]:
    """The numbers that are higher, if all else is as it was."""
    changed = [name for name in before if before[name] != after[name]]
    free = all(name in wanted and after[name] > before[name] for name in changed)
    return tuple(changed) if free else ()


def _around(states: Beyond, start: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Ways back to the point of a state, by decisions alone: the options taken, and the state reached."""
    point = states.node(start)
    waiting: list[tuple[tuple[int, ...], int]] = [((), start)]
    seen = {start}
    for taken, state in waiting:  # grows meanwhile, nearest first
        if len(waiting) > STEPS:
            return
        for option, after in states.after(state):
            if after is None or after in seen or states.node(after) < 0:
                continue
            chosen = taken if option is None else (*taken, option)
            if states.node(after) == point:
                yield chosen, after
            elif len(chosen) <= DECISIONS:
                waiting.append((chosen, after))
            seen.add(after)


def _follow(states: Beyond, state: int, taken: tuple[int, ...]) -> list[int]:
    """The states that some options lead to, one decision after the other; empty if they cannot be taken."""
    point, left, stops = states.node(state), list(taken), []
    while True:
        ways = [after for option, after in states.after(state) if option is None or option in left[:1]]
        if len(ways) != 1 or ways[0] is None:
            return []
        if any(option is not None for option, _ in states.after(state)):
            stops.append(state)
            left = left[1:]
        state = ways[0]
        if states.node(state) == point and not left:
            return [*stops, state]
        if states.node(state) < 0 or len(stops) > DECISIONS + 1:
            return []


def _goes_on(book: Book, states: Beyond, state: int, taken: tuple[int, ...], raised: tuple[str, ...]) -> bool:
    """Whether the round can be gone again and again until nothing rises any more."""
    before = states.values(state)
    for _ in range(ROUNDS):
        way = _follow(states, state, taken)
        if not way:
            return _is_full(book, before, raised)
        after = states.values(way[-1])
        changed = {name for name in before if before[name] != after[name]}
        if not changed:
            return _is_full(book, after, raised)
        if not changed <= set(raised) or any(after[name] < before[name] for name in changed):
            return False
        state, before = way[-1], after
    return True


def _is_full(book: Book, values: dict[str, int], raised: tuple[str, ...]) -> bool:
    """Whether a number is at the end of its range, or at the value that it began with."""
    for variable in book.variables:
        if variable.name in raised:
            if variable.cap is None and values[variable.name] < variable.high:
                return False
            if variable.cap is not None and values[variable.name] < values.get(variable.cap, variable.low):
                return False
    return True


def _stops(facts: Facts, states: Beyond, start: int, taken: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """The address of each option taken, and the chapter."""
    program = facts.anyone.space.program
    for state, option in zip(_follow(states, start, taken), taken, strict=False):
        node = states.node(state)
        decide = program.nodes[node]
        assert isinstance(decide, Decide)
        yield decide.options[option].address, program.places[node]
