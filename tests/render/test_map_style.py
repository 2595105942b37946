"""Words on a map."""

from __future__ import annotations

import pytest

from gamebook.render.map_style import shorten


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("The old mill", 12, "The old mill"),  # it fits to the letter
        ("The old mill", 11, "The old…"),
        ("Cellar", 6, "Cellar"),
        ("Cellars", 6, "Cella…"),
        ("  two\n words ", 9, "two words"),
    ],
)
def test_a_text_is_cut_only_if_it_does_not_fit(text: str, width: int, shown: str) -> None:
    assert shorten(text, width) == shown
    assert len(shown) <= width
