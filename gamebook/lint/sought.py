"""What is looked for beyond the listed states: all that was not seen, and has a finding if it happens or never does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gamebook.lint.offers import asks
from gamebook.program.code import Mark, NodeId, Note, Stop
from gamebook.program.goals import Place

if TYPE_CHECKING:
    from gamebook.lint.facts import Facts

_OWN = ("else", "full", "tight")
"""Of a condition that is the language's own, a gain with or without room, these sides have a finding."""
_SIDES = ("then", "else")
_OTHERS = ("full", "tight", "clamp", "below", "zero", "fought", "won", "lost", "left")


def sought(facts: Facts) -> list[tuple[Place, ...]]:
    """For each thing that may happen, for all that is known, the places of play at one of which it does."""
    return [
        tuple(places) for places in (*_marks(facts), *_chapters(facts), *_endings(facts), *_options(facts)) if places
    ]


def _marks(facts: Facts) -> Iterator[list[Place]]:
    program = facts.anyone.space.program
    own = {step.address for step in facts.ifs if step.own}
    notes: dict[Mark, list[Place]] = defaultdict(list)
    for number in facts.first_possible.values:
        node = program.nodes[number]
        if isinstance(node, Note):
            notes[program.marks[node.mark]].append(Place(number))
    for mark, places in notes.items():
        wanted = _OWN if mark.address in own else (*_SIDES, *_OTHERS)
        if mark.what in wanted and mark not in facts.met:
            yield places


def _chapters(facts: Facts) -> Iterator[list[Place]]:
    nodes = facts.anyone.space.program.chapters
    for name in facts.first_possible.chapters:
        if name not in facts.come_to:
            yield [Place(nodes[name])]


def _endings(facts: Facts) -> Iterator[list[Place]]:
    program = facts.anyone.space.program
    places: dict[int, list[Place]] = defaultdict(list)
    for number in facts.first_possible.values:
        node = program.nodes[number]
        if isinstance(node, Stop) and not facts.was_ended(node.ending):
            places[node.ending].append(Place(number))
    yield from places.values()


def _options(facts: Facts) -> Iterator[list[Place]]:
    possible = facts.first_possible
    for copies in facts.offered.values():
        options: list[tuple[NodeId, int]] = [
            (node, copy.number) for copy in copies for node in facts.nodes[copy.choose.address]
        ]
        if not any(facts.was_met(True, *each) for each in options):
            yield [Place(*each) for each in options if each in possible.open]
        if all(map(asks, copies)) and not any(facts.was_met(False, *each) for each in options):
            yield [Place(*each, opened=False) for each in options if each in possible.closed]
