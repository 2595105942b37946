"""The map of chapters in play: where a reader is stuck, where hope ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from gamebook.codes import chapter_map, finding
from gamebook.diagnostics import MOST_RELATED, Diagnostic, Related
from gamebook.dice.percent import HUNDRED_PERCENT
from gamebook.job import look
from gamebook.kernels.arrays import Flags, Ints
from gamebook.lint.facts import Facts
from gamebook.lint.sums import worked_out
from gamebook.model.arithmetic import FALSE
from gamebook.model.deaths import REAL_CHOICE
from gamebook.model.step import BACK, Option
from gamebook.program.code import Decide, NodeId
from gamebook.solver.traps import Trap
from gamebook.source import Span

_TRAP = "is this intended?"
_ENDLESS = "open a way to an ending, or end the book here"
_FATES = {True: ("can reach only defeat", _TRAP), False: ("play never ends for them", _ENDLESS)}
"""By whether play ends after a trap: what comes of it, and what to do."""


def soft_locks(facts: Facts) -> Iterator[Diagnostic]:
    """At which menus can a reader be with no open choice and no way on?"""
    program = facts.anyone.space.program
    groups: dict[tuple[Span, str], list[int]] = defaultdict(list)
    for state in _before_stuck(facts):
        number = int(facts.reach.node[state])
        node, place = program.nodes[number], program.places[number]
        menu = facts.span(node.address) if isinstance(node, Decide) else None
        span = menu or facts.span(f"chapter {place}")
        if span is not None:
            groups[span, place if menu is None else ""].append(int(state))
    for (span, place), states in groups.items():
        route = facts.witness.route_to(np.array(states), stuck=True)
        what = f"chapter {place} can run out" if place else "no choice is open"
        known = " that every reader knows" if menu is not None and _some_unknown(facts, states[0]) else ""
        hint = f"leave one choice{known} without a condition, or write after the menu where to turn"
        sum_ = "" if place else _computed(facts, states[0])
        if sum_ == BACK:
            what = "play begins here, so there is no chapter to go back to"
            hint = "turn to a chapter, or offer a choice"
        elif sum_:
            what = f"no chapter has the number {sum_}{worked_out(facts, route)}"
            hint = "write that chapter, or do not let readers arrive with this number"
        message = f"a reader can be stuck here: {what}"
        yield finding(chapter_map.SOFT_LOCK, span, message, hint, route=facts.lines(route))


def stuck_at(facts: Facts) -> frozenset[NodeId]:
    """The points after which a listed play was stuck."""
    return frozenset(facts.reach.node[_before_stuck(facts)].tolist())


def _before_stuck(facts: Facts) -> Ints:
    stuck = np.zeros(facts.reach.size, bool)
    stuck[facts.reach.stuck] = True
    return np.unique(facts.reach.entries(stuck)[0])


def _options(facts: Facts, state: int) -> list[Option]:
    """What an author wrote at the decision in a state."""
    node = facts.anyone.space.program.nodes[int(facts.reach.node[state])]
    menus = (choose for choose, _ in facts.choices if isinstance(node, Decide) and choose.address == node.address)
    return [option for choose in menus for option in choose.options]


def _some_unknown(facts: Facts, state: int) -> bool:
    """Whether not every reader knows every option there."""
    return any(option.known < HUNDRED_PERCENT for option in _options(facts, state))


def _computed(facts: Facts, state: int) -> str:
    """The sum whose chapter a reader looks for, or `BACK`; empty if the reader is at a menu."""
    ways = _options(facts, state)
    return "".join(map(str, ways[0].label)) if len(ways) == 1 and ways[0].condition == FALSE else ""


def traps(facts: Facts) -> Iterator[Diagnostic]:
    """Where does play go on, with things to choose, though nothing but defeat can come of it, or no end at all?

    An ending that is neither victory nor defeat may be what the book wants to tell, so the way there is no trap.
    Chapters that nobody survives are told one by one. Where it depends on the sheet, one lack is often felt in many
    chapters: the one nearest to the start is reported, with the others as related places.
    """
    if not facts.reach.spared[facts.reach.root]:
        return  # that nothing wins is a finding of its own
    found = [*_listed_traps(facts)]
    yield from found
    if not found and facts.traps.found is not None and any(map(facts.is_ended, facts.good_ends)):
        yield from _far_trap(facts, facts.traps.found)


def _far_trap(facts: Facts, trap: Trap) -> Iterator[Diagnostic]:
    """The finding for a trap beyond the listed states."""
    chapter = facts.anyone.space.program.places[trap.at.node]
    span = facts.span(f"chapter {chapter}")
    if span is not None:
        fate, hint = _FATES[trap.ends]
        message = f"from chapter {chapter} on some readers still have choices, but {fate}"
        yield finding(chapter_map.TRAP, span, message, hint, route=facts.lines_along(trap.taken, trap.at))


def _listed_traps(facts: Facts) -> Iterator[Diagnostic]:
    reach, program = facts.reach, facts.anyone.space.program
    source, target = reach.entries(_idle(facts))
    entered = target[reach.spared[source]]
    chapters = np.array([program.places[n] for n in reach.node[entered]], np.object_)
    ends = reach.leading_to(np.append(reach.of_kind("defeat"), len(reach.endings) - 1))[entered]  # the last: stuck
    some: dict[str, Span] = {}
    for chapter in dict.fromkeys(chapters):
        span = facts.span(f"chapter {chapter}")
        if span is None:
            continue
        if not facts.whole or reach.spared[reach.states_at(program.chapters[chapter])].any():
            some[chapter] = span
            continue
        here = chapters == chapter
        route = facts.witness.route_to(entered[here])
        message, hint = (
            f"from chapter {chapter} on only defeat can be reached, although the reader still has choices",
            _TRAP,
        )
        if not ends[here].any():
            message, hint = (
                f"from chapter {chapter} on play never ends, although the reader still has choices",
                _ENDLESS,
            )
        yield finding(chapter_map.TRAP, span, message, hint, route=facts.lines(route))
    in_some = np.isin(chapters, [*some])
    for ending, (fate, hint) in _FATES.items():
        here = in_some & (ends == ending)
        if not here.any():
            continue
        route = facts.witness.route_to(entered[here])
        message = f"from chapter {route.chapter} on some readers still have choices, but {fate}"
        others = (some[chapter] for chapter in dict.fromkeys(chapters[here]) if chapter != route.chapter)
        related = tuple(Related(span, "also here") for span in others)[:MOST_RELATED]
        yield finding(chapter_map.TRAP, some[route.chapter], message, hint, related, facts.lines(route))


def _idle(facts: Facts) -> Flags:
    """bool[n]: states without hope that still have a real choice ahead.

    A chapter that kills, or several that tell a death, is no trap. So there must be a menu of the reader's with two
    options open, and after it another menu.
    """
    reach = facts.reach
    hopeless = ~reach.spared
    hopeless[: len(reach.endings)] = False
    at_menu, at_choice = np.zeros_like(hopeless), np.zeros_like(hopeless)
    for choose, in_fight in facts.choices:
        if choose.owner != "reader" or in_fight or choose.what not in ("menu", "choose"):
            continue
        look()
        lasting = np.array([not option.again for option in choose.options])
        for node in facts.nodes[choose.address]:
            states = reach.states_at(node)
            written = reach.open_options(node)[:, : len(lasting)]  # to go on, knowing none of them, is no real choice
            open_ = (written & lasting).sum(axis=1)
            at_menu[states] = open_ > 0
            at_choice[states] = open_ >= REAL_CHOICE
    at_menu &= hopeless
    goes_on = at_choice & hopeless & _strictly_before(facts, at_menu)
    return hopeless & reach.leading_to(np.flatnonzero(goes_on))


def _strictly_before(facts: Facts, goals: Flags) -> Flags:
    """bool[n]: states with a way, of at least one step, to a goal."""
    ways = facts.reach.ways
    ahead = np.append(0, np.cumsum(facts.reach.leading_to(np.flatnonzero(goals))[ways.to]))
    return ahead[ways.start[1:]] > ahead[ways.start[:-1]]
