"""Fights by special rules as small decision processes, in the words of `naive_process`: a few lines a rule.

A state is whatever tuple tells a moment apart; what is over is a number. They know nothing of the book language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamebook.model.book import Book
from gamebook.reading import read_text
from gamebook.solver.solving import solve
from tests.support.naive_fights import lucky, round_chances
from tests.support.naive_process import best_value

WIN, LOSS = 1.0, 0.0
Place = Any
"""A state of a process, or what is won there."""
Outcome = list[tuple[float, Place]]
Rest = tuple[Any, ...]


def worth(book: Book, **hero: int) -> float:
    """What best play wins, after a look at the bracket's width."""
    best = solve(book, hero).best
    assert best.high - best.low < 1e-11
    return best.value


def read(text: str) -> Book:
    """The book that a page means."""
    resolved = read_text("test.gbk", text).resolved
    assert resolved.book is not None
    return resolved.book


def throws(edge: int) -> tuple[float, float, float]:
    """Chances to win, lose and draw a round."""
    win, lose, draw = round_chances(edge)
    return float(win), float(lose), float(draw)


def decided(edge: int) -> tuple[float, float]:
    """Chances to win and to lose a round that is not drawn."""
    win, lose, _ = throws(edge)
    return win / (win + lose), lose / (win + lose)


def exchange(
    edge: int,
    state: tuple[int, int, *Rest],
    *,
    won: Rest | None = None,
    lost: Rest | None = None,
    drawn: Rest | None = None,
    damage: int = 2,
    harm: int = 2,
    chance: float = 1.0,
) -> Outcome:
    """One round between (stamina, foe stamina, …).

    Args:
        edge: the reader's SKILL less the foe's.
        state: before the round.
        won: what follows the staminas after a won round, where it changes; `lost` and `drawn` likewise.
        lost: see there.
        drawn: see there.
        damage: what a won round takes.
        harm: what a lost round takes.
        chance: that it comes to this round.
    """
    h, o, *rest = state
    after = [tuple(rest) if each is None else each for each in (won, lost, drawn)]
    win, lose, draw = throws(edge)
    return [
        (chance * win, WIN if o <= damage else (h, o - damage, *after[0])),
        (chance * lose, LOSS if h <= harm else (h - harm, o, *after[1])),
        (chance * draw, (h, o, *after[2])),
    ]


def luck_or_not(*, won: bool, luck: int, after: Callable[[int, int], Place], may: bool = True) -> list[Outcome]:
    """The options when a round is decided; `after` tells what comes of so many points with so much luck left."""
    options: list[Outcome] = [[(1.0, after(2, luck))]]
    if luck and may:
        q = float(lucky(luck))
        good, bad = (4, 1) if won else (1, 3)
        options.append([(q, after(good, luck - 1)), (1 - q, after(bad, luck - 1))])
    return options


def plain(edge: int, stamina: int, foe: int, *, damage: int = 2, harm: int = 2) -> float:
    """A fight without luck."""
    return best_value((stamina, foe), lambda state: [exchange(edge, state, damage=damage, harm=harm)])
