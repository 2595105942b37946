"""A page of which pieces are known is read as if nothing were known."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamebook.source import Source
from gamebook.syntax import parse as module
from gamebook.syntax.parse import Known, parse
from tests.support.pages import names

BOOKS = Path(__file__).parents[2] / "books"
LONG = (BOOKS / "the-long-ebb.gbk").read_text("utf-8")
SHORT = (BOOKS / "starter.gbk").read_text("utf-8")


def changes(text: str) -> list[str]:
    """The text, edited at its start, in its middle, at its end; with a mistake; and as it was."""
    middle = text.index("\n===", len(text) // 2)
    return [
        text,
        "// a longer start\n" + text,
        text[:middle] + "\nOne more sentence, about an é and a 𝄞.\n" + text[middle:],
        text[:middle] + "\n~ gian gold\n" + text[middle:],
        text + "\n=== 9999 The very end\n~ victory\n",
        text.replace("===", "==="),
    ]


@pytest.mark.parametrize(
    "text",
    [pytest.param(LONG, id="long", marks=pytest.mark.slow), pytest.param(SHORT, id="starter")],
)
def test_known_pieces_change_nothing(text: str) -> None:
    known: Known = {}
    for edited in changes(text):
        source = Source("book.gbk", edited)
        again, afresh = parse(source, known), parse(source)
        # Trees compare without their places; as text they show them, but for those of names.
        assert repr(again) == repr(afresh)
        assert [name.span for name in names(again.page)] == [name.span for name in names(afresh.page)]


def test_only_what_is_new_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    known: Known = {}
    parse(Source("book.gbk", LONG), known)
    read: list[str] = []
    real = module._read

    def noted(source: Source, piece: module.Piece, text: str) -> object:
        read.append(text)
        return real(source, piece, text)

    monkeypatch.setattr(module, "_read", noted)
    parse(Source("book.gbk", changes(LONG)[2]), known)
    assert len(read) == 1
    parse(Source("book.gbk", LONG), known)
    assert len(read) == 2  # only the pieces of the last version are known
