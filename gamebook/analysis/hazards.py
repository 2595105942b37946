"""How dangerous each chapter is: how often it is entered, and how often a play is lost there.

A play is lost where its loss is caused, not where it shows (`analysis.failures`): at the moment after which nothing can
be won any more. Losses of all chapters add up to the chance to lose.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from gamebook.analysis.failures import lost_states
from gamebook.kernels.arrays import Flags, spans
from gamebook.model.book import HERO_BLOCK
from gamebook.solver.solution import Played, Solved


class Hazard(Struct, frozen=True):
    """The danger of one chapter."""

    chapter: str
    """`hero`: before the first chapter."""
    arrivals: float
    """How often a play is expected to enter it; of `hero` 1."""
    lost: float
    """The chance that a play is lost there."""

    @property
    def risk(self) -> float:
        """The share of arrivals that are lost there; nan where nobody arrives."""
        return self.lost / self.arrivals if self.arrivals > 0 else float("nan")


def hazards(solved: Solved, played: Played) -> tuple[Hazard, ...]:
    """A line for each chapter that play enters, the hero first.

    Args:
        solved: the book with all its states.
        played: how the reader plays it.
    """
    places, program = solved.places, solved.space.program
    arrivals = {chapter: solved.visits_to(played, chapter) for chapter in program.chapters}
    lost = lost_states(solved, played)
    if lost[solved.space.root]:  # nothing is ever lost on the way
        found = dict.fromkeys(places, 0.0) | {solved.book.start: 1.0}
    else:
        s, sums = solved.space.states, np.zeros(len(places))
        for states in played.comes_to():
            taken = played.taken_in(states[~lost[states]])
            row, way = spans(s.first_successor, taken.action)
            losing = lost[s.successor[way]]
            row, way = row[losing], way[losing]
            sums += np.bincount(solved.place[taken.state[row]], taken.often[row] * s.chance[way], len(places))
        found = dict(zip(places, sums.tolist(), strict=True))
    rows = (Hazard(name, arrivals.get(name, 1.0), found[name]) for name in (HERO_BLOCK, *program.chapters))
    return tuple(row for row in rows if row.arrivals > 0)


def losing_moves(solved: Solved, lost: Flags) -> Flags:
    """bool[successors]: the moves after which nothing can be won, though before them something could."""
    return ~solved.space.by_way(lost) & lost[solved.space.states.successor]
