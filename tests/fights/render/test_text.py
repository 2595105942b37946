"""The report on a fight."""

from __future__ import annotations

import numpy as np

from gamebook.fights.outcome import Distribution
from gamebook.fights.render.text import distribution


def test_a_distribution_has_its_numbers_in_the_order_of_its_words() -> None:
    found = distribution(Distribution(np.array([1, 3, 4]), np.array([0.25, 0.7495, 0.0005])))
    assert (found.text, found.plain) == ("1 25.0%, 3 75.0%", (1, 0.25, 3, 0.7495))
