"""Ways back that also take back what has happened: told, unless nothing has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.imports import imported

UNDONE = {
    "something in the passage": ("", "(set: $gold to it - 3)(link-undo: 'Out')"),
    "something in the one before": ("(set: $gold to it - 1)", "(link-undo: 'Out')"),
    "without a link": ("(set: $gold to it - 1)", "(if: $gold is 4)[(undo:)]"),
    "something in SugarCube": ("", "<<set $gold -= 3>><<back>>"),
    "with its words": ("", "<<set $gold -= 3>><<back 'Leave'>>"),
    "whether one was there": ("<<if visited('Shop') gte 1>>Again.<</if>>", "<<back>>"),
}


@pytest.mark.parametrize(("hub", "shop"), UNDONE.values(), ids=UNDONE)
def test_what_is_not_taken_back_is_told(tmp_path: Path, hub: str, shop: str) -> None:
    book = imported(tmp_path, f":: Start\n[[Hub]]\n\n:: Hub\n{hub}[[Shop]] [[Out]]\n\n:: Shop\n{shop}\n\n:: Out\n")
    assert "also takes back what has happened since; here it only turns back\n" in book.text
    assert "-> back" in book.text
    assert [each.name for each in book.draft.chapters] == ["Start", "Hub", "Shop", "Out"]  # so back is not to itself
    assert book.census.of("link") == (3, 1)


@pytest.mark.parametrize("shop", ["(link-undo: 'Out')(text-style: 'bold')[x]", "<<back>>"])
def test_where_nothing_has_happened_a_turn_back_is_the_same(tmp_path: Path, shop: str) -> None:
    hub = "[[Shop]] [[Yard]]"
    text = f":: Start\n[[Hub]]\n\n:: Hub\n{hub}\n\n:: Shop\n{shop}\n\n:: Yard\nYou dig. <<set $earth += 1>>\n"
    book = imported(tmp_path, text)
    assert "takes back" not in book.text
    assert book.census.of("link") == (4, 0)
