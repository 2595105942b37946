"""Text to something that can be parsed."""

from __future__ import annotations

from gamebook.source import Source
from gamebook.syntax.clean import clean
from gamebook.syntax.limits import MAX_BYTES
from gamebook.syntax.parse import parse


def test_places_stay() -> None:
    text = "\ufeffa // b\r\nc\u00a0d\te\\// f //g\n//h"
    cleaned = clean(Source("x", text))
    assert len(cleaned.text) == len(text)
    assert [comment.text for comment in cleaned.comments] == ["// b", "//g", "//h"]
    assert cleaned.text.split("\n")[2] == "c d\te\\// f    "


def test_control_characters() -> None:
    (found,) = clean(Source("x", "ab\0c\0")).findings
    assert (found.code, found.span.start) == ("GB002", 2)


def test_tabs_are_reported_once() -> None:
    (found,) = clean(Source("x", "a\n\tb\n\tc")).findings
    assert (found.code, found.span.start) == ("GB005", 2)


def test_too_long() -> None:
    assert [found.code for found in parse(Source("x", "a" * (MAX_BYTES + 1))).findings] == ["GB003"]
