"""English plurals; the expected ones are written by hand."""

import pytest

from gamebook.phrases.plurals import plural, singular


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("box", "boxes"), ("torch", "torches"), ("brush", "brushes"), ("old wolf", "old wolves"), ("knife", "knives"),
        ("berry", "berries"), ("key", "keys"), ("roof", "roofs"), ("man", "men"), ("Child", "Children"),
        ("egg", "eggs"), ("GEM", "GEMS"), ("FOOT", "FEET"), ("PENNY", "PENNIES"),
    ],
)  # fmt: skip
def test_the_last_word_changes(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize("words", ["wool", "black powder", "gold"])
def test_what_is_not_counted_has_no_plural(words: str) -> None:
    assert plural(words) == words


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("crowns", "crown"), ("gold pieces", "gold piece"), ("pennies", "penny"), ("rubies", "ruby"),
        ("torches", "torch"), ("zombies", "zombie"), ("old wolves", "old wolf"), ("glasses", "glass"), ("days", "day"),
        *((each, None) for each in ("axes", "boxes", "horses", "shoes", "gloves", "caches", "lenses", "heroes")),
        *((each, None) for each in ("chaos", "series", "calories", "lens", "goods", "news", "trust of elves")),
        *((each, None) for each in ("gas", "focus", "basis", "progress", "tired", "s")),
    ],
)  # fmt: skip
def test_one_of_many_where_it_is_clear(many: str, one: str | None) -> None:
    """An axe, but a box; a shoe, but a hero: of these nobody can know."""
    assert singular(many) == one
