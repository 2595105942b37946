"""Traps: where play goes on with things to choose, though nothing good can come of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from gamebook.codes import chapter_map, finding
from gamebook.diagnostics import MOST_RELATED, Diagnostic, Related
from gamebook.job import look
from gamebook.kernels.arrays import Flags
from gamebook.lint.facts import Facts
from gamebook.model.deaths import REAL_CHOICE
from gamebook.solver.traps import Trap
from gamebook.source import Span

_TRAP = "is this intended?"
_ENDLESS = "open a way to an ending, or end the book here"
_FATES = {True: ("can reach only defeat", _TRAP), False: ("play never ends for them", _ENDLESS)}
"""By whether play ends after a trap: what comes of it, and what to do."""


def traps(facts: Facts) -> Iterator[Diagnostic]:
    """Where does play go on, with things to choose, though nothing but defeat can come of it, or no end at all?

    An ending that is neither victory nor defeat may be what the book wants to tell, so the way there is no trap.
    Chapters that nobody survives are reported one by one. Where it depends on the sheet, one lack is often felt in many
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
    hopeless = _hopeless(facts)
    return hopeless & facts.reach.leading_to(np.flatnonzero(_at_choices(facts, hopeless)))


def _hopeless(facts: Facts) -> Flags:
    """bool[n]: states from which nothing good can be reached."""
    hopeless = ~facts.reach.spared
    hopeless[: len(facts.reach.endings)] = False
    return hopeless


def _at_choices(facts: Facts, hopeless: Flags) -> Flags:
    """bool[n]: hopeless states at a menu with two options open, after which there is another menu."""
    reach = facts.reach
    at_menu, at_choice = np.zeros_like(hopeless), np.zeros_like(hopeless)
    for node, lasting in facts.menus.items():
        look()
        states, open_ = reach.states_at(node), reach.open_options(node)[:, lasting].sum(axis=1)
        at_menu[states] = open_ > 0
        at_choice[states] = open_ >= REAL_CHOICE
    at_menu &= hopeless
    return at_choice & hopeless & _strictly_before(facts, at_menu)


def _strictly_before(facts: Facts, goals: Flags) -> Flags:
    """bool[n]: states with a way, of at least one step, to a goal."""
    ways = facts.reach.ways
    ahead = np.append(0, np.cumsum(facts.reach.leading_to(np.flatnonzero(goals))[ways.to]))
    return ahead[ways.start[1:]] > ahead[ways.start[:-1]]


def perhaps_more(facts: Facts, trapped: bool) -> frozenset[str]:
    """The chapters in which there may be a trap beside those that are known.

    It is asked where not all states are listed. What is not known with much forgotten, arrays know of all states, where
    there is room and time for them.

    Args:
        facts: what is known.
        trapped: whether a trap is known.
    """
    program = facts.anyone.space.program
    seen = facts.reach.node[_at_choices(facts, _hopeless(facts))].tolist() if trapped else []
    known = facts.traps_besides if seen else facts.traps
    seen += [known.found.at.node] if known.found is not None else []
    here = {program.places[node] for node in seen}
    nodes = facts.menus.keys() if known.perhaps is None else known.perhaps
    nodes = frozenset(node for node in nodes if program.places[node] not in here)
    lost = facts.lost_in_arrays(brief=bool(here)) if nodes else None
    if lost is not None:
        nodes &= lost
    return frozenset(program.places[node] for node in nodes)
