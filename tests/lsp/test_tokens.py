"""Names that editors colour."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from gamebook.lsp.page import Page
from gamebook.lsp.places import Ruler
from gamebook.lsp.tokens import TYPES, tokens
from gamebook.project import Project

BOOKS = Path(__file__).parents[2] / "books"


def placed(text: str) -> list[tuple[int, int, int, str]]:
    """The line, the column, the width and the kind of each token."""
    numbers = tokens(Page(Project.of(text), "book.gbk", Ruler()))
    found = []
    line = column = 0
    for at in range(0, len(numbers), 5):
        down, beyond, width, kind, _ = numbers[at : at + 5]
        line, column = line + down, beyond + (0 if down else column)
        found.append((line, column, width, TYPES[kind]))
    return found


@pytest.mark.parametrize(
    ("ending", "pieces"),
    [
        ('"With {gold} left"', ["With {", "gold", "} left"]),
        ('"{gold} coins"', ["{", "gold", "} coins"]),
        ('"Rich: {gold}"', ["Rich: {", "gold", "}"]),
        ('"{gold} and {life}"', ["{", "gold", "} and {", "life", "}"]),
        ('"Rich"', ["Rich"]),
    ],
)
def test_a_name_is_cut_where_another_one_stands_in_it(ending: str, pieces: list[str]) -> None:
    text = f"sheet\n    number gold = 3\n    number life = 3\n=== 1\n-> victory {ending}\n"
    line = text.splitlines()[4]
    here = [each for each in placed(text) if each[0] == 4]
    assert [line[column : column + width] for _, column, width, _ in here] == pieces
    assert [kind for *_, kind in here] == ["property" if each in ("gold", "life") else "event" for each in pieces]


@pytest.mark.parametrize("name", ["tutorial", "the-long-ebb"])
def test_no_two_tokens_share_a_letter(name: str) -> None:
    found = placed((BOOKS / f"{name}.gbk").read_text("utf-8"))
    assert len(found) > 50
    for (line, column, width, _), (later, beyond, *_) in pairwise(found):
        assert (line, column + width) <= (later, beyond)
    assert all(width > 0 for _, _, width, _ in found)
