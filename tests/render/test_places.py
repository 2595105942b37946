"""What a check looked at, in a line."""

from __future__ import annotations

import pytest

from gamebook.codes import chapter_map, finding
from gamebook.render.places import Place, place, summary
from gamebook.source import Position, Source, Span


@pytest.mark.parametrize(
    ("paths", "line"),
    [
        (["gamebook/systems/fighting-fantasy.gbk", "books/moat.gbk"], "nothing to report in moat.gbk"),
        (["moat.gbk", "two.gbk"], "nothing to report in moat.gbk and two.gbk"),
        (["a.gbk", "b.gbk", "c.gbk"], "nothing to report in a.gbk, b.gbk and c.gbk"),
        (["a.gbk", "b.gbk", "c.gbk", "d.gbk"], "nothing to report in a.gbk, b.gbk, c.gbk and 1 more"),
        (["gamebook/systems/plain.gbk"], "nothing to report in plain.gbk"),
        ([], "nothing to report"),
    ],
)
def test_only_files_of_the_author_are_named(paths: list[str], line: str) -> None:
    assert summary([], {path: Source(path, "") for path in paths}) == line


def test_a_span_is_said_in_lines_and_columns_from_1() -> None:
    text = "=== 1\n~ gain rope\n"
    found = place(Span("book.gbk", text.index("gain"), text.index(" rope")), {"book.gbk": Source("book.gbk", text)})
    assert found == Place("book.gbk", Position(2, 3), Position(2, 7))
    assert str(found) == "book.gbk:2:3"


def test_in_a_file_that_could_not_be_read_it_is_the_very_start() -> None:
    assert place(Span("lost.gbk", 7, 9), {}) == Place("lost.gbk", Position(1, 1), Position(1, 1))


def test_findings_are_counted_as_all_numbers_are_written() -> None:
    found = [finding(chapter_map.NEVER_REACHED, Span("moat.gbk", 0, 1), "nothing to read")] * 1_234
    assert summary(found, {"moat.gbk": Source("moat.gbk", "")}) == "1,234 warnings in moat.gbk"


def test_files_with_findings_come_first() -> None:
    found = [finding(chapter_map.NEVER_REACHED, Span("two.gbk", 0, 1), "nothing to read")]
    sources = {path: Source(path, "") for path in ("gamebook/systems/plain.gbk", "one.gbk", "two.gbk", "six.gbk")}
    assert summary(found, sources) == "1 warning in two.gbk; nothing to report in one.gbk and six.gbk"
