"""Colours: no letter is lost, nothing is called an error, and names of chapters and words of the language are found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Text

from gamebook.highlight import GamebookLexer

TOP = Path(__file__).parents[1]
BOOKS = sorted((TOP / "books").rglob("*.gbk"))


def coloured(text: str) -> list[tuple[object, str]]:
    return list(GamebookLexer(ensurenl=False, stripnl=False).get_tokens(text))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_shipped_books_keep_every_letter(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = coloured(text)
    assert "".join(part for _, part in found) == text
    assert not [part for kind, part in found if kind is Error]
    chapters = re.findall(r"^===[ \t]+(\S+)", text, re.MULTILINE)
    assert [part for kind, part in found if kind is Name.Label] == chapters


@given(st.text(st.sampled_from('ab1 \n~*={}[]"\\/->é🚢'), max_size=80))
def test_any_text_keeps_every_letter(text: str) -> None:
    assert "".join(part for _, part in coloured(text)) == text


def test_a_rule_has_its_words() -> None:
    found = coloured("=== 1\n~ gain lantern\n")
    assert (Keyword, "gain") in found
    assert (Name.Variable, "lantern") in found


def marked(text: str) -> list[tuple[object, str]]:
    """What is no plain text."""
    return [(kind, part) for kind, part in coloured(text) if kind is not Text]


def test_a_line_of_the_header_stands_before_the_first_chapter() -> None:
    assert marked("when STORM\n") == [(Keyword.Declaration, "when"), (Name.Variable, "STORM")]
    head = [(Punctuation, "==="), (Name.Label, "1")]
    assert marked("=== 1\nwhen it rains\nif it rains\n") == head
    assert marked("=== 1\n{gold\n~ when\n")[-2:] == [(Operator, "~"), (Keyword, "when")]


def test_a_backslash_before_a_mark_makes_it_text() -> None:
    assert marked("=== 1\n\\{gold} C:\\temp\n")[2:] == [(String.Escape, "\\{")]
    found = marked('=== 1\n* Ask \\-> now -> 2\n~ defeat "a \\"b\\" c"\n')
    assert [part for kind, part in found if kind is String.Escape] == ["\\-", '\\"', '\\"']
    assert (Operator, "->") in found
    assert [part for kind, part in found if kind is String.Double] == ['"', "a ", "b", " c", '"']


def test_rows_have_their_turns() -> None:
    turn = [(Operator, "->"), (Keyword, "victory")]
    assert marked("=== 1\n    1-3 -> victory\n")[2:] == [(Number.Integer, "1-3"), *turn]
    assert marked("=== 1\n    lucky -> victory\n")[2:] == turn
    assert marked("=== 1\n    won -> victory\n")[2:] == [(Keyword, "won"), *turn]
    assert not marked("=== 1\n    with a sigh, the guard sits down.\n    4 friends\n")[2:]


def test_a_comment_begins_after_a_blank() -> None:
    found = marked('=== 1 a // b\n~ victory "c // d"\n~ victory "http://e"\nf//g // h\n')
    assert [part for kind, part in found if kind is Comment.Single] == ["// b", '// d"', "// h"]
