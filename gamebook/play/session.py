"""One play of a book: what was rolled and chosen, in order, and the current moment.

A play follows from its seed and the choices made. The moves are kept so that it can be undone, saved and continued:
each of these plays the moves from the start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from random import Random
from typing import Literal, NamedTuple

from gamebook.model.book import Book
from gamebook.model.step import BEGIN
from gamebook.play.begin import with_stop
from gamebook.play.evaluate import Values
from gamebook.play.moment import Chance, Decision, Endless, Event, Outcome
from gamebook.play.state import State, sheet_of
from gamebook.play.step import Machine

MOST_MARCHES = 100
"""Rests on one way without dice or decisions; a way longer than that is taken to be endless."""


class Move(NamedTuple):
    """What was done at one moment."""

    kind: Literal["roll", "choose", "rival", "reply"]
    """Dice; the player's choice; a rival's by lot; a rival's by plan."""
    number: int
    """Which of the branches or open options, from 0."""
    label: str
    """Its words, by which it is known again in a book that has changed."""


class Session:
    """A play in progress. `moment` is never a mere rest: it is dice, a decision, or an end."""

    def __init__(self, book: Book, seed: int, hero: Mapping[str, int] | None = None) -> None:
        """A play at its start.

        Raises:
            ValueError: `hero` names no variable, or gives a value out of its range.
        """
        self.book = book
        self.seed = seed
        self.hero = dict(hero or {})
        self.machine = Machine(with_stop(book))
        self._begin()

    def _begin(self) -> None:
        self.moves: list[Move] = []
        self.made: Values | None = None
        """The sheet with which the first chapter was entered; None while the hero is made."""
        self.points = Fraction(0)
        self._heard: list[Event] = []
        self._unasked: set[int] = set()
        """Which of the moves were the only one."""
        self._random = Random(self.seed)  # noqa: S311 - dice, not secrets
        self._arrive(self.machine.start(self.hero))

    # ---- moves ------------------------------------------------------------------------------------------

    def roll(self) -> None:
        """Let the dice fall, where `moment` is a Chance: each branch with its exact chance."""
        assert isinstance(self.moment, Chance)
        self._fall(self._drawn([branch.chance for branch in self.moment.branches]))

    def choose(self, number: int, kind: Literal["choose", "reply"] = "choose") -> None:
        """Take one of the open options, where `moment` is a Decision."""
        self._take(number, kind)

    def draw_lot(self) -> int:
        """Choose for a rival at random, each open option with the same chance; its number."""
        assert isinstance(self.moment, Decision)
        count = len(self.moment.options)
        number = self._drawn([Fraction(1, count)] * count)
        self._take(number, "rival")
        return number

    def back(self) -> bool:
        """Return to the player's last decision, with the same dice; all events up to it are reported again.

        Returns: False where there is no decision to return to; one without a choice is none.
        """
        chosen = (n for n, move in enumerate(self.moves) if move.kind == "choose" and n not in self._unasked)
        last = max(chosen, default=None)
        if last is None:
            return False
        kept = self.moves[:last]
        self._begin()
        self.follow(kept)
        return True

    def follow(self, moves: Iterable[Move]) -> bool:
        """Play moves that were made before; False where one of them cannot be made any more, and play stops there.

        A move is known by its number and words; where the number now has other words, by its words.
        """
        for move in moves:
            if not isinstance(self.moment, Chance if move.kind == "roll" else Decision):
                return False
            number = _found(move, self._labels())
            if number is None:
                return False
            if move.kind == "roll":
                assert isinstance(self.moment, Chance)
                self._drawn([branch.chance for branch in self.moment.branches])  # the dice to come stay the same
                self._fall(number)
            else:
                if move.kind == "rival":
                    self._drawn([Fraction(1, len(self._labels()))] * len(self._labels()))
                self._take(number, move.kind)
        return True

    def heard(self) -> list[Event]:
        """What happened since this was last asked."""
        events, self._heard = self._heard, []
        return events

    # ---- the sheet --------------------------------------------------------------------------------------

    @property
    def sheet(self) -> dict[str, int]:
        """All variables by name, hidden ones too."""
        return sheet_of(self.book, self.moment.at)

    @property
    def chapter(self) -> str:
        """The current chapter; empty while the hero is made."""
        number = self.moment.at.chapter
        return self.book.chapters[number].name if number >= 0 else ""

    @property
    def is_fight(self) -> bool:
        """Whether a fight is going on."""
        blocks = self.machine.index.blocks
        scopes = (blocks[number].scope for number, *_ in self.moment.at.frames if number >= 0)
        return any(scope is not None and scope.label in self.machine.fights for scope in scopes)

    @property
    def is_settled(self) -> bool:
        """Whether nothing is left to choose: in a fight, one option is open. Outside, to turn a page is to choose."""
        return isinstance(self.moment, Decision) and len(self.moment.options) == 1 and self.is_fight

    # ---- how play goes on -------------------------------------------------------------------------------

    def _labels(self) -> list[str]:
        match self.moment:
            case Chance(branches=branches):
                return [branch.label for branch in branches]
            case Decision(options=options):
                return [option.label for option in options]
        return []

    def _fall(self, number: int) -> None:
        assert isinstance(self.moment, Chance)
        branch = self.moment.branches[number]
        self.moves.append(Move("roll", number, branch.label))
        self._heard.extend(branch.events)
        self._go(branch.state)

    def _take(self, number: int, kind: Literal["choose", "rival", "reply"]) -> None:
        assert isinstance(self.moment, Decision)
        option = self.moment.options[number]
        if self.is_settled:
            self._unasked.add(len(self.moves))
        self.moves.append(Move(kind, number, option.label))
        self._go(option.state)

    def _go(self, state: State) -> None:
        self._arrive(self.machine.advance(state))

    def _arrive(self, moment: Outcome) -> None:
        """Hear what happened, and go on through rests and the stop before the first chapter."""
        marches = 0
        while True:
            self._heard.extend(moment.events)
            self.points += moment.score
            match moment:
                case Decision(address=address, options=options) if address == BEGIN:
                    self.made = moment.at.values
                    moment = self.machine.advance(options[0].state)
                case Chance(what="march", branches=branches) if marches < MOST_MARCHES:
                    marches += 1
                    moment = self.machine.advance(branches[0].state)
                case Chance(what="march"):
                    self.moment: Outcome = Endless(moment.at, (), Fraction(0), Fraction(0))
                    return
                case _:
                    self.moment = moment
                    return

    def _drawn(self, chances: Sequence[Fraction]) -> int:
        """A number drawn with exactly these chances; they sum to 1."""
        shared = lcm(*(chance.denominator for chance in chances))
        left = self._random.randrange(shared)
        for number, chance in enumerate(chances):
            left -= chance.numerator * (shared // chance.denominator)
            if left < 0:
                return number
        raise AssertionError(chances)


def _found(move: Move, labels: Sequence[str]) -> int | None:
    if 0 <= move.number < len(labels) and labels[move.number] == move.label:
        return move.number
    return labels.index(move.label) if move.label in labels else None
