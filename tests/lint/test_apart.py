"""A condition asks for a thing that is found where no link leads on to it."""

from __future__ import annotations

import pytest

from tests.support.check import check_text

BOOK = """book "B"
sheet
    item wax, key
=== 1
* Up -> 2
* Down
    ~ gain wax
    -> 5

=== 2
* Throw it [if wax] -> 4
* Draw -> 6
=== 3
~ defeat "Lost"
=== 4
~ victory "Won"
=== 5
* Eat -> 3
* Crawl -> 5
=== 6
~ victory "Fled"
"""


def _told(text: str) -> tuple[str, list[str]]:
    """What the finding about the choice says to do, and what stands beside it."""
    (closed,) = [each for each in check_text(text).findings if each.code == "GB206"]
    return closed.hint or "", [each.message.partition(", but")[0] for each in closed.related]


def test_it_names_where_the_thing_is_found_and_the_trap_behind() -> None:
    hint = "first look at the trap in chapter 5, which comes after wax; if it is meant, correct the condition"
    assert _told(BOOK) == (hint, ["wax can be had here"])


@pytest.mark.parametrize(
    ("old", "new", "beside"),
    [
        ("-> 5\n\n", "-> 3\n\n", ["wax can be had here"]),  # no trap
        ("    -> 5\n\n", "~ lose wax\n-> 2\n", []),
        ("=== 1", "when key -> 2\n=== 1", []),
    ],
    ids=["leads to the end", "lost on the way", "a trigger may turn anywhere"],
)
def test_else_the_condition_is_to_be_corrected(old: str, new: str, beside: list[str]) -> None:
    assert BOOK.count(old) == 1
    assert _told(BOOK.replace(old, new)) == ("correct the condition", beside)
