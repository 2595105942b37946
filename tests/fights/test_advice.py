from __future__ import annotations

import re
from itertools import product

import pytest

from gamebook.fights.advice import LEAVES, remember
from gamebook.fights.encounter import encounter
from gamebook.fights.render.data import remembered_json
from gamebook.fights.render.everywhere import remembered_sections
from gamebook.render.text import text
from tests.support import naive_fights as naive

FIGHT = encounter("9/1..8/0..9", ["9..10/1..8"])
STATES = list(product(range(1, 9), range(10), (9, 10), range(1, 9)))


def spoken(strategy: tuple[str, ...], decision: str, **numbers: int) -> bool:
    """Whether the strategy tests luck: its condition read by Python, not by us."""
    line = next(line for line in strategy if line.strip().startswith(f"at {decision}:"))
    for part in line.partition(": ")[2].split(" else "):
        words, _, condition = part.partition(" if ")
        condition = re.sub(r"(?<![<>!])=", "==", condition.replace("foe ", "foe_"))
        if not condition or eval(condition, {}, numbers):
            return words == "test your luck"
    raise AssertionError(line)


@pytest.mark.slow
def test_what_advice_costs() -> None:
    found = remember(FIGHT, 0.001)
    assert [size.leaves for size in found.sizes] == [n for n in LEAVES if n in {size.leaves for size in found.sizes}]
    for size in (found.sizes[0], found.chosen):
        losses = {}
        for foe in (9, 10):
            best = naive.best_value(9 - foe)

            def rule(at: naive.At, foe: int = foe, lines: tuple[str, ...] = size.strategy) -> bool:
                decision = "press" if at.won else "parry"
                numbers = {"STAMINA": at.stamina, "LUCK": at.luck, "foe_STAMINA": at.foe, "foe_SKILL": foe}
                return spoken(lines, decision, **numbers)

            value = naive.value_of(9 - foe, rule, 0)
            for h, luck, skill, o in STATES:
                if skill == foe:
                    losses[h, luck, skill, o] = float(best(h, o, luck) - value(h, o, luck))
        assert size.loss.mean == pytest.approx(sum(losses.values()) / len(losses), rel=1e-9)
        assert size.loss.worst == pytest.approx(max(losses.values()), rel=1e-9)
        assert losses[size.loss.where] == pytest.approx(size.loss.worst, rel=1e-9)
    assert found.chosen.loss.mean <= 0.001
    assert all(size.loss.mean > 0.001 for size in found.sizes if size is not found.chosen)


def test_told() -> None:
    found = remember(FIGHT, 0.02)
    shown = text(remembered_sections(found)).plain
    assert shown.startswith("Advice to remember\npress: ")
    assert "The smallest that loses at most 2.000% on average:" in shown
    assert remembered_json(found)["chosen"][0] == "strategy remembered"


@pytest.mark.slow
def test_rules_that_fill_more_than_a_line_of_a_book_are_not_tried() -> None:
    """At no cost the rules would need more questions than a line may hold; the best rules that fit are shown."""
    found = remember(encounter("12/8..10/10..12", ["10..12/9"]), 0.0)
    assert 1 < len(found.sizes) < len(LEAVES)
    assert found.chosen.loss.mean > 0
    assert "None loses at most 0% on average; the one that loses least:" in text(remembered_sections(found)).plain
