"""Rounds that cost nothing: a reader can heal, or earn, as often as they like."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from gamebook.analysis.words import Decision, decisions
from gamebook.codes import balance, finding
from gamebook.diagnostics import Diagnostic
from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.lint.facts import Facts
from gamebook.lint.promises import direction, is_watched
from gamebook.model.arithmetic import bounds, ends
from gamebook.model.book import Variable
from gamebook.model.expression import Binary, Var
from gamebook.model.step import Assign, Change, Choose, Loop
from gamebook.program.code import Decide
from gamebook.sentences import listed
from gamebook.solver.graphs import strong_components
from gamebook.source import Span

STATES = 12
"""States at each menu from which rounds are looked for, evenly spread."""
OPEN = 3
"""States more for each option, in which it is open: a choice that asks for much may be closed in most states."""
FREE = "whether something can be had again and again for nothing"
STEPS = 48
"""States that are looked at from each of these."""
DECISIONS = 3
"""Decisions in a round, at most."""
ROUNDS = 1000
"""Rounds after which a number that still rises has no limit worth the name."""


class Round(Struct, frozen=True):
    """A way from a menu back to it, on which nothing is left to chance."""

    state: int
    """Where it begins."""
    taken: tuple[int, ...]
    """The option taken at each decision."""
    raised: tuple[str, ...]
    """Numbers that are higher afterwards; all else is as before."""


def free_rounds(facts: Facts) -> Iterator[Diagnostic]:
    """Where can a reader go round for nothing until a number is as high as it can be?"""
    words = decisions(facts.anyone.book)
    told: set[frozenset[str]] = set()
    wanted = frozenset(v.name for v in facts.book.variables if _is_wanted(facts, v))
    for choose, in_fight in facts.choices:
        if in_fight or not _is_menu(choose):
            continue
        look()
        for node in facts.nodes[choose.address]:
            for each in _rounds(facts, node, wanted):
                stops = [*_stops(facts, each)]
                names = frozenset(address for address, _ in stops)
                if any(part <= names for part in told):
                    continue
                told.add(names)
                yield from _told(facts, each, stops, words)


def may_be_free(facts: Facts) -> Iterator[str]:
    """The places where a reader may come again, and get more of what is good to have, as far as that is open.

    Rounds are looked for from some states of each menu. That was done where each option is open in a listed state.
    """
    wanted = {v.name for v in facts.book.variables if _is_wanted(facts, v)}
    unseen = {*_unseen(facts)}
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


def _unseen(facts: Facts) -> Iterator[str]:
    """The places of menus with an option that may be open, and is so in no listed state.

    What can be done at any time is one option, however many menus offer it.
    """
    menus = [choose for choose, in_fight in facts.choices if not in_fight and _is_menu(choose)]
    seen: set[object] = set()
    waiting: list[tuple[object, int]] = []
    for choose in menus:
        for node in facts.nodes[choose.address]:
            opened = np.flatnonzero(facts.reach.open_options(node).any(axis=0))
            for number, option in enumerate(choose.options):
                key = option.label if option.again else option.address
                if number in opened:
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


def _told(facts: Facts, each: Round, stops: list[tuple[str, str]], words: dict[str, Decision]) -> Iterator[Diagnostic]:
    span = facts.span(stops[0][0])
    if span is None:
        return
    labels = {address: label for decision in words.values() for address, label in decision.labels.items()}
    lines = tuple(f'{place}: choose "{labels.get(address, "")}"' for address, place in stops)
    names = listed(each.raised)
    message = f"a reader can repeat this as often as they like, at no cost, until {names} is at the top of its range"
    hint = "let each round cost something, or allow it once (~ tick a box); or is this intended?"
    yield finding(balance.FREE_ROUNDS, span, message, hint, route=lines)


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


def _rounds(facts: Facts, node: int, wanted: frozenset[str]) -> Iterator[Round]:
    """Rounds from some of the states at a menu, one for each first option."""
    picked = _picked(facts, node)
    known: set[int] = set()
    for state in map(int, picked):
        before = facts.reach.values(state)
        if not wanted & before.keys():
            return
        for taken, after in _around(facts, state):
            raised = _raised(before, facts.reach.values(after), wanted)
            if raised and taken[0] not in known and _goes_on(facts, after, taken, raised):
                known.add(taken[0])
                yield Round(state, taken, raised)


def _picked(facts: Facts, node: int) -> Ints:
    """Some states at a menu, so that each option is open in some of them."""
    states = facts.reach.states_at(node)
    several = [_spread(states, STATES)]
    if len(states) > STATES:
        several += [_spread(states[open_], OPEN) for open_ in facts.reach.open_options(node).T]
    return np.unique(np.concatenate(several))


def _spread(states: Ints, most: int) -> Ints:
    """At most so many of some states, evenly spread."""
    return states[np.unique(np.linspace(0, len(states) - 1, most).astype(np.int64))] if len(states) else states


def _raised(before: dict[str, int], after: dict[str, int], wanted: frozenset[str]) -> tuple[str, ...]:
    """The numbers that are higher, if all else is as it was."""
    changed = [name for name in before if before[name] != after[name]]
    free = all(name in wanted and after[name] > before[name] for name in changed)
    return tuple(changed) if free else ()


def _around(facts: Facts, start: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Ways back to the point of a state, by decisions alone: the options taken, and the state reached."""
    point = facts.reach.node[start]
    waiting: list[tuple[tuple[int, ...], int]] = [((), start)]
    seen = {start}
    for taken, state in waiting:  # grows meanwhile, nearest first
        if len(waiting) > STEPS:
            return
        for option, ways in facts.reach.actions(state):
            after = int(ways[0])
            if len(ways) != 1 or after in seen or facts.reach.node[after] < 0:
                continue
            chosen = taken if option is None else (*taken, option)
            if facts.reach.node[after] == point:
                yield chosen, after
            elif len(chosen) <= DECISIONS:
                waiting.append((chosen, after))
            seen.add(after)


