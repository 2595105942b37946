"""How far readers come: what has become of a play after 1, 2, 3, … chapters.

The chances are those of the whole distribution over states, carried forward from the start of one chapter to the start
of the next; nothing is simulated. The equations for one chapter are taken apart once and serve for all of them. A play
has two ways to end, won and lost, so there is a curve for each; in a draft it may also come to what is not written yet.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from gamebook.analysis.failures import good_endings, lost_states
from gamebook.job import look
from gamebook.model.book import UNWRITTEN
from gamebook.solver.graphs import as_ways, leading_to
from gamebook.solver.moves import Moves
from gamebook.solver.solution import Played, Solved

MOST_CHAPTERS = 1_000
"""The curve is cut after so many chapters."""
MOST_WORK = 1_000_000_000
"""The curve is cut where more moves than this would be followed."""
ROUNDING = 1e-9
"""A share that misses 1 by no more than this, where there are no others, is 1."""
FEW = 1e-6
"""The curve ends where at most this share of plays reads on."""


class After(Struct, frozen=True):
    """What has become of a play when so many chapters are read; one that is read twice counts twice.

    These are shares of all plays. Play that stays for ever in a chapter goes on, too.
    """

    chapters: int
    reading: float
    """It goes on, and the book can still be won."""
    doomed: float
    """It goes on, but nothing can be won any more."""
    won: float
    """It has ended well: with a victory; under `aim score` not with a defeat."""
    over: float
    """It has ended otherwise."""
    unwritten: float
    """It has come to what is not written yet, in a draft: nobody wins there, and nobody loses."""


class Survival(Struct, frozen=True):
    """The curve."""

    after: tuple[After, ...]
    """From 0 chapters on, without a gap."""
    complete: bool
    """False if it was cut while plays went on."""


def survival(
    solved: Solved, played: Played, most_chapters: int = MOST_CHAPTERS, most_work: int = MOST_WORK
) -> Survival:
    """What has become of a play after each number of chapters.

    Args:
        solved: the book with all its states.
        played: how the reader plays it.
        most_chapters: cut the curve after so many chapters.
        most_work: cut it when more moves than this would be followed.
    """
    space, size = solved.space, solved.space.size
    s, ends = space.states, len(space.program.endings)
    good, lost = good_endings(solved), lost_states(solved, played)
    kinds = solved.book.ending_kinds
    unwritten = np.array([kinds[name] == UNWRITTEN for name in space.program.endings], bool)
    # A reader is in a chapter until a move leads to the start of one, or to an ending.
    made = solved.flows(played) > 0
    leaves = (solved.enters | (np.arange(size) < ends))[s.successor]
    inside, outside = made & ~leaves, made & leaves
    chapter = Moves(space, played.weight, inside, outside)
    ways = as_ways(space.way_state[inside], s.successor[inside], size)
    stays = ~leading_to(ways, np.unique(space.way_state[outside]))
    stays[:ends] = False
    # What counts is each move with which a reader leaves a chapter, or comes to where nobody ever leaves it.
    last = np.flatnonzero(outside | (inside & stays[s.successor]))
    source, target = space.way_state[last], s.successor[last]
    share = (s.chance * np.repeat(played.weight, np.diff(s.first_successor)))[last]
    here, total, found = np.zeros(size), np.zeros(size), list[After]()
    here[space.root] = 1.0
    work = 0
    while True:
        there = np.bincount(target, chapter.visits(here)[source] * share, size).astype(float)
        on = np.where(solved.enters, there, 0.0)
        total += there - on  # at an ending, or staying for ever
        total[stays] += here[stays]
        going = on + np.where(stays, total, 0.0)
        over = total[:ends]
        parts = (going[~lost], going[lost], over[good & ~unwritten], over[~good], over[unwritten])
        found.append(After(len(found), *_shares([float(part.sum()) for part in parts])))
        work += len(s.successor)
        if on.sum() <= FEW:
            return Survival(tuple(found), complete=True)
        if len(found) > most_chapters or work > most_work:
            return Survival(tuple(found), complete=False)
        here = on
        look()


def _shares(shares: list[float]) -> list[float]:
    """The shares; if all plays have the same, that is certain, and not nearly so."""
    some = [share for share in shares if share]
    certain = len(some) == 1 and abs(some[0] - 1.0) <= ROUNDING
    return [float(share > 0.0) for share in shares] if certain else shares
