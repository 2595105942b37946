"""Rounds that cost nothing: a reader can heal, or earn, as often as they like."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, zip_longest

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from gamebook.analysis.beyond import Beyond, TooFar
from gamebook.analysis.decisions import Decision, decisions
from gamebook.analysis.free_rounds import FreeRound, FreeRounds
from gamebook.analysis.repeats import Repeats
from gamebook.codes import balance, finding
from gamebook.diagnostics import Diagnostic
from gamebook.errors import OutOfTime
from gamebook.job import look
from gamebook.kernels.arrays import Ints
from gamebook.lint.facts import Facts
from gamebook.lint.sheets import Sheet, sheets_beyond
from gamebook.lint.wanted import wanted_in
from gamebook.model.arithmetic import FALSE, bounds, ends
from gamebook.model.blocks import steps_in, turns_in
from gamebook.model.expression import Binary, Var
from gamebook.model.step import Assign, Change, Choose, Loop
from gamebook.program.code import Decide, Mark, NodeId, Program
from gamebook.program.possible import Option
from gamebook.sentences import listed
from gamebook.solver.graphs import strong_components
from gamebook.solver.space import explore
from gamebook.source import Span

STATES = 12
"""States at each menu from which rounds are looked for first, evenly spread."""
OPEN = 3
"""States more for each option, in which it is open: a choice that asks for much may be closed in most states."""
FREE = "whether something can be had again and again for nothing"
AHEAD = 2000
"""States that are looked at, at most, before it is believed that a reader can still come to a good ending."""
REPLAYS = 0.5
"""The share of the time for states beyond the list in which plays are played again."""


class Round(Struct, frozen=True):
    """A round that costs nothing."""

    stops: tuple[tuple[str, str], ...]
    """The address of each option taken, and the chapter."""
    raised: tuple[str, ...]
    """Numbers that rise to the top of their ranges."""
    healed: frozenset[str]
    """Which of these are stats that rise to their initial values."""
    raising: frozenset[Option]
    """The options after which one of them rises: the cause of the round."""
    sheet: Sheet | None
    """With what readers come to a menu before it, if it was not looked for from a listed state."""
    before: tuple[tuple[str, str], ...] = ()
    """What they then choose before it begins; as `stops`."""


def free_rounds(facts: Facts) -> Iterator[Diagnostic]:
    """Where can a reader go round for nothing until a number is as high as it can be?

    It is looked for from all listed states, or where not all are listed, from some of them and from others to which
    plays came. Of a cause the first round is reported that is one of its shortest. A line under `each chapter` that
    raises the number wherever the reader goes is one cause, whatever is chosen.
    """
    words: dict[str, Decision] | None = None
    told: set[Span] = set()
    for each in _rounds_of_all(facts) if facts.whole else _rounds_of_some(facts):
        words = words or decisions(facts.anyone.book)  # most books have no such round
        lines = _raising_lines(facts, each)
        facts.free_options.update(dict.fromkeys(each.raising, each.raised))
        facts.free_lines.update((line, name) for line in lines if line is not None for name in each.raised)
        everywhere = _everywhere(facts, lines)
        if everywhere is None:
            yield from _told(facts, each, words)
        elif everywhere not in told:
            told.add(everywhere)
            yield _of_any_round(facts, each, everywhere, words)


def _rounds_of_all(facts: Facts) -> Iterator[Round]:
    """One round for each cause, of a book of which all states are listed.

    Raises:
        OutOfTime: there was no time to look at all states from which a round may begin.
    """
    good = wanted_in(facts)
    wanted = good.names
    menus = [node for _, node in _menus(facts, wanted)]
    if not menus:
        return
    hope = facts.reach.spared if facts.reach.spared[facts.reach.root] else None
    repeats, states = Repeats(facts.reach, wanted, menus, hope), Beyond(facts.reach)
    search = FreeRounds(facts.book, facts.anyone.space, states, wanted, good.rising)
    search.begin(repeats)
    copies = _copies(facts)
    until = time.monotonic() + facts.options.patience
    for node in menus:
        for state in _in_turn(repeats.starts(node)):
            look()
            if time.monotonic() > until:
                raise OutOfTime
            while (found := next(search.rounds(state), None)) is not None:
                told = _round(facts, states, copies, *_shortest(search, found), None)
                yield told
                repeats.close(told.raising)
                search.begin(repeats)


def _rounds_of_some(facts: Facts) -> Iterator[Round]:
    """One round for each cause that is found in a book of which not all states are listed."""
    good = wanted_in(facts)
    wanted = good.names
    states = Beyond(facts.reach)
    search = FreeRounds(facts.book, facts.anyone.space, states, wanted, good.rising)
    menus = list[NodeId]()
    for choose, node in _menus(facts, wanted):
        if search.is_in_loop(node):
            menus.append(node)
        else:
            facts.gone_round.update((node, option) for option in range(len(choose.options)))
    if not menus:
        return
    _, began = (facts.players, facts.ways_found), time.monotonic()  # these take a time of their own
    states.until = began + facts.options.patience
    sheets = sheets_beyond(facts, menus, began + REPLAYS * facts.options.patience)
    copies, known = _copies(facts), set[Option]()
    starts: list[list[tuple[int, Sheet | None]]] = []
    for node in menus:
        near: list[tuple[int, Sheet | None]] = [(state, None) for state in _picked(facts, node, wanted).tolist()]
        far = [(states.add(node, dict(each.values)), each) for each in sheets.get(node, ())]
        both = chain.from_iterable(zip_longest(near, far))
        starts.append([each for each in both if each is not None])
    done: set[int] = set()
    for each in chain.from_iterable(zip_longest(*starts)):  # some of each menu, then more
        look()
        if each is None or each[0] in done:
            continue
        state, sheet = each
        done.add(state)
        with suppress(TooFar):
            while (found := next(search.rounds(state), None)) is not None:
                if not _may_end_well(facts, states, state):
                    break
                told = _round(facts, states, copies, *_shortest(search, found), sheet)
                yield told
                known |= told.raising
                search.begin(closed=known)
            node = states.node(state)
            facts.gone_round.update((node, option) for option, _ in states.after(state) if option is not None)


def _may_end_well(facts: Facts, states: Beyond, start: int) -> bool:
    """Whether play may come from a state to an ending that is no defeat, for all that a short look shows.

    A reader who has lost gets nothing for free. Where the book has no such ending, all is as good.
    """
    if not facts.reach.spared[facts.reach.root]:
        return True
    good, known, waiting = frozenset(facts.good_ends), {start}, [start]
    for state in waiting:  # grows meanwhile, nearest first
        look()
        if state in good or len(known) > AHEAD:
            return True
        for _, after in states.after(state) if state >= len(facts.reach.endings) else ():
            new = [to for to in dict.fromkeys(after) if to not in known]
            known.update(new)
            waiting += new
    return False


def may_be_free(facts: Facts) -> Iterator[str]:
    """The places where a reader may come again, and get more of what is good to have, as far as that is open.

    Rounds were looked for from some states in which each option is open, listed ones and those to which plays came.
    """
    wanted = wanted_in(facts).names
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
    message = f"a reader can repeat this as often as they like, at no cost, until {_top(each)}"
    hint = "let each round cost something, or allow it once (~ tick a box); or is this intended?"
    yield finding(balance.FREE_ROUNDS, span, message, hint, route=_route(facts, each, words))


def _of_any_round(facts: Facts, each: Round, span: Span, words: dict[str, Decision]) -> Diagnostic:
    message = f"a reader can go round through chapters as often as they like, at no cost, until {_top(each)}"
    hint = "let something be lost in each chapter, too, such as time; or is this intended?"
    return finding(balance.FREE_ROUNDS, span, message, hint, route=_route(facts, each, words))


def _everywhere(facts: Facts, raising: Collection[Span | None]) -> Span | None:
    """The line under `each chapter` that alone raises the numbers on the way round; None if there is none."""
    found = [span for span in raising if span is not None and span in facts.sourcemap.each_chapter]
    return min(found, key=lambda span: span.start) if len(found) == len(raising) and found else None


def _raising_lines(facts: Facts, each: Round) -> Collection[Span | None]:
    """The lines that may raise the numbers on the way round; None for those of a rule system."""
    taken, places = {address for address, _ in each.stops}, _passed(facts, each)
    return {
        facts.span(known.step.address)
        for known in facts.steps
        if known.around.place in places
        and isinstance(known.step, Assign)
        and taken.issuperset(address for address, gate in known.around.gates if gate == "option")
        and any(change.variable in each.raised and not _falls(facts, change) for change in known.step.changes)
    }


def _passed(facts: Facts, each: Round) -> Collection[str]:
    """The chapters of a round: those with its choices, and those to which these lead, where nothing is chosen."""
    bodies = {chapter.name: chapter.body for chapter in facts.book.chapters}
    options = {option.address: option for choose, _ in facts.choices for option in choose.options}
    found = {place for _, place in each.stops}
    waiting = [name for address, _ in each.stops if address in options for name in turns_in(options[address].body)]
    for name in waiting:  # grows meanwhile
        body = bodies.get(name, ())
        if name not in found and not any(isinstance(step, Choose) for step in steps_in(body)):
            found.add(name)
            waiting += turns_in(body)
    return found


def _top(each: Round) -> str:
    healed = each.healed == {*each.raised}
    if len(each.raised) > 1:
        return f"{listed(each.raised)} are at {'their initial values' if healed else 'the tops of their ranges'}"
    return f"{listed(each.raised)} is at {'its initial value' if healed else 'the top of its range'}"


def _route(facts: Facts, each: Round, words: dict[str, Decision]) -> tuple[str, ...]:
    labels = {address: label for decision in words.values() for address, label in decision.labels.items()}
    lines = [f'{place}: choose "{labels.get(address, "")}"' for address, place in (*each.before, *each.stops)]
    return (*_way_to(facts, each.sheet), *lines)


def _way_to(facts: Facts, sheet: Sheet | None) -> tuple[str, ...]:
    """How a reader comes to a menu with a sheet; nothing for a listed state."""
    if sheet is not None and sheet.policy:
        return facts.replayed(sheet.policy, sheet.play)
    return facts.lines_along(sheet.way[:-1], sheet.way[-1]) if sheet is not None else ()


def without_full_ranges(facts: Facts, found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings without those of full ranges, and of things that do not fit, that only a free round brings about.

    These are the ones of which no state is left where nobody takes an option that raises something in such a round. Of
    a line that raises a number on such a round that number is no finding, either, however else readers come there: no
    range is wide enough for it.
    """
    about = {balance.OVERFULL, balance.NO_FIT, balance.NO_ROOM_THERE}
    if not facts.free_options or about.isdisjoint(each.code for each in found):
        return found
    passed = defaultdict[Span | None, list[Mark]](list)
    for mark in facts.passed:
        if mark.what in ("full", "tight", "stored") or (mark.what == "clamp" and mark.amount > 0):
            passed[facts.span(mark.address)].append(mark)
    space, limits = facts.anyone.space, facts.solved.search.limits
    without = _without(space.program, facts.free_options)
    left = explore(without, limits=replace(limits, seconds=facts.options.patience))
    seen = {mark for mark, state in zip(space.program.marks, left.states.seen.tolist(), strict=True) if state >= 0}
    raised = frozenset[str]().union(*facts.free_options.values())

    def is_explained(each: Diagnostic) -> bool:
        marks = passed[each.span] if each.code in about else []
        return bool(marks) and all(
            (mark.what == "clamp" and (each.span, mark.variable) in facts.free_lines)
            or (mark not in seen and (left.whole or mark.variable in raised))
            for mark in marks
        )

    return [each for each in found if not is_explained(each)]


