"""The published table of Fighting Fantasy fights, against a book with one fight in it. See `tests/data/ff/README.md`.

Nothing here knows the rules of the fight: they are in the book, and in the system it uses.
"""

from __future__ import annotations

import gzip
from functools import cache
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from gamebook.kernels.arrays import Floats, Ints
from gamebook.project import Project
from gamebook.solver.solution import Solved
from gamebook.solver.solving import solve

DATA = Path(__file__).parents[1] / "data" / "ff"
HERO = {"SKILL": 9, "STAMINA": 24, "LUCK": 12}
LEAST_GAIN, SURE_GAIN = 0.5e-10, 2e-10
"""The published program uses luck where it gains 1e-10 of the value without; near that, its roundings decide."""

edges = pytest.mark.parametrize("edge", [-4, 0, 3])


@cache
def table() -> dict[str, Floats]:
    with gzip.open(DATA / "optimal_sample.csv.gz", "rt") as file:
        names = file.readline().strip().split(",")
        columns = np.loadtxt(StringIO(file.read()), delimiter=",", unpack=True)
    return dict(zip(names, columns, strict=True))


def published(edge: int, column: str) -> Floats:
    """[luck 0..12, the hero's stamina 1..24, the foe's 1..24]"""
    rows = table()
    here = rows["kdiff"] == edge
    return grid(rows["luck"][here], rows["hero_stamina"][here], rows["opp_stamina"][here], rows[column][here])


def grid(luck: Ints | Floats, stamina: Ints | Floats, wounds: Ints | Floats, values: Floats) -> Floats:
    """Values by luck and the two staminas; each place must be given once."""
    assert len(values) == 13 * 24 * 24
    laid = np.full((13, 24, 24), np.nan)
    laid[luck.astype(int), stamina.astype(int) - 1, wounds.astype(int) - 1] = values
    assert not np.isnan(laid).any()
    return laid


@cache
def solved(edge: int) -> Solved:
    return solve(Project(DATA / "fight.gbk", settings={"edge": edge}).book, HERO)


def values(edge: int) -> Floats:
    """What the fight is worth before its first round."""
    book = solved(edge)
    start = book.arrival(book.best, "2")
    return grid(start.columns["LUCK"], start.columns["STAMINA"], start.columns["wounds"], start.value)


@edges
def test_every_value_of_the_table(edge: int) -> None:
    np.testing.assert_allclose(values(edge), published(edge, "vprob"), atol=6e-8, rtol=6e-7)


@edges
def test_every_strategy_of_the_table(edge: int) -> None:
    book = solved(edge)
    strategy = published(edge, "strategy").astype(int)
    for node, bit in zip(book.decisions()[-2:], (1, 2), strict=True):  # after a won round, after a lost one
        decision = book.decision(book.best, node)
        without, with_luck = decision.worth.T
        luck, stamina, wounds = (decision.columns[name] for name in ("LUCK", "STAMINA", "foe 1 STAMINA"))
        gain, value = (grid(luck, stamina, wounds, worth) for worth in (with_luck - without, without))
        used = (strategy & bit) > 0
        assert (gain[used] > LEAST_GAIN * value[used]).all()
        assert (gain[~used] <= SURE_GAIN * value[~used]).all()


def test_luck_turns_the_hardest_fight() -> None:
    """The largest gain that the paper speaks of: from 9.84301e-6 without luck to 0.0114102, 1159 times as much."""
    hardest = values(-4)[:, 22 - 1, 19 - 1]
    assert hardest[12] == pytest.approx(0.0114102, rel=1e-5)
    assert hardest[12] / hardest[0] == pytest.approx(1159, abs=0.5)


@edges
def test_brackets_are_a_few_roundings_wide(edge: int) -> None:
    best = solved(edge).best
    assert 0 <= best.high - best.low < 1e-12