def _follow(facts: Facts, state: int, taken: tuple[int, ...]) -> list[int]:
    """The states that some options lead to, one decision after the other; empty if they cannot be taken."""
    point, left, stops = facts.reach.node[state], list(taken), []
    while True:
        ways = [ways for option, ways in facts.reach.actions(state) if option is None or option in left[:1]]
        if len(ways) != 1 or len(ways[0]) != 1:
            return []
        if any(option is not None for option, _ in facts.reach.actions(state)):
            stops.append(state)
            left = left[1:]
        state = int(ways[0][0])
        if facts.reach.node[state] == point and not left:
            return [*stops, state]
        if facts.reach.node[state] < 0 or len(stops) > DECISIONS + 1:
            return []


def _goes_on(facts: Facts, state: int, taken: tuple[int, ...], raised: tuple[str, ...]) -> bool:
    """Whether the round can be gone again and again until nothing rises any more."""
    before = facts.reach.values(state)
    for _ in range(ROUNDS):
        way = _follow(facts, state, taken)
        if not way:
            return _is_full(facts, before, raised)
        after = facts.reach.values(way[-1])
        changed = {name for name in before if before[name] != after[name]}
        if not changed:
            return _is_full(facts, after, raised)
        if not changed <= set(raised) or any(after[name] < before[name] for name in changed):
            return False
        state, before = way[-1], after
    return True


def _is_full(facts: Facts, values: dict[str, int], raised: tuple[str, ...]) -> bool:
    """Whether a number is at the end of its range, or at the value that it began with."""
    for variable in facts.book.variables:
        if variable.name in raised:
            if variable.cap is None and values[variable.name] < variable.high:
                return False
            if variable.cap is not None and values[variable.name] < values.get(variable.cap, variable.low):
                return False
    return True


def _stops(facts: Facts, each: Round) -> Iterator[tuple[str, str]]:
    """The address of each option taken, and the chapter."""
    program = facts.anyone.space.program
    for state, option in zip(_follow(facts, each.state, each.taken), each.taken, strict=False):
        node = int(facts.reach.node[state])
        decide = program.nodes[node]
        assert isinstance(decide, Decide)
        yield decide.options[option].address, program.places[node]