def _without(program: Program, closed: Collection[Option]) -> Program:
    """The program with some options closed."""
    nodes = [*program.nodes]
    for node, option in closed:
        decide = nodes[node]
        assert isinstance(decide, Decide)
        options = [*decide.options]
        options[option] = replace(options[option], condition=FALSE)
        nodes[node] = replace(decide, options=tuple(options))
    return replace(program, nodes=tuple(nodes))


def _copies(facts: Facts) -> dict[Option, list[Option]]:
    """For each option of the reader's all that are the same: lowering writes some out several times.

    What can be done at any time is one option, however many menus offer it.
    """
    same = defaultdict[str, list[Option]](list)
    for choose, _ in facts.choices:
        for number, option in enumerate(choose.options):
            key = f"again {option.label}" if option.again else option.address
            same[key] += [(node, number) for node in facts.nodes[choose.address]]
    return {option: copies for copies in same.values() for option in copies}


def _in_turn(states: Ints) -> Iterator[int]:
    """All of some states; first a few that are evenly spread, as those side by side are much alike."""
    yield from dict.fromkeys([*_spread(states, STATES).tolist(), *states.tolist()])


def _shortest(search: FreeRounds, found: FreeRound) -> tuple[FreeRound, Sequence[tuple[int, int]]]:
    """The round, or a shorter one with the same cause that begins where a number rises; and what leads there."""
    best, before = found, found.taken[:0]
    for number in sorted(found.raising):
        state, option = found.taken[number]
        with suppress(TooFar):
            for each in search.rounds(state, option):
                if len(each.taken) < len(best.taken) and 0 in each.raising and {*each.raised} & {*found.raised}:
                    best, before = each, found.taken[:number]
    return best, before


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


def _round(
    facts: Facts,
    states: Beyond,
    copies: Mapping[Option, list[Option]],
    found: FreeRound,
    before: Sequence[tuple[int, int]],
    sheet: Sheet | None,
) -> Round:
    """A round in words.

    Args:
        facts: the book.
        states: its states.
        copies: the options that are the same.
        found: the round.
        before: what is done before it, after the reader came to a menu with this sheet.
        sheet: with what readers come to its menu, if it does not begin in a listed state.
    """
    program = facts.anyone.space.program
    stops, options = list[tuple[str, str]](), list[Option]()
    for state, option in (*before, *found.taken):
        node = states.node(state)
        decide = program.nodes[node]
        assert isinstance(decide, Decide)
        stops.append((decide.options[option].address, program.places[node]))
        options.append((node, option))
    stops, first, options = stops[len(before) :], stops[: len(before)], options[len(before) :]
    causes = [options[number] for number in found.raising] or options
    raising = frozenset(copy for option in causes for copy in copies.get(option, [option]))
    return Round(tuple(stops), found.raised, found.healed, raising, sheet, tuple(first) if sheet is not None else ())
