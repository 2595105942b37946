from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from gamebook.fights.encounter import encounter
from gamebook.fights.outcome import read
from gamebook.play.explore import Graph, explore
from gamebook.play.step import Machine
from gamebook.solver import exact
from tests.support import naive_fights as naive
from tests.support.closed_fights import (
    Round,
    luck_after_losses,
    luck_after_wins,
    lucky,
    round_chances,
    without_luck,
)
from tests.support.slowly import but_slowly, then_slowly

STAMINAS = list(product(range(1, 25), repeat=2))
EDGES = range(-10, 11)


@pytest.mark.parametrize("edge", but_slowly(EDGES, lambda edge: edge % 5 != 0))
def test_without_luck(edge: int) -> None:
    chances, value = round_chances(edge), naive.constant_luck(edge, None, None)
    assert all(without_luck(chances, mine, theirs) == value(mine, theirs) for mine, theirs in STAMINAS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edge", "luck"),
    then_slowly([(-4, 5), (0, 7), (3, 12), (-4, 7), (-4, 12), (0, 5), (0, 12), (3, 5), (3, 7)], 3),
)
def test_luck_that_never_runs_down(edge: int, luck: int) -> None:
    chances, q = round_chances(edge), lucky(luck)
    wins, losses = naive.constant_luck(edge, q, None), naive.constant_luck(edge, None, q)
    for mine, theirs in STAMINAS[::2]:
        assert luck_after_wins(chances, q, mine, theirs) == wins(mine, theirs)
        assert luck_after_losses(chances, q, mine, theirs) == losses(mine, theirs)


@pytest.mark.slow
def test_in_floats() -> None:
    """Sums of positive terms: a few roundings."""
    exactly = round_chances(-2)
    chances = Round(float(exactly.win), float(exactly.lose), float(exactly.draw))
    q = lucky(9)
    for mine, theirs in STAMINAS[::3]:
        for form in (luck_after_wins, luck_after_losses):
            assert form(chances, float(q), mine, theirs) == pytest.approx(
                float(form(exactly, q, mine, theirs)), rel=1e-12
            )
        assert without_luck(chances, mine, theirs) == pytest.approx(
            float(without_luck(exactly, mine, theirs)), rel=1e-12
        )


def test_rounds() -> None:
    assert all(
        (found.win, found.lose, found.draw) == naive.round_chances(edge)
        for edge in EDGES
        for found in [round_chances(edge)]
    )
    assert [lucky(luck) for luck in range(14)] == [naive.lucky(luck) for luck in range(14)]


def test_where_luck_pays() -> None:
    """Luck that never runs down is worth testing after a won round from 6 on, after a lost one from 7 on."""
    chances = round_chances(0)
    plain = without_luck(chances, 12, 12)
    assert [luck for luck in range(13) if luck_after_wins(chances, lucky(luck), 12, 12) > plain] == list(range(6, 13))
    assert [luck for luck in range(13) if luck_after_losses(chances, lucky(luck), 12, 12) > plain] == list(range(7, 13))
    assert lucky(5) < Fraction(1, 3) < lucky(6)
    assert lucky(6) < Fraction(1, 2) < lucky(7)


@pytest.mark.slow
@pytest.mark.parametrize("edge", EDGES)
def test_the_exact_solver_agrees(edge: int) -> None:
    """Two fights a side, each with 144 moments at which a round begins: 6,048 in all, in fractions."""
    checked = 0
    for stamina in (23, 24):
        fight = encounter(f"9/{stamina}/7", [f"{9 - edge}/{stamina}"], lines=["with luck = 0"])
        graph = explore(Machine(read(fight)), fight.hero)
        assert isinstance(graph, Graph)
        book = read(fight)
        solved = exact.solve(graph, exact.win_worth(book))
        assert isinstance(solved, exact.Solution)
        places = {variable.name: number for number, variable in enumerate(book.variables)}
        for node, value in zip(graph.nodes, solved.values, strict=True):
            if node.what == "compare":
                mine, theirs = (node.state.values[places[name]] for name in ("STAMINA", "foe 1 STAMINA"))
                assert value == without_luck(round_chances(edge), mine, theirs)
                checked += 1
    assert checked == (288 if abs(edge) < 10 else 24)
