"""The games of `books/dice`, against published figures and against programs for these games alone."""

from __future__ import annotations

import csv
from bisect import bisect_left
from collections import Counter
from fractions import Fraction
from io import StringIO
from math import log, sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest

import gamebook
from gamebook.analysis.exactly import Exactly, exactly
from gamebook.render.csv import csv_text
from gamebook.report.policy_table import sections
from gamebook.resources import resource_folder
from gamebook.solver.solving import solve
from tests.support import fargo, risk_or_safety
from tests.support.slowly import then_slowly

DICE = resource_folder("books") / "dice"
DATA = Path(__file__).parents[1] / "data" / "dice"
RISK, PIG, FARGO, MATCH = (DICE / f"{name}.gbk" for name in ("risk-or-safety", "pig", "fargo", "fargo-match"))
PUBLISHED = Fraction(150909505364986757267100, 156816087874374367043)
THRESHOLDS = (550, 400, 550, 1150, 1250, 1150, 1050, 250)


@pytest.mark.slow
@pytest.mark.parametrize("path", then_slowly([RISK, PIG, FARGO, MATCH], 3), ids=lambda path: path.stem)
def test_nothing_is_odd(path: Path) -> None:
    settings = {PIG: {"goal": 10}, MATCH: {"goal": 5}}.get(path, {})
    assert gamebook.check(gamebook.Project(path, settings=settings)).findings == ()


# ---- Risk or Safety -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "chance"), [(1, "2/3"), (2, "4/7"), (3, "6/11"), (4, "2236/4165")])
def test_the_published_chances(points: int, chance: str) -> None:
    solution = gamebook.solve(RISK, exact=True, settings={"n": points})
    assert solution.exactly is not None
    assert solution.exactly.best == Fraction(chance)


@pytest.mark.slow
def test_every_position_up_to_twenty_points() -> None:
    """The game for n points is the position of n points each in the game for twenty."""
    expected, _ = risk_or_safety.solve(20)
    found = exactly(gamebook.Project(RISK, settings={"n": 20}).book)
    assert isinstance(found, Exactly)
    assert found.space is not None
    assert found.values is not None
    toss = found.space.program.chapters["toss"]
    checked = 0
    for (i, j), chance in expected.items():
        for turn, worth in ((0, chance), (1, 1 - chance)):  # yours, hers
            state = found.space.find(toss, {"mine": 20 - i, "theirs": 20 - j, "open": 0, "turn": turn})
            if state is not None:
                assert found.values[state] == worth
                checked += 1
    assert checked == 800


def test_table_1_cell_by_cell() -> None:
    solution = gamebook.solve(RISK, settings={"n": 20})
    table = solution.table("your call: n - mine by n - theirs, least open for Bank")
    with (DATA / "risk-or-safety.csv").open(encoding="utf-8") as file:
        published = {(row[""], j): int(k) for row in _rows(file.read()) for j, k in row.items() if j}
    written = {
        (row[""], j): int(k) for row in _rows(csv_text(sections(table))) for j, k in row.items() if j and j != "1"
    }
    assert len(published) == 361
    assert written == published
    assert table.threshold
    # From the start at 20 points each, best play never leaves the other 19 to need.
    assert {j for (_, j), cell in table.cells.items() if not cell.reached} >= {19}
    assert table.cells[20, 20].reached


def _rows(text: str) -> list[dict[str, str]]:
    head, *lines = csv.reader(StringIO(text))
    return [dict(zip(["", *head[1:]], line, strict=True)) for line in lines]


# ---- Pig ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_pig_to_twenty_in_fractions() -> None:
    """The solver's bracket holds the fraction, and both players' calls are played."""
    solution = gamebook.solve(PIG, exact=True, settings={"goal": 20})
    assert solution.exactly is not None
    best = solution.difficulty.best
    assert Fraction(best.low) <= solution.exactly.best <= Fraction(best.high)
    assert best.high - best.low < 1e-9


@pytest.mark.slow
def test_pig_to_a_hundred() -> None:
    best = gamebook.solve(PIG).difficulty.best
    assert best.high - best.low <= 1e-9
    assert round(best.middle, 4) == 0.5306


