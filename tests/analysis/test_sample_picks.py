from __future__ import annotations

import pytest

from gamebook.analysis.sample_picks import picks, sample_picks
from tests.support.check import check_text

BOOK = """sheet
    number strength = 1d6 in 0..9
    item rope, arrows x 9

hero
    ~ choose
        {}
=== 1
-> victory
"""
ROPE = "* A rope\n            ~ gain rope\n"


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (f"* Nothing\n        {ROPE}", ("rope",)),  # the first brings nothing, so it is the last
        ("* Nothing\n        * No more\n", ()),
        (f"* Lose heart\n            -> defeat\n        {ROPE}", ("rope",)),  # whoever takes the first is no hero
        ("* Arrows\n            ~ gain 3 arrows\n            ~ gain rope\n", ("rope", "arrows=3")),
        ("* Train\n            ~ strength +1\n", ()),  # it is rolled
    ],
)
def test_an_example_of_picks(options: str, found: tuple[str, ...]) -> None:
    book = check_text(BOOK.format(options)).resolved.book
    assert book is not None
    assert sample_picks(book, {}) == found
    assert picks(book) == ("gain" in options or "strength" in options)


def test_whoever_waits_for_ever_is_no_hero() -> None:
    options = f"    * Wait\n            {ROPE}".replace("            ~", "                ~")
    book = check_text(BOOK.replace("~ choose", "~ repeat until rope\n        ~ choose").format(options)).resolved.book
    assert book is not None
    assert sample_picks(book, {}) == ("rope",)
