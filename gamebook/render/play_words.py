"""How a play is told: what every form of the telling shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from gamebook.analysis.decisions import decisions
from gamebook.analysis.outlook import Outlook
from gamebook.graph.fighting import parts_of_foes
from gamebook.model.book import Book, Variable
from gamebook.model.step import BEGIN, GO_ON, Random, Roll
from gamebook.patterns import pattern
from gamebook.play.moment import (
    Began,
    Changed,
    Decision,
    Earned,
    Ended,
    Endless,
    Event,
    Fought,
    Rolled,
    SoftLock,
    Turned,
)
from gamebook.play.state import BookIndex
from gamebook.srr import is_settled

_NUMBER = pattern(r"-?[0-9]{1,9}")

Over = Ended | SoftLock | Endless


class Telling(Protocol):
    """A form of telling a play; each method gives what is to be printed."""

    def opening(self, seed: int) -> str:
        """The book, before anything happens."""

    def tell(self, events: Sequence[Event], fight: bool) -> str:
        """What happened; `fight`: a fight goes on after it."""

    def again(self, events: Sequence[Event]) -> None:
        """Play stands where it did after these events, which have been told: something was undone, or is resumed."""

    def menu(self, moment: Decision, fight: bool) -> str:
        """What can be chosen."""

    def typed(self, moment: Decision, number: int) -> int | None:
        """The option, from 0, that a reader means who types a number; None if there is no such option."""

    def wanted(self, moment: Decision) -> str:
        """What to type: `type 1 to 4`."""

    def taken(self, moment: Decision, number: int, by: str) -> str:
        """What was chosen, by `you`, `auto` or `rival`; by `nobody` what was the only option in a fight."""

    def sheet(self, sheet: Mapping[str, int], points: float) -> str:
        """The reader's sheet."""

    def outlook(self, outlook: Outlook, moment: Decision) -> str:
        """The solver's word."""

    def note(self, text: str) -> str:
        """A word about the play, not of the book."""

    def over(self, moment: Over, points: float) -> str:
        """The end."""


class Difference(Struct, frozen=True):
    """A variable that changed, as readers know it."""

    name: str
    kind: str
    before: int
    after: int
    values: tuple[str, ...] = ()


class Knowledge:
    """What tellings ask of a book."""

    def __init__(self, book: Book, index: BookIndex) -> None:
        self.book = book
        self.chapters = {chapter.name: chapter for chapter in book.chapters}
        self.endings = {ending.name: ending for ending in book.endings}
        self.variables: dict[str, Variable] = {variable.name: variable for variable in book.variables}
        self._written = decisions(book)
        steps = [step for block in index.blocks for step in block.steps]
        rolls = [step for step in steps if isinstance(step, Roll)]
        branches = [step for step in steps if isinstance(step, Random)]
        self._silent = frozenset(step.address for step in branches if step.own or is_settled(step))
        self._rolls = {step.address: step.what for step in rolls}
        self.settled = frozenset(step.address for step in rolls if is_settled(step))
        """Rolls that a ledger has settled: there is a row, and no total."""
        self._parts = parts_of_foes(book)

    def what_is_rolled(self, address: str) -> str:
        """`roll`, `test` or `compare`; `chance` for a step without dice of its own."""
        return self._rolls.get(address, "chance")

    def part_of(self, address: str) -> str:
        """Of several foes who fight together, the one against whom a roll is; else empty."""
        return self._parts.get(address, "")

    def is_silent(self, event: Event) -> bool:
        """Whether the reader sees nothing of an event.

        It is a ledger's own die, or a branch that a ledger has settled: what comes of it is told later. Or it is
        bookkeeping of the engine's own; what is set with `--set` once the hero is made is not. Or no points are earned.
        """
        match event:
            case Rolled(address=address):
                return address in self._silent
            case Changed(why="hidden", address=address):
                return address != BEGIN
            case Earned(points=points):
                return not points
        return False

    def labels(self, moment: Decision) -> list[str]:
        """The words of the open options; one that has none is called by where it leads."""
        written = self._written.get(moment.address)
        return [
            " ".join(option.label.split()) or (written.labels.get(option.address) if written else "") or GO_ON
            for option in moment.options
        ]

    def amounts(self, moment: Decision) -> Sequence[int]:
        """The numbers of which one is chosen, as in `~ choose bet in 1..gold`; empty where options have words."""
        labels = [option.label for option in moment.options]
        if moment.what not in ("amount", "hero") or not all(map(_NUMBER.fullmatch, labels)):
            return ()
        first = int(labels[0])
        amounts = range(first, first + len(labels))
        return amounts if [str(each) for each in amounts] == labels else ()

    def differences(self, event: Changed, foes: Sequence[str]) -> list[Difference]:
        """What a reader sees of an effect: the sheet, and the numbers of foes, who have these names.

        Where a play begins with values that are given, an initial value goes with its stat, and nothing is said of it.
        """
        if self.is_silent(event):
            return []
        found = []
        for name, before, after in event.changes:
            variable = self.variables[name]
            role = variable.role
            if variable.on_sheet or (variable.kind == "initial" and event.address != BEGIN):
                found.append(Difference(name, variable.kind, before, after, variable.values))
            elif role is not None and role.what == "foe":
                number = int(role.of)
                # Of foes who come one after another, only the one at hand is there, with any number.
                foe = foes[min(number, len(foes)) - 1] if foes else f"foe {number}"
                found.append(Difference(f"{foe} {role.stat}", "foe", before, after))
        return found


class Standing:
    """The names of the foes in each fight that goes on; one fight may begin in another."""

    def __init__(self, book: Book, events: Iterable[Event] = ()) -> None:
        """Those who stand after some events."""
        self._fights = frozenset(book.fights)
        self._open: list[Sequence[str]] = []
        for event in events:
            self.meet(event)

    @property
    def names(self) -> Sequence[str]:
        """The foes of the innermost fight; of those who come one after another, the one at hand."""
        return self._open[-1] if self._open else ()

    def meet(self, event: Event) -> None:
        """Note who stands after an event."""
        match event:
            case Turned():
                self._open.clear()
            case Began(what="fight", title=title):
                self._open.append(title.split(", "))
            case Began(what="block", title=title) if title and self._open:
                self._open[-1] = title.split(", ")
            case Fought(what="over", address=address) if address in self._fights and self._open:
                self._open.pop()
