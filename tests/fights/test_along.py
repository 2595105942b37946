from __future__ import annotations

from itertools import product

import pytest

from gamebook.fights.along import along
from gamebook.fights.encounter import encounter
from gamebook.fights.heuristics import compare
from gamebook.fights.layout import policy_map
from gamebook.fights.render.everywhere import along_section
from gamebook.render.text import text
from tests.support import naive_fights as naive

STATES = list(product(range(1, 6), range(1, 6)))


def better(value: naive.Value, h: int, o: int, luck: int) -> tuple[bool, bool]:
    """Whether a test of luck is better after a won round, and after a lost one."""
    if not luck:
        return False, False
    q = naive.lucky(luck)
    won = q * value(h, o - 4, luck - 1) + (1 - q) * value(h, o - 1, luck - 1)
    lost = q * value(h - 1, o, luck - 1) + (1 - q) * value(h - 3, o, luck - 1)
    return won > value(h, o - 2, luck), lost > value(h - 2, o, luck)


def test_along_luck() -> None:
    """Counted by the recursion in fractions."""
    found = along(policy_map(encounter("9/1..5/0..9", ["10/1..5"])), "LUCK")
    value = naive.best_value(-1)
    assert [each.value for each in found.slices] == list(range(10))
    before: list[tuple[bool, bool]] = []
    for each in found.slices:
        used = [better(value, h, o, each.value) for h, o in STATES]
        counts = [(sum(pair[side] for pair in used), 25) for side in (0, 1)]
        assert list(each.taken.values()) == counts
        assert each.any == sum(won or lost for won, lost in used)
        assert each.worth["best play"] == pytest.approx(sum(float(value(h, o, each.value)) for h, o in STATES) / 25)
        if before:
            assert each.differs == sum(a != b for a, b in zip(before, used, strict=True))
            changes = sum(value(h, o, each.value) != value(h, o, each.value - 1) for h, o in STATES)
            assert each.changes == changes
        before = used
    shown = text([along_section(found)]).plain
    assert shown.startswith("Along LUCK, 25 states each\n") and "press: test your luck" in shown


def test_without_luck_an_odd_point_of_stamina_is_worth_what_the_next_is() -> None:
    found = along(policy_map(encounter("9/1..8/0..0", ["9/1..5"])), "STAMINA")
    assert [each.changes for each in found.slices] == [None, 0, 5, 0, 5, 0, 5, 0]


def test_strategies_side_by_side() -> None:
    """Luck that never runs down: testing after won rounds pays from 6 on, after lost ones from 7 on."""
    lines = ["local kept = LUCK in 0..12", "each round", "    ~ set LUCK = kept"]
    fight = encounter("9/12/0..12", ["9/12"], lines=lines)
    compared = compare(fight, {"t": range(1)}, ["never", "when-won", "when-lost"])
    found = along(compared.map, "LUCK", worth=compared.worth)
    for each in found.slices:
        q = naive.lucky(each.value)
        assert each.worth["never"] == pytest.approx(float(naive.constant_luck(0, None, None)(12, 12)), rel=1e-12)
        assert each.worth["when-won"] == pytest.approx(float(naive.constant_luck(0, q, None)(12, 12)), rel=1e-12)
        assert each.worth["when-lost"] == pytest.approx(float(naive.constant_luck(0, None, q)(12, 12)), rel=1e-12)
        assert (each.worth["when-won"] > each.worth["never"]) == (each.value >= 6)
        assert (each.worth["when-lost"] > each.worth["never"]) == (each.value >= 7)
