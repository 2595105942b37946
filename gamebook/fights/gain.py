"""Where best play gains most over another way of fighting."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from gamebook.fights.encounter import Axis, Encounter
from gamebook.fights.heuristics import value_of
from gamebook.fights.layout import value_map
from gamebook.fights.loss import Where, place
from gamebook.fights.outcome import read, solve_page
from gamebook.kernels.arrays import Flags, Floats
from gamebook.strategy.policy import find

ABOVE = 0.01


class Gain(Struct, frozen=True):
    """One state: what it is worth in the other way, and under best play."""

    what: str
    """Among which states, and by what measure, it gains most."""
    before: float
    after: float
    where: Where

    @property
    def factor(self) -> float:
        """How many times as likely; infinite where the other way never wins."""
        return self.after / self.before if self.before > 0 else float("inf")


class Gains(Struct, frozen=True):
    """The largest gains over one way of fighting."""

    axes: tuple[Axis, ...]
    over: str
    rows: tuple[Gain, ...]
    """Those that there are: the most as a difference; as a factor; and as one among states that end, or begin, above
    a chance."""
    states: int


def gains(encounter: Encounter, over: str = "never", above: float = ABOVE) -> Gains:
    """Measure best play against a strategy of the fight's book, everywhere.

    Args:
        encounter: a fight with axes.
        over: the strategy, as `gamebook solve --policy` takes it.
        above: a chance to win.

    Raises:
        BookHasErrors: the fight's words are not what a book may say.
        ValueError: there is no such strategy.
    """
    book = read(encounter)
    other = find(book, over)
    best = value_map(solve_page(encounter, book), encounter)
    return Gains(
        encounter.axes,
        other.words,
        largest(encounter.axes, best, value_of(encounter, book, other), above),
        best.size,
    )


def largest(axes: Sequence[Axis], best: Floats, other: Floats, above: float) -> tuple[Gain, ...]:
    """The largest gains of `best` over `other`, both float64[*axes]."""
    possible = other > 0
    factor = np.divide(best, other, out=np.ones_like(best), where=possible)
    wanted: list[tuple[str, Floats, Flags]] = [
        ("largest difference", best - other, best > other),
        ("largest factor", factor, possible),
        (f"largest factor, best play above {above:g}", factor, possible & (best > above)),
        (f"largest factor, strategy above {above:g}", factor, other > above),
    ]
    rows = []
    for what, measure, among in wanted:
        if among.any():
            at = int(np.where(among, measure, -np.inf).argmax())
            rows.append(Gain(what, float(other.flat[at]), float(best.flat[at]), place(axes, at)))
    return tuple(rows)
