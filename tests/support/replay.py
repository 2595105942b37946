"""What somebody saw of a play, followed by the interpreter: is there a way for the dice to fall that explains it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gamebook.model.book import SOFT_LOCK, Book
from gamebook.play.moment import Chance, Decision, Ended, Event, Outcome, SoftLock, Turned
from gamebook.play.state import State
from gamebook.play.step import Machine


@dataclass(frozen=True)
class Choice:
    """A menu, as it was seen, and what was taken of it."""

    labels: Sequence[str]
    taken: int
    sheet: Mapping[str, int]
    """Variables by name, as they stood."""


@dataclass(frozen=True)
class Seen:
    """One play: before each choice, and after the last, the chapters that were turned to."""

    chapters: Sequence[Sequence[str]]
    choices: Sequence[Choice]
    ending: str


Place = tuple[Outcome, tuple[str, ...]]
"""A moment, and the chapters turned to on the way there since the last choice."""


def explains(book: Book, seen: Seen) -> bool:
    """Whether a play of the book can look like this; rivals may do what they like."""
    machine = Machine(book)
    first = machine.start()
    places = _stops(machine, [(first, _turns(first.events))], seen.chapters[0])
    for number, choice in enumerate(seen.choices):
        after: list[Place] = []
        for moment in places:
            if isinstance(moment, Decision) and _fits(book, moment, choice):
                outcome = machine.advance(moment.options[choice.taken].state)
                after.append((outcome, _turns(outcome.events)))
        places = _stops(machine, after, seen.chapters[number + 1])
    ends = {
        each.ending if isinstance(each, Ended) else SOFT_LOCK for each in places if isinstance(each, Ended | SoftLock)
    }
    return seen.ending in ends


def _fits(book: Book, moment: Decision, choice: Choice) -> bool:
    sheet = dict(zip((variable.name for variable in book.variables), moment.at.values, strict=True))
    shown = [" ".join(option.label.split()) for option in moment.options]
    return shown == list(choice.labels) and all(sheet[name] == value for name, value in choice.sheet.items())


def _stops(machine: Machine, begun: Iterable[Place], chapters: Sequence[str]) -> list[Outcome]:
    """Where the reader may be asked, or play may end, after these chapters."""
    waiting, known, found = list(begun), set[tuple[State, tuple[str, ...]]](), list[Outcome]()
    while waiting:
        moment, turned = waiting.pop()
        if turned != tuple(chapters[: len(turned)]) or (moment.at, turned) in known:
            continue
        known.add((moment.at, turned))
        match moment:
            case Chance(branches=branches):
                nexts = [branch.state for branch in branches]
            case Decision(owner="rival", options=options):
                nexts = [option.state for option in options]
            case _:
                if turned == tuple(chapters):
                    found.append(moment)
                continue
        for state in nexts:
            outcome = machine.advance(state)
            waiting.append((outcome, turned + _turns(outcome.events)))
    return found


def _turns(events: Iterable[Event]) -> tuple[str, ...]:
    return tuple(event.chapter for event in events if isinstance(event, Turned))
