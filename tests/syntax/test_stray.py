"""Lines of prose that look like something else; more of it stands in `tests/cases`."""

from __future__ import annotations

import pytest

from gamebook.fixes import fixes
from gamebook.project import Project
from gamebook.reading import read_text


@pytest.mark.parametrize(
    ("line", "comment", "mended"),
    [
        ("You see it. <!-- todo -->", "<!-- todo -->", "You see it. // todo"),
        ("You see it.<!-- was: -> 3 -->", "<!-- was: -> 3 -->", "You see it. // was: -> 3"),
        ("You see it. <!-- todo --> And go.", "<!-- todo -->", None),
        ("You see it <!-- todo --> -> 2", "<!-- todo -->", None),
    ],
)
def test_a_comment_of_a_web_page_behind_words(line: str, comment: str, mended: str | None) -> None:
    text = f"=== 1\n{line}\n* Go -> 2\n\n=== 2\n-> victory\n"
    (found,) = read_text("x.gbk", text).earlier
    assert (found.code, text[found.span.start : found.span.end]) == ("GB058", comment)
    assert found.hint is not None
    assert found.hint.endswith("or \\<!-- if it is prose")
    assert [each.after for each in fixes(Project.of(text))] == ([text.replace(line, mended)] if mended else [])


@pytest.mark.parametrize(
    ("line", "codes"),
    [("You see \\<!-- it -->.", []), ("You see \\<!-- it --> -> 2", ["GB029"]), ("A code: <-- -->", ["GB029"])],
)
def test_what_is_no_comment(line: str, codes: list[str]) -> None:
    text = f"=== 1\n{line}\n* Go -> 2\n\n=== 2\n-> victory\n"
    assert [each.code for each in read_text("x.gbk", text).earlier] == codes
