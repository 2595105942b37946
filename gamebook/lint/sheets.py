"""The sheets with which readers come to menus of which too little is listed."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from typing import TypeAlias

from msgspec import Struct

from gamebook.job import look
from gamebook.lint.facts import Facts
from gamebook.model.book import Book
from gamebook.model.reader import RANDOM
from gamebook.program.code import Decide, NodeId, Program
from gamebook.program.script import Spot
from gamebook.solver.hunt import Taken
from gamebook.solver.lesson import PRACTISED
from gamebook.solver.sample import Player

SHEETS = 8
"""Different sheets that are kept of each menu for each option that was then taken; of each play the first and the last.
"""


Values: TypeAlias = tuple[tuple[str, int], ...]


class Sheet(Struct, frozen=True):
    """With what a play came to a menu."""

    values: Values
    """Of the variables that matter there, by name."""
    policy: str = ""
    play: int = 0
    """The number of the play, for `gamebook simulate --replay`; 0 where it is none of these."""
    way: tuple[Taken, ...] = ()
    """The decisions up to this one, where it is none of these."""


def sheets_beyond(facts: Facts, menus: Collection[NodeId], until: float) -> dict[NodeId, list[Sheet]]:
    """Some sheets for each menu: those of listed states are near the start, and may all be much alike.

    They come from simulated plays, and from ways that were found to places to which none of these came.

    Args:
        facts: what is known.
        menus: which menus are asked about.
        until: a `time.monotonic()` after which no play is played again.
    """
    wanted = {node: options for node in menus if (options := [*_maybe_open(facts, node)])}
    found: dict[NodeId, dict[Values, Sheet]] = defaultdict(dict)
    program = facts.anyone.space.program
    live = {node: sorted(facts.anyone.space.live_at(node)) for node in wanted}
    for player in facts.players:
        kept = Counter[tuple[NodeId, int]]()
        policy, shared = PRACTISED if player.practised else RANDOM, _shared(player.program, program, facts.book)
        carried = {node for node in wanted if shared.issuperset(live[node])}
        same = _same(player.program, program, carried)
        for play in dict.fromkeys(_plays(player, facts, wanted)):
            look()
            if time.monotonic() > until:
                break
            visits = player.met(play, same)
            first = {(same[each.node], each.option): each for each in reversed(visits)}
            last = {(same[each.node], each.option): each for each in visits}
            for (node, option), each in (*first.items(), *last.items()):
                values = tuple((name, each.values[name]) for name in live[node])
                if values not in found[node] and kept[node, option] < SHEETS:
                    found[node][values] = Sheet(values, policy, play)
                    kept[node, option] += 1
    names = [cell.name for cell in program.cells]
    for way in facts.ways_found:
        for number, taken in enumerate(way):
            if taken.node in wanted:
                sheet = dict(zip(names, taken.sheet, strict=True))
                values = tuple((name, sheet[name]) for name in live[taken.node])
                found[taken.node].setdefault(values, Sheet(values, way=way[: number + 1]))
    return {node: [*sheets.values()] for node, sheets in found.items()}


def _maybe_open(facts: Facts, node: NodeId) -> Iterator[int]:
    """The options of a decision that may be open."""
    decide = facts.anyone.space.program.nodes[node]
    assert isinstance(decide, Decide)
    yield from (option for option in range(len(decide.options)) if facts.may_open(node, option))


def _plays(player: Player, facts: Facts, wanted: dict[NodeId, list[int]]) -> Iterator[int]:
    """The plays that first, and last, took each option that was open in some; if none did, those that met its menu."""
    program = facts.anyone.space.program
    for node, options in wanted.items():
        decide, place = program.nodes[node], program.places[node]
        assert isinstance(decide, Decide)
        for option in (each for each in options if facts.was_met(True, node, each)):
            taken = Spot(place, decide.address, decide.options[option].address, decide.owner)
            yield from player.plays_with(taken) or player.plays_with(Spot(place, decide.address, "", decide.owner))


def _shared(played: Program, program: Program, book: Book) -> frozenset[str]:
    """The variables that mean the same in two programs of a book: where more is drawn, those of lowering may not."""
    names = [cell.name for cell in program.cells]
    if names == [cell.name for cell in played.cells]:
        return frozenset(names)
    return frozenset(variable.name for variable in book.variables)


def _same(played: Program, program: Program, menus: Collection[NodeId]) -> dict[NodeId, NodeId]:
    """For decisions of the program that was played, which of some menus of another program of the book each is.

    Lowering writes some out several times. Those are in the same order, unless chance decides before them in one of
    the programs who knows of an option: then it is not known which is which.
    """
    copies, found = _copies(played), dict[NodeId, NodeId]()
    for place, here in _copies(program).items():
        there = copies.get(place, [])
        if len(here) == 1:
            found.update(dict.fromkeys(there, here[0]))
        elif len(here) == len(there):
            found.update(zip(there, here, strict=True))
    return {one: other for one, other in found.items() if other in menus}


def _copies(program: Program) -> dict[tuple[str, str], list[NodeId]]:
    """Where each decision is, by its place and address."""
    found: dict[tuple[str, str], list[NodeId]] = defaultdict(list)
    for number, node in enumerate(program.nodes):
        if isinstance(node, Decide):
            found[program.places[number], node.address].append(number)
    return found
