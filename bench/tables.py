"""The whole policy of Fighting Fantasy fights in one call: every SKILL difference, LUCK and both STAMINAs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from bench.sweep import Sweep, sweep
from gamebook.analysis.decisions import decisions
from gamebook.fights.encounter import FIGHT, encounter
from gamebook.fights.outcome import read
from gamebook.fights.policy import TOLD, Codes, DecisionMap, Ties
from gamebook.kernels.arrays import Floats, Ints
from gamebook.model.book import Book
from gamebook.program.code import Decide

ADVANTAGE = "advantage"
MOST = 10
"""Dice decide nothing beyond this difference of SKILL."""


@dataclass(frozen=True)
class PolicyTables:
    """Value and policy of every fight; arrays are [edge, luck, stamina, foe stamina].

    LUCK runs from 0, STAMINAs from 1.
    """

    edges: tuple[int, ...]
    """The reader's SKILL less the foe's, for the first axis."""
    value: Floats
    """float64: the chance to win before a round."""
    press: DecisionMap
    """After a won round: 0 strike, 1 test luck."""
    parry: DecisionMap
    """After a lost round: 0 take it, 1 test luck."""

    def strategy(self, ties: Ties = "published") -> Codes:
        """int16: 2 (luck after a lost round) + (luck after a won round), as the published table has it.

        A decision that is never come to (no round can be won, or lost) counts as no luck.
        """
        press, parry = (np.maximum(each.choice(ties), 0) for each in (self.press, self.parry))
        return np.asarray(2 * parry + press)

    def ties(self, ties: Ties) -> str:
        """The rule in words, for whoever prints the table."""
        return TOLD[ties]


def policy_tables(
    edges: Sequence[int] = range(-MOST, MOST + 1), *, luck: int = 12, stamina: int = 24, foe_stamina: int = 24
) -> PolicyTables:
    """Solve all fights.

    Args:
        edges: differences of SKILL; beyond 10 either way nothing changes.
        luck: the most LUCK, at most 12.
        stamina: the reader's most STAMINA, at most 24.
        foe_stamina: the foe's.
    """
    book = _book(luck, stamina, foe_stamina)
    hero = {"SKILL": 7, "STAMINA": stamina, "LUCK": luck}
    # Every outcome of a round is possible between equals, so they go first.
    found = sweep(book, [hero | {ADVANTAGE: edge} for edge in (0, *edges)])
    laid = _Layout(found, (luck + 1, stamina, foe_stamina))
    value = laid.states(found.space.program.chapters[FIGHT], "foe-STAMINA", found.value)
    written = decisions(book)
    maps = {}
    for node, decide in enumerate(found.space.program.nodes):
        if isinstance(decide, Decide) and found.space.program.places[node] == FIGHT:
            known = written[decide.address]
            worth = [laid.options(node, number) for number in range(len(decide.options))]
            maps[known.name] = DecisionMap(known.name, tuple(known.labels.values()), np.stack(worth, axis=-1))
    return PolicyTables(tuple(edges), np.clip(value, 0.0, 1.0), maps["press"], maps["parry"])


@dataclass(frozen=True)
class _Layout:
    """Where the states of the sweep lie in arrays [edge, luck, stamina, foe stamina]."""

    found: Sweep
    shape: tuple[int, int, int]

    def states(self, node: int, foe: str, values: Floats, states: Ints | None = None) -> Floats:
        """Values of the states at a point; `values` is over all states, or over those that are given."""
        space = self.found.space
        at = np.flatnonzero(space.states.point == space.code.point[node])
        numbers = {cell.name: number for number, cell in enumerate(space.program.cells)}
        luck, stamina, wounds = (space.column(at, numbers[name]) for name in ("LUCK", "STAMINA", foe))
        laid = np.full((*self.shape, values.shape[1] - 1), np.nan)
        laid[luck, stamina - 1, wounds - 1] = (values[at] if states is None else values)[:, 1:]
        return np.moveaxis(laid, -1, 0)

    def options(self, node: int, option: int) -> Floats:
        """What an option of a decision is worth."""
        s = self.found.space.states
        at = np.flatnonzero(s.point == self.found.space.code.point[node])
        return self.states(node, "foe 1 STAMINA", self.found.worth[s.first_action[at] + option], at)


@cache
def _book(luck: int, stamina: int, foe_stamina: int) -> Book:
    fight = encounter(
        f"7/1..{stamina}/0..{luck}",
        [f"7/1..{foe_stamina}"],
        sheet=[f"number {ADVANTAGE} = 0 in -{MOST}..{MOST}"],
        lines=[f"with attack = {ADVANTAGE}"],
    )
    return read(fight)
