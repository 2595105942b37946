"""Expressions and words as a book writes them. That what is written reads as the same tree: see the printer's tests."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gamebook.source import Source
from gamebook.syntax import ast
from gamebook.syntax.build.values import unquote
from gamebook.syntax.clean import clean
from gamebook.syntax.spell import quoted, spell
from tests.support.pages import steps


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("((a + b)) + c", "a + b + c"),
        ("a + (b + c)", "a + (b + c)"),
        ("a - (b - c) * 2", "a - (b - c) * 2"),
        ("-(a * b)", "-(a * b)"),
        ("not (a = b) and not c", "not (a = b) and not c"),
        ("(a and b) or c and d", "a and b or c and d"),
        ("a and (b or c)", "a and (b or c)"),
        ("(a < b) = c", "(a < b) = c"),
        ("(1 + gold)d6", "(1 + gold)d6"),
        ("ticked 6b + ticked in mill", "ticked 6b + ticked in mill"),
    ],
)
def test_brackets_only_where_they_are_needed(written: str, printed: str) -> None:
    (step,) = steps(f"~ set x = {written}")
    assert isinstance(step, ast.SetTo)
    assert spell(step.value) == printed


@given(st.text(st.characters(exclude_categories=("Cs", "Cc"))))
@example("At last // the end")
@example("\\/ and \\// and ///")
def test_quoted_words_are_read_back(words: str) -> None:
    assert unquote(quoted(words)) == words
    assert not clean(Source("book.gbk", f"book {quoted(words)}")).comments
