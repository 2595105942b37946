"""English plurals; the expected ones are written by hand."""

import pytest

from gamebook.phrases.plurals import plural


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
