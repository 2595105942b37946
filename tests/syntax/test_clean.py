"""Text to something that can be parsed."""

from __future__ import annotations

import pytest

from gamebook.source import Source
from gamebook.syntax.clean import clean
from gamebook.syntax.limits import MAX_BYTES
from gamebook.syntax.parse import parse


def test_places_stay() -> None:
    text = "\ufeffa // b\r\nc\u00a0d\te\\// f //g\n//h"
    cleaned = clean(Source("x", text))
    assert len(cleaned.text) == len(text)
    assert [comment.text for comment in cleaned.comments] == ["// b", "//g", "//h"]
    assert cleaned.text.split("\n")[3] == "c d\te\\// f    "


@pytest.mark.parametrize(
    "lines",
    [
        "He slept.\n\n*\n\nHe woke.\n-> 2",
        "He slept.\n===\nHe woke.\n-> 2",
        "~ test luck\n    lucky -> 2\n    unlucky -> 2\n1-2 -> 3",
        "test luck\n" + "    words\n" * 30 + "    ~ gold -1",
        "* Go\n* Wait -> 2",
    ],
)
def test_the_line_ends_of_windows_say_the_same(lines: str) -> None:
    text = f"sheet\n    gold = 500 in 0..1000\n=== 1\n{lines}\n=== 2\n~ victory\n"
    told = [_told(Source("x", each)) for each in (text, text.replace("\n", "\r\n"))]
    assert told[0] == told[1]
    assert ("GB028" in str(told)) == ("1-2 -> 3" in lines)
    assert "\\n" not in str(told)


def _told(source: Source) -> list[tuple[object, ...]]:
    """The findings of a file, with lines and columns for places."""
    return [
        (each.code, source.position(each.span.start), source.position(each.span.end), each.message, each.hint)
        for each in parse(source).findings
    ]


def test_control_characters() -> None:
    (found,) = clean(Source("x", "ab\0c\0")).findings
    assert (found.code, found.span.start) == ("GB002", 2)


def test_tabs_are_reported_once() -> None:
    (found,) = clean(Source("x", "a\n\tb\n\tc")).findings
    assert (found.code, found.span.start) == ("GB005", 2)


def test_too_long() -> None:
    assert [found.code for found in parse(Source("x", "a" * (MAX_BYTES + 1))).findings] == ["GB003"]
