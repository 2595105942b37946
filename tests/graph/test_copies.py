from __future__ import annotations

import pytest

from gamebook.graph.copies import most_ever
from gamebook.project import Project

BOOK = """
sheet
    item nut x 2 = 1
    number gold = 0 in 0..9
{sheet}

=== 1
{one}
* On -> 2
* Round -> {round}

=== 2
{two}
* Stay -> victory

=== 3
~ gain 2 nut
-> 2
"""


@pytest.mark.parametrize(
    ("parts", "most"),
    [
        ({}, 3),  # one at first, two in chapter 3
        ({"two": "~ gain 2 nut"}, 5),
        ({"one": "~ gain nut", "two": "~ lose nut"}, 4),  # losses are left out
        ({"two": "~ roll 1d6\n    1-2\n        ~ gain 3 nut\n    3-6\n        ~ gain nut"}, 6),
        ({"round": "1"}, 1),  # nobody comes to chapter 3
        ({"round": "1", "two": "~ gain 2 nut"}, 3),  # round, but not where nuts are
        ({"round": "1", "one": "~ gain nut"}, None),
        ({"two": "~ gain 1d6 nut"}, None),
        ({"two": "~ repeat until gold >= 3\n    ~ gold +1\n    ~ gain nut"}, None),
        ({"sheet": "when gold = 3\n    ~ gain nut"}, None),
    ],
)
def test_the_most_copies_that_readers_can_ever_have(parts: dict[str, str], most: int | None) -> None:
    filled = {"sheet": "", "one": "", "two": "", "round": "3", **parts}
    edition = Project.of(BOOK.format(**filled)).edition()
    assert most_ever(edition.book, "nut", edition.resolved.sourcemap.rooms) == most
