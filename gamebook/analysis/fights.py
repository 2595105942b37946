"""How many fights a way of playing brings, and how many of them it wins."""

from __future__ import annotations

from msgspec import Struct

from gamebook.model.blocks import steps_in
from gamebook.model.book import Book
from gamebook.model.step import Scope
from gamebook.program.code import Enter
from gamebook.solver.solution import Played, Solved

COUNTED = ("fought", "won")
"""What a book must be solved with as `counted`, for its fights to be counted."""


class Fights(Struct, frozen=True):
    """Expected numbers in one play."""

    fought: float
    won: float
    """All foes beaten; what is left over was lost, or left in another way."""

    @property
    def share(self) -> float | None:
        """The share of fights that are won; None where there are none."""
        return self.won / self.fought if self.fought > 0 else None


def fights(solved: Solved, played: Played) -> Fights:
    """The fights of a book that was solved with `COUNTED`."""
    wins = {last_foes(fight) for fight in fights_in(solved.book)}
    found = dict.fromkeys(COUNTED, 0.0)
    for number, node in enumerate(solved.space.program.nodes):
        if (
            isinstance(node, Enter)
            and node.mark is not None
            and (node.mark.what == "fought" or node.mark.address in wins)
        ):
            found[node.mark.what] += float(played.visits[solved.point_states[number]].sum())
    return Fights(found["fought"], found["won"])


def fights_in(book: Book) -> list[Scope]:
    """Every fight of the book."""
    return [fight for _, fight in fights_by_chapter(book)]


def fights_by_chapter(book: Book) -> list[tuple[str, Scope]]:
    """Every fight of the book with its chapter; that of a trigger has none.

    A menu may be there twice, for readers who know an option and for those who do not. A fight in it is one fight.
    """
    blocks = [(chapter.name, chapter.body) for chapter in book.chapters]
    blocks += [("", watch.body) for watch in book.watches]
    found = {
        step.label: (chapter, step)
        for chapter, block in blocks
        for step in steps_in(block)
        if isinstance(step, Scope) and step.what == "fight"
    }
    return list(found.values())


def last_foes(fight: Scope) -> str:
    """Who must be beaten for a fight to be won, as a label: the last foes, where they come one after another."""
    return fight.foes[-1].label if fight.foes else fight.label
