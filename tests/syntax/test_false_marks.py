"""Marks that are there only to the eye."""

from __future__ import annotations

import pytest

from gamebook.fixes import fixes
from gamebook.project import Project
from gamebook.source import Source
from gamebook.syntax.format import format_source

BOOK = "sheet\n    number gold = 5 in 0..9\n=== 1\n{line}\n-> 2\n=== 2\n~ victory\n"


def _codes(text: str) -> list[str]:
    return [each.code for each in Project.of(text).check("quick").findings if each.code in ("GB002", "GB049", "GB061")]


@pytest.mark.parametrize(
    ("line", "code", "fixed"),
    [
        ("\u200f~ gold -2", "GB002", "~ gold -2"),
        ("\u200e\u200e ~ gold -2", "GB002", "~ gold -2"),
        ("\u2060* Go -> 2", "GB002", "* Go -> 2"),
        ("* Go -> 2\n\u200f    ~ gold -2", "GB002", "* Go -> 2\n    ~ gold -2"),
        ("～ gold -2", "GB049", "~ gold -2"),
        ("˜gold -2", "GB049", "~ gold -2"),
        ("∼ if gold\n    ~ gold -2", "GB049", "~ if gold\n    ~ gold -2"),
    ],
)
def test_a_false_mark_is_an_error_and_can_be_mended(line: str, code: str, fixed: str) -> None:
    text = BOOK.format(line=line)
    assert _codes(text) == [code]
    (changed,) = fixes(Project.of(text))
    assert changed.after == BOOK.format(line=fixed)
    assert _codes(changed.after) == []


@pytest.mark.parametrize("line", ["～～～", "～ he said.", "\u200fשלום", "\u200b", "\u200f~~", "He said:\u200f ~"])
def test_other_lines_are_prose(line: str) -> None:
    assert not {"GB049", "GB061"} & {*_codes(BOOK.format(line=line))}


def test_fmt_writes_the_mark_of_a_rule() -> None:
    text = BOOK.format(line="～ gold -2")
    assert format_source(Source("book.gbk", text))[0] == BOOK.format(line="~ gold -2")
