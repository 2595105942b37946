"""What is looked for beyond the listed states: all that was not seen, and has a finding if it happens or never does."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gamebook.lint.offers import asks
from gamebook.lint.seen import Seen
from gamebook.program.code import Mark, NodeId, Note, Stop
from gamebook.program.goals import Place

_OWN = ("else", "full", "tight")
"""Of a condition that is the language's own, a gain with or without room, these sides have a finding."""
_SIDES = ("then", "else")
_OTHERS = ("full", "tight", "clamp", "stored", "below", "zero", "fought", "won", "lost", "row", "left")


def sought(seen: Seen) -> list[tuple[Place, ...]]:
    """For each thing that may happen, for all that is known, the places of play at one of which it does."""
    return [tuple(places) for places in (*_marks(seen), *_chapters(seen), *_endings(seen), *_options(seen)) if places]


def _marks(seen: Seen) -> Iterator[list[Place]]:
    program = seen.anyone.space.program
    own = {step.address for step in seen.ifs if step.own}
    notes: dict[Mark, list[Place]] = defaultdict(list)
    for number in seen.first_possible.values:
        node = program.nodes[number]
        if isinstance(node, Note):
            notes[program.marks[node.mark]].append(Place(number))
    for mark, places in notes.items():
        wanted = _OWN if mark.address in own else (*_SIDES, *_OTHERS)
        if mark.what in wanted and mark not in seen.met:
            yield places


def _chapters(seen: Seen) -> Iterator[list[Place]]:
    nodes = seen.anyone.space.program.chapters
    for name in seen.first_possible.chapters:
        if name not in seen.come_to:
            yield [Place(nodes[name])]


def _endings(seen: Seen) -> Iterator[list[Place]]:
    program = seen.anyone.space.program
    places: dict[int, list[Place]] = defaultdict(list)
    for number in seen.first_possible.values:
        node = program.nodes[number]
        if isinstance(node, Stop) and not seen.was_ended(node.ending):
            places[node.ending].append(Place(number))
    yield from places.values()


def _options(seen: Seen) -> Iterator[list[Place]]:
    possible = seen.first_possible
    for copies in seen.offered.values():
        options: list[tuple[NodeId, int]] = [
            (node, copy.number) for copy in copies for node in seen.nodes[copy.choose.address]
        ]
        if not any(seen.was_met(True, *each) for each in options):
            yield [Place(*each) for each in options if each in possible.open]
        if all(map(asks, copies)) and not any(seen.was_met(False, *each) for each in options):
            yield [Place(*each, opened=False) for each in options if each in possible.closed]
