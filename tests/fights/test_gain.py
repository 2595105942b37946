from __future__ import annotations

from itertools import product

import pytest

from gamebook.fights.encounter import encounter
from gamebook.fights.gain import Gain, gains
from tests.support import naive_fights as naive


def test_the_largest_gains_over_a_strategy() -> None:
    """Against best play and the rule, both in fractions, over 480 fights."""
    found = gains(encounter("9/1..6/0..9", ["10..11/1..4"]), "when-lost(t = 5)", above=0.3)
    assert found.over == "when-lost(t = 5)" and found.states == 480
    pairs = {}
    for foe in (10, 11):
        best, other = naive.best_value(9 - foe), naive.value_of(9 - foe, naive.HEURISTICS["when-lost"], 5)
        for h, luck, o in product(range(1, 7), range(10), range(1, 5)):
            pairs[h, luck, foe, o] = (other(h, o, luck), best(h, o, luck))
    by_name = {row.what: row for row in found.rows}

    def check(row: Gain, among: dict, measure: str) -> None:
        before, after = pairs[row.where]
        assert (row.before, row.after) == (
            pytest.approx(float(before), rel=1e-12),
            pytest.approx(float(after), rel=1e-12),
        )
        most = max(float(b / a) if measure == "factor" else float(b - a) for a, b in among.values())
        mine = row.factor if measure == "factor" else row.after - row.before
        assert mine == pytest.approx(most, rel=1e-9)

    check(by_name["largest difference"], pairs, "difference")
    check(by_name["largest factor"], pairs, "factor")
    ending = {at: pair for at, pair in pairs.items() if pair[1] > 0.3}
    beginning = {at: pair for at, pair in pairs.items() if pair[0] > 0.3}
    check(by_name["largest factor, best play above 0.3"], ending, "factor")
    check(by_name["largest factor, strategy above 0.3"], beginning, "factor")


def test_where_the_other_way_never_wins_there_is_no_factor() -> None:
    found = gains(encounter("2/1..2/1..2", ["12/1..2"]))
    assert [row.what for row in found.rows] == []
