from __future__ import annotations

import numpy as np

from gamebook.report import means
from gamebook.report.cells import words
from gamebook.solver.estimate import mean


def test_plays_that_are_all_alike() -> None:
    found = mean(np.array([900.0, 2700.0]), 300, 0.99)
    assert words(means.interval(found)) == ""
    assert means.earned(found, 300, 0.99) == (
        "earns about 3 points (300 plays, no two differ; what comes in fewer than 1 of 57 plays may be missing)"
    )


def test_plays_that_differ() -> None:
    """150 plays with 2 points and 150 with 4: the error of the mean is 1/sqrt(299), Student's quantile 2.5924."""
    found = mean(np.array([900.0, 150 * 4.0 + 150 * 16.0]), 300, 0.99)
    assert words(means.interval(found)) == "2.85008 to 3.14992"
    assert means.earned(found, 300, 0.99) == (
        "earns about 3 points, with about 99% confidence between 2.85 and 3.15 (300 plays)"
    )


def test_one_play_shows_nothing() -> None:
    told = means.note(mean(np.array([3.0, 9.0]), 1, 0.99))
    assert told.endswith("no two plays differ: almost anything may be missing from these plays.")