# ---- Fargo ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_published_thresholds_are_worth_what_was_published() -> None:
    solution = gamebook.solve(FARGO, policy="fargo", exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == PUBLISHED == fargo.turn(THRESHOLDS)


@pytest.mark.slow
def test_they_are_the_best_policy_of_all() -> None:
    solution = gamebook.solve(FARGO, exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == PUBLISHED
    table = solution.table("call: dice, least run for Stop")
    assert table.threshold
    assert [50 * (cell.least or 0) for cell in table.cells.values()] == list(THRESHOLDS)


@pytest.mark.slow
def test_thresholds_a_hair_apart_are_told_apart() -> None:
    solution = gamebook.solve(FARGO, policy="fargo(two=450)", exact=True)
    assert solution.exactly is not None
    assert solution.exactly.best == fargo.turn((550, 450, 550, 1150, 1250, 1150, 1050, 250))
    assert f"{float(PUBLISHED - solution.exactly.best):.2e}" == "4.03e-06"


@pytest.mark.slow
def test_how_the_points_of_a_turn_are_spread() -> None:
    """Against the recursion for this game alone, in fractions; turns of more than six runs are told apart."""
    expected, longer = fargo.spread(THRESHOLDS, 6)
    solution = gamebook.solve(FARGO, policy="fargo", scores=True)
    assert solution.scores is not None
    found = solution.scores.best
    assert longer < 1e-7
    assert found.rest < 1e-12
    told = dict(zip(found.amounts, found.chances.tolist(), strict=True))
    for points, chance in expected.items():
        assert told.get(points, 0.0) == pytest.approx(float(chance), abs=float(longer) + 1e-13)
    assert found.mean == pytest.approx(float(PUBLISHED), rel=1e-11)
    running, points = Fraction(0), sorted(expected)
    median = next(each for each in points if (running := running + expected[each]) >= Fraction(1, 2))
    assert found.quantile(0.5) == (median, median)


@pytest.mark.slow
def test_points_of_turns_that_are_thrown() -> None:
    """Twenty thousand turns with dice: no share is further off than one sample in a million (Massart's bound)."""
    turns, random = 20_000, Random(4)
    thrown = sorted(_thrown_turn(random) for _ in range(turns))
    solution = gamebook.solve(FARGO, policy="fargo", scores=True)
    assert solution.scores is not None
    scores = solution.scores.best
    furthest = sqrt(log(2e6) / (2 * turns))
    for amount in range(0, 5000, 50):
        seen = 1 - bisect_left(thrown, amount) / turns
        assert abs(scores.chances[np.array(scores.amounts) >= amount].sum() - seen) <= furthest


def _thrown_turn(random: Random) -> int:
    banked, run, dice = 0, 0, 10
    while True:
        counts = Counter(random.choices(range(1, 7), k=dice))
        gain = sum((1000 if f == 1 else 100 * f) * (n // 3) for f, n in counts.items())
        gain += 100 * (counts[1] % 3) + 50 * (counts[5] % 3)
        dice = sum(counts[f] % 3 for f in (2, 3, 4, 6))
        if not gain:
            return banked
        run += gain
        if not dice:
            banked, run, dice = banked + run, 0, 10
        elif run >= THRESHOLDS[dice - 1]:
            return banked + run


@pytest.mark.slow
@pytest.mark.parametrize(("goal", "most"), then_slowly([(1, 3), (2, 6), (4, 10)], 1))
def test_a_match_at_every_total(goal: int, most: int) -> None:
    expected = fargo.match(goal, most)
    solved = solve(gamebook.Project(MATCH, settings={"goal": goal, "most": most}).book)
    space, values = solved.space, solved.best.values
    checked = 0
    for (mine, theirs), chance in expected.items():
        for turn, worth in ((0, chance), (1, 1 - chance)):  # yours, hers
            state = space.find(
                space.program.chapters["throw"], {"mine": mine, "theirs": theirs, "run": 0, "dice": 10, "turn": turn}
            )
            if state is not None:
                assert values.low[state] - 1e-12 <= worth <= values.high[state] + 1e-12
                checked += 1
    assert solved.best.high - solved.best.low < 1e-12
    assert checked >= 2 * most - 2
