"""Every value of a published table of Fighting Fantasy fights, from a one-chapter book and the rule system.

Source: `tests/data/ff/README.md`.
"""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import numpy as np
import pytest

from gamebook.program.code import Enter
from gamebook.solve.solution import Solved, solve
from gamebook.workspace import Workspace

DATA = Path(__file__).parents[1] / "data" / "ff"
HERO_SKILL = 9


def table() -> dict[int, dict[tuple[int, int, int], float]]:
    """By difference of SKILL: (LUCK, STAMINA, the foe's STAMINA) → chance to win with the best use of luck."""
    found: dict[int, dict[tuple[int, int, int], float]] = {}
    with gzip.open(DATA / "optimal_sample.csv.gz", "rt") as file:
        for row in csv.DictReader(file):
            state = (int(row["luck"]), int(row["hero_stamina"]), int(row["opp_stamina"]))
            found.setdefault(int(row["kdiff"]), {})[state] = float(row["vprob"])
    return found


def rounds(solved: Solved) -> dict[tuple[int, int, int], float]:
    """The value of every state in which a round of the fight begins."""
    values: dict[tuple[int, int, int], float] = {}
    for node, states in solved.point_states.items():
        enter = solved.space.program.nodes[node]
        columns = solved.columns(node, states)
        if isinstance(enter, Enter) and enter.chapter is None and "foe 1 STAMINA" in columns:
            numbers = np.stack([columns["LUCK"], columns["STAMINA"], columns["foe 1 STAMINA"]], axis=1)
            worth = solved.best.values.middle[states]
            values |= {(int(a), int(b), int(c)): float(v) for (a, b, c), v in zip(numbers, worth, strict=True)}
    return values


@pytest.mark.parametrize("difference", [-4, 0, 3])
def test_every_state_of_the_published_table(difference: int) -> None:
    workspace = Workspace(DATA / "fight.gbk", {"edge": difference})
    solved = solve(workspace.book, {"SKILL": HERO_SKILL, "STAMINA": 24, "LUCK": 12})
    values = rounds(solved)
    expected = table()[difference]
    assert len(expected) == 7488
    for state, chance in expected.items():
        assert values[state] == pytest.approx(chance, rel=6e-7, abs=6e-8), state
