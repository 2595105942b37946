"""A reader who plays a book by the ledger: chooses by label, and reads the die that a table of the source gives."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from fractions import Fraction

from gamebook.model.book import Book
from gamebook.model.step import Mode
from gamebook.play.moment import Chance, Decision, Outcome
from gamebook.play.state import sheet_of
from gamebook.play.step import Machine
from gamebook.reading import read_text
from gamebook.srr import Luckless, without_luck


def luckless(text: str, mode: Mode | None = None) -> Luckless:
    """A book in the language, its modes carried out."""
    resolved = read_text("test.gbk", inspect.cleandoc(text) + "\n").resolved
    assert resolved.book is not None, resolved.findings
    return without_luck(resolved.book, mode)


class Reader:
    """Plays one book."""

    def __init__(self, text: str, mode: Mode | None = None, **hero: int) -> None:
        self.found = luckless(text, mode)
        self.book: Book = self.found.book
        self.machine = Machine(self.book)
        self.rolled: list[int] = []
        """The number of faces of the dice thrown since the last choice."""
        self.moment: Outcome = self.machine.start(hero)

    def read(self, rolls: Sequence[int] = (), of: int = 6) -> None:
        """Throw dice until somebody must choose or play is over.

        Branches own faces from the top in their order, as in the source.
        """
        waiting = iter(rolls)
        self.rolled = []
        while isinstance(self.moment, Chance):
            roll = next(waiting)
            self.rolled.append(roll)
            top = of
            for branch in self.moment.branches:
                faces = branch.chance * of
                assert faces.denominator == 1
                top -= int(faces)
                if roll > top:
                    self.moment = self.machine.advance(branch.state)
                    break
        assert next(waiting, None) is None, "a die was given and not thrown"

    def choose(self, label: str, rolls: Sequence[int] = (), of: int = 6) -> None:
        """Take an option, then read."""
        assert isinstance(self.moment, Decision), self.moment
        option = next(option for option in self.moment.options if option.label == label)
        self.moment = self.machine.advance(option.state)
        self.read(rolls, of)

    @property
    def sheet(self) -> dict[str, int]:
        """All variables by name."""
        return sheet_of(self.book, self.moment.at)

    def account(self, name: str = "") -> list[Fraction]:
        """What stands in an account (the only one, if none is named), column by column, with its denominator."""
        account = next(each for each in self.book.accounts if name in ("", each.name))
        return [Fraction(self.sheet[variable], account.of) for _, variable in account.columns]


def plays(machine: Machine, moment: Outcome, events: int) -> Iterator[tuple[Fraction, Outcome]]:
    """Every way for the dice to fall over so many choices of the first option: its chance, and where it leads."""
    waiting = [(Fraction(1), moment, events)]
    while waiting:
        chance, here, left = waiting.pop()
        match here:
            case Chance(branches=branches):
                waiting += [(chance * each.chance, machine.advance(each.state), left) for each in branches]
            case Decision(options=options) if left:
                waiting.append((chance, machine.advance(options[0].state), left - 1))
            case _:
                yield chance, here
