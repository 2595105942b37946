"""One fight alone: the greatest chance to win it that any reader can have.

The fight is solved by itself, and the reader picks what the sheet says when it begins: each value that is possible
there meets each value of the others. Some of these sheets may never come to the fight, but every sheet that does is
among them. So the chance is a bound from above, in a book of any size.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from gamebook.analysis.fights import last_foes
from gamebook.job import look
from gamebook.limits import Limits
from gamebook.model.book import Book
from gamebook.model.deaths import deaths
from gamebook.model.step import Scope
from gamebook.program.code import Enter, Mark, NodeId, Note, Program, Stop, VariableId
from gamebook.program.part import Part, part
from gamebook.program.possible import Possible
from gamebook.solver.backward import evaluate
from gamebook.solver.manner import best_play
from gamebook.solver.space import explore

MOST = 5_000_000
"""States of a fight with all sheets that are possible."""
WON, LOST = 0, 1
"""The endings of a fight, by their numbers."""


class OneFight:
    """The fights of a book, one by one."""

    def __init__(self, book: Book, program: Program, possible: Possible, limits: Limits) -> None:
        """Nothing is solved yet.

        Args:
            book: the book.
            program: the same, lowered, with its notes.
            possible: what may happen in it.
            limits: the time for all fights together, and the states and the memory for each; there are never more
                than `MOST` states.
        """
        self._program, self._possible = program, possible
        self._began = time.monotonic()
        self._limits = replace(limits, states=min(limits.states or MOST, MOST))
        kinds, dead = book.ending_kinds, deaths(book)
        self._ends = {
            number: LOST if kinds[program.endings[node.ending]] == "defeat" else WON
            for number, node in enumerate(program.nodes)
            if isinstance(node, Stop)
        }
        self._ends |= {
            number: LOST if node.chapter in dead else WON
            for number, node in enumerate(program.nodes)
            if isinstance(node, Enter) and node.chapter is not None
        }

    def most_won(self, fight: Scope, enough: float = 1.0) -> float | None:
        """The chance of the best sheet to win a fight, or at least `enough`; None if that is not known.

        To get away counts as a win: by an escape, by a turn, or by a row `lost` after which play goes on.

        Args:
            fight: a fight of the book.
            enough: if the chance is higher, any number that is not below this one may be returned.
        """
        begins = [number for number in self._noted(Mark("fought", fight.label)) if number in self._possible.values]
        if not begins:
            return None
        over = (Mark("won", last_foes(fight)), Mark("left", fight.label))
        ends = self._ends | {number: WON for mark in over for number in self._noted(mark)}
        alone = part(self._program, begins, ends, ("won", "lost"))
        values = self._values(begins, alone)
        if values is None:
            return None
        # Most often who has most of everything wins, and soon it is known that a fight can be won.
        strong = self._solved(alone, {variable: each[-1:] for variable, each in values.items()})
        return strong if strong is None or strong >= enough else self._solved(alone, values)

    def _noted(self, mark: Mark) -> list[NodeId]:
        """The notes of a mark."""
        return [
            number
            for number, node in enumerate(self._program.nodes)
            if isinstance(node, Note) and self._program.marks[node.mark] == mark
        ]

    def _values(self, begins: Sequence[NodeId], alone: Part) -> dict[VariableId, list[int]] | None:
        """What the variables that matter may be where a fight begins; None where that is not known."""
        found = {}
        for variable in sorted(alone.asked):
            possible = 0
            for number in begins:
                possible |= self._possible.values[number][variable]
            if not possible:
                return None
            low = self._program.cells[variable].low
            found[variable] = [low + bit for bit in range(possible.bit_length()) if possible >> bit & 1]
        return found

    def _solved(self, alone: Part, values: Mapping[VariableId, Sequence[int]]) -> float | None:
        """The chance to win with the best of these values."""
        limits, deadline = self._limits.since(self._began), self._limits.deadline(self._began)
        space = explore(alone.beginning(values), limits=limits, progress=lambda _found: look())
        if not space.complete:
            return None

        def stop() -> bool:
            look()
            return False

        found = evaluate(space, best_play(space), np.array([1.0, 0.0]), deadline=deadline, stop=stop)
        return float(found.high[space.root])
