"""Which words are a turn but for their arrow, and what makes one of them."""

from __future__ import annotations

import pytest

from gamebook.edits import edited
from gamebook.syntax import ast
from gamebook.syntax.arrows import in_label, in_prose, sure_turns
from gamebook.syntax.walk import find
from tests.support.pages import read


@pytest.mark.parametrize(
    ("line", "mark", "to"),
    [
        ("* Go north → 007.", "→", "7"),
        ("* Go => cave", "=>", "cave"),
        ("* Go - > 7", "- >", "7"),
        ("* Go -> 7", None, None),
        ("* Go \\→ 7", None, None),
        ("* Go → 7 bridges", None, None),
        ("* Go → 7, → 8", "→", "8"),
        ("* Go ⟼ Chapter 07", "⟼", "7"),
        ("* Go → ending “The → end” score 2", "→", 'ending "The → end" score 2'),
        ("* Go → (2 + a", None, None),
        ("* Go (→ 7", None, None),
        ("* Go ← 7", None, None),
        ("* Go ===> 7", "===>", "7"),
        ("* Go ——> 7", "——>", "7"),
        ("* Go >>> 7", ">>>", "7"),
        ("* Go ==\\> 7", None, None),
    ],
)
def test_a_label(line: str, mark: str | None, to: str | None) -> None:
    (option,) = find(read(f"=== 1\n{line}\n").page, ast.Option)
    found = in_label(option)
    assert (found and found.mark, found and found.to) == (mark, to)


def test_prose() -> None:
    text = "=== 1\nSee → 7\n→ 8\n    → 9\nNothing.\n→ 10\n"
    (prose,) = find(read(text).page, ast.Prose)
    found = list(in_prose(prose))
    sure = [(each.words, each.to, each.edit is not None) for each in found]
    assert sure == [("See", "7", False), ("", "8", False), ("", "9", False), ("", "10", True)]
    assert [text[each.span.start : each.span.end] for each in found] == ["→ 7", "→ 8", "→ 9", "→ 10"]
    assert [text[each.whole.start : each.whole.end] for each in found] == ["See → 7", "→ 8", "→ 9", "→ 10"]


def test_sure_turns_of_a_page() -> None:
    text = (
        "anytime\n    * Home→ 2 .\n=== 1\n→ 2\n→ two\n"
        "* Go [if a] -> 3\n* Ride → 3\n    -> 4\n* Wade → 2 or → 3\n* Run → west → 3\n"
    )
    turned = edited(text, sure_turns(read(text).page))
    assert turned == text.replace("Home→ 2 .", "Home -> 2").replace("\n→ 2\n", "\n-> 2\n")
