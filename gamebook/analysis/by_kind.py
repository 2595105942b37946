"""Every kind of hero that the dice make, solved by itself, and the mean of all.

All heroes together are solved faster, where there is room for that (`solve`, and its `heroes`). One by one they can be
shared among many machines, and a limit is one for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf

from msgspec import Struct

from gamebook.analysis.difficulty import Bracket
from gamebook.analysis.kinds import HeroKind, mean_over
from gamebook.limits import Limits

BEST_PLAY = "best play"
"""What it is called beside readers, where not even the best of them knows every option."""
UNSOLVED = "it was not solved in time"
"""Why nothing is known of a kind that was not begun."""


class KindAnswer(Struct, frozen=True):
    """What a book is worth for one kind of hero."""

    values: Mapping[str, Bracket]
    """By reader; none where nothing is known."""
    complete: bool = True
    """False where a limit came first."""
    why: str = ""
    """Why not all is known; else empty."""


class KindRow(HeroKind, frozen=True):
    """A kind of hero, and what the book is worth for it: fields as in `KindAnswer`."""

    values: Mapping[str, Bracket]
    complete: bool
    why: str


class ByKind(Struct, frozen=True):
    """What a book is worth for every kind of hero."""

    aim: str
    """`win`: values are chances to win; `score`: points."""
    readers: tuple[str, ...]
    """Who plays: readers, or `BEST_PLAY`."""
    mean: Mapping[str, Bracket]
    """By reader, over the dice."""
    kinds: tuple[KindRow, ...]
    """Those for whom the first reader gets most first."""

    @property
    def complete(self) -> bool:
        """Whether no limit came before an answer."""
        return all(kind.complete for kind in self.kinds)


KindSolver = Callable[[Sequence[HeroKind], Limits], Iterable[tuple[HeroKind, KindAnswer]]]
"""Solves a book for some kinds of hero, in any order; where the time ends first, for some of them."""


def by_kind(
    kinds: Sequence[HeroKind], readers: Sequence[str], solve: KindSolver, *, aim: str, limits: Limits
) -> ByKind:
    """Every kind of hero by itself.

    Args:
        kinds: the kinds, as `rolled_kinds` finds them.
        readers: who plays; the first one decides on the order.
        solve: solves the book.
        aim: what values are, as in `ByKind`.
        limits: the time is for all kinds, other limits for each.
    """
    unknown = Bracket(0.0, 1.0) if aim == "win" else Bracket(-inf, inf)
    answers = {tuple(kind.stats.items()): answer for kind, answer in solve(kinds, limits)}
    unsolved = KindAnswer(dict.fromkeys(readers, unknown), complete=False, why=UNSOLVED)  # one for 100,000 rows
    rows: list[KindRow] = []
    for kind in kinds:
        answer = answers.get(tuple(kind.stats.items()))
        if answer is None:
            answer, values = unsolved, unsolved.values
        else:
            values = {name: answer.values.get(name, unknown) for name in readers}
        rows.append(KindRow(kind.stats, kind.chance, values, answer.complete, answer.why))
    mean = {name: _mean(rows, [row.values[name] for row in rows], unknown) for name in readers}
    first = readers[0]
    rows.sort(key=lambda row: (-round(row.values[first].middle, 12), *row.stats.values()))
    return ByKind(aim, tuple(readers), mean, tuple(rows))


def _mean(kinds: Sequence[HeroKind], values: Sequence[Bracket], unknown: Bracket) -> Bracket:
    """The mean of some brackets, no wider than where nothing is known. What is certain for each is so for all."""
    mean = mean_over(kinds, values)
    low = unknown.high if all(each.low >= unknown.high for each in values) else max(unknown.low, mean.low)
    high = unknown.low if all(each.high <= unknown.low for each in values) else min(unknown.high, mean.high)
    return Bracket(low, high)
