"""What is done about each random step of a book, before anything is written again.

Accounts can only be opened when every use of them is known; so each step is planned first, and written after all are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from gamebook.codes import rules
from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.step import Assign, Block, Choose, Mode, Random, Resolution, Roll, Score, Step
from gamebook.srr.accounts import Accounts, Place, Use
from gamebook.srr.deciding import Deciding
from gamebook.srr.luckless import Note
from gamebook.srr.mean import Averaging
from gamebook.srr.modes import Settling
from gamebook.srr.outcomes import Chances

DICE = Resolution(mode="dice")


class Plan(Struct, frozen=True):
    """How one step will be written once the accounts are open."""

    write: Callable[[], Block]
    takes: int = 1
    """How many steps of the block it stands for."""
    whole: bool = False
    """What is inside the step is written with it."""


class Plans:
    """One book being planned."""

    def __init__(self, book: Book, override: Mode | None) -> None:
        self.book = book
        self.deciding = Deciding(book, override)
        self.chances = Chances(book)
        self.settling = Settling(self.chances)
        self.averaging = Averaging(self.chances, {variable.name: variable for variable in book.variables})
        self.accounts = Accounts(book.accounts)
        self.notes: list[Note] = []
        self._plans: dict[str, Plan] = {}
        self._same: dict[str, str] = {}
        """For a step that is written again for a later pick: its address in the first."""

    def __bool__(self) -> bool:
        return bool(self._plans or self.notes)

    def add(self, step: Step, plan: Plan) -> None:
        """Remember what is done about a step."""
        self._plans[address_of(step)] = plan

    def of(self, step: Step) -> Plan | None:
        """What is done about a step; None if it does not change."""
        return self._plans.get(address_of(step)) if isinstance(step, Roll | Random | Assign | Score) else None

    def join(self, first: Choose, later: Choose) -> None:
        """Note that the options of a later pick are the same places of the text as those of the first."""
        for one, other in zip(first.options, later.options, strict=True):
            here, there = _places(one.body), _places(other.body)
            if len(here) == len(there):
                self._same = dict(zip(there, here, strict=True)) | self._same

    def place_of(self, address: str) -> str:
        """The address of a step, at its first pick if it can be chosen at several."""
        while address in self._same:
            address = self._same[address]
        return address

    def note(self, step: Step, why: str, hint: str | None = None, code: str = rules.LEFT_ON_DICE) -> None:
        """Remember something to tell."""
        self.notes.append(Note(code, address_of(step), why, hint))

    def use(
        self,
        address: str,
        title: str,
        kind: Literal["branch", "amount"],
        how: Resolution,
        of: int,
        columns: tuple[str, ...],
        place: Place,
        gaps: bool = False,
        part: str = "",
    ) -> Use:
        """Lay claim to an account.

        Args:
            address: of the step that does.
            title: what is thrown there.
            kind: what is followed.
            how: how it is decided.
            of: the denominator of its chances.
            columns: the outcomes or amounts that are followed.
            place: where it is.
            gaps: one of its outcomes can be without any chance.
            part: tells apart amounts of one step that have each an account.
        """
        assert how.mode is not None
        named = how.account is not None and not how.account.startswith(f"{place.fight} ")
        own = self.place_of(address)
        found = Use(
            how.account or (f"{own} {part}" if part else own),
            how.account if how.account and named else f"{place.owner}: {title}",
            kind,
            how.mode,
            how.manner,
            how.scope,
            of,
            columns,
            place,
            address,
            gaps,
        )
        self.accounts.use(found)
        return found


def _places(block: Block) -> list[str]:
    """The addresses of all that may be decided in a block; the engine's own notes differ from pick to pick."""
    found = (step for step in steps_in(block) if isinstance(step, Roll | Random | Assign | Score))
    return [step.address for step in found if not (isinstance(step, Assign) and step.why == "hidden")]


def address_of(step: Step) -> str:
    """The place of a step; empty if it has no address."""
    return getattr(step, "address", "")
