from __future__ import annotations

import numpy as np
import pytest

from bench.tables import policy_tables
from gamebook.fights.encounter import encounter
from gamebook.fights.layout import policy_map


@pytest.mark.parametrize("edge", [-10, -3, 0, 10])
def test_one_by_one(edge: int) -> None:
    """The sweep against a book for each difference of SKILL, both without the other's shortcuts."""
    found = policy_tables([edge], luck=5, stamina=7, foe_stamina=6)
    foe = 10 - edge if edge < 0 else 2
    alone = policy_map(encounter(f"{foe + edge}/1..7/0..5", [f"{foe}/1..6"]))
    np.testing.assert_allclose(found.value[0], np.swapaxes(alone.value, 0, 1), rtol=1e-12)
    for each in alone.decisions:
        mine = {"press": found.press, "parry": found.parry}[each.name].worth[0]
        np.testing.assert_allclose(mine, np.swapaxes(each.worth, 0, 1), rtol=1e-12)
