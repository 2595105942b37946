from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from gamebook.fights.encounter import encounter
from gamebook.fights.gain import gains
from gamebook.fights.heuristics import compare, ways
from gamebook.fights.outcome import study_fight
from gamebook.fights.render.everywhere import comparison_section
from gamebook.render.text import text
from tests.support import naive_fights as naive
from tests.support.slowly import then_slowly

NAMES = list(naive.HEURISTICS)


def test_the_shipped_strategies_are_those_of_the_paper() -> None:
    """Value of each in one fight, thresholds 6 and 7 as shipped, against the rules in fractions."""
    study = study_fight(encounter("9/11/8", ["10/9"]))
    found = {way.name.partition("(")[0]: way for way in ways(study)}
    assert list(found)[: len(NAMES)] == NAMES
    for name, rule in naive.HEURISTICS.items():
        threshold = 7 if "lost" in name else 6
        exactly = naive.value_of(-1, rule, threshold)(11, 9, 8)
        assert found[name].value.middle == pytest.approx(float(exactly), rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(("edge", "most", "last"), then_slowly([(-2, 4, 7), (-2, 8, 13), (1, 8, 13)], 1))
def test_everywhere_with_every_threshold(edge: int, most: int, last: int) -> None:
    """The best threshold of each in each state, and how far each and the best of them stay behind best play."""
    foe, thresholds = 9 - edge, range(2, last + 1)
    found = compare(encounter(f"9/1..{most}/0..12", [f"{foe}..{foe}/1..{most}"]), {"t": thresholds})
    states = list(product(range(1, most + 1), range(13), range(1, most + 1)))
    shape = (most, 13, 1, most)
    best = naive.best_value(edge)
    exactly = np.reshape([float(best(h, o, luck)) for h, luck, o in states], shape)
    np.testing.assert_allclose(found.optimum, exactly, rtol=1e-12)
    worth = []
    for rule in naive.HEURISTICS.values():
        tried = [naive.value_of(edge, rule, threshold) for threshold in thresholds]
        worth.append([max(float(value(h, o, luck)) for value in tried) for h, luck, o in states])
    laid = found.map.decisions[0].worth
    for number in range(len(NAMES)):
        np.testing.assert_allclose(laid[..., number], np.reshape(worth[number], shape), rtol=1e-12)
        row = found.strategies[number]
        loss = exactly.ravel() - worth[number]
        assert (row.name, row.loss.mean, row.loss.worst) == (
            NAMES[number],
            pytest.approx(loss.mean(), rel=1e-9),
            pytest.approx(loss.max(), rel=1e-9),
        )
        assert loss[states.index((row.loss.where[0], row.loss.where[1], row.loss.where[3]))] == pytest.approx(
            row.loss.worst, rel=1e-9
        )
    assert sum(each.best for each in found.strategies) == pytest.approx(1)
    assert found.together.loss.mean <= min(each.loss.mean for each in found.strategies)
    shown = text([comparison_section(found)]).plain
    assert shown.startswith(f"Strategies in {len(states)} fights, against best play\n") and "the best of them" in shown


TRIED = range(3, 9)


@pytest.mark.slow
def test_a_search_finds_the_best_threshold() -> None:
    study = study_fight(encounter("9/11/12", ["12/9"]))
    found = {way.name.partition("(")[0]: way for way in ways(study, {"t": TRIED})}
    values = [naive.value_of(-3, naive.HEURISTICS["when-won"], t)(11, 9, 12) for t in TRIED]
    assert found["when-won"].value.middle == pytest.approx(float(max(values)), rel=1e-12)
    assert found["when-won"].name == f"when-won(t = {TRIED[values.index(max(values))]})"


PARRY = """system parries

sheet
    stat life = 1d2 + 1 in 0..9

when life <= 0 -> defeat "You fall."

combat fight
    foe    life
    won when foe life <= 0
    round
        ~ roll 1d2
            1
                ~ foe life -1
            2
                ~ choose "parry"
                    * Take it
                        ~ life -1
                    * Trick
                        ~ roll 1d3
                            1
                                ~ life -2
                            2-3
                                ~ foe life -1

strategy trick
    at parry: Trick
    otherwise first
strategy take
    otherwise first
strategy guess
    otherwise random
"""
"""Who tricks wins a round with 1/2 + 1/2 · 2/3 = 5/6, and falls with 1/6, at up to 2 life; who takes it loses 1."""


def test_what_a_strategy_says_of_other_decisions_does_not_pick_the_numbers(tmp_path: Path) -> None:
    """The numbers of a range are picked by who asks, not by the strategy: it fights with each of them."""
    (tmp_path / "parries.gbk").write_text(PARRY, "utf-8")
    fight = encounter("1..2", ["1..2"], system="parries", folder=tmp_path)
    found = compare(fight)
    best = [[5 / 6, 25 / 36], [11 / 12, 29 / 36]]
    trick = [[5 / 6, 25 / 36], [5 / 6, 25 / 36]]
    take = [[1 / 2, 1 / 4], [3 / 4, 1 / 2]]
    guess = [[2 / 3, 4 / 9], [5 / 6, 2 / 3]]
    np.testing.assert_allclose(found.optimum, best, rtol=1e-12)
    for name, worth in zip(("trick", "take", "guess"), (trick, take, guess), strict=True):
        np.testing.assert_allclose(found.worth[name], worth, rtol=1e-12)
    most = gains(fight, "trick").rows[0]
    assert (most.what, most.where) == ("largest difference", (2, 2))
    assert [most.before, most.after] == pytest.approx([25 / 36, 29 / 36])
