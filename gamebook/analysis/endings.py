"""How the book ends: the chance of each ending under best play, and for the uniform reader."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np
from msgspec import Struct

from gamebook.analysis.by_chance import by_chance
from gamebook.analysis.certain import Certain, strictly
from gamebook.model.book import ENDLESS, SOFT_LOCK, UNWRITTEN
from gamebook.solver.solution import Played, Solved


class EndingRow(Struct, frozen=True):
    """One way the book ends. Chances over all endings, with endless play, sum to 1."""

    ending: str
    kind: str
    """`victory`, `defeat`, `ending`, `not written yet`, or `endless` for play that goes round for ever."""
    best: float
    """Chance under best play."""
    uniform: float
    """Chance for the uniform reader."""


class KindRow(Struct, frozen=True):
    """All endings of one kind."""

    kind: str
    endings: tuple[EndingRow, ...]
    """The likeliest first."""
    best: float
    """Chance of any of them under best play: 0.0 or 1.0 only where that is proven."""
    uniform: float
    """The same for the uniform reader."""


def by_kind(rows: Sequence[EndingRow]) -> tuple[KindRow, ...]:
    """Endings in the order of `endings`, those of a kind together."""
    found = []
    for kind, group in groupby(rows, key=lambda row: row.kind):
        some = sorted(group, key=lambda row: -max(row.best, row.uniform))
        others = [row for row in rows if row.kind != kind]
        best = _any([row.best for row in some], [row.best for row in others])
        uniform = _any([row.uniform for row in some], [row.uniform for row in others])
        found.append(KindRow(kind, tuple(some), best, uniform))
    return tuple(found)


def _any(chances: Sequence[float], others: Sequence[float]) -> float:
    """The sum of chances, of which rounding makes no certainty."""
    if not any(chances):
        return 0.0
    return strictly(sum(chances)) if any(others) else 1.0


def endings(solved: Solved, chance: tuple[Solved, Played] | None = None) -> tuple[EndingRow, ...]:
    """A row for every ending of the book, victories first; soft locks and endless play where they occur.

    Args:
        solved: the book.
        chance: what `by_chance` says, where that is known already.
    """
    kinds = solved.book.ending_kinds
    chance = by_chance(solved) if chance is None else chance
    best, uniform = ending_chances(solved, solved.best), ending_chances(*chance)
    rows = [
        EndingRow(name, kinds[name], best[name], uniform[name])
        for name in best
        if name != SOFT_LOCK or best[name] > 0 or uniform[name] > 0
    ]
    order = ("victory", "ending", UNWRITTEN, "defeat")
    rows.sort(key=lambda row: order.index(row.kind))
    missing = (_endless(solved, solved.best), _endless(*chance))
    return (*rows, EndingRow(ENDLESS, ENDLESS, *missing)) if any(missing) else tuple(rows)


def unreached(solved: Solved, rows: Sequence[EndingRow]) -> tuple[str, ...]:
    """Endings that no play comes to, whatever readers and rivals choose.

    Args:
        solved: the book.
        rows: its endings. The uniform reader comes to all that can be come to, but for what a rival prevents who plays
            as well as possible.
    """
    never = tuple(row.ending for row in rows if row.best == row.uniform == 0.0 and row.kind != ENDLESS)
    space = solved.space
    if not never or not space.owner.any():
        return never
    if not space.whole:
        return ()
    led = {space.program.endings[n] for n in np.unique(space.states.successor) if n < len(space.program.endings)}
    return tuple(name for name in never if name not in led)


def ending_chances(solved: Solved, played: Played) -> dict[str, float]:
    """The chance of each ending, the soft lock last: exactly 0.0 or 1.0 where the moves prove that."""
    certain = Certain(solved, played)
    return {
        name: certain.chance(chance, np.array([number])) for number, (name, chance) in enumerate(played.endings.items())
    }


def _endless(solved: Solved, played: Played) -> float:
    ends = np.arange(len(solved.space.program.endings))
    return Certain(solved, played).never(ends, 1.0 - sum(played.endings.values()))
