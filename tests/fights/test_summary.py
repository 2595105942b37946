from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from gamebook.fights.encounter import encounter
from gamebook.fights.layout import policy_map
from gamebook.fights.render.data import summary_json
from gamebook.fights.render.everywhere import summary_section
from gamebook.fights.render.summary_plot import summary_picture
from gamebook.fights.summary import summary
from gamebook.render.text import text


def test_parts() -> None:
    """Cut by hand, counted by hand."""
    policy = policy_map(encounter("9/1..5/0..7", ["8..9/1..5"]))
    found = summary(policy)
    codes, options = policy.codes()
    assert found.options == options
    spans = [tuple((axis.label, axis.low, axis.high) for axis in part.ranges) for part in found.parts]
    assert spans[:2] == [(("LUCK", 5, 7), ("foe SKILL", 9, 9)), (("LUCK", 5, 7), ("foe SKILL", 8, 8))]
    assert sorted({span[0][1:] for span in spans}) == [(0, 1), (2, 4), (5, 7)]
    for part in found.parts:
        (_, low, high), (_, skill, _) = ((axis.label, axis.low, axis.high) for axis in part.ranges)
        for h, o in product(range(5), range(5)):
            count = Counter(int(codes[h, luck, skill - 8, o]) for luck in range(low, high + 1))
            code, most = int(part.codes[h, o]), max(count.values())
            assert count[code] == most
            assert part.share[h, o] == pytest.approx(most / (high - low + 1))
        mean = policy.value[:, low : high + 1, skill - 8].mean()
        assert part.value == pytest.approx(float(mean))


def test_rules_of_the_parts() -> None:
    """With much LUCK against an equal, a wound that would kill is parried with luck; a foe nearly down is struck."""
    policy = policy_map(encounter("9/1..6/0..2", ["9/1..6"]))
    last = summary(policy).parts[-1]
    assert last.rules["parry"].words == "take it" and last.rules["press"].right == 1
    assert text([summary_section(summary(policy))]).plain.startswith("Summary of best play\nLUCK 2: wins ")
    assert summary_json(summary(policy))["up"] == "STAMINA"


@pytest.mark.slow
def test_pictures() -> None:
    policy = policy_map(encounter("9/1..5/0..7", ["8..9/1..5"]))
    picture = summary_picture(summary(policy), "published", "svg", "Who")
    assert b"LUCK 5..7, foe SKILL 9" in picture and b"LUCK falls from left to right" in picture
    assert picture == summary_picture(summary(policy), "published", "svg", "Who")
    wide = policy_map(encounter("8..9/1..3/0..2", ["8..9/1..3"]))
    with pytest.raises(
        ValueError, match="at most two numbers beside STAMINA and foe STAMINA, not SKILL, LUCK, foe SKILL"
    ):
        summary_picture(summary(wide), "published", "svg", "Who")
    assert np.isfinite([part.value for part in summary(wide).parts]).all()
